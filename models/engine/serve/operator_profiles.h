// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operator profiles where a scenario can use them: dense layers of grouped-query or multi-head attention in
// bf16 (fp16 was profiled) on a GPU whose rates nobody changed, without context parallelism, where a table
// has this device, this shape (hidden, heads, KV heads, FFN width, gating) and this TP. The all-reduce takes
// the table of the device's DGX fabric with TP workers in one node.
//
// Serving uses them: each part of a layer all of whose operators have rows takes their sum instead of the
// model's time (attention core; projections; MLP; norms, activation and what else moves memory; all-reduce).
// Training is shown beside them only: forward operators of an inference engine do not make a training step.

#include "data/message.h"
#include "models/engine/profiles/profile.h"
#include "models/engine/serve/serve_pass.h"

#include <memory>
#include <utility>

namespace moe {

/// A curve with what else a query wants of it; made once.
struct OperatorCurve {
    ProfileCurve curve;
    ProfileShape shape; ///< of its first row
    bool shipped = false;
    std::optional<double> error;
};
/// Made anew; nullptr: the table has no such rows.
std::shared_ptr<const OperatorCurve> operatorCurve(const ProfileTable& table, const ProfileQuery& query,
                                                   const GpuSpec& gpu);

/// Curves that were asked for, kept as long as their set: making one from 60 000 rows takes longer than a
/// picture may. Answers as operatorCurve() does; calls may come from several threads.
class ProfileCurveCache {
public:
    virtual ~ProfileCurveCache() = default;
    virtual std::shared_ptr<const OperatorCurve> curve(const ProfileTable& table, const ProfileQuery& query,
                                                       const GpuSpec& gpu) = 0;
};

struct OperatorTime {
    Seconds seconds;
    Origin origin = Origin::Interpolated;
    std::optional<double> error;
};

class OperatorProfiles {
public:
    /// nullptr unless a table fits, of a GPU with the rates that it is listed with.
    static std::shared_ptr<const OperatorProfiles> match(const Setup& setup, const Catalog& catalog);
    /// The nearest tables where sizes differ by less than a factor of two in all; there, and where rates were
    /// edited, times are moved as the analytic model says. Rates choose no table and no weight: a faster GPU
    /// would be slower where another source takes over.
    static std::shared_ptr<const OperatorProfiles> near(const Setup& setup, const Catalog& catalog);
    /// 1 where a table fits, falling to 0 at a factor of two.
    double weight() const { return m_weight; }

    /// One operator with the keys of `shape` that its axes name; nullopt where no table has it.
    std::optional<OperatorTime> at(const char* op, const ProfileShape& keys) const;

    const Message& from() const { return m_from; }
    const GpuSpec& gpu() const { return m_gpu; }

private:
    std::shared_ptr<const ProfileSet> m_set; ///< owns the tables
    const ProfileTable *m_mlp = nullptr, *m_attention = nullptr, *m_allReduce = nullptr;
    GpuSpec m_gpu, m_asked; ///< that was profiled, and that is asked about
    ProfileShape m_shape;   ///< hidden, heads, kvHeads, ffn as asked
    double m_tp = 1, m_weight = 1;
    bool m_edited = false; ///< the asked GPU has other rates than the profiled one
    Message m_from;
};

/// Operators of one layer for a pass of a rank: how often each runs and the keys it runs with.
struct OperatorRun {
    const char* op;
    PassPart part;
    double count = 1;
    ProfileShape keys;
};
std::vector<OperatorRun> layerOperators(const Setup& setup, const PassShape& shape);

/// The parts of a layer whose operators all have rows; of attention and memory-bound operators those that the
/// tables name.
std::vector<std::pair<PassPart, OperatorTime>> profiledParts(const OperatorProfiles& profiles,
                                                             const Setup& setup, const PassShape& shape);

/// Side by side with the analytic model: a training micro-batch, a prefill step, a decode step.
ProfileReport profileReport(const Setup& setup, const OperatorProfiles& profiles);

} // namespace moe
