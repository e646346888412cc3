// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where time goes, arranged for drawing: the parts of a training step, of a first token or of every further
// one, with their words.

#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/kit/sheet.h"

#include "models/engine/report/report.h"
#include "models/engine/time/traced_step.h"

namespace moe::ui {

struct TimePart {
    QString key;           ///< as Explain takes it: train.terms.<key>, or the metric of the pass
    QString label, origin; ///< origin: measured, interpolated, …
    QString formula;       ///< empty when serving
    TimeStyle style;
    double exposed = 0, hidden = 0; ///< seconds
    bool empty() const { return !(exposed > 0) && !(hidden > 0); }
};
/// A whole with its parts in the order of the stacked bar: compute, communication, the rest.
struct TimeParts {
    QString name;      ///< "Step", "First token", "Each token"
    double total = 0;  ///< seconds; the sum of exposed
    double hidden = 0; ///< sum of hidden
    std::vector<TimePart> parts;
    std::vector<PinFlag> pins = {}; ///< the same whole of pinned scenarios, seconds
    double axisEnd = 0;             ///< of an axis that is held, seconds; 0: as timeBarEnd() says
};
TimeParts stepParts(const TrainReport& train);
/// By kinds of kernels. What ran on several streams at once counts with its share of the time that is
/// covered.
TimeParts tracedParts(const TracedStep& step);
/// Empty when serving latency is not modelled.
std::vector<TimeParts> servingParts(const ServeReport& serve);
/// Indices of the parts with something to show, largest exposed first.
std::vector<std::size_t> bySize(const TimeParts& whole);

/// One unit for a whole picture.
struct TimeUnit {
    double seconds = 1;
    const char* text = "s";
    QString number(double value) const; ///< three digits, no unit
    QString withUnit(double value) const;
    /// For a column below `largest`: as many decimals as that has with three digits, "<0.01" below them.
    QString aligned(double value, double largest) const;
};
TimeUnit timeUnit(double largest);

/// "421 ms per step · 17.5 % MFU" and "±10 % typical, ±20 % at 90 %".
struct Headline {
    QString bold, plain;
};
Headline stepHeadline(const TrainReport& train);
Headline servingHeadline(const ServeReport& serve);
Headline tracedHeadline(const TracedStep& step);
QString timeSummary(const Headline& headline, const std::vector<TimeParts>& wholes);
Sheet timeSheet(const std::vector<TimeParts>& wholes);
QString timeToolTip(const TimePart& part, const TimeParts& whole, const TimeUnit& unit);

} // namespace moe::ui
