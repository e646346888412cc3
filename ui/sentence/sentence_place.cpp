// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the sentence stand, and how its words are painted.

#include "ui/sentence/sentence_bar.h"
#include "ui/sentence/sentence_chip.h"
#include "ui/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr int kSide = 16;          ///< free left and right
constexpr int kBodyPx = 13;        ///< sizes below are those of the design at this body size
constexpr int kWide = 1440;        ///< from here on the question has one line
constexpr int kGap = 6;            ///< between changes
constexpr double kSmallest = 0.75; ///< of the design's type

struct Frame {
    int height, top, question, answer, changes;
    int lines; ///< of question and answer together
};
constexpr Frame kWideFrame{120, 10, 33, 37, 28, 2};
constexpr Frame kNarrowFrame{136, 8, 30, 32, 28, 3};

const Frame& frameOf(int width) {
    return width >= kWide ? kWideFrame : kNarrowFrame;
}

} // namespace

double SentenceBar::body() const {
    const QFontInfo info(font());
    return info.pixelSize() + 1; // of 9 pt; the design's body is 13
}

FlowType SentenceBar::type(double scale) const {
    const auto sized = [&](double px, bool bold) {
        QFont made = font();
        made.setPixelSize(std::max(10, int(std::lround(px * scale * body() / kBodyPx))));
        made.setBold(bold);
        return made;
    };
    const bool wide = width() >= kWide;
    return {sized(wide ? 16 : 15, false), sized(wide ? 24 : 20, true)};
}

QRect SentenceBar::wordsArea() const {
    QRect area;
    for (const FlowPart& word : m_words) area |= word.place;
    return area;
}

QSize SentenceBar::sizeHint() const {
    return {1280, heightForWidth(width() > 0 ? width() : 1280)};
}

QSize SentenceBar::minimumSizeHint() const {
    return {320, heightForWidth(width() > 0 ? width() : 1280)};
}

int SentenceBar::heightForWidth(int width) const {
    return int(std::lround(frameOf(width).height * std::max(1.0, body() / kBodyPx)));
}

bool SentenceBar::placeLines(double scale, int dropped) {
    const Frame& frame = frameOf(width());
    const double taller = std::max(1.0, body() / kBodyPx);
    m_type = type(scale);
    for (SentenceChip* chip : m_knobs) chip->setFont(m_type.plain);
    fillAnswer(dropped);
    const int top = int(frame.top * taller), right = width() - kSide;
    const int question = int(frame.question * taller), answer = int(frame.answer * taller);
    const int first = right - m_copy->sizeHint().width() - kSide;
    const int asked = m_question.place(m_type, {kSide, first, right, top, question, question});
    // The number is taller than the words that go on below it.
    const int next = std::min(answer, int(1.45 * QFontMetrics(m_type.plain).height()));
    const int said = m_result.place(
        m_type, {kSide, asked > 0 ? right : first, right, top + asked * question, answer, next});
    return asked + said <= frame.lines;
}

void SentenceBar::place() {
    if (width() < 2 * kSide) return;
    constexpr int kDrops = 4;
    bool fits = false;
    for (int dropped = 0; dropped <= kDrops && !fits; ++dropped) fits = placeLines(1, dropped);
    for (double scale = 0.94; !fits && scale > kSmallest; scale -= 0.06) fits = placeLines(scale, kDrops);
    // What binds is in the copied answer; over the changes it could not be read.
    for (double scale = 1; !fits && scale > kSmallest; scale -= 0.06) fits = placeLines(scale, kDrops + 1);
    m_words.clear();
    for (const auto* flow : {&m_question, &m_result})
        for (FlowPart& part : flow->parts()) {
            if (!part.chip) {
                m_words.push_back(std::move(part));
                continue;
            }
            part.chip->setGeometry(part.place);
            part.chip->QWidget::show();
        }
    const Frame& frame = frameOf(width());
    const double taller = std::max(1.0, body() / kBodyPx);
    const QSize copy = m_copy->sizeHint();
    m_copy->setVisible(m_answer.has_value());
    m_copy->setGeometry(width() - kSide - copy.width(),
                        int(frame.top * taller) + (int(frame.question * taller) - copy.height()) / 2,
                        copy.width(), copy.height());
    const int below = heightForWidth(width()) - int((frame.changes + 6) * taller);
    placeChanges(below);
    m_hovered = -1;
    QWidget* before = nullptr;
    const auto chain = [&](QWidget* next) {
        if (!next->isVisibleTo(this)) return;
        if (before) setTabOrder(before, next);
        before = next;
    };
    for (SentenceChip* chip : m_knobs) chain(chip);
    for (SentenceChip* chip : m_gains) chain(chip);
    chain(m_more);
    chain(m_copy);
    if (m_edited) m_editor->raise();
    update();
}

