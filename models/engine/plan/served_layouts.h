// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every way to serve on so many GPUs, and each by the steady formulas.

#include "models/engine/plan/plan.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"

#include <utility>

namespace moe {

struct Candidate {
    Scenario scenario;
    Layout layout;
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
    ServeReport with(double requests) {
        m_scenario.serve->requests = static_cast<Count>(requests);
        std::vector<Warning> unused;
        return serving(m_setup, &m_sources, unused);
    }
    double ranks() const { return m_setup.dp; }

private:
    Scenario m_scenario;
    Setup m_setup; ///< of m_scenario
    ServeSources m_sources;
};

/// Every split of so many GPUs that the goal's conditions on knobs allow. Tensor parallelism stays inside an
/// NVLink domain, as servers run it. Experts are whole on their GPUs or split over the TP ranks.
std::vector<Candidate> candidatesOf(const Scenario& base, const Catalog& catalog, const PlanGoal& goal,
                                    Count gpus);

/// The scenario to serve, without a layout of its own: prefill and decode on the same GPUs.
Scenario servedBase(const Scenario& given);

} // namespace moe
