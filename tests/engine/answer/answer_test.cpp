// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence of a scenario says what its report says, and what it calls better is better.

#include "models/engine/answer/answer_gain.h"
#include "models/engine/answer/better.h"
#include "models/engine/answer/searched.h"
#include "models/engine/evaluate.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/random_scenarios.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace moe;
using namespace moe::test;

namespace {

void inTurn(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

std::vector<std::string> presetKeys() {
    std::vector<std::string> keys;
    for (const QString& file :
         QDir(QStringLiteral(MOE_SOURCE_DIR "/resources/presets")).entryList({"*.yaml"}))
        keys.push_back(file.chopped(5).toStdString());
    return keys;
}

QString english(const Message& message) {
    return QString::fromStdString(toString(message));
}

/// Seconds that "55 days", "3.57 hours", "24.5 ms" say behind `before`; NaN when nothing is there.
double secondsAfter(const QString& text, const QString& before) {
    static const std::map<QString, double> kUnits{{"days", 86400}, {"hours", 3600}, {"minutes", 60},
                                                  {"s", 1},        {"ms", 1e-3},    {"µs", 1e-6}};
    const QRegularExpression time(QRegularExpression::escape(before) +
                                  QStringLiteral("([\\d.]+) (days|hours|minutes|s|ms|µs)"));
    const QRegularExpressionMatch match = time.match(text);
    return match.hasMatch() ? match.captured(1).toDouble() * kUnits.at(match.captured(2)) : std::nan("");
}

/// Three digits are said of what may have sixteen.
bool says(double said, double value) {
    return std::abs(said / value - 1) < 0.0051;
}

Scenario changed(Scenario scenario, const AnswerEdits& set) {
    for (const auto& [key, value] : set)
        if (!setField(scenario, key, value).empty()) throw std::runtime_error(key + " = " + value);
    return scenario;
}

const Answer& of(const std::vector<Answer>& answers, AnswerSide side) {
    for (const Answer& answer : answers)
        if (answer.side == side) return answer;
    throw std::runtime_error("no such side");
}

const char* const kSmall =
    "model: {layers: 8, hidden: 1024, ffn: 4096, heads: 8, kv_heads: 2, vocab: 32000, sequence: 2048}\n"
    "moe: {experts: 8, top_k: 2, expert_ffn: 512}\n"
    "train: {tokens: 1e9, global_batch: 32}\n"
    "gpu: {preset: h800}\n"
    "cluster: {gpus: 8}\n";

} // namespace

class AnswerTest : public QObject {
    Q_OBJECT
private slots:
    /// "fits (61.3 of 79.6 GiB, odds 93 %)": what the report's odds are, in the words of its verdict; nothing
    /// where it is all but sure.
    void aVerdictHasItsOdds() {
        Scenario scenario = presetScenario("mixtral-8x7b");
        Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        const auto result = [&] { return english(of(answersOf(report), AnswerSide::Train).result); };
        QVERIFY2(result().contains("fits ("), qPrintable(result()));
        // Nine of ten lie within 20.4 % of what is predicted, a twentieth above: 95 % fit.
        report.memory->device = report.memory->capacity / 1.204;
        QVERIFY2(result().contains("GiB, odds 95 %) with"), qPrintable(result()));
        report.memory->device = 1.204 * report.memory->capacity;
        report.memory->fits = Fit::No;
        QVERIFY2(result().startsWith("does not fit (") && result().contains("GiB, odds 95 %)"),
                 qPrintable(result()));
    }

    /// The further a limit is away, the likelier it is kept; both are told, and the report has them.
    void limitsHaveTheirOdds() {
        Scenario scenario = presetScenario("llama-3-70b");
        scenario.train.reset();
        scenario.serve->engine = ServeEngine::Vllm;
        scenario.serve->concurrency = 16;
        double before = 0;
        for (const double seconds : {1e-3, 0.02, 0.03, 0.04, 0.05, 10.0}) {
            scenario.serve->sloTpot = seconds;
            const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
            QVERIFY(report.serve->tpotChance && !report.serve->ttftChance);
            QVERIFY(*report.serve->tpotChance >= before);
            before = *report.serve->tpotChance;
            const QString said = english(of(answersOf(report), AnswerSide::Serve).sentence());
            QVERIFY2(said.contains("for 99 % of requests with odds of"), qPrintable(said));
        }
        QVERIFY(before > 0.99);
        // A server's own runs say more: their residuals are the width.
        scenario.serve->sloTpot = 0.03;
        const double wide = *evaluate(scenario, numbersCatalog(), Detail::Numbers).serve->tpotChance;
        scenario.serve->tpotError = 3;
        const double own = *evaluate(scenario, numbersCatalog(), Detail::Numbers).serve->tpotChance;
        QVERIFY(std::abs(own - 0.5) < std::abs(wide - 0.5));
    }

