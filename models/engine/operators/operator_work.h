// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators whose times are measured: their shapes, the time that a data sheet allows and where a shape lies
// on the axes of its surface.
//
// What the tables count (their collectors): GEMM y[m,n] = x[m,k]·W[n,k]; attention heads after TP; MoE tokens
// of the whole EP group, the GPU holding experts/ep of width ffn/tp; a collective's bytes are the total
// buffer (all-gather: the output); DeepEP tokens are those of one rank, dispatch in fp8, combine in bf16; so
// are those of the all-to-all, whose group is EP.

#include "data/message.h"
#include "models/engine/operators/surface.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

enum class OperatorOp {
    Gemm,
    AttnContext,
    AttnGeneration,
    MlaContext,
    MlaGeneration,
    Moe,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    DeepEpLowLatency,
    DeepEpNormal,
    ExpertAllToAll ///< over the links of one domain, as inside an NVL72
};

/// A shape; what an operator does not know stays 0.
struct OperatorShape {
    double m = 0, n = 0, k = 0;
    double batch = 0, sequence = 0, heads = 0, kvHeads = 0, headDim = 0, window = 0;
    double tokens = 0, hidden = 0, expertFfn = 0, topK = 0, experts = 0, tp = 1, ep = 1;
    double ranks = 0, bytes = 0;
    double nodes = 1, sms = 0;
};
using ShapeMember = double OperatorShape::*;

/// One column of a shape: its option on the command line, its name in the tables.
struct ShapeColumn {
    ShapeMember member;
    std::string_view option; ///< "kv-heads"
    std::string_view column; ///< "g"
    bool needed = true;      ///< false: has a value of its own
};

struct OperatorRow {
    OperatorOp op;
    std::string_view name; ///< "attn-context"
    std::vector<ShapeColumn> columns;
};
const std::vector<OperatorRow>& operatorRows();
const OperatorRow& operatorRow(OperatorOp op);
std::optional<OperatorOp> operatorNamed(std::string_view name);

/// Peak rates of a data sheet: TFLOP/s without sparsity, GB/s (the link's per direction).
struct OperatorRates {
    double bf16 = 0, fp8 = 0, fp4 = 0, hbm = 0, link = 0;
    /// Collectives of a GPU without a switch reach a part of its links.
    Topology topology = Topology::Switch;
    double domain = 8;
};

/// What a data type's name says: "fp8_block", "bf16/fp8" (arithmetic and KV cache), "nvfp4-nongated",
/// "w4a16_mxfp4", "combine", "nvfp4-combine-low".
struct OperatorNumbers {
    enum class Peak { Bf16, Fp8, Fp4 } peak = Peak::Bf16;
    double weightBytes = 2; ///< per element, scales included
    double kvBytes = 2;
    double matrices = 3;                   ///< of an expert: gate, up, down
    bool combine = false, prepare = false; ///< phases of an exchange; neither: dispatch
    double sentBytes = 2;                  ///< of a value that ExpertAllToAll sends
};
OperatorNumbers operatorNumbers(std::string_view dtype);

struct OperatorWork {
    IdealTime ideal;
    SurfacePoint at{};
};
OperatorWork operatorWork(OperatorOp op, const OperatorShape& shape, const OperatorNumbers& numbers,
                          const OperatorRates& rates);

/// The rule that a shape breaks, or nothing.
std::optional<Message> operatorShapeRule(OperatorOp op, const OperatorShape& shape);

/// Values that have a surface of their own each, because kernels differ by more than a factor: head size and
/// window, ranks, nodes.
std::array<double, 2> operatorSlice(OperatorOp op, const OperatorShape& shape);

} // namespace moe
