// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep divided over processes: parts that say what they are of, and a join that believes none of them.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace {

using moe::test::explorer, moe::test::Outcome;

const QStringList kSweep{"sweep",
                         "--preset",
                         "mixtral-8x7b",
                         "--vary",
                         "parallel.ep=1,2,4,8",
                         "--vary",
                         "train.micro_batch=1,2,4",
                         "--metric",
                         "train.step_seconds"};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

class SweepPartsTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_parts.clear();
        for (int i = 1; i <= 3; ++i) {
            const Outcome made = explorer(
                kSweep + QStringList{"--shard", QStringLiteral("%1/3").arg(i), "-o", at("part-%i.csv")});
            QVERIFY2(made.code == 0, qPrintable(made.err));
            m_parts << at(QStringLiteral("part-%1.csv").arg(i));
        }
    }

    /// A CSV and JSON lines are what one process writes, byte for byte, in whatever order the parts are
    /// named.
    void partsJoinToTheWhole() {
        QCOMPARE(explorer(kSweep + QStringList{"-o", at("whole.csv")}).code, 0);
        const Outcome joined =
            explorer(kSweep + QStringList{"-o", at("all.csv"), "--join", m_parts[2], m_parts[0], m_parts[1]});
        QVERIFY2(joined.code == 0, qPrintable(joined.err));
        QVERIFY(contentOf(at("all.csv")).startsWith("parallel.ep,"));
        QCOMPARE(contentOf(at("all.csv")), contentOf(at("whole.csv")));

        for (const char* part : {"1/2", "2/2"})
            QCOMPARE(explorer(kSweep + QStringList{"--shard", part, "-o", at("lines-%i.json")}).code, 0);
        QCOMPARE(explorer(kSweep + QStringList{"-o", at("whole.json")}).code, 0);
        QCOMPARE(explorer(kSweep +
                          QStringList{"-o", at("all.json"), "--join", at("lines-1.json"), at("lines-2.json")})
                     .code,
                 0);
        QCOMPARE(contentOf(at("all.json")), contentOf(at("whole.json")));
    }

    void whatIsMissingIsNamedAndComputedWhenAsked() {
        const QStringList two{"--join", m_parts[0], m_parts[2]};
        const Outcome progress = explorer(kSweep + two);
        QCOMPARE(progress.code, 0);
        QVERIFY2(progress.out.contains("2 of 3 parts, 8 of 12 rows") && progress.out.contains("missing: 2"),
                 qPrintable(progress.out));
        const Outcome refused = explorer(kSweep + QStringList{"-o", at("all.csv")} + two);
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("missing: 2"), qPrintable(refused.err));
        QVERIFY(!QFile::exists(at("all.csv")));
        QCOMPARE(explorer(kSweep + QStringList{"-o", at("all.csv"), "--resume"} + two).code, 0);
        QCOMPARE(explorer(kSweep + QStringList{"-o", at("whole.csv")}).code, 0);
        QCOMPARE(contentOf(at("all.csv")), contentOf(at("whole.csv")));
    }

    /// Every fault of every part is told at once, and nothing is written.
    void partsOfOtherSweepsAndDamagedOnesAreRefused() {
        const QStringList other{"sweep", "--preset", "mixtral-8x7b", "--vary", "parallel.ep=1,2"};
        QCOMPARE(explorer(other + QStringList{"--shard", "1/2", "-o", at("other.csv")}).code, 0);
        QCOMPARE(explorer(kSweep + QStringList{"--shard", "1/4", "-o", at("fourth.csv")}).code, 0);
        QVERIFY(QFile::copy(m_parts[0], at("twice.csv")) &&
                QFile::copy(m_parts[0] + ".part.json", at("twice.csv.part.json")));
        write(at("bare.csv"), "1,2\n");
        write(m_parts[1], contentOf(m_parts[1]).chopped(5));
        const Outcome refused =
            explorer(kSweep + QStringList{"-o", at("all.csv"), "--join"} + m_parts +
                     QStringList{at("other.csv"), at("fourth.csv"), at("twice.csv"), at("bare.csv")});
        QCOMPARE(refused.code, 1);
        for (const QString& says :
             {m_parts[1] + ": was changed or cut", at("other.csv") + ": is part of another sweep",
              at("fourth.csv") + ": is one of another number of parts",
              at("twice.csv") + ": is the same part as", at("bare.csv") + ": has no note beside it"})
            QVERIFY2(refused.err.contains(says), qPrintable(says + "\n" + refused.err));
        QVERIFY(!QFile::exists(at("all.csv")));
    }

    /// A part whose note agrees with it but whose numbers were made elsewhere with other data.
    void aPartMadeOfOtherDataIsSeen() {
        const Outcome whole = explorer(kSweep + QStringList{"--join", m_parts[0]});
        QCOMPARE(whole.code, 0);
        write(m_parts[0], contentOf(m_parts[0]).replace("1,1,", "1,1,9"));
        QJsonObject note = QJsonDocument::fromJson(contentOf(m_parts[0] + ".part.json")).object();
        note.insert("sha256",
                    QString::fromLatin1(
                        QCryptographicHash::hash(contentOf(m_parts[0]), QCryptographicHash::Sha256).toHex()));
        write(m_parts[0] + ".part.json", QJsonDocument(note).toJson());
        const Outcome refused = explorer(kSweep + QStringList{"--join", m_parts[0]});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("begins with another row"), qPrintable(refused.err));
    }

    void aFinishedPartIsLeftWhenResumed() {
        const QString note = m_parts[0] + ".part.json";
        const QByteArray before = contentOf(note);
        const QStringList again = kSweep + QStringList{"--shard", "1/3", "-o", m_parts[0]};
        QCOMPARE(explorer(again + QStringList{"--resume"}).code, 0);
        QCOMPARE(contentOf(note), before);
        write(m_parts[0], "cut");
        QCOMPARE(explorer(again + QStringList{"--resume"}).code, 0);
        QVERIFY(contentOf(m_parts[0]).startsWith("parallel.ep,"));
    }

    void launchersSayWhichPart_data() {
        using Variables = QMap<QString, QString>;
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<QString>("written");
        QTest::newRow("array from 5") << Variables{{"SLURM_ARRAY_TASK_ID", "6"},
                                                   {"SLURM_ARRAY_TASK_COUNT", "3"},
                                                   {"SLURM_ARRAY_TASK_MIN", "5"},
                                                   {"SLURM_PROCID", "0"},
                                                   {"SLURM_NTASKS", "1"}}
                                      << "auto-2.csv";
        QTest::newRow("Open MPI") << Variables{{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}}
                                  << "auto-3.csv";
        QTest::newRow("step under MPICH of one")
            << Variables{{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}, {"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "12"}}
            << "auto-02.csv";
        QTest::newRow("array of steps") << Variables{{"SLURM_ARRAY_TASK_ID", "2"},
                                                     {"SLURM_ARRAY_TASK_COUNT", "2"},
                                                     {"SLURM_ARRAY_TASK_MIN", "1"},
                                                     {"SLURM_PROCID", "1"},
                                                     {"SLURM_NTASKS", "3"}}
                                        << "auto-5.csv";
        QTest::newRow("none") << Variables{} << QString();
    }
    void launchersSayWhichPart() {
        using Variables = QMap<QString, QString>;
        QFETCH(Variables, variables);
        QFETCH(QString, written);
        for (auto each = variables.cbegin(); each != variables.cend(); ++each)
            qputenv(each.key().toLatin1(), each.value().toLatin1());
        const Outcome made = explorer(kSweep + QStringList{"--shard", "auto", "-o", at("auto-%i.csv")});
        for (const QString& name : variables.keys()) qunsetenv(name.toLatin1());
        QCOMPARE(made.code, written.isEmpty() ? 2 : 0);
        QCOMPARE(QDir(m_folder->path()).entryList({"auto-*.csv"}).join(","), written);
    }

    void versionForReportsOfDefects() {
        const Outcome said = explorer({"--version", "--json"});
        QCOMPARE(said.code, 0);
        const QJsonObject json = QJsonDocument::fromJson(said.out.toUtf8()).object();
        const QJsonObject program = json.value("program").toObject();
        for (const char* key : {"version", "compiler", "build", "qt", "eigen", "yaml_cpp", "qcustomplot"})
            QVERIFY2(!program.value(key).toString().isEmpty(), key);
        QCOMPARE(explorer({"--version"}).out, "moe-explorer " + program.value("version").toString() + "\n");
        QVERIFY(json.value("machine").toObject().value("cores").toInt() > 0);
        QCOMPARE(explorer({"--version", "--yaml"}).code, 2);
    }

private:
    QString at(const QString& name) const { return m_folder->filePath(name); }
    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_parts;
};
MOE_TEST(SweepPartsTest)
#include "sweep_parts_test.moc"
