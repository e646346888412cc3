// SPDX-License-Identifier: GPL-3.0-or-later
// What a form calls the choices of a key.

#include "models/engine/schedule/schedules.h"
#include "models/items/choice_label.h"
#include "models/items/words.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class ChoiceLabelTest : public QObject {
    Q_OBJECT
private slots:
    /// A box and the picture beside it have one name for a schedule.
    void schedulesAreCalledAsInPictures() {
        for (const ScheduleRow& row : schedules())
            QCOMPARE(items::choiceLabel(row.key), items::tableText(row.label));
        QCOMPARE(items::choiceLabel("zb-v"), QString("ZB-V"));
    }
};
MOE_TEST(ChoiceLabelTest)
#include "choice_label_test.moc"
