// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_rows.h"

#include "data/number.h"
#include "models/items/aligned.h"
#include "models/items/compare_table_model.h"
#include "models/items/format.h"
#include "models/items/metric_rows.h"
#include "models/items/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace moe::ui {

using items::columnLetter;

namespace {

struct Headline {
    const char *key, *label; ///< labels shorter than the metrics' own, and telling training from serving
};
/// Most asked for first: what finds no room in the picture falls off the end.
constexpr Headline kHeadlines[] = {
    {"train.step_seconds", QT_TRANSLATE_NOOP("Table", "Step time")},
    {"memory.device_bytes", QT_TRANSLATE_NOOP("Table", "Device memory used")},
    {"loss.value", QT_TRANSLATE_NOOP("Table", "Loss")},
    {"train.tokens_per_second_per_gpu", QT_TRANSLATE_NOOP("Table", "Tokens/s per GPU")},
    {"train.mfu", "MFU"},
    {"train.usd", QT_TRANSLATE_NOOP("Table", "Cost")},
    {"memory.peak_bytes", QT_TRANSLATE_NOOP("Table", "Peak allocated")},
    {"memory.static_bytes", QT_TRANSLATE_NOOP("Table", "Static memory")},
    {"serve.tpot_seconds", QT_TRANSLATE_NOOP("Table", "Serving: time per token")},
    {"serve.tokens_per_second_per_gpu", QT_TRANSLATE_NOOP("Table", "Serving: tokens/s per GPU")},
    {"serve.ttft_seconds", QT_TRANSLATE_NOOP("Table", "Serving: first token")},
    {"memory.reserved_bytes", QT_TRANSLATE_NOOP("Table", "Reserved memory")},
    {"train.model_tflops_per_gpu", QT_TRANSLATE_NOOP("Table", "TFLOP/s per GPU")},
    {"train.model_tflops_per_gpu_full_attention", QT_TRANSLATE_NOOP("Table", "TFLOP/s, full attention")},
    {"params.total", QT_TRANSLATE_NOOP("Table", "Parameters")},
    {"params.active", QT_TRANSLATE_NOOP("Table", "Active parameters")},
    {"network.dispatch_seconds", QT_TRANSLATE_NOOP("Table", "Dispatch time")},
};

QString human(const std::optional<double>& value, const Metric& metric) {
    return value ? items::humanValue(*value, QString::fromUtf8(metric.unit)) : QStringLiteral("–");
}

std::optional<double> measuredOf(const Comparison& comparison, const Metric& metric, std::size_t column) {
    for (const MeasuredLine& line : comparison.measured)
        if (line.column == column && metricOf(*line.quantity) == &metric) return line.measured;
    return std::nullopt;
}

RatioBar barOf(const Comparison& comparison, const MetricLine& line, std::size_t column) {
    RatioBar bar;
    const std::optional<double> value = line.values[column];
    const std::optional<double> base = line.isApart(column) ? std::nullopt : line.values.front();
    const auto ratio = [&](const std::optional<double>& of) {
        return of && base && *base > 0 && *of > 0 ? std::optional(*of / *base) : std::nullopt;
    };
    bar.ratio = ratio(value);
    bar.measured = ratio(measuredOf(comparison, *line.metric, column));
    const items::MetricChange change = items::metricChange(value, base, QString::fromUtf8(line.metric->unit),
                                                           line.metric->better, items::ChangeStyle::Relative);
    bar.judgement = change.judgement;
    bar.text = human(value, *line.metric);
    if (!change.text.isEmpty()) bar.text += QStringLiteral("  ") + change.text;
    return bar;
}

} // namespace

QColor columnColour(const ComparedColumn& column, const Theme& theme) {
    if (column.mark == ComparedColumn::kBase) return QColor("#999999");
    return column.mark < 0 ? theme.accent : markColour(std::size_t(column.mark));
}

RatioPicture ratioPicture(const std::vector<ComparedColumn>& columns, const Comparison& comparison,
                          const Theme& theme) {
    RatioPicture picture;
    if (columns.empty()) return picture;
    picture.baseName =
        QStringLiteral("%1  %2").arg(columnLetter(columns, 0), QString::fromStdString(columns.front().name));
    for (std::size_t i = 1; i < columns.size(); ++i)
        picture.columns.push_back({columnLetter(columns, i), QString::fromStdString(columns[i].name),
                                   columnColour(columns[i], theme)});
    for (const auto& [key, label] : kHeadlines) {
        const auto line =
            std::find_if(comparison.metrics.begin(), comparison.metrics.end(),
                         [key = key](const MetricLine& one) { return qstrcmp(one.metric->key, key) == 0; });
        if (line == comparison.metrics.end()) continue;
        RatioRow row{items::tableText(label), human(line->values.front(), *line->metric), {}};
        if (columns.size() > 1) row.base.prepend(columnLetter(columns, 0) + QLatin1Char(' '));
        bool any = columns.size() == 1;
        for (std::size_t i = 1; i < columns.size(); ++i) {
            row.bars.push_back(barOf(comparison, *line, i));
            any = any || row.bars.back().ratio;
        }
        if (any) picture.rows.push_back(std::move(row));
    }
    return picture;
}

std::vector<CurveLine> curveLines(const std::vector<ComparedColumn>& columns, const Theme& theme) {
    std::vector<CurveLine> lines;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const ComparedColumn& column = columns[i];
        if (column.curve.iteration.empty()) continue;
        CurveLine line{columnLetter(columns, i),
                       QString::fromStdString(column.name),
                       columnColour(columns[i], theme),
                       column.curve.iteration,
                       column.curve.loss,
                       column.curve.balance,
                       {},
                       {},
                       {}};
        if (column.report.loss) {
            line.predicted = column.report.loss->value;
            line.low = column.report.loss->low;
            line.high = column.report.loss->high;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

QString curveCsv(const std::vector<ComparedColumn>& columns) {
    std::vector<QStringList> rows{{"log", "iteration", "lm_loss", "load_balancing_loss"}};
    const auto number = [](double value) {
        return std::isfinite(value) ? QString::fromStdString(numberText(value)) : QString();
    };
    for (const ComparedColumn& column : columns)
        for (std::size_t i = 0; i < column.curve.iteration.size(); ++i)
            rows.push_back({QString::fromStdString(column.name), number(column.curve.iteration[i]),
                            number(column.curve.loss[i]), number(column.curve.balance[i])});
    return items::csvRows(rows);
}

} // namespace moe::ui
