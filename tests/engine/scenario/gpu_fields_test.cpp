// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of data sheets and where each was read; a GPU that is written reads the same again.

#include "models/engine/scenario/machines/gpu_fields.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/shape/sharding.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::test;

class GpuFieldsTest : public QObject {
    Q_OBJECT

    static Citation cited(const char* gpu, const char* key) {
        return citationOf(*shippedCatalog().gpu(gpu), *findGpuField(key));
    }

private slots:
    void everyFigureOfAGpuHasItsCitation() {
        QCOMPARE(cited("h100-sxm", "bf16_tflops").text,
                 std::string("NVIDIA H100 data sheet (sparse peaks halved)"));
        QCOMPARE(cited("h100-sxm", "memory_mib").text, std::string("from nvidia-smi"));
        // "peaks" are three figures; what stands in brackets parts no clauses.
        QCOMPARE(cited("b200", "fp4_tflops").text,
                 std::string("torchtitan, aiconfigurator, dgxc-benchmarking"));
        QCOMPARE(cited("gaudi2", "nvlink_gbps").text,
                 std::string("MLPerf (24x 100 GbE in all; 21 inside the node is uncited)"));
        // A clause without a figure goes on about the one before.
        QCOMPARE(cited("ascend-910b", "bf16_tflops").text,
                 std::string("ArthurChiao (fp16); variants 313 to 376 uncited; below the measured 328"));
    }

    void figuresNobodyCitesAreMarked() {
        QVERIFY(cited("gaudi2", "nic_gbps").uncited);
        QVERIFY(cited("a100-40g", "bandwidth_gbps").uncited);
        QVERIFY(!cited("a100-40g", "bf16_tflops").uncited);
        // Not listed, but no clause names it either.
        QVERIFY(cited("gb200", "domain").uncited);
        // What a GPU does not have needs no document.
        QVERIFY(!cited("gaudi2", "fp4_tflops").uncited);
        QVERIFY(!cited("h200", "topology").uncited);
        QVERIFY(cited("mi325x", "topology").uncited);
    }

    void aCitationOfOneFigureLeavesTheOthers() {
        const GpuSpec& before = *shippedCatalog().gpu("b200");
        const GpuField& power = *findGpuField("power_w");
        const GpuSpec measured = withCitation(before, power, "nvidia-smi");
        QCOMPARE(citationOf(measured, power).text, std::string("nvidia-smi"));
        for (const GpuField& field : gpuFields()) {
            if (field.key == power.key) continue;
            QCOMPARE(citationOf(measured, field).text, citationOf(before, field).text);
            QCOMPARE(citationOf(measured, field).uncited, citationOf(before, field).uncited);
        }
        const GpuSpec none = withCitation(measured, power, "");
        QVERIFY(citationOf(none, power).uncited);
        QVERIFY(!citationOf(withCitation(none, power, "meter"), power).uncited);
    }

    void whatIsWrittenReadsTheSame() {
        for (const GpuSpec& gpu : shippedCatalog().gpus) {
            const std::vector<GpuSpec> read = valueOf(readGpus(gpusText({gpu}), "written"));
            QCOMPARE(read.size(), std::size_t(1));
            for (const GpuField& field : gpuFields())
                QCOMPARE(gpuFieldText(read.front(), field), gpuFieldText(gpu, field));
            QCOMPARE(read.front().label, gpu.label);
            QCOMPARE(read.front().source, gpu.source);
            QCOMPARE(read.front().uncited, gpu.uncited);
        }
        const std::vector<ClusterPreset>& clusters = shippedCatalog().clusters;
        const std::vector<ClusterPreset> read = valueOf(readClusters(clustersText(clusters), "written"));
        QCOMPARE(read.size(), clusters.size());
        for (std::size_t i = 0; i < read.size(); ++i) {
            QCOMPARE(read[i].key, clusters[i].key);
            QVERIFY(read[i].set == clusters[i].set);
            QCOMPARE(read[i].source, clusters[i].source);
        }
    }

    void aFileHoldsGpusAndClusters() {
        const GpuSpec& gpu = *shippedCatalog().gpu("tpu-v5e");
        const ClusterPreset& cluster = shippedCatalog().clusters.front();
        const Machines read = valueOf(readMachines(gpusText({gpu}) + clustersText({cluster}), "mine.yaml"));
        QCOMPARE(read.gpus.size(), std::size_t(1));
        QCOMPARE(read.gpus.front().key, gpu.key);
        QVERIFY(read.gpus.front().topology == Topology::Torus2d);
        QCOMPARE(read.clusters.size(), std::size_t(1));
        QVERIFY(read.clusters.front().set == cluster.set);
        const auto broken = readMachines("a:\n  memory_mib: x\nb:\n  cluster.nic_gbps: x\n", "mine.yaml");
        QVERIFY(!broken);
        const QString said = QString::fromStdString(toString(broken.error()));
        QVERIFY2(said.contains("mine.yaml:2:15: a.memory_mib: must be a number"), qPrintable(said));
        QVERIFY2(said.contains("mine.yaml:4:21: b.cluster.nic_gbps: "), qPrintable(said));
    }

    /// All at once, each at its figure.
    void everyBrokenFigureIsNamed() {
        const auto read = readGpus("mine:\n  memory_mib: -1\n  bf16_tflops: 300\n  topology: star\n"
                                   "  nvlink_gbps: 0\n  domain: 0\n  hbm: 3\n",
                                   "mine.yaml");
        QVERIFY(!read);
        std::vector<std::string> keys;
        for (const Problem& problem : read.error()) keys.push_back(problem.key);
        for (const char* key : {"mine.memory_mib", "mine.topology", "mine.hbm", "mine.bandwidth_gbps",
                                "mine.nvlink_gbps", "mine.nic_gbps", "mine.domain"})
            QCOMPARE(std::count(keys.begin(), keys.end(), key), 1);
        QCOMPARE(keys.size(), std::size_t(7));
    }

    /// A figure of the data sheet, whatever the GPU is called; else what is usual in its generation.
    void theHostLinkAndMultiprocessorsAreFigures() {
        const auto mine = readGpus("mine:\n  label: Mine\n  generation: hopper\n  memory_mib: 98304\n"
                                   "  bf16_tflops: 989\n  bandwidth_gbps: 4000\n  nvlink_gbps: 450\n"
                                   "  nic_gbps: 50\n  host_gbps: 450\n  multiprocessors: 114\n",
                                   "mine.yaml");
        QVERIFY(mine);
        QCOMPARE(hostLink(mine->front()).base, 0.8 * 450e9);
        QCOMPARE(multiprocessors(mine->front()), 114.0);
        const Catalog catalog = shippedCatalog();
        QCOMPARE(hostLink(*catalog.gpu("gb200")).base, 0.8 * 225e9); // 450 GB/s of a Grace for two
        QCOMPARE(hostLink(*catalog.gpu("a100-80g")).base, 0.8 * 32e9);
        QCOMPARE(hostLink(*catalog.gpu("h100-sxm")).base, 0.8 * 64e9);
        QCOMPARE(multiprocessors(*catalog.gpu("h20")), 78.0);
        QCOMPARE(multiprocessors(*catalog.gpu("h100-sxm")), 132.0); // NVIDIA H100 white paper
    }
};

MOE_TEST(GpuFieldsTest)
#include "gpu_fields_test.moc"
