// SPDX-License-Identifier: GPL-3.0-or-later
// The published tables fetched: resumed, checked, refused; by the program and by the script.

#include "app/files/catalog_loader.h"
#include "app/files/published_tables.h"
#include "tests/support/registry.h"
#include "tests/support/test_input.h"

#include <QCryptographicHash>
#include <QDir>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace moe;
using namespace moe::app;

namespace {

QByteArray rows(double factor = 1) {
    return "time,tokens\n" + QByteArray::number(5.7 * factor) + ",4096\n" + QByteArray::number(3.1 * factor) +
           ",2048\n";
}

QString problemsText(const Problems& problems) {
    return QString::fromStdString(toString(problems));
}

/// Python's web server over a folder; not running where there is no Python.
class LocalServer {
public:
    explicit LocalServer(const QString& folder) {
        QTcpServer probe;
        probe.listen(QHostAddress::LocalHost);
        m_port = probe.serverPort();
        probe.close();
        m_process.setWorkingDirectory(folder);
        m_process.start("python3", {"-m", "http.server", QString::number(m_port), "--bind", "127.0.0.1"});
        for (int i = 0; i < 100 && m_process.state() != QProcess::NotRunning; ++i) {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, m_port);
            if (socket.waitForConnected(100)) {
                m_running = true;
                return;
            }
            QTest::qWait(50);
        }
    }
    ~LocalServer() {
        m_process.kill();
        m_process.waitForFinished();
    }
    bool running() const { return m_running; }
    QString url() const { return QStringLiteral("http://127.0.0.1:%1").arg(m_port); }

private:
    QProcess m_process;
    quint16 m_port = 0;
    bool m_running = false;
};

} // namespace

class DownloadTest : public QObject {
    Q_OBJECT

    QString write(const QString& name, const QByteArray& text) {
        return test::writeInput(m_folder->filePath(name), text);
    }
    static PublishedTable published(const QByteArray& text, const QString& name) {
        return {QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex(), text.size(),
                "repo/" + name, name};
    }
    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theListNamesEveryFileOnce() {
        const std::vector<PublishedTable> tables = publishedTables();
        QVERIFY(tables.size() >= 20);
        QSet<QString> names;
        for (const PublishedTable& table : tables) {
            names << table.name;
            const std::string text = test::sharedText("data/" + table.name.toStdString());
            if (text.empty()) continue;
            QCOMPARE(qint64(text.size()), table.bytes);
            QCOMPARE(QByteArray::fromStdString(sha256(text)), table.sha256);
        }
        QCOMPARE(names.size(), qsizetype(tables.size()));
        QVERIFY(!readPublishedTables("x 1 a ../b\n", "list"));
    }

