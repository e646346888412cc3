// SPDX-License-Identifier: GPL-3.0-or-later
// Chips of the sentence that are opened, stepped and asked for their menu.

#include "models/items/words.h"
#include "ui/form/field_editor.h"
#include "ui/form/gesture.h"
#include "ui/form/value_text.h"
#include "ui/gesture_number.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/sentence/sentence_chip.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QCompleter>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QStringListModel>

#include <algorithm>

namespace moe::ui {

static const Catalog& known(const CatalogPtr& catalog) {
    static const Catalog empty;
    return catalog ? *catalog : empty;
}

/// The editor lies over the chip and grows to the right, so that nothing else moves.
void SentenceBar::open(SentenceChip* chip) {
    close();
    m_edited = chip;
    const Catalog& catalog = known(m_catalog);
    const QString text = chipEditText(chip->keys(), m_scenario, catalog, locale());
    const QStringList choices = chipChoices(chip->keys(), m_scenario, catalog);
    m_editor->setFont(chip->font());
    m_editor->setText(text);
    m_editor->setPlaceholderText(tr("any"));
    m_editor->setAccessibleName(chipName(chip->keys()));
    constexpr int kListed = 260, kTyped = 90;
    const int wide = std::max(chip->width() + 24, choices.isEmpty() ? kTyped : kListed);
    m_editor->setGeometry(chip->x(), chip->y() - 1, std::min(wide, width() - chip->x()), chip->height() + 2);
    m_editor->show();
    m_editor->raise();
    m_editor->setFocus(Qt::PopupFocusReason);
    m_editor->selectAll();
    m_editor->setCompleter(nullptr);
    if (choices.isEmpty()) return;
    auto* completer = new QCompleter(choices, m_editor);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    constexpr int kRows = 14;
    completer->setMaxVisibleItems(kRows);
    m_editor->setCompleter(completer);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this,
            [this](const QString& chosen) {
                m_editor->setText(chosen);
                commit();
            });
    completer->setCompletionPrefix({});
    completer->complete();
}

void SentenceBar::commit() {
    if (!m_edited) return;
    SentenceChip* chip = m_edited;
    const ChipEdit edit = chipEdit(chip->keys(), m_editor->text(), m_scenario, known(m_catalog), locale());
    if (!edit.rule.isEmpty()) {
        m_refusal = chipName(chip->keys()) + QLatin1Char(' ') + edit.rule + QLatin1Char('.');
        showStates();
        place();
        m_editor->raise();
        m_editor->setFocus(Qt::OtherFocusReason);
        return;
    }
    close();
    chip->setFocus(Qt::OtherFocusReason);
    if (!edit.preset.isEmpty()) return emit presetChosen(edit.preset);
    take(edit.edits, {}, -1);
}

void SentenceBar::close() {
    if (!m_edited) return;
    m_edited = nullptr;
    if (QCompleter* completer = m_editor->completer()) completer->popup()->hide();
    m_editor->hide();
    m_refusal.clear();
    showStates();
    place();
}

void SentenceBar::take(const Edits& edits, const QString& what, int gesture) {
    if (edits.empty()) return;
    QStringList words;
    for (const auto& [key, value] : edits) {
        const Field* field = findField(key);
        const ParsedField parsed = parseField(*field, value);
        const QString shown = valueText(*field, parsed.value, locale());
        words << QStringLiteral("%1 → %2").arg(fieldLabel(*field), shown.isEmpty() ? tr("auto") : shown);
    }
    emit edited(edits, what.isEmpty() ? words.join(QStringLiteral(", ")) : what, gesture);
}

void SentenceBar::step(SentenceChip* chip, int steps) {
    const Edits edits = chipSteps(chip->keys(), steps, m_scenario, known(m_catalog));
    if (edits.empty()) return;
    if (m_stepped != chip || m_gesture < 0 || m_sinceStep.hasExpired(GestureCounter::kBurst))
        m_gesture = newGesture();
    m_stepped = chip;
    m_sinceStep.start();
    take(edits, {}, m_gesture);
}

void SentenceBar::menu(SentenceChip* chip, const QPoint& at) {
    const ChipKeys keys = chip->keys();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Change…"), this, [this, chip] { open(chip); });
    if (findField(keys.front())) {
        const bool locked = std::find(m_locked.begin(), m_locked.end(), keys.front()) != m_locked.end();
        QAction* lock = menu->addAction(tr("&Keep the value when others follow an edit"));
        lock->setCheckable(true);
        lock->setChecked(locked);
        connect(lock, &QAction::toggled, this, [this, keys](bool on) {
            for (const std::string& key : keys) emit lockRequested(QString::fromStdString(key), on);
        });
        Edits back;
        for (const std::string& key : keys) {
            const Field* field = findField(key);
            if (field && field->get(m_scenario) != field->get(m_base))
                back.emplace_back(key, fieldText(field->get(m_base)));
        }
        QAction* reset = menu->addAction(tr("&Reset"), this, [this, back] {
            QStringList names;
            for (const auto& [key, value] : back) names << fieldLabel(*findField(key));
            take(back, tr("Reset %1").arg(names.join(tr(" and "))), -1);
        });
        reset->setEnabled(!back.empty());
        menu->addAction(tr("&Show in the form"), this,
                        [this, keys] { emit knobWanted(QString::fromStdString(keys.front())); });
    }
    QStringList names;
    for (const std::string& key : keys) names << QString::fromStdString(key);
    menu->addAction(tr("Copy &key"), this,
                    [names] { QGuiApplication::clipboard()->setText(names.join(QLatin1Char(' '))); });
    menu->popup(at);
}

bool SentenceBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_editor || !m_edited) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept(); // it leaves the editor and nothing else
        return true;
    }
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        SentenceChip* chip = m_edited;
        close();
        chip->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (event->type() == QEvent::FocusOut) {
        const auto* lost = static_cast<QFocusEvent*>(event);
        if (lost->reason() != Qt::PopupFocusReason && lost->reason() != Qt::ActiveWindowFocusReason) {
            // Text that was typed counts when the editor is left; what does not fit is let go.
            const ChipEdit edit =
                chipEdit(m_edited->keys(), m_editor->text(), m_scenario, known(m_catalog), locale());
            const bool same =
                m_editor->text() == chipEditText(m_edited->keys(), m_scenario, known(m_catalog), locale());
            close();
            if (same || !edit.rule.isEmpty()) return false;
            if (!edit.preset.isEmpty())
                emit presetChosen(edit.preset);
            else
                take(edit.edits, {}, -1);
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace moe::ui
