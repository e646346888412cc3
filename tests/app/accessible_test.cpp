// What a screen reader and a keyboard find in the window and in its dialogs.

#include "app/window.h"
#include "tests/support/registry.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/pins/pin_panel.h"
#include "ui/view_list.h"
#include "ui/window/shortcut_list.h"
#include "ui/window/view_tabs.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTableWidget>
#include <QtTest>

#include <functional>
#include <set>

using namespace moe;
using namespace moe::app;

namespace {

QString placeOf(const QWidget* widget) {
    QStringList path;
    for (; widget && path.size() < 3; widget = widget->parentWidget())
        path.prepend(QLatin1String(widget->metaObject()->className()) +
                     (widget->objectName().isEmpty() ? QString() : '#' + widget->objectName()));
    return path.join('/');
}

/// Editors inside spin boxes and the lists of combo boxes answer through their owner.
bool answersThroughParent(const QWidget* widget) {
    const QWidget* parent = widget->parentWidget();
    return widget->focusProxy() || qobject_cast<const QScrollBar*>(widget) ||
           (parent && (parent->inherits("QAbstractSpinBox") || parent->inherits("QComboBox") ||
                       parent->inherits("QComboBoxPrivateContainer")));
}

/// Focusable objects of the accessible tree below `widget` that have no name. Item views answer for their
/// cells.
QStringList unnamed(QWidget* widget) {
    QStringList found;
    std::set<QAccessibleInterface*> seen;
    const std::function<void(QAccessibleInterface*)> walk = [&](QAccessibleInterface* at) {
        if (!at || !at->isValid() || !seen.insert(at).second) return;
        const auto* object = qobject_cast<QWidget*>(at->object());
        if (object && object->focusPolicy() != Qt::NoFocus && !answersThroughParent(object) &&
            at->text(QAccessible::Name).isEmpty())
            found << placeOf(object);
        if (qobject_cast<const QAbstractItemView*>(object)) return;
        for (int i = 0; i < at->childCount(); ++i) walk(at->child(i));
    };
    walk(QAccessible::queryAccessibleInterface(widget));
    // Also what the tree hides at the moment, as the pages of tabs.
    for (QWidget* child : widget->findChildren<QWidget*>()) {
        if (child->focusPolicy() == Qt::NoFocus || answersThroughParent(child)) continue;
        QAccessibleInterface* at = QAccessible::queryAccessibleInterface(child);
        if (at && at->text(QAccessible::Name).isEmpty()) found << placeOf(child);
    }
    found.removeDuplicates();
    return found;
}

} // namespace

class AccessibleTest : public QObject {
    Q_OBJECT

    static bool ready(Window& window) {
        window.widget().show();
        return QTest::qWaitFor([&] { return window.session().report() != nullptr; }, 20000);
    }

private slots:
    void everyFocusableWidgetHasAName() {
        Window window(shippedCatalog().catalog);
        QVERIFY(ready(window));
        emit window.widget().pinRequested();
        window.figures().openDialog();
        ui::ShortcutList shortcuts(window.widget());
        auto* tabs = window.widget().findChild<ui::ViewTabs*>();
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            QVERIFY2(unnamed(&window.widget()).isEmpty(), qPrintable(unnamed(&window.widget()).join(", ")));
        }
        QVERIFY2(unnamed(window.figures().dialog()).isEmpty(),
                 qPrintable(unnamed(window.figures().dialog()).join(", ")));
        QVERIFY2(unnamed(&shortcuts).isEmpty(), qPrintable(unnamed(&shortcuts).join(", ")));
    }

    void everyPictureIsDescribedAndHasItsNumbersAsATable() {
        Window window(shippedCatalog().catalog);
        QVERIFY(ready(window));
        for (const ui::ViewRow& row : ui::viewList()) {
            window.widget().showTab(row.key);
            ui::ReportView* view = window.widget().currentView();
            QVERIFY2(!view->summary().isEmpty(), qPrintable(view->objectName()));
            bool described = false;
            QList<QWidget*> candidates = view->findChildren<QWidget*>();
            candidates << view;
            for (QWidget* widget : candidates)
                described = described ||
                            (widget->focusPolicy() != Qt::NoFocus && !widget->accessibleName().isEmpty() &&
                             !widget->accessibleDescription().isEmpty());
            QVERIFY2(described, qPrintable(view->objectName()));
            QVERIFY2(view->findChild<QAbstractItemView*>(), qPrintable(view->objectName()));
        }
    }

    void everyFocusableWidgetOfATabIsReachedWithTab() {
        Window window(shippedCatalog().catalog);
        QVERIFY(ready(window));
        auto* tabs = window.widget().findChild<ui::ViewTabs*>();
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            QWidget* top = &window.widget();
            std::set<const QWidget*> chain;
            for (QWidget* at = top->nextInFocusChain(); at != top && chain.insert(at).second;)
                at = at->nextInFocusChain();
            for (QWidget* child : tabs->currentWidget()->findChildren<QWidget*>())
                if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus))
                    QVERIFY2(chain.count(child), qPrintable(placeOf(child)));
        }
    }

    void theListOfShortcutsHoldsEveryKeyOfTheMenus() {
        Window window(shippedCatalog().catalog);
        std::set<QString> keys;
        for (const ui::Shortcut& one : ui::shortcutsOf(window.widget()))
            for (const QString& key : one.keys.split(", ")) keys.insert(key);
        int found = 0;
        const std::function<void(const QMenu&)> walk = [&](const QMenu& menu) {
            for (const QAction* action : menu.actions()) {
                if (action->menu()) walk(*action->menu());
                if (action->shortcut().isEmpty()) continue;
                ++found;
                QVERIFY2(keys.count(action->shortcut().toString(QKeySequence::NativeText)),
                         qPrintable(action->text()));
            }
        };
        for (const QAction* action : window.widget().menuBar()->actions()) walk(*action->menu());
        QVERIFY(found > 15);
        // No key of the whole window does two things.
        std::set<QKeySequence> once;
        for (const QAction* action : window.widget().findChildren<QAction*>())
            if (action->shortcutContext() == Qt::WindowShortcut)
                for (const QKeySequence& key : action->shortcuts())
                    QVERIFY2(once.insert(key).second, qPrintable(action->text() + ' ' + key.toString()));
    }
};

MOE_TEST(AccessibleTest)
#include "accessible_test.moc"