    void downloadTakesUpAndChecks() {
        const QByteArray first = rows(), second = rows(2), third = rows(3);
        write("server/repo/a.csv", first);
        write("server/repo/b.csv", second);
        write("server/repo/c.csv", "something else");
        write("tables/a.csv.part", first.left(40)); // cut off earlier
        write("tables/d.csv", first);               // there already, and not on the server
        const LocalServer server(m_folder->filePath("server"));
        if (!server.running()) QSKIP("python3 is not here to serve files: apt-get install python3");
        TableDownload download;
        QSignalSpy finished(&download, &TableDownload::finished),
            progress(&download, &TableDownload::progress);
        download.start(m_folder->filePath("tables"), server.url(),
                       {published(first, "a.csv"), published(second, "b.csv"), published(third, "c.csv"),
                        published(first, "d.csv"), published(third, "missing.csv")});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20000);
        QCOMPARE(finished[0][1].toInt(), 3);
        const QString said = problemsText(finished[0][2].value<Problems>());
        QVERIFY2(said.contains("c.csv: is not the published file"), qPrintable(said));
        QVERIFY2(said.contains("missing.csv: could not be downloaded"), qPrintable(said));
        QCOMPARE(progress.size(), 5);
        QFile a(m_folder->filePath("tables/a.csv"));
        QVERIFY(a.open(QIODevice::ReadOnly) && a.readAll() == first);
        QVERIFY(!QFile::exists(m_folder->filePath("tables/c.csv")));
        QVERIFY(!QFile::exists(m_folder->filePath("tables/a.csv.part")));
    }
    void withoutANetworkItSaysSoOnce() {
        QTcpServer closed;
        closed.listen(QHostAddress::LocalHost);
        const QString url = QStringLiteral("http://127.0.0.1:%1").arg(closed.serverPort());
        closed.close();
        TableDownload download;
        QSignalSpy finished(&download, &TableDownload::finished);
        download.start(m_folder->path(), url, {published(rows(), "a.csv"), published(rows(), "b.csv")});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20000);
        const auto problems = finished[0][2].value<Problems>();
        QCOMPARE(problems.size(), std::size_t{1});
        QVERIFY2(problemsText(problems).contains("cannot be reached"), qPrintable(problemsText(problems)));
    }

    /// The first answer breaks off in the middle; what came stays, and the next try asks for the rest alone.
    void aConnectionThatDropsIsTakenUpAgain() {
        const QByteArray table = rows().repeated(100);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QByteArrayList asked;
        connect(&server, &QTcpServer::newConnection, this, [&] {
            QTcpSocket* peer = server.nextPendingConnection();
            connect(peer, &QTcpSocket::readyRead, this, [&asked, &table, peer] {
                asked << peer->readAll();
                const qsizetype from = asked.size() > 1 ? table.size() / 2 + 1 : 0;
                const QByteArray head = from > 0 ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK";
                peer->write(head + "\r\nContent-Length: " + QByteArray::number(table.size() - from) +
                            "\r\n\r\n" + table.mid(from, table.size() / 2 + 1));
                peer->disconnectFromHost();
            });
        });
        const QString url = QStringLiteral("http://127.0.0.1:%1").arg(server.serverPort());
        TableDownload download;
        QSignalSpy finished(&download, &TableDownload::finished);
        download.start(m_folder->filePath("tables"), url, {published(table, "a.csv")});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20000);
        QCOMPARE(finished[0][1].toInt(), 0);
        const QString said = problemsText(finished[0][2].value<Problems>());
        QVERIFY2(said.contains("a.csv: could not be downloaded"), qPrintable(said));
        QVERIFY(!QFile::exists(m_folder->filePath("tables/a.csv")));
        download.start(m_folder->filePath("tables"), url, {published(table, "a.csv")});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 20000);
        QCOMPARE(finished[1][1].toInt(), 1);
        QVERIFY(asked.last().contains("Range: bytes=" + QByteArray::number(table.size() / 2 + 1) + "-"));
    }

    void aFileWithoutAnEndIsNotTaken() {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, this, [&] {
            QTcpSocket* peer = server.nextPendingConnection();
            const auto more = [peer] { peer->write(QByteArray(1 << 16, 'x')); };
            connect(peer, &QTcpSocket::readyRead, peer, [peer, more] {
                peer->write("HTTP/1.1 200 OK\r\n\r\n");
                more();
                connect(peer, &QTcpSocket::bytesWritten, peer, more);
            });
        });
        const QString url = QStringLiteral("http://127.0.0.1:%1").arg(server.serverPort());
        TableDownload download;
        QSignalSpy finished(&download, &TableDownload::finished);
        download.start(m_folder->filePath("tables"), url, {published(rows(), "a.csv")});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20000);
        const QString said = problemsText(finished[0][2].value<Problems>());
        QVERIFY2(said.contains("a.csv: is not the published file"), qPrintable(said));
        QVERIFY(QDir(m_folder->filePath("tables")).isEmpty());
    }

    /// A file size limit stands for the disk: what is said is that, not that the file were another one, and
    /// what came so far stays for the next try.
    void aFullDiskUnderADownloadIsSaid() {
        const QByteArray table = rows().repeated(3000);
        write("server/repo/large.csv", table);
        const LocalServer server(m_folder->filePath("server"));
        if (!server.running()) QSKIP("python3 is not here to serve files: apt-get install python3");
        TableDownload download;
        QSignalSpy finished(&download, &TableDownload::finished);
        const auto before = std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &limit), 0);
        const rlimit small{64 << 10, limit.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        download.start(m_folder->filePath("tables"), server.url(), {published(table, "large.csv")});
        const bool ended = QTest::qWaitFor([&] { return !finished.isEmpty(); }, 20000);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &limit), 0);
        std::signal(SIGXFSZ, before);
        QVERIFY(ended);
        const auto problems = finished[0][2].value<Problems>();
        QCOMPARE(problems.size(), std::size_t{1});
        QVERIFY2(problemsText(problems).contains("could not be written"), qPrintable(problemsText(problems)));
        download.start(m_folder->filePath("tables"), server.url(), {published(table, "large.csv")});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 20000);
        QCOMPARE(finished[1][1].toInt(), 1);
    }

    void theScriptDoesTheSame() {
        const QByteArray first = rows(), second = rows(2);
        write("server/repo/a.csv", first);
        write("server/repo/b.csv", "broken");
        write("tables/a.csv.part", first.left(40));
        QByteArray list = "# comment\n";
        for (const PublishedTable& table : {published(first, "a.csv"), published(second, "b.csv")})
            list += table.sha256 + ' ' + QByteArray::number(table.bytes) + ' ' + table.path.toUtf8() + ' ' +
                    table.name.toUtf8() + '\n';
        const QString listPath = write("list.txt", list);
        const LocalServer server(m_folder->filePath("server"));
        if (!server.running()) QSKIP("python3 is not here to serve files: apt-get install python3");
        const auto run = [&](const QString& url) {
            QProcess script;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("MOE_DATA_URL", url);
            environment.insert("MOE_DATA_LIST", listPath);
            script.setProcessEnvironment(environment);
            script.start("bash", {QStringLiteral(MOE_SOURCE_DIR "/packaging/get-data.sh"),
                                  m_folder->filePath("tables")});
            script.waitForFinished(60000);
            return std::pair(script.exitCode(), QString::fromUtf8(script.readAllStandardOutput() +
                                                                  script.readAllStandardError()));
        };
        auto [code, said] = run(server.url());
        if (said.contains("curl is needed")) QSKIP("curl is not here: apt-get install curl");
        QCOMPARE(code, 1);
        QVERIFY2(said.contains("b.csv is not the published file"), qPrintable(said));
        QVERIFY2(said.contains("1 of 2 tables"), qPrintable(said));
        QFile a(m_folder->filePath("tables/a.csv"));
        QVERIFY(a.open(QIODevice::ReadOnly) && a.readAll() == first);
        QTcpServer closed;
        closed.listen(QHostAddress::LocalHost);
        const QString nowhere = QStringLiteral("http://127.0.0.1:%1").arg(closed.serverPort());
        closed.close();
        std::tie(code, said) = run(nowhere);
        QCOMPARE(code, 1);
        QVERIFY2(said.contains("already here") && said.contains("no connection to"), qPrintable(said));
    }
};

MOE_TEST(DownloadTest)
#include "download_test.moc"
