// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whole values that are handed round between threads and views: shared, and never changed.

#include <memory>

namespace moe {

struct Catalog;
struct ComparedColumn;
struct FieldMap;
struct LayoutChoices;
struct MeasuredRuns;
struct PlacementStudy;
struct Report;
struct Sensitivities;

using CatalogPtr = std::shared_ptr<const Catalog>;
using ChoicesPtr = std::shared_ptr<const LayoutChoices>;
using ColumnPtr = std::shared_ptr<const ComparedColumn>;
using FieldMapPtr = std::shared_ptr<const FieldMap>;
using PlacementStudyPtr = std::shared_ptr<const PlacementStudy>;
using ReportPtr = std::shared_ptr<const Report>;
using RunsPtr = std::shared_ptr<const MeasuredRuns>;
using SensitivitiesPtr = std::shared_ptr<const Sensitivities>;

} // namespace moe
