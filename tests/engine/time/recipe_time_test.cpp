// SPDX-License-Identifier: GPL-3.0-or-later
// What choices of a recipe do to a training step.

#include "models/engine/cost/compute_rate.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/time/host_time.h"
#include "models/engine/time/recipe_traffic.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using moe::test::scenarioOf;
using moe::test::shippedCatalog;

namespace {

const QString kDense = "model.layers=16 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 "
                       "model.vocab=128256 model.sequence=4096 train.micro_batch=1 train.global_batch=64 "
                       "parallel.dp=8 gpu.preset=gb300 ";
const QString kMoe = kDense + "model.hidden=2048 model.ffn=0 moe.experts=64 moe.top_k=8 moe.expert_ffn=1024 "
                              "parallel.ep=8 train.dispatcher=hybridep ";

Scenario scenario(const QString& keys) {
    return scenarioOf(keys);
}
StepTime timed(const QString& keys) {
    const Catalog& catalog = shippedCatalog();
    const Scenario made = scenario(keys);
    const Setup setup = setupOf(made, catalog);
    return stepTime(stepModel(setup));
}
QStringList warned(const QString& keys) {
    const Catalog& catalog = shippedCatalog();
    const Scenario made = scenario(keys);
    const Setup setup = setupOf(made, catalog);
    QStringList ids;
    for (const Warning& warning : trainingWarnings(setup, trainingStep(setup)))
        ids << QString::fromStdString(warning.id);
    return ids;
}
GpuSpec gpu(const char* key) {
    return *shippedCatalog().gpu(key);
}
bool near(double value, double expected, double share = 1e-9) {
    return std::abs(value / expected - 1) < share;
}

} // namespace

class RecipeTimeTest : public QObject {
    Q_OBJECT

private slots:
    /// Operator tables of TensorRT-LLM gain 1.49, 1.54, and 1.63 to 1.72 over FP8 on B200, GB200, B300 and
    /// GB300 (the exponent of the peaks' ratio that stood here before gave 1.39 on B200).
    void productsInFourBitsGainWhatTablesSay() {
        const auto gain = [](const char* key) {
            const GpuSpec spec = gpu(key);
            const ComputeRate four = computeRate(spec, DataType::NvFp4, kStepConstants),
                              eight = computeRate(spec, DataType::MxFp8, kStepConstants);
            return four.gain * four.peak / (eight.gain * eight.peak);
        };
        QVERIFY(near(gain("b200"), 1.6) && near(gain("gb300"), 1.6 * 1.041));
        QVERIFY(near(gain("gb200"), 1.54, 0.1) && near(gain("gb300"), 1.67, 0.1));
        QVERIFY(near(gain("b200"), 1.49, 0.1) && near(gain("b300"), 1.67, 0.1));
    }

    /// XLA drops of what a checkpoint computes again a layer's last product, which nothing reads but a norm
    /// behind the block: 2·T·h·f FLOPs of 16 layers and 8 micro-batches. Torch repeats it.
    void xlaDoesNotRecomputeWhatNothingReads() {
        const auto again = [](const QString& keys) {
            const Scenario made = scenario(kDense + "train.recompute=full " + keys);
            const Setup setup = setupOf(made, shippedCatalog());
            const StepModel model = stepModel(setup);
            const PartCosts parts = stageParts(model, stepTime(model).worst);
            return parts[std::size_t(StepPart::Recompute)].math.base * setup.gpu.bf16.base;
        };
        const double layer = 16 * 2 * 4096.0 * 4096 * 14336;
        const double whole = again("gpu.preset=h100-sxm ");
        QVERIFY(near(whole - again("gpu.preset=tpu-v5p "), layer, 1e-6));
        QVERIFY(near(again("gpu.preset=tpu-v5p model.four_norms=true "), whole, 1e-6));
    }

    /// With scales per block of 128 × 128 the products of an H100 reach 0.75 to 0.79 of bf16's share of the
    /// peak, at the median of 601 large shapes (operator tables, the faster of two engines); per tensor
    /// training reaches 0.96. Blackwell scales blocks in its units. Servers have tables of their own.
    void scalesPerBlockSlowHopper() {
        const auto rate = [](const QString& keys) {
            const Scenario made = scenario(kDense + keys);
            return ratesOf(setupOf(made, shippedCatalog())).linear.base;
        };
        for (const auto& [card, slower] : {std::pair{"h800", 0.78 / 0.96}, {"b200", 1.0}}) {
            const QString keys = QStringLiteral("gpu.preset=%1 precision.compute=").arg(card);
            QVERIFY(near(rate(keys + "fp8_block ") / rate(keys + "fp8 "), slower));
        }
    }

