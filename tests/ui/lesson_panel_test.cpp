// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_panel.h"

#include "models/engine/evaluate.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"
#include "tests/engine/cases.h"
#include "tests/support/lesson_steps.h"
#include "tests/support/registry.h"
#include "ui/form/field_row.h"
#include "ui/form/scenario_form.h"
#include "ui/views/view_list.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace moe;
using namespace moe::ui;

namespace {

Lesson shipped(const QString& key) {
    return test::valueOf(
        readLesson(test::resourceText("lessons/" + key.toStdString() + ".yaml"), key.toStdString()));
}

QStringList labels(const QWidget& panel) {
    QStringList texts;
    for (const QLabel* label : panel.findChildren<QLabel*>()) texts << label->text();
    return texts;
}

} // namespace

class LessonPanelTest : public QObject {
    Q_OBJECT

    static void lessons() {
        QTest::addColumn<QString>("key");
        for (const QString& key : test::lessonKeys()) QTest::newRow(qPrintable(key)) << key;
    }

private slots:
    void everyLessonNamesPresetsAndPagesThatExist_data() { lessons(); }
    void everyLessonNamesPresetsAndPagesThatExist() {
        QFETCH(QString, key);
        QSet<QString> pages{"data", "explain"};
        for (const ViewRow& row : viewList()) pages << row.key;
        for (const LessonStep& step : shipped(key).steps) {
            for (const std::string& preset : {step.preset, step.base})
                if (!preset.empty()) test::presetScenario(preset); // throws when there is none
            if (!step.tab.empty())
                QVERIFY2(pages.contains(QString::fromStdString(step.tab)), step.tab.c_str());
            for (const auto& [wait, value] : step.wait)
                QVERIFY(wait != "tab" || pages.contains(QString::fromStdString(value)));
        }
    }

    // Doing what each step asks for, in order, on the scenario the lesson has opened, ends the lesson.
    void aReaderWhoDoesWhatIsAskedForGetsThrough_data() { lessons(); }
    void aReaderWhoDoesWhatIsAskedForGetsThrough() {
        QFETCH(QString, key);
        const Lesson lesson = shipped(key);
        LessonPanel panel;
        Scenario scenario;
        connect(&panel, &LessonPanel::presetWanted, &panel, [&](const QString& preset) {
            scenario = test::presetScenario(preset.toStdString());
            panel.setScenario(scenario);
        });
        connect(&panel, &LessonPanel::tabWanted, &panel, &LessonPanel::setTab);
        QSignalSpy finished(&panel, &LessonPanel::finished);
        panel.start(lesson);
        auto* next = panel.findChildren<QPushButton*>().back();
        for (const LessonStep& step : lesson.steps) {
            if (!step.wait.empty()) {
                QCOMPARE(next->text(), &step == &lesson.steps.back() ? "Finish" : "Do it for me");
                QVERIFY(labels(panel).filter("Your turn").size() == 1);
            }
            for (const auto& [wait, value] : step.wait) {
                if (wait == "tab")
                    panel.setTab(QString::fromStdString(value));
                else
                    QVERIFY(setField(scenario, wait, test::reaching(value)).empty());
            }
            panel.setScenario(scenario);
            QVERIFY(next->text() != QStringLiteral("Do it for me"));
            next->click();
        }
        QCOMPARE(finished.size(), 1);
        QVERIFY(!panel.isReading());
    }

    void whatIsPassedOverIsDoneForTheReader_data() { lessons(); }
    void whatIsPassedOverIsDoneForTheReader() {
        QFETCH(QString, key);
        const Lesson lesson = shipped(key);
        LessonPanel panel;
        Scenario scenario;
        const auto set = [&](const Scenario& to) { panel.setScenario(scenario = to); };
        connect(&panel, &LessonPanel::presetWanted, &panel,
                [&](const QString& preset) { set(test::presetScenario(preset.toStdString())); });
        connect(&panel, &LessonPanel::scenarioWanted, &panel, set);
        connect(&panel, &LessonPanel::tabWanted, &panel, &LessonPanel::setTab);
        panel.start(lesson);
        auto* next = panel.findChildren<QPushButton*>().back();
        for (std::size_t step = 0; step + 1 < lesson.steps.size(); ++step) {
            const bool opens = !lesson.steps[step + 1].preset.empty();
            next->click();
            for (const auto& wait : lesson.steps[step].wait)
                QVERIFY2(opens || wait.first == "tab" || isMet(wait, scenario, {}), wait.first.c_str());
        }
        QCOMPARE(panel.step(), lesson.steps.size() - 1);
    }

