// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sentence/sentence_flow.h"

#include "ui/sentence/sentence_chip.h"

#include <QFontMetrics>

#include <algorithm>
#include <climits>

namespace moe::ui {

QFont FlowType::font(WordStyle style) const {
    if (style == WordStyle::Lead || style == WordStyle::Arrow) return lead;
    QFont font = plain;
    font.setBold(style == WordStyle::Room);
    return font;
}

void SentenceFlow::clear() {
    m_words.clear();
    m_open = false;
}

void SentenceFlow::part(FlowPart part) {
    if (!m_open) m_words.emplace_back();
    m_words.back().push_back(std::move(part));
    m_open = true;
}

void SentenceFlow::addText(const QString& text, WordStyle style, const QString& metric) {
    const QStringList words = text.split(QLatin1Char(' '));
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (i > 0 && !words[i - 1].isEmpty() && words[i].startsWith(QLatin1Char('%'))) {
            m_words.back().back().text += QLatin1Char(' ') + words[i]; // no line begins with it
            continue;
        }
        if (i > 0) m_open = false;
        if (words[i].isEmpty()) continue;
        FlowPart word;
        word.text = words[i];
        word.style = style;
        word.metric = metric;
        part(std::move(word));
    }
}

void SentenceFlow::addChip(SentenceChip* chip) {
    FlowPart one;
    one.chip = chip;
    part(std::move(one));
}

int SentenceFlow::place(const FlowType& type, const FlowArea& area) {
    // Once: a word is measured in microseconds, and some sixty widths are tried.
    for (auto& word : m_words)
        for (FlowPart& part : word)
            part.size = part.chip
                            ? part.chip->sizeHint()
                            : QSize(QFontMetrics(type.font(part.style)).horizontalAdvance(part.text), 0);
    const int space = QFontMetrics(type.plain).horizontalAdvance(QLatin1Char(' ')) + 1;
    const int lines = placeIn(space, area);
    // A word or two alone on the last line: the lines before it give some of theirs.
    const int width = area.right - area.left, least = width / 4, step = 8;
    FlowArea narrow = area;
    while (lines > 1 && lastWidth() < least && narrow.right - area.left > width / 2) {
        FlowArea next = narrow;
        next.right -= step;
        next.firstRight = std::min(next.firstRight, next.right);
        if (placeIn(space, next) != lines) return placeIn(space, narrow);
        narrow = next;
    }
    return lines;
}

int SentenceFlow::lastWidth() const {
    const int line = m_words.back().back().line;
    int left = INT_MAX, right = 0;
    for (const auto& word : m_words)
        for (const FlowPart& part : word)
            if (part.line == line)
                left = std::min(left, part.place.left()), right = std::max(right, part.place.right());
    return right - left;
}

int SentenceFlow::placeIn(int space, const FlowArea& area) {
    constexpr int kChipGap = 1; // between a chip and what stands at it
    int x = area.left, y = area.top, line = 0;
    for (auto& word : m_words) {
        int width = 0;
        for (const FlowPart& part : word) width += part.size.width() + (part.chip ? kChipGap : 0);
        if (x > area.left && x + width > (line == 0 ? area.firstRight : area.right)) {
            y += line++ == 0 ? area.firstHeight : area.nextHeight;
            x = area.left;
        }
        const int lineHeight = line == 0 ? area.firstHeight : area.nextHeight;
        for (FlowPart& part : word) {
            const int wide = part.size.width(), high = part.chip ? part.size.height() : lineHeight;
            part.place = QRect(x, y + (lineHeight - high) / 2, wide, high);
            part.line = line;
            x += wide + (part.chip ? kChipGap : 0);
        }
        x += space;
    }
    return m_words.empty() ? 0 : line + 1;
}

std::vector<FlowPart> SentenceFlow::parts() const {
    std::vector<FlowPart> all;
    for (const auto& word : m_words) all.insert(all.end(), word.begin(), word.end());
    return all;
}

QString SentenceFlow::text() const {
    QStringList words;
    for (const auto& word : m_words) {
        QString text;
        for (const FlowPart& part : word) text += part.chip ? part.chip->text() : part.text;
        words << text;
    }
    return words.join(QLatin1Char(' '));
}

} // namespace moe::ui
