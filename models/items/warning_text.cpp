// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/warning_text.h"

#include "models/engine/scenario/fields.h"
#include "models/items/words.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace moe::items {
namespace {

/// The first warning of a section: ids start with it ("loss-extrapolated").
QString warningOf(const Report& report, std::string_view section) {
    for (const Warning& warning : report.warnings) {
        if (std::string_view(warning.id).substr(0, section.size()) == section)
            return sentenceText(warning.text);
    }
    return {};
}

/// By its name in the form and by its key: “Price” (price.gpu_hour_usd).
QString knob(const char* key) {
    return Words::tr("“%1” (%2)").arg(tableText(findField(key)->label), QLatin1String(key));
}

QString wholeRunReason(const Report& report, std::string_view key) {
    if (report.scenario.train && report.scenario.train->tokens <= 0)
        return Words::tr("Set %1 for the whole run.").arg(knob("train.tokens"));
    if ((key == "train.usd" || key == "goodput.usd") && report.scenario.price.gpuHourUsd <= 0)
        return Words::tr("Set %1 for a cost.").arg(knob("price.gpu_hour_usd"));
    return {};
}

/// Why a number of power, energy or cost is not there.
QString energyReason(const Report& report, std::string_view key) {
    const Scenario& scenario = report.scenario;
    const bool ofServer = isEnergyOfServer(key);
    if (ofServer && !scenario.serve) return Words::tr("Needs a serving section.");
    if (!ofServer && !scenario.train) return Words::tr("Needs a training section.");
    if (key.find("co2") != std::string_view::npos && !(scenario.cost.co2GPerKwh > 0))
        return Words::tr("Set %1 for CO2.").arg(knob("cost.co2_g_per_kwh"));
    if (key.starts_with("cost.") && !(scenario.price.gpuHourUsd > 0) && !(scenario.cost.gpuUsd > 0))
        return Words::tr("Set %1 for a cost.").arg(knob("price.gpu_hour_usd"));
    if (ofServer) {
        QString reason = warningOf(report, "serve-memory");
        if (reason.isEmpty()) reason = warningOf(report, "serve");
        return reason.isEmpty() ? Words::tr("The model cannot say.") : reason;
    }
    if (scenario.rl && !report.rl)
        if (const QString reason = warningOf(report, "rl"); !reason.isEmpty()) return reason;
    if (key == "energy.kwh" || key == "energy.co2_kg")
        return scenario.rl ? Words::tr("A step of reinforcement learning has no number of steps.")
                           : Words::tr("Set %1 for the whole run.").arg(knob("train.tokens"));
    return Words::tr("The model cannot say.");
}

} // namespace

bool isEnergyOfServer(std::string_view key) {
    constexpr std::string_view kOfServer[] = {"prompt",         "output",         "request",
                                              "million",        "tokens_per_kwh", "power.prefill_w",
                                              "power.decode_w", "power.serve_w"};
    return std::any_of(std::begin(kOfServer), std::end(kOfServer),
                       [&](std::string_view part) { return key.find(part) != std::string_view::npos; });
}

