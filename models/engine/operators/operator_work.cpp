// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/operator_work.h"

#include "models/engine/scenario/machines/topology.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace moe {
namespace {

double log2of(double value) {
    return std::log2(std::max(value, 1e-9));
}

/// Keys that the queries of one causal sequence see together.
double causalPairs(double s, double window) {
    return window > 0 && window < s ? s * window - window * window / 2 : s * s / 2;
}

double micro(double work, double rate) {
    return rate > 0 ? work / rate : 0;
}

// DeepSeek's multi-head latent attention (arXiv 2412.19437, table 1 and section 2.1.1).
constexpr double kMlaRank = 512, kMlaRope = 64, kMlaHead = 128;

constexpr double kEightNode = 8;  ///< GPUs of a node in the tables of DeepEP
constexpr double kIndexBytes = 4; ///< of the number of an expert

/// Ranks that one token's top-k experts lie on, drawn evenly.
double ranksReached(double ranks, double topK) {
    return ranks * (1 - std::pow(1 - 1 / ranks, topK));
}

} // namespace

const std::vector<OperatorRow>& operatorRows() {
    using S = OperatorShape;
    static const std::vector<ShapeColumn> attention = {
        {&S::batch, "b", "b"},          {&S::sequence, "s", "s"},       {&S::heads, "heads", "n"},
        {&S::kvHeads, "kv-heads", "g"}, {&S::headDim, "head-dim", "d"}, {&S::window, "window", "w", false}};
    static const std::vector<ShapeColumn> latent = {
        {&S::heads, "heads", "n"}, {&S::batch, "b", "b"}, {&S::sequence, "s", "s"}};
    static const std::vector<ShapeColumn> collective = {{&S::ranks, "ranks", "gpus"},
                                                        {&S::bytes, "bytes", "bytes"}};
    static const std::vector<OperatorRow> rows = {
        {OperatorOp::Gemm, "gemm", {{&S::m, "m", "m"}, {&S::n, "n", "n"}, {&S::k, "k", "k"}}},
        {OperatorOp::AttnContext, "attn-context", attention},
        {OperatorOp::AttnGeneration, "attn-generation", attention},
        {OperatorOp::MlaContext, "mla-context", latent},
        {OperatorOp::MlaGeneration, "mla-generation", latent},
        {OperatorOp::Moe,
         "moe",
         {{&S::hidden, "hidden", "h"},
          {&S::expertFfn, "expert-ffn", "f"},
          {&S::topK, "top-k", "k"},
          {&S::experts, "experts", "e"},
          {&S::tp, "tp", "tp", false},
          {&S::ep, "ep", "ep", false},
          {&S::tokens, "tokens", "t"}}},
        {OperatorOp::AllReduce, "allreduce", collective},
        {OperatorOp::AllGather, "allgather", collective},
        {OperatorOp::ReduceScatter, "reducescatter", collective},
        {OperatorOp::AllToAll, "alltoall", collective},
        {OperatorOp::DeepEpLowLatency,
         "deepep-ll",
         {{&S::nodes, "nodes", "nodes", false},
          {&S::hidden, "hidden", "h"},
          {&S::topK, "top-k", "k"},
          {&S::experts, "experts", "e", false},
          {&S::tokens, "tokens", "t"}}},
        {OperatorOp::DeepEpNormal,
         "deepep-normal",
         {{&S::nodes, "nodes", "nodes", false},
          {&S::hidden, "hidden", "h"},
          {&S::topK, "top-k", "k"},
          {&S::experts, "experts", "e", false},
          {&S::tokens, "tokens", "t"},
          {&S::sms, "sms", "sms", false}}},
        {OperatorOp::ExpertAllToAll,
         "expert-alltoall",
         {{&S::ep, "ep", "moe_ep_size"},
          {&S::hidden, "hidden", "hidden_size"},
          {&S::topK, "top-k", "topk"},
          {&S::experts, "experts", "num_experts", false},
          {&S::tokens, "tokens", "num_tokens"}}},
    };
    return rows;
}

const OperatorRow& operatorRow(OperatorOp op) {
    for (const OperatorRow& row : operatorRows())
        if (row.op == op) return row;
    assert(false);
    return operatorRows().front();
}

