// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/operator_text.h"

#include "models/engine/serve/measured_operators.h"
#include "models/items/aligned.h"
#include "models/items/format.h"

#include <QStringList>

#include <algorithm>

namespace moe::items {
namespace {

constexpr double kMicro = 1e-6;

QString micro(double us) {
    return humanValue(us * kMicro, QStringLiteral("s"));
}

QString kernelOf(const OperatorModel& model) {
    return QString::fromStdString(model.backend + " " + model.version);
}

/// "moe fp8 balanced"
QString nameOf(const OperatorModel& model) {
    QString name = QString::fromUtf8(operatorRow(model.op).name.data()) + QLatin1Char(' ') +
                   QString::fromStdString(model.dtype);
    if (!model.load.empty()) name += QLatin1Char(' ') + QString::fromStdString(model.load);
    return name;
}

QString inPercent(double share) {
    return QString::number(100 * share, 'f', 1);
}

QString errorsOf(const OperatorErrors& errors) {
    return QStringLiteral("%1 / %2 % over %3 rows")
        .arg(inPercent(errors.median), inPercent(errors.ninety))
        .arg(errors.rows);
}

/// A line for each row that no fit saw.
QString rejectedText(const OperatorMachine& machine) {
    std::vector<QStringList> rows;
    for (const OperatorModel& model : machine.models)
        for (const RejectedRow& row : model.rejected)
            rows.push_back({QStringLiteral("left out: ") + nameOf(model), kernelOf(model),
                            QString::fromStdString(operatorShapeText(model.op, row.shape)), micro(row.us),
                            QStringLiteral("more work takes %1, other types say %2")
                                .arg(micro(row.larger), micro(row.others))});
    return rows.empty() ? QString() : alignedRows(rows, QStringLiteral("  "));
}

} // namespace

OperatorTold operatorTold(const std::vector<OperatorTimer>& timers, const OperatorShape& shape) {
    OperatorTold told;
    told.timers = timers;
    told.answer.origin = OperatorOrigin::Measured;
    for (const OperatorTimer& timer : timers) {
        const OperatorAnswer answer = timer(shape);
        told.answer.us += answer.us;
        told.answer.low += answer.low;
        told.answer.high += answer.high;
        told.answer.origin = std::max(told.answer.origin, answer.origin);
        told.analyticUs += timer.analyticUs(shape);
    }
    return told;
}

QJsonObject operatorJson(const OperatorTold& told) {
    const OperatorModel* model = told.timers.front().model;
    const auto orNull = [&](const QJsonValue& value) {
        return model != nullptr ? value : QJsonValue(QJsonValue::Null);
    };
    QJsonObject object{{"seconds", told.answer.us * kMicro},
                       {"low", told.answer.low * kMicro},
                       {"high", told.answer.high * kMicro},
                       {"origin", operatorOriginText(told.answer.origin)},
                       {"kernel", orNull(model ? kernelOf(*model) : QString())},
                       {"analytic_seconds", told.analyticUs * kMicro}};
    if (model == nullptr) return object;
    object.insert("source", QString::fromStdString(told.timers.front().source->gpu.key));
    object.insert("file", QString::fromStdString(model->file));
    const OperatorErrors& errors = model->exact.groups.empty() ? model->errors : model->exactErrors;
    object.insert("held_out_median", errors.median);
    object.insert("held_out_p90", errors.ninety);
    return object;
}

QString operatorText(const OperatorTold& told) {
    const OperatorTimer& timer = told.timers.front();
    std::vector<QStringList> rows = {
        {QString::fromUtf8(operatorRow(timer.op).name.data()), micro(told.answer.us)},
        {"four times in five", micro(told.answer.low) + QStringLiteral(" … ") + micro(told.answer.high)}};
    QString origin = QLatin1String(operatorOriginText(told.answer.origin));
    if (timer.model != nullptr) {
        if (timer.otherGpu > 0)
            origin += QStringLiteral(" from ") + QString::fromStdString(timer.source->gpu.key);
        rows.push_back({"origin", origin});
        rows.push_back({"kernel", kernelOf(*timer.model) + QStringLiteral(", ") +
                                      QString::fromStdString(timer.model->file)});
        rows.push_back(
            {"error (median / p90, rows left out)",
             errorsOf(timer.model->exact.groups.empty() ? timer.model->errors : timer.model->exactErrors)});
    } else {
        rows.push_back({"origin", origin + QStringLiteral(": no table holds this operator and type")});
    }
    rows.push_back({"analytic model", micro(told.analyticUs)});
    return alignedRows(rows);
}

QString derivedOperatorsText(const OperatorMachine& machine) {
    std::vector<QStringList> rows;
    for (const OperatorModel& model : machine.models) {
        std::size_t knots = 0;
        for (const OperatorSlice& slice : model.slices) knots += slice.surface.knots.size();
        const bool exact = !model.exact.groups.empty();
        rows.push_back({nameOf(model), kernelOf(model), QStringLiteral("%1 knots").arg(knots),
                        QStringLiteral("analytic %1, surface").arg(errorsOf(model.analyticErrors)),
                        exact ? QStringLiteral("layers unseen %1; between exact rows %2")
                                    .arg(errorsOf(model.errors), errorsOf(model.exactErrors))
                              : errorsOf(model.errors)});
    }
    return alignedRows(rows, QStringLiteral("  ")) + rejectedText(machine);
}

} // namespace moe::items
