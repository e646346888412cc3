// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of power, energy and their price.

#include "models/engine/energy/energy.h"
#include "models/engine/explain/explain_symbols.h"
#include "models/engine/shape/gpu_power.h"

namespace moe {

using namespace explain;

namespace {

#define MOE_ENERGY(expression)                                                                               \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.energy) return {};                                                                     \
        const EnergyReport& e = *f.report.energy;                                                            \
        static_cast<void>(e);                                                                                \
        return expression;                                                                                   \
    }

double jouled(const std::vector<EnergyPart>& parts) {
    double sum = 0;
    for (const EnergyPart& part : parts) sum += part.joules;
    return sum;
}
double stepSeconds(const Report& report) {
    return report.rl ? report.rl->step.base : report.train ? report.train->step.base : 0;
}
double trainedTokens(const Report& report) {
    if (report.rl) return report.rl->tokens;
    return report.train ? report.train->tokensPerSecond * report.train->step.base : 0;
}
double meanWatts(const EnergyReport& energy) {
    return 1000 * energy.facilityKw / (energy.gpus * energy.toMeter);
}
/// GPU-seconds that an output token pays for: all that prompts do not take.
double restSeconds(const Report& report) {
    const EnergyReport& e = *report.energy;
    const double gpus = report.serve->gpus + report.serve->prefillGpus;
    return (gpus / e.requestsPerSecond - e.promptGpuSeconds * e.prompt) / e.output;
}

} // namespace

std::vector<ExplainSymbol> energySymbols() {
    constexpr unsigned E = kEnergy;
    // clang-format off
    return {
        knob("P_full", E, "power limit of a GPU", "W", "power.limit_w", MOE_ENERGY(e.fullW)),
        knob("P_idle", E, "power of a GPU that waits with a model loaded", "W", "power.idle_w", MOE_ENERGY(e.idleW)),
        derived("P_mem", E, "power of a GPU that only waits for its memory: 0.7 of the full power, assumed", "W", "", MOE_ENERGY(e.memoryW)),
        constant("η_math", E, "share of the dense peak at which compute takes full power", "share", "prior", MOE_GET(kFullCompute)),
        constant("η_hbm", E, "share of the nominal bandwidth at which memory takes its power", "share", "prior", MOE_GET(kFullBandwidth)),
        result("u_math", E, "share of the dense peak that is used", "share", "train.gpu_utilisation"),
        result("u_hbm", E, "share of the memory bandwidth that is used", "share", "train.bandwidth_utilisation"),
        derived("W_pre", E, "P_idle and what the passes of a prompt use of compute or memory, whichever is more", "W", "", MOE_ENERGY(e.prefillW)),
        derived("W_dec", E, "the same of passes that decode", "W", "", MOE_ENERGY(e.decodeW)),
        derived("W_serve", E, "requests per second times their joules at the board, over the GPUs", "W", "", MOE_ENERGY(e.serveW)),
        derived("W_most", E, "the highest of the phases", "W", "", MOE_ENERGY(Value(e.peakW))),
        derived("W_rack", E, "power of a GPU of the rack: while it trains where the scenario trains, else the highest of a server's phases", "W", "", MOE_ENERGY(Value(rackWatts(f.report, e)))),
        derived("W_mean", E, "mean power of a GPU over a step, or over the load", "W", "", MOE_ENERGY(e.facilityKw > 0 ? Value(meanWatts(e)) : Value())),
        knob("f_node", E, "power of a node over that of its GPUs", "", "power.node_factor", MOE_GET(f.report.scenario.power.nodeFactor)),
        knob("PUE", E, "power of the facility over that of its nodes", "", "power.pue", MOE_GET(f.report.scenario.power.pue)),
        knob("n_rack", E, "GPUs of a rack", "", "power.rack_gpus", MOE_ENERGY(Value(e.rackGpus))),
        derived("n_all", E, "GPUs that train, or serve where none trains", "", "", MOE_ENERGY(Value(e.gpus))),
        derived("n_train", E, "GPUs of a step", "", "", MOE_ENERGY(Value(e.gpus))),
        derived("J_step", E, "joules of a step: of each phase its GPUs, time and watts, × node factor × PUE", "J", "", MOE_ENERGY(Value(jouled(e.stepParts)))),
        result("E_step", E, "energy of a step", "kWh", "energy.kwh_per_step"),
        result("E_run", E, "energy of the run", "kWh", "energy.kwh"),
        derived("n_steps", E, "steps of the run", "", "", MOE_ENERGY(f.report.train && f.report.train->days ? Value(86400 * *f.report.train->days / stepSeconds(f.report)) : Value())),
        derived("n_trained", E, "tokens of a step", "tokens", "", MOE_ENERGY(Value(trainedTokens(f.report)))),
        derived("t_it", E, "time of a step", "s", "", MOE_ENERGY(Value(stepSeconds(f.report)))),
        derived("s_in", E, "GPU-seconds of a prompt token", "s", "", MOE_ENERGY(Value(e.promptGpuSeconds))),
        derived("s_out", E, "GPU-seconds of an output token while GPUs work", "s", "", MOE_ENERGY(Value(e.outputGpuSeconds))),
        derived("s_rest", E, "GPU-seconds of an output token, waiting included, prompts not", "s", "", MOE_ENERGY(f.report.serve && e.output > 0 ? Value(restSeconds(f.report)) : Value())),
        knob("prompt", E, "prompt", "tokens", "serve.prompt", MOE_ENERGY(Value(e.prompt))),
        knob("output", E, "output", "tokens", "serve.output", MOE_ENERGY(Value(e.output))),
        result("J_in", E, "energy of a prompt token", "J", "energy.joules_per_prompt_token"),
        result("J_out", E, "energy of an output token", "J", "energy.joules_per_output_token"),
        derived("J_wait", E, "a request's share of the joules of GPUs that wait", "J", "", MOE_ENERGY(e.requestParts.size() > 2 ? Value(e.requestParts[2].joules) : Value())),
        result("J_req", E, "energy of a request", "J", "energy.joules_per_request"),
        result("n_kwh", E, "output tokens per kWh", "", "energy.tokens_per_kwh"),
        knob("g_CO2", E, "CO2 of a kilowatt-hour", "g", "cost.co2_g_per_kwh", MOE_GET(f.report.scenario.cost.co2GPerKwh)),
        knob("C_gpu", E, "a GPU-hour of training: rented, or its purchase over its years and its electricity", "USD", "price.gpu_hour_usd", MOE_ENERGY(Value(e.usdPerGpuHour))),
        knob("C_serve", E, "a GPU-hour of the server: rented, or its purchase over its years and its electricity", "USD", "price.gpu_hour_usd", MOE_ENERGY(e.serveW ? Value(usdPerGpuHour(f.report.scenario, *e.serveW)) : Value())),
    };
    // clang-format on
}

} // namespace moe
