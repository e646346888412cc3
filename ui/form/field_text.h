// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the form says about a field: tooltip, complaints, and whether a filter finds it.

#include "data/problem.h"
#include "models/engine/scenario/fields.h"

#include <QColor>
#include <QLocale>
#include <QString>

namespace moe::ui {

/// Key, symbol, unit, range and help as rich text.
QString fieldToolTip(const Field& field, const QLocale& locale);
/// "Expert parallel 6 must divide 128 experts (nearest: 4 or 8)."
QString problemSentence(const Problem& problem, const QLocale& locale);
/// The same as rich text whose cures are links, "set:key=value" in `link`.
QString problemHtml(const Problem& problem, const QLocale& locale, const QColor& link);
/// Every word of `filter` occurs in label, key, symbol or group; upper and lower case alike.
bool matchesFilter(const Field& field, const QString& filter);
/// How well a filter fits that matches; 0 = it is the label, key or symbol, then: they begin with it, one of
/// their words does, it is somewhere in them, its words are found one by one.
int filterRank(const Field& field, const QString& filter);
/// One letter per field for Alt+letter, unique, everyday rows first; null where none is left. Letters of the
/// menu bar (`taken`) are left alone.
std::vector<QChar> mnemonics(const std::vector<Field>& all, const QString& taken);

} // namespace moe::ui
