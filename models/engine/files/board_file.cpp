// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/board_file.h"

#include "data/document.h"
#include "data/number.h"
#include "models/engine/files/scenario_file.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr std::size_t kMostPanels = 64;

class BoardReader {
public:
    BoardReader(const Document& document, const std::string& source)
        : m_document(document), m_source(source), m_read(document.size()) {}

    BoardFile board() {
        BoardFile board;
        if (const DocumentEntry* schema = take("schema"); schema == nullptr || schema->text() != kBoardSchema)
            complain(schema ? *schema : DocumentEntry{"schema", {}, false, 1, 1},
                     say("must be %1", kBoardSchema));
        board.title = text("title");
        board.note = text("note");
        board.columns = static_cast<int>(number("columns", board.columns, 1, 8, true));
        board.widthMm = number("width_mm", board.widthMm, 30, 1000);
        board.heightMm = number("height_mm", board.heightMm, 20, 1000);
        board.fontPt = number("font_pt", board.fontPt, 3, 36);
        board.letters = flag("letters", board.letters);
        board.lockRanges = flag("lock_ranges", board.lockRanges);
        board.dark = flag("dark", board.dark);
        for (std::size_t i = 0; has("panels." + std::to_string(i) + "."); ++i)
            board.panels.push_back(panel("panels." + std::to_string(i) + "."));
        for (std::size_t i = 0; i < m_document.size(); ++i)
            if (!m_read[i] && !m_document[i].isNull()) complain(m_document[i], say("is no key of a board"));
        if (board.panels.empty() && problems.empty())
            problems.push_back({m_source, 1, 1, "panels", say("must name a picture at least"), {}});
        if (board.panels.size() > kMostPanels)
            problems.push_back(
                {m_source, 0, 0, "panels", say("must be %1 pictures at most", kMostPanels), {}});
        return board;
    }

    Problems problems;

private:
    BoardPanel panel(const std::string& prefix) {
        BoardPanel panel;
        panel.view = text(prefix + "view");
        panel.preset = text(prefix + "preset");
        panel.file = text(prefix + "file");
        panel.set = list(prefix + "set");
        panel.choices = list(prefix + "choices");
        panel.range = text(prefix + "range");
        panel.title = text(prefix + "title");
        panel.note = text(prefix + "note");
        const DocumentEntry& first = firstOf(prefix);
        if (has(prefix + "scenario.")) panel.scenario = scenario(prefix + "scenario.");
        if (panel.view.empty()) complain(first, say("needs a view, as \"memory\""), prefix + "view");
        const int sources =
            (panel.preset.empty() ? 0 : 1) + (panel.file.empty() ? 0 : 1) + (panel.scenario ? 1 : 0);
        if (sources != 1) complain(first, say("needs one of preset, file and scenario"), prefix + "preset");
        for (const std::vector<std::string>* settings : {&panel.set, &panel.choices})
            for (const std::string& each : *settings)
                if (const std::size_t at = each.find('='); at == std::string::npos || at == 0)
                    complain(first, say("must be key=value, got \"%1\"", each),
                             prefix + (settings == &panel.set ? "set" : "choices"));
        return panel;
    }
    Scenario scenario(const std::string& prefix) {
        Document part;
        for (std::size_t i = 0; i < m_document.size(); ++i) {
            if (!m_document[i].key.starts_with(prefix)) continue;
            m_read[i] = true;
            part.push_back(m_document[i]);
            part.back().key.erase(0, prefix.size());
        }
        Result<Scenario> made = scenarioFrom(part, m_source);
        if (made) return std::move(made).value();
        for (Problem problem : made.error()) {
            problem.key.insert(0, prefix);
            problems.push_back(std::move(problem));
        }
        return {};
    }
    const DocumentEntry& firstOf(const std::string& prefix) const {
        return *std::find_if(m_document.begin(), m_document.end(),
                             [&](const DocumentEntry& entry) { return entry.key.starts_with(prefix); });
    }
    bool has(const std::string& prefix) const {
        return std::any_of(m_document.begin(), m_document.end(),
                           [&](const DocumentEntry& entry) { return entry.key.starts_with(prefix); });
    }
    std::string text(const std::string& key) {
        const DocumentEntry* entry = take(key);
        return entry ? entry->text() : std::string();
    }
    std::vector<std::string> list(const std::string& key) {
        const DocumentEntry* entry = take(key);
        return entry ? entry->values : std::vector<std::string>();
    }
    double number(const std::string& key, double otherwise, double low, double high, bool whole = false) {
        const DocumentEntry* entry = take(key);
        if (!entry || entry->isNull()) return otherwise;
        const std::optional<double> value = parseNumber(entry->text());
        if (value && *value >= low && *value <= high && (!whole || *value == std::floor(*value)))
            return *value;
        complain(*entry, whole
                             ? say("must be a whole number from %1 to %2", numberText(low), numberText(high))
                             : say("must be a number from %1 to %2", numberText(low), numberText(high)));
        return otherwise;
    }
    bool flag(const std::string& key, bool otherwise) {
        const DocumentEntry* entry = take(key);
        if (!entry || entry->isNull()) return otherwise;
        if (entry->text() != "true" && entry->text() != "false")
            complain(*entry, say("must be true or false"));
        return entry->text() == "true";
    }
    const DocumentEntry* take(const std::string& key) {
        for (std::size_t i = 0; i < m_document.size(); ++i) {
            if (m_document[i].key != key) continue;
            m_read[i] = true;
            return &m_document[i];
        }
        return nullptr;
    }
    void complain(const DocumentEntry& entry, Message rule, const std::string& key = {}) {
        problems.push_back({m_source, entry.line, entry.column, key.empty() ? entry.key : key,
                            std::move(rule), key.empty() ? entry.text() : std::string()});
    }

