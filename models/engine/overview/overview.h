// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One model on one machine, its three answers together: loss, training, serving, before and after an edit,
// and each of them over the knob that was moved. What formulas give is overview()'s and follows a slider;
// what is simulated is addServed()'s (overview_serving.h).

#include "models/engine/answer/answer.h"
#include "models/engine/overview/overview_serving.h"
#include "models/engine/report/pointers.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/fields.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace moe {

/// Keys of fields(): the eight knobs that move all three answers of such a model, in the order of the page.
/// `precision.compute` stands for kFp8Knob's switch.
std::vector<std::string> overviewKnobs(const Scenario& scenario);
inline constexpr const char* kFp8Knob = "precision.compute";
/// The switch: products and weights in FP8, of training and of serving; off: bf16.
bool isFp8(const Scenario& scenario);
AnswerEdits fp8Edits(bool on);
/// What a value of one of these knobs sets: the value itself, or the switch.
AnswerEdits knobEdits(std::string_view knob, std::string_view value);

/// What the page begins with: one model of today that has all three answers, trained and served on eight
/// GPUs. Absent where the catalogue lacks its preset.
std::optional<Scenario> overviewStart(const Catalog& catalog);

struct OverviewRequest {
    Scenario scenario;              ///< valid; with all its sections
    std::optional<Scenario> before; ///< the last edit; valid
    std::string knob;               ///< of overviewKnobs(): what the curves are over
    Detail detail = Detail::Coarse; ///< of the loss map
};

/// The three answers to one scenario. Reports are of a side alone; null where the scenario has no such side.
struct OverviewState {
    Scenario scenario;
    ReportPtr training, serving;
    std::vector<Answer> answers;      ///< in the order of AnswerSide
    std::optional<ServedRate> served; ///< absent until it is simulated, and where nothing has to be
    const Answer* answer(AnswerSide side) const;
    double expertsPerGpu() const; ///< physical ones of an MoE layer; 0: dense, or no side is known
};

/// The state with another value of the knob.
struct OverviewPoint {
    std::string value; ///< as --set takes it
    double number = 0; ///< its place on the axis: the value, or its number in the list
    Message rule;      ///< broken there; then nothing else is known
    std::optional<double> loss, lossLow, lossHigh; ///< nats
    std::optional<Bytes> device, capacity;         ///< of training, or of the fuller moment of an RL step
    std::optional<double> tokensPerSecond;         ///< of a server in a steady batch
    std::optional<ServedRate> served;              ///< of one with arrivals, when it is simulated
    Scenario scenario;
};

/// Higher or lower by less than its own band is the same. The band is that of a difference: the error that
/// both sides share is not in it.
enum class OverviewChange { None, Same, Better, Worse };
struct OverviewDelta {
    const char* key = "";         ///< row of metrics(), or serve.goodput_requests_per_second
    double before = 0, after = 0; ///< in its unit
    OverviewChange change = OverviewChange::None;
    double difference() const { return after - before; }
};

struct Overview {
    OverviewState now;
    std::optional<OverviewState> before;
    std::string knob;
    bool logarithmic = true; ///< the knob's axis; else its values are a list
    std::vector<OverviewPoint> points;
    std::vector<OverviewDelta> deltas; ///< only of what both sides have
    const OverviewDelta* delta(const char* key) const;
};
using OverviewPtr = std::shared_ptr<const Overview>;

Overview overview(const OverviewRequest& request, const Catalog& catalog);
/// Adds what was simulated of a side of it, and what differs then. `rateOf` gives a scenario's rate, as
/// servedRate() does, now or from what it remembers; `arrivals`: with the curve over arrivals, which takes
/// longer than the rate.
using RateOf = std::function<ServedRate(const Scenario& scenario, bool arrivals)>;
void addServed(Overview& overview, const RateOf& rateOf, bool arrivals);
/// The same of the points of the knob.
void addServedPoints(Overview& overview, const RateOf& rateOf, const ForEach& forEach);

/// Deltas of what is known of both sides.
std::vector<OverviewDelta> overviewDeltas(const OverviewState& before, const OverviewState& after);

} // namespace moe
