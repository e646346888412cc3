// SPDX-License-Identifier: GPL-3.0-or-later
// Logs, figures and GPU presets through the window, as Open and drop take them.

#include "app/window/window.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/scenario_file.h"
#include "models/items/compare_table_model.h"
#include "tests/support/registry.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/measured_view.h"
#include "ui/figure.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/views/view_list.h"
#include "ui/window/room_pages.h"

#include <QBuffer>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;

class CompareTabTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        ui::CompareView& view = *static_cast<ui::CompareView*>(window.widget().views().view("compare"));
        QTemporaryDir folder;

        std::size_t columns() const { return view.model().columns().size(); }
        QString write(const QString& name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
            return file.fileName();
        }
        QString messages() {
            for (QLabel* label : window.widget().findChildren<QLabel*>())
                if (label->accessibleName() == "Messages") return label->text();
            return {};
        }
        bool ready() {
            return QTest::qWaitFor([this] { return window.session().report() != nullptr; }, 20000);
        }
    };
    static QString log(const char* name) {
        return QString::fromStdString(test::sharedPath("data/megatron-logs/" + std::string(name)));
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void openedLogsStandBesideTheScenario() {
        MOE_NEED_SHARED(test::sharedText("data/megatron-logs/dense.log"), "megatron-logs/dense.log");
        Fixture f;
        QVERIFY(f.ready());
        f.window.openFiles({log("dense.log"), log("dmoe_ep4.log")});
        QCOMPARE(f.window.widget().currentViewKey(), "compare");
        QTRY_COMPARE(f.columns(), std::size_t(3));
        QCOMPARE(f.view.model().columns()[1].name, "dense");
        QVERIFY(!f.view.model().comparison().measured.empty());
        emit f.view.removeRequested(0);
        QTRY_COMPARE(f.columns(), std::size_t(2));
        QCOMPARE(f.view.model().columns()[1].name, "dmoe_ep4");
    }

    /// The lesson ends with "the two presets beside each other".
    void theLessonOfTheReferenceEndsWithBothColumns() {
        Fixture f;
        QVERIFY(f.ready());
        f.window.widget().startLesson("reference");
        auto* panel = f.window.widget().findChild<ui::LessonPanel*>();
        QVERIFY(panel);
        QPushButton* next = panel->findChildren<QPushButton*>().back();
        for (int step = 0; next->text() != QStringLiteral("Finish"); ++step) {
            QVERIFY2(step < 20, "every step can be passed over");
            next->click();
        }
        QCOMPARE(f.window.widget().currentViewKey(), "compare");
        QTRY_COMPARE(f.columns(), std::size_t(2));
        const auto presetOf = [&](const char* key) {
            return f.window.session().catalog()->preset(key)->scenario;
        };
        const auto& columns = f.view.model().columns();
        QTRY_VERIFY(columns[1].report.scenario == presetOf("reference"));
        QVERIFY(columns[0].report.scenario == presetOf("reference-baseline"));

        panel->findChildren<QPushButton*>()[1]->click(); // back
        QVERIFY(f.window.session().base() == presetOf("reference-baseline"));
        next->click();
        QVERIFY(f.window.session().scenario() == presetOf("reference"));
        QVERIFY(f.window.session().base() == presetOf("reference-baseline"));
    }

    void aBrokenLogIsNamedAndNothingIsLost() {
        Fixture f;
        QVERIFY(f.ready());
        const Scenario before = f.window.session().scenario();
        f.window.openFiles({f.write("other.log", "not a training log\n")});
        QTRY_VERIFY2(f.messages().contains("other.log") &&
                         f.messages().contains("no Megatron-LM training log"),
                     qPrintable(f.messages()));
        // Iterations, but not the shape of the model.
        f.window.openFiles(
            {f.write("short.log", " iteration       20/   40000 | elapsed time per iteration (ms): "
                                  "826.6 | lm loss: 1.1E+01 |\n")});
        QTRY_VERIFY2(f.messages().contains("num_layers"), qPrintable(f.messages()));
        QCOMPARE(f.columns(), std::size_t(1));
        QVERIFY(f.window.session().scenario() == before);
    }

    void aFigureOpensAsItsScenario() {
        Fixture f;
        QVERIFY(f.ready());
        Scenario scenario = f.window.session().catalog()->preset("olmoe-1b-7b")->scenario;
        scenario.name = "from a figure";
        const std::unique_ptr<ui::ReportView> view(ui::viewList().front().make(nullptr));
        view->setReport(std::make_shared<const Report>(evaluate(scenario, *f.window.session().catalog())));
        ui::FigureFile file;
        file.scenario = QByteArray::fromStdString(scenarioText(scenario));
        QBuffer buffer;
        buffer.open(QIODevice::ReadWrite);
        QVERIFY(ui::writeFigure(*view, file, buffer).empty());
        f.window.openFiles({f.write("figure.pdf", buffer.data())});
        QCOMPARE(f.window.session().scenario().name, "from a figure");
        f.window.openFiles({f.write("plain.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")});
        QVERIFY2(f.messages().contains("carries no scenario"), qPrintable(f.messages()));
        QCOMPARE(f.window.session().scenario().name, "from a figure");
    }

    /// Calibrate, save, choose: the scenario of the log then takes the measured step.
    void aSavedCalibrationGivesTheMeasuredStep() {
        MOE_NEED_SHARED(test::sharedText("data/megatron-logs/dmoe_ep4.log"), "megatron-logs/dmoe_ep4.log");
        Fixture f;
        QVERIFY(f.ready());
        f.window.openFiles({log("dmoe_ep4.log")});
        QTRY_COMPARE(f.columns(), std::size_t(2));
        std::optional<Calibration> found;
        connect(&f.window.compare().job(), &CompareJob::calibrated, this,
                [&](int, const Calibration& calibration) { found = calibration; });
        emit f.view.calibrateRequested(0);
        QTRY_VERIFY(found);
        QVERIFY(found->met);
        const QString path = f.folder.filePath("mine.yaml");
        f.window.compare().savePreset(path, QByteArray::fromStdString(found->preset));
        const GpuSpec* gpu = f.window.session().catalog()->gpu("a100-80g-calibrated");
        QVERIFY(gpu);

        const Result<CompareEntry> entry = readLogEntry(log("dmoe_ep4.log"), *f.window.session().catalog());
        QVERIFY(entry.has_value());
        Scenario scenario = entry->content.scenario;
        scenario.gpu.preset = gpu->key;
        const double step =
            evaluate(scenario, *f.window.session().catalog(), Detail::Numbers).train->step.base;
        QVERIFY2(std::abs(step / measuredStep(*entry)->base - 1) < 0.01, std::to_string(step).c_str());

        // The same file opens in a fresh window, and from the command line as --data.
        Fixture fresh;
        QVERIFY(fresh.ready());
        QVERIFY(!fresh.window.session().catalog()->gpu("a100-80g-calibrated"));
        fresh.window.openFiles({path});
        QTRY_VERIFY(fresh.window.session().catalog()->gpu("a100-80g-calibrated"));
        // What cannot be written is said.
        f.window.compare().savePreset(f.folder.filePath("no/such/folder.yaml"), "x");
        QVERIFY(f.messages().contains("not saved"));
    }

    void measuredRunsComeWhenThePageIsSeen() {
        Fixture f;
        QVERIFY(f.ready());
        auto* measured = static_cast<ui::MeasuredView*>(f.window.widget().views().view("measured"));
        QTest::qWait(100);
        QCOMPARE(measured->points(), std::size_t(0));
        f.window.widget().show();
        f.window.widget().showTab("measured");
        QTRY_VERIFY_WITH_TIMEOUT(measured->points() > 40, 60000);
        // 53 cases of their own files, 283 of lists.
        QVERIFY2(measured->summary().contains("344 measured runs"), qPrintable(measured->summary()));
        QVERIFY(measured->csv().contains("a100_dmoe64_ep4_mbs8,megatron-2024-a100,a100-80g,A,step_seconds"));
    }
};

MOE_TEST(CompareTabTest)
#include "compare_tab_test.moc"
