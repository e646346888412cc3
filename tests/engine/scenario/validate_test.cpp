// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

namespace {

Catalog catalog() {
    Catalog result;
    GpuSpec gpu;
    gpu.key = "h100-sxm";
    result.gpus.push_back(gpu);
    return result;
}

/// 128 experts on 64 GPUs: valid.
Scenario example() {
    Scenario s;
    s.model.layers = 48;
    s.model.hidden = 2048;
    s.model.heads = 32;
    s.model.kvHeads = 4;
    s.model.headDim = 128;
    s.model.vocab = 151936;
    s.model.sequence = 4096;
    s.moe.emplace().experts = 128;
    s.moe->topK = 8;
    s.moe->expertFfn = 768;
    s.train.emplace().globalBatch = 1024;
    s.parallel.ep = 8;
    s.cluster.gpus = 64;
    return s;
}

} // namespace

class ValidateTest : public QObject {
    Q_OBJECT
private slots:
    void curesKeepEveryRule_data() {
        QTest::addColumn<QStringList>("set");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("cures");
        const auto row = [](const char* name, QStringList set, const char* key, const char* cures) {
            QTest::newRow(name) << set << key << cures;
        };
        // 144 is a multiple of DP = 8, but leaves 18 sequences to micro-batches of 4.
        row("batch", {"cluster.gpus=8", "train.micro_batch=4", "train.global_batch=147"},
            "train.global_batch", "160");
        row("micro-batch", {"cluster.gpus=8", "train.global_batch=144", "train.micro_batch=4"},
            "train.micro_batch", "3 6");
        // 62 GPUs are a multiple of TP, 62 ranks none of EP.
        row("GPUs", {"parallel.tp=2", "parallel.ep=16", "cluster.gpus=67"}, "cluster.gpus", "64");
        row("EP of ranks and experts", {"cluster.gpus=48", "train.global_batch=960", "parallel.ep=24"},
            "parallel.ep", "16");
        row("a limit", {"parallel.ep=1", "parallel.pp=64"}, "parallel.pp", "32");
        row("no number", {"routing.distribution=table"}, "routing.distribution", "");
    }
    void curesKeepEveryRule() {
        QFETCH(QStringList, set);
        QFETCH(QString, key);
        QFETCH(QString, cures);
        Scenario scenario = example();
        for (const QString& change : set) {
            const QStringList parts = change.split('=');
            QVERIFY(setField(scenario, parts[0].toStdString(), parts[1].toStdString()).empty());
        }
        const Problems problems = validate(scenario, catalog());
        QVERIFY(!problems.empty());
        QCOMPARE(QString::fromStdString(problems.front().key), key);
        QStringList values;
        for (const Cure& cure : problems.front().cures) {
            values << QString::fromStdString(cure.value);
            Scenario cured = scenario;
            QVERIFY(setField(cured, cure.key, cure.value).empty());
            QVERIFY2(validate(cured, catalog()).empty(), cure.value.c_str());
        }
        QCOMPARE(values.join(' '), cures);
    }

    void nearestValidKeepsWhatIsValid() {
        Scenario scenario = example(); // DP 64
        scenario.train->microBatch = 4;
        const auto nearest = [&](double wanted) {
            return nearestValid(scenario, catalog(), "train.global_batch", wanted).value_or(0);
        };
        QCOMPARE(nearest(1), 256.0);
        QCOMPARE(nearest(1280), 1280.0);
        QCOMPARE(nearest(1300.4), 1280.0);
        QCOMPARE(nearest(1e6), 999936.0); // 3906 × 256
        QVERIFY(!nearestValid(scenario, catalog(), "train.lr", 1));
    }

    void aGoodScenarioHasNoProblems() {
        const Problems problems = validate(example(), catalog());
        QVERIFY2(problems.empty(), toString(problems).c_str());
    }

