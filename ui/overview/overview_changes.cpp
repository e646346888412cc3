// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_changes.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/overview/overview_words.h"

#include <cmath>

namespace moe::ui {
namespace {

using items::Words;
using Role = TextPiece::Role;

QString percentOf(double share) {
    const double percent = 100 * share;
    return items::number(percent, 'f', percent < 9.95 ? 1 : 0);
}

/// A change with its mark and words: "▲ 4.0 more" in its colour, grey where it is none.
TextLine changed(OverviewChange change, const QString& amount, const QString& better, const QString& worse,
                 bool rising, int drop = Stays) {
    const auto piece = [&](const QString& text, Role role) { return TextPiece{text, role, {}, drop}; };
    switch (change) {
    case OverviewChange::None: return {};
    case OverviewChange::Same:
        return {
            piece(QStringLiteral(" ") + Words::tr("%1 %2, within the band")
                                            .arg(rising ? QStringLiteral("+") : QStringLiteral("−"), amount),
                  Role::Muted)};
    case OverviewChange::Better: return {piece(QStringLiteral(" ▲ ") + better.arg(amount), Role::Better)};
    case OverviewChange::Worse: return {piece(QStringLiteral(" ▼ ") + worse.arg(amount), Role::Worse)};
    }
    return {};
}

} // namespace

QString nats(double loss) {
    return items::number(loss, 'f', 3);
}

const Fit* fitOf(const OverviewState& state, AnswerSide side) {
    if (side == AnswerSide::Train && state.scenario.rl)
        return state.training && state.training->rl ? &state.training->rl->fits : nullptr;
    if (side == AnswerSide::Train && state.training && state.training->memory)
        return &state.training->memory->fits;
    if (side == AnswerSide::Serve && state.serving && state.serving->serve)
        return &state.serving->serve->fits;
    return nullptr;
}

const char* trainMemoryKey(const OverviewState& state) {
    if (!state.scenario.rl) return "memory.device_bytes";
    const RlReport* rl = state.training && state.training->rl ? &*state.training->rl : nullptr;
    return rl && rl->rolloutMemory > rl->trainMemory ? "rl.rollout_memory_bytes" : "rl.train_memory_bytes";
}

TextLine lossChange(const Overview& overview) {
    const OverviewDelta* delta = overview.delta("loss.value");
    if (!delta) return {};
    return changed(delta->change, nats(std::abs(delta->difference())), Words::tr("%1 better"),
                   Words::tr("%1 worse"), delta->difference() > 0);
}

TextLine timeChange(const Overview& overview) {
    const OverviewDelta* delta = overview.delta("train.days");
    if (!delta) delta = overview.delta("train.step_seconds");
    if (!delta) delta = overview.delta("rl.step_seconds");
    if (!delta || !(delta->before > 0)) return {};
    const double share = std::abs(delta->after / delta->before - 1);
    return changed(delta->change, percentOf(share), Words::tr("%1 % faster"), Words::tr("%1 % slower"),
                   delta->difference() > 0);
}

TextLine memoryChange(const Overview& overview, const char* key, int drop) {
    const OverviewDelta* delta = overview.delta(key);
    if (!delta) return {};
    return changed(delta->change, gib(Bytes{std::abs(delta->difference())}),
                   Words::tr("%1 less", "of a quantity"), Words::tr("%1 more", "of a quantity"),
                   delta->difference() > 0, drop);
}

TextLine rateChange(const Overview& overview) {
    const OverviewDelta* delta = overview.delta("serve.goodput_requests_per_second");
    if (!delta) delta = overview.delta("serve.tokens_per_second");
    if (!delta) return {};
    return changed(delta->change, shortNumber(std::abs(delta->difference())),
                   Words::tr("%1 more", "of a quantity"), Words::tr("%1 less", "of a quantity"),
                   delta->difference() > 0);
}

TextLine changeLine(const Overview& overview, bool waiting, const CatalogPtr& catalog) {
    if (!overview.before) return {};
    const Scenario &now = overview.now.scenario, &before = overview.before->scenario;
    const QString was = knobValueText(overview.knob, before, catalog),
                  is = knobValueText(overview.knob, now, catalog);
    TextLine line;
    if (was != is)
        line.push_back(
            {Words::tr("%1 %2 instead of %3:").arg(knobLabel(overview.knob), is, was), Role::Strong});
    else
        line.push_back({Words::tr("After the last edit:"), Role::Strong});
    // Sentences begin with a capital.
    line.front().text[0] = line.front().text[0].toUpper();
    bool any = false;
    const auto add = [&](const QString& what, TextLine change) {
        if (change.empty()) return;
        // Its name goes with it where the line is too long.
        line.push_back({(any ? QStringLiteral("; ") : QStringLiteral(" ")) + what,
                        Role::Plain,
                        {},
                        change.front().drop});
        line += change;
        any = true;
    };
    add(Words::tr("loss"), lossChange(overview));
    const Fit *fitBefore = fitOf(*overview.before, AnswerSide::Train),
              *fit = fitOf(overview.now, AnswerSide::Train);
    const bool changedFit = fit && fitBefore && (*fit == Fit::No) != (*fitBefore == Fit::No);
    if (changedFit)
        add(Words::tr("training"),
            {*fit == Fit::No ? TextPiece{QStringLiteral(" ▼ ") + Words::tr("no longer fits"), Role::Worse}
                             : TextPiece{QStringLiteral(" ▲ ") + Words::tr("now fits"), Role::Better}});
    else if (fit && *fit != Fit::No)
        add(Words::tr("training"), timeChange(overview));
    add(Words::tr("its memory"), memoryChange(overview, trainMemoryKey(overview.now), MemoryDrop));
    if (hasArrivals(now) && waiting && !overview.delta("serve.goodput_requests_per_second"))
        add(Words::tr("serving"), {{QStringLiteral(" …"), Role::Muted}});
    else
        add(Words::tr("serving"), rateChange(overview));
    add(Words::tr("its memory"), memoryChange(overview, "serve.device_bytes", MemoryDrop));
    if (!any) line.push_back({QStringLiteral(" ") + Words::tr("nothing here has changed")});
    line.push_back({QStringLiteral(".")});
    return line;
}

} // namespace moe::ui
