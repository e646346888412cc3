// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Answer mode: a goal in, ranked plans out, each with what binds it, the room it leaves and the flags that
// launch it; the present scenario beside the best; and, where nothing meets the goal, the smallest change
// that would. No threads here: whoever asks gives the search and the loop.

#include "models/engine/plan/launch_flags.h"
#include "models/engine/search/search.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

/// Of serving, what vLLM leaves free by default (--gpu-memory-utilization 0.9).
inline constexpr double kServingHeadroom = 0.1;
/// Counts looked at when the fewest GPUs are asked for.
inline constexpr Count kMostPlannedGpus = 4096;

/// What is wanted. The model, the kind of GPU, tokens, prompt and output lengths stand in the scenario.
struct PlanGoal {
    bool trains = true;
    Count fewest = 1, most = 1; ///< GPUs; a range looks for the fewest (serving) or the cheapest (training)
    double headroom = 0;        ///< share of the device's memory that must stay free, below 1
    bool fullRecompute = true;  ///< may whole layers be recomputed?
    std::vector<Condition> conditions; ///< knobs that are fixed, bounded or forbidden
    std::optional<double> days, usd;   ///< of the whole training run, at most
    std::optional<Seconds> ttft, tpot; ///< of serve.slo_percentile of the requests; absent: the scenario's
    std::optional<double> rate;        ///< requests per second; absent: as many as the limits allow
    std::size_t top = 5;
};

/// What a plan cannot do more of.
enum class PlanLimit { Memory, Ttft, Tpot, Rate, Link, Compute, DeviceMemory, Host, Pipeline, MaxSeqs };
const char* planLimitKey(PlanLimit limit);   ///< "memory"
const char* planLimitLabel(PlanLimit limit); ///< in words

/// Numbers of a plan, of all plans of one kind alike.
using PlanMetric = MetricName;
const std::vector<PlanMetric>& planMetrics(bool trains);

struct Plan {
    bool trains = false;
    Scenario scenario;
    std::vector<std::pair<std::string, std::string>> set; ///< what changes, as --set takes it
    std::vector<std::optional<double>> values;            ///< values[i] of planMetrics()[i]; planValue()
    std::optional<double> low, high; ///< band of the metric that ranks: nine runs of ten; absent: not known
    double score = 0;                ///< smaller is better
    PlanLimit binding = PlanLimit::Memory;
    Message reason;         ///< why that, in a sentence
    Bytes device, capacity; ///< of the heaviest GPU
    Bytes headroom() const { return capacity - device; }
    std::vector<LaunchCommand> launch;
};
/// Of one of planMetrics(); nothing for a key that is none.
std::optional<double> planValue(const Plan& plan, std::string_view key);

/// A part of a step, or a metric, beside that of the best plan.
struct PlanGap {
    std::string key, label;
    double mine = 0, best = 0; ///< s
};
struct WhyNot {
    std::vector<Message> broken; ///< what of the goal the scenario does not meet
    bool same = false;           ///< it is the best plan
    std::string key;             ///< of the time that is taken apart
    double mine = 0, best = 0;   ///< that time, s
    std::vector<PlanGap> gaps;   ///< its parts, largest difference first; they sum to it
};

/// A goal that is changed in one place and can then be met.
struct PlanChange {
    std::string key, from, to; ///< of the goal: headroom, gpus, deadline, …, or the text of a condition
    double size = 0;           ///< |ln(to/from)|; a rule that is dropped counts 1
    Message text;
    Plan plan; ///< the best that then is possible
};

struct Plans {
    bool trains = true;
    std::vector<Plan> plans; ///< best first
    std::optional<WhyNot> mine;
    std::vector<PlanChange> closest; ///< smallest first; only where there is no plan
    double considered = 0;           ///< layouts
    Message origin;                  ///< which formulas, and what they leave out
};

/// Runs `work(i)` for each i below `count`, on any threads; may leave some out after a stop.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
struct FoundLayouts {
    Found found;
    double layouts = 0;
};
using RunSearch = std::function<FoundLayouts(const SearchRequest&)>;

/// Every contradiction within the goal, or of it with the scenario.
Problems goalProblems(const PlanGoal& goal, const Scenario& base);
/// "parallel.tp<=8" as text, to name a condition.
std::string conditionText(const Condition& condition);
/// What of the conditions a layout breaks; null: none.
const Condition* brokenCondition(const PlanGoal& goal, const Layout& layout, const Recompute& recompute);

} // namespace moe
