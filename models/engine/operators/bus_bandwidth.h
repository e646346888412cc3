// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What nccl-tests print beside a time.

#include "models/engine/operators/operator_work.h"

#include <optional>

namespace moe {

/// What nccl-tests measure.
inline bool isCollective(OperatorOp op) {
    return op == OperatorOp::AllReduce || op == OperatorOp::AllGather || op == OperatorOp::ReduceScatter ||
           op == OperatorOp::AllToAll;
}
inline bool isCollective(std::string_view name) {
    const std::optional<OperatorOp> op = operatorNamed(name);
    return op && isCollective(*op);
}

/// GB/s: what a link carries while a collective takes `us`, the buffer's bytes × (n − 1)/n over n ranks, and
/// twice that for all-reduce (nccl-tests, doc/PERFORMANCE.md). Nullopt for other operators.
inline std::optional<double> busBandwidth(OperatorOp op, const OperatorShape& shape, double us) {
    if (!isCollective(op) || !(us > 0) || shape.ranks < 2) return std::nullopt;
    constexpr double kBytesPerMicro = 1e-3; // 1 B/us = 1e6 B/s = 1e-3 GB/s
    const double passes = op == OperatorOp::AllReduce ? 2 : 1;
    return passes * shape.bytes * (shape.ranks - 1) / shape.ranks / us * kBytesPerMicro;
}

} // namespace moe
