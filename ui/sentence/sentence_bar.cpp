// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sentence/sentence_bar.h"

#include "models/items/answer_text.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/form/field_text.h"
#include "ui/sentence/sentence_chip.h"
#include "ui/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
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

SentenceBar::SentenceBar(QWidget* parent)
    : QWidget(parent),
      m_rule(new QLabel(this)),
      m_label(new QLabel(this)),
      m_copy(new QToolButton(this)),
      m_more(new QToolButton(this)),
      m_editor(new QLineEdit(this)) {
    setObjectName(QStringLiteral("sentence"));
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Answer"));
    m_rule->setTextFormat(Qt::RichText);
    m_rule->hide();
    connect(m_rule, &QLabel::linkActivated, this, &SentenceBar::cureChosen);
    m_copy->setText(tr("Copy answer"));
    m_copy->setAutoRaise(true);
    m_copy->setPopupMode(QToolButton::MenuButtonPopup);
    m_copy->setToolTip(tr("The sentence with the command that prints it (Ctrl+Shift+A)"));
    auto* menu = new QMenu(m_copy);
    menu->addAction(tr("As &text"), this, [this] { emit copyRequested(false); });
    menu->addAction(tr("As &Markdown"), this, [this] { emit copyRequested(true); });
    m_copy->setMenu(menu);
    connect(m_copy, &QToolButton::clicked, this, [this] { emit copyRequested(false); });
    m_more->setAutoRaise(true);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
    m_editor->hide();
    m_editor->installEventFilter(this);
    connect(m_editor, &QLineEdit::returnPressed, this, &SentenceBar::commit);
}

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

QSize SentenceBar::sizeHint() const {
    return {1280, heightForWidth(width() > 0 ? width() : 1280)};
}
QSize SentenceBar::minimumSizeHint() const {
    return {320, heightForWidth(width() > 0 ? width() : 1280)};
}
int SentenceBar::heightForWidth(int width) const {
    return int(std::lround(frameOf(width).height * std::max(1.0, body() / kBodyPx)));
}

void SentenceBar::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
}

void SentenceBar::setScenario(const Scenario& scenario, const Scenario& base) {
    if (scenario == m_scenario && base == m_base) return;
    m_scenario = scenario;
    m_base = base;
    m_refusal.clear();
    showStates();
}

void SentenceBar::setProblems(const Problems& problems) {
    if (problems == m_problems) return;
    m_problems = problems;
    rebuild();
}

void SentenceBar::setLocked(const std::vector<std::string>& keys) {
    m_locked = keys;
    showStates();
    place();
}

void SentenceBar::setMoved(const std::vector<std::string>& keys, const QString& by) {
    m_moved = keys;
    m_movedBy = by;
    showStates();
}

void SentenceBar::setAnswer(const Answer& answer, Ready ready) {
    const bool sameSide = m_answer && m_answer->side == answer.side;
    if (!sameSide) m_changes.clear();
    if (ready != Ready::Formula) m_changes = answer.changes;
    m_answer = answer;
    m_ready = ready;
    m_missing.clear();
    rebuild();
}

void SentenceBar::setMissing(const QString& why, const QString& offer) {
    m_answer.reset();
    m_changes.clear();
    m_missing = why;
    m_offer = offer;
    m_percent = -1;
    rebuild();
}

void SentenceBar::setProgress(int percent) {
    if (percent == m_percent) return;
    m_percent = percent;
    update();
}

QString SentenceBar::text() const {
    if (!m_answer) return m_missing;
    return items::sentenceText(m_answer->sentence());
}

SentenceChip* SentenceBar::chipAt(std::size_t place) {
    while (m_knobs.size() <= place) {
        auto* chip = new SentenceChip(this);
        m_knobs.push_back(chip);
        connect(chip, &SentenceChip::clicked, this, [this, chip] { open(chip); });
        connect(chip, &SentenceChip::stepped, this, [this, chip](int steps) { step(chip, steps); });
        connect(chip, &SentenceChip::menuWanted, this, [this, chip](const QPoint& at) { menu(chip, at); });
    }
    return m_knobs[place];
}

void SentenceBar::rebuild() {
    fillQuestion();
    fillChanges();
    showStates();
    place();
    setAccessibleDescription(text());
}

