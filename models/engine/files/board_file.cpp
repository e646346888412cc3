// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/board_file.h"

#include "data/document.h"
#include "data/number.h"
#include "data/problem_log.h"
#include "data/text.h"
#include "models/engine/files/scenario_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace moe {
namespace {

constexpr int kLongestText = 4000;       ///< characters of a title, a note or a point
constexpr std::size_t kMostPoints = 100; ///< of a decision, of each kind

class BoardReader {
public:
    BoardReader(const Document& document, const std::string& source, bool inSession)
        : m_document(document), m_source(source), m_inSession(inSession), m_read(document.size()) {
        for (std::size_t i = 0; i < document.size(); ++i) m_places.emplace(document[i].key, i);
    }

    void schema() {
        if (const DocumentEntry* schema = take("schema"); schema == nullptr || schema->text() != kBoardSchema)
            complain(schema ? *schema : DocumentEntry{"schema", {}, false, 1, 1},
                     say("must be %1", kBoardSchema));
    }
    BoardFile board() {
        BoardFile board;
        board.title = text("title");
        board.note = text("note");
        board.columns = static_cast<int>(number("columns", board.columns, 1, 8, true));
        board.widthMm = number("width_mm", board.widthMm, 30, 1000);
        board.heightMm = number("height_mm", board.heightMm, 20, 1000);
        board.fontPt = number("font_pt", board.fontPt, 3, 36);
        board.letters = flag("letters", board.letters);
        board.lockRanges = flag("lock_ranges", board.lockRanges);
        board.oneLegend = flag("one_legend", board.oneLegend);
        board.dark = flag("dark", board.dark);
        board.decision.question = text("decision.question");
        board.decision.answer = text("decision.answer");
        board.decision.assumptions = texts("decision.assumptions");
        board.decision.open = texts("decision.open");
        if (has("panels." + std::to_string(kMostPanels) + ".")) {
            problems.push_back(
                {m_source, 0, 0, "panels", say("must be %1 pictures at most", kMostPanels), {}});
            return board;
        }
        for (std::size_t i = 0; has("panels." + std::to_string(i) + "."); ++i)
            board.panels.push_back(panel("panels." + std::to_string(i) + "."));
        ProblemLog log;
        for (std::size_t i = 0; i < m_document.size(); ++i)
            if (const DocumentEntry& entry = m_document[i]; !m_read[i] && !entry.isNull())
                log.add({m_source, entry.line, entry.column, entry.key, say("is no key of a board"),
                         entry.text()});
        if (!log.empty()) append(problems, log.take());
        if (board.panels.empty() && problems.empty() && !m_inSession)
            problems.push_back({m_source, 1, 1, "panels", say("must name a picture at least"), {}});
        return board;
    }

    Problems problems;

private:
    BoardPanel panel(const std::string& prefix) {
        BoardPanel panel;
        panel.view = text(prefix + "view");
        panel.preset = text(prefix + "preset");
        panel.file = text(prefix + "file");
        panel.pin = pin(prefix + "pin");
        panel.set = list(prefix + "set");
        panel.choices = list(prefix + "choices");
        panel.options = list(prefix + "options");
        panel.range = text(prefix + "range");
        panel.title = text(prefix + "title");
        panel.note = text(prefix + "note");
        panel.from = text(prefix + "from");
        panel.columns = static_cast<int>(number(prefix + "columns", panel.columns, 1, 8, true));
        panel.heightMm = number(prefix + "height_mm", panel.heightMm, 20, 1000);
        if (has(prefix + "from.")) panel.base = scenario(prefix + "from.");
        const DocumentEntry& first = firstOf(prefix);
        if (has(prefix + "scenario.")) panel.scenario = scenario(prefix + "scenario.");
        if (panel.view.empty()) complain(first, say("needs a view, as \"memory\""), prefix + "view");
        const int sources = (panel.preset.empty() ? 0 : 1) + (panel.file.empty() ? 0 : 1) +
                            (panel.scenario ? 1 : 0) + (panel.pin ? 1 : 0);
        if (panel.pin && !m_inSession)
            complain(first, say("is of a session alone: name preset, file or scenario"), prefix + "pin");
        else if (sources != 1)
            complain(first, say("needs one of preset, file and scenario"), prefix + "preset");
        for (const auto& [key, settings] :
             {std::pair{"set", &panel.set}, std::pair{"choices", &panel.choices},
              std::pair{"options", &panel.options}})
            for (const std::string& each : *settings)
                if (const std::size_t at = each.find('='); at == std::string::npos || at == 0)
                    complain(first, say("must be key=value, got \"%1\"", each), prefix + key);
        return panel;
    }
    std::optional<int> pin(const std::string& key) {
        const DocumentEntry* entry = take(key);
        if (!entry || entry->isNull()) return std::nullopt;
        if (entry->text() == "this") return kThisScenario;
        const std::optional<double> mark = parseNumber(entry->text());
        if (mark && *mark >= 0 && *mark < 1000 && *mark == std::floor(*mark)) return static_cast<int>(*mark);
        complain(*entry, say("must be \"this\" or the mark of a pin"));
        return kThisScenario;
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
        const auto at = m_places.lower_bound(prefix);
        return at != m_places.end() && at->first.starts_with(prefix);
    }
    std::string text(const std::string& key) {
        const DocumentEntry* entry = take(key);
        if (!entry) return {};
        if (entry->list)
            complain(*entry, say("must be a text, not a list"));
        else if (characterCount(entry->text()) > kLongestText)
            problems.push_back({m_source,
                                entry->line,
                                entry->column,
                                key,
                                say("must be %1 characters at most", kLongestText),
                                {}});
        return entry->text();
    }
    std::vector<std::string> list(const std::string& key) {
        const DocumentEntry* entry = take(key);
        return entry ? entry->values : std::vector<std::string>();
    }
    /// A list, or one text.
    std::vector<std::string> texts(const std::string& key) {
        std::vector<std::string> all = list(key);
        if (all.size() > kMostPoints)
            problems.push_back({m_source, 0, 0, key, say("must be %1 points at most", kMostPoints), {}});
        for (const std::string& one : all)
            if (characterCount(one) > kLongestText) {
                problems.push_back(
                    {m_source, 0, 0, key, say("must be %1 characters at most", kLongestText), {}});
                break;
            }
        std::erase(all, std::string());
        return all;
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
        const auto at = m_places.find(key);
        if (at == m_places.end()) return nullptr;
        m_read[at->second] = true;
        return &m_document[at->second];
    }
    void complain(const DocumentEntry& entry, Message rule, const std::string& key = {}) {
        problems.push_back({m_source, entry.line, entry.column, key.empty() ? entry.key : key,
                            std::move(rule), key.empty() ? entry.text() : std::string()});
    }

