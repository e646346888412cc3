// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/fit_text.h"

#include "models/engine/report/metrics.h"
#include "models/items/aligned.h"
#include "models/items/change_text.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QJsonArray>

#include <cmath>

namespace moe::items {
namespace {

QString percent(double share) {
    return number(100 * share, 'f', share < 0.0995 ? 1 : 0) + QStringLiteral(" %");
}

QString significant(double value) {
    return number(value, 'g', 4);
}

QJsonObject partJson(const FitPart& part) {
    QJsonObject constants;
    QJsonArray rows, errors, remarks, bounds;
    const auto orNull = [](const std::optional<double>& value) {
        return value ? QJsonValue(*value) : QJsonValue();
    };
    for (const FitConstant& one : part.constants) {
        constants.insert(QString::fromStdString(one.key),
                         QJsonObject{{"before", orNull(one.before)}, {"fitted", one.after}});
        if (one.onBound) bounds.append(QString::fromStdString(one.key));
    }
    for (const FitRow& row : part.rows)
        rows.append(QJsonObject{{"file", QString::fromStdString(row.source)},
                                {"figure", QString::fromStdString(row.figure)},
                                {"at", row.at},
                                {"measured", row.measured},
                                {"predicted", row.before},
                                {"fitted", row.after},
                                {"left_out", orNull(row.leftOut)}});
    for (const FitError& error : part.errors())
        errors.append(QJsonObject{{"figure", QString::fromStdString(error.figure)},
                                  {"rows", int(error.rows)},
                                  {"before", error.before},
                                  {"fitted", error.after},
                                  {"left_out", orNull(error.leftOut)}});
    for (const Message& remark : part.remarks) remarks.append(QString::fromStdString(toString(remark)));
    return {{"part", QLatin1String(fitTitle(part.kind))},
            {"told", QString::fromStdString(toString(part.told))},
            {"constants", constants},
            {"on_bounds", bounds},
            {"errors", errors},
            {"rows", rows},
            {"remarks", remarks}};
}

} // namespace

QString fitTitleText(FitKind kind) {
    return sentenceText(say(fitTitle(kind)));
}

QString fitFigureText(const std::string& figure) {
    return sentenceText({Message::Kind::Sentence, fitFigureName(figure), {}});
}

QString ownMarkText(const OwnMark& mark) {
    const Metric* metric = findMetric(mark.metric);
    const QString unit = metric ? QString::fromUtf8(metric->unit) : QString();
    if (mark.here) {
        const double share = mark.here->predicted / mark.here->measured - 1;
        return Words::tr("measured %1, predicted %2: %3")
            .arg(humanValue(mark.here->measured, unit), humanValue(mark.here->predicted, unit),
                 shareChange(share));
    }
    const QString percent = number(100 * std::abs(mark.off), 'f', 0);
    return (mark.off < 0 ? Words::tr("your runs (%1): %2 % less than predicted")
                         : Words::tr("your runs (%1): %2 % more than predicted"))
        .arg(QString::number(mark.runs), percent);
}

QStringList fitErrorHeader() {
    return {Words::tr("median error"), Words::tr("points"), Words::tr("as it is"), Words::tr("fitted"),
            Words::tr("left out")};
}

std::vector<QStringList> fitErrorRows(const std::vector<FitPart>& parts) {
    std::vector<QStringList> rows;
    for (const FitPart& part : parts)
        for (const FitError& error : part.errors())
            rows.push_back({fitFigureText(error.figure), QString::number(error.rows), percent(error.before),
                            percent(error.after),
                            error.leftOut ? percent(*error.leftOut) : QStringLiteral("–")});
    return rows;
}

QStringList fitConstantHeader() {
    return {Words::tr("constant"), Words::tr("as it is"), Words::tr("fitted")};
}

std::vector<QStringList> fitConstantRows(const std::vector<FitPart>& parts) {
    std::vector<QStringList> rows;
    for (const FitPart& part : parts)
        for (const FitConstant& one : part.constants)
            rows.push_back({QString::fromStdString(one.key),
                            one.before ? significant(*one.before) : QStringLiteral("–"),
                            significant(one.after)});
    return rows;
}

QString machineFitText(const MachineFit& fit) {
    std::vector<QStringList> told;
    for (const FitPart& part : fit.parts) told.push_back({fitTitleText(part.kind), sentenceText(part.told)});
    QString text = alignedRows(told);
    const auto table = [&](const QStringList& header, std::vector<QStringList> rows,
                           const std::vector<int>& right) {
        if (rows.empty()) return;
        rows.insert(rows.begin(), header);
        text += QLatin1Char('\n') + alignedRows(rows, {}, right);
    };
    table(fitConstantHeader(), fitConstantRows(fit.parts), {1, 2});
    table(fitErrorHeader(), fitErrorRows(fit.parts), {1, 2, 3, 4});
    QStringList remarks;
    for (const FitPart& part : fit.parts) {
        for (const FitConstant& one : part.constants)
            if (one.onBound)
                remarks << QStringLiteral("warning: %1 is on the bound of what is physical: the files may be "
                                          "of another server")
                               .arg(QString::fromStdString(one.key));
        for (const Message& remark : part.remarks)
            remarks << fitTitleText(part.kind) + QStringLiteral(": ") + sentenceText(remark);
    }
    if (!remarks.isEmpty()) text += QLatin1Char('\n') + remarks.join(QLatin1Char('\n')) + QLatin1Char('\n');
    return text;
}

QJsonObject fitJson(const MachineFit& fit) {
    QJsonArray parts;
    for (const FitPart& part : fit.parts) parts.append(partJson(part));
    QJsonObject object{{"schema", "moe-explorer/fit/1"}, {"parts", parts}};
    if (fit.gpu) object.insert("gpu", QString::fromStdString(fit.gpu->key));
    return object;
}

} // namespace moe::items
