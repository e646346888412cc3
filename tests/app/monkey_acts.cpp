// SPDX-License-Identifier: GPL-3.0-or-later
// What the monkey can do, one function each.

#include "models/engine/scenario/fields.h"
#include "tests/app/monkey.h"

#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>
#include <QWindow>

#include <algorithm>

namespace moe::test {
namespace {

QString nameOf(const QWidget* widget) {
    if (!widget) return QStringLiteral("nothing");
    QString name = QLatin1String(widget->metaObject()->className());
    for (const QWidget* at = widget; at; at = at->parentWidget())
        if (!at->objectName().isEmpty() && !at->objectName().startsWith("qt_"))
            return name + QLatin1Char('#') + at->objectName();
    return name;
}

/// What a press or a move does may leave the window smaller: a pointer beyond it is no event of its.
QPoint inside(const QWindow& window, QPoint point) {
    return {std::clamp(point.x(), 0, std::max(0, window.width() - 1)),
            std::clamp(point.y(), 0, std::max(0, window.height() - 1))};
}

} // namespace

/// Where the user works: the dialog in front, else the window or one of its companions.
QWidget* Monkey::stage() const {
    if (QWidget* popup = QApplication::activePopupWidget()) return popup;
    if (QWidget* modal = QApplication::activeModalWidget()) return modal;
    if (QWidget* active = QApplication::activeWindow()) return active;
    return &m_window.widget();
}

template <class T> std::vector<T*> Monkey::shown() const {
    std::vector<T*> found;
    for (T* widget : stage()->findChildren<T*>())
        if (widget->isVisible() && widget->isEnabled()) found.push_back(widget);
    return found;
}

QPoint Monkey::pointOn(const QWidget& on) {
    // A window as small as its screen shows less than the widget needs.
    const QSize seen = on.windowHandle() ? on.size().boundedTo(on.windowHandle()->size()) : on.size();
    return {int(below(std::size_t(std::max(1, seen.width())))),
            int(below(std::size_t(std::max(1, seen.height()))))};
}

std::optional<QPoint> Monkey::centerOf(const QWidget& target, const QWidget& on) const {
    const QRect seen = target.visibleRegion().boundingRect(); // not what is scrolled out of the window
    const QPoint there = target.mapTo(&on, seen.center());
    const QWindow* window = on.windowHandle();
    if (seen.isEmpty() || (window && !QRect(QPoint(), window->size()).contains(there))) return std::nullopt;
    return there;
}

void Monkey::click() {
    QWidget* on = stage();
    QPoint at = pointOn(*on);
    if (below(2)) { // half of them at something
        const std::vector<QWidget*> all = shown<QWidget>();
        if (!all.empty()) at = centerOf(*all[below(all.size())], *on).value_or(at);
    }
    clickAt(*on, at);
}

/// Lists that buttons show are filled by what the window answers: while one is open, answers go on coming.
void Monkey::openList() {
    QWidget* on = stage();
    std::vector<QToolButton*> buttons = shown<QToolButton>();
    std::erase_if(buttons, [](const QToolButton* button) { return !button->menu(); });
    if (buttons.empty()) return;
    if (const auto at = centerOf(*buttons[below(buttons.size())], *on)) clickAt(*on, *at);
}

void Monkey::clickAt(QWidget& on, QPoint at) {
    say(QString("click at %1 (%2,%3)").arg(nameOf(on.childAt(at))).arg(at.x()).arg(at.y()));
    const Qt::KeyboardModifiers held = below(8)   ? Qt::NoModifier
                                       : below(2) ? Qt::ControlModifier
                                                  : Qt::ShiftModifier;
    const QPointer<QWindow> still = on.windowHandle();
    if (still) QTest::mousePress(still, Qt::LeftButton, held, inside(*still, at));
    if (still) QTest::mouseRelease(still, Qt::LeftButton, held, inside(*still, at));
}

void Monkey::doubleClick() {
    QWidget* on = stage();
    const QPoint at = pointOn(*on);
    say(QString("double click at %1").arg(nameOf(on->childAt(at))));
    if (QWindow* window = on->windowHandle())
        QTest::mouseDClick(window, Qt::LeftButton, Qt::NoModifier, inside(*window, at));
}

void Monkey::press() {
    static const std::vector<QKeySequence> keys = [] {
        std::vector<QKeySequence> all;
        for (const char* text : {"Tab",
                                 "Tab",
                                 "Shift+Tab",
                                 "Left",
                                 "Right",
                                 "Up",
                                 "Down",
                                 "PgUp",
                                 "PgDown",
                                 "Home",
                                 "End",
                                 "Return",
                                 "Space",
                                 "Esc",
                                 "Esc",
                                 "Del",
                                 "Backspace",
                                 "F1",
                                 "F2",
                                 "F11",
                                 "Ctrl+1",
                                 "Ctrl+2",
                                 "Ctrl+3",
                                 "Ctrl+4",
                                 "Ctrl+5",
                                 "Ctrl+6",
                                 "Alt+1",
                                 "Alt+2",
                                 "Alt+3",
                                 "Alt+4",
                                 "Alt+5",
                                 "Ctrl+L",
                                 "Ctrl+K",
                                 "Ctrl+Shift+F",
                                 "Ctrl+Shift+A",
                                 "Ctrl+Z",
                                 "Ctrl+Shift+Z",
                                 "Ctrl+Y",
                                 "Ctrl+D",
                                 "Ctrl+E",
                                 "Ctrl+F",
                                 "Ctrl+A",
                                 "Ctrl+C",
                                 "Ctrl+V",
                                 "Ctrl+X",
                                 "Ctrl+Shift+C",
                                 "Ctrl+Shift+D",
                                 "Alt+F",
                                 "Ctrl+Tab",
                                 "Ctrl+Shift+Tab",
                                 "+",
                                 "-",
                                 "0",
                                 "Menu"})
            all.emplace_back(QString::fromLatin1(text));
        return all;
    }();
    const QKeyCombination key = keys[below(keys.size())][0];
    QWidget* to = QApplication::focusWidget() && below(4) ? QApplication::focusWidget() : stage();
    say(QString("key %1 to %2").arg(QKeySequence(key).toString(), nameOf(to)));
    if (to->isEnabled()) QTest::keyClick(to, key.key(), key.keyboardModifiers());
}

void Monkey::type() {
    static const char* const texts[] = {
        "8",   "64",  "1e9",  "1.5T", "-1", "0",        "auto",  "abc", "999999999999999999999",
        "12k", "3,5", "none", "full", "é",  "<b>x</b>", "% $ &", "",    "moe"};
    QWidget* to = QApplication::focusWidget() ? QApplication::focusWidget() : stage();
    const char* text = texts[below(std::size(texts))];
    say(QString("text \"%1\" to %2").arg(QString::fromUtf8(text), nameOf(to)));
    if (!to->isEnabled()) return;
    if (below(2)) QTest::keyClick(to, Qt::Key_A, Qt::ControlModifier);
    QPointer<QWidget> still(to); // it may go, or be of no use, with each
    for (const QChar c : QString::fromUtf8(text))
        if (still && still->isEnabled())
            QTest::sendKeyEvent(QTest::Click, still, Qt::Key_unknown, QString(c), Qt::NoModifier);
    if (still && still->isEnabled() && below(2)) QTest::keyClick(still, Qt::Key_Return);
}

void Monkey::wheel() {
    const std::vector<QWidget*> all = shown<QWidget>();
    if (all.empty()) return;
    QWidget* over = all[below(all.size())];
    const QPointF at = over->rect().center();
    say(QString("wheel over %1").arg(nameOf(over)));
    const QPoint turn(0, below(2) ? 120 : -120);
    const Qt::KeyboardModifiers held = below(4) ? Qt::NoModifier : Qt::ControlModifier;
    QWheelEvent event(at, over->mapToGlobal(at), {}, turn, Qt::NoButton, held, Qt::NoScrollPhase, false);
    QApplication::sendEvent(over, &event);
}

void Monkey::drag() {
    QWidget* on = stage();
    QWindow* window = on->windowHandle();
    QPoint at = pointOn(*on);
    const QPoint end = pointOn(*on);
    say(QString("drag from %1").arg(nameOf(on->childAt(at))));
    if (!window) return;
    QPointer<QWindow> still(window);
    const auto button = below(5) ? Qt::LeftButton : below(2) ? Qt::RightButton : Qt::MiddleButton;
    QTest::mousePress(window, button, Qt::NoModifier, inside(*window, at));
    for (int i = 0; i < 5 && still; ++i) {
        at += (end - at) / 3;
        QTest::mouseMove(still, inside(*still, at));
        answered(); // each step is an event of its own
    }
    if (still) QTest::mouseRelease(still, button, Qt::NoModifier, inside(*still, at));
}

void Monkey::hover() {
    QWidget* on = stage();
    const QPoint at = pointOn(*on);
    const QPointer<QWidget> over = on->childAt(at), stays = on;
    say(QString("hover over %1").arg(nameOf(over)));
    if (!on->windowHandle()) return;
    QTest::mouseMove(on->windowHandle(), inside(*on->windowHandle(), at)); // may close what it moves over
    if (!over || !stays || below(3)) return;
    QHelpEvent help(QEvent::ToolTip, over->mapFrom(on, at), on->mapToGlobal(at));
    QApplication::sendEvent(over, &help);
}

void Monkey::contextMenu() {
    const std::vector<QWidget*> all = shown<QWidget>();
    if (all.empty()) return;
    QWidget* over = all[below(all.size())];
    say(QString("context menu of %1").arg(nameOf(over)));
    QContextMenuEvent event(QContextMenuEvent::Mouse, over->rect().center(),
                            over->mapToGlobal(over->rect().center()));
    QApplication::sendEvent(over, &event);
}

void Monkey::slide() {
    const std::vector<QAbstractSlider*> all = shown<QAbstractSlider>();
    if (all.empty()) return;
    QPointer<QAbstractSlider> slider = all[below(all.size())];
    say(QString("slide %1").arg(nameOf(slider)));
    const int span = std::max(1, slider->maximum() - slider->minimum() + 1);
    slider->setSliderDown(true);
    for (int i = 0; i < 3 && slider; ++i)
        slider->setSliderPosition(slider->minimum() + int(below(std::size_t(span))));
    if (slider) slider->setSliderDown(false);
}

void Monkey::choose() {
    const std::vector<QComboBox*> all = shown<QComboBox>();
    if (all.empty()) return;
    QPointer<QComboBox> box = all[below(all.size())];
    if (box->count() == 0) return;
    const int index = int(below(std::size_t(box->count())));
    say(QString("choose %1 of %2").arg(index).arg(nameOf(box)));
    box->setCurrentIndex(index);
    if (box) emit box->activated(index);
}

void Monkey::trigger() {
    std::vector<QAction*> actions;
    for (QAction* action : m_window.widget().findChildren<QAction*>())
        if (action->isEnabled() && !action->isSeparator() && !action->menu() &&
            action->shortcut() != QKeySequence(QKeySequence::Quit) && !action->text().contains("Quit"))
            actions.push_back(action);
    QAction* action = actions[below(actions.size())];
    say(QString("menu \"%1\"").arg(action->text()));
    action->trigger();
}

void Monkey::switchTab() {
    const std::vector<QTabBar*> all = shown<QTabBar>();
    if (all.empty()) return;
    QTabBar* tabs = all[below(all.size())];
    const int index = int(below(std::size_t(std::max(1, tabs->count()))));
    say(QString("tab %1 of %2").arg(tabs->tabText(index), nameOf(tabs)));
    tabs->setCurrentIndex(index);
}

void Monkey::history() {
    QUndoStack& stack = *m_window.session().undoStack();
    const bool back = below(2);
    say(back ? "undo" : "redo");
    for (std::size_t steps = 1 + below(4); steps > 0; --steps) back ? stack.undo() : stack.redo();
}

void Monkey::edit() {
    const Field& field = fields()[below(fields().size())];
    static const char* const values[] = {"1", "2",   "3",    "8",    "64",    "1000",
                                         "0", "0.5", "auto", "true", "false", "full"};
    std::string value = values[below(std::size(values))];
    if (!field.choices.empty()) value = field.choices[below(field.choices.size())];
    say(QString("set %1=%2").arg(field.key, QString::fromStdString(value)));
    Scenario next = m_window.session().scenario();
    if (setField(next, field.key, value).empty())
        m_window.session().edit(next, QString::fromUtf8(field.label), below(2) ? -1 : int(below(5)),
                                below(4) == 0);
}

void Monkey::openFile() {
    const QString path = m_files[int(below(std::size_t(m_files.size())))];
    say(QString("open %1").arg(path.section('/', -1)));
    m_window.openFiles({path});
}

void Monkey::resize() {
    const QSize size(600 + int(below(1400)), 400 + int(below(900)));
    say(QString("resize to %1x%2").arg(size.width()).arg(size.height()));
    m_window.widget().resize(size);
}

/// Until the picture is that of the scenario, or two seconds.
void Monkey::settle() {
    say("settle");
    m_acting = false;
    if (below(40) == 0) m_window.reports().start(m_folder + "/report.pdf");
    for (int i = 0; i < 200; ++i) {
        const auto report = m_window.session().report();
        if (report && report->scenario == m_window.session().scenario()) return;
        if (!m_window.session().problems().empty()) return;
        timed([] { QCoreApplication::processEvents(); }, QStringLiteral("events of "));
        QThread::msleep(1);
    }
}

} // namespace moe::test
