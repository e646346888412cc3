// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/loss_json.h"

#include <QJsonArray>

#include <cmath>

namespace moe::items {
namespace {

QJsonValue json(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}
QJsonValue json(const std::string& text) {
    return QString::fromStdString(text);
}
/// "" → null: nothing to say.
QJsonValue textOrNull(const std::string& text) {
    return text.empty() ? QJsonValue(QJsonValue::Null) : json(text);
}

QJsonObject lawJson(const LossLawAnswer& line) {
    const LawAnswer& answer = line.answer;
    const Law& law = *answer.law;
    QJsonObject object{{"key", law.key},
                       {"label", QString::fromUtf8(law.label)},
                       {"citation", QString::fromUtf8(law.citation)},
                       {"domain", QString::fromUtf8(law.domain)},
                       {"note", QString::fromUtf8(law.note)},
                       {"in_domain", answer.inDomain},
                       {"outside", textOrNull(toString(answer.outside))},
                       {"missing", textOrNull(toString(answer.missing))},
                       {"lr", json(answer.lr)},
                       {"batch_tokens", json(answer.batchTokens)},
                       {"loss", json(answer.loss)},
                       {"loss_unit", law.bitsPerCharacter ? "bits/character" : "nats/token"},
                       {"critical_batch_tokens", json(answer.criticalBatchTokens)},
                       {"fitted_loss", QJsonValue::Null},
                       {"fitted_by", QJsonValue::Null}};
    if (line.offset && answer.loss) {
        object.insert("fitted_loss", line.offset->apply(*answer.loss));
        object.insert("fitted_by", json(line.offset->text));
    }
    return object;
}

QJsonValue regionJson(const std::optional<StepLawRegion>& region) {
    if (!region) return QJsonValue::Null;
    return QJsonObject{{"lr_low", region->box.lr.min},
                       {"lr_high", region->box.lr.max},
                       {"batch_tokens_low", region->box.batchTokens.min},
                       {"batch_tokens_high", region->box.batchTokens.max},
                       {"correlation", region->correlation}};
}

} // namespace

QJsonObject lossJson(const LossAnswer& answer) {
    const LossReport& report = answer.report;
    QJsonArray near, laws, warnings;
    for (const NearOptimal& region : report.nearOptimal)
        near.append(QJsonObject{{"share", region.share},
                                {"lr_low", region.lrLow},
                                {"lr_high", region.lrHigh},
                                {"batch_tokens_low", region.batchLow},
                                {"batch_tokens_high", region.batchHigh}});
    for (const LossLawAnswer& line : answer.laws) laws.append(lawJson(line));
    for (const Warning& warning : answer.warnings)
        warnings.append(QJsonObject{{"id", json(warning.id)}, {"text", json(toString(warning.text))}});
    return {{"value", report.value},
            {"low", json(report.low)},
            {"high", json(report.high)},
            {"sd", report.sd},
            {"divergence_probability", report.unstable},
            {"origin", originText(report.origin)},
            {"optimal_lr", report.optimalLr},
            {"optimal_batch_tokens", report.optimalBatchTokens},
            {"optimal_loss", report.optimalLoss},
            {"optimum_from", report.optimumInside ? "runs" : "closed form"},
            {"near_optimal", near},
            {"law_lr", json(report.lawLr)},
            {"law_batch_tokens", json(report.lawBatchTokens)},
            {"law_region", regionJson(answer.lawRegion)},
            {"slope_params", report.slopeParams},
            {"slope_tokens", report.slopeTokens},
            {"bound", report.dataBound ? "data" : "parameters"},
            {"optimal_tokens", report.optimalTokens},
            {"optimal_tokens_low", json(report.optimalTokensLow)},
            {"optimal_tokens_high", json(report.optimalTokensHigh)},
            {"active_share", report.activeShare},
            {"fit", json(toString(report.fitOrigin))},
            {"laws", laws},
            {"warnings", warnings}};
}

QJsonObject studyJson(const std::vector<StudyRow>& rows) {
    QJsonArray list;
    for (const StudyRow& row : rows)
        list.append(QJsonObject{{"split", studySplitText(row.split)},
                                {"key", json(row.key)},
                                {"label", json(row.label)},
                                {"note", json(row.note)},
                                {"rmse_2", json(row.rmse2)},
                                {"rmse_5", json(row.rmse5)},
                                {"median", json(row.median)},
                                {"coverage_90", json(row.coverage)},
                                {"regret_mean", json(row.regretMean)},
                                {"regret_max", json(row.regretMax)},
                                {"regret_max_group", textOrNull(row.worstGroup)},
                                {"regret_nearest_run", json(row.measuredRegretMean)},
                                {"runs", row.runs},
                                {"groups", row.groups},
                                {"diverged", row.diverged}});
    return {{"study", list}};
}

} // namespace moe::items
