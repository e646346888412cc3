// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every way to serve on so many GPUs, each with the most requests at once that a goal allows.

#include "models/engine/plan/plan.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"

#include <utility>

namespace moe {

/// A limit that only just is kept may be broken by rounding alone.
inline constexpr double kPlanSlack = 1 + 1e-9;

/// A server with so many requests at once.
struct Served {
    ServeReport report;
    double requests = 0;
    double perSecond(const ServeSpec& serve) const {
        return requests / (report.tpot->base * static_cast<double>(serve.output));
    }
    Bytes used() const { return report.weights + report.kvCache + report.buffers + report.activations; }
};

struct Candidate {
    Scenario scenario;
    Layout layout;
};

/// What a candidate came to.
struct Judged {
    bool valid = false;           ///< no broken rule, and serving is modelled
    double most = 0;              ///< requests at once whose memory leaves the head-room
    std::optional<Served> served; ///< with the requests that the goal asks for or allows; absent: none do
    PlanLimit binding = PlanLimit::Memory;
    std::optional<Served> least; ///< with one request per rank, whatever the limits
};

/// Of one layout, with any number of requests.
class Server {
public:
    Server(Scenario scenario, const Catalog& catalog, double headroom)
        : m_scenario(std::move(scenario)),
          m_setup(setupOf(m_scenario, catalog)),
          m_sources(serveSources(m_setup, catalog)) {
        m_setup.gpu.memory = (1 - headroom) * m_setup.gpu.memory;
    }
    Server(const Server&) = delete; // the setup refers to the scenario
    Server& operator=(const Server&) = delete;
    Served with(double requests) {
        m_scenario.serve->requests = static_cast<Count>(requests);
        std::vector<Warning> unused;
        return {serving(m_setup, &m_sources, unused), requests};
    }
    double ranks() const { return m_setup.dp; }
    const ServeSpec& serve() const { return *m_scenario.serve; }

private:
    Scenario m_scenario;
    Setup m_setup; ///< of m_scenario
    ServeSources m_sources;
};

/// Is there no limit, or is it kept?
bool keeps(const std::optional<Seconds>& limit, const std::optional<Seconds>& time);

/// Every split of so many GPUs that the goal's conditions on knobs allow. Tensor parallelism stays inside an
/// NVLink domain, as servers run it. Experts are whole on their GPUs or split over the TP ranks.
std::vector<Candidate> candidatesOf(const Scenario& base, const Catalog& catalog, const PlanGoal& goal,
                                    Count gpus);

struct Tried {
    std::vector<Candidate> candidates;
    std::vector<Judged> judged;
};
/// Judges candidatesOf().
Tried tried(const Scenario& base, const Catalog& catalog, const PlanGoal& goal, Count gpus,
            const ForEach& forEach);
/// The scenario to serve, without a layout of its own: prefill and decode on the same GPUs.
Scenario servedBase(const Scenario& given);

} // namespace moe
