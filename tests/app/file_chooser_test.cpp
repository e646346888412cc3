// The dialogs in which files are chosen.

#include "app/catalog_loader.h"
#include "app/window.h"
#include "tests/support/registry.h"
#include "ui/compare/compare_view.h"
#include "ui/export/figure_dialog.h"
#include "ui/window/view_tabs.h"

#include <QAction>
#include <QFileDialog>
#include <QStandardPaths>
#include <QTest>

#include <functional>

using namespace moe;
using namespace moe::app;

class FileChooserTest : public QObject {
    Q_OBJECT

    Window m_window{shippedCatalog().catalog};

    /// The dialog that is open; null when there is none.
    QFileDialog* chooser() {
        for (auto* dialog : m_window.widget().findChildren<QFileDialog*>())
            if (dialog->isVisible()) return dialog;
        return nullptr;
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
        row("open", [&] { emit window.openRequested(); });
        row("tables", [&] { emit window.loadTablesRequested(false); });
        row("folder of tables", [&] { emit window.loadTablesRequested(true); });
        row("published tables", [&] { emit window.publishedTablesRequested(); });
        row("save as", [&] { emit window.saveAsRequested(); });
        row("save session", [&] { emit window.saveSessionRequested(); });
        row("export table", [&] { emit window.exportTableRequested("t.csv", {}); });
        row("export report", [&] { emit window.reportRequested(); });
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

    void figuresAreSavedInADialogThatCannotDelete() {
        emit m_window.widget().exportRequested();
        auto* dialog = m_window.widget().findChild<ui::FigureDialog*>();
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