    /// Of a server with limits the number that was asked for comes first, and one number leads.
    void goodputLeadsTheSentence() {
        Scenario scenario = presetScenario("llama-3-70b");
        scenario.train.reset();
        scenario.serve->sloTpot = 0.03;
        const Answer before =
            of(answersOf(evaluate(scenario, numbersCatalog(), Detail::Numbers)), AnswerSide::Serve);
        GoodputRow other, own;
        other.point.emplace();
        other.highest = 7.0;
        own.highest = 7.1;
        own.low = 5.8;
        own.high = 8.3;
        own.bound = ServingBound::Tpot;
        GoodputMap map;
        map.search.base = scenario;
        map.layouts = 5;
        map.rows = {other, own};
        Answer answer = before;
        addGoodput(answer, scenario, map);
        QVERIFY2(english(answer.result)
                     .startsWith("7.1 requests/s (5.8 to 8.3) within the limits; with " +
                                 QString::number(scenario.serve->requests) + " requests at once: "),
                 qPrintable(english(answer.result)));
        QVERIFY(english(answer.result).endsWith(english(before.result)));
        QCOMPARE(english(answer.searched->text), QString("None of 5 layouts serves more within them."));
        QVERIFY(answer.searched->better == false);
        QCOMPARE(QString::fromStdString(answer.binding), QString("tpot"));
        const auto leads =
            std::count_if(answer.result.marks.begin(), answer.result.marks.end(),
                          [](const AnswerMark& m) { return m.kind == AnswerMark::Kind::Lead; });
        QCOMPARE(int(leads), 1);
        map.rows[0].highest = 8.0; // within the band of this one
        answer = before;
        addGoodput(answer, scenario, map);
        QVERIFY(answer.searched->better == false);
        QVERIFY2(english(answer.searched->text).contains("about the same"),
                 qPrintable(english(answer.searched->text)));
        map.rows[0].highest = 20;
        answer = before;
        addGoodput(answer, scenario, map);
        QVERIFY(answer.searched->better == true);
    }

    /// What a window makes a chip or a link of leads to a part of the text, and is a knob or a metric.
    void marksLeadToTheirParts() {
        int knobs = 0, leads = 0;
        for (const char* preset :
             {"deepseek-v3", "llama-3-70b", "mixtral-8x7b", "reference-baseline", "seed-dense"})
            for (const Answer& answer :
                 answersOf(evaluate(presetScenario(preset), numbersCatalog(), Detail::Numbers)))
                for (const AnswerText* text : {&answer.question, &answer.open, &answer.result, &answer.brief})
                    for (const AnswerMark& mark : text->marks) {
                        const Message* part = &text->text;
                        for (const std::size_t place : mark.at) {
                            QVERIFY(place < part->arguments().size());
                            part = &part->arguments()[place];
                        }
                        QVERIFY(!english(*part).isEmpty() && !mark.keys.empty());
                        for (const std::string& key : mark.keys)
                            QVERIFY2(mark.kind == AnswerMark::Kind::Knob ? key == "name" || findField(key)
                                                                         : findMetric(key) != nullptr,
                                     key.c_str());
                        knobs += mark.kind == AnswerMark::Kind::Knob ? 1 : 0;
                        leads += mark.kind == AnswerMark::Kind::Lead ? 1 : 0;
                    }
        QVERIFY(knobs > 30 && leads > 10);
    }

