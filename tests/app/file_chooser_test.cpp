// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs in which files are chosen.

#include "app/files/catalog_loader.h"
#include "app/files/file_chooser.h"
#include "app/window/window.h"
#include "models/engine/files/scenario_file.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/compare/compare_view.h"
#include "ui/export/figure_dialog.h"
#include "ui/window/room_pages.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>

using namespace moe;
using namespace moe::app;

class FileChooserTest : public QObject {
    Q_OBJECT

    Window m_window{shippedCatalog()};

    /// The dialog that is open; null when there is none.
    QFileDialog* chooser() {
        for (auto* dialog : m_window.widget().findChildren<QFileDialog*>())
            if (dialog->isVisible()) return dialog;
        return nullptr;
    }

    /// Types a name into the dialog that is open, presses Save, and answers what is asked.
    QStringList save(const QString& path, QMessageBox::StandardButton answer) {
        QStringList asked;
        QTimer answering;
        connect(&answering, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            asked << box->text();
            box->button(answer)->click();
        });
        answering.start(10);
        chooser()->selectFile(path);
        QMetaObject::invokeMethod(chooser(), "accept");
        return asked;
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(QTest::qWaitFor([this] { return m_window.session().report() != nullptr; }, 20000));
    }

    void noDialogCanDeleteOrRename_data() {
        QTest::addColumn<std::function<void()>>("ask");
        const auto row = [](const char* name, const std::function<void()>& ask) {
            QTest::newRow(name) << ask;
        };
        ui::MainWindow& window = m_window.widget();
        auto* compare = static_cast<ui::CompareView*>(window.views().view("compare"));
        row("open", [&] { window.ask(ui::Request::Open); });
        row("tables", [&] { emit window.loadTablesRequested(false); });
        row("folder of tables", [&] { emit window.loadTablesRequested(true); });
        row("published tables", [&] { window.ask(ui::Request::PublishedTables); });
        row("save as", [&] { window.ask(ui::Request::SaveAs); });
        row("save session", [&] { window.ask(ui::Request::SaveSession); });
        row("export table", [&] { emit window.exportTableRequested("t.csv", {}); });
        row("export report", [&] { window.ask(ui::Request::ExportReport); });
        row("compare with", [compare] { emit compare->addRequested(); });
        row("GPU preset", [compare] { emit compare->savePresetRequested("mine", "x"); });
    }
    void noDialogCanDeleteOrRename() {
        QFETCH(std::function<void()>, ask);
        ask();
        QVERIFY(chooser());
        QVERIFY(chooser()->testOption(QFileDialog::ReadOnly));
        for (QAction* action : chooser()->findChildren<QAction*>())
            if (action->objectName() == "qt_delete_action" || action->objectName() == "qt_rename_action")
                QVERIFY(!action->isEnabled());
        chooser()->reject();
        QVERIFY(!chooser());
    }

    void aNameWithoutAnEndingGetsIt_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<QString>("path");
        QTest::newRow("none") << "/a/report"
                              << "PDF (*.pdf)"
                              << "/a/report.pdf";
        QTest::newRow("of the chosen filter") << "/a/report"
                                              << "Markdown (*.md)"
                                              << "/a/report.md";
        QTest::newRow("of another filter") << "/a/report.md"
                                           << "PDF (*.pdf)"
                                           << "/a/report.md";
        QTest::newRow("in capitals") << "/a/report.PDF"
                                     << "PDF (*.pdf)"
                                     << "/a/report.PDF";
        QTest::newRow("another point") << "/a/v1.2"
                                       << "PDF (*.pdf)"
                                       << "/a/v1.2.pdf";
        QTest::newRow("a folder's point") << "/a.pdf/b"
                                          << ""
                                          << "/a.pdf/b.pdf";
        QTest::newRow("nothing") << ""
                                 << "PDF (*.pdf)"
                                 << "";
    }
    void aNameWithoutAnEndingGetsIt() {
        QFETCH(QString, typed);
        QFETCH(QString, chosen);
        QTEST(withEnding(typed, "PDF (*.pdf);;Markdown (*.md)", chosen), "path");
    }

    void whatIsSavedWithoutAnEndingCanBeOpened() {
        QTemporaryDir folder;
        const QString typed = folder.filePath("sess"), path = typed + ".yaml";
        m_window.widget().ask(ui::Request::SaveSession);
        QVERIFY(save(typed, QMessageBox::No).isEmpty());
        QVERIFY(QFile::exists(path) && !QFile::exists(typed));
        const qint64 size = QFileInfo(path).size();

        m_window.widget().ask(ui::Request::SaveAs); // another kind, so that a replaced file is seen
        const QStringList asked = save(typed, QMessageBox::No);
        QCOMPARE(asked.size(), 1);
        QVERIFY2(asked.front().contains("sess.yaml"), qPrintable(asked.front()));
        QCOMPARE(QFileInfo(path).size(), size);
        QTRY_VERIFY(chooser()); // asked again
        QCOMPARE(save(typed, QMessageBox::Yes).size(), 1);
        QVERIFY(QFileInfo(path).size() < size);
    }

    void filesAreToldByTheirSchemaWhateverTheyAreCalled() {
        QTemporaryDir folder;
        Session& session = m_window.session();
        const auto& presets = session.catalog()->presets;
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        const Scenario first = presets[0].scenario, second = presets[1].scenario;
        for (const char* name : {"scen", "scen.txt", "scen.json", "scen.moe"}) {
            QVERIFY(write(name, "# mine\n" + QByteArray::fromStdString(scenarioText(second))));
            session.open(first, "first");
            m_window.openFiles({folder.filePath(name)});
            QVERIFY2(session.scenario() == second, name);
        }
        session.open(first, "first");
        m_window.widget().ask(ui::Request::Pin);
        QVERIFY(write("sess", m_window.sessionBytes()));
        session.setPins({}, "none");
        session.open(second, "second");
        m_window.openFiles({folder.filePath("sess")});
        QVERIFY(session.scenario() == first);
        QCOMPARE(session.pins().size(), std::size_t(1));

        const test::Outcome imported = test::explorer({"import", folder.filePath("scen")});
        QVERIFY2(imported.code == 0 && imported.out.contains(": scenario"), qPrintable(imported.err));
        QProcess program;
        program.setWorkingDirectory(folder.path());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        for (const char* home : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            environment.insert(home, folder.path());
        program.setProcessEnvironment(environment);
        program.start(MOE_BINARY, {"sess"}); // no command, but a file
        QVERIFY(program.waitForStarted());
        QVERIFY2(!program.waitForFinished(1500), program.readAllStandardError().constData());
        program.kill();
        program.waitForFinished();
        QCOMPARE(test::explorer({"no-such-file"}).code, 2);
    }

    void figuresAreSavedInADialogThatCannotDelete() {
        m_window.widget().show();
        m_window.widget().showTab("loss");
        m_window.figures().openDialog();
        auto* dialog = m_window.figures().dialog();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->source().view);
        emit dialog->saveRequested();
        QVERIFY(chooser());
        QVERIFY(chooser()->testOption(QFileDialog::ReadOnly));
        chooser()->reject();
        dialog->close();
    }
};

MOE_TEST(FileChooserTest)
#include "file_chooser_test.moc"
