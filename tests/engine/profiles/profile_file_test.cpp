// SPDX-License-Identifier: GPL-3.0-or-later
// Curves boiled down to knots, as a file and as an answer: they stand for their rows and say so.

#include "models/engine/profiles/profile_file.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

/// An up projection whose utilisation rises to 0.7 of an H100 with the tokens, with `noise` beside it.
std::string mlpText(double noise) {
    std::string text = "time_stats.mlp_up_proj.min,time_stats.mlp_up_proj.max,time_stats.mlp_up_proj.mean,"
                       "time_stats.mlp_up_proj.median,time_stats.mlp_up_proj.std,n_head,n_kv_head,n_embd,"
                       "n_expanded_embd,vocab_size,use_gated_mlp,num_tokens,num_tensor_parallel_workers\n";
    for (int tp : {1, 2}) {
        for (int i = 1; i <= 200; ++i) {
            const double tokens = 16 * i, ideal = 2 * tokens * 57344.0 / tp * 8192 / 989e12 * 1e3;
            const double wobble = 1 + noise * (i % 3 - 1);
            const double time = ideal / (0.7 * tokens / (tokens + 200)) * wobble;
            text += std::to_string(0.9 * time) + "," + std::to_string(1.2 * time) + "," +
                    std::to_string(time) + "," + std::to_string(time) + ",0.01,64,8,8192,28672,32768,True," +
                    std::to_string(16 * i) + "," + std::to_string(tp) + "\n";
        }
    }
    return text;
}
constexpr const char* kFile = "compute/h100/meta-llama/Test-70b/mlp.csv";

ProfileTable table(double noise = 0) {
    return valueOf(readProfile(mlpText(noise), kFile));
}
ProfileSet shipped(double noise = 0) {
    const DerivedProfile derived = deriveProfile(table(noise), shippedCatalog(), {kFile, "00ff"});
    const std::string text = documentText(profileCurvesDocument({derived}));
    return valueOf(profileCurvesFrom(valueOf(parseDocument(text, "curves.yaml")), "curves.yaml"));
}
ProfileQuery query(double tokens, double tp = 1) {
    ProfileQuery made;
    made.device = "h100";
    made.model = "Test-70b";
    made.op = "mlp_up_proj";
    made.tokens = tokens;
    made.tp = tp;
    return made;
}
const ProfileSet& shippedSet() {
    static const ProfileSet set = valueOf(profileCurvesFrom(
        valueOf(parseDocument(resourceText("profiles/curves.yaml"), "curves.yaml")), "curves.yaml"));
    return set;
}

} // namespace

class ProfileFileTest : public QObject {
    Q_OBJECT

private slots:
    void aSmoothCurveNeedsFewKnots() {
        const DerivedProfile derived = deriveProfile(table(), shippedCatalog(), {kFile, "00ff"});
        QCOMPARE(derived.curves.size(), std::size_t{2}); // TP 1 and 2
        for (const DerivedProfile::Curve& curve : derived.curves) {
            QVERIFY2(curve.knots.points.size() <= 12, qPrintable(QString::number(curve.knots.points.size())));
            QVERIFY(curve.knots.median < 0.015 && curve.knots.ninetyFive < 0.05);
            QCOMPARE(curve.knots.keys, std::size_t{200});
            QCOMPARE(curve.knots.points.front().y, 16.0);
            QCOMPARE(curve.knots.points.back().y, 3200.0);
        }
    }
    void noiseIsSmoothedNotFollowed() {
        // Two rows of three stand 10 % above or below: no curve is nearer to both, and none needs 40 knots.
        const DerivedProfile derived = deriveProfile(table(0.1), shippedCatalog(), {kFile, "00ff"});
        const ProfileKnots& knots = derived.curves.front().knots;
        QVERIFY(knots.median > 0.08 && knots.median < 0.12);
        QVERIFY(knots.points.size() < 20);
    }
    void anAnswerSaysThatItComesFromAShippedCurve() {
        const ProfileSet set = shipped();
        for (const double tokens : {16.0, 777.0, 3200.0}) {
            const ProfileAnswer answer = valueOf(profileAnswer(set, shippedCatalog(), query(tokens)));
            const double ideal = 2 * tokens * 57344.0 * 8192 / 989e12;
            const double expected = ideal / (0.7 * tokens / (tokens + 200));
            QVERIFY2(std::abs(answer.seconds.base / expected - 1) < 0.02,
                     qPrintable(QString::number(tokens)));
            QVERIFY(answer.origin == Origin::Interpolated); // also on a knot
            QVERIFY(answer.shipped && answer.from.find("shipped curve") == 0);
            QVERIFY(std::abs(*answer.low / answer.seconds - 0.9) < 0.011);
            QVERIFY(std::abs(*answer.high / answer.seconds - 1.2) < 0.011);
            QVERIFY(answer.leaveOneOutError && *answer.leaveOneOutError < 0.01);
        }
        const ProfileAnswer beyond = valueOf(profileAnswer(set, shippedCatalog(), query(1e5)));
        QVERIFY(beyond.origin == Origin::Extrapolated);
    }
    void rowsReplaceTheShippedCurvesOfTheirDeviceAndModel() {
        ProfileSet set = shipped(), loaded;
        ProfileTable attention = set.tables.front(); // as if the shipped model also had an attention table
        attention.kind = ProfileKind::Attention;
        set.tables.push_back(attention);
        ProfileTable other = set.tables.front();
        other.place.device = "a100";
        set.tables.push_back(other);
        loaded.tables.push_back(table());
        addProfiles(set, loaded);
        QCOMPARE(set.tables.size(), std::size_t{2});
        QVERIFY(set.tables[0].place.device == "a100" && !set.tables[1].shipped);
        const ProfileAnswer answer = valueOf(profileAnswer(set, shippedCatalog(), query(1600)));
        QVERIFY(answer.origin == Origin::Measured && !answer.shipped);
        addProfiles(set, loaded); // again: no second copy
        QCOMPARE(set.tables.size(), std::size_t{2});
    }

