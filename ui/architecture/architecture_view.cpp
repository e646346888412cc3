// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/architecture/architecture_view.h"

#include "models/engine/shape/layer_kinds.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/form/field_editor.h"
#include "ui/form/field_text.h"
#include "ui/layers/layer_strip.h"

#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QToolBar>

#include <algorithm>

namespace moe::ui {
namespace {

const QString kPins = QStringLiteral("pins"), kPresets = QStringLiteral("presets");

} // namespace

ArchitectureView::ArchitectureView(QWidget* parent)
    : AskingPicture(items::Words::tr("Architecture of the model"), parent),
      m_beside(new QComboBox),
      m_account(new QLabel),
      m_layers(new LayerStrip) {
    auto* label = new QLabel(tr(" &Beside: "));
    label->setBuddy(m_beside);
    m_beside->setObjectName(QStringLiteral("beside"));
    m_beside->setAccessibleName(tr("Models beside this one"));
    m_beside->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addEntry(*m_beside, kPins, tr("Pinned scenarios"));
    addEntry(*m_beside, kPresets, tr("All presets"));
    tools()->insertWidget(tableAction(), label);
    tools()->insertWidget(tableAction(), m_beside);
    connect(m_beside, &QComboBox::activated, this, [this] {
        ask();
        collect();
        refresh();
    });

    m_account->setTextFormat(Qt::RichText);
    m_account->setWordWrap(true);
    m_account->setMargin(8);
    m_account->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_account->setAccessibleName(tr("Formulas of the chosen block"));
    m_account->hide();
    auto* column = qobject_cast<QBoxLayout*>(layout());
    column->addWidget(m_account);
    column->addWidget(m_layers);
    m_layers->hide();
    canvas()->installEventFilter(this);
    connect(canvas(), &Canvas::picked, this, &ArchitectureView::showAccount);
    connect(m_layers, &LayerStrip::painted, this,
            [this](const QString& key, const FieldValue& value, Motion motion) {
                if (motion == Motion::Drag || !report()) return; // one step a stroke
                const Field* field = findField(key.toStdString());
                emit edited({{key.toStdString(), fieldText(value)}},
                            QStringLiteral("%1 → %2").arg(fieldLabel(*field),
                                                          QString::fromStdString(fieldText(value))));
            });
    refresh();
}

void ArchitectureView::setCatalog(const CatalogPtr& catalog) {
    AskingPicture::setCatalog(catalog);
    m_presetCatalog = catalog;
    const QString chosen = entryKey(*m_beside, m_beside->currentIndex());
    const QSignalBlocker quiet(m_beside);
    while (m_beside->count() > 2) m_beside->removeItem(2);
    for (const ScenarioPreset& preset : catalog->presets)
        addEntry(*m_beside, QString::fromStdString(preset.key), items::tableText(preset.label));
    for (int i = 0; i < m_beside->count(); ++i)
        if (entryKey(*m_beside, i) == chosen) m_beside->setCurrentIndex(i);
}

void ArchitectureView::setPins(const std::vector<PinMark>& pins) {
    m_pins = pins;
    collect();
    refresh();
}

Question ArchitectureView::question() const {
    if (!report() || !m_presetCatalog || entryKey(*m_beside, m_beside->currentIndex()) == kPins) return {};
    return {QStringLiteral("architecture"), {}, nullptr, m_presetCatalog};
}

void ArchitectureView::reportChanged() {
    m_account->hide();
    m_layers->setVisible(report() && report()->architecture);
    if (report()) m_layers->setScenario(report()->scenario);
    ask();
    collect();
}

void ArchitectureView::answered(bool ofNow) {
    m_gallery = answerAs<ArchitectureGallery>();
    collect();
    AskingPicture::answered(ofNow);
}

void ArchitectureView::collect() {
    m_cards.clear();
    if (!report() || !report()->architecture) return;
    m_cards.push_back({QString::fromStdString(report()->scenario.name), {}, report()->architecture});
    const QString beside = entryKey(*m_beside, m_beside->currentIndex());
    if (beside == kPins) {
        for (const PinMark& pin : m_pins)
            if (pin.report && pin.report->architecture)
                m_cards.push_back(
                    {pin.name, QString(QChar(u'A' + char16_t(pin.mark % 26))), pin.report->architecture});
        return;
    }
    if (!m_gallery || !m_presetCatalog) return;
    const std::size_t known = std::min(m_gallery->size(), m_presetCatalog->presets.size());
    for (std::size_t i = 0; i < known; ++i) {
        const ScenarioPreset& preset = m_presetCatalog->presets[i];
        const bool wanted = beside == kPresets || beside.toStdString() == preset.key;
        const bool here = beside == kPresets && preset.scenario.name == report()->scenario.name;
        if (wanted && !here && (*m_gallery)[i])
            m_cards.push_back({items::tableText(preset.label), {}, (*m_gallery)[i]});
    }
}

QString ArchitectureView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (m_cards.empty()) return tr("The architecture of this scenario is not known.");
    return {};
}

