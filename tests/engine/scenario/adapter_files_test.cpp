// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/adapter_files.h"

#include "models/engine/scenario/fields.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class AdapterFilesTest : public QObject {
    Q_OBJECT

private slots:
    void flags_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("flags");
        QTest::newRow("PEFT, adapter_config.json")
            << R"({"peft_type": "LORA", "r": 16, "lora_alpha": 32, "target_modules": ["q_proj", "v_proj"]})"
            << "--set train.trainable=lora --set train.lora.rank=16 --set train.lora.alpha=32 --set "
               "train.lora.targets=q,v";
        QTest::newRow("PEFT's default rank") << R"({"peft_type": "LORA", "target_modules": "all-linear"})"
                                             << "--set train.trainable=lora --set train.lora.rank=8 --set "
                                                "train.lora.targets=q,k,v,o,gate,up,down";
        QTest::newRow("Axolotl, QLoRA")
            << "base_model: x\nload_in_4bit: true\nadapter: qlora\nlora_r: 32\nlora_target_linear: true\n"
            << "--set train.trainable=lora --set train.lora.rank=32 --set "
               "train.lora.targets=q,k,v,o,gate,up,down --set precision.frozen=nf4";
        QTest::newRow("LLaMA-Factory")
            << "finetuning_type: lora\nlora_rank: 8\nlora_target: all\nquantization_bit: 8\n"
            << "--set train.trainable=lora --set train.lora.rank=8 --set "
               "train.lora.targets=q,k,v,o,gate,up,down --set precision.frozen=int8";
        QTest::newRow("torchtune")
            << "model:\n  _component_: torchtune.models.llama3.lora_llama3_8b\n  lora_attn_modules: [q_proj, "
               "v_proj]\n  apply_lora_to_mlp: true\n  lora_rank: 8\n"
            << "--set train.trainable=lora --set train.lora.rank=8 --set train.lora.targets=q,v,gate,up,down";
        // LoRA of Megatron-Bridge adapts four fused products of rank 32 unless told.
        QTest::newRow("Megatron-Bridge") << "peft:\n  dim: 8\n  alpha: 16\n"
                                         << "--set train.trainable=lora --set train.lora.rank=8 --set "
                                            "train.lora.alpha=16 --set train.lora.targets=qkv,o,fc1,down";
        QTest::newRow("NeMo")
            << "model:\n  peft:\n    peft_scheme: lora\n    lora_tuning:\n      adapter_dim: 16\n"
               "      target_modules: [attention_qkv]\n"
            << "--set train.trainable=lora --set train.lora.rank=16 --set "
               "train.lora.targets=qkv";
        QTest::newRow("Primus")
            << "lora:\n  enabled: true\n  dim: 16\n  target_modules: [linear_qkv, linear_proj]\n"
            << "--set train.trainable=lora --set train.lora.rank=16 --set "
               "train.lora.targets=qkv,o";
        QTest::newRow("switched off") << "lora:\n  enabled: false\n  dim: 16\n"
                                      << "";
        QTest::newRow("another scheme") << "model:\n  peft:\n    peft_scheme: ptuning\n"
                                        << "";
        QTest::newRow("another method") << "finetuning_type: full\nlora_rank: 8\n"
                                        << "";
        QTest::newRow("no adapters") << "model:\n  hidden_size: 4096\n  kv_lora_rank: 512\n"
                                     << "";
    }
    void flags() {
        QFETCH(QString, text);
        QFETCH(QString, flags);
        const Document document = valueOf(parseDocument(text.toStdString(), "test"));
        QCOMPARE(QString::fromStdString(adapterFlags(document)), flags);
        Scenario scenario = presetScenario("llama-3-8b");
        for (const auto& [key, value] : adapterSettings(document).set)
            QVERIFY2(setField(scenario, key, value).empty(), key.c_str());
    }

    void matricesWithoutAKeyAreSaid() {
        const Document document = valueOf(
            parseDocument("peft_type: LORA\ntarget_modules: [q_proj, lm_head, x.y.v_proj]\n", "test"));
        const AdapterSettings made = adapterSettings(document);
        QCOMPARE(made.unknown, std::vector<std::string>{"lm_head"});
        QCOMPARE(made.set.back().second, std::string("q,v"));
    }
};

MOE_TEST(AdapterFilesTest)
#include "adapter_files_test.moc"
