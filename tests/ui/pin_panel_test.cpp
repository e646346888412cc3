// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pins/pin_panel.h"

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QHeaderView>
#include <QTableView>
#include <QTest>

using namespace moe;
using namespace moe::ui;

class PinPanelTest : public QObject {
    Q_OBJECT

private slots:
    // A column that follows its numbers is measured again with every report.
    void columnsFollowTheirNumbersOnlyWhereTheyAreSeen() {
        PinPanel panel;
        const auto mode = [&] {
            return panel.table()->horizontalHeader()->sectionResizeMode(items::PinTableModel::FirstResult);
        };
        QCOMPARE(mode(), QHeaderView::Interactive);
        panel.show();
        QCOMPARE(mode(), QHeaderView::ResizeToContents);
        panel.hide();
        QCOMPARE(mode(), QHeaderView::Interactive);
    }

    /// Of an RL step the table tells the step and both moments, and nothing of plain training.
    void reinforcementHasNumbersOfItsOwn() {
        Report report = test::sampleReport();
        report.scenario.rl.emplace();
        RlReport rl;
        rl.step = Seconds{125};
        rl.rolloutMemory = 41 * GiB, rl.trainMemory = 90 * GiB;
        rl.capacity = report.memory->capacity;
        rl.fits = Fit::No;
        report.rl = rl;
        items::PinTableModel model;
        items::PinRow row;
        row.report = std::make_shared<const Report>(report);
        model.setRows({row});
        const auto cell = [&](const QString& header) {
            for (int column = 0; column < model.columnCount(); ++column)
                if (model.headerData(column, Qt::Horizontal, Qt::DisplayRole) == header)
                    return model.index(0, column).data().toString();
            return QString();
        };
        QCOMPARE(cell("RL step"), QString("2.08 min"));
        QCOMPARE(cell("Memory while sampling"), QString("41.0 GiB"));
        QCOMPARE(cell("Memory while training"), QString("90.0 GiB ✕"));
        QCOMPARE(cell("Memory"), QString("–"));
        QCOMPARE(cell("Step"), QString("–"));
    }
};

MOE_TEST(PinPanelTest)
#include "pin_panel_test.moc"
