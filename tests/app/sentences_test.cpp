// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says reaches the window in its language: patterns and what stands in their places.

#include "app/files/catalog_loader.h"
#include "data/import.h"
#include "models/engine/answer/answer.h"
#include "models/engine/evaluate.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/files/session_file.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/items/words.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/support/said_patterns.h"
#include "tests/support/translations.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace moe;
using namespace moe::app;

namespace {

/// What a German window would show in English of a message; empty when nothing.
QString untranslated(const Message& message, bool whole = true) {
    static const std::set<QString> kKnown = [] {
        std::set<QString> known;
        for (const test::Translation& one : test::translations())
            if (one.context == QLatin1String("Sentence")) known.insert(one.source);
        return known;
    }();
    static const QRegularExpression kWord(QStringLiteral("\\p{L}"));
    const QString pattern = QString::fromStdString(message.text());
    if (message.kind() == Message::Kind::Plain) return whole ? pattern : QString();
    if (message.kind() == Message::Kind::Sentence && pattern.contains(kWord) && !kKnown.count(pattern))
        return pattern;
    for (const Message& part : message.arguments())
        if (const QString found = untranslated(part, false); !found.isEmpty()) return found;
    return {};
}

} // namespace

class SentencesTest : public QObject {
    Q_OBJECT

private slots:
    /// A text put together from pieces has no translation: it would be English in every window.
    void everyRuleAndWarningIsAPatternInTheSources() {
        QStringList found;
        for (const std::string& line : test::unsaidTexts()) found << QString::fromStdString(line);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void messagesAreTranslatedWithTheirArguments() {
        struct Row {
            Message message;
            const char *english, *german;
        };
        const Row rows[] = {
            {say("%1 (nearest: %2)", say("must divide %1 experts", 128), say("%1 or %2", 4, 8)),
             "must divide 128 experts (nearest: 4 or 8)", "muss 128 Experten teilen (am nächsten: 4 oder 8)"},
            {say("The predicted loss is an extrapolation from the MoE Step Law runs: %1.",
                 listed({say("training tokens %1 (fitted on %2)", "1.2T", "2.5B–20.5B"),
                         say("learning rate %1 (fitted on %2)", "0.1", "0.0001–0.01")},
                        "; ")),
             "The predicted loss is an extrapolation from the MoE Step Law runs: training tokens 1.2T "
             "(fitted "
             "on 2.5B–20.5B); learning rate 0.1 (fitted on 0.0001–0.01).",
             "Der vorhergesagte Loss ist eine Extrapolation aus den Step-Law-Läufen (MoE): "
             "Trainings-Tokens 1,2 Bio. (angepasst an 2,5 Mrd.–20,5 Mrd.); "
             "Lernrate 0,1 (angepasst an 0,0001–0,01)."},
            {say("%1", "must rhyme"), "must rhyme", "must rhyme"}, // the words of another program
            {say("must be %1", "%2 of %1"), "must be %2 of %1", "muss %2 of %1 sein"},
        };
        const test::German german;
        QVERIFY(german.loaded);
        for (const Row& row : rows) {
            QCOMPARE(toString(row.message), std::string(row.english));
            QCOMPARE(items::sentenceText(row.message), QString(row.german));
            const items::InEnglish english;
            QCOMPARE(items::sentenceText(row.message), QString(row.english));
        }
    }

    void rulesAndWarningsAreTranslated_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        for (const auto& [key, value] :
             std::vector<std::pair<const char*, const char*>>{{"parallel.ep", "6"},
                                                              {"parallel.tp", "7"},
                                                              {"parallel.pp", "500"},
                                                              {"moe.top_k", "500"},
                                                              {"train.global_batch", "0"},
                                                              {"train.global_batch", "129"},
                                                              {"cluster.gpus", "7"},
                                                              {"parallel.vpp", "3"},
                                                              {"train.micro_batch", "5"},
                                                              {"routing.replicas", "3"},
                                                              {"routing.distribution", "table"},
                                                              {"parallel.layout", "3,4"},
                                                              {"parallel.cp", "3"},
                                                              {"moe.groups", "7"},
                                                              {"train.recompute", "mla_up_proj"},
                                                              {"model.hidden", "0"},
                                                              {"model.hidden", "256"},
                                                              {"gpu.preset", "a40"},
                                                              {"train.lr", "0.1"},
                                                              {"train.tokens", "0"}})
            QTest::addRow("%s=%s", key, value) << key << value;
    }
    void rulesAndWarningsAreTranslated() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
        Scenario scenario = catalog->preset("step-law-2in88")->scenario;
        Problems problems = setField(scenario, key.toStdString(), value.toStdString());
        if (problems.empty()) problems = validate(scenario, *catalog);
        for (const Problem& problem : problems) QCOMPARE(untranslated(problem.rule), QString());
        if (!problems.empty()) return;
        for (const Warning& warning : evaluate(scenario, *catalog).warnings)
            QCOMPARE(untranslated(warning.text), QString());
    }

    /// Of every preset: what a report and its answer say in words.
    void reportsAndAnswersAreTranslated() {
        const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
        std::set<std::string> said;
        const auto check = [&](const Message& message) {
            said.insert(message.text());
            const QString found = untranslated(message);
            if (!found.isEmpty()) qInfo("%s", qPrintable(found));
            return found.isEmpty();
        };
        for (const ScenarioPreset& preset : catalog->presets) {
            const Report report = evaluate(preset.scenario, *catalog);
            for (const Warning& warning : report.warnings) QVERIFY(check(warning.text));
            if (report.loss) QVERIFY(check(report.loss->fitOrigin));
            for (const Answer& answer : answersOf(report)) {
                QCOMPARE(untranslated(answer.sentence()), QString());
            }
        }
        QVERIFY2(said.size() > 10, qPrintable(QString::number(said.size())));
    }

    void whatIsWrongWithAFileIsTranslated() {
        const char* const files[] = {
            "",
            "\xFF\xFE",
            "<!doctype html>",
            "version https://git-lfs.github.com",
            "404: Not Found",
            "a\1b",
            "lr,bs,smooth loss,D\n1,2,3,4\n",
            "lr,bs,smooth loss,D,N\n1,x,3,4,5\n1,2\n,2,3,4,5\n\"1,2",
            "lr,lr,bs,smooth loss,D,N\n",
            "lr,bs,smooth loss,smooth_loss,D,N\n1,2,3,3,4,5\n",
            "lr_intercept,lr_coefN,lr_coefD,bs_intercept,bs_coefD\n1,2,3,4\n",
            "layer,expert,tokens\n0,0,-1\n0,1.5,2\n-1,0,2\n",
            "layer,expert,tokens\n0,0,1\n0,0,1\n1,3,1\n",
            "layer,expert,tokens,with\n0,0,1,x\n0,1,1,2\n",
            "layer,expert,tokens,with\n0,0,1,1\n",
            "time_stats.mlp_up_proj.median,n_embd,n_expanded_embd,num_tokens\n1,2,3,4\n",
            "time_stats.attn_decode.median,is_prefill,batch_size,prefill_chunk_size,kv_cache_size,n_embd,"
            "n_q_head,n_kv_head,block_size,num_tensor_parallel_workers\n1,x,1,1,1,1,1,1,1,1\n"
            ",True,1,1,1,1,1,1,1,1\n",
            " [2026-01-01] iteration 5/ 10 | lm loss: x |\n iteration 4/ 10 | elapsed time per iteration "
            "(ms): "
            "1.0 | lm loss: 2 |\n",
            "- a",
            "a: [1",
            "a: *b",
            "a: 1\na: 2",
            "a: 1\n---\nb: 2",
            "? [a]\n: 1",
            "a..b: 1",
            "\"a\": 1\na.b: 2",
            "schema: moe-explorer/scenario/9",
            "schema: x",
            "nokey: 1",
            "model.layer: 1",
            "model.layers: x",
            "model.layers: [1, 2]",
            "model.gated: null",
            "model.layers: null",
            "moe.experts: 0.5",
            "parallel.zero: 9",
            "{\"model_type\": \"gpt\"}",
            "{\"model_type\": \"mixtral\"}",
            "{\"model_type\": \"qwen3_moe\", \"decoder_sparse_step\": 2, \"mlp_only_layers\": [4]}",
            "x: 1",
            "x.label: a",
            "x.generation: y\nx.memory_mib: no\nx.no: 1",
            "title: a\nsteps.0.text: {b}",
            "steps.0.claims: [a]\nsteps.0.wait.model.layers: x\norder: x",
            "pins.0.mark: 99\nno: 1"};
        std::set<std::string> rules;
        const auto check = [&](const Problems& problems) {
            for (const Problem& problem : problems) {
                rules.insert(problem.rule.text());
                QVERIFY2(untranslated(problem.rule).isEmpty(), toString(Problems{problem}).c_str());
            }
        };
        for (const char* file : files) {
            const std::string text = file;
            check(summarise(text, "file").problems);
            if (const auto read = readScenario(text, "file"); !read) check(read.error());
            if (const auto read = readGpus(text, "file"); !read) check(read.error());
            if (const auto read = readClusters(text, "file"); !read) check(read.error());
            if (const auto read = readLesson(text, "file"); !read) check(read.error());
            if (const auto read = readSession(text, "file"); !read) check(read.error());
        }
        QVERIFY(rules.size() > 50);
    }
};

MOE_TEST(SentencesTest)
#include "sentences_test.moc"
