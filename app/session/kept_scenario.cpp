// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept_scenario.h"

#include <type_traits>
#include <utility>

namespace moe::app {
namespace {

template <std::size_t... I, class Do> void eachOf(std::index_sequence<I...>, Do&& act) {
    (act(std::integral_constant<std::size_t, I>()), ...);
}

} // namespace

KeptScenario::KeptScenario(const Scenario& scenario, const KeptScenario& before) {
    const auto sections = sectionsOf(scenario);
    eachOf(std::make_index_sequence<std::tuple_size_v<Shared>>(), [&](auto i) {
        const auto& section = std::get<i>(sections);
        const auto& last = std::get<i>(before.m_sections);
        std::get<i>(m_sections) = last && *last == section
                                      ? last
                                      : std::make_shared<std::remove_cvref_t<decltype(section)>>(section);
    });
}

Scenario KeptScenario::whole() const {
    Scenario made;
    const auto sections = sectionsOf(made);
    eachOf(std::make_index_sequence<std::tuple_size_v<Shared>>(),
           [&](auto i) { std::get<i>(sections) = *std::get<i>(m_sections); });
    return made;
}

std::size_t KeptScenario::sharedWith(const KeptScenario& other) const {
    std::size_t shared = 0;
    eachOf(std::make_index_sequence<std::tuple_size_v<Shared>>(),
           [&](auto i) { shared += std::get<i>(m_sections) == std::get<i>(other.m_sections); });
    return shared;
}

} // namespace moe::app
