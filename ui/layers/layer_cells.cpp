// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_cells.h"

#include "models/engine/scenario/edits/layer_painting.h"
#include "models/engine/scenario/enum_text.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/layer_style.h"
#include "ui/layers/layer_accessible.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace moe::ui {

QString brushText(const LayerBrush& brush) {
    if (brush.kind) return layerKindText(*brush.kind);
    return brush.feed == FeedForward::Moe ? items::Words::tr("Experts (MoE)")
                                          : items::Words::tr("Dense network");
}

const std::vector<LayerBrush>& layerBrushes() {
    static const std::vector<LayerBrush> brushes = [] {
        std::vector<LayerBrush> made;
        for (std::size_t i = 0; i < enumNames<LayerKind>().size(); ++i)
            made.push_back({static_cast<LayerKind>(i), FeedForward::Moe});
        made.push_back({std::nullopt, FeedForward::Moe});
        made.push_back({std::nullopt, FeedForward::Dense});
        return made;
    }();
    return brushes;
}

LayerCells::LayerCells(QWidget* parent) : QWidget(parent) {
    installLayerAccessibility(); // before anything asks for an interface
    setObjectName(QStringLiteral("layers"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(items::Words::tr("Layers of the model"));
    setAccessibleDescription(items::Words::tr(
        "Arrow keys move, Shift selects, letters and the menu key set the kind, Space paints."));
}

void LayerCells::setScenario(const Scenario& scenario) {
    std::vector<LayerType> types = layerTypes(scenario);
    m_scenario = scenario;
    if (types == m_types) return;
    const bool resized = types.size() != m_types.size();
    m_types = std::move(types);
    m_current = std::clamp(m_current, 0, std::max(0, count() - 1));
    m_anchor = std::clamp(m_anchor, 0, std::max(0, count() - 1));
    place();
    if (resized) updateGeometry();
    update();
}

void LayerCells::place() {
    m_places = placesFor(width());
}

QRect LayerCells::cellRect(int layer) const {
    return layer >= 0 && layer < int(m_places.cells.size()) ? m_places.cells[std::size_t(layer)] : QRect();
}

int LayerCells::layerAt(QPoint at) const {
    for (int i = 0; i < int(m_places.cells.size()); ++i)
        if (m_places.cells[std::size_t(i)].contains(at)) return i;
    return -1;
}

QString LayerCells::cellName(int layer) const {
    return items::Words::tr("Layer %1 of %2").arg(layer).arg(count());
}

QString LayerCells::cellValue(int layer) const {
    return layerTypeText(m_types[std::size_t(layer)]);
}

bool LayerCells::isSelected(int layer) const {
    return layer >= std::min(m_anchor, m_current) && layer <= std::max(m_anchor, m_current);
}

void LayerCells::moveTo(int layer, bool extend) {
    if (m_types.empty()) return;
    m_current = std::clamp(layer, 0, count() - 1);
    if (!extend) m_anchor = m_current;
    describeCurrent();
    tellLayerFocus(*this, m_current);
    update();
}

void LayerCells::describeCurrent() {
    if (m_types.empty()) return;
    emit described(cellName(m_current) + QStringLiteral(": ") + cellValue(m_current));
}

bool LayerCells::apply(const LayerBrush& brush, int first, int last) {
    bool changed = false;
    for (int i = std::min(first, last); i <= std::max(first, last); ++i) {
        LayerType& type = m_types[std::size_t(i)];
        const LayerType before = type;
        if (brush.kind)
            type.mixer = *brush.kind;
        else if (type.feed != FeedForward::None)
            type.feed = brush.feed;
        changed = changed || !(type == before);
    }
    return changed;
}

void LayerCells::emitPainted(const LayerBrush& brush, Motion motion) {
    if (brush.kind) {
        std::vector<LayerKind> kinds;
        for (const LayerType& type : m_types) kinds.push_back(type.mixer);
        emit painted(QStringLiteral("model.pattern"), FieldValue(listText(patternFor(m_scenario, kinds))),
                     motion);
        return;
    }
    std::vector<bool> routes;
    for (const LayerType& type : m_types) routes.push_back(type.feed == FeedForward::Moe);
    const std::optional<std::vector<Count>> layers = routedLayersFor(m_scenario, routes);
    if (layers)
        emit painted(QStringLiteral("moe.layers"), FieldValue(listText(*layers)), motion);
    else
        m_types = layerTypes(m_scenario); // a model with experts has them somewhere
}

void LayerCells::stroke(int from, int to) {
    if (!apply(m_brush, from, to)) return;
    m_strokeChanged = true;
    emitPainted(m_brush, Motion::Drag);
    place();
    update();
}

void LayerCells::paintSelection(const LayerBrush& brush) {
    if (m_types.empty() || !apply(brush, m_anchor, m_current)) return;
    emitPainted(brush, Motion::Typed);
    place();
    describeCurrent();
    update();
}

void LayerCells::mousePressEvent(QMouseEvent* event) {
    const int layer = layerAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || layer < 0) return;
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    moveTo(layer, extend);
    if (extend) return;
    m_lastPainted = layer;
    m_strokeChanged = false;
    stroke(layer, layer);
}

void LayerCells::mouseMoveEvent(QMouseEvent* event) {
    const int layer = layerAt(event->position().toPoint());
    if (layer < 0) return;
    if (m_lastPainted < 0) {
        emit described(cellName(layer) + QStringLiteral(": ") + cellValue(layer));
        return;
    }
    if (layer == m_lastPainted) return;
    const int from = std::exchange(m_lastPainted, layer);
    m_current = m_anchor = layer;
    stroke(from, layer);
}

void LayerCells::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_lastPainted < 0) return;
    m_lastPainted = -1;
    if (std::exchange(m_strokeChanged, false)) emitPainted(m_brush, Motion::Drop);
}

