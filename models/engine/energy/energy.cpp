// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/energy/energy.h"

#include "models/engine/shape/gpu_power.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kJoulesPerKwh = 3.6e6, kHoursPerYear = 8766;
/// Tokens of a prompt in one pass of a server, where the engine's chunk is not known.
constexpr double kChunk = 8192;

/// Seconds of a prompt alone and W while it is computed.
struct PromptPass {
    double seconds = 0, watts = 0;
};
PromptPass promptPass(const Setup& s, const ServeRates& rates, const ServeSources* sources,
                      const GpuPower& power, double prompt) {
    PromptPass whole;
    double joules = 0;
    for (double left = prompt; left > 0; left -= kChunk) {
        const ForwardPass pass = forwardPass(
            s, rates, {.promptTokens = std::min(left, kChunk), .prompt = prompt, .headRows = 1}, sources);
        whole.seconds += pass.time.base;
        joules += pass.time.base * wattsOf(power, pass.math / pass.time, pass.bytes / pass.time / s.gpu.hbm);
    }
    if (whole.seconds > 0) whole.watts = joules / whole.seconds;
    return whole;
}

double stepJoules(const Report& report, EnergyReport& energy) {
    double sum = 0;
    const auto add = [&](const char* key, double gpuSeconds, double watts) {
        const double joules = gpuSeconds * watts * energy.toMeter;
        if (!(joules > 0)) return;
        energy.stepParts.push_back({key, joules});
        sum += joules;
    };
    if (!report.rl) {
        add("train", energy.gpus * report.train->step.base, *energy.trainW);
        return sum;
    }
    const RlReport& rl = *report.rl;
    const auto seconds = [&](RlPart part) { return rl.phases[static_cast<std::size_t>(part)].seconds.base; };
    const bool shares = rl.gpus == rl.rolloutGpus;
    const double trainGpus = shares ? rl.gpus : rl.gpus - rl.rolloutGpus;
    double learning = 0;
    for (const RlPart part : {RlPart::Logprob, RlPart::Reference, RlPart::Critic, RlPart::Train})
        learning += seconds(part);
    const double sampling = std::min(seconds(RlPart::Rollout), rl.step.base);
    add("train", trainGpus * learning, *energy.trainW);
    add("rollout", rl.engines * rl.gpusPerEngine * sampling, energy.memoryW);
    const double used = trainGpus * learning + rl.engines * rl.gpusPerEngine * sampling;
    add("idle", std::max(0.0, rl.gpus * rl.step.base - used), energy.idleW);
    return sum;
}

void addTraining(EnergyReport& energy, const Report& report, const Setup& setup) {
    const Scenario& scenario = report.scenario;
    const TrainReport& train = *report.train;
    energy.trainW = wattsOf(gpuPower(setup), train.gpuUtilisation, train.bandwidthUtilisation);
    energy.gpus = report.rl ? report.rl->gpus : setup.gpus;
    if (scenario.rl && !report.rl) return; // a step that has no time has no energy
    const double joules = stepJoules(report, energy);
    const double step = report.rl ? report.rl->step.base : train.step.base;
    const double tokens = report.rl ? report.rl->tokens : train.tokensPerSecond * train.step.base;
    energy.kwhPerStep = joules / kJoulesPerKwh;
    if (tokens > 0) energy.joulesPerTrainedToken = joules / tokens;
    const bool whole = !report.rl && train.days.has_value();
    if (whole) energy.kwh = *energy.kwhPerStep * 86400 * *train.days / step;
    energy.facilityKw = joules / step / 1000;
    if (scenario.cost.co2GPerKwh > 0) {
        energy.co2KgPerStep = scenario.cost.co2GPerKwh * *energy.kwhPerStep / 1000;
        if (energy.kwh) energy.co2Kg = scenario.cost.co2GPerKwh * *energy.kwh / 1000;
    }
    energy.usdPerGpuHour = usdPerGpuHour(scenario, joules / step / energy.gpus / energy.toMeter);
    if (energy.usdPerGpuHour > 0) energy.usdPerStep = energy.usdPerGpuHour * energy.gpus * step / 3600;
}

} // namespace

double rackWatts(const Report& report, const EnergyReport& energy) {
    if (!energy.trainW) return energy.peakW;
    return report.scenario.rl ? std::max(*energy.trainW, energy.memoryW) : *energy.trainW;
}

double usdPerGpuHour(const Scenario& scenario, double watts) {
    const CostSpec& cost = scenario.cost;
    if (!(cost.gpuUsd > 0)) return rentPerGpuHour(scenario);
    const double kw = watts * scenario.power.nodeFactor * scenario.power.pue / 1000;
    return cost.gpuUsd / (cost.amortiseYears * kHoursPerYear) + kw * cost.kwhUsd;
}

