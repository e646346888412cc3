#pragma once
// The step's parts arranged for drawing: in the order of the bar (by group) and of the list (by size), and
// their words.

#include "ui/plots/plot_support.h"

#include "models/engine/report.h"

namespace moe::ui {

/// One part with something to show.
struct TimeRow {
    std::size_t term = 0; ///< index into timeTerms()
    TimeStyle style;
    double exposed = 0, hidden = 0; ///< seconds
    double share = 0;               ///< of the step
    QString key;                    ///< as Explain takes it: train.terms.<key>
    QString label, origin;
};
/// In the order of the stacked bar.
std::vector<TimeRow> timeRows(const TrainReport& train);
/// Indices of `rows`, largest exposed first.
std::vector<std::size_t> bySize(const std::vector<TimeRow>& rows);

/// One unit for a whole picture.
struct TimeUnit {
    double seconds = 1;
    const char* text = "s";
    QString number(double value) const; ///< three digits, no unit
    QString withUnit(double value) const;
};
TimeUnit timeUnit(double largest);

/// "421 ms per step", "17.5 % MFU", "expect ±10 %".
QStringList stepHeadline(const TrainReport& train);
QString stepSummary(const TrainReport& train);
QString timeCsv(const TrainReport& train);
QString timeToolTip(const TimeRow& row, const TimeUnit& unit);

} // namespace moe::ui
