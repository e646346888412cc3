// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/answer.h"

#include "models/engine/answer/answer_marks.h"
#include "models/engine/answer/answer_parts.h"
#include "models/engine/answer/answer_words.h"
#include "models/engine/loss/model/loss_model.h"
#include "models/engine/plan/plan.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/odds.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/serve/serve_terms.h"
#include "models/engine/time/step_terms.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace moe {
namespace {

struct BindsRow {
    PlanLimit limit;
    const char* text; ///< %1: share of the step in percent, %2: its largest part
};
const BindsRow kBinds[] = {
    {PlanLimit::Compute, sentence("Compute binds: %1 % of a step is %2.")},
    {PlanLimit::DeviceMemory, sentence("Memory bandwidth binds: %1 % of a step is %2.")},
    {PlanLimit::Link, sentence("Links bind: %1 % of a step is %2.")},
    {PlanLimit::Host, sentence("The host binds: %1 % of a step is %2.")},
    {PlanLimit::Pipeline, sentence("The pipeline binds: %1 % of a step is %2.")},
};

/// What of the machine the largest part of a step waits for; of its own work, what is used more.
PlanLimit limitOf(TimeGroup group, std::optional<double> compute, std::optional<double> bandwidth) {
    switch (group) {
    case TimeGroup::Communication: return PlanLimit::Link;
    case TimeGroup::Host: return PlanLimit::Host;
    case TimeGroup::Bubble: return PlanLimit::Pipeline;
    case TimeGroup::Optimizer: return PlanLimit::DeviceMemory;
    case TimeGroup::Compute: break;
    }
    return bandwidth.value_or(0) > compute.value_or(0) ? PlanLimit::DeviceMemory : PlanLimit::Compute;
}

void addBinding(Answer& answer, PlanLimit limit, double share, const char* part) {
    answer.binding = planLimitKey(limit);
    for (const BindsRow& row : kBinds)
        if (row.limit == limit)
            answer.more.push_back(say(row.text, answerFigures(std::round(100 * share)), part));
}

// Training

void addStepBinding(Answer& answer, const TrainReport& train) {
    if (train.terms.empty()) return;
    std::size_t largest = 0;
    for (std::size_t i = 1; i < train.terms.size(); ++i)
        if (train.terms[i].exposed > train.terms[largest].exposed) largest = i;
    const StepTermRow& row = timeTerms()[largest]; // both lists have one entry per row
    const PlanLimit limit = movesMemory(row.part) ? PlanLimit::DeviceMemory : limitOf(row.group, 1, 0);
    addBinding(answer, limit, train.terms[largest].exposed / train.step, row.label);
}

/// "55 days (42 to 68)", "20.2 s (15.3 to 25.1) a step".
AnswerText trainingTime(const Answer& answer) {
    if (const AnswerValue* days = answer.value("train.days")) return timed(*days, true, 86400);
    return compose(sentence("%1 a step"), {timed(*answer.value("train.step_seconds"), true)});
}

Answer trainAnswer(const Report& report) {
    if (report.scenario.rl) return rlAnswer(report);
    const TrainReport& train = *report.train;
    const MemoryReport& memory = *report.memory;
    const Scenario& scenario = report.scenario;
    const double gpus = trainingGpus(memory);
    Answer answer;
    answer.side = AnswerSide::Train;
    answer.fits = memory.fits;
    AnswerDegrees degrees = answerDegrees(scenario, gpus);
    degrees.schedule = scheduleRow(train.pipeline.kind).label;
    answer.layout = answerLayout(degrees);
    const AnswerText model = modelAsked(report), on = gpusAsked(scenario, gpus);
    const double tokens = scenario.train->tokens;
    answer.question = tokens > 0 ? compose(sentence("Train %1 for %2 tokens on %3"),
                                           {model, knob(answerCount(tokens), {"train.tokens"}), on})
                                 : compose(sentence("Train %1 on %2"), {model, on});
    const AnswerText fits = fitWords(memory.fits, memory.device, memory.capacity, "memory.device_bytes",
                                     oddsOf(memory.fits, chanceFits(report)));
    addValue(answer, report, "memory.device_bytes", Origin::Analytic);
    addValue(answer, report, "memory.capacity_bytes", Origin::Measured);
    if (memory.fits == Fit::No) { // what does not run has no speed
        answer.binding = planLimitKey(PlanLimit::Memory);
        answer.brief = compose(sentence("%1 with %2"), {fits, plain(answer.layout)});
        answer.result = answer.brief;
        return answer;
    }
    const Origin origin = weakest(train.terms);
    for (const char* key : {"train.step_seconds", "train.days", "train.gpu_hours", "train.usd"})
        if (const AnswerValue* value = addValue(answer, report, key, origin)) {
            const double v = value->value;
            setBand(answer, key, v * (1 - train.ninetyError), v * (1 + train.ninetyError), kTrainShare);
        }
    const AnswerText time = trainingTime(answer);
    answer.brief = compose(sentence("%1, %2 with %3"), {time, fits, plain(answer.layout)});
    const AnswerValue* usd = answer.value("train.days") ? answer.value("train.usd") : nullptr;
    answer.result =
        usd ? compose(sentence("%1, %2 with %3"),
                      {compose(sentence("%1, $ %2"), {time, number(answerCount(usd->value), usd->key)}), fits,
                       plain(answer.layout)})
            : answer.brief;
    addStepBinding(answer, train);
    if (const AnswerValue* days = addValue(answer, report, "goodput.days", origin))
        answer.more.push_back(say("With failures it takes %1.", answerTime(Seconds{86400 * days->value})));
    return answer;
}

// Serving

} // namespace

