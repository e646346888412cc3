// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/own_text.h"

#include "models/engine/math/median.h"
#include "models/items/aligned.h"
#include "models/items/change_text.h"
#include "models/items/fit_text.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <map>

namespace moe::items {
namespace {

constexpr std::size_t kMostRows = 12;
/// Figures that say most, as the sentence takes them.
constexpr const char* kTelling[] = {"tpot_mean",    "ttft_mean",    "step_seconds",
                                    "device_bytes", "server_bytes", "kv_tokens"};

int rankOf(const std::string& figure) {
    const auto* found = std::find(std::begin(kTelling), std::end(kTelling), figure);
    return int(found - std::begin(kTelling));
}

PairRow measuredRow(const QString& label, const QString& unit, double predicted, double measured,
                    Better better) {
    PairRow row{{}, label, unit, predicted, measured};
    row.judgement = judgedChange(
        row.change(), predicted != 0 ? std::optional(measured / predicted - 1) : std::nullopt, better);
    return row;
}

/// "7 % more than predicted (8.2 ms against 7.7 ms)", from twice on "2.4 × what is predicted".
QString offText(const PairRow& row) {
    const double share = *row.b / *row.a - 1;
    const QString both = Words::tr("%1 against %2").arg(pairValue(row, row.b), pairValue(row, row.a));
    if (std::abs(share) < 0.005) return Words::tr("%1 as predicted (%2)").arg(row.label, both);
    if (share >= 1)
        return Words::tr("%1 %2 × what is predicted (%3)")
            .arg(row.label, number(1 + share, 'f', share < 9 ? 1 : 0), both);
    return (share > 0 ? Words::tr("%1 %2 % more than predicted (%3)")
                      : Words::tr("%1 %2 % less than predicted (%3)"))
        .arg(row.label, number(100 * std::abs(share), 'f', 0), both);
}

/// A table under a picture has room for few rows; how many are left out is said.
void shorten(PairTable& table) {
    if (table.rows.size() <= kMostRows) return;
    table.about = Words::tr("%1 (%2 of %3 rows)").arg(table.about).arg(kMostRows).arg(table.rows.size());
    table.rows.resize(kMostRows);
}

QString percent(double share) {
    return number(100 * share, 'f', share < 0.0995 ? 1 : 0);
}

} // namespace

PairTable measuredTable(const std::vector<FitPart>& parts, const PairNames& names) {
    struct Values {
        std::vector<double> predicted, measured;
    };
    std::map<std::pair<int, std::string>, std::map<double, Values>> figures; // by rank, name; by load
    for (const FitPart& part : parts)
        for (const FitRow& row : part.rows) {
            if (!(row.measured > 0) || !(row.before > 0)) continue;
            Values& of = figures[{rankOf(row.figure), row.figure}][row.at];
            of.predicted.push_back(row.before);
            of.measured.push_back(row.measured);
        }
    PairTable table;
    table.about = Words::tr("Measured beside predicted");
    QStringList telling;
    for (const auto& [key, loads] : figures) {
        const std::string& figure = key.second;
        const Better better =
            figure == "output_tokens_per_second" || figure == "kv_tokens" ? Better::Higher : Better::Lower;
        const PairRow* farthest = nullptr;
        const std::size_t first = table.rows.size();
        for (const auto& [at, of] : loads) {
            QString label = fitFigureText(figure);
            if (loads.size() > 1 && at > 0)
                label = Words::tr("%1, %2 in flight").arg(label, number(at, 'g', 6));
            table.rows.push_back(measuredRow(label, QLatin1String(fitUnit(figure)), median(of.predicted),
                                             median(of.measured), better));
        }
        for (std::size_t i = first; i < table.rows.size(); ++i)
            if (!farthest || std::abs(std::log(*table.rows[i].b / *table.rows[i].a)) >
                                 std::abs(std::log(*farthest->b / *farthest->a)))
                farthest = &table.rows[i];
        if (farthest && telling.size() < 2) telling << offText(*farthest);
    }
    shorten(table);
    if (!telling.isEmpty())
        table.why = Words::tr("%1 was measured: %2.").arg(names.b, telling.join(QStringLiteral("; ")));
    return table;
}

PairTable measuredTable(const Report& predicted, const std::vector<Measured>& measured,
                        const PairNames& names) {
    PairTable table;
    table.about = Words::tr("Measured beside predicted");
    QStringList telling;
    for (const Measured& one : measured) {
        if (std::string_view(one.quantity->key) != "step_seconds") continue; // the others say it again
        const std::optional<double> own = one.quantity->predicted(predicted, 0);
        if (!own || !(*own > 0) || !(one.value > 0)) continue;
        table.rows.push_back(measuredRow(Words::tr("Step time, measured"), QLatin1String(one.quantity->unit),
                                         *own, one.value, Better::Lower));
        telling << offText(table.rows.back());
    }
    if (!telling.isEmpty())
        table.why = Words::tr("%1 was measured, against %2: %3.")
                        .arg(names.b, names.a, telling.join(QStringLiteral("; ")));
    return table;
}

PairTable tracedTable(const TracedStep& step, const PairNames& names) {
    PairTable table;
    table.about = Words::tr("Kinds of kernels");
    const auto add = [&](const QString& label, Seconds predicted, Seconds traced) {
        table.rows.push_back(
            measuredRow(label, QStringLiteral("s"), predicted.base, traced.base, Better::Lower));
        return table.rows.back();
    };
    const PairRow whole = add(Words::tr("Step"), step.predictedStep, step.step);
    std::vector<PairRow> parts;
    add(Words::tr("Computing"), step.predictedCompute, step.compute);
    const PairRow exposed = add(Words::tr("Waiting for communication"), step.predictedExposed, step.exposed);
    const PairRow idle = add(Words::tr("No kernel runs"), step.predictedIdle, step.idle);
    for (const TracedFamily& family : step.families) {
        PairRow row{{},
                    tableText(kernelFamilies()[family.family].label),
                    QStringLiteral("s"),
                    family.predicted ? std::optional(family.predicted->base) : std::nullopt,
                    family.traced.base};
        row.judgement = judgedChange(row.change(), std::nullopt, Better::Lower);
        parts.push_back(row);
    }
    std::stable_sort(parts.begin(), parts.end(), [](const PairRow& one, const PairRow& two) {
        return std::abs(one.change().value_or(0)) > std::abs(two.change().value_or(0));
    });
    table.rows.insert(table.rows.end(), parts.begin(), parts.end());
    shorten(table);
    if (!(step.predictedStep.base > 0) || !(step.step.base > 0)) return table;
    std::vector<PairRow> carried{exposed, idle};
    carried.insert(carried.end(), parts.begin(), parts.end());
    std::erase_if(carried, [&](const PairRow& row) {
        return !row.change() || std::abs(*row.change()) < 0.01 * *whole.a;
    });
    std::stable_sort(carried.begin(), carried.end(), [](const PairRow& one, const PairRow& two) {
        return std::abs(*one.change()) > std::abs(*two.change());
    });
    QStringList most;
    for (const PairRow& row : carried)
        if (most.size() < 2) most << QStringLiteral("%1 %2").arg(row.label, pairChange(row));
    table.why = Words::tr("%1 was traced: %2").arg(names.b, offText(whole));
    table.why +=
        most.isEmpty() ? QStringLiteral(".") : QStringLiteral(": %1.").arg(most.join(QStringLiteral(", ")));
    return table;
}

QString nearestText(const std::vector<NamedBeside>& all) {
    std::vector<OwnBeside> besides;
    for (const NamedBeside& one : all) besides.push_back(one.beside);
    if (all.size() < 2) return {};
    QStringList others;
    const std::optional<std::size_t> nearest = nearestOf(besides);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == nearest) continue;
        const std::optional<double> off = all[i].beside.off();
        others << (off ? Words::tr("%1 is %2 % off").arg(all[i].name, percent(*off))
                       : Words::tr("%1 cannot be compared").arg(all[i].name));
    }
    if (!nearest)
        return Words::tr("None is nearest to what was measured: %1.").arg(others.join(QStringLiteral(", ")));
    const OwnBeside& least = all[*nearest].beside;
    return Words::tr("Nearest to what was measured is %1, %2 % off at the median of %3 figures; %4.")
        .arg(all[*nearest].name, percent(*least.off()), QString::number(least.rows()),
             others.join(QStringLiteral(", ")));
}

