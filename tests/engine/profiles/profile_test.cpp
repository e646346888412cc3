// SPDX-License-Identifier: GPL-3.0-or-later
// Durations from profiles: the four rules, by hand on small tables and against published ones.

#include "models/engine/files/catalog_file.h"
#include "models/engine/profiles/profile_layer.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;

namespace {

const std::string kHeader =
    "time_stats.mlp_up_proj.min,time_stats.mlp_up_proj.max,time_stats.mlp_up_proj.median,n_head,n_kv_head,"
    "n_embd,n_expanded_embd,vocab_size,use_gated_mlp,num_tokens,num_tensor_parallel_workers\n";
std::string rowOf(double tokens, double low, double high, double median, int tp = 1) {
    return std::to_string(low) + "," + std::to_string(high) + "," + std::to_string(median) +
           ",64,8,8192,28672,32768,True," + std::to_string(tokens) + "," + std::to_string(tp) + "\n";
}

ProfileSet setOf(const std::string& rows, const char* path = "compute/h100/m/mlp.csv") {
    ProfileSet set;
    set.tables.push_back(*readProfile(rows, path));
    return set;
}

ProfileQuery upProjection(double tokens) {
    ProfileQuery query;
    query.device = "h100";
    query.model = "m";
    query.op = "mlp_up_proj";
    query.tokens = tokens;
    return query;
}

/// Points whose ideal time is the key itself.
ProfileCurve curveOf(std::vector<std::pair<double, double>> points) {
    std::vector<ProfilePoint> all;
    for (const auto& [key, seconds] : points)
        all.push_back({0, key, seconds, 0.5 * seconds, 2 * seconds, key});
    return ProfileCurve(all);
}

} // namespace

class ProfileTest : public QObject {
    Q_OBJECT
    Catalog m_catalog;

    ProfileSet published(const std::vector<std::string>& files) const {
        ProfileSet set;
        for (const std::string& file : files) {
            const std::string text = test::sharedText("data/vidur/profiling/" + file);
            if (!text.empty()) set.tables.push_back(*readProfile(text, file));
        }
        return set;
    }

private slots:
    void initTestCase() { m_catalog.gpus = *readGpus(test::resourceText("gpus.yaml"), "gpus.yaml"); }