AnswerText loadWords(const ServeSpec& serve) {
    const bool simulated = namesEngine(serve);
    if (simulated && serve.arrival != ServeArrival::Closed && serve.rate)
        return compose(sentence("%1 requests/s"), {knob(answerFigures(*serve.rate), {"serve.rate"})});
    const double count = simulated ? serve.inFlight() : static_cast<double>(serve.requests);
    const char* key = simulated && serve.concurrency ? "serve.concurrency" : "serve.requests";
    return compose(sentence("%1 requests at once"), {knob(answerFigures(count), {key})});
}

namespace {

AnswerText limitWords(const char* key, const std::optional<double>& seconds) {
    return knob(seconds ? answerTime(Seconds{*seconds}) : say("any"), {key});
}
/// The limits, also those that are not asked for.
AnswerText allLimits(const ServeSpec& serve) {
    return compose(sentence("TTFT ≤ %1 and TPOT ≤ %2 for %3 % of requests"),
                   {limitWords("serve.slo_ttft", serve.sloTtft), limitWords("serve.slo_tpot", serve.sloTpot),
                    knob(answerFigures(serve.sloPercentile), {"serve.slo_percentile"})});
}
/// The question's limits, where there are any.
AnswerText askedLimits(const ServeSpec& serve) {
    const AnswerText share = knob(answerFigures(serve.sloPercentile), {"serve.slo_percentile"});
    if (serve.sloTtft && serve.sloTpot) return allLimits(serve);
    if (serve.sloTtft)
        return compose(sentence("TTFT ≤ %1 for %2 % of requests"),
                       {limitWords("serve.slo_ttft", serve.sloTtft), share});
    if (serve.sloTpot)
        return compose(sentence("TPOT ≤ %1 for %2 % of requests"),
                       {limitWords("serve.slo_tpot", serve.sloTpot), share});
    return {};
}
/// Those that are left.
AnswerText openLimits(const ServeSpec& serve) {
    if (!serve.sloTtft && !serve.sloTpot) return allLimits(serve);
    if (!serve.sloTtft) return compose(sentence("TTFT ≤ %1"), {limitWords("serve.slo_ttft", serve.sloTtft)});
    if (!serve.sloTpot) return compose(sentence("TPOT ≤ %1"), {limitWords("serve.slo_tpot", serve.sloTpot)});
    return {};
}

AnswerText servingQuestion(const Report& report) {
    const ServeSpec& serve = *report.scenario.serve;
    const double gpus = report.serve->gpus, more = report.serve->prefillGpus;
    const AnswerText these = gpusAsked(report.scenario, gpus);
    const AnswerText on =
        more > 0 ? compose(sentence("%1 and %2 more for prefill"), {these, plain(answerFigures(more))})
                 : these;
    const AnswerText where = serve.engine
                                 ? compose(sentence("%1 with %2"),
                                           {on, knob(std::string(enumText(*serve.engine)), {"serve.engine"})})
                                 : on;
    const AnswerText in = knob(answerFigures(static_cast<double>(serve.prompt)), {"serve.prompt"});
    const AnswerText out = knob(answerFigures(static_cast<double>(serve.output)), {"serve.output"});
    const AnswerText load = loadWords(serve), limits = askedLimits(serve), model = modelAsked(report);
    if (serve.phase == Phase::Prefill)
        return compose(sentence("Prefill %1 on %2: %3 tokens in"), {model, where, in});
    return limits.text.empty()
               ? compose(sentence("Serve %1 on %2: %3 tokens in, %4 out, %5"), {model, where, in, out, load})
               : compose(sentence("Serve %1 on %2: %3 tokens in, %4 out, %5, %6"),
                         {model, where, in, out, load, limits});
}

void addServingValues(Answer& answer, const Report& report) {
    const ServeReport& serve = *report.serve;
    const bool prefill = report.scenario.serve->phase == Phase::Prefill;
    const Origin first = serve.simulated ? Origin::Simulated : weakest(serve.prefillParts);
    const Origin token = serve.simulated ? Origin::Simulated : weakest(serve.decodeParts);
    const Origin rate = prefill ? first : token;
    addValue(answer, report, "serve.tokens_per_second", rate);
    addValue(answer, report, "serve.ttft_seconds", first);
    addValue(answer, report, "serve.tpot_seconds", token);
    addValue(answer, report, "serve.usd_per_million_tokens", rate);
    if (serve.ttftBand)
        setBand(answer, "serve.ttft_seconds", serve.ttftBand->low.base, serve.ttftBand->high.base,
                kServeShare);
    if (serve.tpotBand)
        setBand(answer, "serve.tpot_seconds", serve.tpotBand->low.base, serve.tpotBand->high.base,
                kServeShare);
}

/// The limit that the median breaks already, the percentile all the more.
bool addBrokenLimit(Answer& answer, const ServeSpec& serve) {
    const AnswerValue* ttft = answer.value("serve.ttft_seconds");
    const AnswerValue* tpot = answer.value("serve.tpot_seconds");
    const auto breaks = [&](PlanLimit limit, const char* pattern, double seconds) {
        answer.binding = planLimitKey(limit);
        answer.more.push_back(say(pattern, loadWords(serve).text, answerTime(Seconds{seconds})));
        return true;
    };
    if (serve.sloTtft && ttft && ttft->value > *serve.sloTtft)
        return breaks(PlanLimit::Ttft, sentence("With %1 TTFT breaks its limit of %2."), *serve.sloTtft);
    if (serve.sloTpot && tpot && tpot->value > *serve.sloTpot)
        return breaks(PlanLimit::Tpot, sentence("With %1 TPOT breaks its limit of %2."), *serve.sloTpot);
    return false;
}

/// How likely it is that the wanted share of requests keeps the limits, by runs of the engine.
void addLimitOdds(Answer& answer, const ServeReport& serve, const ServeSpec& spec) {
    const std::string share = answerFigures(spec.sloPercentile);
    const auto limit = [](double seconds) { return answerTime(Seconds{seconds}); };
    const auto odds = [](double chance) { return std::to_string(oddsPercent(chance)); };
    if (serve.ttftChance && serve.tpotChance)
        answer.more.push_back(say("With %1, TTFT keeps %2 for %3 % of requests with odds of %4 %, TPOT %5 "
                                  "with %6 %.",
                                  loadWords(spec).text, limit(*spec.sloTtft), share, odds(*serve.ttftChance),
                                  limit(*spec.sloTpot), odds(*serve.tpotChance)));
    else if (serve.ttftChance)
        answer.more.push_back(say("With %1, TTFT keeps %2 for %3 % of requests with odds of %4 %.",
                                  loadWords(spec).text, limit(*spec.sloTtft), share,
                                  odds(*serve.ttftChance)));
    else if (serve.tpotChance)
        answer.more.push_back(say("With %1, TPOT keeps %2 for %3 % of requests with odds of %4 %.",
                                  loadWords(spec).text, limit(*spec.sloTpot), share,
                                  odds(*serve.tpotChance)));
}

void addPassBinding(Answer& answer, const ServeReport& serve, const std::vector<ServePart>& parts) {
    const ServePart* largest = nullptr;
    double whole = 0;
    for (const ServePart& part : parts) {
        whole += part.exposed.base;
        if (!largest || part.exposed > largest->exposed) largest = &part;
    }
    if (!largest || !(whole > 0)) return;
    const std::vector<PassTermRow>& rows = serveTerms();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const PassTermRow& one) {
        return std::string_view(one.key) == largest->key;
    });
    const TimeGroup group = row == rows.end() ? TimeGroup::Compute : row->group;
    addBinding(answer, limitOf(group, serve.gpuUtilisation, serve.bandwidthUtilisation),
               largest->exposed.base / whole, largest->label);
}

