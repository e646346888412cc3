// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/document.h"

#include "data/json_events.h"
#include "data/problem_log.h"
#include "data/text.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_map>

namespace moe {

namespace {

constexpr std::size_t kDeepest = 64;

/// Thrown through the YAML parser where reading on makes no sense; its problem is already noted.
struct Stop {};

struct Frame {
    std::string path;
    bool list = false;
    bool scalars = true; ///< list: every item so far is a scalar
    int items = 0;       ///< list: how many
    std::size_t first = 0;
    Place place;
    std::map<std::string, int> keys; ///< map: line of each
    std::string key;                 ///< map: the one whose value comes next
    bool awaitsValue = false;
};

/// Turns the parser's events into entries. Events carry a position each, which a node tree would only keep
/// for some of them.
class DocumentReader : public YAML::EventHandler {
public:
    DocumentReader(std::string_view text, const std::string& source) : m_text(text), m_source(source) {
        m_lineStarts.push_back(0);
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') m_lineStarts.push_back(i + 1);
    }

    Result<Document> read();

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++m_documents > 1)
            stop(placeOfMark(mark), {}, say("a file holds one document; remove the second \"---\""));
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
        scalar(placeOfMark(mark), nullptr, false);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        stop(placeOfMark(mark), {}, say("aliases (*name) are not supported; write the value out"));
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  const std::string& value) override {
        scalar(placeOfMark(mark), &value, tag != "?");
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {
        open(placeOfMark(mark), true);
    }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {
        open(placeOfMark(mark), false);
    }
    void OnSequenceEnd() override;
    void OnMapEnd() override;

private:
    Place placeOfMark(const YAML::Mark& mark);
    void note(Place place, std::string key, Message rule);
    [[noreturn]] void stop(Place place, std::string key, Message rule);
    void open(Place place, bool list);
    void scalar(Place place, const std::string* value, bool quoted);
    void nameValue(Place place, const std::string& key);
    std::string takePath(bool isScalar);
    void checkKeys();
    void parseYaml();

    std::string_view m_text;
    const std::string& m_source;
    std::vector<std::size_t> m_lineStarts;
    std::vector<Frame> m_frames;
    Document m_document;
    ProblemLog m_problems;
    int m_documents = 0;
    std::size_t m_counted = 0; ///< offset up to which m_column is counted
    int m_column = 1;
};

/// Marks count bytes from 0. They come in order, so a line is counted once even if it holds the whole file.
Place DocumentReader::placeOfMark(const YAML::Mark& mark) {
    if (mark.is_null() || mark.line < 0) return {0, 0};
    if (static_cast<std::size_t>(mark.line) >= m_lineStarts.size())
        return placeOf(m_text, m_text.find_last_not_of(" \t\r\n") + 1);
    const std::size_t start = m_lineStarts[static_cast<std::size_t>(mark.line)];
    const std::size_t end = start + static_cast<std::size_t>(std::max(mark.column, 0));
    if (m_counted < start || m_counted > end) {
        m_counted = start;
        m_column = 1;
    }
    m_column += characterCount(m_text.substr(m_counted, end - m_counted));
    m_counted = end;
    return {mark.line + 1, m_column};
}

void DocumentReader::note(Place place, std::string key, Message rule) {
    m_problems.add({m_source, place.line, place.column, std::move(key), std::move(rule), {}});
}

void DocumentReader::stop(Place place, std::string key, Message rule) {
    note(place, std::move(key), std::move(rule));
    throw Stop{};
}

/// The path of the value that begins now, in the innermost map or list.
std::string DocumentReader::takePath(bool isScalar) {
    if (m_frames.empty()) return {};
    Frame& frame = m_frames.back();
    if (frame.list) {
        frame.scalars = frame.scalars && isScalar;
        return frame.path + "." + std::to_string(frame.items++);
    }
    frame.awaitsValue = false;
    return frame.path.empty() ? frame.key : frame.path + "." + frame.key;
}

void DocumentReader::open(Place place, bool list) {
    if (m_frames.empty() && list)
        stop(place, {}, say("expected \"key: value\" lines at the top level, found a list"));
    if (m_frames.size() >= kDeepest) stop(place, {}, say("nested deeper than %1 levels", kDeepest));
    if (!m_frames.empty() && !m_frames.back().list && !m_frames.back().awaitsValue)
        stop(place, {}, say("a key must be a name, not a list or map"));
    Frame frame;
    frame.path = takePath(false);
    frame.list = list;
    frame.first = m_document.size();
    frame.place = place;
    m_frames.push_back(std::move(frame));
}

void DocumentReader::nameValue(Place place, const std::string& key) {
    Frame& frame = m_frames.back();
    if (key.empty() || key.front() == '.' || key.back() == '.' || key.find("..") != std::string::npos)
        stop(place, excerpt(key), say("a key must be a name, without empty parts between dots"));
    const auto [known, added] = frame.keys.emplace(key, place.line);
    if (!added) {
        note(place, excerpt(frame.path.empty() ? key : frame.path + "." + key),
             say("this key is already in line %1; keep one of them", known->second));
    }
    frame.key = key;
    frame.awaitsValue = true;
}

void DocumentReader::scalar(Place place, const std::string* value, bool quoted) {
    if (m_frames.empty()) {
        if (value != nullptr) stop(place, {}, say("expected \"key: value\" lines at the top level"));
        return;
    }
    if (!m_frames.back().list && !m_frames.back().awaitsValue) {
        nameValue(place, value != nullptr ? *value : std::string());
        return;
    }
    DocumentEntry entry;
    entry.key = takePath(value != nullptr);
    entry.line = place.line;
    entry.column = place.column;
    entry.quoted = quoted;
    if (value != nullptr) entry.values.push_back(*value);
    m_document.push_back(std::move(entry));
}

void DocumentReader::OnSequenceEnd() {
    const Frame& frame = m_frames.back();
    if (frame.scalars) {
        DocumentEntry entry;
        entry.key = frame.path;
        entry.list = true;
        entry.line = frame.place.line;
        entry.column = frame.place.column;
        for (std::size_t i = frame.first; i < m_document.size(); ++i) {
            entry.values.push_back(std::move(m_document[i].values.front()));
            entry.quoted = entry.quoted || m_document[i].quoted;
        }
        m_document.resize(frame.first);
        m_document.push_back(std::move(entry));
    }
    m_frames.pop_back();
}

void DocumentReader::OnMapEnd() {
    const Frame& frame = m_frames.back();
    if (frame.keys.empty() && !frame.path.empty()) {
        DocumentEntry entry;
        entry.key = frame.path;
        entry.line = frame.place.line;
        entry.column = frame.place.column;
        m_document.push_back(std::move(entry));
    }
    m_frames.pop_back();
}

/// Dotted and nested spellings can still meet: the same leaf twice, or a leaf that is also a section.
void DocumentReader::checkKeys() {
    std::unordered_map<std::string_view, const DocumentEntry*> leaves;
    for (const DocumentEntry& entry : m_document) {
        const auto [known, added] = leaves.emplace(entry.key, &entry);
        if (!added)
            note({entry.line, entry.column}, excerpt(entry.key),
                 say("this key is already in line %1; keep one of them", known->second->line));
    }
    for (const DocumentEntry& entry : m_document) {
        const std::string_view key = entry.key;
        for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.', dot + 1)) {
            const auto section = leaves.find(key.substr(0, dot));
            if (section == leaves.end()) continue;
            note(
                {entry.line, entry.column}, excerpt(key),
                say("\"%1\" already has a value in line %2", excerpt(section->first), section->second->line));
            break;
        }
    }
}