    void aStepIsDoneAgainFromWhatItBeganWith() {
        LessonPanel panel;
        Lesson lesson;
        lesson.title = "a";
        lesson.steps = {
            {"b", "takes {train.step_seconds}", "llama-3-8b", "memory", {{"train.zero", "0"}}, {}},
            {"d", "{train.step_seconds}, {was train.step_seconds} before", "", "", {}, {}}};
        Scenario scenario;
        const auto set = [&](const Scenario& to, bool evaluated) {
            panel.setScenario(scenario = to);
            if (evaluated)
                panel.setReport(std::make_shared<const Report>(
                    evaluate(scenario, test::shippedCatalog(), Detail::Numbers)));
        };
        const auto open = [&](const QString& preset) {
            set(test::presetScenario(preset.toStdString()), true);
        };
        connect(&panel, &LessonPanel::presetWanted, &panel, open);
        connect(&panel, &LessonPanel::scenarioWanted, &panel, [&](const Scenario& to) { set(to, true); });
        panel.start(lesson);
        const Scenario begun = scenario;
        const auto buttons = panel.findChildren<QPushButton*>();
        QPushButton *again = buttons[0], *back = buttons[1], *next = buttons[2];
        QVERIFY(!back->isEnabled());
        const QString text = labels(panel).filter("takes").value(0);
        Scenario changed = begun;
        changed.train->zero = 0, changed.train->microBatch = 2;
        set(changed, true);
        QCOMPARE(labels(panel).filter("takes").value(0), text); // of the beginning, not of what is tried
        next->click();
        QVERIFY2(!labels(panel).join(" ").contains("–"), qPrintable(labels(panel).join(" | ")));
        back->click();
        QCOMPARE(panel.step(), 0u);
        QVERIFY(scenario == begun);
        QVERIFY(labels(panel).filter("Your turn").size() == 1);
        set(changed, true);
        again->click();
        QVERIFY(scenario == begun && panel.step() == 0);
    }

    void aStepThatAsksWaitsForAGuess() {
        const Lesson lesson = test::valueOf(readLesson("title: a\nsteps:\n"
                                                       "  - text: b\n    preset: mixtral-8x7b\n"
                                                       "    ask: How much?\n    about: memory.device_bytes\n"
                                                       "    wait: {train.zero: 0}\n"
                                                       "  - text: c\n",
                                                       "a"));
        LessonPanel panel;
        Scenario scenario;
        const auto set = [&](const Scenario& to) {
            panel.setScenario(scenario = to);
            panel.setReport(
                std::make_shared<const Report>(evaluate(scenario, test::shippedCatalog(), Detail::Numbers)));
        };
        connect(&panel, &LessonPanel::presetWanted, &panel,
                [&](const QString& preset) { set(test::presetScenario(preset.toStdString())); });
        connect(&panel, &LessonPanel::scenarioWanted, &panel, set);
        QSignalSpy asking(&panel, &LessonPanel::asking);
        panel.start(lesson);
        auto* next = panel.findChildren<QPushButton*>().back();
        auto* guess = panel.findChild<QLineEdit*>();
        QVERIFY(panel.isAsking() && !next->isEnabled());
        QCOMPARE(asking.size(), 1);
        QVERIFY(labels(panel).contains("How much?"));
        QVERIFY(labels(panel).filter("Your turn").isEmpty()); // what to do would tell
        guess->setText("some");
        QTest::keyClick(guess, Qt::Key_Return);
        QVERIFY(panel.isAsking()); // no number, no guess
        guess->setText("70 GiB");
        QTest::keyClick(guess, Qt::Key_Return);
        QVERIFY(!panel.isAsking() && next->isEnabled());
        QCOMPARE(asking.size(), 2);
        QVERIFY(labels(panel).filter("You guessed").isEmpty()); // not yet so
        Scenario done = scenario;
        done.train->zero = 0;
        set(done);
        const QString told = labels(panel).filter("You guessed").value(0);
        QVERIFY2(told.contains("You guessed 70.0 GiB; it is "), qPrintable(labels(panel).join(" | ")));
    }