/// With what it costs, where that is known and wanted. The formulas of a steady batch know no queue.
AnswerText servingResult(const Answer& answer, bool prefill, bool simulated, bool cost) {
    const auto time = [&](const char* key) {
        const AnswerValue* value = answer.value(key);
        return value ? timed(*value, false) : plain("–");
    };
    const AnswerValue& tokens = *answer.value("serve.tokens_per_second");
    const std::string rate = answerRate(tokens.value);
    const AnswerText ttft = time("serve.ttft_seconds");
    const AnswerText result =
        prefill ? compose(sentence("%1, TTFT %2"), {lead(say("%1 prompt tokens/s", rate), tokens.key), ttft})
                : compose(simulated ? sentence("%1, TTFT %2, TPOT %3")
                                    : sentence("%1, TTFT %2 without a queue, TPOT %3"),
                          {lead(say("%1 tokens/s", rate), tokens.key), ttft, time("serve.tpot_seconds")});
    const AnswerValue* usd = cost ? answer.value("serve.usd_per_million_tokens") : nullptr;
    return usd ? compose(sentence("%1, $ %2 per million tokens"),
                         {result, number(answerFigures(usd->value), usd->key)})
               : result;
}

Answer serveAnswer(const Report& report) {
    const ServeReport& serve = *report.serve;
    const ServeSpec& spec = *report.scenario.serve;
    const bool prefill = spec.phase == Phase::Prefill;
    Answer answer;
    answer.side = AnswerSide::Serve;
    answer.question = servingQuestion(report);
    if (!prefill) answer.open = openLimits(spec);
    answer.fits = serve.fits;
    answer.layout = answerLayout(answerDegrees(report.scenario, serve.gpus));
    const AnswerText fits = fitWords(serve.fits, serve.device, serve.capacity, "serve.device_bytes",
                                     oddsOf(serve.fits, chanceServes(report)));
    addValue(answer, report, "serve.device_bytes", Origin::Analytic);
    if (serve.fits == Fit::No) {
        answer.binding = planLimitKey(PlanLimit::Memory);
        answer.brief = compose(sentence("%1 with %2"), {fits, plain(answer.layout)});
        answer.result = answer.brief;
        answer.more.push_back(serve.largestRequests < 1
                                  ? say("Not even one request fits.")
                                  : say("At most %1 requests fit.", answerFigures(serve.largestRequests)));
        return answer;
    }
    addServingValues(answer, report);
    if (!serve.ttft || !answer.value("serve.tokens_per_second")) { // what is not finite is no value
        answer.brief = compose(sentence("no number with %1"), {plain(answer.layout)});
        answer.result = answer.brief;
        answer.more.push_back(why(report, "serve-"));
        return answer;
    }
    const auto result = [&](bool cost) {
        return compose(sentence("%1, %2 with %3"),
                       {servingResult(answer, prefill, serve.simulated, cost), fits, plain(answer.layout)});
    };
    answer.brief = result(false);
    answer.result = result(true);
    if (!addBrokenLimit(answer, spec))
        addPassBinding(answer, serve, prefill ? serve.prefillParts : serve.decodeParts);
    addLimitOdds(answer, serve, spec);
    return answer;
}