int SentenceBar::placeChanges(int top) {
    const int high = fontMetrics().height() + 8;
    int x = kSide;
    const bool ruled = !m_rule->text().isEmpty();
    m_label->setVisible(!ruled && !m_label->text().isEmpty());
    m_label->setGeometry(x, top, std::min(m_label->sizeHint().width(), width() - 2 * kSide), high);
    if (m_label->isVisibleTo(this)) x += m_label->sizeHint().width() + kGap;
    if (ruled) m_rule->setGeometry(kSide, top, width() - 2 * kSide, high);
    m_unplaced.clear();
    const std::size_t shown = m_answer ? m_changes.size() : m_offer.isEmpty() ? 0 : 1;
    const int room = width() - kSide;
    for (std::size_t i = 0; i < m_gains.size(); ++i) {
        SentenceChip* chip = m_gains[i];
        chip->setFont(font());
        const QSize size = chip->sizeHint();
        const bool last = i + 1 == shown;
        const int needed = size.width() + (last ? 0 : kGap + m_more->sizeHint().width());
        const bool fits = !ruled && i < shown && m_unplaced.isEmpty() && x + needed <= room;
        chip->setVisible(fits);
        if (fits) {
            chip->setGeometry(x, top + (high - size.height()) / 2, size.width(), size.height());
            x += size.width() + kGap;
        } else if (!ruled && i < shown) {
            m_unplaced << chip;
        }
    }
    const int hidden = int(m_unplaced.size());
    m_more->setVisible(hidden > 0);
    m_more->setText(tr("%n more", nullptr, hidden));
    if (hidden > 0) m_more->setGeometry(x, top, m_more->sizeHint().width(), high);
    return x;
}

/// As it opens: an action must not go while a menu that has it is open, and every answer places changes
/// again.
void SentenceBar::fillMore() {
    m_more->menu()->clear();
    for (SentenceChip* chip : m_unplaced)
        m_more->menu()->addAction(chip->text() + QLatin1Char(' ') + chip->note(), chip,
                                  [chip] { chip->click(); });
}

void SentenceBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme theme = themeOf(palette());
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(QColor(theme.dark ? "#3B3E44" : "#DCDCDC"));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
    const QColor accent(theme.dark ? "#56B4E9" : "#0072B2");
    if (m_percent >= 0) painter.fillRect(0, height() - 2, width() * std::max(2, m_percent) / 100, 2, accent);
    const bool stale = !m_problems.empty();
    for (const FlowPart& word : m_words) {
        QFont type = m_type.font(word.style);
        const bool hovered =
            m_hovered >= 0 && !word.metric.isEmpty() && word.metric == m_words[std::size_t(m_hovered)].metric;
        type.setUnderline(hovered);
        painter.setFont(type);
        painter.setPen(word.style == WordStyle::Arrow              ? accent
                       : word.style == WordStyle::Waiting || stale ? theme.muted
                                                                   : palette().color(QPalette::Text));
        // All sizes of a line stand on one base.
        const QFontMetrics lead(m_type.lead), plain(m_type.plain);
        const bool answer = word.style != WordStyle::Plain && word.style != WordStyle::Room;
        const QFontMetrics& tallest = answer ? lead : plain;
        const int base = word.place.top() + (word.place.height() + tallest.ascent() - tallest.descent()) / 2;
        painter.drawText(word.place.left(), base, word.text);
    }
}

} // namespace moe::ui
