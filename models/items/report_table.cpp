// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/report_table.h"

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/odds.h"
#include "models/engine/report/report.h"
#include "models/engine/time/step_time_report.h"
#include "models/items/format.h"
#include "models/items/metric_rows.h"
#include "models/items/warning_text.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace moe::items {
namespace {

QString shareText(double part, double whole) {
    return whole > 0 ? number(100 * part / whole, 'f', 1) + QStringLiteral(" %") : QString();
}

ReportBlock memoryParts(const MemoryReport& memory) {
    const StageMemory& stage = memory.heaviest();
    ReportBlock block;
    block.part = true;
    block.title = Words::tr("Peak of stage %1").arg(stage.stage);
    if (!stage.peakPhase.empty()) block.title += QStringLiteral(", ") + tableText(stage.peakPhase);
    block.header = {Words::tr("part"), Words::tr("allocated"), QStringLiteral("share")};
    for (std::size_t i = 0; i < stage.terms.size(); ++i) {
        const double bytes = stage.terms[i].base;
        if (bytes == 0) continue;
        block.rows.push_back({tableText(memoryTerms()[i].label), humanValue(bytes, QStringLiteral("B")),
                              shareText(bytes, stage.peak.base)});
    }
    return block;
}

ReportBlock timeParts(const TrainReport& train) {
    ReportBlock block;
    block.part = true;
    block.title = Words::tr("Where a step goes");
    block.header = {Words::tr("part"), Words::tr("in all"), Words::tr("waited for"), QStringLiteral("share"),
                    Words::tr("origin")};
    for (std::size_t i = 0; i < train.terms.size(); ++i) {
        const TimeTerm& term = train.terms[i];
        if (term.seconds.base == 0 && term.exposed.base == 0) continue;
        const QString second = QStringLiteral("s");
        block.rows.push_back({tableText(timeTerms()[i].label), humanValue(term.seconds.base, second),
                              humanValue(term.exposed.base, second),
                              shareText(term.exposed.base, train.step.base),
                              tableText(originText(term.origin))});
    }
    return block;
}

/// Operators of a layer from profiles, beside the analytic model.
ReportBlock profiledPass(const ProfileReport& profiles, const ProfiledPass& pass) {
    ReportBlock block;
    block.part = true;
    block.title = Words::tr("%1, one layer by profiles of %2; %3")
                      .arg(tableText(pass.label), sentenceText(profiles.from),
                           pass.used ? Words::tr("used above") : Words::tr("for comparison"));
    block.header = {Words::tr("operator"),    Words::tr("profiled"), Words::tr("analytic"),
                    Words::tr("analytic is"), Words::tr("origin"),   Words::tr("error")};
    const QString second = QStringLiteral("s");
    const auto difference = [](Seconds model, Seconds profiled) {
        if (!(profiled.base > 0)) return QString();
        const double share = model / profiled - 1;
        return (share < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) +
               number(100 * std::abs(share), 'f', 0) + QStringLiteral(" %");
    };
    for (const ProfiledOperator& one : pass.operators) {
        const QString name =
            tableText(one.label) + (one.count != 1 ? QStringLiteral(" × %1").arg(one.count) : QString());
        block.rows.push_back({name, humanValue(one.count * one.profiled.base, second),
                              one.analytic ? humanValue(one.count * one.analytic->base, second) : QString(),
                              one.analytic ? difference(*one.analytic, one.profiled) : QString(),
                              tableText(originText(one.origin)),
                              one.error ? shareText(*one.error, 1) : QString()});
    }
    block.rows.push_back({Words::tr("Layer"),
                          humanValue(pass.profiled().base, second),
                          humanValue(pass.analytic().base, second),
                          difference(pass.analytic(), pass.profiled()),
                          {},
                          {}});
    return block;
}

/// A metric of training in a scenario that only serves, or the other way round: it is not missing there.
bool isOfAbsentSide(const Report& report, std::string_view key) {
    const bool ofTraining = key.starts_with("train.") || key.starts_with("memory.") ||
                            key.starts_with("loss.") || key.starts_with("goodput.");
    const bool ofEnergy = key.starts_with("power.") || key.starts_with("energy.") || key.starts_with("cost.");
    if (key.starts_with("day.")) return !report.scenario.day;
    if (ofTraining || (ofEnergy && !isEnergyOfServer(key)))
        return !report.scenario.train && report.scenario.serve;
    return (key.starts_with("serve.") || ofEnergy) && !report.scenario.serve && report.scenario.train;
}

void addVerdict(ReportBlock& block, const MemoryReport& memory, const std::optional<int>& odds,
                bool reinforces) {
    block.rows.push_back({reinforces ? Words::tr("Verdict of plain training") : Words::tr("Verdict"),
                          fitText(memory.fits),
                          {}});
    if (odds) block.rows.push_back({Words::tr("Odds of the verdict"), Words::tr("%1 %").arg(*odds), {}});
    for (const MemorySuggestion& suggestion : memory.suggestions) {
        QStringList keys;
        for (const auto& [key, value] : suggestion.set)
            keys.append(QString::fromStdString(key + "=" + value));
        block.rows.push_back({Words::tr("With ") + keys.join(QLatin1Char(' ')),
                              humanValue(suggestion.device.base, QStringLiteral("B")),
                              {}});
    }
}

void addServingVerdict(ReportBlock& block, const ServeReport& serve) {
    block.rows.push_back({Words::tr("Verdict"), fitText(serve.fits), {}});
    if (const std::optional<int> odds = oddsOf(serve.fits, serve.fitChance))
        block.rows.push_back({Words::tr("Odds of the verdict"), Words::tr("%1 %").arg(*odds), {}});
    const auto odds = [&](const QString& name, const std::optional<double>& chance) {
        if (chance) block.rows.push_back({name, Words::tr("%1 %").arg(oddsPercent(*chance)), {}});
    };
    odds(Words::tr("Odds that TTFT keeps its limit"), serve.ttftChance);
    odds(Words::tr("Odds that TPOT keeps its limit"), serve.tpotChance);
}

} // namespace

