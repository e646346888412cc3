// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/session_difference.h"

#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::test;

class SessionDifferenceTest : public QObject {
    Q_OBJECT

    static SessionFile session() {
        SessionFile made;
        made.scenario = made.base = presetScenario("mixtral-8x7b");
        made.pins = {{"EP 8", "", 0, presetScenario("mixtral-8x7b"), {}}, {"gone", "", 1, {}, {}}};
        made.tables = {{"a.csv", "aa"}};
        made.board.panels = {{.view = "memory"}, {.view = "time"}};
        made.locks = {"parallel.tp"};
        return made;
    }

private slots:
    void equalSessionsDifferInNothing() { QVERIFY(sessionDifference(session(), session()).empty()); }

    void everyPartSaysWhatBecameAnother() {
        SessionFile other = session();
        other.scenario.train->microBatch = 7;
        other.scenario.note = "tried";
        other.pins.pop_back();
        other.pins[0].scenario.parallel.ep = 4;
        other.pins[0].note = "slower";
        other.tables[0].sha256 = "bb"; // another file under the same name
        other.board.panels[1].note = "look here";
        other.board.panels.push_back({.view = "loss", .preset = "deepseek-v3"});
        other.locks.clear();
        other.tab = "memory";
        other.views = {{"loss", {"colour=regret"}, {}}};
        const std::vector<SessionLine> lines = sessionDifference(session(), other);
        const auto has = [&](const SessionLine& line) {
            return std::find(lines.begin(), lines.end(), line) != lines.end();
        };
        const std::string before = std::to_string(session().scenario.train->microBatch),
                          ep = std::to_string(session().pins[0].scenario.parallel.ep);
        QVERIFY(has({"scenario", "train.micro_batch", before, "7"}));
        QVERIFY(has({"scenario", "note", session().scenario.note, "tried"}));
        QVERIFY(has({"pins", "name", "gone", ""}));
        QVERIFY(has({"pin EP 8", "note", "", "slower"}));
        QVERIFY(has({"pin EP 8", "parallel.ep", ep, "4"}));
        QVERIFY(has({"tables", "path", "a.csv aa", ""}) && has({"tables", "path", "", "a.csv bb"}));
        QVERIFY(has({"board", "panels.1.note", "", "look here"}));
        QVERIFY(has({"board", "panels.2", "", "loss deepseek-v3"}));
        QVERIFY(has({"locks", "key", "parallel.tp", ""}));
        QVERIFY(has({"look", "tab", "", "memory"}));
        QVERIFY(has({"look", "view", "", "loss: colour=regret"}));
        QCOMPARE(lines.size(), std::size_t(12));
    }

    void turnedRoundFromAndToChangePlaces() {
        SessionFile other = session();
        other.scenario.train->microBatch = 7;
        const SessionLine there = sessionDifference(session(), other).front(),
                          back = sessionDifference(other, session()).front();
        QVERIFY(there.key == back.key && there.from == back.to && there.to == back.from);
    }
};

MOE_TEST(SessionDifferenceTest)
#include "session_difference_test.moc"
