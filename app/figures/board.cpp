// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/board.h"

#include "app/files/catalog_loader.h"
#include "app/session/session_store.h"
#include "models/engine/answer/answer.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/items/compare_table_model.h"
#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/asking_view.h"
#include "ui/export/common_axes.h"

#include <QDir>

#include <algorithm>
#include <map>
#include <utility>

namespace moe::app {
namespace {

QString shownText(const std::string& text) {
    return items::printableText(QString::fromStdString(text), Breaks::Kept);
}

std::string panelKey(std::size_t panel, const char* key) {
    return "panels." + std::to_string(panel) + "." + key;
}

/// Problems of a panel's scenario at the key that gave it.
Problems at(Problems problems, const std::string& key) {
    for (Problem& problem : problems) {
        problem.source = key + (problem.source.empty() ? "" : " " + problem.source);
        problem.cures.clear();
    }
    return problems;
}

Result<Scenario> openedScenario(const BoardPanel& panel, std::size_t index, const QString& folder,
                                const Catalog& catalog) {
    if (panel.scenario) return *panel.scenario;
    if (panel.file.empty()) {
        if (const ScenarioPreset* preset = catalog.preset(panel.preset)) return preset->scenario;
        std::string names;
        for (const ScenarioPreset& one : catalog.presets) names += (names.empty() ? "" : ", ") + one.key;
        return Problem{
            .key = panelKey(index, "preset"), .rule = say("must be one of %1", names), .value = panel.preset};
    }
    const QString path = QDir(folder).filePath(QString::fromStdString(panel.file));
    const Result<std::string> text = scenarioTextOf(path);
    if (!text) return at(text.error(), panelKey(index, "file"));
    Result<Scenario> read = scenarioOfText(*text, path, catalog, Between::Unchecked);
    if (!read) return at(read.error(), panelKey(index, "file"));
    return read;
}

/// What a panel's differences are taken against, checked; nothing: it says none.
Result<std::optional<Scenario>> baseOfPanel(const BoardPanel& panel, std::size_t index, const QString& folder,
                                            const Catalog& catalog) {
    BoardPanel of = panel;
    if (panel.base) {
        of.scenario = panel.base;
    } else if (!panel.from.empty()) {
        of.scenario.reset();
        of.preset = catalog.preset(panel.from) ? panel.from : std::string();
        of.file = of.preset.empty() ? panel.from : std::string();
    } else if (panel.set.empty()) {
        return std::optional<Scenario>();
    }
    Result<Scenario> opened = openedScenario(of, index, folder, catalog);
    Problems problems = opened ? validate(*opened, catalog) : opened.error();
    const bool asked = panel.base || !panel.from.empty();
    if (problems.empty()) return std::optional(std::move(opened).value());
    if (!asked) return std::optional<Scenario>(); // what `set` mends is no beginning
    return at(std::move(problems), panelKey(index, "from"));
}

/// With what the panel sets.
Result<Scenario> scenarioOfPanel(const BoardPanel& panel, std::size_t index, const QString& folder,
                                 const Catalog& catalog) {
    Result<Scenario> opened = openedScenario(panel, index, folder, catalog);
    if (!opened) return opened;
    Result<Scenario> made = panelScenario(std::move(opened).value(), panel, catalog);
    if (!made) return at(made.error(), "panels." + std::to_string(index));
    return made;
}

} // namespace

Result<Scenario> panelScenario(Scenario scenario, const BoardPanel& panel, const Catalog& catalog) {
    Problems problems;
    for (const std::string& assignment : panel.set) {
        const std::size_t equals = assignment.find('=');
        append(problems, setField(scenario, assignment.substr(0, equals), assignment.substr(equals + 1)));
    }
    if (problems.empty()) problems = validate(scenario, catalog);
    if (!problems.empty()) return problems;
    return scenario;
}

void choosePanel(const BoardPanel& panel, FigureInputs& inputs) {
    for (const std::string& option : panel.options) {
        const std::size_t equals = option.find('=');
        inputs.arguments[QString::fromStdString(option.substr(0, equals))] =
            QString::fromStdString(option.substr(equals + 1));
    }
    for (const std::string& choice : panel.choices) inputs.choices << QString::fromStdString(choice);
}

QString panelRange(const BoardFile& board, const BoardPanel& panel) {
    if (!panel.range.empty() || !board.lockRanges) return QString::fromStdString(panel.range);
    for (const BoardPanel& other : board.panels)
        if (other.view == panel.view && !other.range.empty()) return QString::fromStdString(other.range);
    return {};
}

QString panelTitle(const BoardPanel& panel, const QString& scenario, Side side) {
    if (!panel.title.empty()) return shownText(panel.title);
    const ui::ViewRow* row = ui::findView(QString::fromStdString(panel.view), side);
    const QString view = row ? items::tableText(row->title) : shownText(panel.view);
    QStringList of;
    if (!scenario.isEmpty()) of << scenario;
    for (const std::string& assignment : panel.set) of << items::shownName(assignment);
    return of.isEmpty() ? view : QStringLiteral("%1 – %2").arg(view, of.join(QStringLiteral(", ")));
}

QString panelTitle(const BoardPanel& panel, const QString& scenario, const ui::ReportView& view, Side side) {
    const QString title = panelTitle(panel, scenario, side), from = view.beginning();
    return from.isEmpty() || !panel.title.empty() ? title : items::Words::tr("%1, from %2").arg(title, from);
}

QString panelNote(const BoardPanel& panel) {
    return shownText(panel.note);
}

QString pinnedName(int mark, const std::string& name) {
    return QStringLiteral("%1 · %2").arg(items::markLetter(std::size_t(mark)), items::shownName(name));
}

void writeBeginning(BoardPanel& panel, const ui::ReportView& view, const ReportPtr& base) {
    const auto differs = [](const std::string& choice) { return choice.ends_with("=difference"); };
    if (base && !panel.base && std::any_of(panel.choices.begin(), panel.choices.end(), differs))
        panel.base = base->scenario;
    const auto* asking = dynamic_cast<const ui::AskingView*>(&view);
    const ui::Question question = asking ? asking->question() : ui::Question();
    if (!question.from || !question.report || view.beginning().isEmpty()) return;
    panel.base = question.from->scenario;
    panel.from.clear();
    if (panel.scenario != question.report->scenario) panel.set.clear(); // it was of another
    panel.scenario = question.report->scenario;
    panel.preset.clear();
    panel.file.clear();
    panel.pin.reset();
    std::erase_if(panel.choices, [](const std::string& choice) {
        return choice.starts_with("from=") || choice.starts_with("to=");
    });
}

Result<BoardFile> boardWrittenOut(const BoardFile& board, const QString& folder, const Catalog& catalog) {
    BoardFile written = board;
    Problems problems;
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        const Result<Scenario> scenario = scenarioOfPanel(board.panels[i], i, folder, catalog);
        if (!scenario) append(problems, scenario.error());
        if (!scenario) continue;
        BoardPanel& panel = written.panels[i];
        const Result<std::optional<Scenario>> base = baseOfPanel(panel, i, folder, catalog);
        if (!base) {
            append(problems, base.error());
            continue;
        }
        panel.base = *base;
        panel.from.clear();
        panel.scenario = *scenario;
        panel.preset.clear();
        panel.file.clear();
    }
    if (!problems.empty()) return problems;
    return written;
}

