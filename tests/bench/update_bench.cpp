// SPDX-License-Identifier: GPL-3.0-or-later
// What the window adds to drawing: a new report through the whole window, as a ratio to drawing the same
// pictures again bare. Both are synchronous; the evaluation of the report is not part of either.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "models/engine/evaluate.h"
#include "ui/plots/kit/canvas.h"
#include "ui/window/room_pages.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTest>

#include <qcustomplot.h>

#include <algorithm>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <thread>

using namespace moe;

namespace {

template <class Act> double medianMs(Act act) {
    std::vector<double> times;
    for (int i = 0; i < 41; ++i) {
        const auto start = std::chrono::steady_clock::now();
        act(i);
        times.push_back(1e3 *
                        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// Every picture on screen, drawn once more: plots are replotted, what is painted without a plot is painted
/// again from the data it has.
void drawAgain(QWidget& view) {
    bool drawn = false;
    for (QCustomPlot* plot : view.findChildren<QCustomPlot*>())
        if (plot->isVisible()) plot->replot(QCustomPlot::rpImmediateRefresh), drawn = true;
    for (ui::Canvas* canvas : view.findChildren<ui::Canvas*>())
        if (canvas->isVisible()) canvas->repaint(), drawn = true;
    if (!drawn) view.repaint(); // it is its own canvas
}

} // namespace

int main(int argc, char** argv) {
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    application.setOrganizationName(QStringLiteral("moe-explorer-bench"));
    std::setlocale(LC_NUMERIC, "C");
    app::Window window(app::shippedCatalog());
    ui::MainWindow& widget = window.widget();
    window.show();
    app::Session& session = window.session();
    if (!QTest::qWaitForWindowExposed(&widget) ||
        !QTest::qWaitFor([&] { return session.report() != nullptr; }, 60000))
        return 1;
    widget.resize(1600, 1000); // now: as it is shown, a platform without a display shrinks it to its screen
    std::vector<ReportPtr> reports; // two that differ, so that nothing is skipped as known
    for (Count hidden : {4096, 5120}) {
        Scenario scenario = session.scenario();
        scenario.model.hidden = hidden;
        reports.push_back(std::make_shared<const Report>(evaluate(scenario, *session.catalog())));
    }
    std::printf("cores: %u, window of %d x %d\n", std::thread::hardware_concurrency(), widget.width(),
                widget.height());
    auto* tabs = widget.findChild<ui::RoomPages*>();
    for (const char* key : {"loss", "memory", "time", "placement"}) {
        tabs->showKey(QLatin1String(key));
        QTest::qWait(300);
        const double update = medianMs([&](int i) {
            widget.setReport(reports[static_cast<std::size_t>(i % 2)], 1);
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        });
        const double bare = medianMs([&](int) {
            drawAgain(*tabs->currentView());
            QCoreApplication::processEvents();
        });
        std::printf("%-10s update %.2f ms, bare replot %.2f ms, ratio %.2f\n", key, update, bare,
                    update / bare);
    }
    return 0;
}
