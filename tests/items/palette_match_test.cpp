// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette finds what is meant: by short names, words in any order, the key, one slip; and reads
// values as the form does.

#include "models/engine/files/scenario_file.h"
#include "models/items/palette_match.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace moe;
using namespace moe::items;

namespace {

Scenario someScenario() {
    const Result<Scenario> read = readScenario(
        "model: {layers: 8, hidden: 1024, ffn: 4096, heads: 8, kv_heads: 2, vocab: 32000, sequence: 2048}\n"
        "moe: {experts: 64, top_k: 2, expert_ffn: 512}\n"
        "train: {tokens: 1e9, global_batch: 32}\n"
        "parallel: {ep: 4}\n"
        "cluster: {gpus: 8}\n"
        "serve: {requests: 8, slo_ttft: 2}\n",
        "test");
    return read ? *read : Scenario();
}

std::vector<PaletteEntry> someEntries() {
    std::vector<PaletteEntry> entries =
        knobEntries(someScenario(), {"parallel.ep", "parallel.tp", "train.micro_batch"});
    entries.push_back({PaletteKind::Picture, "memory", "Memory per GPU"});
    entries.push_back({PaletteKind::Picture, "waterfall", "Wasserfall", "Waterfall"});
    entries.push_back({PaletteKind::Model, "preset:mixtral-8x7b", "Mixtral 8x7B"});
    entries.push_back({PaletteKind::Model, "preset:llama-3-70b", "Llama 3 70B"});
    entries.push_back({PaletteKind::Model, "gpu:h200-sxm", "H200 SXM 141 GB"});
    entries.push_back({PaletteKind::Lesson, "expert-parallel", "Expert parallel: what the all-to-all costs"});
    entries.push_back({PaletteKind::Command, "save", "Save", {}, {}, "Ctrl+S"});
    return entries;
}

PaletteAnswer found(const QString& text, const QStringList& recent = {}) {
    static const std::vector<PaletteEntry> entries = someEntries();
    return paletteSearch(text, entries, someScenario(), {}, recent);
}

/// Key of the row, and what it sets.
QString keyOf(const PaletteRow& row) {
    static const std::vector<PaletteEntry> entries = someEntries();
    return entries[std::size_t(row.entry)].key;
}
QString setOf(const PaletteRow& row) {
    QStringList parts;
    for (const auto& [key, value] : row.edits) parts << QString::fromStdString(key + "=" + value);
    return parts.join(' ');
}

} // namespace

class PaletteMatchTest : public QObject {
    Q_OBJECT
private slots:
    void init() { QLocale::setDefault(QLocale::c()); }