QString missingReason(const Report& report, std::string_view key) {
    const std::string_view section = key.substr(0, key.find('.'));
    const bool ofTraining = section == "train" || section == "memory" || section == "loss";
    if (ofTraining && !report.scenario.train) return Words::tr("Needs a training section.");
    if (section == "rl" && !report.scenario.rl)
        return Words::tr("Set %1 for a step of reinforcement learning.").arg(knob("rl.prompts"));
    if (section == "serve" && !report.scenario.serve) return Words::tr("Needs a serving section.");
    if (section == "day" && !report.scenario.day)
        return Words::tr("Set %1 for a day of a fleet.").arg(knob("day.requests"));
    if (key.starts_with("day.usd") && report.day && !(report.scenario.price.gpuHourUsd > 0) &&
        !(report.scenario.cost.gpuUsd > 0))
        return Words::tr("Set %1 for a cost.").arg(knob("price.gpu_hour_usd"));
    if (section == "day" && report.day && key.find("within") != std::string_view::npos)
        return Words::tr("Set %1 or %2 for a share of requests.")
            .arg(knob("serve.slo_ttft"), knob("serve.slo_tpot"));
    if (section == "day" && !report.day) {
        const QString reason = warningOf(report, "day-none");
        return reason.isEmpty() ? Words::tr("A day is simulated on its page, by `day`, `report` and `sweep`.")
                                : reason;
    }
    if (section == "goodput" && !report.scenario.train) return Words::tr("Needs a training section.");
    if (section == "goodput" && !report.goodput)
        return Words::tr("Set %1 to count failures.").arg(knob("reliability.failures_per_1000_node_days"));
    const bool ofExchange = key == "serve.comm_compute_ratio" || key == "serve.network_utilisation";
    if ((section == "network" || section == "placement" || ofExchange) && !report.scenario.moe)
        return Words::tr("A dense model has no experts.");
    if (key == "network.allreduce_seconds" && report.scenario.parallel.tp == 1)
        return Words::tr("Without tensor parallelism there is no all-reduce.");
    if (section == "power" || section == "energy" || section == "cost") return energyReason(report, key);
    QString reason;
    if (report.train && (section == "train" || section == "goodput")) reason = wholeRunReason(report, key);
    if ((key == "serve.usd_per_million_tokens" || (key == "rl.usd" && report.rl)) &&
        report.scenario.price.gpuHourUsd <= 0)
        return Words::tr("Set %1 for a cost.").arg(knob("price.gpu_hour_usd"));
    if (reason.isEmpty() && section == "serve") reason = warningOf(report, "serve-memory");
    if (reason.isEmpty()) reason = warningOf(report, section);
    if (!reason.isEmpty()) return reason;
    if (key == "loss.low" || key == "loss.high") return Words::tr("No interval yet.");
    if (section == "loss") return Words::tr("No loss fit is loaded.");
    return Words::tr("The model cannot say.");
}

