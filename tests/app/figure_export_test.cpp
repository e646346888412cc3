// SPDX-License-Identifier: GPL-3.0-or-later
// The figure dialog as a user meets it, and the command that it shows.

#include "app/figures/figure_settings.h"
#include "models/engine/files/scenario_file.h"
#include "tests/app/figure_desk.h"
#include "tests/support/registry.h"
#include "ui/figure_scenario.h"
#include "ui/placement/placement_view.h"
#include "ui/window/room_pages.h"

#include <QAccessible>
#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QProcess>
#include <QScrollArea>
#include <QSettings>
#include <QSpinBox>
#include <QTest>

using namespace moe;
using namespace moe::app;
using namespace moe::test;

class FigureExportTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QSettings().remove("figure"); }

    void thePreviewHasItsTrueSize() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        ui::FigureDialog& dialog = f.open();
        QVERIFY(!dialog.isModal());
        QTRY_VERIFY(!dialog.preview().isNull());
        const double perMm = ui::screenDpi(dialog) * dialog.devicePixelRatioF() / 25.4;
        QCOMPARE(dialog.preview().width(), int(std::lround(85 * perMm)));
        QCOMPARE(dialog.preview().height(), int(std::lround(60 * perMm)));
        const QImage narrow = dialog.preview();
        // Typing asks for one drawing, after it has come to rest.
        auto* width = named<QDoubleSpinBox>(dialog, "Width");
        width->setValue(120);
        width->setValue(178);
        QCOMPARE(dialog.preview(), narrow);
        QTRY_COMPARE(dialog.preview().width(), int(std::lround(178 * perMm)));
        QCOMPARE(named<QComboBox>(dialog, "Size")->currentIndex(), 1);
        QVERIFY(!named<QLabel>(dialog, "Preview")->accessibleDescription().isEmpty());
    }

    void sizesBringTheirHeight() {
        FigureDesk f;
        QVERIFY(f.ready);
        ui::FigureDialog& dialog = f.open();
        auto* size = named<QComboBox>(dialog, "Size");
        size->setFocus();
        QTest::keyClick(size, Qt::Key_Down);
        QCOMPARE(dialog.choices().style.widthMm, 178.0);
        QCOMPARE(dialog.choices().style.heightMm, 110.0);
        QTest::keyClick(size, Qt::Key_Down);
        QCOMPARE(size->currentIndex(), 2);
        QCOMPARE(dialog.choices().style.widthMm, 178.0);
        named<QDoubleSpinBox>(dialog, "Width")->setValue(85);
        QCOMPARE(size->currentIndex(), 0);
        QVERIFY(!named<QSpinBox>(dialog, "Resolution of a PNG")->isEnabled());
        named<QComboBox>(dialog, "Format")->setCurrentText("PNG");
        QVERIFY(named<QSpinBox>(dialog, "Resolution of a PNG")->isEnabled());
    }

    void theCommandDrawsTheSameBytes_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("choice");
        for (const ui::ViewRow& row : ui::viewList())
            QTest::addRow("%s", row.key) << QString(row.key) << QString() << QString();
        QTest::newRow("a choice of the tool bar") << QString("loss") << QString() << QString("Contours");
        QTest::newRow("another preset") << QString("memory") << QString("qwen3-30b-a3b") << QString();
    }
    void theCommandDrawsTheSameBytes() {
        QFETCH(QString, view);
        QFETCH(QString, preset);
        QFETCH(QString, choice);
        FigureDesk f;
        QVERIFY(f.ready);
        if (!preset.isEmpty()) {
            emit f.window.widget().presetChosen(preset);
            QVERIFY(QTest::qWaitFor(
                [&] { return f.window.session().report()->scenario == f.window.session().scenario(); },
                20000));
        }
        QVERIFY(f.edit("train.micro_batch", "2") && f.edit("price.gpu_hour_usd", "2.5"));
        // The page waits for a day to be given; the command takes one and says so.
        if (view == "day") QVERIFY(f.edit("day.requests", "2000"));
        QVERIFY(QTest::qWaitFor([&] { return f.window.session().baseReport() != nullptr; }, 20000));
        f.window.widget().show(); // the Overview asks when it is seen
        QVERIFY(f.shows(view));
        const Session& session = f.window.session();
        QVERIFY(QTest::qWaitFor([&] { return session.report()->scenario == session.shown(); }, 20000));
        if (view == "overview")
            QTRY_VERIFY_WITH_TIMEOUT(f.window.widget().currentView()->hasNumbers(), 60000);
        if (!choice.isEmpty()) {
            bool found = false;
            for (QAction* action : f.window.widget().currentView()->findChildren<QAction*>())
                if (!found && action->text().remove('&') == choice) action->trigger(), found = true;
            QVERIFY(found);
        }
        ui::FigureDialog& dialog = f.open();
        named<QComboBox>(dialog, "Format")->setCurrentText("SVG");
        named<QComboBox>(dialog, "Palette")->setCurrentText("viridis");
        named<QDoubleSpinBox>(dialog, "Font size")->setValue(8);
        const QByteArray drawn = f.saved("here.svg"); // waits for what is searched or computed
        QVERIFY(!drawn.isEmpty());
        QTRY_VERIFY(dialog.source().whole);
        QCOMPARE(dialog.source().origin.note, QString());
        QString command = dialog.command();
        // The room of servers shows them alone.
        const bool trains = session.side() == Side::Training;
        QVERIFY2(command.startsWith("moe-explorer render " + view + " --preset ") &&
                     command.contains(trains ? "--set train.micro_batch=2" : "--set train=null") &&
                     command.contains("--set price.gpu_hour_usd=2.5"),
                 qPrintable(command));
        QCOMPARE(named<QPlainTextEdit>(dialog, "Command line that draws the same figure")->toPlainText(),
                 command);
        command.replace("moe-explorer", QStringLiteral(MOE_BINARY), Qt::CaseSensitive);
        command.replace("here.svg", "there.svg");
        QCOMPARE(QProcess::execute("sh", {"-c", command}), 0);
        QFile file(f.folder.filePath("there.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray again = file.readAll();
        qsizetype same = 0;
        while (same < std::min(again.size(), drawn.size()) && again[same] == drawn[same]) ++same;
        QVERIFY2(again == drawn, drawn.mid(std::max<qsizetype>(0, same - 60), 200) + " / " +
                                     again.mid(std::max<qsizetype>(0, same - 60), 200));
    }

    void aZoomedPictureSaysThatTheCommandIsNot() {
        FigureDesk f;
        f.window.widget().show();
        QVERIFY(f.ready && f.shows("loss"));
        QTRY_VERIFY(f.window.widget().currentView()->hasNumbers());
        QWidget* plot = nullptr;
        for (QWidget* child : f.window.widget().currentView()->findChildren<QWidget*>())
            if (child->inherits("QCustomPlot")) plot = child;
        QVERIFY(plot);
        QTRY_VERIFY(plot->isVisible() && plot->width() > 200);
        plot->grab();
        QWheelEvent wheel(QPointF(plot->width() / 2.0, plot->height() / 2.0),
                          plot->mapToGlobal(QPointF(200, 150)), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &wheel);
        ui::FigureDialog& dialog = f.open();
        QTRY_VERIFY(dialog.source().origin.note.contains("a zoom"));
    }

    void anOpenedFileIsWhereTheCommandStarts() {
        FigureDesk f;
        QVERIFY(f.ready);
        const QString path = f.folder.filePath("my scenario.yaml");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        Scenario own = f.window.session().scenario();
        own.name = "Own";
        file.write(QByteArray::fromStdString(scenarioText(own)));
        file.close();
        f.window.openFiles({path});
        QVERIFY(f.edit("price.gpu_hour_usd", "4"));
        ui::FigureDialog& dialog = f.open();
        QVERIFY(!button(dialog, "Copy command")->isEnabled()); // what the tool bar adds is not known yet
        QTRY_VERIFY(button(dialog, "Copy command")->isEnabled());
        const QString command = dialog.command();
        QVERIFY2(command.contains("--scenario '" + path + "' --set price.gpu_hour_usd=4"),
                 qPrintable(command));
    }

    void figuresReopenUnlessTheScenarioIsLeftOut() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("time"));
        ui::FigureDialog& dialog = f.open();
        const auto embedded = [&](const QString& name) {
            QByteArray bytes = f.saved(name);
            QBuffer buffer(&bytes);
            buffer.open(QIODevice::ReadOnly);
            return ui::readEmbeddedScenario(buffer).toStdString();
        };
        const std::string scenario = scenarioText(f.window.session().scenario());
        QCOMPARE(embedded("a.pdf"), scenario);
        // What is drawn counts, not what the form holds while a rule is broken.
        Scenario broken = f.window.session().scenario();
        QVERIFY(setField(broken, "parallel.tp", "7").empty());
        f.window.session().edit(broken, "break");
        QVERIFY(!f.window.session().problems().empty());
        f.open();
        QCOMPARE(embedded("b.pdf"), scenario);
        dialog.findChild<QCheckBox*>("embed")->setChecked(false);
        QCOMPARE(embedded("c.pdf"), std::string());
        QVERIFY(dialog.command().contains("--bare"));
    }

    void choicesAreRemembered() {
        FigureDesk f;
        QVERIFY(f.ready);
        ui::FigureDialog* dialog = &f.open();
        named<QComboBox>(*dialog, "Size")->setCurrentIndex(1);
        named<QDoubleSpinBox>(*dialog, "Width")->setValue(101.5);
        named<QComboBox>(*dialog, "Format")->setCurrentText("PNG");
        named<QComboBox>(*dialog, "Palette")->setCurrentText("grey");
        named<QSpinBox>(*dialog, "Resolution of a PNG")->setValue(450);
        named<QComboBox>(*dialog, "Background")->setCurrentIndex(1);
        const ui::FigureChoices before = dialog->choices();
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!f.window.figures().dialog());
        QVERIFY(f.open().choices() == before);
        QVERIFY(savedFigureChoices() == before);
        QSettings().setValue("figure/width_mm", 1e9);
        QSettings().setValue("figure/palette", "plaid");
        QCOMPARE(savedFigureChoices().style.widthMm, 85.0);
        QCOMPARE(savedFigureChoices().style.palette, QString("cividis"));
    }

    void theDialogFollowsTheTab() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        ui::FigureDialog& dialog = f.open();
        QVERIFY(f.shows("placement"));
        QTRY_COMPARE(dialog.source().origin.viewKey, QString("placement"));
        QVERIFY(f.shows("data"));
        QTRY_VERIFY(!dialog.source().view);
        QVERIFY(!button(dialog, "Save…")->isEnabled());
        QTRY_VERIFY(named<QLabel>(dialog, "Preview")->text().contains("no picture"));
    }

    void everythingHasANameAndAKey() {
        FigureDesk f;
        QVERIFY(f.ready);
        ui::FigureDialog& dialog = f.open();
        for (QWidget* widget : dialog.findChildren<QWidget*>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisibleTo(&dialog)) continue;
            if (widget->parentWidget() && widget->parentWidget()->inherits("QAbstractSpinBox")) continue;
            const QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(),
                     widget->metaObject()->className());
        }
        QStringList letters;
        for (QPushButton* one : dialog.findChildren<QPushButton*>())
            if (const qsizetype at = one->text().indexOf('&'); at >= 0)
                letters << one->text().mid(at + 1, 1).toLower();
        for (QLabel* one : dialog.findChildren<QLabel*>())
            if (const qsizetype at = one->text().indexOf('&'); one->buddy() && at >= 0)
                letters << one->text().mid(at + 1, 1).toLower();
        for (QCheckBox* one : dialog.findChildren<QCheckBox*>())
            letters << one->text().mid(one->text().indexOf('&') + 1, 1).toLower();
        QCOMPARE(letters.removeDuplicates(), 0);
    }

    void theCommandAsksWhatThePlacementPageAsks() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("placement") && f.edit("routing.distribution", "zipf"));
        auto& view = dynamic_cast<ui::PlacementView&>(*f.window.widget().currentView());
        view.setQuestion({4, PlacementAlgorithm::Eplb, true});
        ui::FigureDialog& dialog = f.open();
        named<QComboBox>(dialog, "Format")->setCurrentText("SVG");
        const QByteArray drawn = f.saved("here.svg");
        QVERIFY(!view.isBehind());
        QTRY_VERIFY(dialog.source().whole);
        QCOMPARE(dialog.source().origin.note, QString());
        QString command = dialog.command();
        QVERIFY2(command.contains("--other eplb --layer 5 --cluster"), qPrintable(command));
        command.replace("moe-explorer", QStringLiteral(MOE_BINARY), Qt::CaseSensitive);
        command.replace("here.svg", "there.svg");
        QCOMPARE(QProcess::execute("sh", {"-c", command}), 0);
        QFile file(f.folder.filePath("there.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll() == drawn, true);
    }

    void menusOfferThemEverywhere() {
        FigureDesk f;
        QVERIFY(f.ready);
        QStringList shortcuts;
        for (QAction* action : f.window.widget().findChildren<QAction*>())
            if (!action->shortcut().isEmpty()) shortcuts << action->shortcut().toString();
        for (const char* keys : {"Ctrl+E", "Ctrl+Shift+E", "Ctrl+Shift+C", "Ctrl+Shift+D"})
            QCOMPARE(shortcuts.count(QString(keys)), qsizetype(1));
        for (const char* key : {"loss", "study"}) { // made before the menus, and after
            const ui::ReportView* view = f.window.widget().views().view(key);
            QVERIFY(view->actions().size() >= 3 && view->contextMenuPolicy() == Qt::ActionsContextMenu);
        }
    }

    void looksRight() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("loss"));
        for (const bool dark : {false, true}) {
            ui::FigureDialog& dialog = f.open();
            dialog.setPalette(ui::windowPalette(dark));
            QTRY_VERIFY(!dialog.preview().isNull());
            const QString folder = QCoreApplication::applicationDirPath() + QStringLiteral("/pictures");
            QDir().mkpath(folder);
            QVERIFY(dialog.grab().toImage().save(
                folder + (dark ? "/figure-dialog-dark.png" : "/figure-dialog-light.png")));
        }
    }
};

MOE_TEST(FigureExportTest)
#include "figure_export_test.moc"
