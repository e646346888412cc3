// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the command palette finds: knobs with or without a value, pictures, presets, lessons, commands,
// documentation, by their names in the field.
//
// Words stand in any order. Of a word count first the field's short names ("ep", "mbs", "slo"), initials and
// whole words, then starts of words, then parts, then one slip of the finger in words of five letters or
// more; in the window's language, in English, and in the key itself ("parallel.ep"). What begins with a digit
// is a value, with its unit (data/quantity.h); "+", "-", "x2" and "/2" start from the present value. Two
// knobs may be set at once: "ep 8 tp 2".

#include "models/engine/scenario/fields.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace moe::items {

/// In the order in which kinds are shown.
enum class PaletteKind { RoomKnob, Knob, Picture, Pin, Model, Lesson, Command, Documentation };
QString paletteHeading(PaletteKind kind); ///< "Knobs", "Pictures", …

struct PaletteEntry {
    PaletteKind kind = PaletteKind::Command;
    QString key;          ///< of fields(), viewList(), a preset, …; what whoever gave it knows it by
    QString name;         ///< in the window's language
    QString english = {}; ///< the same in English, where it differs
    QString detail = {};  ///< at its right: "46.7 B, 12.9 B active"
    QString shortcut = {};
};

/// Every knob that the scenario has; those of `room` (keys) first.
std::vector<PaletteEntry> knobEntries(const Scenario& scenario, const QStringList& room);

/// Key → value, as --set takes them.
using PaletteEdits = std::vector<std::pair<std::string, std::string>>;

struct PaletteRow {
    PaletteKind kind = PaletteKind::Command;
    int entry = -1;                              ///< index of the first of the entries it is of
    QString text;                                ///< "Expert parallel"
    QString value = {};                          ///< "64 → 8"; empty: no value was typed
    PaletteEdits edits = {};                     ///< what Enter sets; empty: it goes there
    QString wrong = {};                          ///< why the value cannot be; then there are no edits
    std::vector<std::pair<int, int>> marks = {}; ///< parts of `text` that were typed: start, length
};

struct PaletteAnswer {
    std::vector<PaletteRow> rows; ///< by kind; at most kMostPaletteRows, kMostOfAKind of each
    int found = 0;                ///< in all
};
inline constexpr int kMostPaletteRows = 12, kMostOfAKind = 4;

/// `derived`: what "auto" comes to, by fields(); may be empty. `recent`: keys of what was used lately, newest
/// first. An empty text finds those, then commands.
PaletteAnswer paletteSearch(const QString& text, const std::vector<PaletteEntry>& entries,
                            const Scenario& scenario, const std::vector<FieldValue>& derived,
                            const QStringList& recent);

} // namespace moe::items
