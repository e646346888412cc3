// SPDX-License-Identifier: GPL-3.0-or-later
// A report of the scenario as PDF and as Markdown.

#include "app/figures/report_files.h"
#include "app/window/window.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"
#include "tests/support/registry.h"
#include "ui/figure_scenario.h"

#include <QBuffer>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;

class ReportExportTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QStringList written(Window& window, const QString& name) {
        QSignalSpy spy(&window.reports(), &ReportExport::finished);
        window.reports().start(m_folder.filePath(name));
        return spy.wait(120000) ? spy.first().first().toStringList() : QStringList();
    }
    static QByteArray contentOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void bothKindsSayTheSame() {
        Window window(shippedCatalog());
        QVERIFY(QTest::qWaitFor([&] { return window.session().report() != nullptr; }, 20000));
        Scenario next = window.session().scenario();
        next.name = "</h1> | *star* & <b>bold</b>";
        QVERIFY(setField(next, "price.gpu_hour_usd", "3.25").empty());
        window.session().edit(next, "edit");
        QVERIFY(QTest::qWaitFor([&] { return window.session().report()->scenario == next; }, 20000));

        const QStringList pdfs = written(window, "r.pdf"), again = written(window, "again.pdf");
        QCOMPARE(pdfs.size(), 1);
        QByteArray pdf = contentOf(pdfs.first());
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf == contentOf(again.value(0)));
        QBuffer buffer(&pdf);
        buffer.open(QIODevice::ReadOnly);
        QCOMPARE(ui::readEmbeddedScenario(buffer).toStdString(), scenarioText(next));
        if (!QStandardPaths::findExecutable("pdftotext").isEmpty()) {
            QProcess reader;
            reader.start("pdftotext", {"-layout", pdfs.first(), "-"});
            QVERIFY(reader.waitForFinished());
            const QString text = QString::fromUtf8(reader.readAllStandardOutput());
            // Keys may be wrapped in their column.
            for (const char* part : {"<b>bold</b>", "3.25", "Where a step goes",
                                     "The models against measurements", "Memory per GPU"})
                QVERIFY2(text.contains(part), part);
        }

        const QStringList files = written(window, "r.md");
        QVERIFY(files.size() > 6);
        const QString markdown = QString::fromUtf8(contentOf(files.first()));
        QVERIFY(markdown.contains("| price.gpu_hour_usd | 0 | 3.25 |"));
        QVERIFY(markdown.contains("## Validation"));
        for (const QString& file : files.mid(1)) {
            QVERIFY2(markdown.contains("](<" + QFileInfo(file).fileName() + ">)"), qPrintable(file));
            QVERIFY(QSvgRenderer(contentOf(file)).isValid());
        }
    }

    /// Four million passes, each narrower than a pixel, took gigabytes.
    void aScheduleOfAThousandStagesIsNotDrawn() {
        FigureInputs inputs;
        inputs.catalog = shippedCatalog().catalog;
        Scenario scenario = inputs.catalog->preset("mixtral-8x7b")->scenario;
        for (const auto& [key, value] : {std::pair("parallel.vpp", "1"),
                                         {"model.layers", "1000"},
                                         {"parallel.pp", "1000"},
                                         {"parallel.ep", "8"},
                                         {"cluster.gpus", "16000"},
                                         {"train.global_batch", "16000"}})
            QVERIFY(setField(scenario, key, value).empty());
        inputs.report = std::make_shared<const Report>(evaluate(scenario, *inputs.catalog, Detail::Full));
        const QByteArray time =
            *ui::figureBytes(reportFigure(*ui::findView("time", Side::Training), inputs).picture);
        QVERIFY2(time.contains("too many passes") && time.size() < 1000000, time.left(2000));
    }

    void whatCannotBeWrittenIsSaid() {
        Window window(shippedCatalog());
        QVERIFY(QTest::qWaitFor([&] { return window.session().report() != nullptr; }, 20000));
        QSignalSpy spy(&window.reports(), &ReportExport::finished);
        window.reports().start("/nowhere/report.pdf");
        QVERIFY(spy.wait(120000));
        QVERIFY(spy.first().first().toStringList().isEmpty());
        QVERIFY(!window.reports().running());
    }
};

MOE_TEST(ReportExportTest)
#include "report_export_test.moc"
