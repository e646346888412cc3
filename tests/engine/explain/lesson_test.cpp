// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/explain/lesson.h"

#include "data/document.h"
#include "data/recipe_runs.h"
#include "models/engine/day/day.h"
#include "models/engine/evaluate.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"
#include "tests/support/lesson_steps.h"

#include <QTest>

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

    void aStepMayStandBesideAnotherPreset() {
        const Result<Lesson> lesson =
            readLesson("title: a\nsteps:\n  - {text: b, preset: reference, base: reference-baseline}\n", "a");
        QVERIFY2(lesson, lesson ? "" : toString(lesson.error()).c_str());
        QCOMPARE(lesson->steps[0].preset, "reference");
        QCOMPARE(lesson->steps[0].base, "reference-baseline");
    }

    void problemsAreLocated_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("key") << "title: a\nsteps:\n  - txt: b\n"
                             << "a.yaml:3:10: steps.0.txt: is no key of a step";
        QTest::newRow("order beyond all integers")
            << "title: a\norder: 1.8e19\nsteps: [{text: b}]\n"
            << "a.yaml:2:8: order: must be a number from 0 to 1000, got \"1.8e19\"";
        QTest::newRow("steps under names")
            << "title: a\nsteps:\n  99999999999: {text: b}\n  -5: {text: c}\n  first: {text: d}\n"
            << "steps.99999999999.text: must be a list of at most 1000 steps";
        QTest::newRow("wait") << "title: a\nsteps:\n  - {text: b, wait: {parallel.epp: 3}}\n"
                              << "steps.0.wait.parallel.epp: is no scenario key";
        QTest::newRow("value") << "title: a\nsteps:\n  - {text: b, wait: {parallel.ep: many}}\n"
                               << "steps.0.wait.parallel.ep: ";
        QTest::newRow("metric") << "title: a\nsteps:\n  - text: '{memory.bytes}'\n"
                                << "{memory.bytes} is no number of a report";
        QTest::newRow("a question without its number") << "title: a\nsteps:\n  - {text: b, ask: how much}\n"
                                                       << "steps.0.ask: needs `about` beside it";
        QTest::newRow("no number to ask for")
            << "title: a\nsteps:\n  - {text: b, ask: how, about: memory.bytes}\n"
            << "a.yaml:3:32: steps.0.about: is no number of a report";
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

    void boundsAreMetOnTheirSide() {
        const Result<Lesson> lesson =
            readLesson("title: a\nsteps:\n  - text: b\n    wait: {train.lr: '> 1e-3'}\n"
                       "  - text: c\n    wait: {train.lr: '<1e-3'}\n",
                       "a");
        QVERIFY2(lesson, lesson ? "" : toString(lesson.error()).c_str());
        Scenario scenario;
        QVERIFY(!isDone(lesson->steps[0], scenario, ""));
        scenario.train.emplace().lr = 2e-3;
        QVERIFY(isDone(lesson->steps[0], scenario, "") && !isDone(lesson->steps[1], scenario, ""));
        scenario.train->lr = 5e-4;
        QVERIFY(!isDone(lesson->steps[0], scenario, "") && isDone(lesson->steps[1], scenario, ""));
    }

    void claimsCompareNumbersOfReports() {
        Report before, now;
        before.params.total = 10, now.params.total = 20, now.params.active = 5;
        const auto claim = [&](const char* text) {
            const Result<Lesson> lesson =
                readLesson(std::string("title: a\nsteps:\n  - text: b\n    claims:\n      - ") + text, "a");
            if (!lesson) throw std::runtime_error(toString(lesson.error()));
            return holds(lesson->steps[0].claims[0], now, before);
        };
        QVERIFY(claim("params.total > was") && claim("params.total ~ 2 was") && !claim("params.total < was"));
        QVERIFY(claim("params.active < 0.3 params.total") && !claim("params.active < 0.2 params.total"));
        QVERIFY(claim("params.total > 19") && !claim("params.total > 21"));
        QVERIFY2(!claim("loss.value < 9"), "a number that is not there proves nothing");
        for (const char* wrong :
             {"params.total > wos", "params.tot > 1", "params.total >= 1", "params.total >"})
            QVERIFY_EXCEPTION_THROWN(claim(wrong), std::runtime_error);
    }

    void everythingAShippedLessonSaysHolds_data() {
        QTest::addColumn<QString>("key");
        for (const QString& key : test::lessonKeys()) QTest::newRow(qPrintable(key)) << key;
    }
    /// Opens its presets, does what each step waits for, and holds every number and claim against the engine.
    void everythingAShippedLessonSaysHolds() {
        QFETCH(QString, key);
        const Lesson lesson =
            test::valueOf(readLesson(test::resourceText("lessons/" + key.toStdString() + ".yaml"), "a"));
        Catalog catalog = test::shippedCatalog();
        catalog.lossModel = std::make_shared<const LossModel>(test::valueOf(lossModelFrom(
            *parseDocument(test::resourceText("loss/model.yaml"), "model.yaml"), "model.yaml")));
        for (const char* name : {"olmo-ladder", "olmo-ladder-small"})
            catalog.recipes[name] = std::make_shared<const RecipeTable>(test::valueOf(
                readRecipeRuns(test::resourceText(std::string("recipes/") + name + ".csv"), name)));
        Scenario scenario;
        Report report, was;
        for (const LessonStep& step : lesson.steps) {
            const QByteArray where = QByteArray::fromStdString(step.title);
            if (!step.preset.empty()) scenario = test::presetScenario(step.preset);
            was = report;
            report = claimsDays(lesson) ? evaluateFor(dayMetrics(), scenario, catalog)
                                        : evaluate(scenario, catalog, Detail::Numbers);
            for (const std::string& name : placeholders(step.text)) {
                const std::string bare = bareKey(name);
                const Report& from = bare == name ? report : was;
                QVERIFY2(lessonNumber(bare, from)->value, (where + ": no " + name.c_str()).constData());
            }
            for (const LessonClaim& claim : step.claims)
                QVERIFY2(holds(claim, report, was), (where + ": " + claim.text.c_str()).constData());
            QVERIFY2(step.wait.empty() || !isDone(step, scenario, step.tab),
                     (where + " is done at once").constData());
            for (const auto& [wait, value] : step.wait) {
                if (wait == "tab") continue;
                const std::string set = test::reaching(value);
                const Problems broken = setField(scenario, wait, set);
                QVERIFY2(broken.empty(), toString(broken).c_str());
            }
            const Problems broken = validate(scenario, catalog);
            QVERIFY2(broken.empty(), (where + ": " + toString(broken).c_str()).constData());
        }
    }

    void placeholdersInOrder() {
        QCOMPARE(placeholders("a {b.c} d {e}"), (std::vector<std::string>{"b.c", "e"}));
        QVERIFY(placeholders("{open").empty());
    }
};

MOE_TEST(LessonTest)
#include "lesson_test.moc"
