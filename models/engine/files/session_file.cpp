// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/session_file.h"

#include "data/number.h"
#include "data/problem_log.h"
#include "data/text.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>
#include <map>

namespace moe {
namespace {

constexpr int kMarks = 1000;

std::string pinPrefix(std::size_t index) {
    return "pins." + std::to_string(index) + ".";
}

class Reader {
public:
    Reader(const Document& document, std::string source)
        : m_document(document), m_source(std::move(source)), m_read(document.size()) {
        for (std::size_t i = 0; i < document.size(); ++i) m_places.emplace(document[i].key, i);
    }

    Scenario scenario(const std::string& prefix) {
        Result<Scenario> made = scenarioFrom(part(prefix), m_source);
        if (made) return std::move(made).value();
        complain(made.error(), prefix);
        return {};
    }
    BoardFile board(const std::string& prefix) {
        Problems broken;
        BoardFile board = sessionBoard(part(prefix), m_source, broken);
        complain(std::move(broken), prefix);
        return board;
    }
    std::string text(const std::string& key) {
        const DocumentEntry* entry = take(key);
        return entry ? entry->text() : std::string();
    }
    std::vector<std::string> list(const std::string& key) {
        const DocumentEntry* entry = take(key);
        return entry ? entry->values : std::vector<std::string>();
    }
    SessionSource file(const std::string& prefix) { return {text(prefix + "path"), text(prefix + "sha256")}; }
    int mark(const std::string& key, int otherwise) {
        const DocumentEntry* entry = take(key);
        if (!entry) return otherwise;
        const std::optional<double> number = parseNumber(entry->text());
        if (number && *number >= 0 && *number < kMarks && *number == static_cast<int>(*number))
            return static_cast<int>(*number);
        complain(*entry, say("must be a whole number from 0 to %1", kMarks - 1));
        return otherwise;
    }
    Side side() {
        const DocumentEntry* entry = take("side");
        if (entry && entry->text() != "serving" && entry->text() != "training")
            complain(*entry, say("must be training or serving"));
        return entry && entry->text() == "serving" ? Side::Serving : Side::Training;
    }
    std::vector<std::string> locks() {
        const DocumentEntry* entry = take("locks");
        if (!entry) return {};
        for (const std::string& key : entry->values)
            if (!findField(key))
                complain(*entry, say("must be keys of a scenario, \"%1\" is none", excerpt(key)));
        return entry->values;
    }
    bool has(const std::string& prefix) const {
        const auto at = m_places.lower_bound(prefix);
        return at != m_places.end() && at->first.starts_with(prefix);
    }
    void schema() {
        const DocumentEntry* entry = take("schema");
        if (entry && entry->text() == kSessionSchema) return;
        const DocumentEntry none{"schema", {}, false, 1, 1};
        complain(entry ? *entry : none, say("must be %1", kSessionSchema));
    }
    void rest() {
        ProblemLog log;
        for (std::size_t i = 0; i < m_document.size(); ++i)
            if (const DocumentEntry& entry = m_document[i]; !m_read[i] && !entry.isNull())
                log.add({m_source, entry.line, entry.column, entry.key, say("is no key of a session"),
                         entry.text()});
        if (!log.empty()) append(problems, log.take());
    }

    Problems problems;

private:
    /// The entries below a prefix as a document of their own.
    Document part(const std::string& prefix) {
        std::vector<std::size_t> places;
        for (auto at = m_places.lower_bound(prefix); at != m_places.end() && at->first.starts_with(prefix);
             ++at)
            places.push_back(at->second);
        std::sort(places.begin(), places.end()); // as in the file
        Document part;
        for (const std::size_t i : places) {
            m_read[i] = true;
            part.push_back(m_document[i]);
            part.back().key.erase(0, prefix.size());
        }
        return part;
    }
    void complain(Problems broken, const std::string& prefix) {
        for (Problem& problem : broken) problem.key.insert(0, prefix);
        append(problems, std::move(broken));
    }
    const DocumentEntry* take(const std::string& key) {
        const auto at = m_places.find(key);
        if (at == m_places.end()) return nullptr;
        m_read[at->second] = true;
        return &m_document[at->second];
    }
    void complain(const DocumentEntry& entry, Message rule) {
        problems.push_back({m_source, entry.line, entry.column, entry.key, std::move(rule), entry.text()});
    }