std::optional<OperatorOp> operatorNamed(std::string_view name) {
    for (const OperatorRow& row : operatorRows())
        if (row.name == name) return row.op;
    return std::nullopt;
}

OperatorNumbers operatorNumbers(std::string_view dtype) {
    OperatorNumbers numbers;
    const std::size_t slash = dtype.find('/');
    const auto begins = [&](std::string_view start) { return dtype.substr(0, start.size()) == start; };
    const auto holds = [&](std::string_view part) { return dtype.find(part) != std::string_view::npos; };
    constexpr double kFourBit = 0.5625;    // one scale byte per 16 elements
    constexpr double kMxFourBit = 0.53125; // per 32
    if (begins("fp8") || begins("int8")) { // int8 runs at the same rate
        numbers.peak = OperatorNumbers::Peak::Fp8;
        numbers.weightBytes = 1;
    } else if (begins("nvfp4") || begins("mxfp4")) {
        numbers.peak = OperatorNumbers::Peak::Fp4;
        numbers.weightBytes = kFourBit;
    } else if (begins("w4a16") || begins("int4")) {
        numbers.weightBytes = kMxFourBit;
    } else if (begins("w4a8")) {
        numbers.peak = OperatorNumbers::Peak::Fp8;
        numbers.weightBytes = kMxFourBit;
    }
    if (slash != std::string_view::npos) numbers.kvBytes = dtype.substr(slash + 1) == "fp8" ? 1 : 2;
    if (holds("-nongated")) numbers.matrices = 2;
    numbers.combine = holds("combine");
    numbers.prepare = holds("-prepare");
    // What experts give back is bf16 unless it is sent in their own type.
    numbers.sentBytes = numbers.combine && !holds("-low") ? 2 : numbers.weightBytes;
    return numbers;
}