Result<Document> DocumentReader::read() {
    try {
        if (isJsonObject(m_text))
            sendJson(m_text, *this);
        else
            parseYaml();
    } catch (const Stop&) {
    } catch (const YAML::Exception& error) {
        note(placeOfMark(error.mark), {}, say("not valid YAML: %1", error.msg));
    }
    if (m_problems.empty()) checkKeys();
    if (!m_problems.empty()) return m_problems.take();
    return std::move(m_document);
}

void DocumentReader::parseYaml() {
    // yaml-cpp 0.7 takes a quote that is still open after a last line break for closed; a comment in the
    // last line makes it notice, and changes nothing else.
    const std::size_t content = m_text.find_last_not_of(" \t\r\n") + 1;
    const bool ended = m_text.find('\n', content) != std::string_view::npos;
    std::istringstream stream(std::string(m_text) + (ended ? "\n#" : ""));
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(*this)) {
    }
}

} // namespace

std::string DocumentEntry::text() const {
    std::string joined;
    for (std::size_t i = 0; i < values.size(); ++i) joined += (i == 0 ? "" : ",") + values[i];
    return joined;
}

std::string_view schemaOf(std::string_view text) {
    constexpr std::string_view kKey = "schema:", kAround = " \t\r\"'";
    text = withoutBom(text);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (!line.starts_with(kKey)) continue;
        std::string_view value = line.substr(kKey.size(), line.find(" #", kKey.size()) - kKey.size());
        value.remove_prefix(std::min(value.find_first_not_of(kAround), value.size()));
        return value.substr(0, value.find_last_not_of(kAround) + 1);
    }
    return {};
}

Result<Document> parseDocument(std::string_view text, const std::string& source) {
    text = withoutBom(text);
    const std::size_t binary = firstBinaryByte(text);
    if (binary != std::string_view::npos) {
        const Place place = placeOf(text, binary);
        return Problem{source,
                       place.line,
                       place.column,
                       {},
                       say("expected UTF-8 text, found binary content"),
                       excerpt(text.substr(binary, 16))};
    }
    return DocumentReader(text, source).read();
}

} // namespace moe
