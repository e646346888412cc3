#include "models/engine/lesson.h"
#include "tests/support/registry.h"

#include <QtTest>

using namespace moe;

class LessonTest : public QObject {
    Q_OBJECT

private slots:
    void aStepIsDoneWhenEverythingItWaitsForIsSo() {
        const Result<Lesson> lesson = readLesson("title: a\nsteps:\n  - text: b\n    wait: {parallel.ep: 8, "
                                                 "moe.top_k: 2, tab: time}\n  - text: c\n",
                                                 "a");
        QVERIFY2(lesson, lesson ? "" : toString(lesson.error()).c_str());
        Scenario scenario;
        scenario.moe.emplace();
        scenario.parallel.ep = 8;
        QVERIFY(!isDone(lesson->steps[0], scenario, "time"));
        scenario.moe->topK = 2;
        QVERIFY(isDone(lesson->steps[0], scenario, "time"));
        QVERIFY(!isDone(lesson->steps[0], scenario, "loss"));
        QVERIFY(isDone(lesson->steps[1], scenario, ""));
        scenario.moe.reset();
        QVERIFY(!isDone(lesson->steps[0], scenario, "time"));
    }

    void problemsAreLocated_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("key") << "title: a\nsteps:\n  - txt: b\n"
                             << "a.yaml:3:10: steps.0.txt: is no key of a step";
        QTest::newRow("wait") << "title: a\nsteps:\n  - {text: b, wait: {parallel.epp: 3}}\n"
                              << "steps.0.wait.parallel.epp: is no scenario key";
        QTest::newRow("value") << "title: a\nsteps:\n  - {text: b, wait: {parallel.ep: many}}\n"
                               << "steps.0.wait.parallel.ep: ";
        QTest::newRow("metric") << "title: a\nsteps:\n  - text: '{memory.bytes}'\n"
                                << "{memory.bytes} is no metric";
        QTest::newRow("no steps") << "title: a\n"
                                  << "steps: is missing";
        QTest::newRow("newer") << "schema: moe-explorer/lesson/2\ntitle: a\nsteps:\n  - text: b\n"
                               << "must be moe-explorer/lesson/1";
    }
    void problemsAreLocated() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const Result<Lesson> lesson = readLesson(text.toStdString(), "a");
        QVERIFY(!lesson);
        QVERIFY2(QString::fromStdString(toString(lesson.error())).contains(says),
                 toString(lesson.error()).c_str());
    }

    void placeholdersInOrder() {
        QCOMPARE(placeholders("a {b.c} d {e}"), (std::vector<std::string>{"b.c", "e"}));
        QVERIFY(placeholders("{open").empty());
    }
};

MOE_TEST(LessonTest)
#include "lesson_test.moc"
