// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of a metric over two fields: time for each size, and per cell, which should stay.

#include "app/files/catalog_loader.h"
#include "app/files/parallel.h"
#include "app/work/search_run.h"
#include "models/engine/search/field_map.h"

#include <chrono>
#include <cstdio>
#include <thread>

using namespace moe;

int main() {
    const app::ShippedCatalog shipped = app::shippedCatalog();
    const Catalog& catalog = *shipped.catalog;
    const Scenario base = catalog.preset("deepseek-v3")->scenario;
    using Clock = std::chrono::steady_clock;
    std::printf("cores: %u\n", std::thread::hardware_concurrency());
    for (std::size_t side : {100, 200, 500, 1000}) {
        const std::string spread = ":" + std::to_string(side);
        const FieldMapPlan plan{base, *mapAxis(base, catalog, "gpu.bandwidth_tbps=1:10" + spread, side),
                                *mapAxis(base, catalog, "cluster.nic_gbps=10:400" + spread, side),
                                findMetric("train.step_seconds")};
        std::vector<FieldMapRow> rows(plan.y.values.size());
        const Clock::time_point start = Clock::now();
        app::inParallel(rows.size(), 1, 0, {}, [&] {
            return [&, mapper = FieldMapper(plan, catalog)](std::size_t first, std::size_t end) mutable {
                for (std::size_t y = first; y < end; ++y) rows[y] = mapper.row(y);
            };
        });
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        const auto cells = static_cast<double>(plan.x.values.size() * rows.size());
        std::printf("map of %zu x %zu cells: %.1f ms, %.2f us per cell\n", plan.x.values.size(), rows.size(),
                    1e3 * seconds, 1e6 * seconds / cells);
    }
    return 0;
}