/// As the window compares them.
static BoardSurroundings surroundingsOf(const SessionFile& session, const Catalog& catalog) {
    BoardSurroundings around;
    const Scenario base = lookedAt(session.base, session.side);
    if (brokenRules(base, catalog).empty())
        around.base = std::make_shared<const Report>(evaluate(base, catalog, Detail::Full));
    for (const Pin& pin : restoredSession(session, catalog).state.pins) {
        CompareEntry seen = *pin.entry;
        seen.content.scenario = lookedAt(seen.content.scenario, session.side);
        if (!brokenRules(seen.content.scenario, catalog).empty()) continue;
        ComparedColumn column = comparedColumn(seen, catalog);
        column.name = pin.name;
        column.mark = pin.mark;
        around.columns.push_back(std::make_shared<const ComparedColumn>(std::move(column)));
    }
    return around;
}

Result<SessionBoard> boardOfSession(const SessionFile& session, const Catalog& catalog) {
    BoardFile board = session.board;
    const Scenario base = lookedAt(session.base, session.side); // as the window has it of every panel
    Problems problems;
    if (board.panels.empty())
        problems.push_back(
            {.key = "board", .rule = say("is not in this session: no picture was put on one")});
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        BoardPanel& panel = board.panels[i];
        if (!panel.pin) continue;
        const int mark = *panel.pin;
        const auto pin = std::find_if(session.pins.begin(), session.pins.end(),
                                      [&](const SessionPin& one) { return one.mark == mark; });
        if (mark == kThisScenario) {
            panel.scenario = lookedAt(session.scenario, session.side);
        } else if (pin == session.pins.end()) {
            problems.push_back({.key = panelKey(i, "pin"),
                                .rule = say("must be the mark of a pin of the session"),
                                .value = std::to_string(mark)});
        } else if (!pin->log.path.empty()) {
            problems.push_back({.key = panelKey(i, "pin"), .rule = say("is a training log, not a scenario")});
        } else {
            panel.scenario = lookedAt(pin->scenario, session.side);
            panel.title =
                panelTitle(panel, pinnedName(mark, pin->name), shownSide(*panel.scenario)).toStdString();
            panel.pin.reset();
            if (!panel.base && panel.from.empty() && brokenRules(base, catalog).empty()) panel.base = base;
        }
    }
    if (!problems.empty()) return problems;
    return SessionBoard{std::move(board), surroundingsOf(session, catalog)};
}

