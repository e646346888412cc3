// SPDX-License-Identifier: GPL-3.0-or-later
// Experts moved by hand: taken up, carried, exchanged; and which step of a table is shown.

#include "models/engine/scenario/layout_text.h"
#include "ui/placement/placement_view.h"

#include <algorithm>

namespace moe::ui {

void PlacementView::showSteps() {
    const RoutingSpec* routing = m_report ? &m_report->scenario.routing : nullptr;
    const bool counted =
        routing && routing->distribution == Distribution::Table && m_catalog && m_catalog->expertLoads;
    m_tools->setSteps(counted ? m_catalog->expertLoads->steps : std::vector<std::int64_t>{},
                      counted ? routing->step : std::nullopt);
}

int PlacementView::place(int gpu, bool hottest) const {
    int best = 0;
    const auto tokens = [&](int place) {
        return scene().chips.tokens[static_cast<std::size_t>(scene().slotOf(gpu, place))];
    };
    for (int i = 1; i < scene().slotsPerGpu; ++i)
        if (hottest ? tokens(i) > tokens(best) : tokens(i) < tokens(best)) best = i;
    return best;
}

void PlacementView::carry(const PlacementHit& chip) {
    m_marks.carried = scene().slotOf(chip.gpu, chip.place);
    m_marks.carriedFrom = chip.gpu;
    emit readOut(tr("Moving %1").arg(scene().chipText(chip.gpu, chip.place)));
    update();
}

void PlacementView::drop() {
    m_pressed.reset();
    m_marks.carried = m_marks.carriedFrom = m_marks.target = -1;
    update();
}

void PlacementView::putDown(const PlacementHit& at) {
    if (m_marks.carried < 0 || at.gpu < 0 || !m_drawn) return;
    const PlacementScene& here = scene();
    const int held = here.gpusPerGroup / here.gpusPerRank * here.slotsPerGpu; // of a group
    const int to = here.slotOf(at.gpu, at.place >= 0 ? at.place : place(at.gpu, false));
    if (to == m_marks.carried || to / held != m_marks.carried / held) return; // nothing, or another layer's
    const Count group = to / held, from = m_marks.carried % held;
    SlotSwap swap{0, std::min<Count>(from, to % held), std::max<Count>(from, to % held)};
    if (m_study && m_study->layers > 1)
        swap.layer = (m_study->cluster && here.ownLayers ? group % m_study->layers : m_study->layer) + 1;
    std::vector<SlotSwap> swaps = m_drawn->scenario.routing.swaps;
    if (!swaps.empty() && swaps.back() == swap)
        swaps.pop_back(); // back again
    else
        swaps.push_back(swap);
    emit edited({{"routing.swaps", listText(swaps)}}, tr("expert moved"));
}

} // namespace moe::ui
