// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/page_list.h"

#include <QtGlobal>

namespace moe::ui {

static bool hasExperts(const Scenario& scenario) {
    return scenario.moe.has_value();
}
static bool reinforces(const Scenario& scenario) {
    return scenario.rl.has_value();
}
static bool hasFleet(const Scenario& scenario) {
    return scenario.day.has_value();
}
static bool trains(const Scenario& scenario) {
    return scenario.train.has_value();
}

/// Not where all GPUs share one NVLink domain.
static bool meetsSwitches(const Report& report) {
    return !report.fabric || !report.fabric->points.empty();
}

/// Moments of forward and backward passes; those of an RL step stand with its memory.
static bool trainsPlainly(const Report& report) {
    return !report.scenario.rl;
}

static bool hasLimits(const Report& report) {
    const auto& serve = report.scenario.serve;
    return serve && (serve->sloTtft || serve->sloTpot);
}

const std::vector<PageRow>& pageList() {
    using items::Room;
    static const char* const kExperts = QT_TRANSLATE_NOOP("Table", "Placement needs experts");
    static const char* const kTraining = QT_TRANSLATE_NOOP("Table", "Loss needs a training section");
    static const std::vector<PageRow> rows{
        {Room::Overview, "overview", QT_TRANSLATE_NOOP("Table", "Overview"), {{"overview"}}},
        {Room::Model, "architecture", QT_TRANSLATE_NOOP("Table", "Architecture"), {{"architecture"}}},
        {Room::Model,
         "loss",
         QT_TRANSLATE_NOOP("Table", "Loss map"),
         {{"loss"}},
         trains,
         kTraining,
         Section::Training},
        {Room::Model,
         "design",
         QT_TRANSLATE_NOOP("Table", "Scaling and design"),
         {{"scaling"}, {"design"}, {"recipe"}},
         trains,
         kTraining,
         Section::Training},
        {Room::Train,
         "memory",
         QT_TRANSLATE_NOOP("Table", "Memory"),
         {{"memory", QT_TRANSLATE_NOOP("Table", "Stages")},
          {"phases", QT_TRANSLATE_NOOP("Table", "Moments"), trainsPlainly}}},
        {Room::Train,
         "step",
         QT_TRANSLATE_NOOP("Table", "Step"),
         {{"time", QT_TRANSLATE_NOOP("Table", "Bars")}, {"timeline"}, {"energy"}}},
        {Room::Train, "rl", QT_TRANSLATE_NOOP("Table", "RL step"), {{"rl"}}, reinforces},
        {Room::Train,
         "network",
         QT_TRANSLATE_NOOP("Table", "Network"),
         {{"fabric", nullptr, meetsSwitches}, {"roofline"}}},
        {Room::Train,
         "placement",
         QT_TRANSLATE_NOOP("Table", "Placement"),
         {{"placement"}},
         hasExperts,
         kExperts,
         Section::Experts},
        {Room::Train, "layouts", QT_TRANSLATE_NOOP("Table", "Layouts"), {{"layouts"}}},
        {Room::Train,
         "moves",
         QT_TRANSLATE_NOOP("Table", "What moves it"),
         {{"sensitivity", QT_TRANSLATE_NOOP("Table", "Bars")},
          {"fieldmap", QT_TRANSLATE_NOOP("Table", "Map")},
          {"goodput"},
          {"study"}}},
        {Room::Serve, "memory", QT_TRANSLATE_NOOP("Table", "Memory"), {{"memory"}}},
        {Room::Serve,
         "latency",
         QT_TRANSLATE_NOOP("Table", "Latency and goodput"),
         {{"latency", QT_TRANSLATE_NOOP("Table", "Latency")},
          // Limits of published goodput, to be moved from there.
          {"goodput",
           nullptr,
           hasLimits,
           QT_TRANSLATE_NOOP("Table", "Goodput needs a limit"),
           {{"serve.slo_ttft", "1"}, {"serve.slo_tpot", "0.05"}}},
          {"time", QT_TRANSLATE_NOOP("Table", "Bars")},
          {"energy"}}},
        {Room::Serve, "load", QT_TRANSLATE_NOOP("Table", "Under load"), {{"load"}}},
        {Room::Serve,
         "day",
         QT_TRANSLATE_NOOP("Table", "A day"),
         {{"day"}},
         hasFleet,
         QT_TRANSLATE_NOOP("Table", "A day needs a fleet"),
         Section::Day},
        {Room::Serve,
         "placement",
         QT_TRANSLATE_NOOP("Table", "Placement"),
         {{"placement"}, {"experts"}},
         hasExperts,
         kExperts,
         Section::Experts},
        {Room::Serve, "layouts", QT_TRANSLATE_NOOP("Table", "Layouts"), {{"layouts"}}},
        {Room::Compare, "table", QT_TRANSLATE_NOOP("Table", "Table, bars"), {{"compare"}}},
        {Room::Compare, "waterfall", QT_TRANSLATE_NOOP("Table", "Waterfall"), {{"waterfall"}}},
        {Room::Measurements, "mine", QT_TRANSLATE_NOOP("Table", "Mine"), {{"mine"}}},
        {Room::Measurements, "runs", QT_TRANSLATE_NOOP("Table", "Measured runs"), {{"measured"}}},
        {Room::Measurements,
         "operators",
         QT_TRANSLATE_NOOP("Table", "Operators"),
         {{"profiles"}, {"surfaces"}, {"operators"}}},
    };
    return rows;
}

} // namespace moe::ui
