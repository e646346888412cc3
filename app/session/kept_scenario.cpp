// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept_scenario.h"

#include <algorithm>
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

KeptBoard::KeptBoard(const BoardFile& board, const KeptBoard* before) : m_rest(board) {
    m_rest.panels = {};
    for (const BoardPanel& panel : board.panels) {
        std::shared_ptr<const BoardPanel> made;
        if (before) {
            const auto known = std::find_if(before->m_panels.begin(), before->m_panels.end(),
                                            [&](const auto& other) { return *other == panel; });
            if (known != before->m_panels.end()) made = *known;
        }
        m_panels.push_back(made ? std::move(made) : std::make_shared<const BoardPanel>(panel));
    }
}

BoardFile KeptBoard::whole() const {
    BoardFile board = m_rest;
    for (const auto& panel : m_panels) board.panels.push_back(*panel);
    return board;
}

std::size_t KeptBoard::sharedWith(const KeptBoard& other) const {
    return static_cast<std::size_t>(std::count_if(m_panels.begin(), m_panels.end(), [&](const auto& panel) {
        return std::find(other.m_panels.begin(), other.m_panels.end(), panel) != other.m_panels.end();
    }));
}

} // namespace moe::app
