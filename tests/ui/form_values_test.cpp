// SPDX-License-Identifier: GPL-3.0-or-later
// Text and scales of the form, without widgets.
#include "models/engine/scenario/edits/value_scale.h"
#include "models/items/typed_number.h"
#include "ui/form/field_text.h"
#include "ui/form/value_text.h"

#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/ui/form_fixture.h"

#include <QSet>
#include <QTest>

#include <optional>

using namespace moe;
using namespace moe::ui;

static const QLocale kEnglish(QLocale::English, QLocale::UnitedStates);
static const QLocale kGerman(QLocale::German, QLocale::Germany);

class FormValuesTest : public QObject {
    Q_OBJECT
private slots:
    void valuesReadAsPeopleWriteThem_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        const auto row = [](const char* key, double value, const char* english, const char* german) {
            QTest::addRow("%s %g", key, value)
                << QByteArray(key) << value << QString::fromUtf8(english) << QString::fromUtf8(german);
        };
        row("model.hidden", 4096, "4,096", "4.096");
        row("model.vocab", 151936, "151,936", "151.936");
        row("model.sequence", 1048576, "1,048,576", "1.048.576");
        row("train.tokens", 1.5e12, "1.5 T", "1,5 T");
        row("train.tokens", 4e6, "4 M", "4 M");
        row("train.tokens", 15.6e9, "15.6 B", "15,6 B");
        row("train.lr", 0.0012, "0.0012", "0,0012");
        row("gpu.memory_gib", 79.6, "79.6 GiB", "79,6 GiB");
        row("gpu.bandwidth_tbps", 3.35, "3.35 TB/s", "3,35 TB/s");
        row("gpu.bf16_tflops", 989, "989", "989");
        row("train.grad_bytes", 4, "4 B", "4 B");
    }
    void valuesReadAsPeopleWriteThem() {
        QFETCH(QByteArray, key);
        QFETCH(double, value);
        QFETCH(QString, english);
        QFETCH(QString, german);
        const Field& field = *findField(key.toStdString());
        QCOMPARE(valueText(field, value, kEnglish), english);
        QCOMPARE(valueText(field, value, kGerman), german);
        for (const QLocale& locale : {kEnglish, kGerman}) {
            const ParsedField back = items::typedField(field, valueText(field, value, locale), locale);
            QVERIFY2(back.rule.empty(), toString(back.rule).c_str());
            QCOMPARE(std::get<double>(back.value), value);
        }
    }

    void bothDecimalMarksAreUnderstood_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("german");
        QTest::addColumn<double>("value"); // NaN = refused
        const auto row = [](const char* key, const char* text, bool german, double value) {
            QTest::addRow("%s %s", text, german ? "de" : "en")
                << QByteArray(key) << QString::fromUtf8(text) << german << value;
        };
        const double refused = std::nan("");
        row("train.tokens", "1.5T", false, 1.5e12);
        row("train.tokens", "1.5T", true, 1.5e12);
        row("train.tokens", "1,5T", true, 1.5e12);
        row("train.tokens", "1,5 T", true, 1.5e12);
        row("train.tokens", "1e9", true, 1e9);
        row("train.tokens", "1.5t", false, 1.5e12);
        row("train.tokens", "1e12 tokens", false, 1e12);
        row("model.hidden", "8k", true, 8000);
        row("model.hidden", "4.096", true, 4096);
        row("model.hidden", "4,096", true, 4096);
        row("model.hidden", "4,096", false, 4096);
        row("model.hidden", "4\u00a0096", true, 4096);
        row("model.hidden", "40,96", false, refused);
        row("model.hidden", "4096.5", false, refused);
        row("model.hidden", "", false, refused);
        row("model.hidden", "many", false, refused);
        row("train.imbalance", "1.125", true, 1.125);
        row("train.lr", "0.001", true, 0.001);
        row("train.lr", "3e-4", true, 3e-4);
        row("train.grad_bytes", "4 B", false, 4);
        row("gpu.memory_gib", "80GiB", false, 80);
        row("gpu.memory_gib", "80 GB", false, 80e9 / (1024.0 * 1024 * 1024));
        row("serve.slo_ttft", "200 ms", false, 0.2);
        row("serve.slo_ttft", "0,2 s", true, 0.2);
        row("serve.slo_ttft", "1,5 min", true, 90);
        row("gpu.mfu", "45 %", false, 0.45);
        row("train.tokens", "14.8 T tokens", false, 14.8e12);
        row("train.tokens", "14,8 Bio. Tokens", true, 14.8e12);
        row("train.tokens", "14,8 Billionen", true, 14.8e12);
        row("train.tokens", "20 Mrd. Tokens", true, 20e9);
        row("train.tokens", "20 billion", false, 20e9);
        row("train.tokens", "20 Milliarden", true, 20e9);
        row("serve.slo_ttft", "2 Minuten", true, 120);
        row("serve.slo_ttft", "2 minutes", true, 120);
        row("gpu.mfu", "45 Prozent", true, 0.45);
        row("parallel.tp", "200 %", false, refused);
        row("serve.slo_ttft", "5 m", false, refused);
        row("gpu.memory_gib", "1 s", false, refused);
    }
    void bothDecimalMarksAreUnderstood() {
        QFETCH(QByteArray, key);
        QFETCH(QString, text);
        QFETCH(bool, german);
        QFETCH(double, value);
        std::optional<test::German> words;
        if (german) words.emplace();
        const ParsedField parsed =
            items::typedField(*findField(key.toStdString()), text, german ? kGerman : kEnglish);
        if (std::isnan(value)) {
            QVERIFY(!parsed.rule.empty());
        } else {
            QVERIFY2(parsed.rule.empty(), toString(parsed.rule).c_str());
            QCOMPARE(std::get<double>(parsed.value), value);
        }
    }

    void absentIsTypedAsAutoOrNothing() {
        const Field& field = *findField("parallel.dp");
        for (const char* text : {"", "auto", "auto (8)"}) {
            const ParsedField parsed = items::typedField(field, QString::fromLatin1(text), kEnglish);
            QVERIFY(parsed.rule.empty());
            QVERIFY(std::holds_alternative<std::monostate>(parsed.value));
        }
    }

    void everyValueOfTheScenarioSurvivesItsText() {
        const Scenario scenario = test::formScenario();
        for (const Field& field : fields()) {
            for (const QLocale& locale : {kEnglish, kGerman}) {
                const FieldValue value = field.get(scenario);
                if (!std::holds_alternative<double>(value)) continue;
                const ParsedField back = items::typedField(field, valueText(field, value, locale), locale);
                if (back.rule.empty()) QVERIFY2(back.value == value, field.key);
            }
        }
    }

    void stepsGoTheWayTheQuantityGoes_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("up");
        QTest::addColumn<double>("down");
        const auto row = [](const char* key, double from, double up, double down) {
            QTest::addRow("%s %g", key, from) << QByteArray(key) << from << up << down;
        };
        row("model.hidden", 4096, 8192, 2048);   // powers of two double
        row("moe.expert_ffn", 1536, 2048, 1024); // widths: 2^a and 3·2^a
        row("model.layers", 48, 49, 47);         // small whole numbers count
        row("train.tokens", 1.5e12, 2e12, 1e12); // 1-2-5
        row("train.tokens", 2e12, 5e12, 1e12);
        row("train.lr", 0.0005, 0.001, 0.0002);
        row("moe.shared_experts", 1, 2, 0);
        row("model.ffn", 1, 2, 0);
        row("model.ffn", 0, 1, 0);
        row("model.layers", 1, 2, 1);                 // stays in range
        row("cluster.network_util", 0.8, 0.81, 0.79); // no binary dust
        row("train.zero", 3, 3, 2);
    }
    void stepsGoTheWayTheQuantityGoes() {
        QFETCH(QByteArray, key);
        QFETCH(double, from);
        QFETCH(double, up);
        QFETCH(double, down);
        const ValueScale scale = scaleOf(*findField(key.toStdString()), from, from);
        QCOMPARE(scale.next(from, 1), up);
        QCOMPARE(scale.next(from, -1), down);
    }

    void everySliderReachesItsValueAndStaysInRange() {
        for (const Field& field : fields()) {
            if (field.kind != FieldKind::Integer && field.kind != FieldKind::Real) continue;
            for (double value : {field.min, std::sqrt(std::max(1.0, field.min) * field.max), field.max}) {
                if (field.kind == FieldKind::Integer) value = std::round(value);
                for (const std::optional<double> anchor :
                     {std::optional<double>(), std::optional(field.min), std::optional(field.max)}) {
                    const ValueScale scale = scaleOf(field, anchor, value);
                    const double at = scale.position(value);
                    QVERIFY2(at >= 0 && at <= 1, field.key);
                    double before = -1;
                    for (int i = 0; i <= 50; ++i) {
                        const double v = scale.value(i / 50.0);
                        QVERIFY2(v >= field.min && v <= field.max && v >= before, field.key);
                        if (field.kind == FieldKind::Integer) QCOMPARE(v, std::round(v));
                        before = v;
                    }
                }
            }
        }
    }

    void aDivisorSliderStopsAtNotchesOnly() {
        ValueScale scale = scaleOf(*findField("parallel.ep"), 8, 8);
        scale.notches = {1, 2, 4, 8, 16};
        QCOMPARE(scale.position(4), 0.5);
        QCOMPARE(scale.value(0.55), 4.0);
        QCOMPARE(scale.value(0.7), 8.0);
        QCOMPARE(scale.next(8, 1), 16.0);
        QCOMPARE(scale.next(16, 1), 16.0);
        QCOMPARE(scale.next(6, 1), 8.0);
        QCOMPARE(scale.next(6, -1), 4.0);
    }

    void sentencesNameTheirSubjectOnce() {
        const Problem ep{
            .key = "parallel.ep", .rule = "must divide 128 experts (nearest: 4 or 8)", .value = "6"};
        QCOMPARE(problemSentence(ep, kEnglish),
                 QStringLiteral("Expert parallel 6 must divide 128 experts (nearest: 4 or 8)."));
        const Problem mla{.key = "train.recompute", .rule = "mla_up_proj needs MLA attention", .value = "x"};
        QCOMPARE(problemSentence(mla, kEnglish), QStringLiteral("mla_up_proj needs MLA attention."));
    }

    void mnemonicsAreUniqueAndLeaveTheMenusAlone() {
        QSet<QChar> seen;
        for (const QChar letter : mnemonics(fields(), QStringLiteral("fevsdh"))) {
            if (letter.isNull()) continue;
            QVERIFY(!QStringLiteral("fevsdh").contains(letter, Qt::CaseInsensitive));
            QVERIFY(!seen.contains(letter.toLower()));
            seen.insert(letter.toLower());
        }
        QVERIFY(seen.size() >= 18); // of the 20 letters that the menus leave
    }
};

MOE_TEST(FormValuesTest)
#include "form_values_test.moc"
