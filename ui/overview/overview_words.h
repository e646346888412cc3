// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sentences of the Overview: what is asked, with the knobs of each side that can be changed in place,
// what it comes to, and what the last edit did to it.

#include "models/engine/overview/overview.h"
#include "ui/overview/overview_text.h"

namespace moe::ui {

/// Keys of hits, before what they are of: a knob to be edited, a page to be shown, a command of the page.
inline constexpr const char *kKnobHit = "knob:", *kPageHit = "page:", *kActHit = "act:";

/// Label of a knob of the overview, in the middle of a sentence; the switch is FP8.
QString knobLabel(const std::string& knob);
/// Its value as people read it.
QString knobValueText(const std::string& knob, const Scenario& scenario, const CatalogPtr& catalog);
/// "H100" of "H100 SXM 80 GB".
QString gpuName(const std::string& preset, const CatalogPtr& catalog);

/// "One MoE, three answers: ⟨Qwen3-30B-A3B⟩ trained and served on ⟨8⟩ × H100"
TextLine headLine(const Overview& overview, const CatalogPtr& catalog);
/// "64 experts instead of 128: loss ▼ 0.020 worse; …", empty while nothing was edited.
TextLine changeLine(const Overview& overview, bool waiting, const CatalogPtr& catalog);

struct RowWords {
    TextLine question, answer;
    QString link, page; ///< "Loss map ▸" and where it leads
    QString curve;      ///< title of what stands at the right: "Loss over experts"
};
/// `waiting`: what is simulated is still being computed.
RowWords rowWords(AnswerSide side, const Overview& overview, bool waiting);

/// Three digits, without zeros at the end.
QString shortNumber(double value);
QString gib(Bytes bytes); ///< one digit behind the point, no unit

} // namespace moe::ui
