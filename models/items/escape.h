// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What came from outside, as names and notes, in what this program writes. CSV cells escape in data/csv.h,
// LaTeX in explain_text.h, HTML with QString::toHtmlEscaped(); all begin with what data/text.h says is
// printable, so that no file carries what a terminal obeys or a reader does not see.

#include "data/text.h"

#include <QString>

#include <string>

namespace moe::items {

QString printableText(const QString& text, Breaks breaks = Breaks::Escaped);

/// A name on one line, for titles of pictures and documents and for tables; cut where nobody reads on.
QString shownName(const std::string& name);

/// Running text with Markdown's special characters escaped: no markup and no link comes of it.
QString markdownEscaped(const QString& text);
/// One line of text in which no Markdown reader finds a cell's edge, a tag, a link or a picture. What is
/// escaped already stays so.
QString markdownLine(QString text);

} // namespace moe::items
