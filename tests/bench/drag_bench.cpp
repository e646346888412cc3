// SPDX-License-Identifier: GPL-3.0-or-later
// A slider under the hand: 300 steps of the hidden-size slider at 125 Hz in the real window. Prints how many
// different pictures were painted, how late they were, and whether the last one equals a direct evaluation.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "models/engine/evaluate.h"
#include "models/items/report_json.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSlider>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <thread>

using namespace moe;

namespace {

/// Notes the moment a picture of a new report has been painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(std::function<void()> painted) : m_painted(std::move(painted)) {}
    void expect() { m_waiting = true; }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint && m_waiting) {
            m_waiting = false;
            // After the event: the picture is then in the backing store.
            QMetaObject::invokeMethod(this, m_painted, Qt::QueuedConnection);
        }
        return false;
    }

private:
    std::function<void()> m_painted;
    bool m_waiting = false;
};

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    application.setOrganizationName(QStringLiteral("moe-explorer-bench"));
    std::setlocale(LC_NUMERIC, "C");
    app::Window window(app::shippedCatalog());
    window.show();
    app::Session& session = window.session();
    if (!QTest::qWaitForWindowExposed(&window.widget()) ||
        !QTest::qWaitFor([&] { return session.report() != nullptr; }, 20000))
        return 1;
    window.widget().showTab(QStringLiteral("loss")); // of the room that has the knob
    const auto* row = window.widget().findChild<QWidget*>(QStringLiteral("knob:model.hidden"));
    auto* slider = row ? row->findChild<QSlider*>() : nullptr;
    if (!slider) {
        std::puts("no hidden-size slider");
        return 1;
    }

    constexpr int kSteps = 300;
    QElapsedTimer clock;
    clock.start();
    std::vector<std::pair<Count, double>> asked; // hidden size and when
    std::vector<double> delays;
    int pictures = 0;
    std::size_t answered = 0;
    Count painted = 0;
    PaintWatch watch([&] {
        const Count hidden = session.report()->scenario.model.hidden;
        ++pictures;
        // Every step up to the one shown has its answer now.
        std::size_t last = asked.size();
        while (last > answered && asked[last - 1].first != hidden) --last;
        const double now = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
        for (; answered < last; ++answered) delays.push_back(now - asked[answered].second);
        painted = hidden;
    });
    for (QWidget* child : window.widget().currentView()->findChildren<QWidget*>())
        child->installEventFilter(&watch);
    QObject::connect(&window.widget(), &ui::MainWindow::pictureShown, &watch, [&] { watch.expect(); });

    const auto mouse = [&](QEvent::Type type, double share) {
        const QPointF at(2 + share * (slider->width() - 4), slider->height() / 2.0);
        const bool move = type == QEvent::MouseMove;
        QMouseEvent event(type, at, slider->mapToGlobal(at), move ? Qt::NoButton : Qt::LeftButton,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(slider, &event);
    };
    const auto handle = [&] {
        return static_cast<double>(slider->value() - slider->minimum()) /
               (slider->maximum() - slider->minimum());
    };
    mouse(QEvent::MouseButtonPress, handle());
    for (int step = 1; step <= kSteps; ++step) {
        const double due = step * 8.0; // 125 Hz
        const double now = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
        QTest::qWait(std::max(1, static_cast<int>(due - now)));
        // Three sweeps over the slider, there and back, so that every step is another value.
        const double sweep = std::fmod(3.0 * step / kSteps, 2.0);
        const Count before = session.scenario().model.hidden;
        mouse(QEvent::MouseMove, sweep < 1 ? sweep : 2 - sweep);
        if (session.scenario().model.hidden != before)
            asked.emplace_back(session.scenario().model.hidden,
                               static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    mouse(QEvent::MouseButtonRelease, 1);
    const double dragged = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    (void)QTest::qWaitFor(
        [&] {
            return session.report()->scenario == session.scenario() &&
                   painted == session.scenario().model.hidden;
        },
        10000);
    QTest::qWait(100);

    const Report direct = evaluate(session.scenario(), *session.catalog());
    const bool equal = items::reportJson(direct) == items::reportJson(*session.report()) &&
                       (!direct.loss || direct.loss->map->loss == session.report()->loss->map->loss);
    std::printf("cores %u, drag of %zu steps in %.0f ms\n", std::thread::hardware_concurrency(), asked.size(),
                dragged);
    std::printf("pictures shown: %d\n", pictures);
    std::printf("delay edit to painted picture: median %.1f ms, p95 %.1f ms, max %.1f ms\n",
                percentile(delays, 0.5), percentile(delays, 0.95), percentile(delays, 1.0));
    std::printf("undo steps: %d\n", session.undoStack()->count());
    std::printf("last picture equals direct evaluation: %s\n", equal ? "yes" : "NO");
    return equal ? 0 : 1;
}
