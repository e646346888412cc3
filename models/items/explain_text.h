// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An account as text: Markdown, LaTeX, and the pieces the sheet that explains is made of.

#include "models/engine/explain/explain.h"

#include <QString>

#include <functional>

namespace moe::items {

/// "61.3 GiB"; "–" when the scenario has none.
QString accountValueText(const Account& account);
/// A number put in, exact enough to work the formula out again: counts in full, others with six digits; base
/// units.
QString inputText(const AccountInput& input);
/// The same with prefixes, as people read it: "61.3 GiB", "0.17 s".
QString inputHumanText(const AccountInput& input);

/// "3.35 TB/s", "Full mesh", and where that was read: "MLPerf", "uncited", what the scenario says instead.
QString figureText(const AccountFigure& figure);
QString figureSource(const AccountFigure& figure);

/// Where a constant comes from: "fitted", "prior", "counted"; empty for other inputs.
QString basisText(const AccountInput& input);

/// The source as a sentence without its full stop.
QString sourceText(const Account& account);

/// The formula's first clause with every symbol replaced by its number; symbols without one stay.
QString formulaWithNumbers(const Account& account);

QString accountMarkdown(const Account& account);

/// Colours of the HTML form, as CSS names.
struct AccountColours {
    QString muted, link, box;
    std::function<QString(const std::string& key)> part;
};
/// For a rich-text view. Links: "field:KEY" is a knob of the form, "account:KEY" another account.
QString accountHtml(const Account& account, const AccountColours& colours);
/// A fragment for amsmath: title, equations, table of inputs, source and assumptions.
QString accountLatex(const Account& account);

/// The formula in LaTeX's mathematics: fractions stay as written.
QString formulaLatex(const QString& formula);
/// Running text with LaTeX's special characters escaped.
QString latexEscaped(const QString& text);

/// What `report --explain` says of a key that does not exist.
QString unknownAccountText(const QString& key);

} // namespace moe::items