    void withoutUnitsTheNextWiderOnesCompute() {
        QVERIFY(near(computeRate(gpu("h100-sxm"), DataType::NvFp4, kStepConstants).peak.base,
                     gpu("h100-sxm").fp8.base));
        QVERIFY(near(computeRate(gpu("a100-80g"), DataType::NvFp4, kStepConstants).peak.base,
                     gpu("a100-80g").bf16.base));
        QVERIFY(warned(kDense + "gpu.preset=h100-sxm precision.compute=nvfp4").contains("time-no-fp4"));
        QVERIFY(!warned(kDense + "precision.compute=nvfp4").contains("time-no-fp4"));
    }

    void narrowerIsFasterAndPartsMayStayWider() {
        const double eight = timed(kDense + "precision.compute=mxfp8").step.base,
                     four = timed(kDense + "precision.compute=nvfp4").step.base,
                     mixed = timed(kDense + "precision.compute=nvfp4 precision.attention=bf16").step.base,
                     head = timed(kDense + "precision.compute=nvfp4 precision.head=mxfp8").step.base;
        QVERIFY(four < eight);
        QVERIFY(mixed > four && head < four);
    }

    void aGraphOfTheIterationLaunchesNothing() {
        const StageTime none = timed(kMoe).worst, parts = timed(kMoe + "train.cuda_graphs=true").worst,
                        whole = timed(kMoe + "train.cuda_graphs=full").worst;
        QVERIFY(near(parts.host / none.host, kStepConstants.graphs));
        QVERIFY(near(whole.host / none.host, 2.0 / 28));
        QVERIFY(near(parts.sync / none.sync, 0.5));
        QCOMPARE(whole.sync.base, 0.0);
    }

    /// Dropless routing through the host has no fixed shapes.
    void aGraphOfTheIterationNeedsFixedShapes() {
        const QString host = kMoe + "train.dispatcher=deepep train.cuda_graphs=";
        QVERIFY(near(timed(host + "full").step.base, timed(host + "scoped").step.base));
        QVERIFY(warned(host + "full").contains("time-graph-shapes"));
        QVERIFY(!warned(host + "scoped").contains("time-graph-shapes"));
        QVERIFY(!warned(host + "full moe.capacity_factor=1").contains("time-graph-shapes"));
        QVERIFY(timed(host + "full moe.capacity_factor=1").worst.sync.base == 0);
    }

    void kernelsOfALayer() {
        const Catalog& catalog = shippedCatalog();
        const auto kernels = [&](const QString& keys, FeedForward feed) {
            const Scenario made = scenario(keys);
            return layerKernels(setupOf(made, catalog), feed);
        };
        QCOMPARE(kernels(kDense, FeedForward::Dense), 50.0);
        QCOMPARE(kernels(kMoe, FeedForward::Moe), 150.0);
        QVERIFY(kernels(kMoe + "train.fused_grouped_mlp=true", FeedForward::Moe) < 150);
        // The published trace of DeepSeek-V3 has 983 kernels for four layers.
        QVERIFY(near(kernels(kMoe + "precision.compute=fp8_block", FeedForward::Moe), 983.0 / 4, 0.01));
        QVERIFY(near(50 * kStepConstants.launch.base, 1.4e-3) &&
                near(150 * kStepConstants.launch.base, 4.2e-3));
    }

    /// A product of 64 × 64 × 64 takes what starting it takes, a large one what its FLOPs take.
    void noProductIsShorterThanItsFloor() {
        const Catalog& catalog = shippedCatalog();
        const Scenario made = scenario(kDense);
        const Rates rates = ratesOf(setupOf(made, catalog));
        QVERIFY(near(gemmCost(rates, {64, 64, 64}, GemmType::Linear).time.base, 5.5e-6, 0.01));
        const Cost large = gemmCost(rates, {8192, 8192, 8192}, GemmType::Linear);
        QVERIFY(large.time > large.math && large.time < 2.5 * large.math);
    }

    void fusedExpertsMoveLess() {
        const QString narrow = kMoe + "precision.compute=mxfp8 ";
        const StepTime apart = timed(narrow), fused = timed(narrow + "train.fused_grouped_mlp=true");
        QVERIFY(fused.worst.all.bytes < apart.worst.all.bytes && fused.worst.host < apart.worst.host);
        QVERIFY(fused.step < apart.step);
    }

