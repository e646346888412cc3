// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/message.h"

#include "data/problem.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class MessageTest : public QObject {
    Q_OBJECT

private slots:
    void aSentenceIsFilledInEnglish() {
        const Message nearest = say("%1 or %2", 4, std::string("8"));
        QCOMPARE(toString(say("must divide %1 experts (nearest: %2)", std::size_t(128), nearest)),
                 std::string("must divide 128 experts (nearest: 4 or 8)"));
        QCOMPARE(toString(say("%2 before %1", "first", "second")), std::string("second before first"));
        // A place without an argument, and one inside an argument, stay as they are.
        QCOMPARE(toString(say("100 % of %1, %3", "%1")), std::string("100 % of %1, %3"));
    }

    void aListPutsItsSeparatorBetween() {
        QCOMPARE(toString(listed({"a", say("%1 MoE", 2), "c"})), std::string("a, 2 MoE, c"));
        QCOMPARE(toString(listed({"a", "b"}, "; ")), std::string("a; b"));
        QCOMPARE(toString(listed({"a"})), std::string("a"));
    }

    void messagesAreAlikeWhenTheyReadAlike() {
        const Problem problem{.rule = say("must be %1", "x")};
        QVERIFY(problem.rule == "must be x");
        QVERIFY(!(problem.rule == say("must be %1", "y")));
        QVERIFY(Problem{}.rule.empty() && !problem.rule.empty());
        QCOMPARE(toString(problem), std::string("must be x"));
    }
};

MOE_TEST(MessageTest)
#include "message_test.moc"
