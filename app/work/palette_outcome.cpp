// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/palette_outcome.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/edits/repair.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/items/format.h"
#include "models/items/metric_rows.h"
#include "models/items/words.h"

namespace moe::app {
namespace {

using items::Words;

struct Told {
    QString text;
    bool fits = true;
};

QString gib(Bytes bytes) {
    return items::humanNumber(bytes / GiB, 3);
}

QString memoryText(Bytes device, Bytes capacity, Fit fit) {
    const QString used = Words::tr("%1 of %2 GiB").arg(gib(device), gib(capacity));
    return fit == Fit::Yes ? used : used + QStringLiteral(", ") + items::fitText(fit);
}

Told told(const Report& report) {
    const auto seconds = [](Seconds time) { return items::humanValue(time.base, QStringLiteral("s")); };
    if (report.rl)
        return {memoryText(report.rl->device(), report.rl->capacity, report.rl->fits) +
                    QStringLiteral(" · ") + Words::tr("%1 a step").arg(seconds(report.rl->step)),
                report.rl->fits != Fit::No};
    if (report.memory && report.train) {
        const MemoryReport& memory = *report.memory;
        return {memoryText(memory.device, memory.capacity, memory.fits) + QStringLiteral(" · ") +
                    Words::tr("%1 a step").arg(seconds(report.train->step)),
                memory.fits != Fit::No};
    }
    if (report.serve) {
        const ServeReport& serve = *report.serve;
        QString text = memoryText(serve.device, serve.capacity, serve.fits);
        if (serve.tpot) text += QStringLiteral(" · ") + Words::tr("TPOT %1").arg(seconds(*serve.tpot));
        return {text, serve.fits != Fit::No};
    }
    return {};
}

QString labelsOf(const std::vector<std::pair<std::string, std::string>>& set) {
    QStringList parts;
    for (const auto& [key, value] : set) {
        const Field* field = findField(key);
        parts << (field ? items::tableText(field->label) : QString::fromStdString(key)) + QLatin1Char(' ') +
                     QString::fromStdString(value);
    }
    return parts.join(QStringLiteral(" + "));
}

} // namespace

ui::PaletteOutcome paletteOutcome(const Scenario& scenario, const Catalog& catalog, const ui::Edits& edits) {
    ui::PaletteOutcome outcome;
    Scenario changed = scenario;
    for (const auto& [key, value] : edits)
        if (const Problems wrong = setField(changed, key, value); !wrong.empty()) {
            outcome.text = items::problemText(wrong.front());
            outcome.bad = true;
            return outcome;
        }
    if (const Problems broken = brokenRules(changed, catalog); !broken.empty()) {
        outcome.text = Words::tr("breaks a rule: %1").arg(items::problemText(broken.front()));
        outcome.bad = true;
        std::vector<Cure> wanted;
        for (const auto& [key, value] : edits) wanted.push_back({key, value});
        const std::vector<Cure> all = withWhatFollows(scenario, catalog, wanted);
        if (all.empty()) return outcome;
        for (const Cure& cure : all) outcome.mended.emplace_back(cure.key, cure.value);
        outcome.mendedText = labelsOf(outcome.mended);
        return outcome;
    }
    const Report report = evaluate(changed, catalog, Detail::Numbers);
    const Told now = told(report);
    outcome.text = now.text;
    outcome.bad = !now.fits;
    if (now.fits || !report.memory || report.memory->suggestions.empty()) return outcome;
    const MemorySuggestion& least = report.memory->suggestions.front();
    outcome.mended = edits;
    outcome.mended.insert(outcome.mended.end(), least.set.begin(), least.set.end());
    outcome.mendedText = Words::tr("with %1: %2 GiB").arg(labelsOf(least.set), gib(least.device));
    return outcome;
}

} // namespace moe::app
