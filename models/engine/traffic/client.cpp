// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/client.h"

#include "models/engine/math/random.h"

#include <algorithm>
#include <cmath>

namespace moe {

int drawLength(Random& random, int most, double spread) {
    if (!(spread > 0)) return most;
    const int least = std::max(1, static_cast<int>((1 - spread) * most));
    return least + static_cast<int>(random.below(static_cast<std::size_t>(most - least) + 1));
}

double drawGamma(Random& random, double shape) {
    const double raised = shape < 1 ? shape + 1 : shape;
    const double d = raised - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = random.normal(), v = std::pow(1 + c * x, 3);
        if (!(v > 0)) continue;
        if (std::log(random.uniform()) >= x * x / 2 + d - d * v + d * std::log(v)) continue;
        const double scale = shape < 1 ? std::pow(random.uniform(), 1 / shape) : 1;
        return d * v * scale / shape;
    }
}

std::vector<TrafficRequest> clientRequests(const TrafficClient& client) {
    Random random(client.seed);
    std::vector<TrafficRequest> requests(client.count);
    double time = 0;
    for (TrafficRequest& request : requests) {
        request.input = drawLength(random, client.prompt, client.spread);
        request.output = drawLength(random, client.output, client.spread);
        if (client.arrival == ServeArrival::Poisson) time -= std::log(random.uniform()) / client.rate;
        if (client.arrival == ServeArrival::Gamma) time += drawGamma(random, client.burstiness) / client.rate;
        request.arrival = time;
        if (client.distinct == 0) continue;
        const auto index = static_cast<std::size_t>(&request - requests.data());
        request.input = requests[index % client.distinct].input;
        request.seen = index >= client.distinct * client.rounds;
    }
    return requests;
}

} // namespace moe
