// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace moe;

class FieldsTest : public QObject {
    Q_OBJECT
private slots:
    void nullRemovesASectionThatMayBeAbsent() {
        Scenario scenario;
        scenario.moe.emplace();
        scenario.train.emplace();
        scenario.serve.emplace();
        for (const char* key : {"moe", "train", "serve"}) QVERIFY(setField(scenario, key, "null").empty());
        QVERIFY(!scenario.moe && !scenario.train && !scenario.serve);
        QVERIFY(!setField(scenario, "model", "null").empty());
        QVERIFY(!setField(scenario, "train", "none").empty());
    }

    /// Files from when the norm of queries and keys was a switch.
    void aFormerSwitchStillReads() {
        Scenario scenario;
        QVERIFY(setField(scenario, "model.qk_norm", "true").empty());
        QCOMPARE(scenario.model.qkNorm, QkNorm::Head);
        QVERIFY(setField(scenario, "model.qk_norm", "false").empty());
        QCOMPARE(scenario.model.qkNorm, QkNorm::None);
        const Result<Scenario> read = readScenario("model: {qk_norm: true}\n", "f");
        QVERIFY(read && read->model.qkNorm == QkNorm::Head);
        QVERIFY(!setField(scenario, "model.attention", "true").empty());
    }

    void everyKeyIsUniqueAndNamed() {
        std::set<std::string> keys;
        for (const Field& field : fields()) {
            QVERIFY2(keys.insert(field.key).second, field.key);
            QVERIFY(std::string(field.label).size() > 1 && std::string(field.help).size() > 3);
            QCOMPARE(findField(field.key), &field);
        }
        QVERIFY(!findField("model.hiden"));
    }

    void everyWordOfAListIsTaken() {
        const Field* recompute = findField("train.recompute");
        QVERIFY(recompute->words.size() > 6);
        for (const Field& field : fields()) {
            QVERIFY(field.words.empty() || field.kind == FieldKind::Text);
            for (const std::string& word : field.words) {
                Scenario scenario;
                scenario.train.emplace();
                QVERIFY2(setField(scenario, field.key, word).empty(), word.c_str());
                QCOMPARE(fieldText(field.get(scenario)), word);
            }
        }
        Scenario scenario;
        scenario.train.emplace();
        QVERIFY(!setField(scenario, "train.recompute", "full,moe").empty());
        QVERIFY(!setField(scenario, "train.recompute", "some").empty());
    }

    /// What a field is given, it gives back, and its text parses to the same value.
    void everyFieldReadsBackWhatWasSet() {
        for (const Field& field : fields()) {
            FieldValue value;
            switch (field.kind) {
            case FieldKind::Integer:
            case FieldKind::Real: value = field.max > 4 ? std::max(field.min, 4.0) : field.max; break;
            case FieldKind::Flag: value = true; break;
            case FieldKind::Choice:
                value = field.choices.empty() ? std::string("a100-80g") : field.choices.back();
                break;
            case FieldKind::Text:
                value = std::string(std::string(field.key) == "train.recompute"      ? "core_attn,moe_act"
                                    : std::string(field.key) == "model.pattern"      ? "full,sliding*5"
                                    : std::string(field.key) == "routing.swaps"      ? "3-17"
                                    : std::string(field.key) == "train.lora.targets" ? "q,down"
                                    : std::string(field.key) == "train.frozen"       ? "embeddings,first-4"
                                                                                     : "3,5");
                break;
            }
            Scenario scenario;
            QVERIFY2(field.set(scenario, value), field.key);
            QVERIFY2(field.get(scenario) == value, field.key);
            const ParsedField parsed = parseField(field, fieldText(value));
            QVERIFY2(parsed.rule.empty() && parsed.value == value, field.key);
            Scenario untouched = scenario;
            QVERIFY2(!field.set(untouched, FieldValue(std::nan(""))), field.key);
            QVERIFY(untouched == scenario);
        }
    }

    void textThatDoesNotFitIsRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("rule");
        QTest::newRow("fraction for a count") << "model.layers"
                                              << "3.5"
                                              << "whole number from 1 to 1000";
        QTest::newRow("out of range") << "parallel.tp"
                                      << "0"
                                      << "1 to 1024";
        QTest::newRow("word for a number") << "train.lr"
                                           << "fast"
                                           << "number from";
        QTest::newRow("unknown choice") << "model.attention"
                                        << "mlq"
                                        << "mha, gqa, mla";
        QTest::newRow("not a flag") << "model.gated"
                                    << "maybe"
                                    << "true or false";
        QTest::newRow("unknown recompute part") << "train.recompute"
                                                << "everything"
                                                << "core_attn";
        QTest::newRow("auto where a value is needed") << "model.hidden"
                                                      << "auto"
                                                      << "whole number";
    }
    void textThatDoesNotFitIsRefused() {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QString, rule);
        Scenario scenario;
        const Problems problems = setField(scenario, key.toStdString(), text.toStdString());
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].key, key.toStdString());
        QCOMPARE(problems[0].value, text.toStdString());
        QVERIFY2(toString(problems[0].rule).find(rule.toStdString()) != std::string::npos,
                 toString(problems[0].rule).c_str());
        QVERIFY(scenario == Scenario());
    }

    void suffixesAreUnderstood() {
        Scenario scenario;
        QVERIFY(setField(scenario, "train.tokens", "1.5T").empty());
        QVERIFY(setField(scenario, "model.sequence", "8k").empty());
        QCOMPARE(scenario.train->tokens, 1.5e12);
        QCOMPARE(scenario.model.sequence, Count(8000));
    }
};

MOE_TEST(FieldsTest)
#include "fields_test.moc"