    void numbersAreThoseOfTheReport_data() {
        QTest::addColumn<QString>("preset");
        for (const std::string& key : presetKeys()) QTest::newRow(key.c_str()) << QString::fromStdString(key);
    }
    void numbersAreThoseOfTheReport() {
        QFETCH(QString, preset);
        const Scenario scenario = presetScenario(preset.toStdString());
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        const std::vector<Answer> answers = answersOf(report);
        const auto has = [&](AnswerSide side) {
            return std::any_of(answers.begin(), answers.end(),
                               [&](const Answer& one) { return one.side == side; });
        };
        QCOMPARE(has(AnswerSide::Train), scenario.train.has_value());
        QCOMPARE(has(AnswerSide::Serve), scenario.serve.has_value());
        QCOMPARE(has(AnswerSide::Loss), report.loss.has_value());
        for (const Answer& answer : answers) {
            const QString text = english(answer.sentence());
            QVERIFY2(text.contains(QStringLiteral(" → ")) && !text.contains('%' + QString("1")),
                     qPrintable(text));
            QVERIFY(!answer.values.empty());
            for (const AnswerValue& value : answer.values) {
                QCOMPARE(value.value, *findMetric(value.key)->value(report)); // to the last digit
                QCOMPARE(value.low.has_value(), value.high.has_value());
                if (value.low) QVERIFY2(*value.low <= value.value && value.value <= *value.high, value.key);
            }
            const QString result = english(answer.result);
            if (answer.fits == Fit::No) {
                QVERIFY2(result.startsWith("does not fit ("), qPrintable(result));
                QVERIFY(!answer.value("train.step_seconds") && !answer.value("serve.tpot_seconds"));
                continue;
            }
            QVERIFY2(!answer.binding.empty(), qPrintable(text));
            // Of a run where it has tokens, else of one step; of reinforcement learning where it is that.
            if (answer.side == AnswerSide::Train && report.rl)
                QVERIFY2(says(secondsAfter(result, ""), report.rl->step.base), qPrintable(result));
            else if (answer.side == AnswerSide::Train)
                QVERIFY2(says(secondsAfter(result, ""),
                              report.train->days ? 86400 * *report.train->days : report.train->step.base),
                         qPrintable(result));
            if (answer.side == AnswerSide::Serve) {
                QVERIFY2(says(secondsAfter(result, "TTFT "), report.serve->ttft->base), qPrintable(result));
                QVERIFY2(says(secondsAfter(result, "TPOT "), report.serve->tpot->base), qPrintable(result));
            }
            if (answer.side == AnswerSide::Loss)
                QVERIFY2(result.startsWith(QString::number(report.loss->value, 'f', 3)), qPrintable(result));
        }
    }

    /// Each change is valid, is what it says it is, and the sure ones come first.
    void changesAreWhatTheySay() {
        bool better = false, same = false;
        for (const char* preset :
             {"deepseek-v3", "llama-3-70b", "qwen3-30b-a3b", "kimi-k2", "step-law-1in8"}) {
            const Report report = evaluate(presetScenario(preset), numbersCatalog(), Detail::Numbers);
            for (Answer& answer : answersOf(report)) {
                addChanges(answer, report, numbersCatalog(), inTurn);
                QVERIFY(answer.changed && answer.changes.size() <= kMostChanges);
                bool unsure = false;
                for (const AnswerChange& change : answer.changes) {
                    const Scenario scenario = changed(report.scenario, change.set);
                    QVERIFY(brokenRules(scenario, numbersCatalog()).empty());
                    const Report after = evaluate(scenario, numbersCatalog(), Detail::Numbers);
                    QCOMPARE(change.value, *findMetric(change.metric)->value(after));
                    QVERIFY(change.gain > 1 && !change.mends);
                    QCOMPARE(change.same, change.low && *change.low <= 1);
                    QCOMPARE(english(change.text).contains("about the same"), change.same);
                    QVERIFY(!unsure || change.same);
                    unsure = change.same;
                    (change.same ? same : better) = true;
                }
                QCOMPARE(english(*answer.changed).startsWith("Better: "),
                         !answer.changes.empty() && !answer.changes.front().same);
            }
        }
        QVERIFY(better && same);
    }

    /// What a change leaves alone has one error on both sides; what it moves may be off by it.
    void aBandOfAGainIsOfWhatMoves() {
        Report before = evaluate(scenarioOf(kSmall), numbersCatalog(), Detail::Numbers);
        before.train->ninetyError = 0.2;
        for (TimeTerm& term : before.train->terms) term.exposed = Seconds{0};
        before.train->terms[0].exposed = Seconds{8};
        before.train->terms[1].exposed = Seconds{2};
        before.train->step = Seconds{10};
        Report after = before;
        after.train->terms[1].exposed = Seconds{1};
        after.train->step = Seconds{9};
        const AnswerGain sure = *gainOf(AnswerSide::Train, before, after);
        QVERIFY(std::abs(sure.gain - 10.0 / 9) < 1e-12 && !sure.same);
        QVERIFY(std::abs(*sure.low - 10 / (9 + 0.2 * 1)) < 1e-12);
        QVERIFY(std::abs(*sure.high - 10 / (9 - 0.2 * 1)) < 1e-12);
        // 3 s less here, 2.5 s more there: half a second is less than a fifth of what moved.
        after.train->terms[0].exposed = Seconds{5};
        after.train->terms[1].exposed = Seconds{4.5};
        after.train->step = Seconds{9.5};
        const AnswerGain nothing = *gainOf(AnswerSide::Train, before, after);
        QVERIFY(nothing.gain > 1 && nothing.same);
    }