// Loss

Answer lossAnswerOf(const Report& report) {
    const LossReport& loss = *report.loss;
    const Scenario& scenario = report.scenario;
    Answer answer;
    answer.side = AnswerSide::Loss;
    const TrainSpec& train = *scenario.train;
    const double batch =
        static_cast<double>(train.globalBatch) * static_cast<double>(scenario.model.sequence);
    answer.question = compose(
        sentence("Loss of %1 after %2 tokens at a learning rate of %3 and %4 tokens a batch"),
        {modelAsked(report), knob(answerCount(train.tokens), {"train.tokens"}),
         knob(answerFigures(train.lr), {"train.lr"}), knob(answerCount(batch), {"train.global_batch"})});
    addValue(answer, report, "loss.value", loss.origin);
    if (loss.low && loss.high) setBand(answer, "loss.value", *loss.low, *loss.high, kLossShare);
    addValue(answer, report, "loss.optimal_loss", loss.origin);
    const std::string above = answerNats(std::max(0.0, loss.value - loss.optimalLoss));
    const AnswerText value = lead(answerNats(loss.value), "loss.value");
    answer.brief =
        compose(sentence("%1, %2 above the best"),
                {loss.low && loss.high ? banded(value, answerNats(*loss.low), answerNats(*loss.high)) : value,
                 number(above, "loss.optimal_loss")});
    answer.result = answer.brief;
    if (loss.unstable >= kLossUnstable) {
        answer.binding = "stability";
        answer.more.push_back(
            say("It diverges in %1 % of runs.", answerFigures(std::round(100 * loss.unstable))));
    } else {
        answer.binding = loss.dataBound ? "data" : "parameters";
        answer.more.push_back(loss.dataBound
                                  ? say("Data binds: more tokens help more than more parameters.")
                                  : say("Parameters bind: more of them help more than more tokens."));
    }
    return answer;
}

} // namespace

const char* answerSideKey(AnswerSide side) {
    static const char* const kKeys[] = {"train", "serve", "loss"};
    return kKeys[static_cast<std::size_t>(side)];
}

Message Answer::sentence() const {
    std::vector<Message> all{say("%1 → %2.", question.text, result.text)};
    all.insert(all.end(), more.begin(), more.end());
    if (searched) all.push_back(searched->text);
    if (changed) all.push_back(*changed);
    return listed(std::move(all), " ");
}

const AnswerValue* Answer::value(const char* key) const {
    for (const AnswerValue& one : values)
        if (std::string_view(one.key) == key) return &one;
    return nullptr;
}

std::vector<Answer> answersOf(const Report& report) {
    std::vector<Answer> answers;
    const bool trains = report.scenario.train.has_value();
    if (trains && report.train && report.memory) answers.push_back(trainAnswer(report));
    if (report.serve && report.scenario.serve) answers.push_back(serveAnswer(report));
    if (report.loss && trains) answers.push_back(lossAnswerOf(report));
    return answers;
}

} // namespace moe
