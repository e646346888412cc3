// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sentence/sentence_flow.h"

#include "ui/sentence/sentence_chip.h"

#include <QFontMetrics>

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

int SentenceFlow::place(const FlowType& type, int left, int firstRight, int right, int top, int lineHeight) {
    constexpr int kChipGap = 1; // between a chip and what stands at it
    const int space = QFontMetrics(type.plain).horizontalAdvance(QLatin1Char(' ')) + 1;
    int x = left, line = 0;
    const auto widthOf = [&](const FlowPart& part) {
        return part.chip ? part.chip->sizeHint().width()
                         : QFontMetrics(type.font(part.style)).horizontalAdvance(part.text);
    };
    for (auto& word : m_words) {
        int width = 0;
        for (const FlowPart& part : word) width += widthOf(part) + (part.chip ? kChipGap : 0);
        if (x > left && x + width > (line == 0 ? firstRight : right)) {
            ++line;
            x = left;
        }
        for (FlowPart& part : word) {
            const int wide = widthOf(part);
            const int high = part.chip ? part.chip->sizeHint().height() : lineHeight;
            part.place = QRect(x, top + line * lineHeight + (lineHeight - high) / 2, wide, high);
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
