// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs and clusters of one's own through the window: copied, changed, followed, saved, fitted.

#include "app/desks/machine_desk.h"
#include "app/window/window.h"
#include "models/engine/scenario/machines/gpu_fields.h"
#include "tests/support/registry.h"
#include "ui/form/choice_editor.h"

#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;
using Model = items::MachineSheetModel;

namespace {

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

std::string textOf(const QString& path) {
    const Result<std::string> text = readFile(path);
    return text ? *text : std::string();
}

/// Products at 1.25 times what the roofline of a data sheet gives at 60 % of its rates, in us.
QByteArray points(double scale = 1) {
    QByteArray text = "m,n,k,bf16_us\n";
    for (const double m : {1, 16, 64, 256, 1024, 4096})
        for (const double n : {4096, 8192}) {
            const double compute = 2 * m * n * 4096 / (0.6 * 989e6),
                         memory = 2 * (m + n) * 4096 / (0.7 * 3.35e6);
            text += QByteArray::number(m) + ',' + QByteArray::number(n) + ",4096," +
                    QByteArray::number(scale * (6 + std::hypot(compute, memory))) + '\n';
        }
    return text;
}

} // namespace

class MachineDeskTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();
        MachineDesk& desk = window.machines();
        QTemporaryDir folder;

        ui::MachineEditor& opened(const char* gpu) {
            Scenario scenario = session.catalog()->preset("llama-3-8b")->scenario;
            scenario.gpu = {};
            scenario.gpu.preset = gpu;
            session.open(scenario, "open");
            desk.openEditor();
            return *desk.editor();
        }
        static void type(Model& sheet, const char* figure, const QString& text, int column = Model::Value) {
            for (int row = 0; row < sheet.rowCount(); ++row)
                if (sheet.index(row, Model::Figure).data().toString() == QLatin1String(figure)) {
                    QVERIFY(sheet.setData(sheet.index(row, column), text));
                    return;
                }
            QFAIL(figure);
        }
        static QString source(Model& sheet, const char* figure) {
            for (int row = 0; row < sheet.rowCount(); ++row)
                if (sheet.index(row, Model::Figure).data().toString() == QLatin1String(figure))
                    return sheet.index(row, Model::Source).data().toString();
            return {};
        }
    };

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void shippedSheetsAreLookedAtOnly() {
        Fixture f;
        ui::MachineEditor& editor = f.opened("gaudi2");
        QCOMPARE(editor.sheet()->name(), "Gaudi 2 96 GB");
        QVERIFY(!editor.sheet()->isEditable());
        QVERIFY(!(editor.sheet()->flags(editor.sheet()->index(2, Model::Value)) & Qt::ItemIsEditable));
        QCOMPARE(Fixture::source(*editor.sheet(), "Network"), "uncited");
        QCOMPARE(Fixture::source(*editor.sheet(), "Power"), "PCGuia");
        QVERIFY(!editor.hasUnsaved() && editor.fileText().empty());
    }

    /// Typed figures are in the scenario's result before any file is written.
    void theWindowFollowsWhatIsTyped() {
        Fixture f;
        ui::MachineEditor& editor = f.opened("h100-sxm");
        QVERIFY(QTest::qWaitFor([&] { return !f.session.busy() && f.session.report(); }, 30000));
        const double before = f.session.report()->train->step.base;
        editor.copySheet();
        QCOMPARE(editor.sheet()->key(), "my-h100-sxm-80-gb");
        QCOMPARE(f.session.scenario().gpu.preset, "my-h100-sxm-80-gb");
        Fixture::type(*editor.sheet(), "bf16 peak", "400");
        QCOMPARE(f.session.catalog()->gpu("my-h100-sxm-80-gb")->bf16 / Tflops, 400.0);
        QVERIFY(QTest::qWaitFor(
            [&] { return !f.session.busy() && f.session.report()->train->step.base > 1.5 * before; }, 30000));
        // What was typed is no longer what the document says.
        QCOMPARE(Fixture::source(*editor.sheet(), "bf16 peak"), "uncited");
        Fixture::type(*editor.sheet(), "bf16 peak", "measured", Model::Source);
        QCOMPARE(citationOf(*editor.gpu(), *findGpuField("bf16_tflops")).text, std::string("measured"));
        QVERIFY(!citationOf(*editor.gpu(), *findGpuField("memory_mib")).text.empty());
    }

    void everyBrokenRuleIsAtItsFigureAtOnce() {
        Fixture f;
        ui::MachineEditor& editor = f.opened("h100-sxm");
        editor.copySheet();
        Model& sheet = *editor.sheet();
        Fixture::type(sheet, "Memory", "-3");
        Fixture::type(sheet, "Link", "");
        Fixture::type(sheet, "Key", "h200");
        QCOMPARE(sheet.problems().size(), std::size_t(3));
        for (const char* line : {"Memory: must be a number from 0 to 1e15", "Link: is needed, above 0",
                                 "Key: is the key of another machine"})
            QVERIFY2(editor.messages().contains(line), qPrintable(editor.messages()));
        QVERIFY(editor.fileText().empty() && !editor.gpu());
        // The last good figures stay in the window.
        QVERIFY(f.session.problems().empty());
        Fixture::type(sheet, "Memory", "1000");
        Fixture::type(sheet, "Link", "64");
        Fixture::type(sheet, "Key", "mine");
        QVERIFY(sheet.problems().empty() && !editor.fileText().empty());
    }

    void nothingUnsavedIsDroppedUnasked() {
        Fixture f;
        ui::MachineEditor& editor = f.opened("h100-sxm");
        editor.copySheet();
        editor.reject();
        QVERIFY(editor.isVisible());
        const auto button = [&](const char* text) {
            for (QPushButton* one : editor.findChildren<QPushButton*>())
                if (one->text().remove('&') == QLatin1String(text) && one->isVisible()) return one;
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(button("Keep editing"));
        button("Keep editing")->click();
        QVERIFY(editor.isVisible() && editor.hasUnsaved());
        editor.reject();
        button("Discard")->click();
        QVERIFY(!editor.isVisible());
        QCOMPARE(f.session.scenario().gpu.preset, "h100-sxm");
        QVERIFY(!f.session.catalog()->gpu("my-h100-sxm-80-gb"));
    }

    void whatIsSavedIsReadByEveryCommand() {
        Fixture f;
        ui::MachineEditor& editor = f.opened("mi300x");
        editor.copySheet();
        Fixture::type(*editor.sheet(), "Name", "Rack 7");
        Fixture::type(*editor.sheet(), "Power", "600");
        const QString path = f.folder.filePath("mine.yaml");
        // Another GPU of the file is left alone.
        write(path, "old:\n  generation: ada\n  memory_mib: 1000\n  bf16_tflops: 1\n  bandwidth_gbps: 1\n"
                    "  nvlink_gbps: 1\n  nic_gbps: 1\n");
        f.desk.writeEdited(path);
        QVERIFY(!editor.hasUnsaved());
        const Machines read = *readMachines(textOf(path), "mine.yaml");
        QCOMPARE(read.gpus.size(), std::size_t(2));
        QCOMPARE(read.gpus[0].key, std::string("old"));
        QCOMPARE(read.gpus[1].label, std::string("Rack 7"));
        QCOMPARE(read.gpus[1].powerW, 600.0);
        QVERIFY(read.gpus[1].topology == Topology::FullMesh);
        const LoadOutcome loaded = loadTables({path}, shippedCatalog().catalog);
        QVERIFY2(loaded.problems.empty(), toString(loaded.problems).c_str());
        QVERIFY(loaded.catalog->gpu(read.gpus[1].key));
        // It is a choice of the form without a new start.
        QVERIFY(QTest::qWaitFor([&] { return f.session.catalog()->gpu("old") != nullptr; }, 30000));
        f.window.widget().showKnob("gpu.preset"); // rows are made when first wanted
        QStringList choices;
        for (const ui::ChoiceEditor* choice : f.window.widget().findChildren<ui::ChoiceEditor*>())
            if (QLatin1String(choice->field().key) == QLatin1String("gpu.preset"))
                for (int i = 0; i < choice->findChild<QComboBox*>()->count(); ++i)
                    choices << choice->findChild<QComboBox*>()->itemText(i);
        QVERIFY(choices.contains("Rack 7"));
        editor.reject();
        QVERIFY(!f.desk.editor() || !f.desk.editor()->isVisible());
        QCOMPARE(f.session.scenario().gpu.preset, read.gpus[1].key);
    }

    void aClusterOfOnesOwnSetsItsKeys() {
        Fixture f;
        ui::MachineEditor& editor = f.opened("h100-sxm");
        editor.showSheet("dgx-h100");
        QVERIFY(editor.sheet()->isCluster());
        editor.copySheet();
        Fixture::type(*editor.sheet(), "NIC", "25");
        QCOMPARE(*f.session.scenario().cluster.nicGbps, 25.0);
        Fixture::type(*editor.sheet(), "NIC", "fast");
        QCOMPARE(editor.sheet()->problems().size(), std::size_t(1));
        QVERIFY2(editor.messages().startsWith("NIC: "), qPrintable(editor.messages()));
        Fixture::type(*editor.sheet(), "NIC", "12.5");
        const QString path = f.folder.filePath("clusters.yaml");
        f.desk.writeEdited(path);
        QCOMPARE(readMachines(textOf(path), "c")->clusters.size(), std::size_t(1));
        const LoadOutcome loaded = loadTables({path}, shippedCatalog().catalog);
        QVERIFY2(loaded.problems.empty(), toString(loaded.problems).c_str());
        QCOMPARE(loaded.catalog->clusters.back().label, std::string("My DGX H100, NDR InfiniBand"));
    }

    void pointsMoveAGpuThatIsOfferedAtOnce() {
        Fixture f;
        f.opened("h100-sxm").close();
        f.desk.openFit();
        ui::OwnGpuSheet& sheet = *f.desk.fitSheet();
        const QString path = f.folder.filePath("points.csv"), file = f.folder.filePath("my-gpu.yaml");
        write(path, points());
        f.desk.fitFile(path);
        QVERIFY(!sheet.hasFit()); // on the worker
        QVERIFY(QTest::qWaitFor([&] { return sheet.hasFit(); }, 60000));
        QCOMPARE(sheet.table()->rowCount(), 1);
        QCOMPARE(sheet.table()->item(0, 0)->text(), "gemm");
        QVERIFY2(sheet.table()->item(0, 2)->text().contains("→"),
                 qPrintable(sheet.table()->item(0, 2)->text()));
        sheet.reject(); // not before it is asked about
        QVERIFY(sheet.isVisible());
        f.desk.writeFitted(file);
        QCOMPARE(f.session.scenario().gpu.preset, "my-gpu");
        QCOMPARE(f.session.catalog()->gpu("my-gpu")->operatorsLike, std::string("h100-sxm"));
        QCOMPARE(readMachines(textOf(file), "f")->gpus.front().operatorFactors,
                 f.session.catalog()->gpu("my-gpu")->operatorFactors);
        sheet.reject();
        QVERIFY(!f.desk.fitSheet() || !f.desk.fitSheet()->isVisible());
    }

    void pointsThatAreNoneAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("told");
        QTest::newRow("milliseconds") << points(1e-3) << "times must be microseconds";
        QTest::newRow("three points") << points().left(points().indexOf("256,")).replace("64,8192", "x,8192")
                                      << "needs 8 points at least";
        QTest::newRow("another table")
            << QByteArray("layer,expert,tokens\n1,2,3\n") << "expected measured operators";
        QTest::newRow("negative") << QByteArray("m,n,k,bf16_us\n1,4096,4096,-5\n") << ":2:";
    }
    void pointsThatAreNoneAreRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, told);
        Fixture f;
        f.opened("h100-sxm").close();
        f.desk.openFit();
        ui::OwnGpuSheet& sheet = *f.desk.fitSheet();
        const QString path = f.folder.filePath("points.csv");
        write(path, text);
        f.desk.fitFile(path);
        QVERIFY(QTest::qWaitFor([&] { return !sheet.messages().isEmpty(); }, 60000));
        QVERIFY2(sheet.messages().contains(told), qPrintable(sheet.messages()));
        QVERIFY(!sheet.hasFit());
    }
};

MOE_TEST(MachineDeskTest)
#include "machine_desk_test.moc"
