// SPDX-License-Identifier: GPL-3.0-or-later
// A machine and files that do not behave: full disks, folders that take nothing, pipes, giants, loops,
// damaged settings.

#include "app/commands/command.h"
#include "app/figures/figure_settings.h"
#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/save_file.h"
#include "app/session/autosave.h"
#include "app/window/window.h"
#include "models/engine/files/scenario_file.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QBuffer>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace moe;
using namespace moe::app;
using test::explorer;
using test::Outcome;
using test::run;

namespace {

QString messages(Window& window) {
    for (QLabel* label : window.widget().findChildren<QLabel*>())
        if (label->accessibleName() == "Messages" && !label->isHidden()) return label->text();
    return {};
}

class FaultFixture {
public:
    QTemporaryDir folder;
    QString path(const QString& name) const { return folder.filePath(name); }
    QString write(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("no file");
        return file.fileName();
    }
    static QByteArray contentOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

} // namespace

class FaultsTest : public QObject, FaultFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(folder.isValid());
    }

    void aFullDiskUnderTheOutputIsSaid_data() {
        QTest::addColumn<QString>("arguments");
        for (const char* one :
             {"--version", "--help", "fields", "report --preset mixtral-8x7b --format json"})
            QTest::newRow(one) << QString(one);
    }
    void aFullDiskUnderTheOutputIsSaid() {
        QFETCH(QString, arguments);
        const Outcome outcome =
            run("sh", {"-c", QStringLiteral(MOE_BINARY " ") + arguments + " > /dev/full"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("could not be written"), qPrintable(outcome.err));
    }

    /// A file size limit stands for the full disk: the old file stays whole, and nothing half written is
    /// left.
    void aFullDiskLeavesTheOldFile_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("name");
        QTest::newRow("figure") << "render memory -o"
                                << "figure.pdf";
        QTest::newRow("report") << "report -o"
                                << "report.md";
        QTest::newRow("sweep")
            << "sweep --vary train.micro_batch=1,2,4,8,16,32,64 --vary parallel.ep=1,2,4,8 -o"
            << "sweep.csv";
    }
    void aFullDiskLeavesTheOldFile() {
        QFETCH(QString, command);
        QFETCH(QString, name);
        QVERIFY(QDir(folder.path()).mkpath("full"));
        const QString file = write("full/" + name, "what was there");
        const QString line =
            QStringLiteral("ulimit -f 1; trap '' XFSZ; exec " MOE_BINARY " %1 '%2'").arg(command, file);
        const Outcome outcome = run("sh", {"-c", line + " --preset mixtral-8x7b"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("cannot be written"), qPrintable(outcome.err));
        QCOMPARE(contentOf(file), QByteArray("what was there"));
        QCOMPARE(QDir(path("full")).entryList(QDir::Files), QStringList{name});
        QVERIFY(QFile::remove(file));
    }

    void devicesAndPipesAreWrittenToNotReplaced() {
        const QByteArray pipe = path("pipe").toLocal8Bit();
        QCOMPARE(mkfifo(pipe.constData(), 0600), 0);
        const int reader = open(pipe.constData(), O_RDWR | O_NONBLOCK);
        QVERIFY(reader >= 0);
        QVERIFY(saveFile(path("pipe"), QByteArray("figure")).empty());
        char bytes[16] = {};
        QCOMPARE(read(reader, bytes, sizeof bytes), ssize_t{6});
        QCOMPARE(QByteArray(bytes), QByteArray("figure"));
        close(reader);
        struct stat status {};
        QVERIFY(stat(pipe.constData(), &status) == 0 && S_ISFIFO(status.st_mode));
        const Problems full = saveFile("/dev/full", QByteArray("figure"));
        QCOMPARE(full.size(), std::size_t{1});
    }

    void whereNothingCanBeWrittenItIsSaid() {
        for (const QString& place :
             {QStringLiteral("/proc/figure.yaml"), path("gone/figure.yaml"), folder.path()}) {
            const Problems problems = saveFile(place, QByteArray("x"));
            QCOMPARE(problems.size(), std::size_t{1});
            QCOMPARE(problems[0].source, place.toStdString());
        }
    }

    void closedFoldersAreNotEmptyOnes() {
        QVERIFY(QDir().mkpath(path("open/closed")));
        for (const QString& above : {folder.path(), path("open")})
            QVERIFY(
                QFile::setPermissions(above, QFile::permissions(above) | QFile::ReadOther | QFile::ExeOther));
        QVERIFY(QFile::setPermissions(path("open/closed"), QFile::Permissions()));
        for (const QString& place : {path("open/closed"), path("open")})
            for (const QString& command : QStringList{"import", "loss --params 1e9 --tokens 1e10 --data"}) {
                QProcess process;
                process.setChildProcessModifier([] {
                    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
                        _exit(3); // root may all
                });
                process.start(MOE_BINARY, command.split(' ') + QStringList{place});
                QVERIFY(process.waitForFinished());
                QCOMPARE(process.exitCode(), 1);
                const QByteArray said = process.readAllStandardError();
                QVERIFY2(said.contains(path("open/closed").toUtf8() + ": Permission denied"),
                         said.constData());
            }
        QVERIFY(QFile::setPermissions(path("open/closed"),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    /// The scenario's folder goes while it is open: saving says so and the work stays.
    void aScenarioWhoseFolderIsGoneIsNotLost() {
        QTemporaryDir place;
        QFile file(place.filePath("mine.yaml"));
        Window window(shippedCatalog());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(scenarioText(window.session().scenario())));
        file.close();
        window.openFiles({file.fileName()});
        QVERIFY(place.remove());
        Scenario next = window.session().scenario();
        next.model.hidden = 2816;
        window.session().edit(next, "hidden size");
        window.widget().ask(ui::Request::Save);
        QVERIFY2(messages(window).contains("was not saved"), qPrintable(messages(window)));
        QVERIFY(window.session().scenario() == next && window.session().modified());
        window.openFiles({file.fileName()}); // and reading it says so too
        QVERIFY2(messages(window).contains("was not opened"), qPrintable(messages(window)));
        QVERIFY(window.session().scenario() == next);
    }

    void whatIsOpenedNextTakesTheOldErrorAway() {
        Window window(shippedCatalog());
        const QString bad = write("bad.yaml", "model: [");
        const QString good =
            write("good.yaml", QByteArray::fromStdString(scenarioText(window.session().scenario())));
        window.openFiles({bad});
        QVERIFY2(messages(window).contains("bad.yaml"), qPrintable(messages(window)));
        window.openFiles({good});
        QCOMPARE(messages(window), QString());
        window.openFiles({bad, good}); // of one request all is told
        QVERIFY2(messages(window).contains("bad.yaml"), qPrintable(messages(window)));
        emit window.widget().presetChosen("mixtral-8x7b");
        QCOMPARE(messages(window), QString());
        window.widget().showMessages("The scenario was not saved.", {});
        window.openFiles({good});
        QCOMPARE(messages(window), QString("The scenario was not saved."));
    }

    /// What another program wrote meanwhile is overwritten only when asked for.
    void aFileChangedMeanwhileIsNotOverwritten() {
        QTemporaryDir place;
        const QString file = place.filePath("mine.yaml");
        Window window(shippedCatalog());
        const auto textOf = [&] { return QByteArray::fromStdString(*readFile(file, 1 << 20)); };
        QVERIFY(saveFile(file, QByteArray::fromStdString(scenarioText(window.session().scenario()))).empty());
        window.openFiles({file});
        Scenario next = window.session().scenario();
        next.model.hidden = 2816;
        window.session().edit(next, "hidden size");
        window.widget().ask(ui::Request::Save); // nobody touched it
        QVERIFY(textOf().contains("hidden: 2816") && !window.session().modified());
        QVERIFY(saveFile(file, "name: theirs\n").empty());
        next.model.hidden = 3072;
        window.session().edit(next, "hidden size");
        window.widget().ask(ui::Request::Save);
        QVERIFY2(messages(window).contains("another program"), qPrintable(messages(window)));
        QCOMPARE(textOf(), QByteArray("name: theirs\n"));
        QVERIFY(window.session().modified());
        for (auto* button : window.widget().findChildren<QPushButton*>())
            if (button->text() == "Overwrite") button->click();
        QVERIFY(textOf().contains("hidden: 3072") && !window.session().modified());
    }

    /// Terabytes that take no room on disk: refused by their size, before a byte is read.
    void giantsAreRefused() {
        Window window(shippedCatalog());
        const Scenario before = window.session().scenario();
        for (const char* name : {"giant.yaml", "giant.json", "giant.csv", "giant.log", "giant.txt",
                                 "giant.svg", "giant.png", "giant.pdf"}) {
            QFile giant(path(name));
            QVERIFY(giant.open(QIODevice::WriteOnly));
            if (!giant.resize(qint64{1} << 40)) QSKIP("this file system has no sparse files");
            giant.close();
            window.widget().showMessages("waiting", {});
            window.openFiles({giant.fileName()});
            QTRY_VERIFY2_WITH_TIMEOUT(messages(window) != "waiting", name, 20000);
            QVERIFY2(messages(window).contains("MiB") || messages(window).contains("too large"),
                     qPrintable(messages(window)));
            QVERIFY(giant.remove());
        }
        QVERIFY(window.session().scenario() == before);
    }

    /// Nobody writes into this pipe: whoever opens it waits for ever.
    void aPipeIsNotWaitedFor() {
        Window window(shippedCatalog());
        for (const char* name : {"pipe.yaml", "pipe.csv", "pipe.txt"}) {
            const QByteArray pipe = path(name).toLocal8Bit();
            QCOMPARE(mkfifo(pipe.constData(), 0600), 0);
            window.widget().showMessages("", {});
            window.openFiles({path(name)});
            QVERIFY2(messages(window).contains("a device or a pipe"), qPrintable(messages(window)));
            QVERIFY(QFile::remove(path(name)));
        }
    }

    void loopsOfLinksEnd() {
        QTemporaryDir place;
        QVERIFY(QDir(place.path()).mkpath("data/deep"));
        QFile table(place.filePath("data/a.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        QVERIFY(QFile::link("..", place.filePath("data/deep/up")));
        QVERIFY(QFile::link("self.csv", place.filePath("data/self.csv")));
        QVERIFY(QFile::link("two.csv", place.filePath("data/one.csv")));
        QVERIFY(QFile::link("one.csv", place.filePath("data/two.csv")));
        Problems problems;
        const std::vector<FoundFile> found = csvFiles({place.path()}, problems);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].path, table.fileName());
        QVERIFY(problems.empty());
        csvFiles({place.filePath("data/self.csv")}, problems);
        QCOMPARE(problems.size(), std::size_t{1});
        QVERIFY(!readFile(place.filePath("data/one.csv")));
    }

    void damagedSettingsAreNoObstacle_data() {
        QTest::addColumn<QByteArray>("content");
        constexpr char kNoise[] = "\x00\xff[[[=\n]\x01 window/geometry=@Variant(\x7f\xff\n%%%";
        QTest::newRow("noise") << QByteArray(kNoise, sizeof kNoise - 1);
        QTest::newRow("wrong types") << QByteArray(
            "[window]\ngeometry=@ByteArray(x)\ntheme=99\nlanguage=-5\ntourOffered=@Size(1 2)\n[files]\n"
            "recent=@Variant(\\0\\0\\0\\t\\0\\0\\0\\x2\\0)\n[figure]\nwidth_mm=1e308\ndpi=nan\n"
            "format=exe\npalette=../../x\n");
        QTest::newRow("a folder") << QByteArray();
    }
    void damagedSettingsAreNoObstacle() {
        QFETCH(QByteArray, content);
        QTemporaryDir place;
        const QString usual = QFileInfo(QSettings().fileName()).path();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, place.path());
        const QString file = QSettings().fileName();
        QVERIFY(file.startsWith(place.path()));
        QDir().mkpath(content.isEmpty() ? file : QFileInfo(file).path());
        if (!content.isEmpty()) {
            QFile settings(file);
            QVERIFY(settings.open(QIODevice::WriteOnly));
            settings.write(content);
        }
        {
            const QPalette palette = QApplication::palette();
            Window window(shippedCatalog());
            window.show();
            QVERIFY(window.widget().isVisible());
            const ui::FigureChoices choices = savedFigureChoices(), fresh;
            QCOMPARE(choices.style.widthMm, fresh.style.widthMm);
            QCOMPARE(choices.dpi, fresh.dpi);
            QCOMPARE(choices.style.palette, fresh.style.palette);
            window.widget().close();
            QApplication::setPalette(palette);
        }
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QFileInfo(usual).path());
    }

    void aSecondWindowLeavesTheFirstOnesWorkAlone() {
        QTemporaryDir place;
        const auto kept = [&] { return QDir(place.path()).entryList({"*.session.yaml"}, QDir::Files); };
        Window first(shippedCatalog());
        first.startAutosave(place.path());
        Scenario next = first.session().scenario();
        next.model.hidden = 2816;
        first.session().edit(next, "hidden size");
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, 10000);
        const QStringList before = kept();
        for (int i = 0; i < 2; ++i) {
            Window second(shippedCatalog());
            second.startAutosave(place.path());
            QVERIFY2(!messages(second).contains("was not saved"), qPrintable(messages(second)));
            for (QPushButton* button : second.widget().findChildren<QPushButton*>())
                QVERIFY(button->text() != "Discard");
            next.model.hidden += 64;
            second.session().edit(next, "hidden size");
            second.session().markSaved();
            second.widget().close();
        }
        QCOMPARE(kept(), before);
        QVERIFY(contentOf(place.filePath(before.front())).contains("2816"));
    }

    void entitiesOfAFigureAreNotFollowed() {
        const QString outside =
            write("figure.svg", "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY x SYSTEM "
                                "\"file:///etc/hostname\">]><svg><desc>name: &x;</desc></svg>");
        const Result<std::string> text = scenarioTextOf(outside);
        const QByteArray host = contentOf("/etc/hostname").trimmed();
        QVERIFY(!text || host.isEmpty() || text->find(host.toStdString()) == std::string::npos);
        QByteArray laughs = "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\">";
        for (char c = 'b'; c < 'm'; ++c)
            laughs += QByteArray("<!ENTITY ") + c + " \"" +
                      QByteArray(10, '&').replace("&", QByteArray("&") + char(c - 1) + ';') + "\">";
        const Result<std::string> many =
            scenarioTextOf(write("laughs.svg", laughs + "]><svg><desc>&l;</desc></svg>"));
        QVERIFY(!many || many->size() < 100000);
    }
};

MOE_TEST(FaultsTest)
#include "faults_test.moc"