    void exactRowIsReturnedAsItIs() {
        const ProfileSet set = setOf(kHeader + rowOf(1024, 1.4, 1.7, 1.5) + rowOf(4096, 5.2, 5.9, 5.7));
        const Result<ProfileAnswer> answer = profileAnswer(set, m_catalog, upProjection(4096));
        QVERIFY(answer.has_value());
        QVERIFY(answer->origin == Origin::Measured);
        QCOMPARE(answer->seconds / millisecond, 5.7);
        QCOMPARE(*answer->low / millisecond, 5.2);
        QCOMPARE(*answer->high / millisecond, 5.9);
        // 2 · 4096 · 57344 · 8192 FLOP at 989 TFLOP/s
        QCOMPARE(*answer->utilisation, 2.0 * 4096 * 57344 * 8192 / 989e12 / 5.7e-3);
    }
    void repeatedRowsGiveTheMedianOfMedians() {
        const ProfileSet set = setOf(kHeader + rowOf(64, 1, 2, 1.5) + rowOf(64, 0.9, 4, 1.7) +
                                     rowOf(64, 1.1, 3, 1.4) + rowOf(128, 1, 2, 1.5));
        const Result<ProfileAnswer> answer = profileAnswer(set, m_catalog, upProjection(64));
        QCOMPARE(answer->seconds / millisecond, 1.5);
        QCOMPARE(*answer->low / millisecond, 0.9);
        QCOMPARE(*answer->high / millisecond, 4.0);
    }
    void betweenTwoPointsUtilisationIsInterpolated() {
        // Utilisation 0.2 at 100 and 0.8 at 400: half-way in ln key at 200, √(0.2 · 0.8) = 0.4.
        const ProfileEstimate estimate = curveOf({{100, 500}, {400, 500}}).at(0, 200, 200);
        QVERIFY(estimate.origin == Origin::Interpolated);
        QVERIFY(std::abs(*estimate.utilisation - 0.4) < 1e-12);
        QVERIFY(std::abs(estimate.seconds - 500) < 1e-9);
        QVERIFY(std::abs(estimate.low - 250) < 1e-9 && std::abs(estimate.high - 1000) < 1e-9);
    }
    void beyondTheRangeTheEdgeUtilisationIsHeld() {
        const ProfileCurve curve = curveOf({{100, 500}, {400, 500}});
        const ProfileEstimate above = curve.at(0, 4000, 4000), below = curve.at(0, 10, 10);
        QVERIFY(above.origin == Origin::Extrapolated && below.origin == Origin::Extrapolated);
        QVERIFY(std::abs(above.seconds - 4000 / 0.8) < 1e-9);
        QVERIFY(std::abs(below.seconds - 10 / 0.2) < 1e-9);
        QCOMPARE(above.y, 400.0);
    }
    void leaveOneOutErrorByHand() {
        // Without the middle point it would be 500 s; 400 was measured: 25 %. The edges have no say.
        const ProfileCurve curve = curveOf({{100, 500}, {200, 400}, {400, 500}});
        QVERIFY(std::abs(*curve.leaveOneOutError() - 0.25) < 1e-12);
        QVERIFY(!curve.without(0) && !curve.without(2));
        QVERIFY(!curveOf({{100, 500}, {400, 500}}).leaveOneOutError());
    }
    void twoKeysAreBilinear() {
        std::vector<ProfilePoint> points;
        for (const double x : {1.0, 4.0})
            for (const double y : {1.0, 4.0}) points.push_back({x, y, x == 1 ? 1.0 : 4.0, 0, 0, y});
        const ProfileCurve curve(points); // ln utilisation = ln y − ln x
        const ProfileEstimate middle = curve.at(2, 2, 2);
        QVERIFY(middle.origin == Origin::Interpolated);
        QVERIFY(std::abs(middle.seconds - 2) < 1e-12);
        QVERIFY(curve.at(8, 2, 2).origin == Origin::Extrapolated);
    }
    void timesBelowTheTimerStayZero() {
        const ProfileEstimate estimate = curveOf({{100, 0}, {400, 0}}).at(0, 200, 200);
        QCOMPARE(estimate.seconds, 0.0);
        QVERIFY(!estimate.utilisation);
    }
    void aQueryOverSeveralTpIsAProblem() {
        const ProfileSet set = setOf(kHeader + rowOf(64, 1, 2, 1.5, 1) + rowOf(64, 1, 2, 0.8, 2));
        const Result<ProfileAnswer> mixed = profileAnswer(set, m_catalog, upProjection(64));
        QVERIFY(!mixed);
        QCOMPARE(toString(mixed.error()),
                 std::string("compute/h100/m/mlp.csv:1: num_tensor_parallel_workers: the rows mix 1, 2 "
                             "(column 11): say which one\n"));
        ProfileQuery query = upProjection(64);
        query.tp = 2;
        QCOMPARE(profileAnswer(set, m_catalog, query)->seconds / millisecond, 0.8);
    }
    void withoutRowsTheModelAnswers() {
        const ProfileSet set = setOf(kHeader + rowOf(64, 1, 2, 1.5) + rowOf(128, 1, 2, 1.5));
        ProfileQuery query = upProjection(4096);
        query.tp = 4;
        const Result<ProfileAnswer> answer = profileAnswer(set, m_catalog, query);
        QVERIFY(answer->origin == Origin::Analytic);
        QVERIFY(!answer->low && !answer->leaveOneOutError);
        QVERIFY(*answer->utilisation > 0.3 && *answer->utilisation < 1);
    }
    void unknownNamesListWhatThereIs_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("rule");
        QTest::newRow("device") << "b200"
                                << "m"
                                << "mlp_up_proj"
                                << "there is: h100";
        QTest::newRow("model") << "h100"
                               << "x"
                               << "mlp_up_proj"
                               << "there is: m";
        QTest::newRow("operator") << "h100"
                                  << "m"
                                  << "mlp"
                                  << "there is: emb, input_layernorm";
        QTest::newRow("column") << "h100"
                                << "m"
                                << "add"
                                << "the table has mlp_up_proj";
        QTest::newRow("network") << "h100"
                                 << "m"
                                 << "all_reduce"
                                 << "there is: none";
    }
    void unknownNamesListWhatThereIs() {
        QFETCH(QString, device);
        QFETCH(QString, model);
        QFETCH(QString, op);
        QFETCH(QString, rule);
        ProfileQuery query = upProjection(64);
        query.device = device.toStdString();
        query.model = model.toStdString();
        query.op = op.toStdString();
        const Result<ProfileAnswer> answer =
            profileAnswer(setOf(kHeader + rowOf(64, 1, 2, 1.5)), m_catalog, query);
        QVERIFY(!answer);
        QVERIFY2(QString::fromStdString(toString(answer.error().front().rule)).contains(rule),
                 toString(answer.error().front().rule).c_str());
    }

    void publishedRowIsReturnedAsItIs() {
        const ProfileSet set = published({"compute/h100/microsoft/phi-2/mlp.csv"});
        if (set.tables.empty()) QSKIP("published operator profiles are not here");
        ProfileQuery query = upProjection(4096);
        query.model = "PHI-2";
        const Result<ProfileAnswer> answer = profileAnswer(set, m_catalog, query);
        QVERIFY(answer->origin == Origin::Measured);
        // Three rows of 4096 tokens, medians 0.295, 0.298 and the like.
        QVERIFY(answer->seconds / millisecond > 0.29 && answer->seconds / millisecond < 0.3);
        query.tokens = 4095;
        QVERIFY(profileAnswer(set, m_catalog, query)->origin == Origin::Interpolated);
    }
    void publishedLayerIsTheSumOfItsParts() {
        const ProfileSet set = published({"compute/a100/meta-llama/Llama-2-70b-hf/mlp.csv",
                                          "compute/a100/meta-llama/Llama-2-70b-hf/attention.csv",
                                          "network/a100_dgx/all_reduce.csv"});
        if (set.tables.size() < 3) QSKIP("published operator profiles are not here");
        LayerTimeRequest request{"a100", "Llama-2-70b-hf", "a100_dgx", 2, true, 0, 2048, 0, {}};
        const Result<ProfiledLayer> prefill = profileLayerTime(set, m_catalog, request);
        QVERIFY(prefill.has_value());
        double sum = 0;
        for (const LayerTimePart& part : prefill->parts) sum += part.count * part.answer.seconds.base;
        QVERIFY(std::abs(sum - prefill->seconds.base) < 1e-12);
        QCOMPARE(prefill->parts.size(), std::size_t{13});
        QCOMPARE(prefill->notes.size(), std::size_t{1}); // attn_kv_cache_save is no column of this table
        QVERIFY(prefill->embedding.base > 0);
        request.prefill = false;
        request.batch = 32;
        request.kv = 1024;
        const Result<ProfiledLayer> decode = profileLayerTime(set, m_catalog, request);
        QVERIFY(decode.has_value() && decode->seconds < prefill->seconds);
        // 865 M weights of a layer over two GPUs, 2 B each, cannot be read faster than at 2.039 TB/s.
        QVERIFY(decode->seconds.base > 0.4e-3);
    }
};

MOE_TEST(ProfileTest)
#include "profile_test.moc"
