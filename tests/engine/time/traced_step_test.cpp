// SPDX-License-Identifier: GPL-3.0-or-later
// A profiler's step beside the predicted one.
#include "models/engine/evaluate.h"
#include "models/engine/time/step_terms.h"
#include "models/engine/time/step_time_report.h"
#include "models/engine/time/traced_step.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class TracedStepTest : public QObject {
    Q_OBJECT

    static KernelTrace trace(std::initializer_list<std::tuple<const char*, double, double>> kernels) {
        KernelTrace made;
        for (const auto& [name, start, length] : kernels) {
            made.kernels.push_back({start * millisecond, length * millisecond,
                                    static_cast<std::uint32_t>(made.names.size()), 0});
            made.names.emplace_back(name);
        }
        return made;
    }
    static TrainReport predicted(std::initializer_list<std::pair<const char*, double>> milliseconds) {
        TrainReport report;
        report.step = 100 * millisecond;
        report.terms.resize(timeTerms().size());
        for (const auto& [key, value] : milliseconds)
            for (std::size_t i = 0; i < timeTerms().size(); ++i)
                if (timeTerms()[i].key == std::string_view(key))
                    report.terms[i].seconds = report.terms[i].exposed = value * millisecond;
        return report;
    }
    static const TracedFamily* family(const TracedStep& step, std::string_view key) {
        for (const TracedFamily& one : step.families)
            if (kernelFamilies()[one.family].key == key) return &one;
        return nullptr;
    }
    static bool isMs(Seconds value, double wanted) { return std::abs(value.base - wanted * 1e-3) < 1e-12; }

