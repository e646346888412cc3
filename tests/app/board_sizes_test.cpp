// SPDX-License-Identifier: GPL-3.0-or-later
// Every picture as the panels of a board, at the sizes pages are printed at and in both languages: no text of
// the page, its one legend, its panels and its decision crosses another, leaves the page or is smaller than
// 5 pt.

#include "app/figures/board.h"
#include "app/work/answers.h"
#include "tests/app/figure_sizes.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"

#include <algorithm>
#include <optional>

using namespace moe;
using namespace moe::test;

class BoardSizesTest : public QObject {
    Q_OBJECT

    ShownScenarios m_shown;

    struct Panels {
        std::vector<std::unique_ptr<ui::ReportView>> views;
        std::vector<ReportPtr> reports;
    };

    /// Another scenario of the same model.
    Scenario changed(const Scenario& scenario) const {
        Scenario other = scenario;
        other.name += ", with twice as much in flight";
        if (other.train) other.train->microBatch *= 2;
        if (other.serve) other.serve->output *= 2;
        return validate(other, *m_shown.catalog).empty() ? other : scenario;
    }

    /// Two panels of one kind; none where it holds one sentence.
    Panels panelsOf(const ui::ViewRow& row, int side, const Shown& one, const Panels& answered) {
        const app::AnswerRow* answer = app::findAnswerRow(row.key);
        Panels panels;
        for (const bool second : {false, true}) {
            // A search takes long: both panels show the first's.
            const bool search = answer && answer->search;
            app::FigureInputs inputs;
            inputs.catalog = m_shown.catalog;
            inputs.report = m_shown.reportOf(one, Side(side));
            if (second && !search)
                inputs.report = std::make_shared<const Report>(
                    evaluate(changed(inputs.report->scenario), *m_shown.catalog, Detail::Full));
            m_shown.bring(row.key, inputs);
            if (!answered.views.empty()) inputs.shown = answered.views[second ? 1 : 0].get();
            if (answered.views.empty() && second && search) inputs.shown = panels.views[0].get();
            Result<std::unique_ptr<ui::ReportView>> view = app::figureView(row, inputs);
            if (!view || !(*view)->hasNumbers()) return {};
            panels.views.push_back(std::move(view).value());
            panels.reports.push_back(inputs.report);
        }
        return panels;
    }

    static BoardFile boardOf(const ui::ViewRow& row, const Size& size) {
        BoardFile board;
        board.title = "Which layout is to be trained, and what was it that decided between these two";
        board.note = "Everything on this page follows the scenario of the review; prices are of November.";
        board.widthMm = size.widthMm;
        board.heightMm = size.heightMm;
        board.fontPt = size.fontPt;
        board.decision = {"Which of the two layouts is taken for the run that begins in December?",
                          {},
                          {"Routing is as even as it was measured in the last run, within 15 %.",
                           "The network keeps 90 % of what its data sheet says."},
                          {"Is a checkpoint every 20 minutes enough?"}};
        BoardPanel panel;
        panel.view = row.key;
        panel.note = "As it was published; the second panel is the same model with twice as much in flight, "
                     "which is what the notes of the review asked for.";
        board.panels = {panel, panel};
        return board;
    }

    QStringList faultsOf(const ui::ViewRow& row, int side, const Size& size, const Panels& panels,
                         const QString& what) {
        const BoardFile board = boardOf(row, size);
        ui::BoardPage page = app::emptyPage(board);
        for (std::size_t i = 0; i < panels.views.size(); ++i) {
            ui::BoardPicture picture;
            picture.note = app::panelNote(board.panels[i]);
            picture.title =
                app::panelTitle(board.panels[i], QString::fromStdString(panels.reports[i]->scenario.name),
                                *panels.views[i], Side(side));
            page.pictures.push_back(std::move(picture));
        }
        app::drawPanels(page, board, panels.views);
        page.decision = app::shownDecision(board.decision, panels.reports.front().get());
        const QString file =
            QStringLiteral("board %1 %2 %3").arg(QLatin1String(row.key), QString::number(side), what);
        const ui::BoardPlaces places = ui::boardPlaces(page);
        QStringList faults =
            faultsOfPage(places.page, file, [&](QPainter& painter) { ui::paintBoard(painter, page); });
        faults +=
            faultsOfPage({places.page.width(), places.page.height() - places.decision}, "decision " + file,
                         [&](QPainter& painter) { ui::paintDecision(painter, page); });
        for (QString& fault : faults) fault.prepend(what + ": ");
        return faults;
    }

private slots:
    void everyBoardIsLegible_data() { addPictureRows(); }
    void everyBoardIsLegible() {
        QFETCH(QString, key);
        QFETCH(int, side);
        const ui::ViewRow& row = *ui::findView(key, Side(side));
        QStringList faults;
        bool drawn = false;
        for (const Shown& one : m_shown.shown()) {
            Panels first; // whose answers the second language shows
            for (const bool german : {false, true}) {
                std::optional<German> language;
                if (german) language.emplace();
                Panels panels = panelsOf(row, side, one, first);
                if (panels.views.empty()) break;
                drawn = true;
                for (const Size& size : kSizes)
                    faults += faultsOf(row, side, size, panels,
                                       QStringLiteral("%1 %2 %3")
                                           .arg(QLatin1String(one.name), QLatin1String(size.name),
                                                QLatin1String(german ? "de" : "en")));
                if (!german) first = std::move(panels);
            }
            if (drawn) break; // the first that fills it
        }
        if (!drawn) QSKIP("this picture holds one sentence of these scenarios");
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }
};

MOE_TEST(BoardSizesTest)
#include "board_sizes_test.moc"