    /// The knobs that a step names are hidden until there is a guess, then pointed at until they are set.
    void aStepPointsAtTheKnobsItNames() {
        const Lesson lesson = test::valueOf(readLesson("title: a\nsteps:\n"
                                                       "  - text: b\n    preset: mixtral-8x7b\n"
                                                       "    ask: How much?\n    about: memory.device_bytes\n"
                                                       "    wait: {train.zero: 0, tab: memory}\n"
                                                       "  - text: c\n",
                                                       "a"));
        LessonPanel panel;
        ScenarioForm form;
        Scenario scenario;
        const auto set = [&](const Scenario& to) {
            form.setScenario(to, to);
            panel.setScenario(scenario = to);
        };
        connect(&panel, &LessonPanel::presetWanted, &panel,
                [&](const QString& preset) { set(test::presetScenario(preset.toStdString())); });
        connect(&panel, &LessonPanel::pointing, &form, &ScenarioForm::pointAt);
        panel.start(lesson);
        const auto* row = form.findChild<FieldRow*>("train.zero");
        const auto* other = form.findChild<FieldRow*>("train.micro_batch");
        QVERIFY(row && other && row->isVeiled() && !row->isPointed() && !other->isVeiled());
        auto* guess = panel.findChild<QLineEdit*>();
        guess->setText("70 GiB");
        QTest::keyClick(guess, Qt::Key_Return);
        QVERIFY(!row->isVeiled() && row->isPointed() && !other->isPointed());
        Scenario done = scenario;
        done.train->zero = 0;
        set(done);
        QVERIFY(!row->isVeiled() && !row->isPointed());
    }

    void theNextLessonIsOffered() {
        const Lesson first = test::valueOf(readLesson("title: One\nsteps: [{text: a}]\n", "one"));
        const Lesson second =
            test::valueOf(readLesson("title: Two\nsummary: Goes on\nsteps: [{text: b}]\n", "two"));
        LessonPanel panel;
        QSignalSpy wanted(&panel, &LessonPanel::lessonWanted), finished(&panel, &LessonPanel::finished);
        panel.start(first, second);
        const auto buttons = panel.findChildren<QPushButton*>();
        QPushButton *back = buttons[1], *next = buttons[2];
        next->click();
        QVERIFY(finished.isEmpty() && !panel.isReading());
        QVERIFY2(labels(panel).join("|").contains("Two") && labels(panel).contains("Goes on"),
                 qPrintable(labels(panel).join("|")));
        next->click();
        QCOMPARE(wanted.value(0).value(0).toString(), QString("two"));
        panel.start(first, second);
        next->click();
        back->click(); // not now
        QCOMPARE(finished.size(), 1);
        QCOMPARE(wanted.size(), 1);
    }

    void aLessonRunsOnTheReadersOwnModel() {
        const Lesson lesson =
            test::valueOf(readLesson("title: a\nsteps:\n"
                                     "  - text: \"{memory.device_bytes}\"\n    preset: mixtral-8x7b\n"
                                     "    wait: {train.zero: 0}\n"
                                     "  - text: c\n    preset: deepseek-v3\n",
                                     "a"));
        LessonPanel panel;
        Scenario scenario;
        const auto set = [&](const Scenario& to) { panel.setScenario(scenario = to); };
        QSignalSpy opened(&panel, &LessonPanel::presetWanted);
        connect(&panel, &LessonPanel::presetWanted, &panel,
                [&](const QString& preset) { set(test::presetScenario(preset.toStdString())); });
        connect(&panel, &LessonPanel::scenarioWanted, &panel, set);
        const Scenario own = test::presetScenario("llama-3-8b");
        set(own);
        panel.start(lesson);
        QCOMPARE(scenario.name, test::presetScenario("mixtral-8x7b").name);
        QCOMPARE(opened.size(), 1);
        QToolButton* mine = nullptr;
        for (QToolButton* button : panel.findChildren<QToolButton*>())
            if (button->isCheckable()) mine = button;
        QVERIFY(mine && !mine->isHidden());
        mine->click();
        QVERIFY(scenario == own && panel.step() == 0);
        panel.findChildren<QPushButton*>().back()->click(); // does it for the reader, and goes on
        QCOMPARE(panel.step(), 1u);
        QCOMPARE(scenario.name, own.name);
        QCOMPARE(scenario.train->zero, 0);
        QCOMPARE(opened.size(), 1);
        mine->click(); // and back to what it was written about
        QCOMPARE(scenario.name, test::presetScenario("mixtral-8x7b").name);
    }

    void numbersComeFromTheReport() {
        LessonPanel panel;
        Lesson lesson;
        lesson.title = "a";
        lesson.steps = {{"b", "needs {serve.weights_bytes} of {memory.capacity_bytes}", "", "", {}, {}}};
        panel.start(lesson);
        QVERIFY(labels(panel).contains("needs – of –"));
        panel.setReport(std::make_shared<const Report>(
            evaluate(test::presetScenario("reference-baseline"), test::shippedCatalog(), Detail::Numbers)));
        QVERIFY2(labels(panel).contains("needs 237 GiB of 64.0 GiB"), qPrintable(labels(panel).join(" | ")));
    }
};

MOE_TEST(LessonPanelTest)
#include "lesson_panel_test.moc"