    const Document& m_document;
    const std::string& m_source;
    std::vector<bool> m_read;
};

} // namespace

Result<BoardFile> readBoard(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    BoardReader reader(*document, source);
    BoardFile board = reader.board();
    if (!reader.problems.empty()) return std::move(reader.problems);
    return board;
}

std::string boardText(const BoardFile& board) {
    const BoardFile plain;
    Document document;
    const auto put = [&](const std::string& key, const std::string& value, bool quoted = false) {
        document.push_back({key, {value}, false, 0, 0, quoted});
    };
    const auto text = [&](const std::string& key, const std::string& value) {
        if (!value.empty()) put(key, value, true);
    };
    const auto number = [&](const std::string& key, double value, double usual) {
        if (value != usual) put(key, numberText(value));
    };
    const auto flag = [&](const std::string& key, bool value, bool usual) {
        if (value != usual) put(key, value ? "true" : "false");
    };
    const auto list = [&](const std::string& key, const std::vector<std::string>& values) {
        if (!values.empty()) document.push_back({key, values, true, 0, 0, true});
    };
    put("schema", std::string(kBoardSchema));
    text("title", board.title);
    text("note", board.note);
    number("columns", board.columns, plain.columns);
    number("width_mm", board.widthMm, plain.widthMm);
    number("height_mm", board.heightMm, plain.heightMm);
    number("font_pt", board.fontPt, plain.fontPt);
    flag("letters", board.letters, plain.letters);
    flag("lock_ranges", board.lockRanges, plain.lockRanges);
    flag("dark", board.dark, plain.dark);
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        const BoardPanel& panel = board.panels[i];
        const std::string prefix = "panels." + std::to_string(i) + ".";
        text(prefix + "view", panel.view);
        text(prefix + "preset", panel.preset);
        text(prefix + "file", panel.file);
        list(prefix + "set", panel.set);
        list(prefix + "choices", panel.choices);
        text(prefix + "range", panel.range);
        text(prefix + "title", panel.title);
        text(prefix + "note", panel.note);
        if (!panel.scenario) continue;
        for (DocumentEntry entry : scenarioDocument(*panel.scenario)) {
            entry.key.insert(0, prefix + "scenario.");
            document.push_back(std::move(entry));
        }
    }
    return documentText(document);
}

} // namespace moe