void LayerCells::keyPressEvent(QKeyEvent* event) {
    if (m_types.empty()) return QWidget::keyPressEvent(event);
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto vertical = [&](int direction) {
        const QPoint at = cellRect(m_current).center();
        int best = m_current, distance = 1 << 20, row = -1;
        for (int i = m_current; i >= 0 && i < count(); i += direction) {
            const QPoint centre = cellRect(i).center();
            if (centre.y() == at.y()) continue;
            if (row >= 0 && centre.y() != row) break;
            row = centre.y();
            if (std::abs(centre.x() - at.x()) < distance) best = i, distance = std::abs(centre.x() - at.x());
        }
        moveTo(best, extend);
    };
    switch (event->key()) {
    case Qt::Key_Left: return moveTo(m_current - 1, extend);
    case Qt::Key_Right: return moveTo(m_current + 1, extend);
    case Qt::Key_Up: return vertical(-1);
    case Qt::Key_Down: return vertical(1);
    case Qt::Key_Home: return moveTo(0, extend);
    case Qt::Key_End: return moveTo(count() - 1, extend);
    case Qt::Key_Space: return paintSelection(m_brush);
    case Qt::Key_Return:
    case Qt::Key_Enter: return showMenu(mapToGlobal(cellRect(m_current).bottomLeft()));
    default: break;
    }
    if (event->modifiers().testFlag(Qt::ControlModifier) || event->modifiers().testFlag(Qt::AltModifier))
        return QWidget::keyPressEvent(event);
    const QString letter = event->text().toUpper();
    for (const LayerBrush& brush : layerBrushes())
        if (brush.kind && !letter.isEmpty() && layerLetter(*brush.kind) == letter)
            return paintSelection(brush);
    if (letter == QLatin1String("E")) return paintSelection({std::nullopt, FeedForward::Moe});
    if (letter == QLatin1String("D")) return paintSelection({std::nullopt, FeedForward::Dense});
    QWidget::keyPressEvent(event);
}

void LayerCells::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Mouse) {
        const int layer = layerAt(event->pos());
        if (layer < 0) return;
        if (!isSelected(layer)) moveTo(layer, false);
        return showMenu(event->globalPos());
    }
    showMenu(mapToGlobal(cellRect(m_current).bottomLeft()));
}

void LayerCells::showMenu(QPoint at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const LayerBrush& brush : layerBrushes()) {
        if (!brush.kind && brush.feed == FeedForward::Moe) menu->addSeparator();
        const QString letter = brush.kind                       ? layerLetter(*brush.kind)
                               : brush.feed == FeedForward::Moe ? QStringLiteral("E")
                                                                : QStringLiteral("D");
        QAction* action = menu->addAction(brushText(brush) + QLatin1Char('\t') + letter, this,
                                          [this, brush] { paintSelection(brush); });
        action->setEnabled(brush.kind || m_scenario.moe);
    }
    menu->popup(at);
}

void LayerCells::focusInEvent(QFocusEvent* event) {
    describeCurrent();
    update();
    QWidget::focusInEvent(event);
}

void LayerCells::focusOutEvent(QFocusEvent* event) {
    emit described({});
    update();
    QWidget::focusOutEvent(event);
}

void LayerCells::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    place();
    updateGeometry();
}

bool LayerCells::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int layer = layerAt(help->pos());
        QToolTip::showText(help->globalPos(),
                           layer < 0
                               ? QString()
                               : items::plainTip(cellName(layer) + QStringLiteral(": ") + cellValue(layer)),
                           this, cellRect(layer));
        return true;
    }
    if (event->type() == QEvent::Leave && m_lastPainted < 0) emit described({});
    return QWidget::event(event);
}

void LayerCells::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

} // namespace moe::ui