void SentenceBar::fillQuestion() {
    m_question.clear();
    std::size_t used = 0;
    const auto add = [&](const AnswerText& text) {
        for (const items::AnswerPiece& piece : items::answerPieces(text)) {
            if (!piece.mark || piece.mark->kind != AnswerMark::Kind::Knob) {
                m_question.addText(piece.text, m_question.isEmpty() ? WordStyle::Room : WordStyle::Plain);
                continue;
            }
            SentenceChip* chip = chipAt(used++);
            chip->setKeys(piece.mark->keys);
            chip->setContents(SentenceChip::Look::Knob, piece.text);
            chip->setObjectName(QStringLiteral("chip:") + QString::fromStdString(piece.mark->keys.front()));
            chip->setAccessibleName(tr("%1, %2, editable").arg(chipName(chip->keys()), piece.text));
            m_question.addChip(chip);
        }
    };
    if (m_answer) {
        add(m_answer->question);
        if (!m_answer->open.text.empty()) {
            m_question.addText(QStringLiteral(", "), WordStyle::Plain);
            add(m_answer->open);
        }
    }
    for (std::size_t i = used; i < m_knobs.size(); ++i) m_knobs[i]->hide();
    for (std::size_t i = 0; i < used; ++i) m_knobs[i]->QWidget::show();
}

/// What goes first where room is short: the cost, how many layouts there are, sentences after the first.
void SentenceBar::fillAnswer(int dropped) {
    m_result.clear();
    if (!m_answer) {
        m_result.addText(m_missing, WordStyle::Rest);
        return;
    }
    const bool stale = !m_problems.empty();
    const WordStyle rest = stale ? WordStyle::Waiting : WordStyle::Rest;
    m_result.addText(QStringLiteral("→"), WordStyle::Arrow);
    m_result.addSpace();
    for (const items::AnswerPiece& piece :
         items::answerPieces(dropped > 0 ? m_answer->brief : m_answer->result)) {
        const bool lead = piece.mark && piece.mark->kind == AnswerMark::Kind::Lead;
        const QString metric = piece.mark ? QString::fromStdString(piece.mark->keys.front()) : QString();
        m_result.addText(piece.text, lead ? WordStyle::Lead : rest, metric);
    }
    m_result.addText(QStringLiteral("."), rest);
    for (std::size_t i = 0; i < m_answer->more.size(); ++i) {
        if (i > 0 && dropped > 2) break;
        m_result.addSpace();
        m_result.addText(items::sentenceText(m_answer->more[i]), rest);
    }
    if (m_answer->searched && (dropped < 2 || m_answer->searched->better != false)) {
        m_result.addSpace();
        m_result.addText(items::sentenceText(m_answer->searched->text), rest);
    } else if (m_ready != Ready::Whole && m_answer->side != AnswerSide::Loss && dropped < 2) {
        m_result.addSpace();
        m_result.addText(tr("layouts …"), WordStyle::Waiting);
    }
}

void SentenceBar::fillChanges() {
    std::size_t used = 0;
    const auto add = [&] {
        if (used == m_gains.size()) {
            auto* chip = new SentenceChip(this);
            m_gains.push_back(chip);
            const std::size_t place = used;
            connect(chip, &SentenceChip::clicked, this, [this, place] {
                if (!m_answer) return emit offerTaken();
                if (place >= m_changes.size() || m_ready == Ready::Formula) return;
                const AnswerChange change = m_changes[place];
                emit edited(change.set, items::sentenceText(change.what), -1);
            });
            connect(chip, &SentenceChip::pointed, this, [this, place](bool on) {
                if (place < m_changes.size()) emit changePointed(on ? m_changes[place].set : Edits());
            });
        }
        return m_gains[used++];
    };
    const bool awaited = m_ready == Ready::Formula;
    if (!m_answer && !m_offer.isEmpty()) {
        SentenceChip* chip = add();
        chip->setContents(SentenceChip::Look::Change, m_offer);
        chip->setState(SentenceChip::State::Plain);
    }
    for (const AnswerChange& change : m_changes) {
        SentenceChip* chip = add();
        chip->setContents(SentenceChip::Look::Change, items::sentenceText(change.what),
                          awaited ? QStringLiteral("…") : items::sentenceText(change.says), !change.same);
        chip->setState(awaited ? SentenceChip::State::Stale : SentenceChip::State::Plain);
        chip->setAccessibleName(items::sentenceText(change.text));
    }
    for (std::size_t i = used; i < m_gains.size(); ++i) m_gains[i]->hide();
    QString label;
    if (!m_changes.empty())
        label = m_changes.front().mends ? tr("Fits with:") : tr("Better:");
    else if (m_answer && m_answer->changed)
        label = items::sentenceText(*m_answer->changed);
    else if (m_answer && awaited)
        label = tr("Better: …");
    m_label->setText(label);
    if (m_gains.size() > 0 && used > 0) m_label->setBuddy(m_gains.front());
}

