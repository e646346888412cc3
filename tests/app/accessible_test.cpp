// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader and a keyboard find in the window and in its dialogs.

#include "app/window/window.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "ui/data/data_view.h"
#include "ui/form/scenario_form.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/pins/pin_panel.h"
#include "ui/plots/kit/canvas.h"
#include "ui/plots/tradeoffs/sensitivity_view.h"
#include "ui/views/view_list.h"
#include "ui/window/room_pages.h"
#include "ui/window/shortcut_list.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <vector>

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

/// Views of rows stand for what is in them.
bool inItemView(const QWidget* widget) {
    for (const QWidget* at = widget->parentWidget(); at; at = at->parentWidget())
        if (qobject_cast<const QAbstractItemView*>(at)) return true;
    return false;
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
    // Also what the tree hides at the moment, as the pages of tabs; what is seen has to be in the tree.
    for (QWidget* child : widget->findChildren<QWidget*>()) {
        if (child->focusPolicy() == Qt::NoFocus || answersThroughParent(child)) continue;
        QAccessibleInterface* at = QAccessible::queryAccessibleInterface(child);
        if (!at || at->text(QAccessible::Name).isEmpty() ||
            (child->isVisible() && child->window() == widget->window() && !seen.count(at) &&
             !inItemView(child)))
            found << placeOf(child);
    }
    found.removeDuplicates();
    return found;
}

/// Of a control that is announced as something else, or without what it stands at; empty: none.
QString faultOf(QWidget* widget) {
    QAccessibleInterface* at = QAccessible::queryAccessibleInterface(widget);
    if (!at) return QStringLiteral("is not announced");
    struct Kind {
        const char* type;
        std::vector<QAccessible::Role> roles;
    };
    static const std::vector<Kind> kinds{
        {"QComboBox", {QAccessible::ComboBox}},
        {"QAbstractSpinBox", {QAccessible::SpinBox}},
        {"QAbstractSlider", {QAccessible::Slider, QAccessible::ScrollBar}},
        {"QLineEdit", {QAccessible::EditableText}},
        {"QTextBrowser", {QAccessible::StaticText}}, // read, not edited
        {"QTextEdit", {QAccessible::EditableText, QAccessible::Document}},
        {"QCheckBox", {QAccessible::CheckBox}},
        {"QRadioButton", {QAccessible::RadioButton}},
        {"QAbstractButton",
         {QAccessible::Button, QAccessible::PushButton, QAccessible::ButtonMenu, QAccessible::ButtonDropDown,
          QAccessible::CheckBox, QAccessible::RadioButton}},
        {"QTableView", {QAccessible::Table}},
        {"QTreeView", {QAccessible::Tree, QAccessible::Table}},
        {"QListView", {QAccessible::List}},
        {"QTabBar", {QAccessible::PageTabList}}};
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& one) { return widget->inherits(one.type); });
    const QAccessible::Role role = at->role();
    if (kind != kinds.end() ? std::find(kind->roles.begin(), kind->roles.end(), role) == kind->roles.end()
                            : role == QAccessible::NoRole || role == QAccessible::Client)
        return QStringLiteral("has the role %1").arg(int(role));
    bool isLabelled = !widget->accessibleName().isEmpty();
    for (const auto& [label, relation] : at->relations(QAccessible::Label))
        isLabelled = isLabelled || !label->text(QAccessible::Name).isEmpty();
    if (role == QAccessible::ComboBox || role == QAccessible::SpinBox || role == QAccessible::Slider) {
        if (!isLabelled) return QStringLiteral("has no label");
        if (at->text(QAccessible::Value).isEmpty() && !(at->valueInterface()))
            return QStringLiteral("has no value");
    }
    if (role != QAccessible::SpinBox && role != QAccessible::Slider) return {};
    QAccessibleValueInterface* number = at->valueInterface();
    if (!number) return QStringLiteral("is no number");
    const double low = number->minimumValue().toDouble(), high = number->maximumValue().toDouble();
    const double value = number->currentValue().toDouble();
    return low < high && value >= low && value <= high
               ? QString()
               : QStringLiteral("stands at %1 of %2 to %3").arg(value).arg(low).arg(high);
}

} // namespace

class AccessibleTest : public QObject {
    Q_OBJECT