OperatorWork operatorWork(OperatorOp op, const OperatorShape& x, const OperatorNumbers& numbers,
                          const OperatorRates& rates) {
    // 1e12 FLOP/s are 1e6 per microsecond, 1e9 B/s are 1e3.
    const double flops = (numbers.peak == OperatorNumbers::Peak::Bf16  ? rates.bf16
                          : numbers.peak == OperatorNumbers::Peak::Fp8 ? rates.fp8
                                                                       : rates.fp4) *
                         1e6;
    const double memory = rates.hbm * 1e3, link = rates.link * 1e3;
    switch (op) {
    case OperatorOp::Gemm:
        return {{micro(2 * x.m * x.n * x.k, flops),
                 micro(numbers.weightBytes * x.n * x.k + 2 * x.m * x.k + 2 * x.m * x.n, memory)},
                {log2of(x.m), log2of(x.n), log2of(x.k)}};
    case OperatorOp::AttnContext: {
        // 50 keys more per query: a causal block is computed whole.
        const double pairs = causalPairs(x.sequence, x.window) + 50 * x.sequence;
        return {{micro(4 * x.batch * pairs * x.heads * x.headDim, flops),
                 micro(2 * x.batch * x.sequence * x.headDim * (2 * x.heads + 2 * x.kvHeads), memory)},
                {log2of(x.sequence), log2of(x.batch * x.heads), log2of(x.heads / x.kvHeads)}};
    }
    case OperatorOp::AttnGeneration: {
        const double keys = x.window > 0 ? std::min(x.sequence, x.window) : x.sequence;
        const double group = x.heads == x.kvHeads ? -1 : log2of(x.heads / x.kvHeads);
        return {{micro(4 * x.batch * keys * x.heads * x.headDim, flops),
                 micro(2 * x.batch * keys * x.kvHeads * x.headDim * numbers.kvBytes +
                           4 * x.batch * x.heads * x.headDim,
                       memory)},
                {log2of(x.sequence), log2of(x.batch * x.kvHeads), group}};
    }
    case OperatorOp::MlaContext:
        return {
            {micro(2 * x.batch * x.heads * (2 * kMlaHead + kMlaRope) *
                       (causalPairs(x.sequence, 0) + 50 * x.sequence),
                   flops),
             micro(2 * x.batch * x.sequence * x.heads * (2 * (kMlaHead + kMlaRope) + 2 * kMlaHead), memory)},
            {log2of(x.heads), log2of(x.batch), log2of(x.sequence)}};
    case OperatorOp::MlaGeneration:
        return {{micro(2 * x.batch * x.heads * x.sequence * (2 * kMlaRank + kMlaRope), flops),
                 micro(x.batch * x.sequence * (kMlaRank + kMlaRope) * numbers.kvBytes +
                           2 * x.batch * x.heads * (2 * kMlaRank + kMlaRope),
                       memory)},
                {log2of(x.heads), log2of(x.batch), log2of(x.sequence)}};
    case OperatorOp::Moe: {
        const double local = x.experts / x.ep, ffn = x.expertFfn / x.tp;
        const double rows = x.tokens * x.topK / x.ep;
        const double active = std::clamp(rows, 1.0, std::max(local, 1.0));
        const double matrix = x.hidden * ffn;
        return {{micro(2 * rows * numbers.matrices * matrix, flops),
                 micro(active * numbers.matrices * matrix * numbers.weightBytes +
                           2 * rows * (2 * x.hidden + 2 * ffn) + 4 * x.tokens * x.hidden,
                       memory)},
                {log2of(rows / active), log2of(active), log2of(matrix), log2of(x.tokens)}};
    }
    case OperatorOp::AllReduce:
    case OperatorOp::AllGather:
    case OperatorOp::ReduceScatter:
    case OperatorOp::AllToAll: {
        const double passes = op == OperatorOp::AllReduce ? 2 : 1;
        const double share = op == OperatorOp::AllToAll ? exchangeShare(rates.topology, x.ranks, rates.domain)
                                                        : ringShare(rates.topology, x.ranks, rates.domain);
        return {{0, micro(passes * x.bytes * (x.ranks - 1) / x.ranks, share * link)}, {log2of(x.bytes)}};
    }
    case OperatorOp::DeepEpLowLatency: {
        // Blocks are per expert: many take longer to start, few to send.
        const double message = numbers.combine ? 2 * x.hidden : x.hidden;
        return {{0, micro(x.tokens * x.topK * message, link)},
                {log2of(x.tokens * message * x.topK), log2of(x.experts), log2of(x.tokens)}};
    }
    case OperatorOp::DeepEpNormal: {
        // One copy per destination rank, however many of a token's experts lie there.
        const double ranks = kEightNode * x.nodes, message = numbers.combine ? 2 * x.hidden : x.hidden;
        const double copies = ranksReached(ranks, x.topK) * (ranks - 1) / ranks;
        return {{0, micro(x.tokens * copies * message, link)},
                {log2of(x.tokens), log2of(x.sms), log2of(message * copies)}};
    }
    case OperatorOp::ExpertAllToAll: {
        // One copy per destination rank; before it the numbers of each token's experts.
        const double message = numbers.prepare ? kIndexBytes * x.topK : numbers.sentBytes * x.hidden;
        const double copies = ranksReached(x.ep, x.topK) * (x.ep - 1) / x.ep;
        return {{0, micro(x.tokens * copies * message, link)},
                {log2of(x.tokens), log2of(x.ep), log2of(message * x.topK)}};
    }
    }
    return {};
}

std::optional<Message> operatorShapeRule(OperatorOp op, const OperatorShape& shape) {
    if (op == OperatorOp::Moe && shape.ep > shape.experts) return say("ep must not be above the experts");
    if (op == OperatorOp::Moe && shape.topK > shape.experts)
        return say("top-k must not be above the experts");
    if (shape.kvHeads > shape.heads) return say("key and value heads must not be more than query heads");
    if (operatorRow(op).columns.front().column == "gpus" && shape.ranks < 2) return say("needs two ranks");
    if (op == OperatorOp::ExpertAllToAll && shape.ep < 2) return say("needs two ranks");
    return std::nullopt;
}

std::array<double, 2> operatorSlice(OperatorOp op, const OperatorShape& shape) {
    switch (op) {
    case OperatorOp::AttnContext:
    case OperatorOp::AttnGeneration: return {shape.headDim, shape.window};
    case OperatorOp::AllReduce:
    case OperatorOp::AllGather:
    case OperatorOp::ReduceScatter:
    case OperatorOp::AllToAll: return {shape.ranks, 0};
    case OperatorOp::DeepEpLowLatency:
    case OperatorOp::DeepEpNormal: return {shape.nodes, 0};
    default: return {0, 0};
    }
}

} // namespace moe
