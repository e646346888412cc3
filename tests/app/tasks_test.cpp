// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody who meets the program wants of it, done by hand in the window, each step counted: a click, a
// drop of files, a field.

#include "app/window/window.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/files/scenario_file.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/compare/mine_view.h"
#include "ui/export/figure_dialog.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/split/split_view.h"
#include "ui/window/plan_sheet.h"
#include "ui/window/room_pages.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUrl>

using namespace moe;
using namespace moe::app;

namespace {

/// The window and a hand that counts.
struct Desk {
    Window window{shippedCatalog()};
    Session& session = window.session();
    int steps = 0;

    Desk() {
        window.widget().resize(1280, 720);
        window.widget().show();
    }
    bool settled() {
        return QTest::qWaitFor(
            [this] {
                return session.report() && session.report()->scenario == session.shown() && !session.busy();
            },
            30000);
    }
    bool opened(const char* name) {
        return QTest::qWaitFor([&] { return session.scenario().name == name; }, 20000) && settled();
    }
    bool open(const char* preset) { // before the task begins
        session.open(session.catalog()->preset(preset)->scenario, "open");
        return settled();
    }
    void drop(const QStringList& paths) {
        ++steps;
        QMimeData mime;
        QList<QUrl> urls;
        for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
        mime.setUrls(urls);
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window.widget(), &enter);
        QDropEvent event({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window.widget(), &event);
    }
    void choose(const QString& command) {
        ++steps;
        for (QAction* action : window.widget().findChildren<QAction*>())
            if (action->text().remove('&') == command) return action->trigger();
        QTest::qFail(qPrintable("there is no command " + command), __FILE__, __LINE__);
    }
    void press(QWidget& of, const QString& text) {
        ++steps;
        for (QPushButton* button : of.findChildren<QPushButton*>())
            if (button->text().remove('&') == text) return QTest::mouseClick(button, Qt::LeftButton);
        QTest::qFail(qPrintable("there is no button " + text), __FILE__, __LINE__);
    }
    void type(QLineEdit& box, const QString& text) {
        ++steps;
        box.setFocus();
        box.clear();
        QTest::keyClicks(&box, text);
        QTest::keyClick(&box, Qt::Key_Return);
    }
    /// MOE_FIGURES names a folder that takes pictures of the window, for the eye.
    void look(const char* name) {
        if (!qEnvironmentVariableIsSet("MOE_FIGURES")) return;
        QTest::qWait(300);
        window.widget().grab().save(
            QStringLiteral("%1/%2.png").arg(qEnvironmentVariable("MOE_FIGURES"), QLatin1String(name)));
    }
    /// In the dialog that is open.
    void saveAs(const QString& path) {
        ++steps;
        for (QWidget* top : QApplication::topLevelWidgets())
            for (auto* dialog : top->findChildren<QFileDialog*>()) {
                if (!dialog->isVisible()) continue;
                dialog->selectFile(path);
                QMetaObject::invokeMethod(dialog, "accept");
                return;
            }
        QFAIL("no dialog asks for a name");
    }
};

} // namespace

class TasksTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    static Scenario server(const Catalog& catalog, int tp) {
        Scenario scenario = catalog.preset("llama-3-8b")->scenario;
        scenario.train.reset();
        scenario.parallel = {};
        scenario.parallel.tp = tp;
        scenario.cluster.gpus = tp;
        scenario.name = tp == 1 ? "one GPU" : "two GPUs";
        scenario.serve.emplace();
        scenario.serve->engine = ServeEngine::Vllm;
        scenario.serve->concurrency = 8;
        return scenario;
    }
    /// As `vllm bench serve --save-result` writes it, of two GPUs that are 4 % slower than predicted.
    void writeBenchmark(const Catalog& catalog, int concurrency) const {
        BenchRun run;
        run.requests = 8 * concurrency, run.concurrency = concurrency;
        run.input = 500, run.output = 100;
        const Result<BenchFigures> figures = simulateBench(server(catalog, 2), run, catalog);
        QVERIFY(figures);
        write(QStringLiteral("c%1.json").arg(concurrency),
              QStringLiteral(R"({"backend": "vllm", "model_id": "meta-llama/Meta-Llama-3-8B-Instruct",
                "request_rate": "inf", "max_concurrency": %1, "duration": 10.0, "completed": %2,
                "total_input_tokens": %3, "total_output_tokens": %4, "output_throughput": %5,
                "mean_ttft_ms": %6, "median_ttft_ms": %7, "mean_tpot_ms": %8, "median_tpot_ms": %8})")
                  .arg(concurrency)
                  .arg(8 * concurrency)
                  .arg(8 * concurrency * 500)
                  .arg(8 * concurrency * 100)
                  .arg(figures->outputTokensPerSecond / 1.04)
                  .arg(1e3 * figures->ttftMean * 1.04)
                  .arg(1e3 * figures->ttftMedian * 1.04)
                  .arg(1e3 * figures->tpotMean * 1.04)
                  .toUtf8());
    }
    static QString labelsOf(const QWidget& widget) {
        QStringList texts;
        for (const QLabel* label : widget.findChildren<QLabel*>()) texts << label->text();
        return texts.join('\n');
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().remove("figure"); // settings are fresh
        const ShippedCatalog shipped = shippedCatalog();
        for (int tp : {1, 2})
            write(QStringLiteral("tp%1.yaml").arg(tp),
                  QByteArray::fromStdString(scenarioText(server(*shipped.catalog, tp))));
        writeBenchmark(*shipped.catalog, 4);
        writeBenchmark(*shipped.catalog, 8);
        write("profile.json", R"({"deviceProperties": [{"id": 0, "name": "NVIDIA H800"}], "traceEvents":[
            {"ph":"X","cat":"kernel","name":"nvjet_tst_128x256","ts":0,"dur":3000000,"args":{"device":0}},
            {"ph":"X","cat":"kernel","name":"ncclDevKernel_SendRecv","ts":2000000,"dur":2000000,"args":{"device":0}}]})");
    }

    /// A window of 1600 × 1000 begins with as many controls as a person can look over: buttons, sliders,
    /// fields, lists and tabs that can be seen. What is part of another one (the steps of a spin box) is not
    /// counted again.
    void fewControlsAreThereAtTheStart() {
        Desk desk;
        desk.window.widget().resize(1600, 1000);
        desk.window.widget().enterRoom(items::Room::Overview);
        QVERIFY(desk.settled());
        int controls = 0;
        for (const QWidget* one : desk.window.widget().findChildren<QWidget*>()) {
            if (!one->isVisible()) continue;
            if (const auto* tabs = qobject_cast<const QTabBar*>(one)) controls += tabs->count();
            const bool part = qobject_cast<const QAbstractSpinBox*>(one->parentWidget()) ||
                              qobject_cast<const QComboBox*>(one->parentWidget()) ||
                              qobject_cast<const QTabBar*>(one->parentWidget());
            const bool bar = qobject_cast<const QScrollBar*>(one);
            const bool control = qobject_cast<const QAbstractButton*>(one) ||
                                 qobject_cast<const QAbstractSlider*>(one) ||
                                 qobject_cast<const QAbstractSpinBox*>(one) ||
                                 qobject_cast<const QComboBox*>(one) || qobject_cast<const QLineEdit*>(one);
            controls += control && !part && !bar ? 1 : 0;
        }
        for (const QAction* menu : desk.window.widget().menuBar()->actions())
            controls += menu->isVisible() ? 1 : 0;
        QVERIFY2(controls > 20 && controls <= 60, qPrintable(QString::number(controls)));
    }

    /// From the start: an example asks it. One answer, in the sentence and on the page.
    void howManyRequestsASecond() {
        Desk desk;
        desk.window.widget().resize(1600, 1000); // room for the examples beside the three answers
        desk.window.widget().enterRoom(items::Room::Overview);
        QVERIFY(desk.settled());
        QPushButton* card = nullptr;
        for (QPushButton* each : desk.window.widget().findChildren<QPushButton*>())
            if (each->accessibleName().startsWith("How many requests?")) card = each;
        QVERIFY(card);
        ++desk.steps;
        card->click();
        QTRY_VERIFY(desk.session.scenario().serve && desk.session.scenario().serve->sloTtft == 1.0);
        QVERIFY(desk.session.scenario().serve->sloTpot == 0.03);
        auto* sentence = desk.window.widget().findChild<ui::SentenceBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(sentence->isWhole() && sentence->text().contains("requests/s"), 90000);
        QCOMPARE(desk.window.widget().room(), items::Room::Serve);
        QVERIFY(desk.steps <= 4);
        QVERIFY2(sentence->text().contains("7.") && sentence->text().contains("TPOT"),
                 qPrintable(sentence->text()));
        desk.look("requests");
    }

    /// The plan sheet with one field filled in says what is fastest with room to spare, and why not what is
    /// there.
    void isThereAFasterLayoutWithHeadroom() {
        Desk desk;
        ++desk.steps;
        QVERIFY(desk.open("deepseek-v3"));
        desk.choose("Plan…");
        ui::PlanSheet* sheet = desk.window.plans().sheet();
        QVERIFY(sheet);
        QDoubleSpinBox* headroom = nullptr;
        for (QDoubleSpinBox* box : sheet->findChildren<QDoubleSpinBox*>())
            if (box->isVisible() && box->suffix().contains('%')) headroom = box;
        QVERIFY(headroom);
        ++desk.steps;
        headroom->setValue(10);
        desk.press(*sheet, "Find plans");
        QVERIFY(desk.steps <= 5);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->table()->topLevelItemCount() > 0, 90000);
        QVERIFY2(sheet->details().contains("Why not the scenario as it is?"), qPrintable(sheet->details()));
        QVERIFY2(sheet->details().contains("too little head-room"), qPrintable(sheet->details()));
        desk.look("headroom");
    }

    void whichOfTwoServersIsNearerToWhatWasMeasured() {
        Desk desk;
        desk.drop({path("tp1.yaml")});
        QVERIFY(desk.opened("one GPU"));
        desk.choose("Pin this scenario");
        desk.drop({path("tp2.yaml")});
        QVERIFY(desk.opened("two GPUs"));
        desk.drop({path("c4.json"), path("c8.json")});
        QVERIFY(desk.steps <= 6);
        ui::RoomPages& pages = desk.window.widget().views();
        QTRY_COMPARE(pages.currentKey(), QString("mine")); // where the answer is
        auto* view = qobject_cast<ui::MineView*>(pages.currentView());
        QVERIFY(view);
        QTRY_VERIFY_WITH_TIMEOUT(view->shown() && !view->shown()->nearest.isEmpty(), 90000);
        const QString said = labelsOf(*view);
        QVERIFY2(said.contains("Nearest to what was measured is this scenario, 3.8 % off"), qPrintable(said));
        QVERIFY2(said.contains("A · "), qPrintable(said));
        desk.look("nearest");
        // And beside the prediction, on one axis.
        desk.window.widget().showTab("latency");
        QVERIFY(desk.settled());
        QTRY_VERIFY_WITH_TIMEOUT(pages.showsOwn(), 20000);
        pages.split(ui::kSplitOwn);
        ui::SplitView* split = pages.currentSplit();
        QVERIFY(split);
        QVERIFY2(split->table().why.startsWith("B was measured: TPOT, mean"), qPrintable(split->table().why));
        QVERIFY2(split->table().why.contains("4 % more than predicted"), qPrintable(split->table().why));
        desk.look("beside");
        // Another machine is not what ran: its picture stands alone again.
        Scenario larger = desk.session.scenario();
        larger.model.layers *= 2;
        desk.session.edit(larger, "edit");
        QVERIFY(desk.settled());
        QTRY_VERIFY(!pages.currentSplit());
    }

    /// The same answer without a window.
    void theCommandSaysWhichIsNearer() {
        const QStringList files{path("c4.json"), path("c8.json")};
        const test::Outcome said = test::explorer(
            QStringList{"fit", "--scenario", path("tp1.yaml"), "--beside", path("tp2.yaml")} + files);
        QVERIFY2(said.code == 0, qPrintable(said.err));
        QVERIFY2(said.out.contains("Nearest to what was measured is tp2, 3.8 % off at the median of"),
                 qPrintable(said.out));
        QVERIFY2(said.out.contains("tp1 is "), qPrintable(said.out));
        const test::Outcome json =
            test::explorer(QStringList{"fit", "--scenario", path("tp1.yaml"), "--beside", path("tp2.yaml"),
                                       "--format", "json"} +
                           files);
        QVERIFY2(json.out.contains("\"nearest\": \"tp2\""), qPrintable(json.out));
        QCOMPARE(
            test::explorer(QStringList{"fit", "--scenario", path("tp1.yaml"), "--beside", "nothing"} + files)
                .code,
            1);
        QCOMPARE(test::explorer(QStringList{"fit", "--scenario", path("tp1.yaml"), "--beside",
                                            path("tp2.yaml"), "-o", path("mine.yaml")} +
                                files)
                     .code,
                 2);
    }

    /// A measurement is B of the pictures that show it, and of no others.
    void aBenchmarkStandsBesideAPicture() {
        const QString figure = path("beside.svg"), csv = path("beside.csv");
        const QStringList scenario{"--scenario", path("tp1.yaml")};
        const test::Outcome made = test::explorer(
            QStringList{"render", "latency", "--beside", path("c8.json"), "-o", figure, "--csv", csv} +
            scenario);
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QFile drawn(figure), numbers(csv);
        QVERIFY(drawn.open(QIODevice::ReadOnly) && numbers.open(QIODevice::ReadOnly));
        const QByteArray text = drawn.readAll();
        QVERIFY(text.contains("c8.json, measured") && text.contains("B \xE2\x88\x92 A"));
        const QByteArray table = numbers.readAll();
        QVERIFY2(table.contains("\"TPOT, mean\""), table.constData());
        const test::Outcome both = test::explorer(QStringList{"render", "load", "--beside", path("c4.json"),
                                                              "--beside", path("c8.json"), "-o", figure} +
                                                  scenario);
        QVERIFY2(both.code == 0, qPrintable(both.err));
        const test::Outcome none = test::explorer(
            QStringList{"render", "energy", "--beside", path("c8.json"), "-o", figure} + scenario);
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("a measurement that this picture does not show") &&
                     none.err.contains("latency"),
                 qPrintable(none.err));
        const test::Outcome other = test::explorer({"render", "latency", "--preset", "llama-3-70b", "--set",
                                                    "train=null", "--beside", path("c8.json"), "-o", figure});
        QCOMPARE(other.code, 1);
        QVERIFY2(other.err.contains("must be the model of the scenario"), qPrintable(other.err));
    }

    void aTraceStandsBesideTheStep() {
        for (const char* view : {"timeline", "time"}) {
            const QString figure = path("traced.svg"), csv = path("traced.csv");
            const test::Outcome made = test::explorer({"render", view, "--preset", "deepseek-v3", "--beside",
                                                       path("profile.json"), "-o", figure, "--csv", csv});
            QVERIFY2(made.code == 0, qPrintable(made.err));
            QFile numbers(csv);
            QVERIFY(numbers.open(QIODevice::ReadOnly));
            const QByteArray table = numbers.readAll();
            // 3 s of products, 1 s of the exchange waited for beside them.
            QVERIFY2(table.contains("Computing,,s,") && table.contains(",3,"), table.constData());
            QVERIFY2(table.contains("Waiting for communication,,s,") && table.contains(",1,"),
                     table.constData());
        }
        QCOMPARE(test::explorer({"render", "memory", "--preset", "deepseek-v3", "--beside",
                                 path("profile.json"), "-o", path("no.svg")})
                     .code,
                 1);
        // In the window: the file beside the timeline, whose lanes are a rank's.
        Desk desk;
        QVERIFY(desk.open("deepseek-v3"));
        desk.window.widget().showTab("timeline");
        desk.window.splits().open({path("profile.json")});
        ui::RoomPages& pages = desk.window.widget().views();
        QTRY_VERIFY_WITH_TIMEOUT(pages.currentSplit(), 20000);
        QVERIFY2(pages.currentSplit()->b().summary().startsWith("Traced"),
                 qPrintable(pages.currentSplit()->b().summary()));
        pages.currentSplit()->a().setMarked("0 4 0 0");
        pages.currentSplit()->setRange({});
        QVERIFY2(pages.currentSplit()->table().why.startsWith("In this time B computes"),
                 qPrintable(pages.currentSplit()->table().why));
        desk.look("traced");
        desk.window.widget().showTab("memory");
        desk.window.splits().open({path("profile.json")});
        QTRY_VERIFY_WITH_TIMEOUT(labelsOf(desk.window.widget()).contains("shows nothing of profile.json"),
                                 20000);
        QVERIFY(!pages.currentSplit());
    }

    void whyDualPipeRatherThanZbV() {
        Desk desk;
        QVERIFY(desk.open("deepseek-v3"));
        desk.window.widget().enterRoom(items::Room::Train);
        desk.choose("Pin this scenario");
        QComboBox* schedule = nullptr;
        const auto found = [&] {
            for (QComboBox* box : desk.window.widget().findChildren<QComboBox*>())
                if (box->isVisible() && box->findData("zb-v") >= 0) schedule = box;
            return schedule != nullptr;
        };
        QVERIFY(QTest::qWaitFor(found, 5000));
        ++desk.steps;
        schedule->setFocus();
        schedule->setCurrentIndex(schedule->findData("zb-v"));
        emit schedule->activated(schedule->currentIndex());
        QVERIFY(desk.settled());
        QVERIFY(desk.session.scenario().train->schedule == ScheduleKind::ZeroBubbleV);
        ++desk.steps; // the page's button
        desk.window.widget().showTab("timeline");
        desk.choose("Split the picture");
        QVERIFY(desk.steps <= 6);
        ui::SplitView* split = desk.window.widget().views().currentSplit();
        QVERIFY(split);
        const QString why = split->table().why;
        QVERIFY2(why.contains("bubble") && why.contains(QChar(0xd7)), qPrintable(why));
        QVERIFY2(labelsOf(*split).contains(why), qPrintable(why));
        desk.look("zbv");
    }

    void aFigureForAColumn() {
        Desk desk;
        QVERIFY(desk.open("mixtral-8x7b"));
        desk.window.widget().showTab("memory");
        QVERIFY(desk.settled());
        desk.choose("Export figure…");
        ui::FigureDialog* dialog = desk.window.figures().dialog();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->choices().style.widthMm, 85.0); // what it begins with
        desk.press(*dialog, "Save…");
        desk.saveAs(path("column.pdf"));
        QVERIFY(desk.steps <= 3);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("column.pdf")), 20000);
        QFile file(path("column.pdf"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("%PDF"));
    }

    /// They find in it which degree of expert parallelism fits.
    void oneFileForTwentyStudents() {
        Desk desk;
        QVERIFY(desk.open("mixtral-8x7b"));
        desk.window.widget().showTab("memory");
        QVERIFY(desk.settled());
        desk.choose("Put on the board");
        ui::BoardSheet* sheet = desk.window.boards().sheet();
        QVERIFY(sheet);
        auto* sliders = sheet->findChild<QLineEdit*>("sliders");
        QVERIFY(sliders);
        desk.type(*sliders, "parallel.ep");
        desk.press(*sheet, "Export…");
        desk.saveAs(path("hand-out.html"));
        QVERIFY(desk.steps <= 6);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("hand-out.html")), 60000);
        QFile file(path("hand-out.html"));
        QTRY_VERIFY(file.size() > 1000);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray html = file.readAll();
        QVERIFY(html.contains("<script") && html.contains("parallel.ep") && html.size() < 2'000'000);
        QVERIFY(!html.contains("src=\"http") && !html.contains("href=\"http")); // it needs no network
    }
};

MOE_TEST(TasksTest)
#include "tasks_test.moc"
