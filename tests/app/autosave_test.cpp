// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions through the window, and what is left after the program was killed.

#include "app/files/catalog_loader.h"
#include "app/session/autosave.h"
#include "app/session/session_store.h"
#include "app/window/window.h"
#include "tests/support/registry.h"
#include "ui/export/view_choices.h"
#include "ui/figure.h"
#include "ui/plots/loss/loss_view.h"

#include <QBuffer>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QLockFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QSysInfo>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::app;

namespace {

const char* const kFolder = "MOE_TEST_AUTOSAVE"; ///< makes this program the one that is killed

Scenario withHidden(Scenario scenario, Count hidden) {
    scenario.model.hidden = hidden;
    return scenario;
}

} // namespace

class AutosaveTest : public QObject {
    Q_OBJECT

    static QPushButton* choice(Window& window, const QString& text) {
        for (QPushButton* button : window.widget().findChildren<QPushButton*>())
            if (button->text() == text && !button->isHidden()) return button;
        return nullptr;
    }
    /// What is offered of earlier runs, newest first.
    static QStringList offers(Window& window) {
        QStringList texts;
        for (QLabel* label : window.widget().findChildren<QLabel*>())
            if (label->text().contains("was not saved") && !label->parentWidget()->isHidden())
                texts << label->text();
        return texts;
    }
    /// The button of the offer that names `what`.
    static QPushButton* choiceOf(Window& window, const QString& text, const QString& what) {
        for (QPushButton* button : window.widget().findChildren<QPushButton*>())
            if (button->text() == text && button->accessibleDescription().contains(what) &&
                !button->parentWidget()->isHidden())
                return button;
        return nullptr;
    }
    /// Unsaved work of a process that no longer runs.
    static void leaveBehind(const QString& folder, const QString& file, const std::string& name, int day) {
        Session session(shippedCatalog().catalog);
        Scenario scenario = session.catalog()->presets.front().scenario;
        scenario.name = name;
        session.open(scenario, "open");
        leaveText(folder, file, QByteArray::fromStdString(sessionText(storedSession(session, {}, {}))), day);
    }
    static void leaveText(const QString& folder, const QString& file, const QByteArray& text, int day) {
        QFile written(folder + '/' + file + ".session.yaml");
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(text);
        written.flush();
        QVERIFY(written.setFileTime(QDateTime(QDate(2026, 11, day), QTime(12, 0)),
                                    QFileDevice::FileModificationTime));
    }

private slots:
    void locksOfEndedWindowsAreCleared() {
        QTemporaryDir folder;
        const auto lock = [&](const char* name, const QByteArray& process) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(process + "\nmoe-explorer\n" + QSysInfo::machineHostName().toUtf8() + "\n");
        };
        lock("ended.session.yaml.lock", "4194305"); // beyond the largest id of a process
        QLockFile running(folder.filePath("running.session.yaml.lock"));
        QVERIFY(running.tryLock());
        QVERIFY(Autosave::found(folder.path()).empty());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"running.session.yaml.lock"});
    }

    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    /// Not a test: the child process of killedWorkIsFoundAgain(). Edits every 50 ms and says what it did.
    void victim() {
        const QString folder = qEnvironmentVariable(kFolder);
        if (folder.isEmpty()) return;
        Window window(shippedCatalog());
        window.startAutosave(folder);
        window.widget().ask(ui::Request::Pin);
        for (Count hidden = 64;; hidden += 64) {
            window.session().edit(withHidden(window.session().scenario(), hidden), "hidden size");
            fprintf(stdout, "EDIT %lld\n", static_cast<long long>(hidden));
            fflush(stdout);
            QTest::qWait(50);
        }
    }

    void killedWorkIsFoundAgain() {
        QTemporaryDir folder;
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(kFolder, folder.path());
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {"AutosaveTest", "victim"});
        QByteArray output;
        QElapsedTimer clock;
        QList<std::pair<qint64, Count>> said; // when, what
        const auto listen = [&](int milliseconds) {
            clock.isValid() ? void() : clock.start();
            const qint64 until = clock.elapsed() + milliseconds;
            while (clock.elapsed() < until) {
                child.waitForReadyRead(20);
                output += child.readAllStandardOutput();
                while (output.contains('\n')) {
                    const QByteArray line = output.left(output.indexOf('\n'));
                    output.remove(0, line.size() + 1);
                    if (line.startsWith("EDIT ")) said.append({clock.elapsed(), line.mid(5).toLongLong()});
                }
            }
        };
        for (int i = 0; i < 600 && said.size() < 100; ++i) listen(100); // loaded machines start slowly
        QVERIFY2(said.size() >= 100, "the child did not come to its edits");
        listen(230);                                     // in the middle of something
        QVERIFY(Autosave::found(folder.path()).empty()); // it lives
        child.kill();
        QVERIFY(child.waitForFinished());
        const qint64 killed = clock.elapsed();

        const auto found = Autosave::found(folder.path());
        QCOMPARE(found.size(), std::size_t(1));
        Window window(shippedCatalog());
        window.startAutosave(folder.path());
        QCOMPARE(offers(window).size(), 1);
        QVERIFY(choice(window, "Restore"));
        choice(window, "Restore")->click();
        const Count hidden = window.session().scenario().model.hidden;
        QCOMPARE(window.session().pins().size(), std::size_t(1));
        const auto at =
            std::find_if(said.begin(), said.end(), [&](const auto& one) { return one.second == hidden; });
        QVERIFY2(at != said.end(), "what was restored was never said");
        qInfo("killed %lld ms after the first edit: the last %lld ms are lost", killed - said.front().first,
              killed - at->first);
        QVERIFY(killed - at->first <= 5000); // what is promised, not a measurement of speed
        QVERIFY(Autosave::found(folder.path()).empty());
    }

    void aSavedEndLeavesNothingBehind() {
        QTemporaryDir folder;
        for (const bool edited : {false, true}) {
            {
                Window window(shippedCatalog());
                window.startAutosave(folder.path());
                if (edited)
                    window.session().edit(withHidden(window.session().scenario(), 2816), "hidden size");
                window.widget().close();
            }
            QCOMPARE(Autosave::found(folder.path()).size(), std::size_t(edited ? 1 : 0));
        }
        Window window(shippedCatalog());
        window.startAutosave(folder.path());
        QVERIFY(choice(window, "Discard"));
        choice(window, "Discard")->click();
        QCOMPARE(Autosave::found(folder.path()).size(), std::size_t(1)); // asks first
        choice(window, "Keep")->click();
        QCOMPARE(Autosave::found(folder.path()).size(), std::size_t(1));
        choice(window, "Discard")->click();
        choice(window, "Discard for good")->click();
        QVERIFY(Autosave::found(folder.path()).empty());
    }

    void restoringOneKeepsTheOthersOffered() {
        QTemporaryDir folder;
        leaveBehind(folder.path(), "a", "OLDER", 1);
        leaveBehind(folder.path(), "b", "NEWER", 2);
        leaveText(folder.path(), "c", "{{{{", 3); // the newest is damaged
        Window window(shippedCatalog());
        window.startAutosave(folder.path());
        QCOMPARE(offers(window).size(), 3);
        QVERIFY2(offers(window)[0].contains("cannot be read"), qPrintable(offers(window)[0]));
        QVERIFY2(offers(window)[1].contains("NEWER") &&
                     offers(window)[1].contains(QLocale().toString(
                         QDateTime(QDate(2026, 11, 2), QTime(12, 0)), QLocale::ShortFormat)),
                 qPrintable(offers(window)[1]));
        QVERIFY(!choiceOf(window, "Restore", "cannot be read"));

        choiceOf(window, "Restore", "NEWER")->click();
        QCOMPARE(window.session().scenario().name, std::string("NEWER"));
        // Kept under this process's name before the old file went.
        const auto isKept = [](const QFileInfo& file) { return QFile(file.filePath()).size() > 0; };
        const QFileInfoList kept = QDir(folder.path()).entryInfoList({"*.session.yaml"}, QDir::Files);
        QCOMPARE(std::count_if(kept.begin(), kept.end(), isKept), 3);
        QCOMPARE(offers(window).size(), 2);
        QCOMPARE(Autosave::found(folder.path()).size(), std::size_t(2));
        window.widget().showMessages("something else", {});
        choiceOf(window, "Discard", "cannot be read")->click();
        choiceOf(window, "Discard for good", "lost for good")->click();
        QCOMPARE(Autosave::found(folder.path()).size(), std::size_t(1));
        QCOMPARE(offers(window).size(), 1);
        choiceOf(window, "Restore", "OLDER")->click();
        QCOMPARE(window.session().scenario().name, std::string("OLDER"));
        QVERIFY(offers(window).isEmpty() && Autosave::found(folder.path()).empty());
        window.session().undoStack()->undo();
        QCOMPARE(window.session().scenario().name, std::string("NEWER"));
    }

    void worksOfOneNameAndMinuteAreToldApart() {
        QTemporaryDir folder;
        leaveBehind(folder.path(), "a", "ALIKE", 1);
        leaveBehind(folder.path(), "b", "ALIKE", 1);
        leaveBehind(folder.path(), "c", "OTHER", 1);
        Window window(shippedCatalog());
        window.startAutosave(folder.path());
        const QStringList lines = offers(window);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(QSet<QString>(lines.begin(), lines.end()).size(), 3);
        QCOMPARE(lines.filter("of 2, kept at 12:00:00").size(), 2);
    }

    void discardingDeletesOnlyWhatItNames() {
        QTemporaryDir folder;
        for (int day = 1; day <= 6; ++day)
            leaveBehind(folder.path(), QString::number(day), "work " + std::to_string(day), day);
        Window window(shippedCatalog());
        window.startAutosave(folder.path());
        QCOMPARE(offers(window).size(), 4); // the others follow
        QVERIFY(!choiceOf(window, "Discard", "work 2"));
        choiceOf(window, "Discard", "work 6")->click();
        choiceOf(window, "Discard for good", "lost for good")->click();
        QVERIFY(!QFile::exists(folder.filePath("6.session.yaml")));
        QCOMPARE(Autosave::found(folder.path()).size(), std::size_t(5));
        QVERIFY(choiceOf(window, "Discard", "work 2"));
    }

    void aSessionOpensAsItWas() {
        QTemporaryDir folder;
        Session first(shippedCatalog().catalog);
        first.open(first.catalog()->preset("mixtral-8x7b")->scenario, "open");
        const Scenario base = first.base();
        first.edit(withHidden(base, 5120), "hidden size");
        first.setPins({{3, "wide", "twice\nas wide",
                        std::make_shared<const CompareEntry>(
                            CompareEntry{{}, "wide", {first.scenario(), {}, {}}, {}})}},
                      "pin");
        const QString path = folder.filePath("session.yaml");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(sessionText(storedSession(first, {}, "memory"))));
        file.close();

        Window window(shippedCatalog());
        const Scenario before = window.session().scenario();
        window.openFiles({path});
        QVERIFY(window.session().scenario() == first.scenario() && window.session().base() == base);
        QCOMPARE(window.session().pins().front().note, std::string("twice\nas wide"));
        QCOMPARE(window.session().pins().front().mark, 3);
        QCOMPARE(window.widget().currentViewKey(), "memory");
        window.session().undoStack()->undo();
        QVERIFY(window.session().scenario() == before && window.session().pins().empty());
    }

    void aSessionShowsTheSamePictures() {
        QTemporaryDir folder;
        const auto viewOf = [](Window& window) { return window.widget().findChild<ui::LossView*>(); };
        const auto settle = [](Window& window) {
            return QTest::qWaitFor(
                [&] {
                    const auto report = window.session().report();
                    return report && report->scenario == window.session().scenario();
                },
                20000);
        };
        const auto picture = [](ui::ReportView& view) {
            QByteArray svg;
            QBuffer buffer(&svg);
            buffer.open(QIODevice::WriteOnly);
            ui::FigureFile file;
            file.format = ui::FigureFormat::Svg;
            return ui::writeFigure(view, file, buffer).empty() ? svg : QByteArray();
        };
        const QString path = folder.filePath("session.yaml");
        QByteArray before, whole, bytes;
        {
            Window window(shippedCatalog());
            window.widget().show();
            window.widget().showTab("loss");
            window.session().edit(withHidden(window.session().scenario(), 1420), "hidden size");
            QVERIFY(settle(window));
            whole = picture(*viewOf(window));
            QVERIFY(viewOf(window)->range().isEmpty());
            QVERIFY(ui::applyViewChoice(*viewOf(window), "colour=uncertainty"));
            viewOf(window)->setRange("0.0003 0.001 131072 524288");
            QVERIFY(viewOf(window)->isZoomed());
            before = picture(*viewOf(window));
            QVERIFY(before != whole);
            bytes = window.sessionBytes();
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        }
        for (const char* tab : {"loss", "memory"}) { // in front, and behind another
            QByteArray edited = bytes;
            edited.replace("tab: loss", QByteArray("tab: ") + tab);
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(edited);
            file.close();
            Window window(shippedCatalog());
            window.widget().show();
            QVERIFY(settle(window));
            window.openFiles({path});
            QVERIFY(settle(window));
            QCOMPARE(window.widget().currentViewKey(), tab);
            window.widget().showTab("loss");
            QCOMPARE(viewOf(window)->range(), "3e-04 0.001 131072 524288");
            QVERIFY(picture(*viewOf(window)) == before);
        }
    }

    void aLogThatIsGoneIsNamedAndTheRestComesBack() {
        MOE_NEED_SHARED(test::sharedText("data/megatron-logs/dense.log"), "megatron-logs/dense.log");
        QTemporaryDir folder;
        const QString log = folder.filePath("run.log");
        QVERIFY(QFile::copy(QString::fromStdString(test::sharedPath("data/megatron-logs/dense.log")), log));
        const auto catalog = shippedCatalog().catalog;
        Session session(catalog);
        session.open(catalog->presets.front().scenario, "open");
        const Result<CompareEntry> entry = readLogEntry(log, *catalog);
        QVERIFY(entry);
        session.setPins({{0, "run", "", std::make_shared<const CompareEntry>(*entry)}}, "pin");
        const SessionFile stored = storedSession(session, {}, {});
        QCOMPARE(stored.pins.front().log.sha256.size(), std::size_t(64));

        RestoredSession restored = restoredSession(stored, *catalog);
        QVERIFY2(restored.problems.empty(), toString(restored.problems).c_str());
        QCOMPARE(restored.state.pins.front().entry->content.measured.size(), entry->content.measured.size());
        QFile changed(log);
        QVERIFY(changed.open(QIODevice::Append));
        changed.write("\n");
        changed.close();
        restored = restoredSession(stored, *catalog);
        QVERIFY(toString(restored.problems).find("has changed") != std::string::npos);
        QCOMPARE(restored.state.pins.size(), std::size_t(1));
        QVERIFY(QFile::remove(log));
        restored = restoredSession(stored, *catalog);
        QVERIFY(toString(restored.problems).find("is gone") != std::string::npos);
        QVERIFY(restored.state.pins.empty() && restored.state.scenario == session.scenario());
    }

    void aFolderThatCannotBeWrittenIsSaid() {
        QTemporaryDir folder;
        const QString file = folder.filePath("file"); // a file where a folder should be
        QFile blocker(file);
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        Autosave autosave(file, [] { return QByteArray("x"); });
        QSignalSpy failed(&autosave, &Autosave::failed);
        autosave.touch();
        QTRY_COMPARE(failed.count(), 1);
    }
};

MOE_TEST(AutosaveTest)
#include "autosave_test.moc"
