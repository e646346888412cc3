// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures too small for words: marks alone, grown into the room that texts would have had.

#include "ui/report_view.h"
#include "ui/strokes.h"

#include <optional>

namespace moe::ui {

/// At most 60 × 45 mm: words of a size that can be read would stand on each other.
bool isThumbnail(const FigureStyle& style);

/// Type that thumbnails are laid out for, though none of it is drawn.
inline constexpr double kThumbnailPt = 3.5;

/// While it lives, no halo of a text is drawn in this thread; texts themselves marksAlone() leaves out.
class WordsLeftOut {
public:
    WordsLeftOut();
    ~WordsLeftOut();
    WordsLeftOut(const WordsLeftOut&) = delete;
    WordsLeftOut& operator=(const WordsLeftOut&) = delete;

    static bool now();
};

/// What is drawn without its texts, as large as the page lets it be; nothing where all is text. `page` is in
/// units of the recording.
std::optional<Strokes> marksAlone(const Strokes& strokes, const QSizeF& page);

} // namespace moe::ui
