// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The answers behind the pictures of trade-offs, over all cores.

#include "app/work/search_run.h"
#include "models/engine/plan/goodput_map.h"
#include "models/engine/plan/serving_choices.h"
#include "models/engine/report/pointers.h"
#include "models/engine/search/field_map.h"
#include "models/engine/search/sensitivity.h"
#include "ui/plots/tradeoffs/study_view.h"

namespace moe::app {

/// Values on an axis of a map while a slider moves, and at rest.
inline constexpr std::size_t kCoarseMap = 9, kFullMap = 33;

/// Instead of an answer.
Problem cancelled();

/// The metric of a key, or that there is none.
Result<const Metric*> metricOf(const QString& key);

/// The layouts of the scenario's GPUs with the Pareto line of two metrics; those that do not fit only when
/// none does. `schedules`: usual, any, auto or one by name.
Result<ChoicesPtr> layoutChoices(const Scenario& scenario, const Catalog& catalog, const QString& xKey,
                                 const QString& yKey, const QString& schedules = QStringLiteral("usual"),
                                 const std::stop_token& stop = {}, const Progress& progress = {});
/// `whole` with what the same search finds within further conditions
/// ("parallel.tp<=4,memory.device_bytes<=60GiB"): of the few layouts that a picture shows none need be the
/// best there.
Result<ChoicesPtr> narrowedChoices(const LayoutChoices& whole, const std::string& within,
                                   const Catalog& catalog, const std::stop_token& stop = {},
                                   const Progress& progress = {});
/// The same of a scenario that only serves, simulated.
Result<ServingChoicesPtr> serverChoices(const Scenario& scenario, const Catalog& catalog, const QString& xKey,
                                        const QString& yKey, const std::stop_token& stop = {},
                                        const Progress& progress = {});
/// Requests per second within the limits of the best of them.
Result<GoodputMapPtr> serverGoodput(const Scenario& scenario, const Catalog& catalog,
                                    const std::stop_token& stop = {}, const Progress& progress = {});
/// Every field one notch up and down.
Result<SensitivitiesPtr> sensitivityAnswer(const Scenario& scenario, const Catalog& catalog,
                                           const QString& metric, const std::stop_token& stop = {},
                                           const Progress& progress = {});
/// `x` and `y` as mapAxis() takes them, about `count` values each.
Result<FieldMapPtr> fieldMapAnswer(const Scenario& scenario, const Catalog& catalog, const QString& x,
                                   const QString& y, const QString& metric, std::size_t count = kFullMap,
                                   const std::stop_token& stop = {}, const Progress& progress = {});
Result<ui::StudyPtr> studyAnswer(const Scenario& scenario, const Catalog& catalog, const QString& study,
                                 const std::stop_token& stop = {}, const Progress& progress = {});

} // namespace moe::app
