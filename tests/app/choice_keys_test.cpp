// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen above a picture has a key of its own that no language changes.

#include "app/files/catalog_loader.h"
#include "models/engine/evaluate.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "ui/choice_keys.h"
#include "ui/export/view_choices.h"
#include "ui/views/view_list.h"

#include <QAction>
#include <QActionGroup>
#include <QCheckBox>
#include <QLineEdit>
#include <QMenu>
#include <QSlider>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <memory>
#include <vector>

using namespace moe;
using namespace moe::app;

class ChoiceKeysTest : public QObject {
    Q_OBJECT

    using View = std::unique_ptr<ui::ReportView>;

    /// With training and serving, several stages and experts: what it can offer is offered.
    static View made(const ui::ViewRow& row) {
        static const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
        static const auto report = std::make_shared<const Report>(
            evaluate(catalog->preset("deepseek-v3")->scenario, *catalog, Detail::Full));
        View view(row.make(nullptr));
        view->setCatalog(catalog);
        view->setReport(report);
        return view;
    }
    static QList<QAction*> checkable(const QList<QAction*>& actions) {
        QList<QAction*> all;
        for (QAction* action : actions) {
            if (action->isCheckable()) all << action;
            if (action->menu()) all << checkable(action->menu()->actions());
        }
        return all;
    }
    static QList<QComboBox*> boxes(const ui::ReportView& view) {
        QList<QComboBox*> all;
        for (auto* bar : view.findChildren<QToolBar*>()) all << bar->findChildren<QComboBox*>();
        return all;
    }
    static QList<QAction*> toggles(const ui::ReportView& view) {
        QList<QAction*> all;
        for (auto* bar : view.findChildren<QToolBar*>()) {
            all << checkable(bar->actions());
            for (auto* button : bar->findChildren<QToolButton*>())
                if (button->menu()) all << checkable(button->menu()->actions());
        }
        return all;
    }
    /// Everything a user can set in the tool bars, by its key.
    static QStringList controls(const ui::ReportView& view) {
        QStringList keys;
        for (const QComboBox* box : boxes(view)) keys << box->objectName();
        for (const QAction* action : toggles(view)) keys << action->objectName();
        for (auto* bar : view.findChildren<QToolBar*>()) {
            for (auto* box : bar->findChildren<QCheckBox*>()) keys << box->objectName();
            for (auto* slider : bar->findChildren<QSlider*>()) keys << slider->objectName();
            for (auto* line : bar->findChildren<QLineEdit*>()) keys << line->objectName();
        }
        return keys;
    }
    static QStringList keysOf(const ui::ReportView& view) {
        QStringList keys = controls(view);
        for (const QComboBox* box : boxes(view))
            for (int i = 0; i < box->count(); ++i)
                keys << box->objectName() + QLatin1Char('=') + ui::entryKey(*box, i);
        return keys;
    }
    static QString plain(QString text) { return text.remove(QLatin1Char('&')).trimmed(); }

    static void views() {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < ui::viewList().size(); ++i)
            QTest::newRow(ui::viewList()[i].key) << int(i);
    }

private slots:
    void everyControlHasAKeyOfItsOwn_data() { views(); }
    void everyControlHasAKeyOfItsOwn() {
        QFETCH(int, row);
        const View view = made(ui::viewList()[std::size_t(row)]);
        QStringList known;
        for (const QString& key : controls(*view)) {
            QVERIFY2(!key.isEmpty() && !known.contains(key) && !key.contains(QLatin1Char('=')),
                     qPrintable(key));
            known << key;
        }
        for (const QComboBox* box : boxes(*view)) {
            QStringList entries;
            for (int i = 0; i < box->count(); ++i) {
                const QString key = ui::entryKey(*box, i);
                QVERIFY2(!key.isEmpty() && !entries.contains(key),
                         qPrintable(box->objectName() + ": " + key));
                entries << key;
            }
        }
    }

    void keysAreTheSameInEveryLanguage_data() { views(); }
    void keysAreTheSameInEveryLanguage() {
        QFETCH(int, row);
        const View english = made(ui::viewList()[std::size_t(row)]);
        const QStringList keys = keysOf(*english), choices = ui::viewChoices(*english);
        const test::German german;
        QVERIFY(german.loaded);
        const View translated = made(ui::viewList()[std::size_t(row)]);
        QCOMPARE(keysOf(*translated), keys);
        QCOMPARE(ui::viewChoices(*translated), choices);
    }

    /// Sessions and scripts of earlier versions say what the window said in English.
    void englishWordsAreStillUnderstood_data() { views(); }
    void englishWordsAreStillUnderstood() {
        QFETCH(int, row);
        const ui::ViewRow& viewRow = ui::viewList()[std::size_t(row)];
        struct Choice {
            QString said, key;
        };
        std::vector<std::vector<Choice>> all; // of each control
        const View english = made(viewRow);
        for (const QComboBox* box : boxes(*english)) {
            all.emplace_back();
            for (int i = 0; i < box->count(); ++i)
                if (box->findText(box->itemText(i)) == i &&
                    box->model()->index(i, 0).flags().testFlag(Qt::ItemIsEnabled))
                    all.back().push_back({box->accessibleName() + QLatin1Char('=') + box->itemText(i),
                                          box->objectName() + QLatin1Char('=') + ui::entryKey(*box, i)});
        }
        for (const QAction* action : toggles(*english)) {
            if (!action->isEnabled() || action->objectName() == QLatin1String(ui::kAsTableKey)) continue;
            all.emplace_back();
            for (const char* state : {"=off", "=on"})
                if (!action->actionGroup() || qstrcmp(state, "=on") == 0)
                    all.back().push_back({plain(action->text()) + state, action->objectName() + state});
        }
        const auto check = [&](const char* language) {
            for (const std::vector<Choice>& control : all) {
                const View view = made(viewRow);
                for (const Choice& choice : control) {
                    for (const QString& said : {choice.said, choice.key}) {
                        const QString what = QLatin1String(language) + QStringLiteral(": ") + said;
                        QVERIFY2(ui::applyViewChoice(*view, said), qPrintable(what));
                        QVERIFY2(ui::viewChoices(*view).contains(choice.key),
                                 qPrintable(what + QStringLiteral(" gives ") +
                                            ui::viewChoices(*view).join(QStringLiteral(", "))));
                    }
                }
            }
        };
        check("English");
        const test::German german;
        check("German");
    }

    void whatIsNotOfferedIsRefused() {
        const View view = made(ui::viewList().front());
        for (const char* choice :
             {"colour=joy", "colour", "", "=", "nothing=on", "contours=perhaps", "as-table=on"})
            QVERIFY2(!ui::applyViewChoice(*view, QLatin1String(choice)), choice);
        QVERIFY(ui::offeredChoices(*view).contains(QStringLiteral("colour=loss|uncertainty|difference")));
        QVERIFY(ui::offeredChoices(*view).contains(QStringLiteral("contours=on|off")));
        QVERIFY(ui::offeredChoices(*view).contains(QStringLiteral("model=on")));
    }
};

MOE_TEST(ChoiceKeysTest)
#include "choice_keys_test.moc"
