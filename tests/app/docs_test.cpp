// SPDX-License-Identifier: GPL-3.0-or-later
// The documentation as the program gives it: F1, and `moe-explorer docs`.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/explain/explain_view.h"
#include "ui/help/documentation_window.h"
#include "ui/window/room_pages.h"

#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

using namespace moe;
using moe::test::explorer, moe::test::Outcome;

class DocsTest : public QObject {
    Q_OBJECT
private slots:
    void f1OpensTheSectionOfThePageOnScreen() {
        app::Window window(app::shippedCatalog());
        QAction* help = nullptr;
        for (QMenu* menu : window.widget().menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->shortcut() == QKeySequence(Qt::Key_F1)) help = action;
        QVERIFY(help);
        for (const char* page : {"placement", "study", "data", "explain"}) {
            window.widget().closeExplain();
            window.widget().showTab(page);
            help->trigger();
            QCOMPARE(window.documentation().widget()->currentKey(), QString(page));
        }
        ui::DocumentationWindow* shown = window.documentation().widget();
        QVERIFY(shown->isVisible());
        emit shown->accountActivated("train.mfu");
        QCOMPARE(window.widget().findChild<ui::ExplainView*>()->currentKey(), QString("train.mfu"));
        // The measured runs come from the worker.
        QTRY_VERIFY_WITH_TIMEOUT(!shown->findChild<QTreeWidget*>()
                                      ->findItems("Absolute errors", Qt::MatchExactly | Qt::MatchRecursive)
                                      .isEmpty(),
                                 30000);
        shown->showSection("validation-errors");
        QVERIFY(shown->findChild<QTextBrowser*>()->toPlainText().contains("megatron-2024-a100"));
    }

    void theCommandWritesBothForms() {
        const Outcome markdown = explorer({"docs"});
        QCOMPARE(markdown.code, 0);
        QVERIFY(markdown.out.startsWith("<a id=\"window\"></a>\n# The window\n"));
        // The same numbers as validate, and the same commands as --help.
        const QString summary = explorer({"validate"}).out.section("peak memory", 2).section('\n', 0, 0);
        QVERIFY(!summary.isEmpty());
        for (const QString& cell : summary.split("  ", Qt::SkipEmptyParts))
            QVERIFY2(markdown.out.contains(cell.trimmed()), qPrintable(cell));
        QVERIFY(markdown.out.contains("`moe-explorer search`"));
        const QTemporaryDir folder;
        const QString path = folder.filePath("docs.html");
        QCOMPARE(explorer({"docs", "-o", path}).code, 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        QVERIFY(page.startsWith("<!DOCTYPE html>"));
        QVERIFY(!page.contains("href=\"account:") && !page.contains("href=\"view:"));
        QCOMPARE(explorer({"docs", "--format", "pdf"}).code, 2);
        QCOMPARE(explorer({"docs", "-o", "/nowhere/x.md"}).code, 1);
    }
};

MOE_TEST(DocsTest)
#include "docs_test.moc"