void addServer(EnergyReport& energy, const Setup& setup, const ServeSources* sources,
               const ServerWork& work) {
    const ServeSpec& serve = *setup.scenario->serve;
    const ServeRates rates = serveRatesOf(setup);
    const GpuPower power = gpuPower(setup);
    const double gpus = work.gpus + work.prefillGpus, rate = work.requestsPerSecond;
    const double prompt = static_cast<double>(serve.prompt) * (1 - serve.prefixHit);
    const PromptPass first = promptPass(setup, rates, sources, power, std::max(1.0, prompt));
    const double perRank = work.gpus / setup.dp; // GPUs that a prompt keeps busy
    energy.prompt = static_cast<double>(serve.prompt);
    energy.prefillW = first.watts;
    energy.peakW = std::max(energy.peakW, first.watts);
    if (serve.phase == Phase::Prefill) {
        energy.promptGpuSeconds = first.seconds * perRank / energy.prompt;
        energy.joulesPerPromptToken = first.watts * energy.promptGpuSeconds * energy.toMeter;
        energy.serveW = first.watts;
        if (const double hour = usdPerGpuHour(*setup.scenario, first.watts); hour > 0)
            energy.usdPerMillionPrompt = 1e6 * hour / 3600 * energy.promptGpuSeconds;
        return;
    }
    if (!(rate > 0)) return;
    energy.output = static_cast<double>(serve.output);
    energy.requestsPerSecond = rate;
    const double inFlight =
        work.latency ? rate * *work.latency / setup.dp : static_cast<double>(serve.requests) / setup.dp;
    // A rank without a request waits: of Poisson arrivals a share e^−n of the time.
    energy.busy = work.latency ? 1 - std::exp(-inFlight) : 1;
    const double rows = std::max(1.0, inFlight / std::max(1e-9, energy.busy) / setup.pp);
    const double context = energy.prompt + energy.output / 2;
    const ForwardPass decode =
        forwardPass(setup, rates, {.sequences = rows, .context = context, .headRows = rows}, sources);
    energy.decodeW = wattsOf(power, decode.math / decode.time, decode.bytes / decode.time / setup.gpu.hbm);
    energy.peakW = std::max(energy.peakW, *energy.decodeW);
    // GPU-seconds of a request: its prompt's, its tokens', and its share of what waits.
    const bool apart = work.prefillGpus > 0;
    const double room = apart ? work.prefillGpus : work.gpus * energy.busy;
    const double onPrompt = std::min(first.seconds * perRank, 0.98 * room / rate);
    const double onOutput = std::max(0.0, work.gpus * energy.busy / rate - (apart ? 0 : onPrompt));
    const double waits = std::max(0.0, gpus / rate - onPrompt - onOutput);
    energy.promptGpuSeconds = onPrompt / energy.prompt;
    energy.outputGpuSeconds = onOutput / energy.output;
    energy.requestParts = {{"prompt", onPrompt * first.watts * energy.toMeter},
                           {"output", onOutput * *energy.decodeW * energy.toMeter},
                           {"idle", waits * power.idle * energy.toMeter}};
    double joules = 0;
    for (const EnergyPart& part : energy.requestParts) joules += part.joules;
    energy.joulesPerPromptToken = energy.requestParts[0].joules / energy.prompt;
    energy.joulesPerOutputToken = energy.requestParts[1].joules / energy.output;
    energy.joulesPerRequest = joules;
    energy.tokensPerKwh = kJoulesPerKwh * energy.output / joules;
    energy.serveW = rate * joules / energy.toMeter / gpus;
    const Scenario& scenario = *setup.scenario;
    if (scenario.cost.co2GPerKwh > 0)
        energy.co2GPerMillionTokens = 1e6 * scenario.cost.co2GPerKwh / *energy.tokensPerKwh;
    const double hour = usdPerGpuHour(scenario, *energy.serveW);
    if (hour > 0) {
        // The rest of the GPUs' time is paid by the tokens that come out.
        energy.usdPerMillionPrompt = 1e6 * hour / 3600 * energy.promptGpuSeconds;
        energy.usdPerMillionOutput = 1e6 * hour / 3600 * (gpus / rate - onPrompt) / energy.output;
        if (!(energy.usdPerGpuHour > 0)) energy.usdPerGpuHour = hour;
    }
}

void addEnergyWarnings(const Report& report, std::vector<Warning>& warnings) {
    const PowerSpec& power = report.scenario.power;
    if (!power.limitW || !report.energy || *power.limitW > report.energy->fullW || !report.serve) return;
    const auto measured = [](const std::vector<ServePart>& parts) {
        return std::any_of(parts.begin(), parts.end(),
                           [](const ServePart& part) { return !part.operators.empty(); });
    };
    if (measured(report.serve->prefillParts) || measured(report.serve->decodeParts))
        warnings.push_back({"power-limit", say("The power limit is not in the times of serving: its kernels "
                                               "were measured at full power.")});
}

std::optional<EnergyReport> energyOf(const Report& report, const Catalog& catalog) {
    const Scenario& scenario = report.scenario;
    const bool trains = report.train.has_value();
    const bool serves = report.serve && report.serve->tokensPerSecondPerGpu;
    if (!trains && !serves) return std::nullopt;
    const Setup setup = setupOf(scenario, catalog);
    const GpuPower power = gpuPower(setup);
    EnergyReport energy;
    energy.idleW = power.idle, energy.memoryW = power.memory, energy.fullW = power.full;
    energy.toMeter = scenario.power.nodeFactor * scenario.power.pue;
    if (trains) {
        addTraining(energy, report, setup);
        energy.peakW = *energy.trainW;
    }
    if (serves) {
        Scenario served = scenario;
        served.train.reset();
        const Setup server = setupOf(served, catalog);
        const ServeSources sources = serveSources(server, catalog);
        const ServeReport& serve = *report.serve;
        ServerWork work{serve.requestsPerSecond.value_or(0), {}, serve.gpus, serve.prefillGpus};
        const bool open = serve.simulated && scenario.serve->arrival != ServeArrival::Closed;
        if (open && serve.latency) work.latency = serve.latency->base;
        if (!trains) energy.gpus = serve.gpus + serve.prefillGpus;
        addServer(energy, server, &sources, work);
        if (!trains && energy.serveW)
            energy.facilityKw = *energy.serveW * energy.gpus * energy.toMeter / 1000;
    }
    energy.rackGpus = rackGpus(setup);
    energy.rackKw = rackWatts(report, energy) * energy.rackGpus * scenario.power.nodeFactor / 1000;
    return energy;
}

} // namespace moe
