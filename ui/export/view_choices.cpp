#include "ui/export/view_choices.h"

#include "models/items/words.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include <functional>

namespace moe::ui {
namespace {

/// Text without the marks of mnemonics.
QString plain(QString text) {
    return text.remove(QLatin1Char('&')).trimmed();
}

struct Visitor {
    std::function<void(QComboBox&)> box;
    std::function<void(QAction&)> action;
};

void visitMenu(QMenu& menu, const Visitor& visit) {
    for (QAction* action : menu.actions()) {
        if (action->isCheckable()) visit.action(*action);
        if (action->menu()) visitMenu(*action->menu(), visit);
    }
}

void visitAll(const QWidget& view, const Visitor& visit) {
    for (QToolBar* bar : view.findChildren<QToolBar*>()) {
        for (QAction* action : bar->actions()) {
            QWidget* widget = bar->widgetForAction(action);
            auto* button = qobject_cast<QToolButton*>(widget);
            if (auto* combo = qobject_cast<QComboBox*>(widget))
                visit.box(*combo);
            else if (button && button->menu())
                visitMenu(*button->menu(), visit);
            else if (action->isCheckable() && action->toolTip() != items::Words::tr("Show data as table"))
                visit.action(*action);
        }
    }
}

void choose(QComboBox& box, int index) {
    if (index < 0 || index >= box.count() || index == box.currentIndex()) return;
    box.setCurrentIndex(index);
    emit box.activated(index);
}

void choose(QAction& action, bool on) {
    if (action.isEnabled() && action.isChecked() != on) action.trigger();
}

bool isOfGroup(const QAction& action) {
    return action.actionGroup() && action.actionGroup()->isExclusive();
}

} // namespace

QStringList viewChoices(const QWidget& view) {
    QStringList choices;
    const auto add = [&](const QString& name, const QString& value) {
        choices << plain(name) + QLatin1Char('=') + value;
    };
    visitAll(view, {[&](QComboBox& box) { add(box.accessibleName(), box.currentText()); },
                    [&](QAction& action) {
                        if (isOfGroup(action) && !action.isChecked()) return;
                        add(action.text(), action.isChecked() ? QStringLiteral("on") : QStringLiteral("off"));
                    }});
    return choices;
}

void copyChoices(const QWidget& from, QWidget& view) {
    const auto controls = [](const QWidget& of) {
        QObjectList all;
        visitAll(of, {[&](QComboBox& box) { all << &box; }, [&](QAction& action) { all << &action; }});
        return all;
    };
    const QObjectList wanted = controls(from);
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        const QObjectList own = controls(view); // again: a choice may replace what follows it
        if (i >= own.size()) return;
        auto *box = qobject_cast<QComboBox*>(own[i]), *wantedBox = qobject_cast<QComboBox*>(wanted[i]);
        auto *action = qobject_cast<QAction*>(own[i]), *wantedAction = qobject_cast<QAction*>(wanted[i]);
        if (box && wantedBox) choose(*box, wantedBox->currentIndex());
        if (action && wantedAction) choose(*action, wantedAction->isChecked());
    }
}

bool applyViewChoice(QWidget& view, const QString& choice) {
    const QString name = choice.section(QLatin1Char('='), 0, 0), value = choice.section(QLatin1Char('='), 1);
    bool done = false;
    visitAll(view, {[&](QComboBox& box) {
                        const int index = plain(box.accessibleName()) == name ? box.findText(value) : -1;
                        if (done || index < 0) return;
                        done = true;
                        choose(box, index);
                    },
                    [&](QAction& action) {
                        const bool on = value == QLatin1String("on");
                        if (done || plain(action.text()) != name || (!on && value != QLatin1String("off")))
                            return;
                        done = action.isEnabled();
                        choose(action, on);
                    }});
    return done;
}

} // namespace moe::ui