std::vector<ReportBlock> reportBlocks(const Report& report) {
    std::vector<ReportBlock> blocks;
    const std::vector<MetricRow> rows = metricRows(report);
    for (std::size_t first = 0; first < rows.size();) {
        const std::string_view group = rows[first].metric->group; // whatever the language
        ReportBlock block;
        block.title = tableText(rows[first].metric->group);
        bool any = false;
        std::size_t next = first;
        for (; next < rows.size() && group == rows[next].metric->group; ++next) {
            const MetricRow& row = rows[next];
            any = any || row.value;
            block.rows.push_back({tableText(row.metric->label), row.human, row.origin});
        }
        const Metric& one = *rows[first].metric;
        if (!any && isOfAbsentSide(report, one.key)) {
            first = next;
            continue;
        }
        if (!any) {
            block.rows.clear();
            block.missing = missingReason(report, one.key);
        }
        first = next;
        if (group == "Memory" && report.memory)
            addVerdict(block, *report.memory, oddsOf(report.memory->fits, chanceFits(report)),
                       report.scenario.rl.has_value());
        if (group == "RL step" && report.rl)
            block.rows.push_back({Words::tr("Verdict"), fitText(report.rl->fits), {}});
        if (std::string_view(one.key).starts_with("serve.") && report.serve)
            addServingVerdict(block, *report.serve);
        blocks.push_back(std::move(block));
        if (group == "Memory" && report.memory) blocks.push_back(memoryParts(*report.memory));
        if (group == "Training" && report.train) blocks.push_back(timeParts(*report.train));
        for (const ProfiledPass& pass :
             report.profiles ? report.profiles->passes : std::vector<ProfiledPass>()) {
            const bool training = std::string_view(pass.key) == "train";
            if (group == (training ? "Training" : "Serving"))
                blocks.push_back(profiledPass(*report.profiles, pass));
        }
    }
    blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                                [](const ReportBlock& block) { return block.part && block.rows.empty(); }),
                 blocks.end());
    return blocks;
}

} // namespace moe::items
