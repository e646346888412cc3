// SPDX-License-Identifier: GPL-3.0-or-later
// screenshot FILE light|dark [page=KEY[,KEY…]] [size=1280x720] [scale=2] [preset=KEY] [german]
// [set=KEY=VALUE]…: the window with a scenario that shows what it does, as a picture, or at other pages; of
// several, each is written to FILE with its key before the ending, and "all" is every picture there is. The
// same on every machine with the same Qt and fonts: settings, language and display of whoever runs it have no
// say.

#include "app/files/catalog_loader.h"
#include "app/window/language_setting.h"
#include "app/window/theme_setting.h"
#include "app/window/window.h"
#include "models/engine/scenario/fields.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/theme_style.h"
#include "ui/views/view_list.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>

#include <clocale>
#include <cstdio>
#include <optional>
#include <utility>

using namespace moe;

namespace {

constexpr QSize kSize(1600, 1000);
constexpr double kMilliseconds = 24; ///< of a computation, in the status bar: the clock's would differ
constexpr int kPatience = 120000;    ///< ms

/// The preset, and what was changed since: a schedule that keeps each layer once frees a sixth of the memory
/// and takes a third longer, so that the cards show a gain, a loss and a verdict.
constexpr const char* kPreset = "deepseek-v3";
constexpr const char* kTab = "memory";
constexpr std::pair<const char*, const char*> kChanges[] = {{"train.schedule", "zb-v"}};

/// Lets events be handled until `done`.
template <class Done> bool waitFor(const Done& done) {
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < kPatience;) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (done()) return true;
        QThread::msleep(5);
    }
    return false;
}

struct Wanted {
    QString page = QString::fromLatin1(kTab), preset = QString::fromLatin1(kPreset);
    QSize size = kSize;
    QString scale = QStringLiteral("1");
    bool german = false;
    std::vector<std::pair<std::string, std::string>> changes;
};

std::optional<Wanted> wantedOf(int argc, char** argv) {
    Wanted wanted;
    bool own = false; // not the picture of the README
    for (int i = 3; i < argc; ++i) {
        const QString word = QString::fromLocal8Bit(argv[i]);
        const QString value = word.section(QLatin1Char('='), 1);
        own = true;
        if (word == QLatin1String("german"))
            wanted.german = true;
        else if (word.startsWith(QLatin1String("page=")))
            wanted.page = value;
        else if (word.startsWith(QLatin1String("preset=")))
            wanted.preset = value;
        else if (word.startsWith(QLatin1String("size=")))
            wanted.size = {value.section(QLatin1Char('x'), 0, 0).toInt(),
                           value.section(QLatin1Char('x'), 1).toInt()};
        else if (word.startsWith(QLatin1String("scale=")))
            wanted.scale = value;
        else if (word.startsWith(QLatin1String("set=")))
            wanted.changes.emplace_back(value.section(QLatin1Char('='), 0, 0).toStdString(),
                                        value.section(QLatin1Char('='), 1).toStdString());
        else
            return std::nullopt;
    }
    if (!own)
        for (const auto& [key, value] : kChanges) wanted.changes.emplace_back(key, value);
    return wanted;
}

/// What is computed is on screen; false: it takes too long, or a rule is broken.
bool settled(app::Window& window) {
    ui::MainWindow& widget = window.widget();
    const bool drawn = waitFor([&] {
        const auto report = window.session().report();
        return !window.session().busy() && report && report->scenario == window.session().shown() &&
               (!widget.currentView() || !widget.currentView()->isBehind()) &&
               (widget.sentence().isWhole() || !widget.sentence().answer());
    });
    if (!drawn) return false;
    widget.setReport(window.session().report(), kMilliseconds);
    // What follows a moment after the report: notches of sliders, layouts, scroll bars.
    QElapsedTimer rest;
    rest.start();
    waitFor([&] { return rest.elapsed() > 500; });
    if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
    waitFor([&] { return rest.elapsed() > 600; });
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const QByteArray theme = argc >= 3 ? argv[2] : "";
    const std::optional<Wanted> wanted = wantedOf(argc, argv);
    if (!wanted || (theme != "light" && theme != "dark")) {
        std::fputs("screenshot FILE light|dark [page=KEY[,KEY…]] [size=1280x720] [scale=2] "
                   "[preset=KEY] [german] [set=KEY=VALUE]\n",
                   stderr);
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", wanted->scale.toLatin1());
    qputenv("QT_FONT_DPI", "96");
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setOrganizationName(QStringLiteral("moe-explorer-screenshot"));
    QApplication::setStyle(new ui::ThemeStyle);
    QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 9));
    app::setTheme(theme == "dark" ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
    app::installLanguage(wanted->german ? ui::LanguageChoice::German : ui::LanguageChoice::English);

    app::Window window(app::shippedCatalog());
    ui::MainWindow& widget = window.widget();
    widget.resize(wanted->size);
    widget.show();
    emit widget.presetChosen(wanted->preset);
    Scenario scenario = window.session().scenario();
    for (const auto& [key, value] : wanted->changes) {
        const Problems problems = setField(scenario, key, value);
        if (!problems.empty()) {
            std::fprintf(stderr, "%s: %s\n", key.c_str(), toString(problems.front().rule).c_str());
            return 1;
        }
    }
    window.session().edit(scenario, QStringLiteral("changes"));
    const QString file = QString::fromLocal8Bit(argv[1]);
    QStringList pages = wanted->page.split(QLatin1Char(','));
    if (pages == QStringList{QStringLiteral("all")}) {
        pages.clear();
        for (const ui::ViewRow* row : ui::viewsOf(window.session().side())) pages << QLatin1String(row->key);
    }
    for (const QString& page : pages) {
        widget.showTab(page);
        if (!settled(window)) {
            std::fprintf(stderr, "%s: not computed in time, or a rule is broken\n", qPrintable(page));
            return 1;
        }
        QString path = file;
        if (pages.size() > 1) path.insert(path.lastIndexOf(QLatin1Char('.')), QLatin1Char('-') + page);
        if (!widget.grab().toImage().save(path, "PNG", pages.size() > 1 ? -1 : 0)) {
            std::fprintf(stderr, "%s could not be written\n", qPrintable(path));
            return 1;
        }
    }
    return 0;
}
