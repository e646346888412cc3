// SPDX-License-Identifier: GPL-3.0-or-later
// moe-explorer: the window, or one command without a display.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/files/catalog_loader.h"
#include "app/files/interrupt.h"
#include "app/window/heap_setting.h"
#include "app/window/language_setting.h"
#include "app/window/open_window.h"
#include "data/text.h"
#include "ui/theme_style.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIcon>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>

#include <clocale>
#include <cstdlib>
#include <future>
#include <optional>

namespace {

using namespace moe::app;

void describe() {
    QCoreApplication::setOrganizationName(QStringLiteral("moe-explorer"));
    QCoreApplication::setApplicationName(QStringLiteral("moe-explorer"));
    QCoreApplication::setApplicationVersion(QStringLiteral(MOE_VERSION));
    // Qt sets the process locale from the environment; C functions below us must keep '.' as the decimal
    // point.
    std::setlocale(LC_NUMERIC, "C");
}

/// While Qt starts without a display it asks the runtime folder of the session whether it runs in a sandbox,
/// and warns where the session has none. Commands need no session: an empty folder gives the same answer.
class RuntimeFolder {
public:
    RuntimeFolder() {
        if (!qEnvironmentVariableIsEmpty(kName)) return;
        m_folder.emplace(QDir::tempPath() + QStringLiteral("/moe-explorer-XXXXXX"));
        if (m_folder->isValid()) qputenv(kName, QFile::encodeName(m_folder->path()));
    }
    ~RuntimeFolder() {
        if (m_folder) qunsetenv(kName);
    }
    Q_DISABLE_COPY_MOVE(RuntimeFolder)

private:
    static constexpr const char* kName = "XDG_RUNTIME_DIR";
    std::optional<QTemporaryDir> m_folder;
};

int runCommand(const Command& command, int argc, char** argv) {
    // Even over a set value: without a display QApplication aborts otherwise.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    std::unique_ptr<QCoreApplication> application;
    QStringList given;
    for (int i = 2; i < argc; ++i) given << QString::fromLocal8Bit(argv[i]);
    if (command.draws(given)) {
        const RuntimeFolder folder;
        application = std::make_unique<QApplication>(argc, argv);
        QApplication::setStyle(QStringLiteral("Fusion"));
    } else {
        application = std::make_unique<QCoreApplication>(argc, argv);
    }
    describe();
    QLocale::setDefault(QLocale::c()); // what commands print is the same everywhere
    QStringList arguments = application->arguments();
    arguments.removeAt(1);
    cancelOnSignals();
    const ProgressLine shown(QString::fromLatin1(command.name)); // of what says nothing more of itself
    return printed(command.run(arguments));
}

/// Qt takes names of files for UTF-8 and would look for another one, or write it.
bool readsNames(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (QString::fromLocal8Bit(argv[i]).toLocal8Bit() == argv[i]) continue;
        printError(
            QStringLiteral("moe-explorer: \"%1\" is not UTF-8, and a file of such a name cannot be opened "
                           "or written: rename it, or have a command read it from standard input (-)\n")
                .arg(QString::fromStdString(moe::printable(argv[i]))));
        return false;
    }
    return true;
}

/// Qt ends the program with a signal where it finds no display.
bool hasDisplay(int argc, char** argv) {
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
    if (!platform.isEmpty() && !platform.startsWith("xcb") && !platform.startsWith("wayland")) return true;
    for (int i = 1; i < argc; ++i)
        if (qstrcmp(argv[i], "-platform") == 0 || qstrcmp(argv[i], "-display") == 0) return true;
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

QString displayComplaint; ///< the last that Qt said of the display it was given

/// While Qt looks for a display. Where it finds none it says so at length and ends the program with a signal.
void tellOfDisplay(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (type == QtFatalMsg) {
        printError(
            QStringLiteral("moe-explorer: no window can be opened: %1; commands need no display, see "
                           "moe-explorer --help\n")
                .arg(displayComplaint.isEmpty() ? text.section(QLatin1Char('\n'), 0, 0) : displayComplaint));
        std::_Exit(kBadInput); // the catalogue is still being read beside
    }
    if (qstrncmp(context.category, "qt.qpa", 6) == 0) {
        if (displayComplaint.isEmpty()) displayComplaint = text;
        return;
    }
    printError(text + QLatin1Char('\n'));
}

/// Settings that are a pipe or a device would be waited for; they are left alone, and nothing is remembered.
void avoidEndlessSettings() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    const QFileInfo file(folder + QStringLiteral("/moe-explorer/moe-explorer.conf"));
    if (!file.exists() || file.isFile() || file.isDir()) return;
    printError(file.filePath() + QStringLiteral(": is a device or a pipe; no settings are read or kept\n"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QStringLiteral("/dev/null"));
}

int runWindow(int argc, char** argv) {
    if (!hasDisplay(argc, argv)) {
        printError(
            QStringLiteral("moe-explorer: there is no display for a window (DISPLAY and WAYLAND_DISPLAY are "
                           "not set); commands need none, see moe-explorer --help\n"));
        return kBadInput;
    }
    keepHeapSmall();
    // Read while the display is connected to and its fonts are looked up. Qt takes the first thread that asks
    // for its own as the main one.
    QThread::currentThread();
    std::future<ShippedCatalog> reading = std::async(std::launch::async, shippedCatalog);
    const QtMessageHandler usual = qInstallMessageHandler(tellOfDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    QApplication::setStyle(new moe::ui::ThemeStyle);
    describe();
    avoidEndlessSettings();
    installLanguage(savedLanguage());
    // Wayland finds the icon of a window through the desktop entry, X11 through the window.
    QGuiApplication::setDesktopFileName(QStringLiteral("moe-explorer"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/moe-explorer.svg")));
    const ShippedCatalog shipped = reading.get();
    if (!shipped.problems.empty()) fail(shipped.problems);
    OpenWindow open(shipped);
    Window& window = open.window();
    window.show();
    if (QApplication::arguments().size() < 2) window.openStart();
    window.startAutosave(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                         QStringLiteral("/autosave"));
    window.openFiles(QApplication::arguments().mid(1));
    return QApplication::exec();
}

} // namespace

// What throws here is a defect and ends the program.
int main(int argc, char** argv) { // NOLINT(bugprone-exception-escape)
    if (!readsNames(argc, argv)) return kBadInput;
    const QString first = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();
    if (const Command* command = findCommand(first)) return runCommand(*command, argc, argv);
    if (first == QLatin1String("--version")) {
        QStringList given;
        for (int i = 2; i < argc; ++i) given << QString::fromLocal8Bit(argv[i]);
        return runVersion(given);
    }
    if (first == QLatin1String("--help") || first == QLatin1String("-h")) {
        print(overview());
        return printed(kDone);
    }
    const bool option = first.startsWith(QLatin1Char('-')) && !first.startsWith(QLatin1String("-platform")) &&
                        !first.startsWith(QLatin1String("-style"));
    const bool looksLikeFile =
        first.contains(QLatin1Char('.')) || first.contains(QLatin1Char('/')) || QFileInfo::exists(first);
    if (argc > 1 && (option || !(looksLikeFile || first.startsWith(QLatin1Char('-'))))) {
        printError(QStringLiteral("moe-explorer: there is no command \"%1\"\n\n").arg(first) + overview());
        return kUsage;
    }
    return runWindow(argc, argv);
}
