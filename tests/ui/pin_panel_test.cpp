// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pins/pin_panel.h"

#include "tests/support/registry.h"

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
};

MOE_TEST(PinPanelTest)
#include "pin_panel_test.moc"
