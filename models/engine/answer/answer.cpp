// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/answer.h"

#include "models/engine/answer/answer_words.h"
#include "models/engine/loss/model/loss_model.h"
#include "models/engine/plan/plan.h"
#include "models/engine/report/metrics.h"
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

/// What the bands of a report hold: TrainReport::ninetyError, TimeBand, LossReport::low.
constexpr double kTrainShare = 0.9, kServeShare = 0.8, kLossShare = 0.9;

/// Adds the metric's own value where the report has one.
const AnswerValue* addValue(Answer& answer, const Report& report, const char* key, Origin origin) {
    const std::optional<double> value = findMetric(key)->value(report);
    if (!value || !std::isfinite(*value)) return nullptr;
    AnswerValue& added = answer.values.emplace_back();
    added.key = key;
    added.value = *value;
    added.origin = origin;
    return &added;
}
void setBand(Answer& answer, const char* key, double low, double high, double share) {
    for (AnswerValue& value : answer.values)
        if (std::string_view(value.key) == key) value.low = low, value.high = high, value.share = share;
}

/// Measured is strongest, analytic weakest. Constants fitted beside analytic parts do not make them fitted.
template <class Parts> Origin weakest(const Parts& parts) {
    std::optional<Origin> found;
    for (const auto& part : parts)
        if (part.seconds.base > 0 && part.origin != Origin::Fitted)
            found = std::max(found.value_or(part.origin), part.origin);
    return found.value_or(Origin::Fitted);
}

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

Message fitWords(Fit fit, Bytes device, Bytes capacity) {
    const std::string used = answerGib(device), all = answerGib(capacity);
    switch (fit) {
    case Fit::Yes: return say("fits (%1 of %2 GiB)", used, all);
    case Fit::Tight: return say("fits tightly (%1 of %2 GiB)", used, all);
    case Fit::No: break;
    }
    return say("does not fit (%1 of %2 GiB)", used, all);
}

/// The reason that a warning gives; it is the whole answer then.
Message why(const Report& report, std::string_view prefix) {
    for (const Warning& warning : report.warnings)
        if (warning.id.starts_with(prefix)) return warning.text;
    return say("The models cannot say.");
}

// Training

double trainingGpus(const MemoryReport& memory) {
    return memory.gpusPerStage * static_cast<double>(memory.stages.size());
}

void addStepBinding(Answer& answer, const TrainReport& train) {
    if (train.terms.empty()) return;
    std::size_t largest = 0;
    for (std::size_t i = 1; i < train.terms.size(); ++i)
        if (train.terms[i].exposed > train.terms[largest].exposed) largest = i;
    const StepTermRow& row = timeTerms()[largest]; // both lists have one entry per row
    const bool moves = row.part == StepPart::Elementwise || row.part == StepPart::Accumulation;
    const PlanLimit limit = moves ? PlanLimit::DeviceMemory : limitOf(row.group, 1, 0);
    addBinding(answer, limit, train.terms[largest].exposed / train.step, row.label);
}

/// "55 days (42 to 68)", "20.2 s (15.3 to 25.1) a step", with the cost where there is a price.
Message trainingResult(const Answer& answer) {
    const AnswerValue* days = answer.value("train.days");
    const AnswerValue* usd = answer.value("train.usd");
    const double day = 86400;
    if (!days) {
        const AnswerValue& step = *answer.value("train.step_seconds");
        return say("%1 a step", answerTime(Seconds{step.value}, step.low, step.high));
    }
    const Message time = answerTime(Seconds{day * days->value}, day * *days->low, day * *days->high);
    return usd ? say("%1, $ %2", time, answerCount(usd->value)) : time;
}

Answer trainAnswer(const Report& report) {
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
    const Message model = answerModel(report), on = answerGpus(scenario, gpus);
    answer.question = scenario.train->tokens > 0 ? say("Train %1 for %2 tokens on %3", model,
                                                       answerCount(scenario.train->tokens), on)
                                                 : say("Train %1 on %2", model, on);
    const Message fits = fitWords(memory.fits, memory.device, memory.capacity);
    addValue(answer, report, "memory.device_bytes", Origin::Analytic);
    addValue(answer, report, "memory.capacity_bytes", Origin::Measured);
    if (memory.fits == Fit::No) { // what does not run has no speed
        answer.binding = planLimitKey(PlanLimit::Memory);
        answer.result = say("%1 with %2", fits, answer.layout);
        return answer;
    }
    const Origin origin = weakest(train.terms);
    for (const char* key : {"train.step_seconds", "train.days", "train.gpu_hours", "train.usd"})
        if (const AnswerValue* value = addValue(answer, report, key, origin)) {
            const double v = value->value;
            setBand(answer, key, v * (1 - train.ninetyError), v * (1 + train.ninetyError), kTrainShare);
        }
    answer.result = say("%1, %2 with %3", trainingResult(answer), fits, answer.layout);
    addStepBinding(answer, train);
    if (const AnswerValue* days = addValue(answer, report, "goodput.days", origin))
        answer.more.push_back(say("With failures it takes %1.", answerTime(Seconds{86400 * days->value})));
    return answer;
}

// Serving

/// How the requests come.
Message loadWords(const ServeSpec& serve) {
    const bool simulated = namesEngine(serve);
    if (simulated && serve.arrival != ServeArrival::Closed && serve.rate)
        return say("%1 requests/s", answerFigures(*serve.rate));
    const double count = simulated ? serve.inFlight() : static_cast<double>(serve.requests);
    return say("%1 requests at once", answerFigures(count));
}

