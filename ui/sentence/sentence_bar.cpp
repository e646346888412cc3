// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sentence/sentence_bar.h"

#include "models/items/answer_text.h"
#include "models/items/grouped.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/form/field_text.h"
#include "ui/sentence/chip_values.h"
#include "ui/sentence/sentence_chip.h"
#include "ui/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>

namespace moe::ui {

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
    connect(m_more->menu(), &QMenu::aboutToShow, this, &SentenceBar::fillMore);
    m_more->hide();
    m_editor->setAccessibleName(tr("Answer")); // until a chip is opened
    m_editor->hide();
    m_editor->installEventFilter(this);
    connect(m_editor, &QLineEdit::returnPressed, this, &SentenceBar::commit);
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
            chip->setContents(SentenceChip::Look::Knob,
                              chipText(piece.text, chip->keys(), m_scenario, m_catalog.get()));
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
        const bool explained = piece.mark && !piece.mark->keys.empty();
        const QString metric = explained ? QString::fromStdString(piece.mark->keys.front()) : QString();
        m_result.addText(items::groupedDigits(piece.text), lead ? WordStyle::Lead : rest, metric);
    }
    m_result.addText(QStringLiteral("."), rest);
    for (std::size_t i = 0; i < m_answer->more.size(); ++i) {
        if ((i > 0 && dropped > 2) || dropped > 4) break;
        m_result.addSpace();
        m_result.addText(items::groupedDigits(items::sentenceText(m_answer->more[i])), rest);
    }
    if (m_answer->searched && (dropped < 2 || (dropped < 4 && m_answer->searched->better != false))) {
        m_result.addSpace();
        m_result.addText(items::groupedDigits(items::sentenceText(m_answer->searched->text)), rest);
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
    if (!m_gains.empty() && used > 0) m_label->setBuddy(m_gains.front());
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
