// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario as the history keeps it: sections that a step does not change are those of the step before. Ten
// thousand whole ones were a hundred megabytes.

#include "models/engine/scenario/scenario.h"

#include <memory>
#include <tuple>

namespace moe::app {

/// Every member of a scenario, as references. One more member does not compile until it is named here.
template <class Any> auto sectionsOf(Any& scenario) {
    auto& [name, note, leftOut, assumed, accepted, operators, model, moe, train, precision, parallel, gpu,
           cluster, routing, serve, price, power, cost, reliability, loss, rl, day] = scenario;
    return std::tie(name, note, leftOut, assumed, accepted, operators, model, moe, train, precision, parallel,
                    gpu, cluster, routing, serve, price, power, cost, reliability, loss, rl, day);
}

class KeptScenario {
    template <class... Sections>
    static std::tuple<std::shared_ptr<const std::remove_const_t<Sections>>...>
    sharedOf(const std::tuple<Sections&...>&);
    using Shared = decltype(sharedOf(sectionsOf(std::declval<Scenario&>())));

public:
    KeptScenario() = default; ///< of nothing, to share nothing with
    KeptScenario(const Scenario& scenario, const KeptScenario& before);
    Scenario whole() const; ///< not of nothing
    /// Sections that both hold in one place.
    std::size_t sharedWith(const KeptScenario& other) const;

private:
    Shared m_sections;
};

} // namespace moe::app