/// The question's limits, where there are any.
Message limitWords(const ServeSpec& serve) {
    const auto time = [](double seconds) { return answerTime(Seconds{seconds}); };
    const std::string share = answerFigures(serve.sloPercentile);
    if (serve.sloTtft && serve.sloTpot)
        return say("TTFT ≤ %1 and TPOT ≤ %2 for %3 % of requests", time(*serve.sloTtft), time(*serve.sloTpot),
                   share);
    if (serve.sloTtft) return say("TTFT ≤ %1 for %2 % of requests", time(*serve.sloTtft), share);
    if (serve.sloTpot) return say("TPOT ≤ %1 for %2 % of requests", time(*serve.sloTpot), share);
    return {};
}

Message servingQuestion(const Report& report) {
    const ServeSpec& serve = *report.scenario.serve;
    const double gpus = report.serve->gpus, more = report.serve->prefillGpus;
    const Message on =
        more > 0 ? say("%1 and %2 more for prefill", answerGpus(report.scenario, gpus), answerFigures(more))
                 : answerGpus(report.scenario, gpus);
    const Message where = serve.engine ? say("%1 with %2", on, enumText(*serve.engine)) : on;
    const std::string in = answerFigures(static_cast<double>(serve.prompt));
    const std::string out = answerFigures(static_cast<double>(serve.output));
    const Message load = loadWords(serve), limits = limitWords(serve), model = answerModel(report);
    if (serve.phase == Phase::Prefill) return say("Prefill %1 on %2: %3 tokens in", model, where, in);
    return limits.empty()
               ? say("Serve %1 on %2: %3 tokens in, %4 out, %5", model, where, in, out, load)
               : say("Serve %1 on %2: %3 tokens in, %4 out, %5, %6", model, where, in, out, load, limits);
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
    if (serve.sloTtft && ttft && ttft->value > *serve.sloTtft) {
        answer.binding = planLimitKey(PlanLimit::Ttft);
        answer.more.push_back(say("TTFT breaks its limit of %1.", answerTime(Seconds{*serve.sloTtft})));
    } else if (serve.sloTpot && tpot && tpot->value > *serve.sloTpot) {
        answer.binding = planLimitKey(PlanLimit::Tpot);
        answer.more.push_back(say("TPOT breaks its limit of %1.", answerTime(Seconds{*serve.sloTpot})));
    } else {
        return false;
    }
    return true;
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

Message servingResult(const Answer& answer, bool prefill) {
    const auto time = [&](const char* key) {
        const AnswerValue* value = answer.value(key);
        return value ? answerTime(Seconds{value->value}, value->low, value->high) : Message("–");
    };
    const std::string rate = answerRate(answer.value("serve.tokens_per_second")->value);
    const Message ttft = time("serve.ttft_seconds"), tpot = time("serve.tpot_seconds");
    const AnswerValue* usd = answer.value("serve.usd_per_million_tokens");
    if (prefill)
        return usd ? say("%1 prompt tokens/s, TTFT %2, $ %3 per million tokens", rate, ttft,
                         answerFigures(usd->value))
                   : say("%1 prompt tokens/s, TTFT %2", rate, ttft);
    return usd ? say("%1 tokens/s, TTFT %2, TPOT %3, $ %4 per million tokens", rate, ttft, tpot,
                     answerFigures(usd->value))
               : say("%1 tokens/s, TTFT %2, TPOT %3", rate, ttft, tpot);
}

Answer serveAnswer(const Report& report) {
    const ServeReport& serve = *report.serve;
    const ServeSpec& spec = *report.scenario.serve;
    const bool prefill = spec.phase == Phase::Prefill;
    Answer answer;
    answer.side = AnswerSide::Serve;
    answer.question = servingQuestion(report);
    answer.fits = serve.fits;
    answer.layout = answerLayout(answerDegrees(report.scenario, serve.gpus));
    const Message fits = fitWords(serve.fits, serve.device, serve.capacity);
    addValue(answer, report, "serve.device_bytes", Origin::Analytic);
    if (serve.fits == Fit::No) {
        answer.binding = planLimitKey(PlanLimit::Memory);
        answer.result = say("%1 with %2", fits, answer.layout);
        answer.more.push_back(serve.largestRequests < 1
                                  ? say("Not even one request fits.")
                                  : say("At most %1 requests fit.", answerFigures(serve.largestRequests)));
        return answer;
    }
    if (!serve.tokensPerSecondPerGpu || !serve.ttft) {
        answer.result = say("no number with %1", answer.layout);
        answer.more.push_back(why(report, "serve-"));
        return answer;
    }
    addServingValues(answer, report);
    answer.result = say("%1, %2 with %3", servingResult(answer, prefill), fits, answer.layout);
    if (!addBrokenLimit(answer, spec))
        addPassBinding(answer, serve, prefill ? serve.prefillParts : serve.decodeParts);
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
    answer.question =
        say("Loss of %1 after %2 tokens at a learning rate of %3 and %4 tokens a batch", answerModel(report),
            answerCount(train.tokens), answerFigures(train.lr), answerCount(batch));
    addValue(answer, report, "loss.value", loss.origin);
    if (loss.low && loss.high) setBand(answer, "loss.value", *loss.low, *loss.high, kLossShare);
    addValue(answer, report, "loss.optimal_loss", loss.origin);
    const std::string above = answerNats(std::max(0.0, loss.value - loss.optimalLoss));
    answer.result = loss.low && loss.high ? say("%1 (%2 to %3), %4 above the best", answerNats(loss.value),
                                                answerNats(*loss.low), answerNats(*loss.high), above)
                                          : say("%1, %2 above the best", answerNats(loss.value), above);
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
    std::vector<Message> all{say("%1 → %2.", question, result)};
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
