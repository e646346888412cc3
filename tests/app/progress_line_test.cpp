// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/progress_line.h"

#include "tests/support/registry.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

using namespace moe;

/// What is written to a terminal: the master's side of a pseudo-terminal.
class Terminal {
public:
    Terminal() : m_master(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
        if (m_master >= 0 && grantpt(m_master) == 0 && unlockpt(m_master) == 0)
            m_slave = open(ptsname(m_master), O_RDWR | O_NOCTTY);
    }
    ~Terminal() {
        close(m_slave);
        close(m_master);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    int slave() const { return m_slave; }
    QByteArray read() const {
        char bytes[4096];
        const ssize_t count = ::read(m_master, bytes, sizeof bytes);
        return count > 0 ? QByteArray(bytes, int(count)) : QByteArray();
    }

private:
    int m_master, m_slave = -1;
};

class ProgressLineTest : public QObject {
    Q_OBJECT
private slots:
    void theTextHasAnEstimateOnceThereIsOne() {
        QCOMPARE(app::progressText("Search", 0, 0, 2.1), QString("Search: 3 s"));
        QCOMPARE(app::progressText("Search", 25, 100, 10), QString("Search: 25 %, about 30 s left"));
        QCOMPARE(app::progressText("Search", 1, 100, 10), QString("Search: 1 %, about 17 min left"));
    }
    /// One that says nothing more of itself: what `validate --leave-out` takes is many seconds.
    void everyCommandShowsThatItRuns() {
        const Terminal terminal;
        if (terminal.slave() < 0) QSKIP("needs a pseudo-terminal: none could be opened");
        QProcess process;
        process.setChildProcessModifier([&] { dup2(terminal.slave(), STDERR_FILENO); });
        process.start(QStringLiteral(MOE_BINARY), {"validate", "--leave-out", "source"});
        QVERIFY(process.waitForStarted());
        QByteArray shown;
        QElapsedTimer timer;
        for (timer.start(); timer.elapsed() < 60000 && !shown.contains("validate: ");) {
            process.waitForFinished(50);
            shown += terminal.read();
        }
        process.kill();
        process.waitForFinished();
        QVERIFY2(shown.contains("validate: "), shown.constData());
    }

    /// Ctrl-C: a word, an end by the signal (130 in a shell), and what stood there as it was.
    void aCommandThatIsCancelledSaysSoAndLeavesNothing_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("ended") << SIGTERM;
    }
    void aCommandThatIsCancelledSaysSoAndLeavesNothing() {
        QFETCH(int, signal);
        QTemporaryDir folder;
        QFile old(folder.filePath("out.csv"));
        QVERIFY(old.open(QIODevice::ReadWrite) && old.write("before\n") == 7 && old.flush());
        QProcess process;
        process.start(QStringLiteral(MOE_BINARY), {"sweep", "--preset", "deepseek-v3", "--vary",
                                                   "train.imbalance=1:5:100000", "-o", old.fileName()});
        QVERIFY(process.waitForStarted());
        // Until it is at work: what is asked to end before main() is not ours to answer.
        QVERIFY(QTest::qWaitFor([&] { return threadsOf(process.processId()) > 1; }, 30000));
        QCOMPARE(kill(pid_t(process.processId()), signal), 0);
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(process.exitCode(), signal);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.endsWith("moe-explorer: cancelled\n"), said.constData());
        old.seek(0);
        QCOMPARE(old.readAll(), QByteArray("before\n"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"out.csv"});
    }

private:
    static int threadsOf(qint64 process) {
        return int(QDir(QStringLiteral("/proc/%1/task").arg(process))
                       .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
                       .size());
    }
};

MOE_TEST(ProgressLineTest)
#include "progress_line_test.moc"
