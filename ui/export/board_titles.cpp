// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/board_titles.h"

#include <QFontMetricsF>

#include <algorithm>

namespace moe::ui {
namespace {

bool isBreak(QChar c) {
    return c.isSpace();
}

/// Begins and ends of the words that `title` has where `other` has something else.
std::pair<qsizetype, qsizetype> difference(const QString& title, const QString& other) {
    qsizetype begin = 0, end = title.size(), last = other.size();
    while (begin < std::min(end, last) && title[begin] == other[begin]) ++begin;
    while (end > begin && last > begin && title[end - 1] == other[last - 1]) --end, --last;
    while (begin > 0 && !isBreak(title[begin - 1])) --begin;
    while (end < title.size() && !isBreak(title[end])) ++end;
    return {begin, end};
}

/// Of every character whether some title that begins as this one has another there. A picture of another kind
/// is told apart by its first words.
std::vector<bool> differing(const QStringList& titles, qsizetype index) {
    const QString& title = titles[index];
    std::vector<bool> differs(std::size_t(title.size()), false);
    for (const QString& other : titles) {
        if (other == title) continue;
        const auto [begin, end] = difference(title, other);
        if (begin == 0) continue;
        std::fill(differs.begin() + begin, differs.begin() + end, true);
    }
    return differs;
}

/// The longest stretch that no other title tells apart.
std::pair<qsizetype, qsizetype> longestShared(const std::vector<bool>& differs) {
    std::pair<qsizetype, qsizetype> longest{0, 0};
    for (std::size_t begin = 0; begin < differs.size();) {
        std::size_t end = begin;
        while (end < differs.size() && !differs[end]) ++end;
        if (qsizetype(end - begin) > longest.second - longest.first)
            longest = {qsizetype(begin), qsizetype(end)};
        begin = std::max(end, begin + 1);
    }
    return longest;
}

} // namespace

QStringList cutTitles(const QStringList& titles, const QFont& font, const std::vector<double>& widths) {
    const QFontMetricsF metrics(font);
    QStringList cut;
    QStringList bare; // letters "(a) " tell every title apart, and are never what is cut
    for (const QString& title : titles) {
        const qsizetype letter = title.startsWith(QLatin1Char('(')) ? title.indexOf(QLatin1String(") ")) : -1;
        bare << title.mid(letter < 0 ? 0 : letter + 2);
    }
    for (qsizetype i = 0; i < titles.size(); ++i) {
        const QString lead = titles[i].chopped(bare[i].size());
        const double width = widths[std::size_t(i)] - metrics.horizontalAdvance(lead);
        QString title = bare[i];
        if (metrics.horizontalAdvance(title) > width) {
            const auto [begin, end] = longestShared(differing(bare, i));
            // What stays of the stretch, as much at its head as at its tail.
            for (qsizetype left = end - begin - 1; left >= 2; --left) {
                const QString head = bare[i].left(begin + (left + 1) / 2), tail = bare[i].mid(end - left / 2);
                title = head + QChar(0x2026) + tail;
                if (metrics.horizontalAdvance(title) <= width) break;
            }
            title = metrics.elidedText(title, Qt::ElideMiddle, width);
        }
        cut << lead + title;
    }
    return cut;
}

} // namespace moe::ui