void SentenceBar::showRule() {
    QString html = m_refusal.toHtmlEscaped();
    if (html.isEmpty() && !m_problems.empty())
        html = problemHtml(m_problems.front(), locale(), palette().color(QPalette::Link));
    m_rule->setText(html);
    m_rule->setVisible(!html.isEmpty());
}

void SentenceBar::showStates() {
    const auto any = [](const ChipKeys& keys, const auto& holds) {
        return std::any_of(keys.begin(), keys.end(), holds);
    };
    for (SentenceChip* chip : m_knobs) {
        const ChipKeys& keys = chip->keys();
        const auto in = [](const std::vector<std::string>& all) {
            return [&all](const std::string& key) {
                return std::find(all.begin(), all.end(), key) != all.end();
            };
        };
        const bool broken = any(keys, [&](const std::string& key) {
            return std::any_of(m_problems.begin(), m_problems.end(),
                               [&](const Problem& problem) { return problem.key == key; });
        });
        using State = SentenceChip::State;
        chip->setState(broken || (chip == m_edited && !m_refusal.isEmpty()) ? State::Invalid
                       : any(keys, in(m_locked))                            ? State::Locked
                       : any(keys, in(m_moved))                             ? State::Moved
                                                                            : State::Plain);
        QString tip = chipName(keys);
        for (const std::string& key : keys) tip += QStringLiteral("\n") + QString::fromStdString(key);
        if (chip->state() == State::Moved) tip += QStringLiteral("\n") + m_movedBy;
        chip->setToolTip(items::plainTip(tip));
    }
    showRule();
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
    const int asked = m_question.place(m_type, kSide, first, right, top, question);
    const int said =
        m_result.place(m_type, kSide, asked > 0 ? right : first, right, top + asked * question, answer);
    return asked + said <= frame.lines;
}

void SentenceBar::place() {
    if (width() < 2 * kSide) return;
    constexpr int kDrops = 3;
    bool fits = false;
    for (int dropped = 0; dropped <= kDrops && !fits; ++dropped) fits = placeLines(1, dropped);
    for (double scale = 0.94; !fits && scale > kSmallest; scale -= 0.06) fits = placeLines(scale, kDrops);
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
    m_more->menu()->clear();
    const std::size_t shown = m_answer ? m_changes.size() : m_offer.isEmpty() ? 0 : 1;
    const int room = width() - kSide;
    for (std::size_t i = 0; i < m_gains.size(); ++i) {
        SentenceChip* chip = m_gains[i];
        chip->setFont(font());
        const QSize size = chip->sizeHint();
        const bool last = i + 1 == shown;
        const int needed = size.width() + (last ? 0 : kGap + m_more->sizeHint().width());
        const bool fits = !ruled && i < shown && m_more->menu()->isEmpty() && x + needed <= room;
        chip->setVisible(fits);
        if (fits) {
            chip->setGeometry(x, top + (high - size.height()) / 2, size.width(), size.height());
            x += size.width() + kGap;
        } else if (!ruled && i < shown) {
            m_more->menu()->addAction(chip->text() + QLatin1Char(' ') + chip->note(), chip,
                                      [chip] { chip->click(); });
        }
    }
    const int hidden = int(m_more->menu()->actions().size());
    m_more->setVisible(hidden > 0);
    m_more->setText(tr("%n more", nullptr, hidden));
    if (hidden > 0) m_more->setGeometry(x, top, m_more->sizeHint().width(), high);
    return x;
}

void SentenceBar::focusFirstChip() {
    if (!m_knobs.empty() && m_knobs.front()->isVisible())
        m_knobs.front()->setFocus(Qt::ShortcutFocusReason);
    else
        setFocus(Qt::ShortcutFocusReason);
}

void SentenceBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) updateGeometry();
    place();
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
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        const FlowPart& word = m_words[i];
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

const FlowPart* SentenceBar::numberAt(const QPoint& at) const {
    for (const FlowPart& word : m_words)
        if (!word.metric.isEmpty() && word.place.contains(at)) return &word;
    return nullptr;
}

void SentenceBar::mouseMoveEvent(QMouseEvent* event) {
    const FlowPart* word = numberAt(event->pos());
    const int hovered = word ? int(word - m_words.data()) : -1;
    if (hovered == m_hovered) return;
    m_hovered = hovered;
    setCursor(word ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(word ? tr("How it is computed") : QString());
    update();
}

void SentenceBar::mouseReleaseEvent(QMouseEvent* event) {
    const FlowPart* word = numberAt(event->pos());
    if (word && event->button() == Qt::LeftButton) emit explain(word->metric);
}

void SentenceBar::leaveEvent(QEvent* event) {
    m_hovered = -1;
    update();
    QWidget::leaveEvent(event);
}

void SentenceBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        place();
    }
}

} // namespace moe::ui