Result<SessionBoard> boardOfText(const std::string& text, const QString& path, const Catalog& catalog) {
    const std::string source = path.toStdString();
    if (!schemaOf(text).starts_with("moe-explorer/session/")) {
        const Result<BoardFile> read = readBoard(text, source);
        return read ? Result<SessionBoard>(SessionBoard{*read, {}}) : Result<SessionBoard>(read.error());
    }
    const Result<SessionFile> session = readSession(text, source);
    if (!session) return session.error();
    Result<SessionBoard> board = boardOfSession(*session, catalog);
    if (board) return board;
    Problems problems = board.error();
    for (Problem& problem : problems) problem.source = source;
    return problems;
}

ui::BoardPage emptyPage(const BoardFile& board) {
    ui::BoardPage page;
    page.title = shownText(board.title);
    page.note = shownText(board.note);
    page.columns = board.columns;
    page.widthMm = board.widthMm;
    page.heightMm = board.heightMm;
    page.fontPt = board.fontPt;
    page.letters = board.letters;
    page.oneLegend = board.oneLegend;
    page.dark = board.dark;
    return page;
}

bool sharesAxes(const BoardFile& board, const BoardPanel& panel) {
    const auto of = [&](const BoardPanel& other) { return other.view == panel.view; };
    return board.lockRanges && std::count_if(board.panels.begin(), board.panels.end(), of) > 1 &&
           std::none_of(board.panels.begin(), board.panels.end(),
                        [&](const BoardPanel& other) { return of(other) && !other.range.empty(); });
}

void drawInto(ui::BoardPicture& picture, ui::ReportView& view, const ui::BoardPage& page,
              const std::vector<ui::LegendKey>& elsewhere) {
    ui::FigureFile file;
    const QSizeF size = ui::boardPictureMm(page, picture);
    file.style.widthMm = size.width();
    file.style.heightMm = size.height();
    if (page.oneLegend) {
        file.style.shared = std::make_shared<ui::SharedLegend>();
        file.style.shared->elsewhere = elsewhere;
    }
    file.style.fontPt = page.fontPt;
    file.style.dark = page.dark;
    const Result<ui::DrawnFigure> drawn = ui::drawnFigure(view, file);
    if (drawn) {
        picture.strokes = drawn->strokes;
        picture.keys = file.style.shared ? file.style.shared->keys : std::vector<ui::LegendKey>();
    } else
        picture.reason = QString::fromStdString(toString(drawn.error().front().rule));
}

std::vector<ui::LegendKey> leftToPage(const ui::BoardPicture& picture,
                                      const std::vector<ui::LegendKey>& legend) {
    std::vector<ui::LegendKey> left;
    for (const ui::LegendKey& key : legend)
        if (std::find(picture.keys.begin(), picture.keys.end(), key) != picture.keys.end())
            left.push_back(key);
    return left;
}

void drawPanels(ui::BoardPage& page, const BoardFile& board,
                const std::vector<std::unique_ptr<ui::ReportView>>& views) {
    std::map<std::string, QStringList> axes; // of every view that shares them
    for (std::size_t i = 0; i < views.size(); ++i) {
        const bool common = sharesAxes(board, board.panels[i]);
        if (common) ui::holdOwnAxes(*views[i]);
        drawInto(page.pictures[i], *views[i], page);
        if (common) axes[board.panels[i].view] << ui::ownAxes(*views[i]);
        page.pictures[i].summary = views[i]->summary();
        page.pictures[i].csv = views[i]->csv();
    }
    const std::vector<ui::LegendKey> legend = ui::boardLegend(page);
    for (std::size_t i = 0; i < views.size(); ++i) {
        const std::vector<ui::LegendKey> left = leftToPage(page.pictures[i], legend);
        const QString all = ui::commonAxes(axes[board.panels[i].view]);
        const bool stays = all.isEmpty() || ui::ownAxes(*views[i]) == all;
        if (stays && left.empty()) continue;
        if (!stays) views[i]->setRange(all);
        drawInto(page.pictures[i], *views[i], page, left);
    }
}

