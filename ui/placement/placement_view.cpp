#include "ui/placement/placement_view.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr int kFigureFont =
    12; ///< px that figures are laid out at, then scaled: fonts only come in whole pixels

} // namespace

PlacementView::PlacementView(QWidget* parent) : ReportView(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Expert placement"));
    setWhatsThis(
        tr("Which GPU holds which experts, and the tokens each receives in one dispatch of one layer. With "
           "data-parallel attention every token returns home after each layer, so keeping experts of "
           "different layers together moves no bytes; what counts is the load within a layer. Wheel zooms, "
           "drag moves, double-click shows all, a click marks an expert and its replicas, arrow keys go from "
           "GPU to GPU."));
    setReport(nullptr);
}

void PlacementView::setReport(const ReportPtr& report) {
    const int nodes = m_scene.nodeCount(), gpus = m_scene.gpuCount();
    m_report = report;
    m_scene = report ? placementScene(*report) : PlacementScene{};
    if (!report) m_scene.message = tr("No scenario yet.");
    // A slider that only changes loads must not move the picture under the user.
    if (m_scene.nodeCount() != nodes || m_scene.gpuCount() != gpus) {
        m_camera = {};
        m_marks = {};
    }
    if (m_marks.pinnedExpert >= static_cast<int>(m_scene.expertTokens.size())) m_marks.pinnedExpert = -1;
    setAccessibleDescription(summary());
    relayout();
}

QString PlacementView::csv() const {
    return placementCsv(m_scene);
}

QString PlacementView::summary() const {
    return m_scene.empty() ? m_scene.message : m_scene.headline + QStringLiteral(". ") + m_scene.details;
}

void PlacementView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    PlacementStyle look{style.dark ? darkTheme() : lightTheme(), &paletteStops(style.palette),
                        QFont(QStringLiteral("DejaVu Sans"))};
    look.font.setPixelSize(kFigureFont);
    const double zoom = style.fontPx() / kFigureFont;
    QPainter painter(device);
    painter.scale(scale * zoom, scale * zoom);
    const QRectF area(QPointF(), style.logicalSize() / zoom);
    paintPlacement(painter, placementPage(m_scene, area, look.font, {}), m_scene, look, {});
}

QFont PlacementView::pageFont() const {
    QFont result = font();
    result.setPixelSize(std::max(8, QFontInfo(font()).pixelSize()));
    return result;
}

void PlacementView::relayout() {
    m_page = placementPage(m_scene, rect(), pageFont(), m_camera);
    update();
}

void PlacementView::resizeEvent(QResizeEvent* event) {
    ReportView::resizeEvent(event);
    relayout();
    m_camera = PlacementLayout::clamped(m_camera, m_page.canvas);
    relayout();
}

void PlacementView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    PlacementMarks marks = m_marks;
    if (!hasFocus()) marks.focus = -1;
    const PlacementStyle style{themeOf(palette()), &paletteStops(QStringLiteral("cividis")), pageFont()};
    paintPlacement(painter, m_page, m_scene, style, marks);
}

void PlacementView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) relayout();
    ReportView::changeEvent(event);
}

QString PlacementView::textOf(const PlacementHit& hit) const {
    if (hit.place >= 0) return m_scene.chipText(hit.gpu, hit.place);
    if (hit.gpu >= 0) return m_scene.gpuText(hit.gpu);
    if (hit.node >= 0) return m_scene.nodeText(hit.node);
    return {};
}

QString PlacementView::textAt(const QPointF& point) const {
    if (m_scene.empty()) return {};
    if (m_scene.crossesNodes && m_page.network.contains(point))
        return tr("Each line leads to a node: its width is the bytes that arrive there in one dispatch, its "
                  "colour how "
                  "busy the links are.");
    return textOf(m_page.layout.at(point));
}

bool PlacementView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
        return true;
    }
    return ReportView::event(event);
}

void PlacementView::resetCamera() {
    m_camera = {};
    relayout();
}

void PlacementView::zoomAt(const QPointF& point, double factor) {
    if (m_scene.empty()) return;
    const QRectF canvas = m_page.canvas;
    const QPointF anchor = point - canvas.topLeft();
    const double zoom = std::clamp(m_camera.zoom * factor, 1.0, 400.0);
    const QPointF shift = anchor - (anchor - m_camera.shift) * (zoom / m_camera.zoom);
    m_camera = PlacementLayout::clamped({zoom, shift}, canvas);
    relayout();
}

void PlacementView::wheelEvent(QWheelEvent* event) {
    zoomAt(event->position(), std::pow(1.25, event->angleDelta().y() / 120.0));
    event->accept();
}

void PlacementView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_dragFrom = event->position();
    m_dragged = false;
}

void PlacementView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (m_dragFrom && (event->buttons() & Qt::LeftButton)) {
        const QPointF by = at - *m_dragFrom;
        if (!m_dragged && by.manhattanLength() < 4) return;
        m_dragged = true;
        m_camera.shift += by;
        m_camera = PlacementLayout::clamped(m_camera, m_page.canvas);
        m_dragFrom = at;
        relayout();
        return;
    }
    emit readOut(textAt(at));
}

void PlacementView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_dragFrom && !m_dragged && !m_scene.empty())
        pin(m_page.layout.at(event->position()));
    m_dragFrom.reset();
}

void PlacementView::pin(const PlacementHit& hit) {
    if (hit.gpu >= 0) m_marks.focus = hit.gpu;
    int expert = -1;
    if (hit.place >= 0)
        expert = m_scene.slotExpert[static_cast<std::size_t>(m_scene.slotOf(hit.gpu, hit.place))];
    m_marks.pinnedExpert = expert == m_marks.pinnedExpert ? -1 : expert;
    emit readOut(textOf(hit));
    update();
}

void PlacementView::mouseDoubleClickEvent(QMouseEvent*) {
    m_marks.pinnedExpert = -1;
    resetCamera();
}

void PlacementView::leaveEvent(QEvent*) {
    emit readOut({});
}

void PlacementView::focusInEvent(QFocusEvent* event) {
    if (m_marks.focus < 0 && !m_scene.empty() && event->reason() != Qt::MouseFocusReason) m_marks.focus = 0;
    update();
}

void PlacementView::focusOutEvent(QFocusEvent*) {
    update();
}

void PlacementView::keyPressEvent(QKeyEvent* event) {
    const QPointF middle = m_page.canvas.center();
    switch (event->key()) {
    case Qt::Key_Left: return moveFocus(-1, 0);
    case Qt::Key_Right: return moveFocus(1, 0);
    case Qt::Key_Up: return moveFocus(0, -1);
    case Qt::Key_Down: return moveFocus(0, 1);
    case Qt::Key_Plus: return zoomAt(middle, 1.25);
    case Qt::Key_Minus: return zoomAt(middle, 0.8);
    case Qt::Key_Home: return resetCamera();
    default: ReportView::keyPressEvent(event);
    }
}

void PlacementView::moveFocus(int dx, int dy) {
    if (m_scene.empty()) return;
    m_marks.focus = m_marks.focus < 0 ? 0 : m_page.layout.neighbour(m_marks.focus, dx, dy);
    showFocused();
    emit readOut(m_scene.gpuText(m_marks.focus));
    update();
}

void PlacementView::showFocused() {
    const QRectF cell = m_page.layout.gpu(m_marks.focus);
    if (m_page.canvas.contains(cell)) return;
    m_camera.shift += m_page.canvas.center() - cell.center();
    m_camera = PlacementLayout::clamped(m_camera, m_page.canvas);
    relayout();
}

} // namespace moe::ui