QString nearestTable(const std::vector<NamedBeside>& all) {
    std::vector<QStringList> rows{{"file", "figure", "measured"}};
    for (const NamedBeside& one : all) rows.front() << one.name;
    std::vector<int> right{2};
    for (std::size_t i = 0; i < all.size(); ++i) right.push_back(3 + int(i));
    const auto same = [](const FitRow& a, const FitRow& b) {
        return a.source == b.source && a.figure == b.figure && a.at == b.at && a.measured == b.measured;
    };
    std::vector<const FitRow*> known;
    for (const NamedBeside& one : all)
        for (const FitPart& part : one.beside.parts)
            for (const FitRow& row : part.rows)
                if (std::none_of(known.begin(), known.end(),
                                 [&](const FitRow* other) { return same(row, *other); }))
                    known.push_back(&row);
    for (const FitRow* row : known) {
        const QString unit = QLatin1String(fitUnit(row->figure));
        QStringList cells{QFileInfo(QString::fromStdString(row->source)).fileName(),
                          fitFigureText(row->figure), humanValue(row->measured, unit)};
        for (const NamedBeside& one : all) {
            const FitRow* found = nullptr;
            for (const FitPart& part : one.beside.parts)
                for (const FitRow& other : part.rows)
                    if (same(other, *row)) found = &other;
            cells << (found ? QStringLiteral("%1 (%2)").arg(humanValue(found->before, unit),
                                                            shareChange(found->before / found->measured - 1))
                            : QStringLiteral("–"));
        }
        rows.push_back(cells);
    }
    return alignedRows(rows, {}, right);
}

QStringList nearestRemarks(const std::vector<NamedBeside>& all) {
    QStringList remarks;
    for (const NamedBeside& one : all)
        for (const FitPart& part : one.beside.parts)
            for (const Message& remark : part.remarks)
                if (const QString text = sentenceText(remark); !remarks.contains(text)) remarks << text;
    return remarks;
}

QJsonObject nearestJson(const std::vector<NamedBeside>& all) {
    QJsonArray compared;
    std::vector<OwnBeside> besides;
    for (const NamedBeside& one : all) {
        QJsonArray leftOut;
        for (const Problem& problem : one.beside.leftOut)
            leftOut.append(QString::fromStdString(toString({problem})));
        const std::optional<double> off = one.beside.off();
        compared.append(QJsonObject{{"name", one.name},
                                    {"off", off ? QJsonValue(*off) : QJsonValue()},
                                    {"figures", int(one.beside.rows())},
                                    {"left_out", leftOut}});
        besides.push_back(one.beside);
    }
    const std::optional<std::size_t> nearest = nearestOf(besides);
    return {{"nearest", nearest ? QJsonValue(all[*nearest].name) : QJsonValue()},
            {"compared", compared},
            {"remarks", QJsonArray::fromStringList(nearestRemarks(all))}};
}

} // namespace moe::items