    const Document& m_document;
    std::string m_source;
    std::vector<bool> m_read;
    std::map<std::string_view, std::size_t> m_places; ///< of the keys
};

class Writer {
public:
    void text(const std::string& key, const std::string& value) {
        if (!value.empty()) document.push_back({key, {value}, false, 0, 0, true});
    }
    void file(const std::string& prefix, const SessionSource& source) {
        text(prefix + "path", source.path);
        text(prefix + "sha256", source.sha256);
    }
    void part(const std::string& prefix, Document entries) {
        for (DocumentEntry& entry : entries) {
            entry.key.insert(0, prefix);
            document.push_back(std::move(entry));
        }
    }
    void scenario(const std::string& prefix, const Scenario& scenario) {
        part(prefix, scenarioDocument(scenario));
    }
    Document document;
};

} // namespace

Result<SessionFile> readSession(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    Reader reader(*document, source);
    reader.schema();
    SessionFile session;
    session.tab = reader.text("tab");
    session.side = reader.side();
    session.locks = reader.locks();
    session.scenario = reader.scenario("scenario.");
    session.base = reader.has("base.") ? reader.scenario("base.") : session.scenario;
    if (reader.has(pinPrefix(kMarks)))
        return Problem{source, 0, 0, "pins", say("must be %1 at most", kMarks), {}};
    for (std::size_t i = 0; reader.has(pinPrefix(i)); ++i) {
        const std::string prefix = pinPrefix(i);
        SessionPin pin;
        pin.name = reader.text(prefix + "name");
        pin.note = reader.text(prefix + "note");
        pin.mark = reader.mark(prefix + "mark", static_cast<int>(i));
        pin.log = reader.file(prefix + "log.");
        pin.scenario = reader.scenario(prefix + "scenario.");
        session.pins.push_back(std::move(pin));
    }
    for (std::size_t i = 0;; ++i) {
        const std::string prefix = "tables." + std::to_string(i) + ".";
        if (!reader.has(prefix)) break;
        session.tables.push_back(reader.file(prefix));
    }
    for (std::size_t i = 0;; ++i) {
        const std::string prefix = "views." + std::to_string(i) + ".";
        if (!reader.has(prefix)) break;
        session.views.push_back(
            {reader.text(prefix + "view"), reader.list(prefix + "choices"), reader.text(prefix + "range")});
    }
    if (reader.has("board.")) session.board = reader.board("board.");
    reader.rest();
    if (!reader.problems.empty()) return reader.problems;
    return session;
}

std::string sessionText(const SessionFile& session) {
    Writer writer;
    writer.document.push_back({"schema", {std::string(kSessionSchema)}, false, 0, 0});
    writer.text("tab", session.tab);
    if (session.side == Side::Serving) writer.document.push_back({"side", {"serving"}, false, 0, 0});
    if (!session.locks.empty()) writer.document.push_back({"locks", session.locks, true, 0, 0});
    writer.scenario("scenario.", session.scenario);
    if (!(session.base == session.scenario)) writer.scenario("base.", session.base);
    for (std::size_t i = 0; i < session.pins.size(); ++i) {
        const SessionPin& pin = session.pins[i];
        const std::string prefix = pinPrefix(i);
        writer.document.push_back({prefix + "mark", {std::to_string(pin.mark)}, false, 0, 0});
        writer.text(prefix + "name", pin.name);
        writer.text(prefix + "note", pin.note);
        if (!pin.log.path.empty())
            writer.file(prefix + "log.", pin.log);
        else
            writer.scenario(prefix + "scenario.", pin.scenario);
    }
    for (std::size_t i = 0; i < session.tables.size(); ++i)
        writer.file("tables." + std::to_string(i) + ".", session.tables[i]);
    for (std::size_t i = 0; i < session.views.size(); ++i) {
        const SessionView& view = session.views[i];
        const std::string prefix = "views." + std::to_string(i) + ".";
        writer.text(prefix + "view", view.key);
        if (!view.choices.empty())
            writer.document.push_back({prefix + "choices", view.choices, true, 0, 0, true});
        writer.text(prefix + "range", view.range);
    }
    if (!(session.board == BoardFile())) writer.part("board.", boardDocument(session.board));
    return documentText(writer.document);
}

} // namespace moe