ui::BoardDecision shownDecision(const DecisionRecord& decision, const Report* report) {
    ui::BoardDecision shown;
    if (decision.empty()) return shown;
    shown.question = shownText(decision.question);
    shown.answer = shownText(decision.answer);
    if (decision.answer.empty() && report) {
        QStringList sentences;
        for (const Answer& answer : answersOf(*report)) sentences << items::sentenceText(answer.sentence());
        shown.answer = sentences.join(QLatin1Char('\n'));
    }
    for (const std::string& one : decision.assumptions) shown.assumptions << shownText(one);
    for (const std::string& one : decision.open) shown.open << shownText(one);
    return shown;
}

/// One that needs no session.
static BoardFile standalone(BoardFile board, const std::vector<std::unique_ptr<ui::ReportView>>& views,
                            const ReportPtr& base) {
    for (std::size_t i = 0; i < board.panels.size(); ++i)
        if (std::exchange(board.panels[i].pin, std::nullopt))
            writeBeginning(board.panels[i], *views[i], base);
    return board;
}

Result<ui::BoardPage> boardPage(const BoardFile& board, const QString& folder, const CatalogPtr& catalog,
                                const BoardSurroundings& around) {
    ui::BoardPage page = emptyPage(board);
    Problems problems;
    std::vector<std::pair<Scenario, ReportPtr>> known;
    ReportPtr first;
    std::vector<std::unique_ptr<ui::ReportView>> views;
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        const BoardPanel& panel = board.panels[i];
        const Result<Scenario> scenario = scenarioOfPanel(panel, i, folder, *catalog);
        if (!scenario) append(problems, scenario.error());
        const Side side = scenario ? shownSide(*scenario) : Side::Training;
        const ui::ViewRow* row = ui::findView(QString::fromStdString(panel.view), side);
        if (!row) {
            std::string names;
            for (const ui::ViewRow* one : ui::viewsOf(side))
                names += (names.empty() ? "" : ", ") + std::string(one->key);
            problems.push_back(
                {.key = panelKey(i, "view"), .rule = say("must be one of %1", names), .value = panel.view});
        }
        if (!row || !scenario) continue;
        const auto same =
            std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == *scenario; });
        FigureInputs inputs;
        inputs.catalog = catalog;
        inputs.report = same != known.end()
                            ? same->second
                            : std::make_shared<const Report>(evaluate(*scenario, *catalog, Detail::Full));
        if (same == known.end()) known.emplace_back(*scenario, inputs.report);
        if (panel.pin == kThisScenario) {
            inputs.base = around.base;
            if (row->pins) inputs.columns = around.columns;
        }
        const Result<std::optional<Scenario>> base = baseOfPanel(panel, i, folder, *catalog);
        if (!base)
            append(problems, base.error());
        else if (*base)
            inputs.base = std::make_shared<const Report>(evaluate(**base, *catalog, Detail::Full));
        if (!first) first = inputs.report;
        choosePanel(panel, inputs);
        ui::BoardPicture picture;
        picture.note = panelNote(panel);
        picture.columns = panel.columns;
        picture.heightMm = panel.heightMm;
        Result<std::unique_ptr<ui::ReportView>> view = figureView(*row, inputs);
        if (!view) {
            append(problems, at(view.error(), "panels." + std::to_string(i)));
            continue;
        }
        picture.title = panelTitle(panel, items::shownName(scenario->name), **view, side);
        if (const QString range = panelRange(board, panel); !range.isEmpty()) {
            const QString before = (*view)->range();
            (*view)->setRange(range);
            if (!panel.range.empty() && (*view)->range() == before && before != range)
                problems.push_back({.key = panelKey(i, "range"),
                                    .rule = say("is no part that this view can show alone"),
                                    .value = panel.range});
        }
        page.pictures.push_back(std::move(picture));
        views.push_back(std::move(view).value());
    }
    if (!problems.empty()) return problems;
    page.decision = shownDecision(board.decision, first.get());
    drawPanels(page, board, views);
    page.file = QByteArray::fromStdString(boardText(standalone(board, views, around.base)));
    return page;
}

} // namespace moe::app