    void whatDoesNotFitIsMended() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.parallel.ep = 8; // of 64
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        Answer answer = of(answersOf(report), AnswerSide::Train);
        QVERIFY(answer.fits == Fit::No && answer.binding == "memory");
        addChanges(answer, report, numbersCatalog(), inTurn);
        QVERIFY(!answer.changes.empty());
        double before = 0;
        for (const AnswerChange& change : answer.changes) {
            const Report after = evaluate(changed(scenario, change.set), numbersCatalog(), Detail::Numbers);
            QVERIFY(change.mends && after.memory->fits != Fit::No);
            QCOMPARE(change.value, after.train->step.base);
            QVERIFY(change.value >= before); // fastest first
            before = change.value;
        }
    }

    /// Weights larger than the GPU: more GPUs, and the layout that follows them.
    void aServerThatDoesNotFitIsMended() {
        Scenario scenario = presetScenario("llama-3-70b");
        scenario.train.reset();
        scenario.parallel = {};
        scenario.cluster.gpus = 1;
        scenario.serve->requests = 2;
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        Answer answer = of(answersOf(report), AnswerSide::Serve);
        QVERIFY2(english(answer.sentence()).contains("Not even one request fits."),
                 qPrintable(english(answer.sentence())));
        addChanges(answer, report, numbersCatalog(), inTurn);
        bool layout = false;
        for (const AnswerChange& change : answer.changes) {
            const Scenario mended = changed(scenario, change.set);
            QVERIFY(brokenRules(mended, numbersCatalog()).empty());
            QVERIFY(evaluate(mended, numbersCatalog(), Detail::Numbers).serve->fits != Fit::No);
            layout = layout || change.set.front() == std::pair<std::string, std::string>{"parallel.tp", "2"};
        }
        QVERIFY(layout);
    }

    /// An A100 has no measured products in FP8: against those in bf16 the sources would be compared.
    void sourcesAreNotComparedAsChanges() {
        const Catalog& catalog = measuredCatalog();
        const Report report = evaluate(presetScenario("seed-moe64"), catalog, Detail::Numbers);
        Answer answer = of(answersOf(report), AnswerSide::Serve);
        addChanges(answer, report, catalog, inTurn);
        QVERIFY(!answer.changes.empty());
        for (const AnswerChange& change : answer.changes)
            QVERIFY2(change.set.front().first != "precision.weights", qPrintable(english(change.text)));
    }