QString ArchitectureView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    if (m_cards.size() > 1) return tr("%1 models side by side.").arg(m_cards.size());
    const Architecture& model = *m_cards.front().model;
    const auto types =
        std::count_if(model.blocks.begin(), model.blocks.end(), [](const ArchitectureBlock& block) {
            return block.role == ArchitectureBlock::Role::Layer;
        });
    const QString layers = QString::number(model.of.size()), facts = modelFacts(model);
    return types == 1 ? tr("%1 layers, all alike: %2.").arg(layers, facts)
                      : tr("%1 layers of %2 types: %3.").arg(layers, QString::number(types), facts);
}

Hits ArchitectureView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    return paintArchitecture(painter, area, look, m_cards);
}

Sheet ArchitectureView::sheet() const {
    Sheet sheet{{tr("Model"), tr("Block"), tr("Count"), tr("Part"), tr("Parameters"), tr("Active parameters"),
                 tr("FLOPs per token"), tr("KV (B per token)"), tr("State (B per sequence)"), tr("Formula"),
                 tr("Source")},
                {}};
    for (const ArchitectureCard& card : m_cards)
        for (const ArchitectureBlock& block : card.model->blocks)
            for (const ArchitecturePart& part : block.parts) {
                const bool mixer = part.part == BlockPart::Mixer;
                sheet.rows.push_back(
                    {QStringLiteral("params.total"),
                     {card.name, blockTitle(block), qlonglong(block.count), items::tableText(part.label),
                      part.params, part.active, part.flops,
                      mixer ? QVariant(block.kvBytesPerToken) : QVariant(),
                      mixer ? QVariant(block.stateBytesPerSequence) : QVariant(),
                      QString::fromUtf8(part.paramsFormula), QString::fromUtf8(part.source)}});
            }
    return sheet;
}

QString ArchitectureView::account() const {
    return m_account->isHidden() ? QString() : m_account->text();
}

void ArchitectureView::showAccount(int index) {
    const ArchitectureSpot spot = ArchitectureSpot::of(index);
    if (spot.card < 0 || std::size_t(spot.card) >= m_cards.size()) return;
    m_account->setText(spotAccount(m_cards[std::size_t(spot.card)], spot));
    m_account->setVisible(!m_account->text().isEmpty());
}

bool ArchitectureView::eventFilter(QObject* watched, QEvent* event) {
    // A double click is what the canvas tells of; here one is enough.
    if (watched == canvas() && event->type() == QEvent::MouseButtonPress) {
        const auto* press = static_cast<QMouseEvent*>(event);
        const Hits& hits = canvas()->hits();
        const auto hit = std::find_if(hits.crbegin(), hits.crend(), [&](const HitArea& one) {
            return one.area.contains(press->position());
        });
        if (press->button() == Qt::LeftButton) {
            if (hit != hits.crend() && hit->index >= 0)
                showAccount(hit->index);
            else
                m_account->hide();
        }
    }
    return AskingPicture::eventFilter(watched, event);
}

} // namespace moe::ui