    void brokenFilesAreLocated_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        const QByteArray head =
            "schema: moe-explorer/profile-curves/1\ntables:\n  - file: compute/h100/m/mlp.csv\n"
            "    kind: mlp\n    rates: 989 3350 450 50\n    columns: [n_head]\n    curves:\n";
        QTest::newRow("schema") << QByteArray("schema: other/1\n") << "f:1:9: schema: must be";
        QTest::newRow("operator") << head + "      - op: nope\n        keys: [1]\n        knots: 1 1 1 1\n"
                                  << "tables.0.curves.0.op: is no operator of a profile, got \"nope\"";
        QTest::newRow("knots") << head + "      - op: add\n        keys: [1]\n        knots: 1 1 1\n"
                               << "must be groups of four numbers";
        QTest::newRow("number") << head + "      - op: add\n        keys: [1]\n        knots: 1 1 x 1\n"
                                << "f:10:16: tables.0.curves.0.knots: must be numbers";
        QTest::newRow("keys") << head + "      - op: add\n        keys: [1, 2]\n        knots: 1 1 1 1\n"
                              << "keys of add must be as many as columns";
        QTest::newRow("unknown") << head + "      - op: add\n        color: red\n"
                                 << "is no key of a curve";
    }
    void brokenFilesAreLocated() {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        const Result<ProfileSet> set =
            profileCurvesFrom(valueOf(parseDocument(text.toStdString(), "f")), "f");
        QVERIFY(!set);
        QVERIFY2(QString::fromStdString(toString(set.error())).contains(problem),
                 toString(set.error()).c_str());
    }

    void theShippedCurvesCoverThePublishedDevices() {
        QCOMPARE(profileDevices(shippedSet()), (std::vector<std::string>{"a100", "a40", "h100"}));
        QCOMPARE(profileNetworks(shippedSet()).size(), std::size_t{5});
        for (const ProfileTable& one : shippedSet().tables) {
            QCOMPARE(one.shipped->sha256.size(), std::size_t{64});
            for (const ProfileKnotsOf::Curve& curve : one.shipped->curves)
                QVERIFY2(curve.knots <= 400 && curve.rows > curve.knots, curve.op.c_str());
        }
    }
    void theShippedCurvesMeetTheirRowsAsWellAsTheySay() {
        int seen = 0;
        for (const ProfileTable& curves : shippedSet().tables) {
            const std::string text = sharedText("data/vidur/profiling/" + curves.shipped->file);
            if (text.empty()) continue;
            const ProfileTable rows = valueOf(readProfile(text, curves.shipped->file));
            const GpuSpec& gpu = profileRatesOf(shippedCatalog(), rows);
            for (const ProfileSeriesRow& row : profileSeriesOf(rows, gpu)) {
                const ProfileKnotsOf::Curve* stated =
                    shippedCurve(curves, row.op, row.prefill, row.series.values);
                QVERIFY2(stated != nullptr, row.op.c_str());
                if (rows.kind == ProfileKind::Attention) continue; // below, over fewer points
                ProfileQuery one;
                one.op = row.op;
                for (std::size_t i = 0; i < row.series.values.size(); ++i) {
                    one.fixed.emplace_back(profileCategories(rows)[i], row.series.values[i]);
                    if (profileCategories(rows)[i] == "devices_per_node")
                        one.devicesPerNode = row.series.shape.devicesPerNode;
                }
                const ProfileCurve curve(valueOf(profileSeries(curves, one, gpu)).points);
                std::vector<double> errors;
                const ProfileCurve measured(row.series.points);
                for (const ProfilePoint& point : measured.points()) {
                    const ProfileEstimate estimate = curve.at(point.x, point.y, point.ideal);
                    if (point.seconds > 0 && estimate.origin != Origin::Measured)
                        errors.push_back(std::abs(estimate.seconds / point.seconds - 1));
                }
                std::sort(errors.begin(), errors.end());
                const double median = errors.empty() ? 0 : errors[errors.size() / 2];
                QVERIFY2(std::abs(median - stated->median) < 2e-3, // utilisations have four digits
                         qPrintable(QString("%1 %2 %3").arg(row.op.c_str()).arg(median).arg(stated->median)));
            }
            ++seen;
        }
        if (seen == 0) QSKIP("published operator profiles are not here; get them with packaging/get-data.sh");
    }
};

MOE_TEST(ProfileFileTest)
#include "profile_file_test.moc"
