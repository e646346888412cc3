// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cards of the Results dock: one row each, filled from a report and the pinned base. Texts only; colours
// and drawing are the panel's.

#include "models/items/metric_rows.h"
#include "models/items/rooms.h"

#include <QString>

namespace moe::items {

/// What the memory verdict (or another lead word) says of a card.
enum class CardMood { Neutral, Good, Warn, Bad };

struct CardText {
    QString key; ///< metric shown, which follows the report: serving takes the place of training
    QString title;
    QString value;       ///< "2.214"; "–" when the report has none
    QString valueUnit;   ///< small, after the value; may be empty
    MetricChange change; ///< against the base
    QString lead;        ///< coloured words that open the small text: "✓ fits"
    CardMood mood = CardMood::Neutral;
    QString detail; ///< the small text below (may hold one line break), or the reason for "–"
    QString mine;   ///< what one's own runs say of it; empty: they say nothing
    QString note;   ///< a sentence for the tool tip alone: where a published figure stands
    bool missing = false;
    bool shown() const { return !title.isEmpty(); } ///< false: this scenario has no such card
};

struct CardRow {
    const char* key; ///< metric whose number the card shows
    const char* tab; ///< view a click leads to: loss, memory, time, layouts (as `render VIEW` names them)
    int lines;       ///< lines of small text: a card keeps its height whatever it says
    CardText (*text)(const Report& report, const Report* base);
    std::vector<Room> rooms; ///< whose list it stands in
};

/// Predicted loss, memory, step time, throughput, cost, distance from the best lr × batch.
const std::vector<CardRow>& resultCards();
/// What a model is, whatever is done with it: parameters, KV cache of a token.
const std::vector<CardRow>& modelCards();

/// The card as sentences for a screen reader: value, change with "better" or "worse", second line.
QString cardSummary(const CardText& card, const QString& baseName);

} // namespace moe::items