    /// What makes DeepSeek-V3 fit at EP 8 is told by the time of a step, and the GPU of the same speed with
    /// more memory is among it (NVIDIA's data sheets: H800 80 GB, H200 141 GB, the same tensor cores).
    void whatFitsStandsFastestFirst() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.parallel.ep = 8;
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        QVERIFY(report.memory->fits == Fit::No && report.memory->suggestions.size() > 1);
        double before = 0;
        for (const MemorySuggestion& one : report.memory->suggestions) {
            const Report then = evaluate(changed(scenario, one.set), numbersCatalog(), Detail::Numbers);
            QVERIFY(then.memory->fits != Fit::No && then.train->step.base >= before);
            before = then.train->step.base;
        }
        Answer answer = of(answersOf(report), AnswerSide::Train);
        addChanges(answer, report, numbersCatalog(), inTurn);
        const auto other =
            std::find_if(answer.changes.begin(), answer.changes.end(),
                         [](const AnswerChange& change) { return change.set.front().first == "gpu.preset"; });
        QVERIFY(other != answer.changes.end());
        QCOMPARE(other->set, (AnswerEdits{{"gpu.preset", "h200"}}));
        QVERIFY(
            std::is_sorted(answer.changes.begin(), answer.changes.end(),
                           [](const AnswerChange& a, const AnswerChange& b) { return a.value < b.value; }));
    }

    void aSearchIsToldInWords() {
        Scenario scenario = scenarioOf(kSmall);
        const auto asked = [](const Scenario& of) {
            SearchGoal goal = searchGoal({*parseObjective("train.step_seconds", false)}, {});
            return valueOf(searchRequest(of, numbersCatalog(), std::move(goal), 8, 8, 1));
        };
        const auto answered = [&](const Scenario& about) {
            const SearchRequest request = asked(about);
            const Found found = searched(request, numbersCatalog());
            const Report report = evaluate(about, numbersCatalog(), Detail::Numbers);
            Answer answer = of(answersOf(report), AnswerSide::Train);
            addSearched(answer, report, numbersCatalog(), request, &found.best().front(), 1.14e9);
            return answer;
        };
        scenario.parallel.pp = 8; // one layer a stage: most of a step is bubble
        const Answer slow = answered(scenario);
        QVERIFY(slow.searched->better == true && !slow.searched->set.empty());
        QVERIFY2(english(slow.searched->text).startsWith("The fastest of 1.14 billion layouts takes "),
                 qPrintable(english(slow.searched->text)));
        const Answer fast = answered(changed(scenario, slow.searched->set));
        QVERIFY(fast.searched->better == false);
        QCOMPARE(english(fast.searched->text), QString("None of 1.14 billion layouts is faster."));
        QVERIFY(english(fast.sentence()).contains(english(fast.searched->text)));
    }

    void limitsThatAreBrokenAreNamed() {
        Scenario scenario = presetScenario("kimi-k2");
        scenario.serve->sloTpot = 0.01;
        const Answer answer =
            of(answersOf(evaluate(scenario, numbersCatalog(), Detail::Numbers)), AnswerSide::Serve);
        QCOMPARE(QString::fromStdString(answer.binding), QString("tpot"));
        QVERIFY(english(answer.question).contains(QStringLiteral("TPOT ≤ 10 ms for 99 % of requests")));
        const QString load = QString::number(scenario.serve->requests) + " requests at once";
        QVERIFY2(english(answer.sentence()).contains("With " + load + " TPOT breaks its limit of 10 ms."),
                 qPrintable(english(answer.sentence())));
        // Formulas of a steady batch, and what they leave out.
        QVERIFY(english(answer.result).contains(" without a queue, TPOT "));
    }

    /// A closed loop may break the limits that a rate keeps: each number then has its load.
    void aLoopThatBreaksTheLimitsNamesItself() {
        Scenario scenario = presetScenario("llama-3-70b");
        scenario.train.reset();
        scenario.serve->engine = ServeEngine::Vllm;
        scenario.serve->concurrency = 64;
        scenario.serve->sloTpot = 0.001;
        Answer answer =
            of(answersOf(evaluate(scenario, numbersCatalog(), Detail::Numbers)), AnswerSide::Serve);
        GoodputMap map;
        map.search.base = scenario;
        map.rows.resize(2);
        map.rows[1].highest = 7, map.rows[1].low = 6, map.rows[1].high = 8;
        map.rows[1].bound = ServingBound::Tpot;
        addGoodput(answer, scenario, map);
        const QString whole = english(answer.sentence());
        const QString rate = "7 requests/s (6 to 8) within the limits; with 64 requests at once: ";
        QVERIFY2(whole.contains(rate), qPrintable(whole));
        QVERIFY2(whole.contains("Beyond that rate TPOT breaks its limit. With 64 requests at once TPOT "
                                "breaks its limit of 1 ms."),
                 qPrintable(whole));
    }

    /// No place of a pattern stays open, and no number is none, whatever is asked.
    void everyValidScenarioHasASentence() {
        ScenarioDraw draw(41);
        static const QRegularExpression kWrong(QStringLiteral("%\\d|\\bnan\\b|\\binf\\b|→ ,|\\(\\)"));
        for (int i = 0; i < 150; ++i) {
            const Report report = evaluate(draw.nextValid(), numbersCatalog(), Detail::Numbers);
            for (Answer& answer : answersOf(report)) {
                if (i % 10 == 0) addChanges(answer, report, numbersCatalog(), inTurn);
                const QString text = english(answer.sentence());
                QVERIFY2(!kWrong.match(text).hasMatch(), qPrintable(text));
            }
        }
    }

    void aModelAloneHasNoSentence() {
        Scenario scenario = presetScenario("mixtral-8x7b");
        scenario.train.reset();
        scenario.serve.reset();
        QVERIFY(answersOf(evaluate(scenario, numbersCatalog(), Detail::Numbers)).empty());
    }
};

MOE_TEST(AnswerTest)
#include "answer_test.moc"
