// SPDX-License-Identifier: GPL-3.0-or-later
// A profiler's trace in the window: opened like any file, beside the step, following the scenario.

#include "app/window/window.h"
#include "models/engine/scenario/fields.h"
#include "tests/support/registry.h"
#include "ui/window/message_bar.h"

#include <QFile>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;

class ProfileDeskTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name, const QByteArray& text) {
        QFile to(m_folder.filePath(QLatin1String(name)));
        if (!to.open(QIODevice::WriteOnly)) return {};
        to.write(text);
        return to.fileName();
    }
    static QString cell(const QTableWidget& table, const QString& row, int column) {
        for (int i = 0; i < table.rowCount(); ++i)
            if (table.item(i, 0)->text() == row) return table.item(i, column)->text();
        return {};
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void aTraceOpensBesideTheStepAndFollowsIt() {
        Window window(shippedCatalog());
        Session& session = window.session();
        session.open(session.catalog()->preset("mixtral-8x7b")->scenario, "open");
        window.widget().show();
        window.openFiles({file("rank0.json", R"({"traceEvents":[
            {"ph":"X","cat":"kernel","name":"nvjet_tst","ts":0,"dur":3000},
            {"ph":"X","cat":"kernel","name":"flash_fwd","ts":3000,"dur":1000}]})")});
        QVERIFY(QTest::qWaitFor([&] { return window.profiles().sheet() && session.report(); }, 20000));
        const ui::ProfileSheet& sheet = *window.profiles().sheet();
        QVERIFY2(sheet.windowTitle().contains("rank0.json"), qPrintable(sheet.windowTitle()));
        QVERIFY(QTest::qWaitFor([&] { return !cell(*sheet.table(), "Step", 1).isEmpty(); }, 20000));
        QCOMPARE(cell(*sheet.table(), "Step", 2), QString("4.00 ms"));
        QCOMPARE(cell(*sheet.table(), "Attention core", 2), QString("1.00 ms"));
        const QString before = cell(*sheet.table(), "Step", 1);
        Scenario next = session.scenario();
        QVERIFY(setField(next, "train.global_batch", "2048").empty());
        session.edit(next, "batch");
        QVERIFY(QTest::qWaitFor([&] { return cell(*sheet.table(), "Step", 1) != before; }, 20000));
        next.train.reset();
        session.edit(next, "serve");
        QVERIFY(QTest::qWaitFor([&] { return sheet.notes().contains("no training step"); }, 20000));
    }

    void whatIsNoneSaysWhy() {
        Window window(shippedCatalog());
        window.widget().show();
        window.openFiles(
            {file("host.json", R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a","ts":0}]})")});
        QVERIFY(QTest::qWaitFor(
            [&] {
                return window.widget().findChild<ui::MessageBar*>()->text().contains("holds no GPU kernels");
            },
            20000));
        QVERIFY(!window.profiles().sheet());
    }
};

MOE_TEST(ProfileDeskTest)
#include "profile_desk_test.moc"
