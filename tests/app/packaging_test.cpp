// SPDX-License-Identifier: GPL-3.0-or-later
// What the packages say of the program, held against each other. Building them is packaging/*.sh's.

#include "tests/app/program.h"

#include "tests/support/registry.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <yaml-cpp/yaml.h>

namespace {

const QString kRoot = QStringLiteral(MOE_SOURCE_DIR "/");

QByteArray bytesOf(const QString& path) {
    QFile file(kRoot + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Text of every kind of element that holds nothing but text, the first of each.
QHash<QString, QString> textElements(QXmlStreamReader& reader) {
    QHash<QString, QString> found;
    QString name;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) name = reader.name().toString();
        if (reader.isCharacters() && !reader.isWhitespace() && !found.contains(name))
            found[name] = reader.text().toString();
    }
    return found;
}

} // namespace

class PackagingTest : public QObject {
    Q_OBJECT
private slots:
    void theFlatpakIsNamedLikeTheRest() {
        const QStringList found = QDir(kRoot + "packaging/flatpak").entryList({"*.yaml"});
        QCOMPARE(found.size(), 1);
        const YAML::Node manifest =
            YAML::LoadFile((kRoot + "packaging/flatpak/" + found.front()).toStdString());
        const auto text = [&](const char* key) {
            return QString::fromStdString(manifest[key].as<std::string>());
        };
        QCOMPARE(found.front(), text("app-id") + ".yaml");

        QXmlStreamReader reader(bytesOf("resources/packaging/moe-explorer.metainfo.xml.in"));
        const QHash<QString, QString> elements = textElements(reader);
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(elements.value("id"), text("app-id"));
        QCOMPARE(elements.value("launchable"), text("rename-desktop-file"));
        QCOMPARE(elements.value("icon"), text("rename-icon"));
        QCOMPARE(elements.value("binary"), text("command"));

        QVERIFY(QFile::exists(kRoot + "resources/packaging/" + text("rename-desktop-file")));
        const QByteArray desktop = bytesOf("resources/packaging/" + text("rename-desktop-file"));
        QVERIFY(desktop.contains("\nIcon=" + text("rename-icon").toUtf8() + "\n"));
        QVERIFY(desktop.contains("\nExec=" + text("command").toUtf8() + " %F\n"));
        // CMake installs the file type under this name.
        QVERIFY(bytesOf("packaging/package.cmake").contains("RENAME " + text("rename-mime-file").toUtf8()));
    }

    void thePicturesOfTheReadmeAreOfOneKind() {
        for (const char* picture : {"packaging/screenshot.png", "packaging/screenshot-dark.png"}) {
            const QImage shown(kRoot + picture);
            QCOMPARE(shown.size(), QSize(1600, 1000)); // packaging/screenshot.sh
            QVERIFY(bytesOf("README.md").contains('"' + QByteArray(picture) + '"'));
        }
        const auto ground = [](const char* picture) {
            return QImage(kRoot + picture).pixelColor(4, 60).lightness();
        };
        QVERIFY(ground("packaging/screenshot.png") > 200);
        QVERIFY(ground("packaging/screenshot-dark.png") < 60);
    }

    void everySourceOfTheFlatpakIsPinned() {
        const YAML::Node manifest =
            YAML::LoadFile((kRoot + "packaging/flatpak/org.moe_explorer.moe_explorer.yaml").toStdString());
        static const QRegularExpression sha256("^[0-9a-f]{64}$");
        int archives = 0;
        for (const YAML::Node& module : manifest["modules"]) {
            for (const YAML::Node& source : module["sources"]) {
                const std::string type = source["type"].as<std::string>();
                if (type == "archive") {
                    QVERIFY(
                        sha256.match(QString::fromStdString(source["sha256"].as<std::string>())).hasMatch());
                    ++archives;
                } else {
                    const QString path = QString::fromStdString(source["path"].as<std::string>());
                    QVERIFY2(QFile::exists(kRoot + "packaging/flatpak/" + path), qPrintable(path));
                }
            }
        }
        QCOMPARE(archives, 3);
    }

    void everyScriptParses() {
        QStringList scripts = QDir(kRoot + "packaging").entryList({"*.sh"});
        QVERIFY(scripts.size() > 6);
        for (const QString& script : scripts) {
            const auto outcome = moe::test::run("bash", {"-n", kRoot + "packaging/" + script});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        }
    }

    void theImageScriptSaysWhatIsMissing() {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", "/usr/bin:/bin");
        process.setProcessEnvironment(environment);
        if (QFile::exists("/usr/bin/linuxdeploy")) QSKIP("linuxdeploy is installed");
        process.start("bash", {kRoot + "packaging/appimage.sh"});
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("not in PATH: linuxdeploy linuxdeploy-plugin-qt"));
    }
};

MOE_TEST(PackagingTest)
#include "packaging_test.moc"
