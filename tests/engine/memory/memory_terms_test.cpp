// SPDX-License-Identifier: GPL-3.0-or-later
// One expected value for every row of memoryTerms(), by hand from the formula it shows.

#include "models/engine/memory/memory.h"
#include "models/engine/memory/shared_terms.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

using namespace moe;
using namespace moe::test;

class MemoryTermsTest : public QObject {
    Q_OBJECT

    struct Row {
        const char* key;
        const char* why;
        std::function<void(Scenario&)> change; // of the 64-expert log: 8 A100, EP4, λ 1.15
        double bytes;
    };
    // 64-expert log: T 16384, h = q 512, kv 128, n 4, fe 1792, E 64, k 1, L 24, V 128256.
    static constexpr double T = 16384, L = 24, V = 128256, h = 512, fe = 1792;
    static constexpr double kDense = 147874304, kExpert = 24.0 * 16 * 3 * 512 * 1792;
    static constexpr double kAttention = 2.0 * h * h + 2 * h * 128;

    static const std::vector<Row>& rows() {
        const auto same = [](Scenario&) {};
        const auto zero3 = [](Scenario& s) { s.train->zero = 3; };
        const auto fp8 = [](Scenario& s) { s.precision.compute = DataType::Fp8; };
        const auto narrow = [](Scenario& s) {
            s.precision.compute = DataType::Fp8;
            s.train->narrowWeights = s.train->narrowActivations = true;
        };
        const auto newer = [](Scenario& s) { s.train->stack = Stack::Megatron2026; };
        const auto full = [](Scenario& s) {
            s.train->recompute.mode = Recompute::Mode::Full;
            s.train->loss = LossKernel::Chunked;
            s.model.vocab = 1024;
        };
        const auto lora = [](Scenario& s) { s.train->trainable = Trainable::Lora; };
        // Of all layers, rank 32: fused qkv and o; both products of the 16 local experts.
        constexpr double kAdapters = L * 32 * (512 + 512 + 2 * 128 + 512 + 512);
        constexpr double kExpertAdapters = L * 16 * 32 * (512 + 2 * fe + fe + 512);
        static const std::vector<Row> kRows = {
            {"step_gradients", "the stack keeps them", same, 0},
            {"step_gradients", "plain PyTorch, recomputed: 2 bytes of each, and 4 of copies, less what passes",
             [](Scenario& s) {
                 s.train->stack = Stack::PyTorch;
                 s.train->zero = 0;
                 s.train->gradBytes = 2;
                 s.train->globalBatch = s.train->microBatch * 8; // a micro-batch each
                 s.train->recompute.mode = Recompute::Mode::Full;
                 s.train->loss = LossKernel::Chunked;
             },
             6 * (kDense + kExpert) -
                 (T * (L * 2 * h + 4 * h + 4) + 28 * T + 8.0 * 2048 * 2048 + 6 * 1024 * V)},
            {"frozen_weights", "every weight learns", same, 0},
            {"frozen_weights", "every weight is frozen", lora, 2 * (kDense + kExpert)},
            {"frozen_weights", "matrices in NF4",
             [](Scenario& s) {
                 s.train->trainable = Trainable::Lora;
                 s.precision.frozen = FrozenType::Nf4;
             },
             2 * (kDense - L * kAttention) + 0.5625 * (L * kAttention + kExpert)},
            {"dense_weights", "none learns", lora, 0},
            {"expert_gradients", "none learns", lora, 0},
            {"adapter_weights", "every weight learns", same, 0},
            {"adapter_weights", "LoRA", lora, 2 * (kAdapters + kExpertAdapters)},
            {"adapter_gradients", "LoRA", lora, 4 * (kAdapters + kExpertAdapters)},
            {"adapter_states", "LoRA, DP 8 and EDP 2", lora, 12 * (kAdapters / 8 + kExpertAdapters / 2)},
            {"adapter_inputs", "LoRA", lora, 2 * 32 * T * L * (2 + 2 * 1.15)},
            {"dequantised", "kept in bf16", lora, 0},
            {"dequantised", "the first matrix of an expert",
             [full](Scenario& s) {
                 full(s);
                 s.train->trainable = Trainable::Lora;
                 s.precision.frozen = FrozenType::Nf4;
             },
             2 * 2 * h * fe},
            {"dense_weights", "bf16", same, 2 * kDense},
            {"dense_weights", "ZeRO-3 over DP 8", zero3, 2 * kDense / 8},
            {"expert_weights", "bf16", same, 2 * kExpert},
            {"expert_weights", "ZeRO-3 over EDP 2", zero3, 2 * kExpert / 2},
            {"dense_weights", "matrices live in FP8 alone", narrow, 2 * (kDense - L * kAttention)},
            {"expert_weights", "matrices live in FP8 alone", narrow, 0},
            {"expert_weights", "bf16 compute has no narrower copy",
             [](Scenario& s) { s.train->narrowWeights = true; }, 2 * kExpert},
            {"fp8_weights", "bf16 has none", same, 0},
            {"fp8_weights", "of matrices that live in FP8 alone", narrow, L * kAttention + kExpert},
            {"fp8_weights", "layer linears once more", fp8, L * kAttention + kExpert},
            {"fp8_weights", "MXFP8 with an exponent per 32",
             [](Scenario& s) { s.precision.compute = DataType::MxFp8; },
             33.0 / 32 * (L * kAttention + kExpert)},
            {"fp8_weights", "NVFP4 with a scale per 16",
             [](Scenario& s) { s.precision.compute = DataType::NvFp4; }, 0.5625 * (L * kAttention + kExpert)},
            {"fp8_transposes", "bf16 has none", same, 0},
            {"fp8_transposes", "Hopper reads FP8 along rows only",
             [](Scenario& s) {
                 s.precision.compute = DataType::Fp8;
                 s.gpu.preset = "h100-sxm";
             },
             L * kAttention + kExpert},
            {"fp8_transposes", "Blackwell reads FP8 either way",
             [](Scenario& s) {
                 s.precision.compute = DataType::Fp8;
                 s.gpu.preset = "b200";
             },
             0},
            {"fp8_transposes", "columns of MXFP8 have scales of their own",
             [](Scenario& s) {
                 s.precision.compute = DataType::MxFp8;
                 s.gpu.preset = "b200";
             },
             33.0 / 32 * (L * kAttention + kExpert)},
            {"gathered_layer", "not below ZeRO-3", same, 0},
            {"gathered_layer", "one MoE layer but its own shard", zero3,
             2 * ((1 - 1.0 / 8) * (kAttention + 2 * h + 64 * h) + (1 - 1.0 / 2) * 16 * 3 * h * fe)},
            {"dense_gradients", "fp32", same, 4 * kDense},
            {"dense_gradients", "ZeRO-2", [](Scenario& s) { s.train->zero = 2; }, 4 * kDense / 8},
            {"expert_gradients", "fp32", same, 4 * kExpert},
            {"unsharded_gradients", "off", same, 0},
            {"unsharded_gradients", "on", [](Scenario& s) { s.train->unshardedGrads = true; },
             4 * (kDense + kExpert)},
            {"cast_gradients", "reduced as they are added up", same, 0},
            {"cast_gradients", "bf16 on their way, a bucket at a time",
             [](Scenario& s) { s.train->gradReduce = GradReduce::Bf16; }, 2 * 40e6},
            {"dense_optimizer", "two groups of 4 ranks (HSDP)", [](Scenario& s) { s.train->shardGroup = 4; },
             12 * kDense / 4},
            {"dense_optimizer", "Muon keeps one moment of each matrix",
             [](Scenario& s) { s.train->optimizer = Optimizer::Muon; },
             (12 * kDense - 4 * L * kAttention) / 8},
            {"expert_optimizer", "Muon", [](Scenario& s) { s.train->optimizer = Optimizer::Muon; },
             8 * kExpert / 2},
            {"dense_optimizer", "fp32 master and moments over DP 8", same, 12 * kDense / 8},
            {"dense_optimizer", "no ZeRO", [](Scenario& s) { s.train->zero = 0; }, 12 * kDense},
            {"expert_optimizer", "over EDP 2", same, 12 * kExpert / 2},
            {"expert_optimizer", "bf16 moments, no master",
             [](Scenario& s) {
                 s.train->momentBytes = 2;
                 s.train->masterWeights = false;
             },
             4 * kExpert / 2},
            {"framework", "A100", same, 28 * MiB.base},
            {"framework", "Hopper", [](Scenario& s) { s.gpu.preset = "h100-sxm"; }, 100 * MiB.base},
            {"dispatcher_buffers", "plain all-to-all", same, 0},
            // 4 ranks of one node: c·n·(r·(2·h + 8 + 128·8 + 2·128·4) + 4·(2·1 + 3)).
            {"dispatcher_buffers", "DeepEP in a node",
             [](Scenario& s) { s.train->dispatcher = Dispatcher::DeepEp; },
             10.0 * 4 * (256 * (2 * h + 8 + 2048) + 4 * 5)},
            {"dispatcher_buffers", "HybridEP: all ranks' tokens, and 64 weights each",
             [](Scenario& s) { s.train->dispatcher = Dispatcher::HybridEp; }, T * 4 * (2 * h + 4 * 64)},
            {"norms", "two norms, residual, final norm", same, T * (L * (8 * h + 8) + 4 * h + 4)},
            {"norms", "dropout masks", [](Scenario& s) { s.train->dropout = 0.1; },
             T * (L * (10 * h + 8) + 4 * h + 4)},
            {"norms", "full recompute keeps the input", full, T * (L * 2 * h + 4 * h + 4)},
            {"attention", "with the sbhd copy", same, T * L * (2 * (h + 256) + 4 * h + 16)},
            {"attention", "fused kernel", newer, T * L * (2 * (h + 256) + 2 * h + 16)},
            {"attention", "unfused", [](Scenario& s) { s.train->attentionKernel = AttentionKernel::Unfused; },
             T * L * (2 * (h + 256) + 2 * h + 2 * 4 * 2048)},
            {"attention", "FP8: the output, and quantised for the projection", fp8,
             T * L * (2 * (h + 256) + 5 * h + 16)},
            {"attention", "the output in 12 bits serves both, and its copy for the kernel", narrow,
             T * L * (2 * (h + 256) + 3.5 * h + 16)},
            {"state_mixers", "every layer attends", same, 0},
            {"state_mixers", "Mamba-2: D 1024, one group of state 128, 16 heads; chunks of 256",
             [](Scenario& s) {
                 s.model.pattern = {{LayerKind::Mamba2, 1}};
                 s.model.mambaInner = 1024, s.model.mambaState = 128, s.model.mambaHeads = 16;
             },
             T * L * (2 * (2 * (1024 + 2 * 128) + 1024 + 16 + 2 * 1024) + 4 * 1024 * 128 / 256.0)},
            {"dense_mlp", "no dense layer", same, 0},
            {"dense_mlp", "as a dense model",
             [](Scenario& s) {
                 s.moe.reset();
                 s.model.ffn = 1792;
                 s.parallel.ep = 1;
             },
             T * L * 6 * fe},
            {"router", "with un-permute", same, T * L * (8 * 64 + 18 + 2 * h)},
            {"router", "probabilities in the activation", newer, T * L * (8 * 64 + 18)},
            {"dispatched", "λ 1.15", same, T * L * 1.15 * 2 * h},
            {"dispatched", "padded to capacity", [](Scenario& s) { s.moe->capacityFactor = 1; },
             T * L * 2 * h},
            {"expert_mlp", "gated", same, T * L * 1.15 * 6 * fe},
            {"expert_mlp", "activation recomputed",
             [](Scenario& s) {
                 s.train->recompute = {Recompute::Mode::Selective, {RecomputePart::MoeAct}};
             },
             T * L * 1.15 * 4 * fe},
            {"expert_mlp", "FP8 keeps what the second product reads", fp8, T * L * 1.15 * 5 * fe},
            {"expert_mlp", "what SwiGLU reads, in 8 bits too", narrow, T * L * 1.15 * 3 * fe},
            {"shared_expert", "none", same, 0},
            {"shared_expert", "width 256", [](Scenario& s) { s.moe->sharedFfn = 256; }, T * L * 6 * 256},
            {"attention", "half of it waits in the host's memory",
             [](Scenario& s) { s.train->activationOffload = 0.5; },
             0.5 * T * L * (2 * (h + 256) + 4 * h + 16)},
            {"offload_buffers", "nothing is offloaded", same, 0},
            {"offload_buffers", "two layers on their way",
             [](Scenario& s) { s.train->activationOffload = 0.5; },
             2 * T *
                 (8 * h + 8 + 2 * (h + 256) + 4 * h + 16 + 8 * 64 + 18 + 2 * h + 1.15 * (2 * h + 6 * fe))},
            {"paired_tokens", "no pairs", same, 0},
            {"paired_tokens", "one stage, two micro-batches",
             [](Scenario& s) {
                 s.train->epOverlap = true;
                 s.train->globalBatch *= 2;
             },
             1.15 * T * 2 * 2 * h},
            {"inputs", "28 B per token", same, 28 * T},
            {"mask", "made by the loader", same, 8.0 * 2048 * 2048},
            {"dummy_gradients", "2024 has none", same, 0},
            {"dummy_gradients", "attention and one expert", newer, 2 * (kAttention + 3 * h * fe)},
            {"dummy_gradients", "sums apart from products",
             [](Scenario& s) {
                 s.train->stack = Stack::Megatron2026;
                 s.train->fusedGradAccumulation = false;
             },
             0},
            {"loss", "unfused", same, 6 * T * V + 16 * T},
            {"loss", "fused", newer, 2 * T * V},
            {"lm_head_gradient", "2024 has none", same, 0},
            {"lm_head_gradient", "2026", newer, 2 * V * h},
            {"layer_backward", "loss is larger", same, 0},
            {"layer_backward", "small head", full, T * 1.15 * (2 * h + 4 * fe)},
            {"recomputed_layer", "nothing recomputed", same, 0},
            {"recomputed_layer", "all but the input", full,
             T * (6 * h + 8 + 2 * (h + 256) + 4 * h + 16 + 8 * 64 + 18 + 2 * h + 1.15 * (2 * h + 6 * fe))},
        };
        return kRows;
    }

private slots:
    void everyTermHasARow() {
        std::set<std::string> tested;
        for (const Row& row : rows()) tested.insert(row.key);
        std::set<std::string> table;
        for (const MemoryTerm& term : memoryTerms()) QVERIFY2(table.insert(term.key).second, term.key);
        QVERIFY(tested == table);
    }

    void bytes_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < rows().size(); ++i)
            QTest::addRow("%s: %s", rows()[i].key, rows()[i].why) << static_cast<int>(i);
    }
    void bytes() {
        QFETCH(int, index);
        const Row& row = rows()[static_cast<std::size_t>(index)];
        Case c{presetScenario("seed-moe64")};
        row.change(c.scenario);
        const Setup setup = c.setup();
        const StageContext context = stageContext(setup, stageLayers(setup), 0);
        const auto term = std::find_if(memoryTerms().begin(), memoryTerms().end(),
                                       [&](const MemoryTerm& t) { return std::string(t.key) == row.key; });
        QCOMPARE(term->bytes(context).base, row.bytes);
        // What stages share is what each would read for itself.
        const SharedTerms shared(setup, setup.imbalance);
        StageContext known = stageContext(setup, stageLayers(setup), 0, &shared);
        const Transients passing = transients(known);
        known.passing = &passing;
        QCOMPARE(term->bytes(known).base, row.bytes);
    }
};

MOE_TEST(MemoryTermsTest)
#include "memory_terms_test.moc"