    static bool ready(Window& window) {
        window.widget().show();
        return QTest::qWaitFor([&] { return window.session().report() != nullptr; }, 20000);
    }

private slots:
    void everyFocusableWidgetHasAName_data() {
        QTest::addColumn<bool>("inGerman");
        QTest::newRow("English") << false;
        QTest::newRow("German") << true;
    }
    void everyFocusableWidgetHasAName() {
        QFETCH(bool, inGerman);
        const std::optional<test::German> german(inGerman ? std::optional<test::German>(std::in_place)
                                                          : std::nullopt);
        QTemporaryDir folder;
        const QString table = folder.filePath("compute/h100/m/mlp.csv");
        QVERIFY(QDir().mkpath(QFileInfo(table).path()));
        QFile file(table);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("time_stats.mlp_up_proj.median,n_head,n_kv_head,n_embd,n_expanded_embd,vocab_size,"
                   "use_gated_mlp,num_tokens,num_tensor_parallel_workers\n"
                   "5.7,64,8,8192,28672,32768,True,4096,1\n3.1,64,8,8192,28672,32768,True,x,1\n");
        file.close();
        Window window(shippedCatalog());
        QVERIFY(ready(window));
        window.openFiles({table});
        window.widget().showTab("data");
        const auto* data = window.widget().findChild<ui::DataView*>();
        QTRY_VERIFY(data->findChild<QTableView*>()->model()->rowCount() > 0);
        window.widget().ask(ui::Request::Pin);
        window.widget().startLesson("tour");
        window.figures().openDialog();
        window.documentation().show(QStringLiteral("loss")); // a child of the window
        ui::ShortcutList shortcuts(window.widget());
        auto* tabs = window.widget().findChild<ui::RoomPages*>();
        QStringList pages{"data", "explain"};
        for (const ui::ViewRow& row : ui::viewList()) pages << QString::fromLatin1(row.key);
        for (const QString& page : pages) {
            window.widget().showTab(page);
            if (page != "explain") QCOMPARE(tabs->currentKey(), page);
            QVERIFY2(unnamed(&window.widget()).isEmpty(),
                     qPrintable(page + ": " + unnamed(&window.widget()).join(", ")));
        }
        QVERIFY2(unnamed(window.figures().dialog()).isEmpty(),
                 qPrintable(unnamed(window.figures().dialog()).join(", ")));
        QVERIFY2(unnamed(&shortcuts).isEmpty(), qPrintable(unnamed(&shortcuts).join(", ")));
    }

    void everyPictureIsDescribedAndHasItsNumbersAsATable() {
        Window window(shippedCatalog());
        QVERIFY(ready(window));
        for (const ui::ViewRow& row : ui::viewList()) {
            window.widget().showTab(row.key);
            ui::ReportView* view = window.widget().currentView();
            QVERIFY2(!view->summary().isEmpty(), qPrintable(view->objectName()));
            bool described = false;
            QList<QWidget*> candidates = view->findChildren<QWidget*>();
            candidates << view;
            for (QWidget* widget : candidates) {
                const QAccessibleInterface* at = QAccessible::queryAccessibleInterface(widget);
                described = described || (widget->focusPolicy() != Qt::NoFocus && at &&
                                          !at->text(QAccessible::Name).isEmpty() &&
                                          at->text(QAccessible::Description).contains(view->summary()));
            }
            QVERIFY2(described, qPrintable(view->objectName()));
            const auto* table = view->findChild<QTableView*>();
            QVERIFY2(table && !table->accessibleName().isEmpty(), qPrintable(view->objectName()));
        }
    }

    /// The pages that are computed when they are shown: their description follows the answer.
    void aPictureThatComesLaterIsDescribedThen() {
        Window window(shippedCatalog());
        QVERIFY(ready(window));
        window.widget().showTab("sensitivity");
        auto* view = window.widget().findChild<ui::SensitivityView*>();
        QTRY_VERIFY_WITH_TIMEOUT(!view->csv().isEmpty(), 20000);
        const QAccessibleInterface* at = QAccessible::queryAccessibleInterface(view->canvas());
        QCOMPARE(at->text(QAccessible::Description), view->summary());
    }

