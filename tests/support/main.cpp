// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every registered test class; with arguments, the first names one class, or --room and a folder below
// that of the executable, and the rest go to Qt Test.

#include "tests/support/registry.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <atomic>
#include <clocale>
#include <mutex>

namespace moe::test {

std::vector<Entry>& registry() {
    static std::vector<Entry> entries;
    return entries;
}

/// A file of tests/engine/traffic and of folders below is of "traffic", one of tests/engine itself of
/// "engine".
static std::string roomOf(const std::string& file) {
    const std::size_t tests = file.rfind("/tests/");
    const std::size_t folder = tests == std::string::npos ? 0 : tests + 7;
    const std::size_t room = file.find('/', folder) + 1, end = file.find('/', room);
    return end == std::string::npos ? file.substr(folder, room - 1 - folder) : file.substr(room, end - room);
}

bool registerTest(std::string name, std::function<std::unique_ptr<QObject>()> make, const char* file,
                  bool whenNamed) {
    registry().push_back({std::move(name), std::move(make), whenNamed, roomOf(file)});
    return true;
}

namespace {

/// What the platform plugin "offscreen" says of features that no test needs: hints for a window's size, and
/// windows that change their parent.
bool isOfThePlatform(const QString& message) {
    return message.startsWith(QLatin1String("This plugin does not support "));
}

std::atomic<QtMessageHandler> s_testHandler = nullptr; ///< Qt Test's
std::mutex s_oneMessage;

void failOnWarning(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    const std::lock_guard lock(s_oneMessage);
    const bool warns = type == QtWarningMsg || type == QtCriticalMsg;
    if (warns && isOfThePlatform(message)) return;
    // Qt Test knows which are expected, and fails on the rest. It lets critical ones pass: they go as
    // warnings.
    if (warns) QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    if (const QtMessageHandler handler = s_testHandler)
        handler(warns ? QtWarningMsg : type, context, message);
}

} // namespace

void watchMessages() {
    const QtMessageHandler before = qInstallMessageHandler(failOnWarning);
    if (before != failOnWarning) s_testHandler = before;
}

static std::string fileText(const std::string& path) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return file.readAll().toStdString();
}

std::string sharedPath(const std::string& relativePath) {
    return std::string(MOE_SHARED_DIR) + "/" + relativePath;
}
std::string sharedText(const std::string& relativePath) {
    return fileText(sharedPath(relativePath));
}
std::string resourceText(const std::string& relativePath) {
    return fileText(std::string(MOE_SOURCE_DIR) + "/resources/" + relativePath);
}

} // namespace moe::test

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariableIsSet("MOE_TEST_PLATFORM") ? qgetenv("MOE_TEST_PLATFORM")
                                                                              : QByteArray("offscreen"));
    QApplication application(argc, argv);
    // LC_NUMERIC stays with the environment only where a test sets it: QApplication has just changed it.
    std::setlocale(LC_NUMERIC, "C");
    // As commands do; tests of a language install it themselves.
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
    QStringList arguments = application.arguments();
    QString only, room;
    if (arguments.size() > 2 && arguments[1] == QLatin1String("--room")) {
        room = arguments.takeAt(2);
        arguments.removeAt(1);
    } else if (arguments.size() > 1 && !arguments[1].startsWith('-')) {
        only = arguments.takeAt(1);
    }
    int failures = 0;
    for (const moe::test::Entry& entry : moe::test::registry()) {
        if (only.isEmpty() ? entry.whenNamed : only != QString::fromStdString(entry.name)) continue;
        if (!room.isEmpty() && room != QString::fromStdString(entry.room)) continue;
        std::unique_ptr<QObject> test = entry.make();
        failures += QTest::qExec(test.get(), arguments);
        qInstallMessageHandler(nullptr); // Qt Test's own has ended
    }
    return failures == 0 ? 0 : 1;
}
