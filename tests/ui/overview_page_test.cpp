// SPDX-License-Identifier: GPL-3.0-or-later
// The Overview asks what its knobs and chips say, keeps the state before an edit, and shows what it is given.

#include "models/engine/evaluate.h"
#include "models/engine/overview/overview.h"
#include "tests/engine/cases.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/view_fixture.h"
#include "ui/form/value_slider.h"
#include "ui/overview/overview_knobs.h"
#include "ui/overview/overview_page.h"
#include "ui/theme.h"

#include <QLineEdit>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

CatalogPtr presetCatalog() {
    static const CatalogPtr catalog = [] {
        auto made = std::make_shared<Catalog>(numbersCatalog());
        made->presets.push_back({"qwen3-30b-a3b", "Qwen3-30B-A3B", presetScenario("qwen3-30b-a3b")});
        return made;
    }();
    return catalog;
}

/// The page with its window's part played by the test.
struct Desk {
    OverviewPage page;
    std::vector<Scenario> edits;
    std::vector<int> gestures;

    explicit Desk(const Scenario& scenario, QSize size = {1600, 860}) {
        page.setAutoFillBackground(true);
        page.setPalette(windowPalette(false));
        page.resize(size);
        page.setCatalog(presetCatalog());
        page.setScenario(scenario);
        QObject::connect(&page, &OverviewPage::scenarioEdited, &page,
                         [this](const Scenario& next, const QString&, int gesture, bool) {
                             edits.push_back(next);
                             gestures.push_back(gesture);
                             page.setScenario(next);
                         });
        page.show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(&page)); }();
        QCoreApplication::processEvents();
    }
    /// As the worker does.
    void answer(bool served = false) {
        QCoreApplication::processEvents();
        const Question question = page.question();
        OverviewRequest request;
        request.scenario = question.report->scenario;
        if (question.from) request.before = question.from->scenario;
        request.knob = question.arguments[0].toStdString();
        Overview found = overview(request, *presetCatalog());
        if (served)
            addServed(
                found,
                [](const Scenario&, bool) {
                    ServedRate rate;
                    rate.highest = 20, rate.low = 15, rate.high = 25;
                    rate.bound = ServingBound::Tpot;
                    for (int i = 1; i <= 8; ++i)
                        rate.arrivals.push_back({3.0 * i, 0.004 * i, 0.003 * i, 0.005 * i});
                    return rate;
                },
                true);
        page.setAnswer({question, OverviewPtr(std::make_shared<const Overview>(std::move(found)))});
        page.grab();
    }
    /// A place of the rows or the head that a click reaches; null: none.
    const HitArea* hit(const Canvas& canvas, const QString& key) const {
        const auto found = std::find_if(canvas.hits().begin(), canvas.hits().end(),
                                        [&](const HitArea& one) { return one.key == key; });
        return found == canvas.hits().end() ? nullptr : &*found;
    }
    void click(Canvas& canvas, const QString& key) {
        const HitArea* place = hit(canvas, key);
        QVERIFY2(place, qPrintable(key));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, place->area.center().toPoint());
    }
};

Scenario start() {
    return *overviewStart(*presetCatalog());
}

} // namespace

class OverviewPageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void asksForTheScenario() {
        Desk desk(start());
        const Question question = desk.page.question();
        QCOMPARE(question.key, QString("overview"));
        QCOMPARE(question.arguments, (QStringList{"moe.experts", ""}));
        QVERIFY(question.report->scenario == start() && !question.from);
    }

    /// What is simulated is "…" until it is there.
    void saysWhatIsKnown() {
        Desk desk(start());
        desk.answer();
        QVERIFY2(desk.page.summary().contains("93.9 of 79.6 GiB"), qPrintable(desk.page.summary()));
        QVERIFY2(desk.page.summary().contains(QString::fromUtf8("…")), qPrintable(desk.page.summary()));
        desk.answer(true);
        QVERIFY2(desk.page.summary().contains("20 requests/s (15 to 25); TPOT binds"),
                 qPrintable(desk.page.summary()));
        QVERIFY(desk.page.csv().startsWith("moe.experts,"));
    }

    /// A knob asks anew at once, with the state before it; the page says the difference.
    void knobsKeepTheStateBefore() {
        Desk desk(start());
        desk.answer();
        FieldRow* row = desk.page.knobs().row("moe.experts");
        QVERIFY(row);
        emit row->edited(FieldValue(96.0), Motion::Drag);
        emit row->edited(FieldValue(64.0), Motion::Drag);
        QCOMPARE(desk.edits.size(), std::size_t(2));
        QCOMPARE(desk.gestures[0], desk.gestures[1]);
        QCoreApplication::processEvents();
        Question question = desk.page.question();
        QCOMPARE(question.arguments, (QStringList{"moe.experts", "live"}));
        QVERIFY(question.from && question.from->scenario == start()); // as the knob was pressed
        emit row->edited(FieldValue(64.0), Motion::Drop);
        QCoreApplication::processEvents();
        question = desk.page.question();
        QCOMPARE(question.arguments.value(1), QString());
        QVERIFY(question.from && question.from->scenario == start());
        desk.answer();
        const QString said = desk.page.head().accessibleDescription();
        QVERIFY2(said.contains("64 instead of 128") && said.contains("now fits"), qPrintable(said));
        // Back again is an edit whose state before is this one.
        desk.click(desk.page.head(), "act:back");
        QVERIFY(desk.edits.back() == start());
    }

    /// The mark on a curve is the slider: dragged to another point it takes that point's value.
    void theMarkIsDragged() {
        Desk desk(start());
        desk.answer();
        Canvas& rows = desk.page.rows();
        std::vector<HitArea> points; // of the loss, by place
        for (const HitArea& hit : rows.hits())
            if (hit.index >= 0 && hit.readOut.contains("128")) points.push_back(hit);
        QVERIFY(!points.empty());
        const HitArea own = points.front();
        const HitArea* other = nullptr;
        for (const HitArea& hit : rows.hits())
            if (hit.index >= 0 && hit.index / 1000 == own.index / 1000 && hit.readOut.contains(" 64:"))
                other = &hit;
        QVERIFY(other);
        const QPoint from = own.area.center().toPoint(), to = other->area.center().toPoint();
        QTest::mousePress(&rows, Qt::LeftButton, {}, from);
        QTest::mouseMove(&rows, to);
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QCOMPARE(desk.edits.back().moe->experts, Count(64));
        QTest::mouseRelease(&rows, Qt::LeftButton, {}, to);
        QCOMPARE(desk.edits.back().moe->experts, Count(64));
        for (const int gesture : desk.gestures) QCOMPARE(gesture, desk.gestures.front());
        QCoreApplication::processEvents();
        QCOMPARE(desk.page.question().arguments.value(1), QString()); // no longer live
        QVERIFY(desk.page.question().from && desk.page.question().from->scenario == start());
    }

    /// Another model has no state before.
    void openingForgetsTheStateBefore() {
        Desk desk(start());
        desk.answer();
        desk.page.setScenario(presetScenario("mixtral-8x7b"));
        QCoreApplication::processEvents();
        QVERIFY(!desk.page.question().from);
    }

    /// A scenario that breaks a rule is not asked about.
    void brokenRulesAreNotAsked() {
        Desk desk(start());
        desk.answer();
        Scenario broken = start();
        broken.parallel.ep = 7;
        desk.page.setProblems({{.key = "parallel.ep", .rule = say("must divide 128 experts")}});
        desk.page.setScenario(broken);
        QCoreApplication::processEvents();
        QVERIFY(desk.page.question().report->scenario == start());
        QVERIFY(desk.page.knobs().row("parallel.ep")->hasComplaint());
    }

    void chipsAreEditedInPlace() {
        Desk desk(start());
        desk.answer();
        desk.click(desk.page.rows(), "knob:serve.slo_tpot");
        auto* box = desk.page.rows().findChild<QLineEdit*>("serve.slo_tpot");
        QVERIFY(box);
        box->selectAll();
        QTest::keyClicks(box, "50 ms");
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QCOMPARE(*desk.edits.front().serve->sloTpot, 0.05);
        // What does not fit stays to be mended.
        desk.answer();
        desk.click(desk.page.rows(), "knob:serve.prompt");
        box = desk.page.rows().findChild<QLineEdit*>("serve.prompt");
        QVERIFY(box);
        box->selectAll();
        QTest::keyClicks(box, "few");
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QTest::keyClick(box, Qt::Key_Escape);
    }

    void picturesLeadToTheirRooms() {
        Desk desk(start());
        desk.answer(true);
        QSignalSpy wanted(&desk.page, &OverviewPage::roomWanted);
        for (const char* page : {"loss", "memory", "time", "latency", "placement"})
            desk.click(desk.page.rows(), QStringLiteral("page:") + page);
        QCOMPARE(wanted.size(), 5);
        QCOMPARE(wanted[0], (QVariantList{"model", "loss"}));
        QCOMPARE(wanted[1], (QVariantList{"train", "memory"}));
        QCOMPARE(wanted[3], (QVariantList{"serve", "latency"}));
    }

    /// The curves' numbers in place of the pictures, of the newest answer.
    void numbersAreATable() {
        Desk desk(start());
        const auto* table = desk.page.findChild<QTableView*>();
        QVERIFY(table && !table->isVisible());
        desk.answer();
        desk.click(desk.page.head(), "act:table");
        QVERIFY(table->isVisible() && !desk.page.rows().isVisible());
        QVERIFY(table->model()->rowCount() > 3);
        QCOMPARE(table->model()->headerData(0, Qt::Horizontal).toString(), QString("moe.experts"));
        QCOMPARE(desk.page.csv().count('\n'), qsizetype(table->model()->rowCount() + 1));
        desk.page.grab();
        desk.click(desk.page.head(), "act:table");
        QVERIFY(!table->isVisible() && desk.page.rows().isVisible());
    }

    void switchSetsBoth() {
        Desk desk(start());
        desk.answer();
        auto* fp8 = desk.page.knobs().findChild<QAbstractButton*>("fp8");
        QVERIFY(fp8 && !fp8->isChecked());
        fp8->click();
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QVERIFY(isFp8(desk.edits.front()) && desk.edits.front().precision.weights == DataType::Fp8);
        QCoreApplication::processEvents();
        QCOMPARE(desk.page.question().arguments.value(0), QString(kFp8Knob));
    }

    /// Also of models without experts, of one side alone, and in little room.
    void drawsWhateverThereIs_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<bool>("trains");
        QTest::addColumn<QSize>("size");
        for (const char* preset : {"qwen3-30b-a3b", "llama-3-8b", "deepseek-v3"})
            for (const QSize size : {QSize(1600, 860), QSize(1280, 620), QSize(700, 400)})
                QTest::addRow("%s %d", preset, size.width()) << QString(preset) << true << size;
        QTest::newRow("a server alone") << QString("qwen3-30b-a3b") << false << QSize(1280, 620);
    }
    void drawsWhateverThereIs() {
        QFETCH(QString, preset);
        QFETCH(bool, trains);
        QFETCH(QSize, size);
        Scenario scenario = presetScenario(preset.toStdString());
        if (!trains) scenario.train.reset();
        Desk desk(scenario, size);
        desk.answer();
        QCOMPARE(desk.page.summary().count('\n'), 2); // three answers
        QVERIFY(desk.page.knobs().row("model.hidden"));
        QCOMPARE(desk.page.knobs().row("moe.experts") != nullptr, scenario.moe.has_value());
        FigureStyle style;
        style.widthMm = 85, style.heightMm = 60;
        QImage paper(style.logicalSize().toSize(), QImage::Format_RGB32);
        desk.page.drawFigure(&paper, 1, style);
        QVERIFY(!paper.isNull());
    }

    /// A question takes a second line where its row has room for one, and never runs over the next row.
    void sentencesStayInTheirRows() {
        Desk desk(presetScenario("qwen3-30b-a3b-grpo"));
        desk.answer();
        for (const int height : {40, 60}) {
            DrawnTexts paper;
            FigureStyle style;
            style.widthMm = 85, style.heightMm = height;
            desk.page.drawFigure(&paper, 1, style);
            const qsizetype loss = paper.texts.indexOf("Loss"), answer = paper.texts.indexOf("→ ", loss);
            QVERIFY2(loss >= 0 && answer > loss, qPrintable(paper.texts.join('|')));
            const QSet<double> lines(paper.baselines.begin() + loss, paper.baselines.begin() + answer);
            QVERIFY2(lines.size() == (height == 40 ? 1 : 2), qPrintable(paper.texts.join('|')));
        }
    }

    /// Sentence and bars are of one step: both moments of memory, and the phases.
    void reinforcementIsDrawnAsItIsSaid() {
        const Scenario scenario = presetScenario("qwen3-30b-a3b-grpo");
        const Report report = evaluate(scenario, *presetCatalog(), Detail::Numbers);
        QVERIFY(report.rl.has_value());
        const auto text = [](Bytes bytes) { return QString::number(bytes / GiB, 'f', 1); };
        QVERIFY(text(report.rl->device()) != text(report.memory->device));
        Desk desk(scenario);
        desk.answer();
        QVERIFY2(desk.page.summary().contains(text(report.rl->device()) + " of "),
                 qPrintable(desk.page.summary()));
        DrawnTexts paper;
        FigureStyle style;
        style.widthMm = 300, style.heightMm = 180;
        desk.page.drawFigure(&paper, 1, style);
        const QString drawn = paper.texts.join('|');
        for (const QString& part :
             {QString("while sampling"), QString("while training"), QString("Rollout"), QString("Training")})
            QVERIFY2(drawn.contains(part), qPrintable(part + " in " + drawn));
        QVERIFY2(!drawn.contains("Optimizer"), qPrintable(drawn)); // a part of plain training
        QVERIFY(!paper.texts.contains(text(report.memory->device)));
        QString told;
        for (const Canvas* canvas : desk.page.findChildren<Canvas*>())
            for (const HitArea& hit : canvas->hits()) told += hit.readOut + '|';
        QVERIFY2(told.contains("Memory per GPU: " + text(report.rl->device())), qPrintable(told));
    }

    /// For the eye: as the mocks have it, after an edit.
    void pictures_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        QTest::newRow("overview") << false << QSize(1600, 900);
        QTest::newRow("overview-dark") << true << QSize(1600, 900);
        QTest::newRow("overview-small") << false << QSize(1280, 656);
    }
    void pictures() {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        Desk desk(start(), size);
        desk.answer(true);
        emit desk.page.knobs().row("moe.experts")->edited(FieldValue(64.0), Motion::Typed);
        desk.answer(true);
        savePicture(desk.page, dark, QLatin1String(QTest::currentDataTag()));
    }
};

MOE_TEST(OverviewPageTest)
#include "overview_page_test.moc"