    /// What Qt's own answers leave out or get wrong for the form and the pictures.
    void formAndPicturesSayWhatTheyAre() {
        Window window(shippedCatalog());
        QVERIFY(ready(window));
        window.widget().showAllKnobs(); // rows are made when first wanted
        int combos = 0, labels = 0;
        for (QWidget* widget : window.widget().findChildren<QWidget*>()) {
            QAccessibleInterface* at = QAccessible::queryAccessibleInterface(widget);
            if (qobject_cast<QComboBox*>(widget) &&
                widget->parentWidget()->inherits("moe::ui::ChoiceEditor")) {
                // Announced by its value; the name comes from what labels it.
                QString name;
                for (const auto& [label, relation] : at->relations(QAccessible::Label))
                    name = label->text(QAccessible::Name);
                QCOMPARE(name, widget->accessibleName());
                ++combos;
            } else if (widget->inherits("moe::ui::RowLabel")) {
                const QString description = at->text(QAccessible::Description);
                QVERIFY2(!description.isEmpty() && !description.contains('<'), qPrintable(description));
                QVERIFY(!at->relations(QAccessible::Labelled).isEmpty());
                ++labels;
            } else if (widget->inherits("QCustomPlot") || widget->inherits("moe::ui::Canvas")) {
                QCOMPARE(at->role(), QAccessible::Chart);
            }
        }
        QVERIFY2(combos > 5 && labels > 40,
                 qPrintable(QStringLiteral("%1 combo boxes, %2 labels").arg(combos).arg(labels)));

        const auto* form = window.widget().findChild<ui::ScenarioForm*>();
        auto* row = form->findChild<QWidget*>("model.layers");
        const double layers = window.session().report()->scenario.model.layers;
        for (const char* type : {"QAbstractSpinBox", "QSlider"})
            for (QWidget* widget : row->findChildren<QWidget*>()) {
                if (!widget->inherits(type)) continue;
                QAccessibleValueInterface* number =
                    QAccessible::queryAccessibleInterface(widget)->valueInterface();
                QVERIFY(number);
                QCOMPARE(number->currentValue().toDouble(), layers);
                QCOMPARE(number->minimumValue().toDouble(), 1.0);
                QVERIFY(number->maximumValue().toDouble() >= 1000);
            }
    }

    /// Page by page: what has the focus is announced as what it is, with what it stands at and between what.
    void everyControlOfEveryPageSaysWhatItIs() {
        Window window(shippedCatalog());
        QVERIFY(ready(window));
        QStringList pages{"data", "explain"}, wrong;
        for (const ui::ViewRow& row : ui::viewList()) pages << QString::fromLatin1(row.key);
        int controls = 0;
        for (const QString& page : pages) {
            window.widget().showTab(page);
            for (QWidget* widget : window.widget().findChildren<QWidget*>()) {
                if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus ||
                    answersThroughParent(widget))
                    continue;
                ++controls;
                if (const QString fault = faultOf(widget); !fault.isEmpty())
                    wrong << page + ": " + placeOf(widget) + ": " + fault;
            }
        }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
        QVERIFY2(controls > 1000, qPrintable(QString::number(controls)));
    }

    /// One of several is on: a radio button, which can be pressed; what is on or off alone is a check box.
    void modesAreRadioButtons() {
        Window window(shippedCatalog());
        QVERIFY(ready(window));
        emit window.widget().presetChosen("mixtral-8x7b"); // trains and serves
        window.widget().showTab("memory");
        auto* view = window.widget().views().view("memory");
        const auto of = [&](const char* room) {
            for (QToolButton* button : window.widget().findChildren<QToolButton*>())
                if (button->text() == QLatin1String(room))
                    return QAccessible::queryAccessibleInterface(button);
            return static_cast<QAccessibleInterface*>(nullptr);
        };
        QAccessibleInterface *training = of("Train"), *serving = of("Serve");
        QVERIFY(training && serving);
        QCOMPARE(training->role(), QAccessible::RadioButton);
        QCOMPARE(serving->text(QAccessible::Name), QString("Serve"));
        QVERIFY(training->state().checked && !serving->state().checked);
        serving->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(!training->state().checked && serving->state().checked);
        for (QToolButton* button : view->findChildren<QToolButton*>())
            if (button->isCheckable() && button->text() == QLatin1String("Show data as table"))
                QCOMPARE(QAccessible::queryAccessibleInterface(button)->role(), QAccessible::CheckBox);
    }

    void everyFocusableWidgetOfATabIsReachedWithTab() {
        Window window(shippedCatalog());
        QVERIFY(ready(window));
        auto* tabs = window.widget().findChild<ui::RoomPages*>();
        for (int i = 0; i < tabs->pageTitles().size(); ++i) {
            tabs->showPage(i);
            QWidget* top = &window.widget();
            std::set<const QWidget*> chain;
            for (QWidget* at = top->nextInFocusChain(); at != top && chain.insert(at).second;)
                at = at->nextInFocusChain();
            for (QWidget* child : tabs->findChildren<QWidget*>())
                if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus))
                    QVERIFY2(chain.count(child), qPrintable(placeOf(child)));
        }
    }

    void theListOfShortcutsHoldsEveryKeyOfTheMenus() {
        Window window(shippedCatalog());
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
