// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/monkey.h"

#include <QApplication>
#include <QDialog>
#include <QPointer>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace moe::test {
namespace {

constexpr int kGuardMs = 10;
constexpr double kKeptMs = 20; ///< shorter blocks are not kept: there are ten for each action

double cpuMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

} // namespace

struct Monkey::Kind {
    const char* name;
    std::size_t weight;
    void (Monkey::*act)();
};

const std::vector<Monkey::Kind>& Monkey::kinds() {
    static const std::vector<Kind> all{
        {"click", 25, &Monkey::click},    {"double click", 2, &Monkey::doubleClick},
        {"key", 22, &Monkey::press},      {"text", 6, &Monkey::type},
        {"wheel", 6, &Monkey::wheel},     {"drag", 6, &Monkey::drag},
        {"hover", 8, &Monkey::hover},     {"context menu", 2, &Monkey::contextMenu},
        {"slider", 8, &Monkey::slide},    {"choice", 4, &Monkey::choose},
        {"menu", 8, &Monkey::trigger},    {"tab", 5, &Monkey::switchTab},
        {"history", 6, &Monkey::history}, {"edit", 8, &Monkey::edit},
        {"file", 2, &Monkey::openFile},   {"resize", 1, &Monkey::resize},
        {"settle", 2, &Monkey::settle},   {"open list", 4, &Monkey::openList}};
    return all;
}

Monkey::Monkey(app::Window& window, QStringList files, QString folder, unsigned seed)
    : m_window(window), m_files(std::move(files)), m_folder(std::move(folder)), m_random(seed) {
    for (const QString& name : qEnvironmentVariable("MOE_MONKEY_KINDS").split(',', Qt::SkipEmptyParts))
        if (std::any_of(kinds().begin(), kinds().end(),
                        [&](const Kind& kind) { return name == QLatin1String(kind.name); }))
            m_only << name;
    QTimer::singleShot(kGuardMs, this, &Monkey::guard);
}

std::size_t Monkey::weightOf(const Kind& kind) const {
    return m_only.empty() || m_only.contains(QLatin1String(kind.name)) ? kind.weight : 0;
}

void Monkey::act() {
    std::size_t all = 0;
    for (const Kind& kind : kinds()) all += weightOf(kind);
    std::size_t at = below(all);
    const Kind* chosen = nullptr;
    for (const Kind& kind : kinds()) {
        chosen = &kind;
        if (at < weightOf(kind)) break;
        at -= weightOf(kind);
    }
    ++m_done[QLatin1String(chosen->name)];
    m_said = QLatin1String(chosen->name);
    m_acting = true;
    timed([&] { (this->*chosen->act)(); }, {});
    m_acting = false;
    for (int i = 0; i < 2; ++i)
        timed([] { QCoreApplication::processEvents(); }, QStringLiteral("events after "));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    if (QApplication::activeModalWidget() && below(4) == 0) closeDialogs();
    if (QApplication::topLevelWidgets().size() > 40 && below(20) == 0) closeDialogs();
    if (!m_window.widget().isVisible()) m_window.widget().show();
}

void Monkey::timed(const std::function<void()>& work, const QString& during) {
    m_during = during;
    m_awayWall.start();
    m_awayCpu = cpuMilliseconds();
    work();
    answered();
}

/// The thread is back at its events: what it was away for is a block.
void Monkey::answered() {
    Block block{double(m_awayWall.nsecsElapsed()) * 1e-6, cpuMilliseconds() - m_awayCpu, {}};
    m_awayWall.start();
    m_awayCpu = cpuMilliseconds();
    if (block.cpu >= kKeptMs) m_blocks.push_back(block.cpu);
    if (m_watch) m_watch->answered();
    if (m_longest.size() >= 10 && block.cpu <= m_longest.back().cpu) return;
    block.during = QStringLiteral("%1%2, on %3 with %4 pins")
                       .arg(m_during, m_said, m_window.widget().currentViewKey())
                       .arg(m_window.session().pins().size());
    m_longest.push_back(block);
    std::sort(m_longest.begin(), m_longest.end(),
              [](const Block& a, const Block& b) { return a.cpu > b.cpu; });
    if (m_longest.size() > 10) m_longest.pop_back();
}

int Monkey::blocksOver(double milliseconds) const {
    return int(
        std::count_if(m_blocks.begin(), m_blocks.end(), [&](double block) { return block > milliseconds; }));
}

/// Inside a dialog or menu that waits for an answer.
void Monkey::guard() {
    // A timer of its own each time: one that repeats waits while what it called has not returned, and a key
    // that opens a dialog returns when that is closed.
    QTimer::singleShot(kGuardMs, this, &Monkey::guard);
    if (m_watch) m_watch->answered();
    if (!m_acting) return;
    answered();
    if (QWidget* popup = QApplication::activePopupWidget()) {
        if (below(2) == 0) {
            const QPointer<QWidget> still = popup; // the first key may close it, or a timer meanwhile
            QTest::keyClick(popup, Qt::Key_Down);
            if (still && still->isVisible()) QTest::keyClick(still, Qt::Key_Return);
        } else {
            popup->close();
        }
    } else if (QApplication::activeModalWidget()) {
        closeDialogs();
    }
}

void Monkey::closeDialogs() {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (widget == &m_window.widget() || !widget->isVisible()) continue;
        if (auto* dialog = qobject_cast<QDialog*>(widget))
            dialog->reject();
        else
            widget->close();
    }
}

} // namespace moe::test
