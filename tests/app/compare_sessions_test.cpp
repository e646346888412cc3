// SPDX-License-Identifier: GPL-3.0-or-later
// compare of two saved sessions.

#include "models/engine/files/session_file.h"
#include "tests/app/program.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
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
};

MOE_TEST(CompareSessionsTest)
#include "compare_sessions_test.moc"
