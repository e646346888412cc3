// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words and chips set in lines: a line is broken at spaces only, never inside a chip nor between a chip and
// the comma behind it.

#include <QFont>
#include <QRect>
#include <QString>

#include <vector>

namespace moe::ui {

class SentenceChip;

enum class WordStyle { Plain, Room, Arrow, Lead, Rest, Waiting };

struct FlowPart {
    QString text;
    WordStyle style = WordStyle::Plain;
    QString metric;               ///< a click tells how it is computed
    SentenceChip* chip = nullptr; ///< in place of text
    QRect place = {};             ///< set by SentenceFlow::place(), as the rest
    int line = 0;
    QSize size = {}; ///< of text the width alone
};

/// Sizes in pixels.
struct FlowType {
    QFont plain, lead;
    QFont font(WordStyle style) const;
};

/// The first line ends at `firstRight`, the others at `right`.
struct FlowArea {
    int left, firstRight, right, top;
    int firstHeight, nextHeight; ///< of the lines
};

class SentenceFlow {
public:
    void clear();
    void addText(const QString& text, WordStyle style, const QString& metric = {});
    void addChip(SentenceChip* chip);
    void addSpace() { m_open = false; }
    bool isEmpty() const { return m_words.empty(); }

    /// Sets every part's place, lines one under the other; no word stands alone on the last where those
    /// before can spare some. Returns the number of lines.
    int place(const FlowType& type, const FlowArea& area);
    /// Of place().
    std::vector<FlowPart> parts() const;
    QString text() const;

private:
    void part(FlowPart part);
    int placeIn(int space, const FlowArea& area);
    int lastWidth() const;                      ///< of the last line
    std::vector<std::vector<FlowPart>> m_words; ///< what is not parted
    bool m_open = false;                        ///< the next part stands at the last one
};

} // namespace moe::ui
