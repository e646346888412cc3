// SPDX-License-Identifier: GPL-3.0-or-later
// The window of the documentation, and that what is written in resources/docs fits the program.

#include "models/engine/explain/explain.h"
#include "models/items/manual.h"
#include "tests/support/registry.h"
#include "ui/help/documentation_window.h"
#include "ui/theme.h"
#include "ui/views/view_list.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

#include <algorithm>

using namespace moe;
using namespace moe::ui;

namespace {

items::Manual manual() {
    items::Manual all;
    for (const char* name : {"window", "limits", "files"}) {
        const items::Manual part = items::readManual(
            QString::fromStdString(test::resourceText(std::string("docs/") + name + ".md")));
        all.insert(all.end(), part.begin(), part.end());
    }
    const items::Manual formulas = items::formulaChapters();
    all.insert(all.end(), formulas.begin(), formulas.end());
    all.push_back(items::warningSection());
    return all;
}

const items::ManualSection* sectionOf(const items::Manual& manual, const QString& key) {
    for (const items::ManualSection& section : manual)
        if (section.key == key) return &section;
    return nullptr;
}

} // namespace

class DocumentationTest : public QObject {
    Q_OBJECT
private slots:
    void everyPageHasItsSection() {
        const items::Manual all = manual();
        for (const ViewRow& row : viewList()) {
            const items::ManualSection* section = sectionOf(all, row.key);
            QVERIFY2(section, row.key);
            // Both sides of one key stand in one section, under the name of one.
            QVERIFY2(std::any_of(viewList().begin(), viewList().end(),
                                 [&](const ViewRow& named) {
                                     return qstrcmp(named.key, row.key) == 0 &&
                                            section->title == QString::fromUtf8(named.title);
                                 }),
                     row.key);
        }
        QVERIFY(sectionOf(all, "data") && sectionOf(all, "explain"));
    }

    void keysAreUniqueAndTargetsExist() {
        const items::Manual all = manual();
        QSet<QString> keys, targets;
        for (const items::ManualSection& section : all) {
            QVERIFY2(!keys.contains(section.key), qPrintable(section.key));
            keys << section.key;
        }
        QSet<QString> pages{"data", "explain"};
        for (const ViewRow& row : viewList()) pages << row.key;
        QSet<QString> accounts;
        for (const AccountRow& row : accountRows()) accounts << QString::fromStdString(row.key);
        static const QRegularExpression target("<a href=\"([^\"]+)\"");
        int links = 0;
        for (auto each = target.globalMatch(items::manualHtml(all, true)); each.hasNext(); ++links) {
            const QUrl url(each.next().captured(1));
            const bool known = url.scheme() == "account" ? accounts.contains(url.path())
                               : url.scheme() == "view" || url.scheme() == "open"
                                   ? pages.contains(url.path())
                                   : keys.contains(url.fragment()) || url.fragment() == "validation";
            QVERIFY2(known, qPrintable(url.toString()));
        }
        QVERIFY(links > 100);
    }

    void contentsAndLinksLead() {
        DocumentationWindow window;
        window.setManual(manual());
        QCOMPARE(window.currentKey(), QString("window"));
        window.showSection("memory");
        QCOMPARE(window.currentKey(), QString("memory"));
        auto* text = window.findChild<QTextBrowser*>();
        QVERIFY(text->toPlainText().contains("Memory over a step"));
        window.showSection("no such");
        QCOMPARE(window.currentKey(), QString("memory"));
        window.findChild<QTreeWidget*>()->setCurrentItem(window.findChild<QTreeWidget*>()->topLevelItem(0));
        QCOMPARE(window.currentKey(), QString("window"));
        QSignalSpy accounts(&window, &DocumentationWindow::accountActivated);
        QSignalSpy views(&window, &DocumentationWindow::viewActivated);
        emit text->anchorClicked(QUrl("account:train.mfu"));
        emit text->anchorClicked(QUrl("view:loss"));
        emit text->anchorClicked(QUrl("#limits"));
        QCOMPARE(accounts.value(0).value(0).toString(), QString("train.mfu"));
        QCOMPARE(views.value(0).value(0).toString(), QString("loss"));
        QCOMPARE(window.currentKey(), QString("limits"));
        window.setManual(manual()); // results came in: the reader stays
        QCOMPARE(window.currentKey(), QString("limits"));
    }

    void everySectionCanBeShown() {
        DocumentationWindow window;
        const items::Manual all = manual();
        window.setManual(all);
        for (const items::ManualSection& section : all) {
            window.showSection(section.key);
            QCOMPARE(window.currentKey(), section.key);
            QVERIFY(!window.findChild<QTextBrowser*>()->toPlainText().contains("]("));
        }
    }

    void searchLeavesSectionsWithAllWordsAndSteps() {
        DocumentationWindow window;
        window.setManual(manual());
        window.show();
        auto* search = window.findChild<QLineEdit*>();
        auto* text = window.findChild<QTextBrowser*>();
        const auto shown = [&] {
            int count = 0;
            for (QTreeWidgetItemIterator it(window.findChild<QTreeWidget*>()); *it; ++it)
                count += !(*it)->isHidden() && !(*it)->childCount();
            return count;
        };
        const int all = shown();
        search->setText("dualpipe");
        QVERIFY(shown() > 0 && shown() < all);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(text->textCursor().selectedText().toLower(), QString("dualpipe"));
        QVERIFY(!text->extraSelections().isEmpty());
        search->setText("dualpipe placement-of-nothing");
        QCOMPARE(shown(), 0);
        search->clear();
        QCOMPARE(shown(), all);
        QVERIFY(text->extraSelections().isEmpty());
    }

    void theDarkThemeIsFollowed() {
        DocumentationWindow window;
        window.setManual(manual());
        const QString light = window.findChild<QTextBrowser*>()->document()->defaultStyleSheet();
        window.setPalette(windowPalette(true));
        QVERIFY(window.findChild<QTextBrowser*>()->document()->defaultStyleSheet() != light);
    }
};

MOE_TEST(DocumentationTest)
#include "documentation_test.moc"
