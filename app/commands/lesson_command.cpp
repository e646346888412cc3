// SPDX-License-Identifier: GPL-3.0-or-later
// lesson check: a lesson's file, walked through as its reader does.

#include "app/commands/scenario_options.h"
#include "app/files/catalog_loader.h"
#include "app/files/recipe_file.h"
#include "models/engine/day/day.h"
#include "models/engine/evaluate.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/scenario/sides.h"
#include "models/engine/scenario/validate.h"
#include "models/items/lesson_text.h"
#include "ui/views/view_list.h"

#include <algorithm>

namespace moe::app {
namespace {

/// Pages that are no picture.
bool isPage(const QString& key, Side side) {
    return key == QLatin1String("data") || key == QLatin1String("explain") ||
           ui::findView(key, side) != nullptr;
}

/// A reader who does what each step asks for.
class Walk {
public:
    /// `own`: on this scenario, whatever its steps open.
    Walk(const Lesson& lesson, std::string source, Catalog catalog, const std::optional<Scenario>& own)
        : m_lesson(lesson), m_source(std::move(source)), m_catalog(std::move(catalog)), m_own(own) {
        if (own)
            m_scenario = *own;
        else if (const ScenarioPreset* start = m_catalog.preset(kStartPreset))
            m_scenario = start->scenario;
    }
    void go() {
        for (m_step = 0; m_step < m_lesson.steps.size(); ++m_step) take(m_lesson.steps[m_step]);
    }
    const Problems& problems() const { return m_problems; }
    const QString& told() const { return m_told; }

private:
    void wrong(const std::string& key, Message rule, std::string value = {}) {
        m_problems.push_back({.source = m_source,
                              .key = "steps." + std::to_string(m_step) + "." + key,
                              .rule = std::move(rule),
                              .value = std::move(value)});
    }
    void open(const LessonStep& step) {
        for (const auto& [key, name] : {std::pair{"preset", step.preset}, {"base", step.base}})
            if (!name.empty() && !m_catalog.preset(name))
                wrong(key, say("must be a preset (see `moe-explorer presets`)"), name);
        if (const ScenarioPreset* preset = m_catalog.preset(step.preset); preset && !m_own)
            m_scenario = preset->scenario;
        if (!step.side.empty()) m_side = step.side == "serving" ? Side::Serving : Side::Training;
        for (const std::string& tab : {step.tab, waitedTab(step)})
            if (!tab.empty() && !isPage(QString::fromStdString(tab), m_side))
                wrong("tab", say("must be a picture that `render` names"), tab);
        const std::string& recipe = m_scenario.loss.recipe;
        if (!recipe.empty() && !m_catalog.recipes.contains(recipe))
            m_catalog.recipes[recipe] = readRecipe(recipe);
    }
    static std::string waitedTab(const LessonStep& step) {
        for (const auto& [key, value] : step.wait)
            if (key == "tab") return value;
        return {};
    }
    Report report() const {
        const Scenario scenario = lookedAt(m_scenario, m_side);
        return claimsDays(m_lesson) ? evaluateFor(dayMetrics(), scenario, m_catalog)
                                    : evaluate(scenario, m_catalog, Detail::Numbers);
    }
    void take(const LessonStep& step) {
        open(step);
        const Report was = m_report;
        m_report = report();
        for (const std::string& name : placeholders(step.text)) {
            const std::string bare = bareKey(name);
            const std::optional<LessonNumber> number = lessonNumber(bare, bare == name ? m_report : was);
            if (number && !number->value) wrong("text", say("{%1} has no value here", name));
        }
        for (const LessonClaim& claim : step.claims)
            if (!holds(claim, m_report, was)) wrong("claims", say("does not hold"), claim.text);
        if (!step.wait.empty() && isDone(step, m_scenario, step.tab))
            wrong("wait", say("is so at once: the reader has nothing to do"));
        m_told += QStringLiteral("%1. %2\n   %3\n")
                      .arg(m_step + 1)
                      .arg(QString::fromStdString(step.title), items::lessonText(step, &m_report, &was));
        const QStringList waits = items::waitTexts(step, [](const QString& key) { return key; });
        m_scenario = doneFor(step, m_scenario);
        Problems broken = brokenRules(m_scenario, m_catalog);
        for (const Problem& problem : broken)
            wrong("wait", say("%1: %2", problem.key, problem.rule), problem.value);
        if (!broken.empty()) m_scenario = m_report.scenario; // the rest is still walked
        if (!step.ask.empty()) {
            const Report after = report();
            const std::optional<LessonNumber> answer = lessonNumber(step.about, after);
            if (!answer || !answer->value)
                wrong("about", say("has no value once the step is done"), step.about);
            LessonStep reveal;
            reveal.text = "{" + step.about + "}";
            m_told += QStringLiteral("   ? %1 (%2)\n")
                          .arg(QString::fromStdString(step.ask), items::lessonText(reveal, &after, nullptr));
        }
        if (!waits.isEmpty()) m_told += QStringLiteral("   → %1\n").arg(waits.join(QStringLiteral(", ")));
    }

    const Lesson& m_lesson;
    std::string m_source;
    Catalog m_catalog;
    std::optional<Scenario> m_own;
    Scenario m_scenario;
    Report m_report;
    Side m_side = Side::Training;
    std::size_t m_step = 0;
    Problems m_problems;
    QString m_told;
};

} // namespace

int runLesson(const QStringList& arguments) {
    CommandLine line("lesson");
    addScenarioOptions(line); // one's own model, whatever the steps open
    if (const int stop = line.parse(arguments, 1, 1 << 10); stop >= 0) return stop;
    const QStringList paths = line.positional().mid(1);
    if (line.positional().first() != QLatin1String("check") || paths.isEmpty())
        return line.usageError(QStringLiteral("says `check` and the files"));
    const ShippedCatalog shipped = shippedCatalog();
    std::optional<Scenario> own;
    if (line.has("preset") || line.has("scenario")) {
        const Result<Input> input = scenarioInput(line);
        if (!input) return fail(input.error());
        own = input->scenario;
    }
    Problems problems;
    for (const QString& path : paths) {
        const Result<std::string> text = readInput(path, kLargestDocument);
        const Result<Lesson> lesson =
            text ? readLessonFile(*text, path.toStdString()) : Result<Lesson>(text.error());
        if (!lesson) {
            append(problems, lesson.error());
            continue;
        }
        Walk walk(*lesson, path.toStdString(), *shipped.catalog, own);
        walk.go();
        print(QStringLiteral("%1: %2, %3 steps\n")
                  .arg(path, QString::fromStdString(lesson->title))
                  .arg(lesson->steps.size()) +
              walk.told());
        append(problems, walk.problems());
    }
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
