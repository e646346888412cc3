// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/view_choices.h"

#include "models/items/words.h"
#include "ui/choice_keys.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QMenu>
#include <QRegularExpression>
#include <QToolBar>
#include <QToolButton>

#include <functional>
#include <utility>

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
            else if (action->isCheckable() && action->objectName() != QLatin1String(kAsTableKey))
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

/// Names of earlier versions, which wrote what the window said in English, where the key is not that in lower
/// case with dashes.
constexpr std::pair<const char*, const char*> kFormerNames[] = {
    {"Colour stands for", "colour"},
    {"Models beside this one", "beside"},
    {"Pinned scenarios", "pins"},
    {"All presets", "presets"},
    {"Δ to base", "difference"},
    {"Hold axis", "hold"},
    {"Hold colours", "hold"},
    {"Measured group", "group"},
    {"this scenario's", "scenario"},
    {"Measured points", "points"},
    {"Near-optimal regions", "regions"},
    {"Uncertainty and instability", "shading"},
    {"Stage whose parts are listed", "stage"},
    {"Stage whose memory is drawn", "stage"},
    {"Compare with another placement", "other"},
    {"heaviest first (LPT)", "lpt"},
    {"EPLB with swaps", "eplb-swap"},
    {"Horizontal field", "x"},
    {"Vertical field", "y"},
    {"Horizontal axis", "x"},
    {"Vertical axis", "y"},
    {"Time, memory, throughput", "overview"},
    {"Schedule beside", "beside"},
    {"Stage in lanes", "lanes"},
    {"Server beside", "beside"},
    {"Requests whose time is drawn", "request"},
    {"five of them", "five"},
    {"no other", "none"},
    {"fitted on", "fitted"},
    {"left out of the fit", "left-out"},
    {"fit not stated", "not-stated"},
    {"Fields that are tried", "fields"},
    {"all fields", "all"},
    {"same model", "same"},
    {"layout and kernels", "layout"},
    {"Scenario the waterfall begins at", "from"},
    {"Scenario the waterfall ends at", "to"},
    {"This scenario", "scenario"},
    {"What a bar stands for", "way"},
    {"each alone", "alone"},
    {"in this order", "order"},
    {"average of every order", "average"},
    {"Unit of the budget", "unit"},
    {"Pipeline schedules that are searched", "schedules"},
    {"usual schedules", "usual"},
    {"schedule as the scenario", "own"},
    {"every schedule", "any"},
};

QString formerKey(const QString& name) {
    for (const auto& [former, key] : kFormerNames)
        if (name == QString::fromUtf8(former)) return QString::fromLatin1(key);
    if (name.endsWith(QLatin1String(" (this scenario)"))) return QStringLiteral("scenario");
    static const QRegularExpression kBetween(QStringLiteral("[^a-z0-9]+"));
    return name.toLower().split(kBetween, Qt::SkipEmptyParts).join(QLatin1Char('-'));
}

/// "Kaplan et al." of "Kaplan et al.   lr 1e-3, batch 512 k": what follows three blanks comes and goes.
QString constant(const QString& label) {
    return plain(label).section(QStringLiteral("   "), 0, 0);
}

enum class NamedBy { Key, Label };

bool isNamed(const QString& key, const QString& label, const QString& name, NamedBy by) {
    if (by == NamedBy::Key) return key == name;
    const QString wanted = constant(name);
    return key == formerKey(name) || constant(label) == wanted ||
           constant(label) == items::tableText(wanted.toStdString());
}

/// The one entry with the same numbers in it: "stage 3 (heaviest)" has lost its second half, or is said in
/// another language.
int entryWithNumbersOf(const QComboBox& box, const QString& text) {
    static const QRegularExpression kNoDigits(QStringLiteral("\\D+"));
    const auto numbers = [](const QString& of) { return of.split(kNoDigits, Qt::SkipEmptyParts); };
    const QStringList wanted = numbers(text);
    if (wanted.isEmpty() || !text.contains(QLatin1Char(' '))) return -1;
    int found = -1;
    for (int i = 0; i < box.count(); ++i) {
        if (numbers(box.itemText(i)) != wanted) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

int entryOf(const QComboBox& box, const QString& value) {
    for (int i = 0; i < box.count(); ++i)
        if (entryKey(box, i) == value) return i;
    const QString key = formerKey(value), translated = items::tableText(value.toStdString());
    for (int i = 0; i < box.count(); ++i)
        if (box.itemText(i) == value || box.itemText(i) == translated || entryKey(box, i) == key) return i;
    return entryWithNumbersOf(box, value);
}

bool isOfGroup(const QAction& action) {
    return action.actionGroup() && action.actionGroup()->isExclusive();
}

} // namespace

QStringList viewChoices(const QWidget& view) {
    QStringList choices;
    visitAll(view, {[&](QComboBox& box) {
                        choices << box.objectName() + QLatin1Char('=') + entryKey(box, box.currentIndex());
                    },
                    [&](QAction& action) {
                        if (isOfGroup(action) && !action.isChecked()) return;
                        choices << action.objectName() +
                                       (action.isChecked() ? QLatin1String("=on") : QLatin1String("=off"));
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

QStringList offeredChoices(const QWidget& view) {
    QStringList offered;
    visitAll(view, {[&](QComboBox& box) {
                        QStringList keys;
                        for (int i = 0; i < box.count(); ++i) keys << entryKey(box, i);
                        offered << box.objectName() + QLatin1Char('=') + keys.join(QLatin1Char('|'));
                    },
                    [&](QAction& action) {
                        offered << action.objectName() +
                                       (isOfGroup(action) ? QLatin1String("=on") : QLatin1String("=on|off"));
                    }});
    return offered;
}

bool applyViewChoice(QWidget& view, const QString& choice) {
    const QString name = choice.section(QLatin1Char('='), 0, 0), value = choice.section(QLatin1Char('='), 1);
    bool done = false;
    for (const NamedBy by : {NamedBy::Key, NamedBy::Label}) {
        visitAll(view, {[&](QComboBox& box) {
                            if (done || !isNamed(box.objectName(), box.accessibleName(), name, by)) return;
                            const int index = entryOf(box, value);
                            if (index < 0) return;
                            done = true;
                            choose(box, index);
                        },
                        [&](QAction& action) {
                            const bool on = value == QLatin1String("on");
                            if (done || !isNamed(action.objectName(), action.text(), name, by) ||
                                (!on && value != QLatin1String("off")))
                                return;
                            done = action.isEnabled();
                            choose(action, on);
                        }});
        if (done) return true;
    }
    return false;
}

} // namespace moe::ui