namespace {

struct Reason {
    std::string_view id;
    const char* text;
};
constexpr Reason kReasons[] = {
    {"goodput-drain",
     QT_TRANSLATE_NOOP("Table",
                       "While one checkpoint is written beside the steps, the hosts' memory has no room for "
                       "the next. Write fewer checkpoints, or leave the interval to the program.")},
    {"goodput-small-job",
     QT_TRANSLATE_NOOP("Table",
                       "Rates per node were counted on hardware. Jobs of 1 024 GPUs were measured to fail "
                       "every 7.9 hours where their nodes alone would every 28.8 (arXiv 2410.21680): give a "
                       "higher rate for a small job.")},
    {"loss-recipe-odd",
     QT_TRANSLATE_NOOP(
         "Table",
         "Runs whose loss lies far from what all others say pull the prediction less than others do. "
         "Look whether they are of the same recipe; the answer without them stands beside.")},
    {"serve-cure",
     QT_TRANSLATE_NOOP("Table",
                       "Single changes were tried one by one, each evaluated whole; this one moves least.")},
    {"serve-fewer-requests",
     QT_TRANSLATE_NOOP(
         "Table", "A report follows sliders and simulates the first requests of a long load; its medians are "
                  "those of a server in the same state.")},
    {"serve-uncut-prompts",
     QT_TRANSLATE_NOOP(
         "Table", "Without chunked prefill a prompt is computed in one pass, which must have room for it and "
                  "for a token of everyone who decodes.")},
    {"rl-engine",
     QT_TRANSLATE_NOOP(
         "Table",
         "Sampling needs an engine whose weights and longest sequence fit beside what training leaves "
         "on its GPUs: give it more of them (rollout.tp), or let engines sleep deeper.")},
    {"power-limit",
     QT_TRANSLATE_NOOP(
         "Table", "Kernels were measured at full power. Under a limit, what computes takes longer than the "
                  "tables say, what waits for memory does not.")},
    {"rl-lengths",
     QT_TRANSLATE_NOOP("Table",
                       "Responses are as long as the file of rl.lengths lists them, in its order; a group is "
                       "the responses to one prompt where the file tells of prompts.")},
    {"rl-memory",
     QT_TRANSLATE_NOOP(
         "Table",
         "Where the same GPUs sample and train, both moments must fit: what sleeps leaves a rest, and "
         "training that cannot use expandable segments reserves more than it allocates.")},
    {"serve-not-measured",
     QT_TRANSLATE_NOOP(
         "Table",
         "No kernel of this kind of layer stands in a published table: its time is the analytic model's, "
         "and nobody has compared it with a run.")},
    {"loss-extrapolated",
     QT_TRANSLATE_NOOP("Table",
                       "The fit was made on dense models of 0.2 to 1.07 B and MoE models of 2.15 B "
                       "non-vocabulary parameters, one tokenizer "
                       "and one data recipe. Outside them its shape is an assumption; other recipes have "
                       "other losses. Use differences "
                       "between scenarios rather than the value itself.")},
    {"loss-no-law-offset",
     QT_TRANSLATE_NOOP(
         "Table",
         "Published loss laws belong to other data recipes. With the table of runs loaded one offset or "
         "scale is fitted, and said; without it they are shown as published.")},
    {"loss-no-law-region",
     QT_TRANSLATE_NOOP(
         "Table",
         "The region comes from the 1000 published bootstrap fits. Load them with the Step Law tables.")},
    {"loss-schedule",
     QT_TRANSLATE_NOOP(
         "Table",
         "Each schedule at its own best learning rate, on 2.56 B tokens (fabian-sp/lr-scheduling). Other "
         "sources agree to 0.3 points but not on how the gap changes with size.")},
    {"loss-recipe-missing",
     QT_TRANSLATE_NOOP("Table", "The file that loss.recipe names must hold runs: params, tokens, loss.")},
    {"loss-recipe",
     QT_TRANSLATE_NOOP("Table",
                       "More runs of the recipe, over more sizes and token budgets, narrow its interval.")},
    {"loss-unstable",
     QT_TRANSLATE_NOOP(
         "Table",
         "The chance comes from a logistic fit of the 181 dense runs that diverged. A smaller learning rate "
         "lowers it fastest.")},
    {"loss-no-surface",
     QT_TRANSLATE_NOOP(
         "Table", "No fitted surface was found. Load the published tables: File, Load a folder of tables.")},
    {"loss-no-tokens",
     QT_TRANSLATE_NOOP("Table", "Loss depends on how many tokens are trained on. Set training tokens.")},
    {"placement-no-router",
     QT_TRANSLATE_NOOP("Table",
                       "The loss weighs each expert's load with the router's mean probability for it; a "
                       "table counts tokens only.")},
    {"time-own-imbalance",
     QT_TRANSLATE_NOOP("Table",
                       "A load imbalance that is set replaces what popularity and placement give. Clear it "
                       "to let routing reach step and memory.")},
    {"time-dropped-tokens",
     QT_TRANSLATE_NOOP("Table",
                       "A capacity factor bounds what an expert takes; tokens beyond it pass the layer "
                       "unchanged, which costs quality and no time. Raise it, or set 0 to drop none.")},
    {"time-not-modelled",
     QT_TRANSLATE_NOOP("Table",
                       "Published runs of such software take times that do not follow from the work they "
                       "do: a prediction is promised within 30 %. Measure a step, and calibrate to it.")},
    {"time-no-exchange",
     QT_TRANSLATE_NOOP("Table",
                       "Overlap hides the exchange of tokens between the GPUs of an expert-parallel group; "
                       "a group of one exchanges none. Raise expert parallelism, or leave overlap off.")},
    {"time-no-pairs",
     QT_TRANSLATE_NOOP("Table",
                       "An exchange is hidden where one micro-batch computes while another's tokens "
                       "travel. Choose a schedule of pairs (combined 1F1B, DualPipe), or virtual stages.")},
    {"placement-no-skew",
     QT_TRANSLATE_NOOP("Table", "Popularities follow rank to the power of minus the skew: 0 makes them all "
                                "alike, so nothing is left to balance. Raise the skew, or choose uniform.")},
    {"placement-no-swap",
     QT_TRANSLATE_NOOP(
         "Table", "Swaps part fewer pairs of a token's experts by nodes, so there have to be several nodes "
                  "and known pairs: measured ones, or those that the popularity and the group limit imply.")},
    {"placement-swap-no-bytes",
     QT_TRANSLATE_NOOP("Table",
                       "A token's copies to experts on one node are sent one by one with low-latency "
                       "kernels, so where its experts stand together changes no bytes. Set the all-to-all "
                       "kernel to normal to see the gain.")},
    {"placement-no-table",
     QT_TRANSLATE_NOOP("Table",
                       "The popularity is to come from a table of tokens per expert, and none is loaded.")},
    {"placement-no-step",
     QT_TRANSLATE_NOOP("Table", "A step is one of the column step of a table of loads. Load such a table and "
                                "choose it as the distribution, or leave the step out.")},
    {"serve-memory",
     QT_TRANSLATE_NOOP(
         "Table", "Weights, KV cache, buffers and activations of the heaviest GPU are more than it has. An "
                  "engine would keep requests waiting or evict them, so that latency and throughput of so "
                  "many at once do not exist. Fewer requests, shorter contexts, a narrower KV cache, more "
                  "GPUs or more tensor parallelism make room.")},
    {"serve-overlap-unused",
     QT_TRANSLATE_NOOP("Table",
                       "Two halves of a batch can hide communication behind computation, but each half reads "
                       "the expert and "
                       "attention weights and launches the kernels. It pays from larger batches on.")},
    {"serve-profile",
     QT_TRANSLATE_NOOP(
         "Table",
         "A profile measured the operators of one model on one device, with the kernels of its time. "
         "A change that leaves it (heads, number formats, another GPU or degree of tensor parallelism) "
         "is answered from measured operators of other kernels, or from the model. Choose an engine "
         "(serve.engine) to have both sides from one source.")},
    {"serve-trace",
     QT_TRANSLATE_NOOP("Table", "Requests of a trace come from a file. The command simulate takes one.")},
    {"serve-experts",
     QT_TRANSLATE_NOOP(
         "Table", "Engines keep one copy of the experts on the GPUs of a rank. Other degrees would hold "
                  "copies that no engine makes, and the flags that are copied would run something else.")},
    {"serve-keys-unused",
     QT_TRANSLATE_NOOP(
         "Table", "The steady formulas take a batch as it is. Schedulers, pools and their limits belong to "
                  "an engine: name one, or ask the command simulate, which takes vLLM's.")},
    {"serve-tiers-unused",
     QT_TRANSLATE_NOOP("Table",
                       "Below the KV pool there is text of conversations that go on. Requests that are drawn "
                       "one by one never come back for it.")},
    {"serve-not-simulated",
     QT_TRANSLATE_NOOP("Table",
                       "The engine that is named forms passes of requests one by one. What stands in its way "
                       "here has to change first, or the engine to be steady.")},
    {"serve-capacity-part",
     QT_TRANSLATE_NOOP(
         "Table",
         "Ranks of a large server run tens of thousands of requests at once. All of them take part in "
         "a pass, and the slowest sets its pace: more ranks wait a little longer for it.")},
    {"serve-saturated",
     QT_TRANSLATE_NOOP("Table",
                       "No latency exists where the queue only grows: it would be that of the last request a "
                       "run happens to have. Fewer requests per second, or more GPUs, end that.")},
    {"serve-parallelism",
     QT_TRANSLATE_NOOP(
         "Table", "The serving model covers attention data parallelism with expert parallelism, and tensor "
                  "parallelism of dense models.")},
    {"time-few-rows",
     QT_TRANSLATE_NOOP(
         "Table",
         "With few tokens per expert the grouped GEMMs are small and launches dominate; measured small "
         "dropless models ran 30 to 75 % slower than predicted. A larger micro-batch or fewer experts per "
         "GPU brings the model back into its range.")},
    {"time-small-model",
     QT_TRANSLATE_NOOP(
         "Table",
         "The step-time constants were fitted on wide models. At hidden sizes up to 1024, kernel launches "
         "dominate; measured small dropless models ran 30 to 75 % slower than predicted.")},
    {"time-layer-groups",
     QT_TRANSLATE_NOOP(
         "Table",
         "With a group of GPUs for each MoE layer only one group works at a time on a micro-batch; the "
         "step is timed serially, without overlap between groups.")},
    {"time-uneven-stages",
     QT_TRANSLATE_NOOP(
         "Table",
         "Unless placed, layers are spread evenly, and the last stage also holds the LM head and the "
         "multi-token layers. Layers balanced by their work (parallel.layout: auto, or a layout of one's "
         "own) "
         "even the stages out; so do two-way schedules such as DualPipe, where the first and the last stage "
         "share their GPUs.")},
    {"time-no-fp8", QT_TRANSLATE_NOOP("Table", "This GPU has no FP8 units; compute is timed in bf16.")},
    {"time-no-fp4", QT_TRANSLATE_NOOP("Table", "This GPU has no FP4 units; compute is timed in FP8.")},
    {"time-graph-shapes", QT_TRANSLATE_NOOP("Table", "A recorded iteration repeats the shapes it was "
                                                     "recorded with. Where routing drops no token, the plain "
                                                     "all-to-all and DeepEP tell the host how many come, "
                                                     "which no recording holds; HybridEP keeps the count "
                                                     "on the GPU, a capacity factor fixes it.")},
    {"time-unknown-gpu",
     QT_TRANSLATE_NOOP(
         "Table",
         "No measured run of this GPU generation was used for the constants; expect plus or minus 25 %.")},
    {"unknown-structure",
     QT_TRANSLATE_NOOP(
         "Table",
         "The file the model was read from has keys that nothing here counts: a vision part, or keys "
         "whose names do not speak of sizes. Keys that may change sizes are refused instead. "
         "`moe-explorer import` lists what became of each key.")},
};

} // namespace