    void everyRuleNamesItsKeyAndItsCure_data() {
        QTest::addColumn<QStringList>("set");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, QStringList set, const char* key, const char* says) {
            QTest::newRow(name) << set << key << says;
        };
        row("EP", {"parallel.ep=6"}, "parallel.ep", "must divide 128 experts (nearest: 4 or 8)");
        row("EP beyond the ranks", {"parallel.ep=128"}, "parallel.ep", "must divide DP × CP × TP = 64");
        row("TP", {"parallel.tp=3"}, "parallel.tp", "must divide 32 heads (nearest: 2 or 4)");
        row("TP and KV heads", {"model.heads=24", "model.kv_heads=6", "parallel.tp=4"}, "parallel.tp",
            "multiple of 6 KV heads");
        row("GPUs", {"cluster.gpus=63", "parallel.tp=2"}, "cluster.gpus", "multiple of TP × PP × CP = 2");
        row("DP", {"parallel.dp=7"}, "parallel.dp", "= 64, or auto");
        row("batch", {"train.global_batch=100"}, "train.global_batch", "multiple of DP = 64 (nearest: 128)");
        row("micro-batch", {"train.micro_batch=3"}, "train.micro_batch", "must divide 16 sequences");
        row("responses", {"rl.prompts=500000", "rl.group=16"}, "rl.group", "at most 2 for 500000 prompts");
        row("top-k", {"moe.top_k=200"}, "moe.top_k", "at most the 128 experts");
        row("groups", {"moe.groups=5"}, "moe.groups", "must divide 128 experts (nearest: 4 or 8)");
        row("group limit", {"moe.groups=64", "moe.group_limit=2"}, "moe.top_k",
            "fit in 2 groups of 2 experts");
        row("swap of a slot that is not", {"routing.swaps=3-128"}, "routing.swaps", "slots from 0 to 127");
        row("swap with itself", {"routing.swaps=3-3"}, "routing.swaps", "two slots, not 3 twice");
        row("swap in a layer that is not", {"routing.swaps=49:3-4"}, "routing.swaps",
            "one of the 48 layers that route, not 49");
        row("dense layers", {"model.dense_layers=50"}, "model.dense_layers", "at most the 48 layers");
        row("dense width", {"model.dense_layers=1"}, "model.ffn", "required");
        row("virtual stages", {"parallel.vpp=2"}, "parallel.vpp", "1 without pipeline");
        row("layout count", {"parallel.pp=2", "parallel.layout=48"}, "parallel.layout", "list 2 chunks");
        row("layout sum", {"parallel.pp=2", "parallel.layout=24,25"}, "parallel.layout", "sums to 49");
        row("lost layer", {"parallel.pp=2", "parallel.layout=Et*24|t*23L"}, "parallel.layout", "sums to 47");
        row("doubled layer", {"parallel.pp=2", "parallel.layout=Et*24|t*25L"}, "parallel.layout",
            "sums to 49");
        row("two embeddings", {"parallel.pp=2", "parallel.layout=Et*24|Et*24L"}, "parallel.layout",
            "begin with the embedding (E)");
        row("no loss", {"parallel.pp=2", "parallel.layout=Et*24|t*24"}, "parallel.layout",
            "end with the loss (L)");
        row("lost multi-token layer", {"model.mtp_layers=1", "parallel.pp=2", "parallel.layout=Et*24|t*24L"},
            "parallel.layout", "hold the 1 multi-token layers (m), holds 0");
        row("multi-token layer first",
            {"model.mtp_layers=1", "parallel.pp=2", "parallel.layout=Et*24m|t*24L"}, "parallel.layout",
            "behind every layer");
        row("layout of a vee", {"parallel.pp=4", "train.schedule=zb-v", "parallel.layout=12,12,12,12"},
            "parallel.layout", "the 8 chunks of the schedule");
        row("schedule without chunks", {"parallel.pp=4", "train.schedule=interleaved"}, "train.schedule",
            "parallel.vpp from 2 on");
        row("schedule with other chunks", {"parallel.pp=4", "parallel.vpp=4", "train.schedule=zb-v"},
            "train.schedule", "parallel.vpp must be 2");
        row("schedule without a pipeline", {"train.schedule=dualpipev"}, "train.schedule", "two or more");
        row("odd pipeline",
            {"model.layers=45", "parallel.pp=3", "cluster.gpus=96", "train.schedule=dualpipe"},
            "train.schedule", "even number of pipeline stages");
        row("few micro-batches", {"parallel.pp=16", "train.global_batch=64", "train.schedule=dualpipe"},
            "train.schedule", "at least 32 micro-batches");
        row("odd micro-batches",
            {"parallel.pp=4", "parallel.vpp=2", "train.global_batch=288", "train.schedule=interleaved"},
            "train.schedule", "multiples of the 4 pipeline stages, not 18");
        row("GPU preset", {"gpu.preset=h101"}, "gpu.preset", "one of h100-sxm");
        row("slots", {"routing.replicas=100"}, "routing.replicas", "at least the 128 experts");
        row("KV heads", {"model.kv_heads=5"}, "model.kv_heads", "must divide 32 heads (nearest: 4 or 8)");
        row("MLA ranks", {"model.attention=mla"}, "model.kv_rank", "required");
        row("MLA recompute", {"train.recompute=mla_up_proj"}, "train.recompute", "needs MLA");
        row("context parallel", {"parallel.cp=5"}, "parallel.cp", "must divide 4096 tokens");
    }
    void everyRuleNamesItsKeyAndItsCure() {
        QFETCH(QStringList, set);
        QFETCH(QString, key);
        QFETCH(QString, says);
        Scenario scenario = example();
        for (const QString& assignment : set) {
            const qsizetype equals = assignment.indexOf('=');
            QVERIFY(setField(scenario, assignment.left(equals).toStdString(),
                             assignment.mid(equals + 1).toStdString())
                        .empty());
        }
        const Problems problems = validate(scenario, catalog());
        const bool found = std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
            return problem.key == key.toStdString() &&
                   toString(problem.rule).find(says.toStdString()) != std::string::npos;
        });
        QVERIFY2(found, toString(problems).c_str());
    }

    void anEmptyScenarioSaysAllThatIsRequired() {
        Scenario scenario;
        scenario.train.emplace(); // without training a sequence is what is served
        const Problems problems = validate(scenario, catalog());
        for (const char* key :
             {"model.layers", "model.hidden", "model.heads", "model.vocab", "model.sequence", "model.ffn"}) {
            QVERIFY2(
                std::any_of(problems.begin(), problems.end(), [&](const Problem& p) { return p.key == key; }),
                key);
        }
    }

    void aDenseModelTakesNoExpertParallelism() {
        Scenario scenario = example();
        scenario.moe.reset();
        scenario.model.ffn = 8192;
        const Problems problems = validate(scenario, catalog());
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].key, std::string("parallel.ep"));
    }

    void sliderStopsAreExactlyTheValidDegrees() {
        const Scenario scenario = example();
        QCOMPARE(validNotches(scenario, catalog(), "parallel.ep"),
                 (std::vector<double>{1, 2, 4, 8, 16, 32, 64}));
        QCOMPARE(validNotches(scenario, catalog(), "train.micro_batch"),
                 (std::vector<double>{1, 2, 4, 8, 16}));
        const std::vector<double> tp = validNotches(scenario, catalog(), "parallel.tp");
        QCOMPARE(tp, (std::vector<double>{1, 2, 4, 8, 16, 32}));
    }

    /// The reference experiment: 58 MoE layers on their own groups of 256 GPUs each are 14 848 GPUs.
    void layersOnTheirOwnGroupsMultiplyTheWorld() {
        Scenario scenario = example();
        scenario.model.layers = 61;
        scenario.model.denseLayers = 3;
        scenario.model.ffn = 18432;
        scenario.moe->experts = 256;
        scenario.parallel.ep = 256;
        scenario.parallel.layersShareGpus = false;
        scenario.cluster.gpus = 14848;
        const Problems problems = validate(scenario, catalog());
        QVERIFY2(problems.empty(), toString(problems).c_str());
        scenario.cluster.gpus = 14847;
        QVERIFY(!validate(scenario, catalog()).empty());
    }
};

MOE_TEST(ValidateTest)
#include "validate_test.moc"
