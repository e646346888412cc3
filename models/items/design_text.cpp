// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/design_text.h"

#include "data/number.h"
#include "models/items/aligned.h"

#include <QJsonArray>
#include <QStringList>

#include <algorithm>

namespace moe::items {
namespace {

QString plain(const std::string& value) {
    return QString::fromStdString(value);
}
QString count(double value) {
    return plain(compact(value, 3));
}
QString countOrDash(const std::optional<double>& value) {
    return value ? count(*value) : QString::fromUtf8("–");
}
QString nats(double value) {
    return QString::number(value, 'f', 4);
}
QJsonValue numberOrNull(const std::optional<double>& value) {
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}

QJsonObject pointJson(const DesignPoint& point) {
    return {{"experts", static_cast<qint64>(point.experts)},
            {"depth", point.depth},
            {"params", point.params},
            {"active_params", point.activeParams},
            {"tokens", point.tokens},
            {"loss", point.loss},
            {"low", point.low},
            {"high", point.high},
            {"flops", point.flops},
            {"gpu_hours", point.gpuHours},
            {"usd", numberOrNull(point.usd)},
            {"serve_gpu_hours", numberOrNull(point.serveGpuHours)},
            {"serve_usd", numberOrNull(point.serveUsd)},
            {"near_optimal", point.near}};
}

QString budgetText(const DesignRequest& request) {
    switch (request.kind) {
    case BudgetKind::Flop: return QString::number(request.budget, 'g', 3) + QStringLiteral(" FLOP");
    case BudgetKind::GpuHours: return count(request.budget) + QStringLiteral(" GPU-hours");
    case BudgetKind::Usd: return count(request.budget) + QStringLiteral(" USD");
    }
    return {};
}

} // namespace

QJsonObject designJson(const DesignRequest& request, const DesignMap& map) {
    QJsonArray points, experts;
    for (const DesignPoint& point : map.points) points.append(pointJson(point));
    for (const Count number : map.experts) experts.append(static_cast<qint64>(number));
    return {{"design", QJsonObject{{"budget", request.budget},
                                   {"unit", request.kind == BudgetKind::Flop       ? "FLOP"
                                            : request.kind == BudgetKind::GpuHours ? "GPU-hours"
                                                                                   : "USD"},
                                   {"served_tokens", request.servedTokens},
                                   {"near_share", request.nearShare},
                                   {"experts", experts},
                                   {"best", pointJson(map.points[map.best])},
                                   {"points", points}}}};
}

QString designCsv(const DesignMap& map) {
    std::vector<QStringList> rows{{"experts", "depth", "params", "active_params", "tokens", "loss", "low",
                                   "high", "flops", "gpu_hours", "usd", "serve_gpu_hours", "serve_usd",
                                   "near_optimal"}};
    for (const DesignPoint& point : map.points) {
        QStringList cells{QString::number(point.experts)};
        for (const double value : {point.depth, point.params, point.activeParams, point.tokens, point.loss,
                                   point.low, point.high, point.flops, point.gpuHours})
            cells << plain(numberText(value));
        for (const std::optional<double>& value : {point.usd, point.serveGpuHours, point.serveUsd})
            cells << (value ? plain(numberText(*value)) : QString());
        rows.push_back(cells << (point.near ? QStringLiteral("1") : QStringLiteral("0")));
    }
    return csvRows(rows);
}

QString designText(const DesignRequest& request, const DesignMap& map) {
    const bool bill = request.servedTokens > 0;
    std::vector<QStringList> rows{
        {QStringLiteral("experts"), QStringLiteral("parameters"), QStringLiteral("active"),
         QStringLiteral("tokens"), QStringLiteral("loss"), QStringLiteral("5 %"), QStringLiteral("95 %"),
         QStringLiteral("GPU-hours"), QStringLiteral("USD"),
         bill ? QStringLiteral("serving GPU-hours") : QStringLiteral("GPU-hours per 1M served"),
         QStringLiteral("near the best")}};
    for (const Count experts : map.experts) {
        const DesignPoint* best = nullptr;
        double low = 0, high = 0;
        for (const DesignPoint& point : map.points) {
            if (point.experts != experts) continue;
            if (best == nullptr || point.loss < best->loss) best = &point;
            if (!point.near) continue;
            low = low > 0 ? std::min(low, point.params) : point.params;
            high = std::max(high, point.params);
        }
        if (best == nullptr) continue;
        rows.push_back(
            {QString::number(experts), count(best->params), count(best->activeParams), count(best->tokens),
             nats(best->loss), nats(best->low), nats(best->high), count(best->gpuHours),
             countOrDash(best->usd),
             best->serveGpuHours ? plain(rounded(*best->serveGpuHours, 3)) : QString::fromUtf8("–"),
             high > 0 ? count(low) + QString::fromUtf8(" – ") + count(high) : QString::fromUtf8("–")});
    }
    QString all = QStringLiteral("Best designs for %1").arg(budgetText(request));
    if (bill) all += QStringLiteral(", %1 tokens served with it").arg(count(request.servedTokens));
    all += QString::fromUtf8(" · non-vocabulary parameters\n\n");
    all += alignedRows(rows, QStringLiteral("  "), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    const DesignPoint& best = map.points[map.best];
    all += QString::fromUtf8(
               "\n  Best: %1 experts, %2 parameters, %3 tokens: %4 (%5 – %6), %7 times the scenario's "
               "depth.\n")
               .arg(best.experts)
               .arg(count(best.params), count(best.tokens), nats(best.loss), nats(best.low), nats(best.high))
               .arg(plain(rounded(best.depth, 3)));
    if (map.denseRuns > 0)
        all += QStringLiteral(
                   "  None of the recipe's %1 runs has experts: what experts do to the loss is that of "
                   "published MoE runs (arXiv 2503.04715, 2202.01169).\n")
                   .arg(map.denseRuns);
    all += QStringLiteral(
               "  Near the best: parameters of designs within %1 % of its loss. Costs are the scenario's "
               "GPUs and layout, per layer.\n")
               .arg(plain(rounded(100 * request.nearShare, 2)));
    return all;
}

} // namespace moe::items
