// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario and a board as the history keeps them: sections and panels that a step does not change are those
// of the step before. Ten thousand whole scenarios were a hundred megabytes, and a board holds two for every
// panel.

#include "models/engine/files/board_file.h"
#include "models/engine/scenario/scenario.h"

#include <memory>
#include <tuple>
#include <vector>

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

class KeptBoard {
public:
    /// `before`: null where there is nothing to share with.
    KeptBoard(const BoardFile& board, const KeptBoard* before);
    BoardFile whole() const;
    /// Panels that both hold in one place.
    std::size_t sharedWith(const KeptBoard& other) const;

private:
    BoardFile m_rest; ///< without panels
    std::vector<std::shared_ptr<const BoardPanel>> m_panels;
};

} // namespace moe::app
