// SPDX-License-Identifier: GPL-3.0-or-later
// compare of two saved sessions.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "models/engine/files/session_file.h"
#include "tests/app/program.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"
#include "ui/window/difference_sheet.h"

#include <QFile>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;
using namespace moe::test;

class CompareSessionsTest : public QObject {
    Q_OBJECT

private slots:
    void twoSessionsSayWhatBecameAnother() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, Count microBatch) {
            SessionFile session;
            session.scenario = session.base = presetScenario("mixtral-8x7b");
            session.scenario.train->microBatch = microBatch;
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(sessionText(session)));
            return file.fileName();
        };
        const QString a = write("a.yaml", 1), b = write("b.yaml", 2);
        const Outcome csv = explorer({"compare", a, b, "--format", "csv"});
        QVERIFY2(csv.code == 0, qPrintable(csv.err));
        QCOMPARE(csv.out.trimmed(), "part,key,from,to\nscenario,train.micro_batch,1,2");
        QVERIFY(explorer({"compare", a, a}).out.contains("the same"));

        QCOMPARE(explorer({"compare", a, b, "--set", "parallel.tp=2"}).code, 2);
    }

    /// From the window: against the session as it is now, decision and all.
    void theWindowSaysWhatBecameAnother() {
        QStandardPaths::setTestModeEnabled(true);
        QTemporaryDir folder;
        Window window(moe::app::shippedCatalog());
        Session& session = window.session();
        session.open(session.catalog()->preset("mixtral-8x7b")->scenario, "open");
        const QString path = folder.filePath("before.yaml");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(window.sessionBytes()) > 0);
        file.close();
        const auto rows = [&] {
            window.compareSession(path);
            auto* sheet = window.widget().findChild<ui::DifferenceSheet*>();
            QStringList all;
            if (!sheet) return QStringList{"no sheet"};
            for (int row = 0; row < sheet->table()->rowCount(); ++row)
                for (int column = 0; column < 4; ++column) all << sheet->table()->item(row, column)->text();
            delete sheet;
            return all;
        };
        QCOMPARE(rows(), QStringList());
        Scenario changed = session.scenario();
        changed.train->microBatch = 2;
        session.edit(changed, "edit");
        BoardFile board = *session.board();
        board.decision.question = "Which one?";
        session.setBoard(board, "decide");
        QCOMPARE(rows(), (QStringList{"This scenario", "Micro-batch", "1", "2", "Board", "decision.question",
                                      "", "Which one?"}));
    }
};

MOE_TEST(CompareSessionsTest)
#include "compare_sessions_test.moc"
