// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_work.h"

#include <algorithm>

namespace moe {
namespace {

constexpr double kBytes = 2;

ProfileWork traffic(double values) {
    return {{}, {kBytes * values}, {}, false};
}
/// Weights, inputs and outputs once each.
ProfileWork product(Gemm g) {
    return {{2 * g.m * g.n * g.k}, {kBytes * (g.k * g.n + g.m * g.k + g.m * g.n)}, {}, false};
}
Gemm preProjection(const ProfileShape& s) {
    return {s.tokens, s.query() + 2 * s.keyValue(), s.hidden};
}
Gemm postProjection(const ProfileShape& s) {
    return {s.tokens, s.hidden, s.query()};
}
Gemm upProjection(const ProfileShape& s) {
    return {s.tokens, (s.gated ? 2 : 1) * s.ffn / s.tp, s.hidden};
}
Gemm downProjection(const ProfileShape& s) {
    return {s.tokens, s.hidden, s.ffn / s.tp};
}
template <Gemm (*shape)(const ProfileShape&)> ProfileWork productWork(const ProfileShape& s) {
    return product(shape(s));
}
template <Gemm (*shape)(const ProfileShape&)> std::optional<Gemm> productShape(const ProfileShape& s) {
    return shape(s);
}

ProfileWork norm(const ProfileShape& s) {
    return traffic(2 * s.tokens * s.hidden);
}
ProfileWork add(const ProfileShape& s) {
    return traffic(3 * s.tokens * s.hidden);
}
ProfileWork rope(const ProfileShape& s) {
    return traffic(2 * s.tokens * (s.query() + s.keyValue()));
}
ProfileWork activation(const ProfileShape& s) {
    return traffic((s.gated ? 3 : 2) * s.tokens * s.ffn / s.tp);
}
ProfileWork inputReshape(const ProfileShape& s) {
    return traffic(2 * s.tokens * (s.query() + 2 * s.keyValue()));
}
ProfileWork outputReshape(const ProfileShape& s) {
    return traffic(2 * s.tokens * s.query());
}
ProfileWork cacheSave(const ProfileShape& s) {
    return traffic(4 * s.tokens * s.keyValue());
}
ProfileWork prefill(const ProfileShape& s) {
    const double pairs = s.chunk * (s.kv + (s.chunk + 1) / 2);
    return {{4 * pairs * s.query()},
            {kBytes * 2 * (s.chunk * s.query() + (s.kv + s.chunk) * s.keyValue())},
            {},
            false};
}
ProfileWork decode(const ProfileShape& s) {
    return {{4 * s.batch * s.kv * s.query()},
            {kBytes * 2 * s.batch * (s.query() + s.kv * s.keyValue())},
            {},
            false};
}
ProfileWork allReduce(const ProfileShape& s) {
    return {{}, {}, {2 * (s.workers - 1) / s.workers * s.size}, s.workers > s.devicesPerNode};
}
ProfileWork sendReceive(const ProfileShape& s) {
    return {{}, {}, {s.size}, s.workers > s.devicesPerNode};
}

} // namespace

double ProfileShape::keyValue() const {
    return std::max(kvHeads / tp, 1.0) * headDim();
}

const std::vector<ProfileOperatorRow>& profileOperators() {
    using enum ProfileAxes;
    static const std::vector<ProfileOperatorRow> rows = {
        {"emb", "Embedding", Tokens, "2 B · 2 T h", norm, nullptr},
        {"input_layernorm", "Input norm", Tokens, "2 B · 2 T h", norm, nullptr},
        {"attn_pre_proj", "QKV projection", Tokens, "GEMM T × (h + 2 kv)/TP × h", productWork<preProjection>,
         productShape<preProjection>},
        {"attn_rope", "Rotary embedding", Tokens, "2 B · 2 T (h + kv)/TP", rope, nullptr},
        {"attn_input_reshape", "Attention input reshape", Phase, "2 B · 2 T (h + 2 kv)/TP", inputReshape,
         nullptr},
        {"attn_kv_cache_save", "KV cache save", Phase, "2 B · 4 T kv/TP", cacheSave, nullptr},
        {"attn_prefill", "Attention, prefill", Prefill,
         "4 C (K + (C + 1)/2) h/TP FLOP; 2 B · 2 (C h + (K + C) kv)/TP", prefill, nullptr},
        {"attn_decode", "Attention, decode", Decode, "4 b K h/TP FLOP; 2 B · 2 b (h + K kv)/TP", decode,
         nullptr},
        {"attn_output_reshape", "Attention output reshape", Phase, "2 B · 2 T h/TP", outputReshape, nullptr},
        {"attn_post_proj", "Output projection", Tokens, "GEMM T × h × h/TP", productWork<postProjection>,
         productShape<postProjection>},
        {"post_attention_layernorm", "Post-attention norm", Tokens, "2 B · 2 T h", norm, nullptr},
        {"mlp_up_proj", "MLP up (and gate)", Tokens, "GEMM T × u f/TP × h, u = 2 gated, else 1",
         productWork<upProjection>, productShape<upProjection>},
        {"mlp_act", "MLP activation", Tokens, "2 B · (u + 1) T f/TP", activation, nullptr},
        {"mlp_down_proj", "MLP down", Tokens, "GEMM T × h × f/TP", productWork<downProjection>,
         productShape<downProjection>},
        {"add", "Residual add", Tokens, "2 B · 3 T h", add, nullptr},
        {"all_reduce", "All-reduce", Size, "2 (n − 1)/n · size over the link", allReduce, nullptr},
        {"send_recv", "Send/receive", Size, "size over the link", sendReceive, nullptr},
    };
    return rows;
}

const ProfileOperatorRow* profileOperator(std::string_view name) {
    for (const ProfileOperatorRow& row : profileOperators())
        if (name == row.name) return &row;
    return nullptr;
}

Seconds idealTime(const ProfileWork& work, const GpuSpec& gpu) {
    const Bandwidth link = work.nic ? gpu.nic : gpu.nvlink;
    const Seconds wire = work.wire.base > 0 && link.base > 0 ? work.wire / link : Seconds{};
    return std::max({work.flops / gpu.bf16, work.bytes / gpu.hbm, wire});
}

const GpuSpec* profileGpu(const Catalog& catalog, std::string_view device) {
    const GpuSpec* own = catalog.gpu(device);
    return own != nullptr ? own : catalog.gpuNamed(device); // "a100_pairwise_nvlink" with its network
}

} // namespace moe
