// SPDX-License-Identifier: GPL-3.0-or-later
// Figures on their way to a file or the clipboard.

#include "tests/app/figure_desk.h"
#include "tests/support/registry.h"
#include "ui/figure_scenario.h"

#include <QBuffer>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>

using namespace moe;
using namespace moe::app;
using namespace moe::test;

class FigureOutputTest : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().remove("figure"); }

    void theCsvStandsBesideTheFigure() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        ui::FigureDialog& dialog = f.open();
        dialog.findChildren<QCheckBox*>().last()->setChecked(true);
        QVERIFY(dialog.command().contains("--csv memory.csv"));
        QVERIFY(!f.saved("m.pdf").isEmpty());
        QFile csv(f.folder.filePath("m.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(csv.readAll()), f.window.widget().currentView()->csv());
    }

    void whatCannotBeWrittenIsSaid() {
        FigureDesk f;
        QVERIFY(f.ready);
        ui::FigureDialog& dialog = f.open();
        f.window.figures().save("/nowhere/at/all.pdf");
        QTRY_VERIFY(named<QLabel>(dialog, "Outcome")->text().contains("cannot be written"));
    }

    void copiesGoToTheClipboard() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        QGuiApplication::clipboard()->setText("before");
        f.window.widget().ask(ui::Request::CopyFigure);
        QTRY_VERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
        const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
        QVERIFY(mime->data("image/svg+xml").contains("<svg"));
        QVERIFY(mime->data("application/pdf").startsWith("%PDF"));
        f.window.widget().ask(ui::Request::CopyData);
        QTRY_VERIFY(QGuiApplication::clipboard()->mimeData()->hasFormat("text/csv"));
        mime = QGuiApplication::clipboard()->mimeData();
        const QString csv = f.window.widget().currentView()->csv();
        QCOMPARE(QString::fromUtf8(mime->data("text/csv")), csv);
        QVERIFY(mime->text().startsWith("stage\tlayers\tkey\tgroup\tmemory_gib\n"));
        QCOMPARE(mime->text().count('\n'), csv.count('\n'));
        QCOMPARE(mime->html().count("<tr>"), csv.count('\n'));
    }

    void whatIsCopiedLastStaysOnTheClipboard() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        f.window.widget().ask(ui::Request::CopyFigure);
        f.window.widget().ask(ui::Request::CopyData);
        QTest::qWait(500); // the picture is done by then
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasFormat("text/csv"));
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasImage());
    }

    void everySaveIsWritten() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        ui::FigureDialog& dialog = f.open();
        named<QComboBox>(dialog, "Format")->setCurrentText("PNG");
        named<QSpinBox>(dialog, "Resolution of a PNG")->setValue(600);
        QSignalSpy done(&f.window.figures().output(), &FigureOutput::saved);
        const QStringList paths{f.folder.filePath("a.png"), f.folder.filePath("b.png"),
                                f.folder.filePath("c.png")};
        for (const QString& path : paths) f.window.figures().save(path);
        dialog.close(); // what was asked for is written all the same
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 3, 20000);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(done[i][0].toString(), paths[i]);
            QCOMPARE(QImage(paths[i]).size(), QSize(2008, 1417)); // 85 and 60 mm at 600 dpi
        }
    }

    void aFigureWaitsForItsPicture() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("placement"));
        QTRY_VERIFY(!f.window.widget().currentView()->isBehind());
        ui::FigureDialog& dialog = f.open();
        named<QComboBox>(dialog, "Format")->setCurrentText("SVG");
        QVERIFY(f.edit("moe.top_k", "3"));
        QByteArray svg = f.saved("p.svg");
        QVERIFY(!f.window.widget().currentView()->isBehind());
        QBuffer buffer(&svg);
        QVERIFY(buffer.open(QIODevice::ReadOnly));
        QVERIFY(ui::readEmbeddedScenario(buffer).contains("top_k: 3"));
    }

    void whatWaitsIsDroppedAloudWithItsPicture() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        ui::FigureDialog& dialog = f.open();
        QSignalSpy saved(&f.window.figures().output(), &FigureOutput::saved);
        QSignalSpy said(&f.window.figures().output(), &FigureOutput::said);
        ui::ReportView& view = *f.window.widget().currentView();
        const auto wait = [&](const QString& name) {
            view.setBehind(true);
            f.window.figures().save(f.folder.filePath(name));
            return saved.isEmpty() && said.last()[0].toString().contains("still being computed");
        };
        QVERIFY(wait("tab.pdf"));
        QVERIFY(f.shows("time"));
        QVERIFY(said.last()[0].toString().contains("another picture"));
        QVERIFY(f.shows("memory"));
        QVERIFY(wait("cancelled.pdf"));
        f.window.widget().ask(ui::Request::Cancel);
        QVERIFY(said.last()[0].toString().contains("cancelled"));
        // The format is that of the moment when it was asked for.
        QVERIFY(wait("wanted.pdf"));
        named<QComboBox>(dialog, "Format")->setCurrentText("SVG");
        view.setBehind(false);
        QTRY_COMPARE(saved.size(), 1);
        QFile file(f.folder.filePath("wanted.pdf"));
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith("%PDF"));
        QCOMPARE(QDir(f.folder.path()).entryList(QDir::Files), QStringList("wanted.pdf"));
    }
};

MOE_TEST(FigureOutputTest)
#include "figure_output_test.moc"
