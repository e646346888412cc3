// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_strip.h"

#include "ui/layer_style.h"
#include "ui/layers/layer_cells.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace moe::ui {
namespace {

constexpr int kStripEdge = 8;

QIcon brushIcon(const LayerBrush& brush, const QWidget& widget) {
    const double ratio = widget.devicePixelRatioF();
    const int line = widget.fontMetrics().height();
    const QSize size(line, line + 2);
    QPixmap picture(size * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    const QRectF cell(0.5, 0.5, size.width() - 1, size.height() - 1);
    const Theme theme = themeOf(widget.palette());
    if (brush.kind)
        paintLayerCell(painter, cell, {*brush.kind, FeedForward::None, true}, widget.font(), theme);
    else
        paintFeedMark(painter, cell, brush.feed, theme.text);
    return QIcon(picture);
}

} // namespace

LayerStrip::LayerStrip(QWidget* parent)
    : QWidget(parent),
      m_cells(new LayerCells(this)),
      m_brushes(new QComboBox(this)),
      m_described(new QLabel(this)) {
    auto* label = new QLabel(tr("Paint with"), this);
    label->setBuddy(m_brushes);
    m_brushes->setAccessibleName(tr("What painting makes of layers"));
    m_brushes->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_described->setTextFormat(Qt::PlainText);
    m_described->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(kStripEdge, 0, kStripEdge, 0);
    line->addWidget(label);
    line->addWidget(m_brushes, 1);
    auto* words = new QHBoxLayout;
    words->setContentsMargins(kStripEdge, 0, kStripEdge, 2);
    words->addWidget(m_described);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 2);
    column->setSpacing(2);
    column->addWidget(m_cells);
    column->addLayout(words);
    column->addLayout(line);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);

    const auto choose = [this] {
        const int index = m_brushes->currentData().toInt();
        m_cells->setBrush(layerBrushes()[std::size_t(index)]);
    };
    fillBrushes(true);
    m_brushes->setCurrentIndex(1); // sliding: a first stroke over full attention shows something
    choose();
    connect(m_brushes, &QComboBox::currentIndexChanged, this, choose);
    connect(m_cells, &LayerCells::painted, this, &LayerStrip::painted);
    connect(m_cells, &LayerCells::described, m_described, &QLabel::setText);
}

void LayerStrip::setScenario(const Scenario& scenario) {
    m_cells->setScenario(scenario);
    if (const bool experts = scenario.moe.has_value();
        experts != (m_brushes->findText(brushText({{}, FeedForward::Moe})) >= 0))
        fillBrushes(experts);
}

void LayerStrip::fillBrushes(bool experts) {
    const QVariant before = m_brushes->currentData();
    const QSignalBlocker quiet(m_brushes);
    m_brushes->clear();
    for (std::size_t i = 0; i < layerBrushes().size(); ++i) {
        const LayerBrush& brush = layerBrushes()[i];
        if (brush.kind || experts) m_brushes->addItem(brushIcon(brush, *this), brushText(brush), int(i));
    }
    m_brushes->setCurrentIndex(std::max(0, m_brushes->findData(before)));
    m_cells->setBrush(layerBrushes()[std::size_t(m_brushes->currentData().toInt())]);
}

int LayerStrip::heightForWidth(int width) const {
    return m_cells->heightForWidth(width) + m_brushes->sizeHint().height() +
           m_described->sizeHint().height() + 10;
}

void LayerStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    for (int i = 0; i < m_brushes->count(); ++i)
        m_brushes->setItemIcon(i,
                               brushIcon(layerBrushes()[std::size_t(m_brushes->itemData(i).toInt())], *this));
}

} // namespace moe::ui
