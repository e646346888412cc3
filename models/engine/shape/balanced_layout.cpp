// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/balanced_layout.h"

#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"

#include <algorithm>
#include <limits>

namespace moe {

TokenWork tokenWork(const Setup& s) {
    TokenWork work;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        const FeedForward feed = s.plan->types[i].feed;
        const MixerView view(s, s.plan->types[i]);
        const LayerKindRow& kind = layerKind(view->mixer);
        const LayerParams layer = layerParams(*view);
        const double network = feed == FeedForward::Moe     ? layer.router + layer.shared + s.k * layer.expert
                               : feed == FeedForward::Dense ? layer.denseMlp
                                                            : 0;
        work.of[i] = layer.attention + network + kind.coreFlops(*view, kind.meanKeys(*view, s.s)) / 2;
    }
    const auto mtp = static_cast<double>(s.mtpLayers);
    work.end = (1 + mtp) * s.V * s.h + mtp * (work.of[s.plan->mtp] + 2 * s.h * s.h);
    return work;
}

std::vector<Count> balancedLayers(const Setup& s, std::size_t chunks) {
    const TokenWork work = tokenWork(s);
    const auto all = static_cast<std::size_t>(s.layers);
    // Work of the layers before one, in mean layers, so that fourth powers stay small.
    std::vector<double> before(all + 1, 0);
    for (std::size_t i = 0; i < all; ++i) before[i + 1] = before[i] + work.of[s.plan->of[i]];
    const double unit = all > 0 && before[all] > 0 ? static_cast<double>(all) / before[all] : 1;
    const std::size_t most = 2 * (all / chunks + 2); // no best layout has a chunk of twice the mean

    constexpr double kNever = std::numeric_limits<double>::infinity();
    std::vector<double> least(all + 1, kNever);
    least[0] = 0;
    std::vector<std::vector<std::size_t>> taken(chunks, std::vector<std::size_t>(all + 1, 0));
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        std::vector<double> next(all + 1, kNever);
        const double end = chunk + 1 == chunks ? work.end : 0;
        for (std::size_t first = 0; first <= all; ++first) {
            if (least[first] == kNever) continue;
            for (std::size_t count = 0; count <= std::min(most, all - first); ++count) {
                const double here = unit * (before[first + count] - before[first] + end);
                const double sum = least[first] + here * here * here * here;
                if (sum >= next[first + count]) continue;
                next[first + count] = sum;
                taken[chunk][first + count] = count;
            }
        }
        least = std::move(next);
    }
    std::vector<Count> layers(chunks, 0);
    for (std::size_t chunk = chunks, left = all; chunk-- > 0; left -= taken[chunk][left])
        layers[chunk] = static_cast<Count>(taken[chunk][left]);
    return layers;
}

} // namespace moe
