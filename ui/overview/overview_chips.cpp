// SPDX-License-Identifier: GPL-3.0-or-later
// Knobs that are changed where they stand in a sentence, and the other things that a click does.
#include "ui/overview/overview_page.h"

#include "models/items/choice_label.h"
#include "models/items/escape.h"
#include "models/items/typed_number.h"
#include "models/items/words.h"
#include "ui/form/field_editor.h"
#include "ui/form/value_text.h"
#include "ui/gesture_number.h"
#include "ui/overview/overview_strip.h"
#include "ui/overview/overview_words.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QToolTip>

#include <algorithm>

namespace moe::ui {
namespace {

/// The room of a page.
QString roomOf(const QString& page) {
    if (page == QLatin1String("loss")) return QStringLiteral("model");
    if (page == QLatin1String("memory") || page == QLatin1String("time") || page == QLatin1String("rl"))
        return QStringLiteral("train");
    return QStringLiteral("serve");
}

} // namespace

void OverviewPage::activate(Canvas& canvas, const QString& key) {
    const Hits hits = canvas.hits(); // the receiver may have another picture drawn
    const auto hit =
        std::find_if(hits.begin(), hits.end(), [&](const HitArea& one) { return one.key == key; });
    const QRectF place = hit == hits.end() ? QRectF() : hit->area;
    const QPoint at = canvas.mapToGlobal(place.bottomLeft().toPoint());
    if (key.startsWith(QLatin1String(kKnobHit)))
        editKnob(canvas, key.mid(qsizetype(qstrlen(kKnobHit))), place);
    else if (key.startsWith(QLatin1String(kPageHit)))
        emit roomWanted(roomOf(key.mid(qsizetype(qstrlen(kPageHit)))), key.mid(qsizetype(qstrlen(kPageHit))));
    else if (key.startsWith(QLatin1String(kActHit)))
        act(key.mid(qsizetype(qstrlen(kActHit))), at);
}

void OverviewPage::editKnob(Canvas& canvas, const QString& key, const QRectF& place) {
    const Field* field = findField(key.toStdString());
    if (!field) return;
    if (field->kind == FieldKind::Choice) {
        chooseKnob(*field, canvas.mapToGlobal(place.bottomLeft().toPoint()));
        return;
    }
    delete m_box;
    m_box = new QLineEdit(&canvas);
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    m_box->setObjectName(key);
    m_box->setAccessibleName(fieldLabel(*field));
    m_box->setText(valueText(*field, field->get(m_scenario), locale()));
    if (field->optional) m_box->setPlaceholderText(tr("auto"));
    QRect box = place.toRect().adjusted(-2, -2, 2, 2);
    box.setWidth(std::max(box.width(), m_box->fontMetrics().averageCharWidth() * 12)); // to the right only
    m_box->setGeometry(box);
    connect(m_box, &QObject::destroyed, this, [this, box = m_box] {
        if (m_box == box) m_box = nullptr;
    });
    const auto commit = [this, field, box = m_box] {
        const QString text = box->text().trimmed();
        const ParsedField parsed = items::typedField(
            *field, text.isEmpty() && field->optional ? QStringLiteral("auto") : text, locale());
        if (!parsed.rule.empty()) {
            QToolTip::showText(box->mapToGlobal(QPoint(0, box->height())),
                               fieldLabel(*field) + QLatin1Char(' ') + items::sentenceText(parsed.rule), box);
            return false;
        }
        box->close();
        apply({{field->key, fieldText(parsed.value)}},
              QStringLiteral("%1 → %2").arg(fieldLabel(*field), valueText(*field, parsed.value, locale())),
              newGesture(), false, QString::fromLatin1(field->key));
        return true;
    };
    connect(m_box, &QLineEdit::returnPressed, this, [commit] { commit(); });
    connect(m_box, &QLineEdit::editingFinished, this, [this, box = m_box] {
        if (!box->hasFocus() && m_box == box) box->close(); // left without Enter: nothing is changed
    });
    auto* leave = new QAction(m_box);
    leave->setShortcut(Qt::Key_Escape);
    leave->setShortcutContext(Qt::WidgetShortcut);
    connect(leave, &QAction::triggered, m_box, &QWidget::close);
    m_box->addAction(leave);
    m_box->show();
    m_box->selectAll();
    m_box->setFocus(Qt::OtherFocusReason);
}

void OverviewPage::chooseKnob(const Field& field, const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::string now = fieldText(field.get(m_scenario));
    const auto add = [&](const std::string& value, const QString& text) {
        QAction* action = menu->addAction(text, this, [this, &field, value, text] {
            apply({{field.key, value}}, QStringLiteral("%1 → %2").arg(fieldLabel(field), text), newGesture(),
                  false, QString::fromLatin1(field.key));
        });
        action->setCheckable(true);
        action->setChecked(value == now);
    };
    if (field.optional) add("auto", tr("auto"));
    for (const std::string& choice : field.choices) add(choice, items::choiceLabel(choice));
    menu->popup(at);
}

void OverviewPage::choosePreset(const QPoint& at) {
    if (!m_catalog) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const ScenarioPreset& preset : m_catalog->presets)
        menu->addAction(items::tableText(preset.label).replace(QLatin1Char('&'), QLatin1String("&&")), this,
                        [this, key = QString::fromStdString(preset.key)] { emit presetChosen(key); });
    menu->popup(at);
}

/// What the strip at the right of a wide page holds, as menus.
void OverviewPage::follow(const QString& link, const QPoint& at) {
    if (link == QLatin1String("tour")) return emit tourRequested();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (link == QLatin1String("examples"))
        for (const OverviewExample& example : overviewExamples())
            menu->addAction(items::tableText(example.title), this, [this, &example] {
                emit exampleChosen(QLatin1String(example.preset), example.edits(),
                                   QLatin1String(example.page));
            });
    else
        for (const QString& path : m_recent)
            menu->addAction(items::shownName(QFileInfo(path).fileName().toStdString())
                                .replace(QLatin1Char('&'), QLatin1String("&&")),
                            this, [this, path] { emit recentChosen(path); })
                ->setToolTip(path);
    if (menu->isEmpty()) menu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
    menu->popup(at);
}

void OverviewPage::act(const QString& what, const QPoint& at) {
    if (what == QLatin1String("model")) return choosePreset(at);
    if (what == QLatin1String("back")) return goBack();
    if (what == QLatin1String("copy")) return QGuiApplication::clipboard()->setText(summary());
    if (what == QLatin1String("table")) return showTable(!m_asTable);
    if (what == QLatin1String("train"))
        return apply({{"train.global_batch", "256"}, {"train.tokens", "1e12"}, {"train.lr", "3e-4"}},
                     tr("Add training"), newGesture(), false, {});
    if (what == QLatin1String("serve"))
        return apply({{"serve.requests", "64"}}, tr("Add serving"), newGesture(), false, {});
    if (what == QLatin1String("fit") && m_overview && m_overview->now.training &&
        m_overview->now.training->memory) {
        const std::vector<MemorySuggestion>& all = m_overview->now.training->memory->suggestions;
        if (!all.empty()) apply(all.front().set, tr("Make it fit"), newGesture(), false, {});
    }
}

} // namespace moe::ui
