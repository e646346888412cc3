// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A user without a plan: seeded random clicks, keys, drags, menus and files on the real window.

#include "app/window/window.h"
#include "tests/app/monkey_watch.h"

#include <QElapsedTimer>
#include <QString>

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace moe::test {

class Monkey : public QObject {
public:
    Monkey(app::Window& window, QStringList files, QString folder, unsigned seed);

    /// One action and what follows from it at once. Its words are in said().
    void act();
    const QString& said() const { return m_said; }
    /// How often each kind was done.
    const std::map<QString, int>& done() const { return m_done; }

    /// How long the GUI thread was away from its events.
    struct Block {
        double wall = 0, cpu = 0; ///< ms
        QString during;
    };
    const std::vector<Block>& longest() const { return m_longest; } ///< by processor time, longest first
    const std::vector<double>& blocks() const {
        return m_blocks;
    } ///< of 20 ms and more, ms of processor, as they came
    int blocksOver(double milliseconds) const;

    /// Is told whenever the thread is back at its events.
    void watchWith(MonkeyWatch* watch) { m_watch = watch; }

    /// Closes what stands in front of the window.
    void closeDialogs();

private:
    struct Kind;
    static const std::vector<Kind>& kinds();
    std::size_t weightOf(const Kind& kind) const;

    void click();
    void openList();
    void doubleClick();
    void press();
    void type();
    void wheel();
    void drag();
    void hover();
    void contextMenu();
    void slide();
    void choose();
    void trigger();
    void switchTab();
    void history();
    void edit();
    void openFile();
    void resize();
    void exportReport();
    void settle();

    void guard();
    void timed(const std::function<void()>& work, const QString& during);
    void answered();
    std::size_t below(std::size_t end) { return m_random() % end; }
    QWidget* stage() const;
    void clickAt(QWidget& on, QPoint at);
    /// Of a widget on that one, where it can be seen.
    std::optional<QPoint> centerOf(const QWidget& target, const QWidget& on) const;
    /// Anywhere in what can be seen of it.
    QPoint pointOn(const QWidget& on);
    template <class T> std::vector<T*> shown() const;
    void say(const QString& words) { m_said = words; }

    app::Window& m_window;
    QStringList m_files;
    QString m_folder;
    QStringList m_only; ///< kinds that are done; empty: all
    std::mt19937 m_random;
    bool m_acting = false;
    QString m_said;
    std::map<QString, int> m_done;
    std::vector<Block> m_longest;
    std::vector<double> m_blocks;
    QElapsedTimer m_awayWall; ///< since the thread left its events
    double m_awayCpu = 0;
    QString m_during;
    MonkeyWatch* m_watch = nullptr;
};

} // namespace moe::test
