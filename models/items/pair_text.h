// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two scenarios in one picture: what tells them apart, as a table and as a sentence.

#include "models/engine/report/report.h"
#include "models/engine/time/step_lanes.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace moe::items {

/// What a picture is about, when two of its kind are told apart.
enum class PairTopic { Step, Memory, Serving, Loss, Results };

/// How the two are spoken of: "A", "B", or by their names.
struct PairNames {
    QString a, b;
    bool operator==(const PairNames&) const = default;
};

struct PairRow {
    QString key;                ///< as Explain takes it; may be empty
    QString label, unit;        ///< unit: the base unit of the values
    std::optional<double> a, b; ///< absent: that side has no such number
    int judgement = 0;          ///< of b against a: 1 better, −1 worse, 0 neither
    std::optional<double> change() const { return a && b ? std::optional(*b - *a) : std::nullopt; }
};
struct PairTable {
    QString about;             ///< what stretch or which results the rows are of
    std::vector<PairRow> rows; ///< the whole first, then what changes most
    QString why;               ///< a sentence or two
    std::vector<double>
        strip; ///< busy time of a less b's in equal bins of what is in sight, shares; may be empty
    QString stripName;
};

/// By what the reports hold. Step and memory list their parts (of the heaviest stage), the others metrics
/// that both have and that differ; why: what carries the difference.
PairTable pairTable(const Report& a, const Report& b, PairTopic topic, const PairNames& names);
/// Of any numbers of the two: those that both have and that differ, the largest share first.
PairTable resultTable(std::vector<PairRow> rows, const PairNames& names);
/// "A computes 32 % less …": of one stretch of two steps.
PairTable laneTable(const LaneUse& a, const LaneUse& b, const PairNames& names);
/// What one schedule makes of a whole step, of the rank that sets the pace.
struct ScheduleUse {
    Seconds makespan;
    double bubble = 0; ///< share of it, as TrainReport::bubbleFraction and the lines over the pictures say it
    Seconds hidden;    ///< communication beside the computing
    Seconds passes() const { return (1 - bubble) * makespan; }
};
/// Why one schedule takes another time than the other: bubbles, time of passes, what is hidden. Of steps with
/// as many micro-batches.
QString scheduleWhy(const ScheduleUse& a, const ScheduleUse& b, const PairNames& names);

/// "812 ms", "+22 ms": as the table writes them.
QString pairValue(const PairRow& row, const std::optional<double>& value);
QString pairChange(const PairRow& row);
/// Columns part, key, unit, a, b, change; exact numbers in base units.
QString pairCsv(const PairTable& table, const PairNames& names);
QString pairText(const PairTable& table, const PairNames& names);

} // namespace moe::items
