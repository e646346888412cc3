// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/own_gpu_text.h"

#include "models/items/format.h"
#include "models/items/words.h"

namespace moe::items {
namespace {

QString arrow(const QString& before, const QString& after, const QString& unit) {
    const QString space = unit.isEmpty() ? QString() : QStringLiteral(" ") + unit;
    return before == after ? before + space : QStringLiteral("%1 → %2%3").arg(before, after, space);
}

QString percent(double share) {
    return number(100 * share, 'f', 1);
}

} // namespace

QStringList ownGpuHeader() {
    return {Words::tr("operator"), Words::tr("points"),  Words::tr("median error"),
            Words::tr("start"),    Words::tr("of peak"), Words::tr("of bandwidth")};
}

std::vector<QStringList> ownGpuRows(const OwnFit& fit) {
    std::vector<QStringList> rows;
    const QString unit = QStringLiteral("%");
    for (const OwnFactors& one : fit.factors) {
        const auto share = [&](double before, double factor) {
            return before > 0 ? arrow(percent(before), percent(before * factor), unit) : QStringLiteral("–");
        };
        // A collective computes nothing.
        const bool computes = operatorRow(one.op).columns.front().option != "ranks";
        rows.push_back({QString::fromUtf8(operatorRow(one.op).name.data(),
                                          static_cast<qsizetype>(operatorRow(one.op).name.size())),
                        QString::number(one.points), arrow(percent(one.before), percent(one.after), unit),
                        arrow(number(one.startUs, 'f', 1), number(one.startUs * one.start, 'f', 1),
                              QStringLiteral("µs")),
                        computes ? share(one.computeShare, one.compute) : QStringLiteral("–"),
                        share(one.memoryShare, one.memory)});
    }
    return rows;
}

} // namespace moe::items
