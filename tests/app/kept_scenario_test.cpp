// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of the history holds: the sections that it changes.
#include "app/session/kept_scenario.h"

#include "data/document.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/scenario_file.h"
#include "tests/support/registry.h"
#include "tests/support/test_input.h"

#include <QTest>

using namespace moe;
using namespace moe::app;
using namespace moe::test;

class KeptScenarioTest : public QObject {
    Q_OBJECT
private slots:
    void aStepHoldsWhatItChangesAndGivesAllBack() {
        const Scenario first = readPreset(resourceText("presets/deepseek-v3.yaml"), "p")->scenario;
        Scenario second = first;
        second.parallel.ep *= 2;
        second.note = "twice";
        const KeptScenario before(first, {}), after(second, before);
        QVERIFY(before.whole() == first && after.whole() == second);
        const std::size_t all = before.sharedWith(before);
        QVERIFY(all > 10);
        QCOMPARE(after.sharedWith(before), all - 2);
        QVERIFY(KeptScenario(first, after).whole() == first);
    }

    void sectionsComeAndGo() {
        const Scenario whole = readPreset(resourceText("presets/deepseek-v3.yaml"), "p")->scenario;
        Scenario less = whole;
        less.train.reset();
        less.moe.reset();
        const KeptScenario before(whole, {}), after(less, before);
        QVERIFY(after.whole() == less && KeptScenario(whole, after).whole() == whole);
    }

    // A panel has up to two scenarios written out: a step that adds one holds that one.
    void aBoardSharesItsPanels() {
        BoardFile board;
        board.title = "Before";
        for (const char* view : {"memory", "time", "loss", "time"})
            board.panels.push_back(
                {.view = view,
                 .scenario = readPreset(resourceText("presets/deepseek-v3.yaml"), "p")->scenario});
        const KeptBoard before(board, nullptr);
        BoardFile more = board;
        more.title = "After";
        more.panels.erase(more.panels.begin());
        more.panels[1].note = "other";
        more.panels.push_back({.view = "energy"});
        const KeptBoard after(more, &before);
        QVERIFY(before.whole() == board && after.whole() == more);
        QCOMPARE(after.sharedWith(before), std::size_t(2));
        QVERIFY(KeptBoard(board, &after).whole() == board);
    }
};

MOE_TEST(KeptScenarioTest)
#include "kept_scenario_test.moc"
