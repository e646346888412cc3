// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/profile_text.h"

#include "models/items/aligned.h"
#include "models/items/format.h"

#include <QJsonArray>

namespace moe::items {
namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}
QString time(Seconds seconds) {
    return humanValue(seconds.base, QStringLiteral("s"));
}
QString percent(double share) {
    constexpr double kRounding = 1e-9; // what arithmetic leaves of an exact agreement
    return humanNumber(share < kRounding ? 0 : 100 * share) + QStringLiteral(" %");
}
QJsonValue json(const std::optional<double>& value) {
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}
QJsonValue json(const std::optional<Seconds>& value) {
    return value ? QJsonValue(value->base) : QJsonValue(QJsonValue::Null);
}
QString band(const ProfileAnswer& answer, double count = 1) {
    return answer.low && answer.high
               ? time(count * *answer.low) + QStringLiteral(" … ") + time(count * *answer.high)
               : QString();
}

} // namespace

QJsonObject profileJson(const ProfileAnswer& answer) {
    return {{"seconds", answer.seconds.base},
            {"origin", originText(answer.origin)},
            {"low", json(answer.low)},
            {"high", json(answer.high)},
            {"utilisation", json(answer.utilisation)},
            {"leave_one_out_error", json(answer.leaveOneOutError)}};
}

QString profileText(const ProfileAnswer& answer, const ProfileQuery& query) {
    const ProfileOperatorRow& op = *profileOperator(query.op);
    std::vector<QStringList> rows = {{QString::fromUtf8(op.label), time(answer.seconds)},
                                     {"origin", QString::fromLatin1(originText(answer.origin)) +
                                                    QStringLiteral(": ") + text(answer.from)}};
    if (answer.low) rows.push_back({"min … max of the repetitions", band(answer)});
    if (answer.utilisation)
        rows.push_back({"of the ideal time", percent(*answer.utilisation) + QStringLiteral(" (work: ") +
                                                 QString::fromUtf8(op.formula) + QLatin1Char(')')});
    if (answer.leaveOneOutError)
        rows.push_back(
            answer.shipped
                ? QStringList{"error", percent(*answer.leaveOneOutError) +
                                           QStringLiteral(" (median, of the curve against the rows)")}
                : QStringList{"leave-one-out error", percent(*answer.leaveOneOutError) +
                                                         QStringLiteral(" (median, over the keys inside)")});
    return alignedRows(rows);
}

QJsonObject layerJson(const ProfiledLayer& layer) {
    QJsonArray operators, notes;
    for (const LayerTimePart& part : layer.parts) {
        QJsonObject one = profileJson(part.answer);
        one.insert("op", text(part.op));
        one.insert("count", part.count);
        operators.append(one);
    }
    for (const std::string& note : layer.notes) notes.append(text(note));
    return {{"seconds", layer.seconds.base},
            {"origin", originText(layer.origin)},
            {"embedding_seconds",
             layer.embedding.base > 0 ? QJsonValue(layer.embedding.base) : QJsonValue(QJsonValue::Null)},
            {"operators", operators},
            {"notes", notes}};
}

QString derivedText(const DerivedProfile& derived) {
    std::size_t knots = 0, keys = 0;
    double median = 0, worst = -1;
    QString which;
    for (const DerivedProfile::Curve& curve : derived.curves) {
        knots += curve.knots.points.size();
        keys += curve.knots.keys;
        median += curve.knots.median;
        if (curve.knots.ninetyFive <= worst) continue;
        worst = curve.knots.ninetyFive;
        which = text(curve.op);
        for (std::size_t i = 0; i < curve.keys.size() && i < 2; ++i)
            which += QLatin1Char(' ') + text(curve.keys[i]);
    }
    const auto count = double(std::max<std::size_t>(derived.curves.size(), 1));
    return QStringLiteral(
               "%1: %2 curves, %3 knots for %4 keys; error (median) %5 on average; p95 at most %6 (%7)\n")
        .arg(text(derived.origin.file))
        .arg(derived.curves.size())
        .arg(knots)
        .arg(keys)
        .arg(percent(median / count), percent(std::max(worst, 0.0)), which);
}

QString layerText(const ProfiledLayer& layer, const LayerTimeRequest& request) {
    QString heading = QStringLiteral("One layer of %1 on %2, %3: %4 (%5 at the weakest)\n\n")
                          .arg(text(request.model), text(request.device),
                               request.prefill ? QStringLiteral("prefill") : QStringLiteral("decode"),
                               time(layer.seconds), QLatin1String(originText(layer.origin)));
    std::vector<QStringList> rows = {{"operator", "time", "origin", "min … max"}};
    for (const LayerTimePart& part : layer.parts)
        rows.push_back(
            {text(part.op) + (part.count > 1 ? QStringLiteral(" × %1").arg(part.count) : QString()),
             time(part.count * part.answer.seconds), QLatin1String(originText(part.answer.origin)),
             band(part.answer, part.count)});
    if (layer.embedding.base > 0)
        rows.push_back({"emb (once per model, not in the sum)", time(layer.embedding), {}, {}});
    QString all = heading + alignedRows(rows, QStringLiteral("  "), {1});
    for (const std::string& note : layer.notes)
        all += QStringLiteral("note: ") + text(note) + QLatin1Char('\n');
    return all;
}

} // namespace moe::items