    void delayedWeightGradientsHideALittleMore() {
        const QString overlapped = kMoe + "train.ep_overlap=true ";
        QVERIFY(timed(overlapped + "train.delay_wgrad=true").step < timed(overlapped).step);
        QCOMPARE(timed(kMoe + "train.delay_wgrad=true").step.base, timed(kMoe).step.base);
    }

    /// bf16 out and weights back, against fp32 out: 4 bytes of 6.
    void gradientsInBf16TravelInLess() {
        const StepTime wide = timed(kDense), narrow = timed(kDense + "train.grad_reduce=bf16");
        QVERIFY(near(narrow.dp / wide.dp, 4.0 / 6));
        QVERIFY(near(timed(kDense + "train.grad_reduce=fp32").dp.base, wide.dp.base));
    }

    /// Where rings over all ranks are long, weights gathered inside a node come sooner.
    void aShardGroupKeepsWeightsNear() {
        const QString far =
            kDense + "gpu.preset=h100-sxm parallel.dp=2048 train.global_batch=4096 train.zero=3 ";
        const StepTime all = timed(far), grouped = timed(far + "train.shard_group=8");
        QVERIFY(grouped.worst.fsdp < all.worst.fsdp);
        QVERIFY(near(timed(far + "train.shard_group=2048").worst.fsdp.base, all.worst.fsdp.base));
    }

    void offloadedActivationsTakeTheLinkToTheHost() {
        const QString one = kDense + "gpu.preset=h100-sxm ";
        const StepTime kept = timed(one), half = timed(one + "train.activation_offload=0.5"),
                       all = timed(one + "train.activation_offload=1");
        QVERIFY(near(all.worst.fsdp / half.worst.fsdp, 2));
        QVERIFY(kept.worst.fsdp.base == 0 && half.step > kept.step && all.step > half.step);
    }

    /// Five steps of X·Xᵀ, its square, and their product with X: for a square matrix of n that is
    /// 5·(2 + 2 + 2)·n FLOPs per parameter.
    void muonMultipliesMatrices() {
        QCOMPARE(muonFlops(4096, 4096), 5.0 * 6 * 4096);
        QCOMPARE(muonFlops(1024, 4096), 5.0 * (4 * 1024 + 2 * 256));
        QCOMPARE(muonFlops(4096, 1024), muonFlops(1024, 4096));
        const StepTime adam = timed(kDense), muon = timed(kDense + "train.optimizer=muon");
        QVERIFY(muon.muon.base > 0 && adam.muon.base == 0);
        QVERIFY(muon.optimizer - muon.muon < adam.optimizer);
    }

    /// A rank of DualPipe learns two stages, and shares their states with the other rank that does.
    void muonOfBothStagesOfARank() {
        const QString one = kMoe + "parallel.pp=4 train.optimizer=muon train.schedule=";
        for (const auto& [zero, times] : {std::pair{"1", 1.0}, std::pair{"0", 2.0}}) {
            const QString with = QString(" train.zero=") + zero;
            const StepTime plain = timed(one + "1f1b" + with), both = timed(one + "dualpipe" + with);
            QVERIFY2(near(both.muon / plain.muon, times), zero);
        }
    }

    void choicesThatDoNotGoTogetherAreLocated_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("key");
        QTest::newRow("offload in a pipeline") << "train.activation_offload=0.5 parallel.pp=2 parallel.dp=4"
                                               << "train.activation_offload";
        QTest::newRow("offload in a graph") << "train.activation_offload=0.5 train.cuda_graphs=scoped"
                                            << "train.activation_offload";
        QTest::newRow("shard group") << "train.shard_group=3"
                                     << "train.shard_group";
        QTest::newRow("nothing sharded") << "train.shard_group=4 train.zero=0"
                                         << "train.shard_group";
    }
    void choicesThatDoNotGoTogetherAreLocated() {
        QFETCH(QString, keys);
        QFETCH(QString, key);
        Scenario made = scenarioOf(kDense);
        for (const QString& setting : keys.split(' '))
            QVERIFY(setField(made, setting.section('=', 0, 0).toStdString(),
                             setting.section('=', 1).toStdString())
                        .empty());
        const Problems problems = validate(made, shippedCatalog());
        QVERIFY(std::any_of(problems.begin(), problems.end(),
                            [&](const Problem& problem) { return problem.key == key.toStdString(); }));
    }
};

MOE_TEST(RecipeTimeTest)
#include "recipe_time_test.moc"
