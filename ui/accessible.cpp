// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QAction>
#include <QActionGroup>
#include <QButtonGroup>
#include <QLabel>
#include <QSlider>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace moe::ui {
namespace {

// The names under which QAccessibleAbstractSpinBox looks for them.
constexpr const char *kValue = "value", *kLeast = "minimum", *kMost = "maximum";
// A slider has properties of these names, its positions.
constexpr const char *kSliderValue = "spokenValue", *kSliderLeast = "spokenMinimum",
                     *kSliderMost = "spokenMaximum";

class NumberSlider : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit NumberSlider(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Slider) {}
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QVariant currentValue() const override { return widget()->property(kSliderValue); }
    QVariant minimumValue() const override { return widget()->property(kSliderLeast); }
    QVariant maximumValue() const override { return widget()->property(kSliderMost); }
    QVariant minimumStepSize() const override { return {}; }
    /// One step towards it: how the scale runs is the owner's business.
    void setCurrentValue(const QVariant& value) override {
        const int step = value.toDouble() > currentValue().toDouble() ? 1 : -1;
        QMetaObject::invokeMethod(widget(), "stepped", Q_ARG(int, step));
    }
};

/// A picture; what it shows is its description, and as a table in the view.
class Picture : public QAccessibleWidget {
public:
    explicit Picture(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Chart) {}
};

/// Names its editor, and has a description without mark-up.
class Label : public QAccessibleWidget {
public:
    explicit Label(QWidget* widget) : QAccessibleWidget(widget, QAccessible::StaticText) {}
    QString text(QAccessible::Text kind) const override {
        const auto* label = static_cast<const QLabel*>(widget());
        if (kind == QAccessible::Name) return label->text().remove(QLatin1Char('&'));
        if (kind == QAccessible::Description && label->accessibleDescription().isEmpty())
            return QTextDocumentFragment::fromHtml(label->toolTip()).toPlainText();
        return QAccessibleWidget::text(kind);
    }
    QList<QPair<QAccessibleInterface*, QAccessible::Relation>>
    relations(QAccessible::Relation match) const override {
        auto found = QAccessibleWidget::relations(match);
        QWidget* buddy = static_cast<const QLabel*>(widget())->buddy();
        if (buddy && (match & QAccessible::Labelled))
            if (QAccessibleInterface* at = QAccessible::queryAccessibleInterface(buddy))
                found.append({at, QAccessible::Labelled});
        return found;
    }
};

/// One of a group of which one is on; Qt calls every button that stays down a check box.
class ModeButton : public QAccessibleWidget {
public:
    explicit ModeButton(QWidget* widget) : QAccessibleWidget(widget, QAccessible::RadioButton) {}
    /// Asked for before a button has taken over all of its action, or joined its group.
    static bool is(const QToolButton& button) {
        if (const QAction* action = button.defaultAction())
            return action->isCheckable() && action->actionGroup() && action->actionGroup()->isExclusive();
        return button.isCheckable() &&
               (button.autoExclusive() || (button.group() && button.group()->exclusive()));
    }
    QAccessible::Role role() const override {
        return button().isCheckable() ? QAccessible::RadioButton : QAccessible::PushButton;
    }
    QString text(QAccessible::Text kind) const override {
        const QString given = QAccessibleWidget::text(kind);
        if (kind != QAccessible::Name || !given.isEmpty()) return given;
        return button().text().remove(QLatin1Char('&'));
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.checkable = button().isCheckable();
        state.checked = button().isChecked();
        return state;
    }
    QStringList actionNames() const override {
        return QStringList{pressAction()} + QAccessibleWidget::actionNames();
    }
    void doAction(const QString& name) override {
        if (name == pressAction())
            button().click();
        else
            QAccessibleWidget::doAction(name);
    }

private:
    QToolButton& button() const { return *static_cast<QToolButton*>(widget()); }
};

QAccessibleInterface* interfaceOf(const QString& className, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    if (!widget) return nullptr;
    if (className == QLatin1String("moe::ui::ValueSlider")) return new NumberSlider(widget);
    if (className == QLatin1String("moe::ui::RowLabel")) return new Label(widget);
    if (className == QLatin1String("moe::ui::Canvas") || className == QLatin1String("QCustomPlot"))
        return new Picture(widget);
    // Rooms and pictures of a page are modes, and may be asked for before they stand in their row.
    if (const auto* button = qobject_cast<QToolButton*>(widget);
        button && (className == QLatin1String("moe::ui::SegmentButton") || ModeButton::is(*button)))
        return new ModeButton(widget);
    return nullptr;
}

} // namespace

void installAccessible() {
    QAccessible::removeFactory(interfaceOf); // or it would be asked twice
    QAccessible::installFactory(interfaceOf);
}

void setSpokenNumber(QWidget& control, double value, double least, double most) {
    const bool slider = qobject_cast<QSlider*>(&control) != nullptr;
    control.setProperty(slider ? kSliderValue : kValue, value);
    control.setProperty(slider ? kSliderLeast : kLeast, least);
    control.setProperty(slider ? kSliderMost : kMost, most);
    if (!QAccessible::isActive()) return;
    QAccessibleValueChangeEvent event(&control, value);
    QAccessible::updateAccessibility(&event);
}

} // namespace moe::ui
