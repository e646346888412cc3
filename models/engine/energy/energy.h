// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Power, energy and money of a report: watts of a GPU by what it does (shape/gpu_power.h), times its time. A
// training step has the watts of its own utilisation; a step of reinforcement learning samples at the power
// of a GPU that waits for memory and idles between phases. A server spends its time on prompts, on tokens and
// waiting: a request is prompt·J_p + output·J_o + its share of the idle time, so that requests per second
// times it are the server's watts. Everything but W of a GPU is at the facility's meter: × node factor (CPU,
// network cards, fans) × PUE.
// Not in it: networks between nodes, storage, cooling that follows the weather, prices that follow the hour.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/serve/serve_pass.h"

namespace moe {

/// Nothing where the report has neither training nor serving times.
std::optional<EnergyReport> energyOf(const Report& report, const Catalog& catalog);

/// What a server's GPUs do, of a setup that serves.
struct ServerWork {
    double requestsPerSecond = 0;
    std::optional<double> latency; ///< s of a request; absent: it is never idle
    double gpus = 1, prefillGpus = 0;
};
/// Fills what is of the server; the other fields of `energy` stay.
void addServer(EnergyReport& energy, const Setup& setup, const ServeSources* sources, const ServerWork& work);

/// USD of a GPU-hour at so many watts: rented, or owned (purchase over its years, and electricity).
double usdPerGpuHour(const Scenario& scenario, double watts);

/// W of a GPU that a rack is counted with: of training where the scenario trains, else of the server.
double rackWatts(const Report& report, const EnergyReport& energy);

/// What a limit leaves out.
void addEnergyWarnings(const Report& report, std::vector<Warning>& warnings);

} // namespace moe
