// SPDX-License-Identifier: GPL-3.0-or-later
// Start of the process to the first picture, as a ratio to a bare window with one plot of the same library.
// Both are children of this program, in turn.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "ui/theme_style.h"

#include <QApplication>
#include <QMainWindow>
#include <QProcess>
#include <QStandardPaths>
#include <QThread>
#include <QTimer>

#include <qcustomplot.h>

#include <algorithm>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <thread>

using namespace moe;

namespace {

/// Ends the process when something has been painted; what taking it down costs is not asked.
class FirstPaint : public QObject {
protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) QTimer::singleShot(0, qApp, [] { std::_Exit(0); });
        return false;
    }
};

int bareWindow() {
    QMainWindow window;
    auto* plot = new QCustomPlot;
    QVector<double> x, y;
    for (int i = 0; i < 200; ++i) x << i, y << i * i;
    plot->addGraph()->setData(x, y);
    plot->rescaleAxes();
    window.setCentralWidget(plot);
    window.resize(1280, 720);
    FirstPaint watch;
    plot->installEventFilter(&watch);
    window.show();
    return QApplication::exec();
}

int wholeWindow(app::ShippedCatalog shipped) {
    app::Window window(std::move(shipped));
    FirstPaint watch;
    // Only what is painted once the numbers are drawn shows them.
    for (auto* plot : window.widget().currentView()->findChildren<QCustomPlot*>())
        QObject::connect(plot, &QCustomPlot::beforeReplot, &watch, [&watch, &window, plot] {
            if (window.session().report()) plot->installEventFilter(&watch);
        });
    window.show();
    return QApplication::exec();
}

double medianMs(const QString& program, const QString& which) {
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        const auto start = std::chrono::steady_clock::now();
        if (QProcess::execute(program, {which}) != 0) return -1;
        times.push_back(1e3 *
                        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

} // namespace

int main(int argc, char** argv) {
    const QByteArray which = argc > 1 ? argv[1] : "";
    if (!which.isEmpty()) {
        QStandardPaths::setTestModeEnabled(true);
        std::future<app::ShippedCatalog> reading;
        QThread::currentThread(); // the main one, also for Qt
        if (which != "bare") reading = std::async(std::launch::async, app::shippedCatalog);
        QApplication application(argc, argv);
        if (which == "bare")
            QApplication::setStyle(QStringLiteral("Fusion"));
        else
            QApplication::setStyle(new ui::ThemeStyle); // as the program starts
        application.setOrganizationName(QStringLiteral("moe-explorer-bench"));
        std::setlocale(LC_NUMERIC, "C");
        return which == "bare" ? bareWindow() : wholeWindow(reading.get());
    }
    const QString program = QString::fromLocal8Bit(argv[0]);
    const double bare = medianMs(program, QStringLiteral("bare")),
                 whole = medianMs(program, QStringLiteral("whole"));
    if (bare < 0 || whole < 0) return 1;
    std::printf(
        "cores: %u\nstart to first picture: %.0f ms, bare window with one plot: %.0f ms, ratio %.2f\n",
        std::thread::hardware_concurrency(), whole, bare, whole / bare);
    return 0;
}