QString warningReason(std::string_view id) {
    for (const Reason& reason : kReasons) {
        if (reason.id == id) return tableText(reason.text);
    }
    return {};
}

bool concerns(const Warning& warning, Room room) {
    struct Subject {
        std::string_view section; ///< what ids begin with
        std::vector<Room> rooms;
    };
    static const std::vector<Subject> kSubjects{
        {"loss-", {Room::Model}},
        {"time-", {Room::Train}},
        {"goodput-", {Room::Train}},
        {"rl-", {Room::Train}},
        {"serve-", {Room::Serve}},
        {"power-limit", {Room::Serve}},
        {"placement-", {Room::Train, Room::Serve}},
    };
    if (room != Room::Model && room != Room::Train && room != Room::Serve) return true;
    for (const Subject& subject : kSubjects)
        if (std::string_view(warning.id).starts_with(subject.section))
            return std::find(subject.rooms.begin(), subject.rooms.end(), room) != subject.rooms.end();
    return true;
}

std::vector<std::pair<QString, std::string>> warningReasons() {
    std::vector<std::pair<QString, std::string>> all;
    for (const Reason& reason : kReasons)
        all.emplace_back(QString::fromUtf8(reason.id.data(), static_cast<qsizetype>(reason.id.size())),
                         reason.text);
    return all;
}

} // namespace moe::items
