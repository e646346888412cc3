// Runs every registered test class; with arguments, the first names one class and the rest go to Qt Test.

#include "tests/support/registry.h"

#include <QApplication>
#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <clocale>

namespace moe::test {

std::vector<Entry>& registry() {
    static std::vector<Entry> entries;
    return entries;
}

bool registerTest(std::string name, std::function<std::unique_ptr<QObject>()> make) {
    registry().push_back({std::move(name), std::move(make)});
    return true;
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
    QString only;
    if (arguments.size() > 1 && !arguments[1].startsWith('-')) only = arguments.takeAt(1);
    int failures = 0;
    for (const moe::test::Entry& entry : moe::test::registry()) {
        if (!only.isEmpty() && only != QString::fromStdString(entry.name)) continue;
        std::unique_ptr<QObject> test = entry.make();
        failures += QTest::qExec(test.get(), arguments);
    }
    return failures == 0 ? 0 : 1;
}