    const Document& m_document;
    const std::string& m_source;
    bool m_inSession;
    std::vector<bool> m_read;
    std::map<std::string_view, std::size_t> m_places; ///< of the keys
};

} // namespace

Result<BoardFile> readBoard(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    BoardReader reader(*document, source, false);
    reader.schema();
    BoardFile board = reader.board();
    if (!reader.problems.empty()) return std::move(reader.problems);
    return board;
}

BoardFile sessionBoard(const Document& part, const std::string& source, Problems& problems) {
    BoardReader reader(part, source, true);
    BoardFile board = reader.board();
    append(problems, std::move(reader.problems));
    return board;
}

std::string boardText(const BoardFile& board) {
    Document document = boardDocument(board);
    document.insert(document.begin(), {"schema", {std::string(kBoardSchema)}, false, 0, 0, false});
    return documentText(document);
}

Document boardDocument(const BoardFile& board) {
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
    text("title", board.title);
    text("note", board.note);
    number("columns", board.columns, plain.columns);
    number("width_mm", board.widthMm, plain.widthMm);
    number("height_mm", board.heightMm, plain.heightMm);
    number("font_pt", board.fontPt, plain.fontPt);
    flag("letters", board.letters, plain.letters);
    flag("lock_ranges", board.lockRanges, plain.lockRanges);
    flag("one_legend", board.oneLegend, plain.oneLegend);
    flag("dark", board.dark, plain.dark);
    text("decision.question", board.decision.question);
    text("decision.answer", board.decision.answer);
    list("decision.assumptions", board.decision.assumptions);
    list("decision.open", board.decision.open);
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        const BoardPanel& panel = board.panels[i];
        const std::string prefix = "panels." + std::to_string(i) + ".";
        text(prefix + "view", panel.view);
        text(prefix + "preset", panel.preset);
        text(prefix + "file", panel.file);
        if (panel.pin) put(prefix + "pin", *panel.pin < 0 ? "this" : std::to_string(*panel.pin));
        list(prefix + "set", panel.set);
        list(prefix + "choices", panel.choices);
        list(prefix + "options", panel.options);
        text(prefix + "range", panel.range);
        text(prefix + "title", panel.title);
        text(prefix + "note", panel.note);
        number(prefix + "columns", panel.columns, 1);
        number(prefix + "height_mm", panel.heightMm, 0);
        text(prefix + "from", panel.from);
        const auto written = [&](const char* key, const Scenario& scenario) {
            for (DocumentEntry entry : scenarioDocument(scenario)) {
                entry.key.insert(0, prefix + key);
                document.push_back(std::move(entry));
            }
        };
        if (panel.base) written("from.", *panel.base);
        if (panel.scenario) written("scenario.", *panel.scenario);
    }
    return document;
}

} // namespace moe