    /// The window's language, with units too; what no knob takes is said.
    void valuesAreTypedInTheWindowsLanguage() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(setOf(found("ttft 0,5 s").rows.front()), QString("serve.slo_ttft=0.5"));
        QCOMPARE(setOf(found("ttft x1,5").rows.front()), QString("serve.slo_ttft=3"));
        QCOMPARE(setOf(found("tokens 2.000.000").rows.front()), QString("train.tokens=2000000"));
        QVERIFY(!found("ep 0,5").rows.front().wrong.isEmpty()); // was taken as it stood
        QVERIFY(found("ep 0,5").rows.front().edits.empty());
        QLocale::setDefault(QLocale::c());
    }

    void firstIs_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("set");
        QTest::newRow("short name and value") << "ep 8"
                                              << "parallel.ep"
                                              << "parallel.ep=8";
        QTest::newRow("without a value") << "tp"
                                         << "parallel.tp"
                                         << "";
        QTest::newRow("initials") << "mbs 2"
                                  << "train.micro_batch"
                                  << "train.micro_batch=2";
        QTest::newRow("any order") << "parallel expert 2"
                                   << "parallel.ep"
                                   << "parallel.ep=2";
        QTest::newRow("capitals") << "EP 8"
                                  << "parallel.ep"
                                  << "parallel.ep=8";
        QTest::newRow("the key") << "parallel.ep 2"
                                 << "parallel.ep"
                                 << "parallel.ep=2";
        QTest::newRow("as --set") << "parallel.ep=2"
                                  << "parallel.ep"
                                  << "parallel.ep=2";
        QTest::newRow("times") << "ep x2"
                               << "parallel.ep"
                               << "parallel.ep=8";
        QTest::newRow("over") << "ep /2"
                              << "parallel.ep"
                              << "parallel.ep=2";
        QTest::newRow("plus") << "ep +4"
                              << "parallel.ep"
                              << "parallel.ep=8";
        QTest::newRow("minus") << "ep -2"
                               << "parallel.ep"
                               << "parallel.ep=2";
        QTest::newRow("a suffix and a unit") << "tokens 14.8 T tokens"
                                             << "train.tokens"
                                             << "train.tokens=14800000000000";
        QTest::newRow("a word for a suffix") << "training tokens 15 trillion"
                                             << "train.tokens"
                                             << "train.tokens=15000000000000";
        QTest::newRow("percent of a share") << "mfu 45 %"
                                            << "gpu.mfu"
                                            << "gpu.mfu=0.45";
        QTest::newRow("a unit") << "ttft 200 ms"
                                << "serve.slo_ttft"
                                << "serve.slo_ttft=0.2";
        QTest::newRow("a unit without a blank") << "ttft 200ms"
                                                << "serve.slo_ttft"
                                                << "serve.slo_ttft=0.2";
        QTest::newRow("a suffix") << "training tokens 14.8T"
                                  << "train.tokens"
                                  << "train.tokens=14800000000000";
        QTest::newRow("two at once") << "ep 8 tp 2"
                                     << "parallel.ep"
                                     << "parallel.ep=8 parallel.tp=2";
        QTest::newRow("a choice") << "kv cache fp8"
                                  << "precision.kv_cache"
                                  << "precision.kv_cache=fp8";
        QTest::newRow("a switch") << "sequence parallel on"
                                  << "parallel.sequence_parallel"
                                  << "parallel.sequence_parallel=true";
        QTest::newRow("English of a translated name") << "waterfall"
                                                      << "waterfall"
                                                      << "";
        QTest::newRow("the window's language") << "wasser"
                                               << "waterfall"
                                               << "";
        QTest::newRow("a name with digits") << "llama 3 70b"
                                            << "preset:llama-3-70b"
                                            << "";
        QTest::newRow("a machine") << "h200"
                                   << "gpu:h200-sxm"
                                   << "";
        QTest::newRow("one slip") << "watrefall"
                                  << "waterfall"
                                  << "";
        QTest::newRow("a command") << "save"
                                   << "save"
                                   << "";
    }
    void firstIs() {
        QFETCH(QString, typed);
        QFETCH(QString, key);
        QFETCH(QString, set);
        const PaletteAnswer answer = found(typed);
        QVERIFY2(!answer.rows.empty(), qPrintable(typed));
        QCOMPARE(keyOf(answer.rows.front()), key);
        QCOMPARE(setOf(answer.rows.front()), set);
    }

    void valuesAreShown() {
        QCOMPARE(found("ep 8").rows.front().value, QString::fromUtf8("4 → 8"));
        QCOMPARE(found("sequence parallel on").rows.front().value, QString::fromUtf8("off → on"));
    }

    /// A value that cannot be says why, and sets nothing.
    void valuesOutOfRange() {
        const PaletteRow row = found("ep 0").rows.front();
        QVERIFY(row.edits.empty());
        QVERIFY2(row.wrong.contains("1"), qPrintable(row.wrong));
        // "5m" could be minutes or millis: refused, as everywhere.
        QVERIFY(!found("ttft 5m").rows.front().wrong.isEmpty());
    }

    void twoSlipsAreNoMatch() {
        for (const PaletteRow& row : found("wtarefall").rows) QVERIFY(keyOf(row) != "waterfall");
    }

    /// Words of fewer letters have no slips: "pe" is not "ep".
    void shortWordsHaveNoSlips() {
        for (const PaletteRow& row : found("epp").rows) QVERIFY(keyOf(row) != "parallel.ep");
    }

    void listIsShort() {
        const PaletteAnswer answer = found("e");
        QVERIFY(answer.found > kMostPaletteRows);
        QVERIFY(int(answer.rows.size()) <= kMostPaletteRows);
        std::map<PaletteKind, int> ofKind;
        for (std::size_t i = 1; i < answer.rows.size(); ++i) // kinds stand together
            QVERIFY(answer.rows[i].kind == answer.rows[i - 1].kind ||
                    std::none_of(answer.rows.begin(), answer.rows.begin() + std::ptrdiff_t(i),
                                 [&](const PaletteRow& row) { return row.kind == answer.rows[i].kind; }));
        for (const PaletteRow& row : answer.rows) {
            QVERIFY(++ofKind[row.kind] <= kMostOfAKind);
        }
    }

    /// Of equals, what was used lately comes first.
    void recentComesFirst() {
        const auto firstModel = [](const QStringList& recent) {
            for (const PaletteRow& row : found("l", recent).rows)
                if (row.kind == PaletteKind::Model) return keyOf(row);
            return QString();
        };
        QCOMPARE(firstModel({}), QString("preset:llama-3-70b"));
        const PaletteAnswer empty = found("", {"gpu:h200-sxm", "parallel.tp"});
        QStringList keys;
        for (const PaletteRow& row : empty.rows) keys << keyOf(row);
        QVERIFY(keys.contains("gpu:h200-sxm") && keys.contains("parallel.tp") && keys.contains("save"));
    }

    /// Knobs of what a scenario does not have are not offered.
    void onlyKnobsThatAreThere() {
        Scenario dense = someScenario();
        dense.moe.reset();
        dense.serve.reset();
        for (const PaletteEntry& entry : knobEntries(dense, {}))
            QVERIFY2(!entry.key.startsWith("moe.") && !entry.key.startsWith("serve."), qPrintable(entry.key));
    }

    /// Whatever is typed, there is an answer and no value out of range.
    void nonsense_data() {
        QTest::addColumn<QString>("typed");
        for (const char* text :
             {"+", "-", "x", "8", "ep ep", "= =", "ep 1e999", "ep 1e-999", "ep nan", "ep x0", "ep /0", "\t\n",
              "%1 %2", "ep 8 8 8", "😀 8", "ep +-2", "..", "ttft -1", "a.b.c=1=2"})
            QTest::newRow(text) << QString::fromUtf8(text);
        QTest::newRow("long") << QString(5000, 'a');
        QTest::newRow("many") << QString("ep 8 ").repeated(500);
    }
    void nonsense() {
        QFETCH(QString, typed);
        for (const PaletteRow& row : found(typed).rows) {
            Scenario scenario = someScenario();
            for (const auto& [key, value] : row.edits)
                QVERIFY2(setField(scenario, key, value).empty(), value.c_str());
        }
    }
};
MOE_TEST(PaletteMatchTest)
#include "palette_match_test.moc"
