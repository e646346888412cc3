// SPDX-License-Identifier: GPL-3.0-or-later
// What commands are given that no one should give them: names a terminal would obey, files that never end,
// sizes without a limit, options that mean nothing here. All end soon, with a word of a few lines.

#include "data/text.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace moe;
using moe::test::explorer;
using moe::test::Outcome;

namespace {

constexpr const char* kModel =
    "model: {layers: 4, hidden: 512, ffn: 2048, heads: 8, vocab: 32000, sequence: 2048}\n";

/// Nothing in it that a terminal obeys.
bool isPlain(const QString& text) {
    return printable(text.toStdString(), Breaks::Kept) == text.toStdString();
}

} // namespace

class HardInputTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("no file");
        return file.fileName();
    }

private slots:
    void terminalsAreNotGivenOrders_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("shown");
        const QString named =
            write("named.yaml", QByteArray("name: \"\\e]0;owned\\a\\u202e\\x9b2J\"\n") + kModel);
        const QString keyed = write("keyed.yaml", QByteArray("\"ke\\e[31my\": \"va\\e[31mlue\"\n") + kModel);
        QTest::newRow("name in a report")
            << QStringList{"report", "--scenario", named} << "\\x1b]0;owned\\x07\\u202e\\u009b2J";
        QTest::newRow("name of an imported file") << QStringList{"import", named} << "\\x1b]0;owned\\x07";
        QTest::newRow("name as YAML")
            << QStringList{"report", "--scenario", named, "--format", "yaml"} << "\\x1b]0;owned\\x07\\u202e";
        QTest::newRow("key and value") << QStringList{"report", "--scenario", keyed} << "ke\\x1b[31my";
        QTest::newRow("setting") << QStringList{"report", "--set", "mo\x1b[31mdel=1"} << "mo\\x1b[31mdel";
        QTest::newRow("file name with a line break")
            << QStringList{"report", "--scenario", "no\nsuch\x1b.yaml"} << "no\\nsuch\\x1b.yaml: ";
        QTest::newRow("option") << QStringList{"report", "--\x1b[2J"} << "\\x1b[2J";
    }
    void terminalsAreNotGivenOrders() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, shown);
        const Outcome outcome = explorer(arguments);
        QVERIFY2(isPlain(outcome.out) && isPlain(outcome.err), qPrintable(outcome.out + outcome.err));
        QVERIFY2((outcome.out + outcome.err).contains(shown), qPrintable(outcome.out + outcome.err));
    }

    void messagesStayShort_data() {
        QTest::addColumn<QByteArray>("content");
        QByteArray list = "model: {layers: [1", keys, repeated;
        for (int i = 0; i < 50000; ++i) list += ",1";
        for (int i = 0; i < 20000; ++i) keys += "k" + QByteArray::number(i) + ": 1\n";
        for (int i = 0; i < 20000; ++i) repeated += "name: 1\n";
        QTest::newRow("list where a number is") << list + "]}\n";
        QTest::newRow("long value") << "model: {layers: " + QByteArray(1 << 20, 'x') + "}\n";
        QTest::newRow("long key") << QByteArray(1000, 'x') + ": 1\n" + kModel;
        QTest::newRow("many keys") << keys;
        QTest::newRow("one key again and again") << repeated;
    }
    void messagesStayShort() {
        QFETCH(QByteArray, content);
        const QString file = write("long.yaml", content);
        for (const QString& command : QStringList{"report --scenario", "import"}) {
            const Outcome outcome = explorer(command.split(' ') + QStringList{file});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.size() < 200000, qPrintable(QString::number(outcome.err.size())));
            QVERIFY(outcome.err.count('\n') <= 1001);
            for (const QString& line : outcome.err.split('\n')) QVERIFY(line.size() < 600);
        }
    }

    void longNamesAreCut() {
        const QString file = write("name.yaml", "name: " + QByteArray(1 << 20, 'x') + '\n' + kModel);
        const Outcome outcome = explorer({"import", file});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.size() < 1000, qPrintable(QString::number(outcome.out.size())));
    }

    void whatNeverEndsIsNotOpened_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"endless.yaml", "endless.csv", "endless.log", "endless.png", "endless.json",
                                 "pipe.yaml", "pipe.csv", "pipe.log", "pipe.svg", "pipe.json"})
            QTest::newRow(name) << name;
    }
    void whatNeverEndsIsNotOpened() {
        QFETCH(QString, name);
        if (name.startsWith("endless"))
            QVERIFY(QFile::link("/dev/zero", path(name)));
        else
            QCOMPARE(mkfifo(path(name).toLocal8Bit().constData(), 0600), 0);
        for (const QString& command : QStringList{
                 "import", "report --scenario", "compare --log", "loss --params 1e9 --tokens 1e10 --data",
                 "validate", "placement --gpus 2 --loads", "render time -o x.svg --base"}) {
            const Outcome outcome = explorer(command.split(' ') + QStringList{path(name)});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("is a device or a pipe"), qPrintable(command + outcome.err));
        }
        QVERIFY(QFile::remove(path(name)));
    }

    void filesWithoutANameAreSaid() {
        for (const QString& command : QStringList{"import", "report --scenario", "compare --log"}) {
            const Outcome outcome = explorer(command.split(' ') + QStringList{""});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err == "no file is named\n", qPrintable(outcome.err));
        }
    }

    /// Written out byte by byte, and never taken for another name.
    void namesThatAreNotUtf8AreSaid() {
        const QByteArray name = path("n").toLocal8Bit() + "\xe9";
        QVERIFY(rename(write("latin.yaml", kModel).toLocal8Bit(), name + ".yaml") == 0);
        const auto shell = [&](const QString& command) {
            return test::run("/bin/sh",
                             {"-c", QString("cd '%1'; n=$(printf 'n\\351'); ").arg(m_folder.path()) +
                                        MOE_BINARY " " + command});
        };
        for (const char* command : {"report --scenario $n.yaml", "import $n.yaml", "compare --log $n.yaml",
                                    "report -o $n.md", "board $n.yaml -o x.svg", "$n.yaml"}) {
            const Outcome outcome = shell(command);
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("n\\xe9.") && outcome.err.contains("is not UTF-8"),
                     qPrintable(outcome.err));
        }
        QCOMPARE(QDir(m_folder.path()).entryList({"n*.md"}).size(), 0);
        const Outcome piped = shell("report --scenario - < $n.yaml");
        QVERIFY2(piped.code == 0, qPrintable(piped.err));
    }

    /// A pipe is read where it is asked for.
    void standardInputIsADash() {
        const QString file = write("piped.yaml", QByteArray("name: Piped\n") + kModel);
        const auto piped = [&](const QString& command) {
            return test::run("/bin/sh", {"-c", "cat '" + file + "' | " MOE_BINARY " " + command});
        };
        const Outcome report = piped("report --scenario -");
        QVERIFY2(report.code == 0 && report.out.startsWith("Piped"), qPrintable(report.err));
        const Outcome endless = test::run("/bin/sh", {"-c", MOE_BINARY " report --scenario - < /dev/zero"});
        QCOMPARE(endless.code, 1);
        QVERIFY2(endless.err.contains("must be at most 64 MiB"), qPrintable(endless.err));
    }

    /// Two gibibytes of zeros are looked at, not read.
    void largeBinaryFilesAreLookedAt() {
        QFile sparse(path("sparse.csv"));
        QVERIFY(sparse.open(QIODevice::WriteOnly));
        if (!sparse.resize(qint64{400} << 20)) QSKIP("this file system has no sparse files");
        sparse.close();
        QElapsedTimer clock;
        clock.start();
        const Outcome outcome = explorer({"import", sparse.fileName()});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("sparse.csv:1:1: expected UTF-8 text, found binary content"),
                 qPrintable(outcome.err));
        QVERIFY(sparse.remove());
    }

    void sizesEndWhereScenariosDo_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("expected");
        QTest::newRow("experts") << "--experts 1e9 --gpus 4"
                                 << "--experts: must be a number from 1 to 65536";
        QTest::newRow("replicas") << "--experts 64 --gpus 4 --replicas 1000000000"
                                  << "--replicas: must be a number from 1 to 1000000";
        QTest::newRow("gpus") << "--experts 64 --gpus 1e12"
                              << "--gpus: must be a number from 1 to 1000000";
        QTest::newRow("zipf") << "--experts 64 --gpus 4 --zipf 1e9"
                              << "--zipf: must be a number from 0 to 4";
    }
    void sizesEndWhereScenariosDo() {
        QFETCH(QString, options);
        QFETCH(QString, expected);
        const Outcome outcome = explorer(QStringList{"placement"} + options.split(' '));
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.startsWith(expected), qPrintable(outcome.err));
    }

    /// The same bytes wherever they are written: what is blanked of a date is as long in every time zone.
    /// A picture of so many points is drawn in less than a gigabyte, or not.
    void giantPicturesAreRefused_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("figure") << "render memory -o giant.png --width 1000mm --height 1000mm --dpi 580";
        QTest::newRow("board") << "board giant.yaml -o giant.png --dpi 580";
    }
    void giantPicturesAreRefused() {
        QFETCH(QString, command);
        write("giant.yaml", "schema: moe-explorer/board/1\nwidth_mm: 1000\nheight_mm: 1000\n"
                            "panels: [{view: memory, preset: seed-dense}]\n");
        const QString before = QDir::currentPath();
        QDir::setCurrent(m_folder.path());
        const Outcome outcome = explorer(command.split(' '));
        QDir::setCurrent(before);
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("gives a picture too large for memory"), qPrintable(outcome.err));
    }

    void aPdfIsTheSameInEveryTimeZone() {
        QByteArray first;
        for (const QString zone : {"UTC", "Asia/Tokyo", "America/St_Johns"}) {
            const Outcome outcome =
                test::run("/usr/bin/env", {"TZ=" + zone, MOE_BINARY, "render", "memory", "--preset",
                                           "seed-dense", "-o", path("z.pdf")});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
            QFile file(path("z.pdf"));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray pdf = file.readAll();
            if (first.isEmpty()) first = pdf;
            QVERIFY2(pdf == first, qPrintable(zone));
        }
        const Outcome again = explorer({"report", "--scenario", path("z.pdf")});
        QVERIFY2(again.code == 0, qPrintable(again.err));
    }

    /// A limit of file sizes stands for the full disk: it is named, and no document stands without its
    /// figures.
    void aFullDiskIsNamed() {
        for (const char* command : {"render memory -o full.png", "report -o full.md", "report -o full.pdf"}) {
            const Outcome outcome = test::run(
                "/bin/sh", {"-c", "cd '" + m_folder.path() +
                                      "'; ulimit -f 1; trap '' XFSZ; exec " MOE_BINARY " " + command});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("cannot be written: File too large"), qPrintable(outcome.err));
        }
        QVERIFY(QDir(m_folder.path()).entryList({"full.*"}).isEmpty());
    }

    void withoutADisplayTheWindowSaysSo() {
        const Outcome outcome = test::run("/usr/bin/env", {"-u", "WAYLAND_DISPLAY", MOE_BINARY});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.startsWith("moe-explorer: there is no display for a window"),
                 qPrintable(outcome.err));
    }

    void withADisplayThatNobodyServesTheWindowSaysSo() {
        const Outcome outcome = test::run(
            "/usr/bin/env", {"-u", "WAYLAND_DISPLAY", "DISPLAY=:987", "QT_QPA_PLATFORM=xcb", MOE_BINARY});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.startsWith("moe-explorer: no window can be opened: "), qPrintable(outcome.err));
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    /// Nobody writes into this pipe; the window opens without settings.
    void settingsThatAreAPipeDoNotHoldTheWindowUp() {
        QVERIFY(QDir(m_folder.path()).mkpath("config/moe-explorer"));
        QCOMPARE(mkfifo(path("config/moe-explorer/moe-explorer.conf").toLocal8Bit().constData(), 0600), 0);
        const Outcome outcome =
            test::run("/usr/bin/env", {"XDG_CONFIG_HOME=" + path("config"), "XDG_DATA_HOME=" + path("data"),
                                       "QT_QPA_PLATFORM=offscreen", "timeout", "6", MOE_BINARY});
        QCOMPARE(outcome.code, 124);
        QVERIFY2(outcome.err.contains("moe-explorer.conf: is a device or a pipe; no settings are read"),
                 qPrintable(outcome.err));
        QVERIFY(QDir(path("data")).exists("moe-explorer/moe-explorer/autosave")); // it came so far
    }

    void optionsThatMeanNothingAreRefused_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* command, const char* expected) {
            QTest::newRow(command) << command << expected;
        };
        row("render memory -o x.svg --study nope", "--study: is no question of memory");
        row("render memory -o x.svg --metric nope", "--metric: is no question of memory");
        row("render memory -o x.svg -x nope", "--x: is no question of memory");
        row("render memory -o x.svg --layer 1", "--layer: is no question of memory");
        row("render layouts -o x.svg --metric train.mfu",
            "--metric: is no question of layouts, which takes --x, --y");
        row("render placement --preset mixtral-8x7b -o x.svg --layer 1.5",
            "--layer: must be a whole number from 1");
        row("render memory -o x.svg --csv x.svg", "--csv: must be another file than -o");
        row("render memory -o x.svg --csv ./x.svg", "--csv: must be another file than -o");
        QVERIFY(QFile::link("x.svg", path("link.svg")) && QFile::link(m_folder.path(), path("here")));
        row("render memory -o x.svg --csv link.svg", "--csv: must be another file than -o");
        row("render memory -o x.svg --csv here/x.svg", "--csv: must be another file than -o");
        row("trace --against x.json --steps 1.5", "--steps: must be a whole number from 1");
        row("sweep --vary parallel.tp=1,2 --vary parallel.tp=4",
            "--vary: parallel.tp: is varied twice; name all its values in one");
        write("read.json", "[]");
        write("read.csv", "arrival_s,input_tokens,output_tokens\n0,10,10\n");
        write("read.yaml", "schema: moe-explorer/board/1\npanels: [{view: memory, preset: seed-dense}]\n");
        write("board.svg", "schema: moe-explorer/board/1\npanels: [{view: memory, preset: seed-dense}]\n");
        row("trace --against read.json -o read.json", "--output: \"read.json\" is read; name another file");
        row("simulate --trace read.csv --requests-out here/read.csv",
            "--requests-out: \"here/read.csv\" is read");
        for (const char* command : {"search --gpus 8", "plan --gpus 8", "sweep --vary parallel.tp=1,2"})
            row((QByteArray(command) + " -j 0").constData(), "-j: must be a count from 1 to 1024, got \"0\"");
        row("search --gpus 0", "--gpus: must be a count");
        row("plan --gpus 0", "--gpus: must be a count");
        row("plan --gpus few", "--gpus: must be a count");
        row("board board.svg -o board.svg", "--output: \"board.svg\" is read");
        row("simulate --fit read.json -o y.yaml --seeds 2", "--seeds: is of a run, not of --fit");
        row("simulate --fit read.json -o y.yaml --goodput", "--goodput: is of a run, not of --fit");
        row("simulate --fit read.json -o y.yaml --trace read.csv", "--trace: is of a run, not of --fit");
        row("report -o x.md --explain train.mfu", "-o and --explain: one at a time");
        row("report -o x.md --format json", "--format: is of the numbers");
        row("report --explain train.mfu --format json", "--format: is of the numbers");
        row("render memory -o x.svg --dpi 600", "--dpi: is of a PNG");
        row("board read.yaml -o x.svg --dpi 600", "--dpi: is of a PNG");
        row("render memory -o x.svg --order model.layers", "--order: is no question of memory");
        row("render placement --preset mixtral-8x7b -o x.svg --layer 33",
            "--layer: must be one of the 32 layers");
        row("placement --loads x.csv --gpus 2 --zipf 1", "--zipf: the file of --loads says that");
        row("placement --loads x.csv --gpus 2 --tokens 1", "--tokens: the file of --loads says that");
    }
    void optionsThatMeanNothingAreRefused() {
        QFETCH(QString, command);
        QFETCH(QString, expected);
        const QString before = QDir::currentPath();
        QDir::setCurrent(m_folder.path());
        const Outcome outcome = explorer(command.split(' '));
        QDir::setCurrent(before);
        QVERIFY(outcome.code == 1 || outcome.code == 2);
        QVERIFY2(outcome.err.contains(expected), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("x.svg")));
    }
};

MOE_TEST(HardInputTest)
#include "hard_input_test.moc"
