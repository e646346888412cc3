// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/recipe_text.h"

#include "data/csv.h"
#include "data/number.h"
#include "models/items/aligned.h"

#include <QJsonArray>
#include <QStringList>

#include <array>
#include <cmath>

namespace moe::items {
namespace {

const QString kDash = QString::fromUtf8("–");

QString plain(const std::string& value) {
    return QString::fromStdString(value);
}
QString share(std::optional<double> value, int decimals = 2) {
    return value && std::isfinite(*value) ? QString::number(100 * *value, 'f', decimals) : kDash;
}
QString nats(double value) {
    return QString::number(value, 'f', 4);
}
QString count(double value) {
    return plain(compact(value, 4));
}
QJsonValue number(std::optional<double> value) {
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}
QString cell(double value) {
    return plain(numberText(value));
}

/// All but the first.
std::vector<int> numericColumns(const std::vector<QStringList>& rows) {
    std::vector<int> columns;
    for (int i = 1; i < rows.front().size(); ++i) columns.push_back(i);
    return columns;
}

QJsonObject constantsJson(const RecipeFit& fit) {
    if (fit.method != RecipeMethod::Hierarchical) return {{"offset", fit.offset}, {"factor", fit.factor}};
    const RecipeConstants& c = fit.constants;
    return {{"E", c[0]}, {"a0", c[1]}, {"a1", c[2]}, {"b0", c[3]}, {"b1", c[4]}, {"G", std::exp(c[5])}};
}

/// Those runs, and the first answer without them.
QJsonValue oddJson(const RecipeAnswers& answers) {
    if (!answers.odd) return QJsonValue(QJsonValue::Null);
    QJsonArray runs;
    for (std::size_t i = 0; i < answers.odd->runs.size(); ++i)
        runs.append(QJsonObject{{"line", answers.table->runs[answers.odd->runs[i]].line},
                                {"held_back_error", answers.odd->errors[i]}});
    QJsonObject object;
    object.insert(QStringLiteral("runs"), runs);
    if (!answers.answers.empty()) {
        const RecipeRun& run = answers.answers.front().run;
        const RecipePrediction p =
            answers.odd->without.predict(recipePoint(run.params, run.activeParams, run.tokens));
        object.insert(QStringLiteral("without"),
                      QJsonObject{{"value", p.loss}, {"low", p.low}, {"high", p.high}});
    }
    return object;
}

QJsonObject fitJson(const RecipeAnswers& answers) {
    const RecipeFit& fit = *answers.fit;
    QJsonObject methods;
    for (std::size_t m = 0; m < kRecipeMethods; ++m)
        methods.insert(recipeMethodName(static_cast<RecipeMethod>(m)), number(fit.looOf[m]));
    QJsonArray heldBack;
    for (std::size_t i = 0; i < fit.heldBack.size(); ++i)
        heldBack.append(QJsonObject{{"line", answers.table->runs[i].line},
                                    {"fitted_error", fit.residuals[i]},
                                    {"held_back_error", fit.heldBack[i]}});
    QJsonObject object{{"method", recipeMethodName(fit.method)},
                       {"runs", static_cast<int>(answers.table->runs.size())},
                       {"in_sample_rms", fit.inSampleRms},
                       {"loo_rms", number(fit.looRms)},
                       {"loo_by_method", methods},
                       {"noise", fit.noise},
                       {"parameters", constantsJson(fit)},
                       {"errors", heldBack},
                       {"odd_runs", oddJson(answers)},
                       {"source", plain(answers.table->source)}};
    if (answers.next)
        object.insert("next_run", QJsonObject{{"params", answers.next->params},
                                              {"tokens", answers.next->tokens},
                                              {"sd_before", answers.next->sdBefore},
                                              {"sd_after", answers.next->sdAfter}});
    return object;
}

QStringList fitRow(const QString& label, const QString& value, const QString& remark = {}) {
    return {label, value, remark};
}

QString formulaText(const RecipeFit& fit) {
    if (fit.method != RecipeMethod::Hierarchical)
        return QString::fromUtf8("L = %1 + %2 · L of the Step Law recipe")
            .arg(QString::number(fit.offset, 'f', 4), QString::number(fit.factor, 'f', 4));
    const RecipeConstants& c = fit.constants;
    return QString::fromUtf8("L = %1 + (%2 n^%3 + %4 d^%5)^%6, n = N/5e8, d = D/2e10")
        .arg(QString::number(std::exp(c[0]), 'f', 3), QString::number(std::exp(c[1]), 'f', 3),
             QString::number(c[2], 'f', 3), QString::number(std::exp(c[3]), 'f', 3),
             QString::number(c[4], 'f', 3), QString::number(std::exp(c[5]), 'f', 3));
}

} // namespace

QJsonObject recipeJson(const RecipeAnswers& answers) {
    QJsonArray points, warnings;
    for (const RecipeAnswer& answer : answers.answers)
        points.append(QJsonObject{{"params", answer.run.params},
                                  {"active_params", answer.run.activeParams},
                                  {"tokens", answer.run.tokens},
                                  {"value", answer.prediction.loss},
                                  {"low", answer.prediction.low},
                                  {"high", answer.prediction.high},
                                  {"sd", answer.prediction.sd}});
    for (const Message& remark : answers.remarks)
        warnings.append(QJsonObject{{"id", "recipe"}, {"text", plain(toString(remark))}});
    const bool any = !answers.answers.empty();
    const RecipePrediction first = any ? answers.answers.front().prediction : RecipePrediction{};
    const QJsonValue none(QJsonValue::Null);
    return {{"value", any ? QJsonValue(first.loss) : none},
            {"low", any ? QJsonValue(first.low) : none},
            {"high", any ? QJsonValue(first.high) : none},
            {"sd", any ? QJsonValue(first.sd) : none},
            {"origin", "recipe"},
            {"recipe", fitJson(answers)},
            {"points", points},
            {"warnings", warnings}};
}

QString recipeText(const RecipeAnswers& answers) {
    const RecipeFit& fit = *answers.fit;
    std::vector<QStringList> rows;
    rows.push_back(
        fitRow(QStringLiteral("method"), QLatin1String(recipeMethodName(fit.method)), formulaText(fit)));
    rows.push_back(fitRow(QStringLiteral("error of the fit"), share(fit.inSampleRms) + QStringLiteral(" %"),
                          QStringLiteral("rms of its own runs")));
    rows.push_back(fitRow(
        QStringLiteral("leaving one out"), fit.looRms ? share(fit.looRms) + QStringLiteral(" %") : kDash,
        QString::fromUtf8("rms of each run from the others; offset %1, scale %2, affine %3, "
                          "hierarchical %4")
            .arg(share(fit.looOf[0]), share(fit.looOf[1]), share(fit.looOf[2]), share(fit.looOf[3]))));
    if (answers.odd) {
        QStringList lines;
        for (std::size_t i = 0; i < answers.odd->runs.size(); ++i)
            lines << QStringLiteral("line %1 (%2%3 %)")
                         .arg(answers.table->runs[answers.odd->runs[i]].line)
                         .arg(answers.odd->errors[i] > 0 ? QStringLiteral("+") : QString(),
                              share(std::expm1(answers.odd->errors[i])));
        rows.push_back(
            fitRow(QStringLiteral("do not belong"), lines.join(QStringLiteral(", ")),
                   QStringLiteral("measured over predicted from the others; they count for little")));
    }
    for (const RecipeAnswer& answer : answers.answers) {
        rows.push_back(fitRow(QStringLiteral("loss at %1 parameters, %2 tokens")
                                  .arg(count(answer.run.params), count(answer.run.tokens)),
                              nats(answer.prediction.loss),
                              QString::fromUtf8("90 % of runs %1 – %2")
                                  .arg(nats(answer.prediction.low), nats(answer.prediction.high))));
        if (!answers.odd) continue;
        const RecipePrediction p = answers.odd->without.predict(
            recipePoint(answer.run.params, answer.run.activeParams, answer.run.tokens));
        rows.push_back(fitRow(QStringLiteral("  without those runs"), nats(p.loss),
                              QString::fromUtf8("90 % of runs %1 – %2").arg(nats(p.low), nats(p.high))));
    }
    if (answers.next)
        rows.push_back(
            fitRow(QStringLiteral("next run"),
                   QStringLiteral("%1 parameters, %2 tokens")
                       .arg(count(answers.next->params), count(answers.next->tokens)),
                   QString::fromUtf8("narrows the first from %1 to %2 % (sd), at the compute of the "
                                     "largest run")
                       .arg(share(answers.next->sdBefore), share(answers.next->sdAfter))));
    QString all = QString::fromUtf8("Loss of the recipe of %1 · %2 runs\n\n")
                      .arg(plain(answers.table->source))
                      .arg(answers.table->runs.size()) +
                  alignedRows(rows, QStringLiteral("  "));
    if (!answers.remarks.empty()) all += QLatin1Char('\n');
    for (const Message& remark : answers.remarks)
        all += QStringLiteral("  ") + plain(toString(remark)) + QLatin1Char('\n');
    return all;
}

QString recipeCsv(const RecipeTable& asked, const std::vector<RecipeAnswer>& answers) {
    QStringList header;
    for (const CsvColumn& column : asked.table->columns) header << plain(csvCell(column.name));
    header << QStringLiteral("predicted") << QStringLiteral("low") << QStringLiteral("high");
    QString all = header.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (std::size_t row = 0; row < answers.size(); ++row) {
        QStringList cells;
        for (const CsvColumn& column : asked.table->columns)
            if (!column.numeric)
                cells << plain(csvCell(column.text(row)));
            else
                cells << (std::isnan(column.numbers[row]) ? QString() : cell(column.numbers[row]));
        const RecipePrediction& p = answers[row].prediction;
        cells << cell(p.loss) << cell(p.low) << cell(p.high);
        all += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return all;
}

QJsonObject transferJson(const TransferStudy& study) {
    QJsonArray rows, coverage;
    QJsonObject median, eightieth, methods;
    const auto key = [](int runs) { return QString::number(runs); };
    for (const TransferRow& row : study.rows) {
        QJsonObject byMethod, byRuns;
        for (std::size_t m = 0; m < kRecipeMethods; ++m)
            byMethod.insert(recipeMethodName(static_cast<RecipeMethod>(m)), row.byMethod[m]);
        for (std::size_t k = 0; k < kTransferRuns.size(); ++k)
            byRuns.insert(key(kTransferRuns[k]), row.byRuns[k]);
        rows.append(QJsonObject{{"recipe", plain(row.recipe)},
                                {"trained", row.trained},
                                {"tested", row.tested},
                                {"by_method", byMethod},
                                {"plain_form", row.plain},
                                {"by_runs", byRuns},
                                {"ladder", number(row.ladder)}});
    }
    for (std::size_t k = 0; k < kTransferRuns.size(); ++k) {
        median.insert(key(kTransferRuns[k]), study.median[k]);
        eightieth.insert(key(kTransferRuns[k]), study.eightieth[k]);
    }
    for (std::size_t m = 0; m < kRecipeMethods; ++m)
        methods.insert(recipeMethodName(static_cast<RecipeMethod>(m)), study.methodMedian[m]);
    for (const TransferCoverage& c : study.coverage)
        coverage.append(QJsonObject{{"runs", c.runs == 0 ? QJsonValue("smaller 65 %") : QJsonValue(c.runs)},
                                    {"within_1_sd", c.one},
                                    {"within_90", c.ninety},
                                    {"within_2_sd", c.two},
                                    {"tested", static_cast<qint64>(c.tested)}});
    QJsonArray moe;
    for (const MoeTransferRow& row : study.moe)
        moe.append(QJsonObject{{"recipe", plain(row.recipe)},
                               {"trained", row.trained},
                               {"tested", row.tested},
                               {"by_share", row.byShare},
                               {"by_rule", row.byRule},
                               {"ignored", row.ignored}});
    return {{"recipe_study", QJsonObject{{"recipes", rows},
                                         {"moe", moe},
                                         {"median_by_runs", median},
                                         {"eightieth_by_runs", eightieth},
                                         {"median_by_method", methods},
                                         {"median_plain_form", study.plainMedian},
                                         {"coverage", coverage}}}};
}

QString transferCsv(const TransferStudy& study) {
    QString all = QStringLiteral(
        "recipe,trained,tested,offset,scale,affine,hierarchical,plain form,1 run,2 runs,3 runs,5 "
        "runs,10 runs,ladder\n");
    for (const TransferRow& row : study.rows) {
        QStringList cells{plain(csvCell(row.recipe)), QString::number(row.trained),
                          QString::number(row.tested)};
        for (const double error : row.byMethod) cells << cell(error);
        cells << cell(row.plain);
        for (const double error : row.byRuns) cells << cell(error);
        cells << (row.ladder ? cell(*row.ladder) : QString());
        all += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return all;
}

QString transferText(const TransferStudy& study) {
    std::vector<QStringList> rows{{QStringLiteral("recipe"), QStringLiteral("runs"), QStringLiteral("tested"),
                                   QStringLiteral("offset"), QStringLiteral("scale"),
                                   QStringLiteral("affine"), QStringLiteral("hierarchical"),
                                   QStringLiteral("plain form")}};
    for (const int runs : kTransferRuns)
        rows[0] << (runs == 1 ? QStringLiteral("1 run") : QStringLiteral("%1 runs").arg(runs));
    rows[0] << QStringLiteral("ladder");
    const auto add = [&](const QString& name, const QString& trained, const QString& tested,
                         const auto& methods, double plain, const auto& runs,
                         const std::optional<double>& ladder) {
        QStringList line{name, trained, tested};
        for (const double error : methods) line << share(error);
        line << share(plain);
        for (const double error : runs) line << share(error);
        rows.push_back(line << share(ladder));
    };
    for (const TransferRow& row : study.rows)
        add(plain(row.recipe), QString::number(row.trained), QString::number(row.tested), row.byMethod,
            row.plain, row.byRuns, row.ladder);
    add(QStringLiteral("median"), {}, {}, study.methodMedian, study.plainMedian, study.median, std::nullopt);
    const std::array<double, kRecipeMethods> none{NAN, NAN, NAN, NAN};
    add(QStringLiteral("80th percentile"), {}, {}, none, NAN, study.eightieth, std::nullopt);
    QString all =
        QStringLiteral(
            "Error in percent (rms of ln L). Each recipe in turn, the prior without its family: by "
            "method,\ntrained on the lower 65 % by compute and tested above, the plain form being L = E + "
            "A/N^a "
            "+ B/D^b without a prior\n(Huber); then on so many of those runs, drawn 60 times (median); "
            "ladder: trained up to a quarter of the largest compute, "
            "tested on runs 2 to 4 times above.\n\n") +
        alignedRows(rows, QStringLiteral("  "), numericColumns(rows));
    std::vector<QStringList> coverage{{QStringLiteral("runs trained on"), QStringLiteral("within 1 sd"),
                                       QStringLiteral("in 90 %"), QStringLiteral("within 2 sd"),
                                       QStringLiteral("predictions")}};
    for (const TransferCoverage& c : study.coverage)
        coverage.push_back({c.runs == 0 ? QStringLiteral("lower 65 %") : QString::number(c.runs),
                            share(c.one, 1), share(c.ninety, 1), share(c.two, 1), QString::number(c.tested)});
    if (!study.moe.empty()) {
        std::vector<QStringList> moe{{QStringLiteral("recipe"), QStringLiteral("runs"),
                                      QStringLiteral("tested"), QStringLiteral("by active share"),
                                      QStringLiteral("saturating rule"), QStringLiteral("experts ignored")}};
        for (const MoeTransferRow& row : study.moe)
            moe.push_back({plain(row.recipe), QString::number(row.trained), QString::number(row.tested),
                           share(row.byShare), share(row.byRule), share(row.ignored)});
        all += QStringLiteral("\nMoE: trained up to 0.3 B active parameters, tested above, one offset\n") +
               alignedRows(moe, QStringLiteral("  "), numericColumns(moe));
    }
    return all + QStringLiteral("\nShare of held-out runs inside the interval, percent\n") +
           alignedRows(coverage, QStringLiteral("  "), numericColumns(coverage));
}

} // namespace moe::items