private slots:
    /// Names as they stand in traces of PyTorch with Transformer Engine, DeepEP, FlashAttention and NCCL.
    void knowsKernelsByTheirNames_data() {
        QTest::addColumn<QString>("family");
        const auto row = [](const char* name, const char* key) { QTest::newRow(name) << QString(key); };
        row("nvjet_tst_256x128_64x4_1x2_h_bz_coopA_TNT", "products");
        row("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_cublas", "products");
        row("void cutlass::device_kernel<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90>>",
            "attention");
        row("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_3", "attention");
        row("void "
            "cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cutlass::gemm::GroupProblemShape<>>"
            ">",
            "expert_products");
        row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>) [alltoallv]", "exchange");
        row("void deep_ep::internode::dispatch<false, 8, 32>", "exchange");
        row("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL", "collectives");
        row("void transformer_engine::normalization::rmsnorm_fwd_tuned_kernel", "memory_bound");
        row("void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctorMaster>", "optimizer");
        row("triton_poi_fused_silu_mul_3", "memory_bound");
        row("Memcpy DtoD (Device -> Device)", "copies");
        row("Cijk_Alik_Bljk_BBS_BH_MT256x224x64", "products"); // hipBLASLt on ROCm
        row("my_own_kernel", "rest");
    }
    void knowsKernelsByTheirNames() {
        QFETCH(QString, family);
        QCOMPARE(QString(kernelFamilies()[kernelFamily(QTest::currentDataTag())].key), family);
    }

    void overlapIsCountedOnce() {
        // 0-40 gemm, 30-60 all-to-all, 70-80 attention; a mark from 0 to 100.
        KernelTrace made =
            trace({{"gemm", 0, 40}, {"nccl SendRecv", 30, 30}, {"flash_fwd", 70, 10}, {"gemm2", 200, 5}});
        made.steps = {{0 * millisecond, 100 * millisecond}};
        const TracedStep step =
            besidePrediction(tracedStep(made), predicted({{"gemm", 50}, {"head", 10}, {"alltoall", 15}}));
        QVERIFY(step.marked);
        QCOMPARE(step.outside, std::size_t(1));
        QVERIFY(isMs(step.step, 100) && isMs(step.compute, 50) && isMs(step.communication, 30));
        QVERIFY(isMs(step.exposed, 20) && isMs(step.idle, 30));
        QVERIFY(isMs(family(step, "products")->traced, 40));
        QVERIFY(isMs(*family(step, "products")->predicted, 60));
        QVERIFY(isMs(*family(step, "exchange")->predicted, 15));
        QVERIFY(isMs(step.predictedCompute, 60) && isMs(step.predictedCommunication, 15));
        QVERIFY(!family(step, "optimizer")); // in neither
    }

    void marksGiveTheNumberOfSteps() {
        KernelTrace made = trace({{"gemm", 0, 4}, {"gemm", 10, 4}});
        made.steps = {{0 * millisecond, 10 * millisecond}, {10 * millisecond, 20 * millisecond}};
        const TracedStep step = besidePrediction(tracedStep(made), predicted({}));
        QCOMPARE(step.steps, 2.0);
        QVERIFY(isMs(step.step, 10) && isMs(step.compute, 4));
        QCOMPARE(family(step, "products")->launches, 1.0);
        made.steps.clear();
        QVERIFY(isMs(besidePrediction(tracedStep(made, 2), predicted({})).step, 7)); // 0 to 14
    }

    /// Experts' products run as ordinary ones where no grouped kernel is.
    void expertsGoWhereTheirKernelsAre() {
        const TrainReport report = predicted({{"gemm", 50}, {"expert_gemm", 30}});
        const TracedStep plain = besidePrediction(tracedStep(trace({{"gemm", 0, 40}})), report);
        QVERIFY(isMs(*family(plain, "products")->predicted, 80));
        QVERIFY(!family(plain, "expert_products"));
        const TracedStep grouped =
            besidePrediction(tracedStep(trace({{"gemm", 0, 40}, {"GroupProblemShape gemm", 40, 9}})), report);
        QVERIFY(isMs(*family(grouped, "products")->predicted, 50));
        QVERIFY(isMs(*family(grouped, "expert_products")->predicted, 30));
    }

    /// A profile of serving: the parts of a decode step, without prefills of other requests.
    void aPassIsSetBesideAProfileOfServing() {
        std::vector<ServePart> parts;
        for (const auto& [key, time] : {std::pair{"attention", 4.0},
                                        {"gemm", 2.0},
                                        {"mlp", 1.0},
                                        {"tp", 3.0},
                                        {"engine", 1.0},
                                        {"prefills", 50.0}})
            parts.push_back({key, key, time * millisecond, time * millisecond});
        const TracedStep step =
            besidePass(tracedStep(trace({{"flash_fwd_splitkv", 0, 5}, {"nvjet", 5, 4}})), parts);
        QVERIFY(isMs(*family(step, "attention")->predicted, 4));
        QVERIFY(isMs(*family(step, "products")->predicted, 3));
        QVERIFY(isMs(*family(step, "collectives")->predicted, 3));
        QVERIFY(isMs(step.predictedStep, 11) && isMs(step.predictedIdle, 1));
        QCOMPARE(step.mode, TracedMode::Unknown); // the host was not recorded
    }

    /// A kernel that ends behind the marked steps makes the last one no longer.
    void computingIsNoLongerThanTheStep() {
        KernelTrace made = trace({{"gemm", 5, 20}});
        made.steps = {{0 * millisecond, 10 * millisecond}};
        const TracedStep step = tracedStep(made);
        QVERIFY(isMs(step.compute, 5) && isMs(step.step, 10));
    }

    /// The host is done with a step before the GPU: its kernels and its length are those of the GPU.
    void aStepTheHostMarksLastsUntilTheGpuHasDoneIt() {
        KernelTrace made = trace({{"gemm", 5, 10}, {"gemm2", 15, 10}, {"gemm3", 40, 10}});
        made.steps = {{0 * millisecond, 12 * millisecond}};
        made.hostSteps = true;
        made.kernels[1].ahead = 5 * millisecond;  // launched at 10
        made.kernels[2].ahead = 20 * millisecond; // at 20, in the next step
        made.kernels[1].replayed = true;
        made.replays = {10 * millisecond, 20 * millisecond};
        const TracedStep step = tracedStep(made);
        QCOMPARE(step.outside, std::size_t(1));
        QVERIFY(isMs(step.step, 20) && isMs(step.compute, 20));
        QVERIFY(step.replays == 1 && step.replayed == 1);
    }

    /// Once a layer: kernels beside the backward pass of attention are none.
    void backwardPassesOfAttentionAreCounted() {
        const TracedStep step = tracedStep(trace(
            {{"void cutlass::device_kernel<flash::FlashAttnBwdPreprocess<cute::C<64>>>", 0, 1},
             {"void cutlass::device_kernel<flash::FlashAttnBwd<flash::CollectiveMainloopBwd<2>>>", 1, 9},
             {"void cutlass::device_kernel<flash::FlashAttnBwdPostprocessConvertdQ<cute::C<64>>>", 10, 1},
             {"void flash::compute_attn_ws<Flash_fwd_kernel_traits<192, 128>>", 11, 4},
             {"cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16", 15, 2}}));
        QCOMPARE(step.backwardPasses, 1.0); // of the kernel that takes longest
    }

    /// DeepSeek's published profile: one forward and one backward pass of four MoE layers, balanced, with
    /// their exchanges beside them (github.com/deepseek-ai/profile-data@4496024, README). Kernels are told as
    /// launched in its one step: 983 of them, 129.0 ms from the first to the last.
    void fourLayersStandBesideDeepSeeksProfile() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train->imbalance = 1;
        const Setup setup = setupOf(scenario, shippedCatalog());
        const TrainReport four = layerPasses(setup, 4), eight = layerPasses(setup, 8);
        QVERIFY(std::abs(four.step.base / 0.1290 - 1) < 0.08); // 129.0 ms
        for (std::size_t i = 0; i < four.terms.size(); ++i) {
            QVERIFY(std::abs(eight.terms[i].seconds.base - 2 * four.terms[i].seconds.base) < 1e-12);
            const StepPart part = timeTerms()[i].part;
            if (part == StepPart::Head || part == StepPart::Bubble || part == StepPart::SendReceive ||
                part == StepPart::Optimizer || part == StepPart::Constant)
                QCOMPARE(four.terms[i].seconds.base, 0.0);
            // 21.97 ms of attention; its step's exchanges wait for others, which the prediction leaves out.
            if (part == StepPart::Attention)
                QVERIFY(std::abs(four.terms[i].seconds.base / 21.97e-3 - 1) < 0.1);
        }
        // 120 micro-batches; 61 layers and one more on 16 stages, the busiest rank with 3.5 on average.
        QCOMPARE(attentionPasses(setup), 420.0);
    }

    void theBusiestOfSeveralGpusIsLookedAt() {
        KernelTrace made = trace({{"gemm", 0, 4}, {"gemm", 0, 9}});
        made.kernels[1].device = 5;
        const TracedStep step = besidePrediction(tracedStep(made), predicted({}));
        QCOMPARE(step.device, 5);
        QCOMPARE(step.devices, 2);
        QVERIFY(isMs(step.compute, 9));
    }

    /// Each part of the model is in one family at most, and only what no kernel shows is in none.
    void everyPartHasItsKernels() {
        std::map<std::string, int> seen;
        for (const KernelFamily& row : kernelFamilies())
            for (const char* part : row.parts) ++seen[part];
        for (const auto& [part, times] : seen) QCOMPARE(times, 1);
        QStringList without;
        for (const StepTermRow& row : timeTerms())
            if (!seen.contains(row.key)) without << row.key;
        QCOMPARE(without.join(","), QString("recompute,adapters,dequantise,host,bubble,constant"));
    }
};

MOE_TEST(TracedStepTest)
#include "traced_step_test.moc"
