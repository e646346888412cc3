// SPDX-License-Identifier: GPL-3.0-or-later
// What the window writes, where writing fails or ends in the middle: sessions, kept work, scenarios, boards,
// fits. Prints a table of what was tried.

#include "app/files/catalog_loader.h"
#include "app/files/save_file.h"
#include "app/session/autosave.h"
#include "app/session/session_store.h"
#include "app/window/window.h"
#include "models/engine/files/board_file.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/files/scenario_file.h"
#include "tests/support/registry.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

using namespace moe;
using namespace moe::app;

namespace {

const char* const kVictim = "MOE_TEST_WRITER"; ///< makes this program the one that is killed
constexpr uid_t kNobody = 65534;

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString messages(Window& window) {
    for (QLabel* label : window.widget().findChildren<QLabel*>())
        if (label->accessibleName() == "Messages" && !label->isHidden()) return label->text();
    return {};
}

/// Writes of the window go through these texts and one function.
struct Writer {
    const char* name;
    const char* file;
    QByteArray (*text)(Window& window);
};

QByteArray fitOf(Window& window) {
    MineFile mine;
    mine.fittedTo = {"a.json"};
    mine.scenario = window.session().scenario();
    return QByteArray::fromStdString(mineText(mine));
}

const std::vector<Writer>& writers() {
    static const std::vector<Writer> rows{
        {"session", "s.yaml", [](Window& window) { return window.sessionBytes(); }},
        {"scenario", "c.yaml",
         [](Window& window) { return QByteArray::fromStdString(scenarioText(window.session().scenario())); }},
        {"board", "b.yaml",
         [](Window& window) { return QByteArray::fromStdString(boardText(*window.session().board())); }},
        {"fit", "m.yaml", fitOf},
    };
    return rows;
}

/// A disk that takes no more, a folder that takes nothing, one that is not there: while it lasts.
class Fault {
public:
    explicit Fault(const QString& kind, const QString& folder) : m_kind(kind), m_folder(folder) {
        if (kind == "full disk") {
            std::signal(SIGXFSZ, SIG_IGN);
            getrlimit(RLIMIT_FSIZE, &m_limit);
            const rlimit none{16, m_limit.rlim_max};
            setrlimit(RLIMIT_FSIZE, &none);
        } else if (kind == "read-only folder") {
            QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther |
                                              QFile::ExeOther | QFile::ReadUser | QFile::ExeUser);
            if (geteuid() == 0) m_left = seteuid(kNobody) == 0; // root may all
        }
    }
    ~Fault() {
        if (m_kind == "full disk") setrlimit(RLIMIT_FSIZE, &m_limit);
        if (m_left && seteuid(0) != 0) qFatal("still nobody");
        if (m_kind == "read-only folder")
            QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                                QFile::ReadOther | QFile::ExeOther);
    }
    Fault(const Fault&) = delete;
    Fault& operator=(const Fault&) = delete;

private:
    QString m_kind, m_folder;
    rlimit m_limit{};
    bool m_left = false;
};

} // namespace

class WindowFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    /// Not a test: the child process of killedWritersLeaveWholeFiles(). Writes each file with one content and
    /// another for ever.
    void victim() {
        const QString folder = qEnvironmentVariable(kVictim);
        if (folder.isEmpty()) return;
        Window window(shippedCatalog());
        Autosave kept(folder);
        std::vector<std::array<QByteArray, 2>> contents;
        for (int i = 0; i < 2; ++i) {
            Scenario next = window.session().scenario();
            next.model.hidden += 64 * i;
            next.note = std::string(200000, 'x'); // takes a while to write
            window.session().edit(next, "edit");
            contents.resize(writers().size());
            for (std::size_t w = 0; w < writers().size(); ++w)
                contents[w][std::size_t(i)] = writers()[w].text(window);
        }
        for (std::size_t w = 0; w < writers().size(); ++w)
            for (int i = 0; i < 2; ++i)
                if (!saveFile(folder + QString("/%1.%2").arg(writers()[w].file).arg(i),
                              contents[w][std::size_t(i)])
                         .empty())
                    qFatal("no file");
        for (int i = 0;; i = 1 - i) {
            for (std::size_t w = 0; w < writers().size(); ++w)
                if (!saveFile(folder + '/' + writers()[w].file, contents[w][std::size_t(i)]).empty())
                    qFatal("no file");
            kept.setText([&] { return contents[0][std::size_t(i)]; });
            kept.write();
            std::fputs("ROUND\n", stdout);
            std::fflush(stdout);
        }
    }

    void killedWritersLeaveWholeFiles() {
        constexpr int kKills = 12;
        int whole = 0;
        for (int i = 0; i < kKills; ++i) {
            QTemporaryDir folder;
            QProcess child;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(kVictim, folder.path());
            child.setProcessEnvironment(environment);
            child.start(QCoreApplication::applicationFilePath(), {"WindowFaultsTest", "victim"});
            QByteArray said;
            QVERIFY(QTest::qWaitFor(
                [&] {
                    child.waitForReadyRead(5);
                    return (said += child.readAllStandardOutput()).contains("ROUND");
                },
                60000));
            usleep(useconds_t(700 * i)); // in the middle of another file each time
            child.kill();
            QVERIFY(child.waitForFinished());
            for (const Writer& writer : writers()) {
                const QString path = folder.filePath(writer.file);
                const QByteArray now = contentOf(path);
                QVERIFY2(now.size() > 10 && (now == contentOf(path + ".0") || now == contentOf(path + ".1")),
                         writer.name);
                ++whole;
            }
            const auto found = Autosave::found(folder.path());
            QCOMPARE(found.size(), std::size_t(1));
            QVERIFY(readSession(contentOf(found[0].path).toStdString(), "kept"));
            ++whole;
        }
        qInfo("kill -9 at %d moments: %d files whole", kKills, whole);
    }

    /// A refusal says so, and what stood there is as it was.
    void refusedWritersKeepTheOldFile_data() {
        QTest::addColumn<QString>("fault");
        for (const char* fault : {"full disk", "read-only folder"}) QTest::newRow(fault) << QString(fault);
    }
    void refusedWritersKeepTheOldFile() {
        QFETCH(QString, fault);
        QTemporaryDir folder;
        QVERIFY(QFile::setPermissions(folder.path(), QFile::permissions(folder.path()) | QFile::ReadOther |
                                                         QFile::ExeOther));
        Window window(shippedCatalog());
        for (const Writer& writer : writers()) {
            const QString path = folder.filePath(writer.file);
            QVERIFY(saveFile(path, QByteArray("before")).empty());
            const QByteArray text = writer.text(window);
            Problems problems;
            {
                const Fault here(fault, folder.path());
                problems = saveFile(path, text);
            }
            QVERIFY2(!problems.empty(), writer.name);
            QCOMPARE(contentOf(path), QByteArray("before"));
        }
        const QStringList before = QDir(folder.path()).entryList(QDir::Files);
        QCOMPARE(before.size(), qsizetype(writers().size())); // nothing half written beside them
        QString reason;
        Autosave kept(folder.path(), [&window] { return window.sessionBytes(); });
        connect(&kept, &Autosave::failed, this, [&](const QString& text) { reason = text; });
        {
            const Fault here(fault, folder.path());
            QVERIFY(!kept.write());
        }
        QVERIFY2(reason.contains("cannot be written"), qPrintable(reason));
        QVERIFY(kept.write()); // it is tried again
    }

    /// Cut anywhere, or with bytes that are others: it opens, or it is said and the window keeps what it had.
    void damagedSessionsLoseNothing() {
        QTemporaryDir folder;
        Window window(shippedCatalog());
        const QByteArray whole = window.sessionBytes();
        Scenario mine = window.session().scenario();
        mine.model.hidden = 2816;
        window.session().edit(mine, "hidden size");
        int opened = 0, refused = 0;
        const auto attempt = [&](const QByteArray& bytes) {
            const QString path = folder.filePath("damaged.session.yaml");
            QVERIFY(saveFile(path, bytes).empty());
            window.widget().showMessages("waiting", {});
            window.openFiles({path});
            if (window.session().scenario() == mine) {
                QVERIFY(messages(window) != "waiting");
                ++refused;
            } else {
                ++opened;
                window.session().undoStack()->undo();
                QVERIFY(window.session().scenario() == mine);
            }
        };
        for (int i = 0; i < 24; ++i) attempt(whole.left(whole.size() * i / 24));
        for (int i = 0; i < 24; ++i) {
            QByteArray bytes = whole;
            bytes[bytes.size() * i / 24] = i % 3 == 0 ? '\0' : i % 3 == 1 ? '{' : '\xff';
            attempt(bytes);
        }
        qInfo("48 damaged sessions: %d opened, %d refused", opened, refused);
        QVERIFY(refused > 10);
    }

    /// One that cannot be read is named and stays; the others are offered beside it.
    void aDamagedKeptWorkIsNamedAndStays() {
        QTemporaryDir folder;
        Window first(shippedCatalog());
        const QByteArray whole = first.sessionBytes();
        QVERIFY(saveFile(folder.filePath("good.session.yaml"), whole).empty());
        QVERIFY(saveFile(folder.filePath("cut.session.yaml"), whole.left(whole.size() / 2) + "\n{").empty());
        QVERIFY(saveFile(folder.filePath("noise.session.yaml"), QByteArray("\x00\xff{", 3)).empty());
        first.startAutosave(folder.path());
        int unreadable = 0, readable = 0;
        for (QLabel* label : first.widget().findChildren<QLabel*>()) {
            unreadable += label->text().contains("cannot be read") ? 1 : 0;
            readable += label->text().contains("was not saved:") ? 1 : 0;
        }
        QCOMPARE(unreadable, 2);
        QCOMPARE(readable, 1);
        QCOMPARE(contentOf(folder.filePath("noise.session.yaml")).size(), 3);
    }

    /// Two windows on one session: the second to save is asked, and neither's work is lost.
    void twoWindowsOnOneSession() {
        QTemporaryDir folder;
        const QString path = folder.filePath("ours.session.yaml");
        Window first(shippedCatalog());
        first.keepSession(path);
        Window second(shippedCatalog());
        second.openFiles({path});
        const auto edit = [](Window& window, Count hidden) {
            Scenario next = window.session().scenario();
            next.model.hidden = hidden;
            window.session().edit(next, "hidden size");
        };
        edit(first, 2816);
        edit(second, 3072);
        first.keepSession(path);
        QVERIFY(contentOf(path).contains("hidden: 2816") && !first.session().modified());
        second.keepSession(path);
        QVERIFY2(messages(second).contains("another program"), qPrintable(messages(second)));
        QVERIFY(contentOf(path).contains("hidden: 2816") && second.session().modified());
        for (auto* button : second.widget().findChildren<QPushButton*>())
            if (button->text() == "Overwrite") button->click();
        QVERIFY(contentOf(path).contains("hidden: 3072") && !second.session().modified());
        edit(second, 4096); // it is its own now
        second.keepSession(path);
        QVERIFY(contentOf(path).contains("hidden: 4096"));
    }
};

MOE_TEST(WindowFaultsTest)
#include "window_faults_test.moc"
