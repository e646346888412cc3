// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/loss_json.h"

#include "models/engine/loss/model/loss_model.h"
#include "tests/engine/loss_support.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

namespace {

using namespace moe;

LossAnswer answerTo(LossQuestion question) {
    Catalog catalog;
    catalog.lossModel = std::make_shared<const LossModel>(LossModel{test::referenceSurface(), {}, {}});
    const Result<LossAnswer> answer = lossAnswer(question, catalog);
    return answer ? *answer : LossAnswer{};
}

LossAnswer dense() {
    LossQuestion question;
    question.params = question.activeParams = 429260800;
    question.tokens = 4e10;
    return answerTo(question);
}

StudyRow row(StudySplit split, const char* label, std::optional<double> rmse) {
    StudyRow made;
    made.split = split;
    made.key = made.label = label;
    made.rmse2 = made.rmse5 = made.median = rmse;
    made.regretMean = 0.00026;
    made.regretMax = 0.001;
    made.worstGroup = "215M / 4B, the least";
    made.runs = 1730;
    made.groups = 17;
    made.diverged = 181;
    return made;
}

} // namespace

class LossJsonTest : public QObject {
    Q_OBJECT

private slots:
    void theLossObjectHoldsWhatTheSchemaRequires() {
        const QJsonObject schema =
            QJsonDocument::fromJson(
                QByteArray::fromStdString(test::resourceText("schema/report.schema.json")))
                .object();
        const QJsonObject json = items::lossJson(dense());
        const QJsonArray required = schema["$defs"]["loss"]["required"].toArray();
        QVERIFY(required.size() >= 12);
        for (const QJsonValue& key : required)
            QVERIFY2(json.contains(key.toString()), qPrintable(key.toString()));
        QVERIFY(json["value"].isDouble() && json["low"].isDouble());
    }

    /// Closed form (L*, lr*, bs*) at 429260800/4e10: 2.2716, 2.129e-3, 306.5.
    void valuesAreThoseOfTheModel() {
        const QJsonObject json = items::lossJson(dense());
        QVERIFY(std::abs(json["optimal_loss"].toDouble() - 2.2716) < 1e-4);
        QVERIFY(std::abs(json["optimal_lr"].toDouble() - 2.129e-3) < 1e-6);
        QVERIFY(std::abs(json["optimal_batch_tokens"].toDouble() / 2048 - 306.5) < 0.1);
        QCOMPARE(json["value"], json["optimal_loss"]);
        QCOMPARE(json["optimum_from"].toString(), QString("closed form"));
    }

    void whatIsNullIsExplained() {
        const QJsonObject json = items::lossJson(dense());
        const QByteArray warnings = QJsonDocument(json["warnings"].toArray()).toJson();
        QVERIFY(json["law_region"].isNull() && warnings.contains("loss-no-law-region"));
        for (const QJsonValue& law : json["laws"].toArray()) {
            const Law* known = findLaw(law["key"].toString().toStdString());
            QVERIFY(known != nullptr);
            const bool lacks = (known->lr.value && law["lr"].isNull()) ||
                               (known->batchTokens.value && law["batch_tokens"].isNull()) ||
                               (known->loss.value && law["loss"].isNull());
            QVERIFY2(!lacks || law["missing"].isString(), known->key);
            QVERIFY2(law["in_domain"].toBool() == law["outside"].isNull(), known->key);
        }
        QCOMPARE(json["laws"].toArray().size(), static_cast<qsizetype>(laws().size()));
    }

    void noModelIsAProblem() { QVERIFY(!lossAnswer({}, Catalog{})); }

    void anMoeSaysItsActiveShare() {
        LossQuestion question;
        question.moe = true;
        question.params = 2156188672;
        question.activeParams = 1241270272;
        question.tokens = 2e10;
        const LossAnswer answer = answerTo(question);
        QVERIFY(std::abs(answer.report.optimalLoss - 2.1771) < 5e-4); // closed form
        QVERIFY(items::lossText(answer).contains("1.241B active"));
    }

    void textIsAligned() {
        const QStringList lines = items::lossText(dense()).split('\n');
        qsizetype column = -1;
        int seen = 0;
        for (const QString& line : lines) {
            const qsizetype at = line.indexOf(QLatin1String("closed form of the fitted surface"));
            if (at < 0) continue;
            QVERIFY(column < 0 || column == at);
            column = at;
            ++seen;
        }
        QVERIFY(seen >= 2);
        for (const QString& line : lines) QVERIFY(!line.endsWith(' '));
    }

    void theStudyIsInPercentAsTextAndInSharesAsCsv() {
        const std::vector<StudyRow> rows{row(StudySplit::DenseGroup, "method", 0.00182),
                                         row(StudySplit::DenseGroup, "law", std::nullopt),
                                         row(StudySplit::MoeGroup, "method", 0.00184)};
        const QString text = items::studyText(rows);
        QVERIFY(text.contains("dense, group out: 17 groups, 1730 runs scored, 181 diverged"));
        QVERIFY(text.contains("0.182") && text.contains("0.026") && text.contains("MoE, group out"));
        const QStringList csv = items::studyCsv(rows).trimmed().split('\n');
        QCOMPARE(csv.size(), 4);
        QVERIFY(csv[1].startsWith("\"dense, group out\",method,method,,0.00182,"));
        QVERIFY(csv[1].contains("\"215M / 4B, the least\""));
        const QJsonArray json = items::studyJson(rows)["study"].toArray();
        QCOMPARE(json.size(), 3);
        QVERIFY(json[1]["rmse_2"].isNull() && json[0]["rmse_2"].toDouble() == 0.00182);
    }
};

MOE_TEST(LossJsonTest)
#include "loss_json_test.moc"
