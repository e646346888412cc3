// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_view.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/sheet.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTableView>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr int kFigureFont =
    12; ///< px that figures are laid out at, then scaled: fonts only come in whole pixels

} // namespace

PlacementView::PlacementView(QWidget* parent)
    : ReportView(parent), AskingView(static_cast<ReportView&>(*this)), m_tools(new PlacementTools(this)) {
    new LookWatch(*this, [this] { relayout(); });
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Expert placement"));
    setWhatsThis(tr(
        "Which GPU holds which experts, and the tokens each receives in one dispatch of one layer. With "
        "data-parallel attention every token returns home after each layer, so keeping experts of "
        "different layers together moves no bytes; what counts is the load within a layer. Wheel zooms, "
        "drag moves, double-click shows all, a click marks an expert and its replicas, arrow keys go from "
        "GPU to GPU. Drag an expert onto another one to exchange them, or onto a GPU to exchange it with the "
        "one that has least to do there; M takes and puts with the keyboard."));
    m_table = newSheetTable(accessibleName());
    m_table->setParent(this);
    m_table->hide();
    connect(m_tools->asTable(), &QAction::toggled, this, &PlacementView::showTable);
    connect(m_tools, &PlacementTools::changed, this, &PlacementView::showNow);
    connect(&m_tools->steps(), &PlacementSteps::chosen, this,
            [this](std::optional<std::int64_t> step, int gesture) {
                emit editedAlong({{"routing.step", step ? std::to_string(*step) : "auto"}},
                                 tr("step of the routing"), gesture);
            });
    setReport(nullptr);
}

void PlacementView::setCatalog(const CatalogPtr& catalog) {
    if (m_catalog == catalog) return;
    m_catalog = catalog;
    showSteps();
    showNow();
}

void PlacementView::choose(const QStringList& arguments) {
    QStringList all = placementArguments(m_tools->question());
    for (qsizetype i = 0; i < all.size(); ++i)
        if (const QString chosen = arguments.value(i); !chosen.isEmpty()) all[i] = chosen;
    setQuestion(placementQuestion(all));
}

void PlacementView::setQuestion(const PlacementQuestion& question) {
    m_tools->setQuestion(question);
    showNow();
}

void PlacementView::setReport(const ReportPtr& report) {
    m_report = report;
    showSteps();
    showNow();
}

Question PlacementView::question() const {
    if (!m_report || !m_report->placement || !m_catalog) return {};
    return {QStringLiteral("placement"), placementArguments(m_tools->question()), m_report, m_catalog};
}

void PlacementView::showNow() {
    const Question now = question();
    if (now.key.isEmpty()) {
        forget();
    } else if (answer().of == now || !m_drawn || !m_drawn->placement) { // nothing is gained by waiting
        m_drawn = m_report;
        showScenes();
    }
    ask();
}

void PlacementView::answered(bool ofNow) {
    m_study = answerAs<PlacementStudy>();
    // Of one scenario, the newest report has the most detail.
    m_drawn = ofNow || !answer().of.report ? m_report : answer().of.report;
    // Older answers move the picture, not the slider under the hand.
    if (ofNow || question().key.isEmpty()) m_tools->setStudy(m_study.get());
    showScenes();
}

QStringList placementArguments(const PlacementQuestion& question) {
    const auto other =
        question.other ? QString::fromStdString(std::string(enumText(*question.other))) : QString();
    return {other, question.layer > 0 ? QString::number(question.layer + 1) : QString(),
            question.cluster ? QStringLiteral("cluster") : QString()};
}

PlacementQuestion placementQuestion(const QStringList& arguments) {
    PlacementQuestion question;
    if (PlacementAlgorithm other{}; parseEnum(arguments.value(0).toStdString(), other))
        question.other = other;
    const double layer = parseNumber(arguments.value(1).toStdString()).value_or(1);
    question.layer = static_cast<Count>(std::clamp(layer, 1.0, 1e6)) - 1;
    question.cluster = !arguments.value(2).isEmpty();
    return question;
}

void PlacementView::showScenes() {
    const int nodes = scene().nodeCount(), gpus = scene().gpuCount();
    m_scenes = {m_drawn ? placementScene(*m_drawn, m_study.get()) : PlacementScene{}};
    if (m_study && m_study->other && !scene().empty()) {
        m_scenes.push_back(otherScene(*m_drawn, *m_study));
        const double hottest = std::max(m_scenes[0].hottest, m_scenes[1].hottest);
        for (PlacementScene& one : m_scenes) one.hottest = hottest;
    }
    if (!m_drawn) m_scenes.front().message = tr("No scenario yet.");
    // A slider that only changes loads must not move the picture under the user.
    if (scene().nodeCount() != nodes || scene().gpuCount() != gpus) {
        m_camera = {};
        m_marks = {};
    }
    if (m_marks.pinnedExpert >= scene().expertsPerGroup) m_marks.pinnedExpert = -1;
    setAccessibleDescription(summary());
    showTable();
    relayout();
}

void PlacementView::showTable() {
    const bool shown = m_tools->asTable()->isChecked() && !scene().empty();
    if (shown) fillTable(*m_table, placementSheet(scene()));
    m_table->setVisible(shown);
}

QString PlacementView::csv() const {
    return placementCsv(scene());
}

CsvText PlacementView::csvText() const {
    return [shown = scene()] { return placementCsv(shown); };
}

QString PlacementView::summary() const {
    return scene().empty() ? scene().message : scene().headline + QStringLiteral(". ") + scene().details;
}

void PlacementView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    PlacementStyle look{style.dark ? darkTheme() : lightTheme(), &paletteStops(style.palette),
                        QFont(style.family)};
    look.font.setPixelSize(kFigureFont);
    const double zoom = style.fontPx() / kFigureFont;
    QPainter painter(device);
    painter.scale(scale * zoom, scale * zoom);
    const QRectF area(QPointF(), style.logicalSize() / zoom);
    std::vector<PlacementScene> scenes = m_scenes;
    if (!style.headline && !scenes.empty()) scenes.front().headline.clear(), scenes.front().details.clear();
    paintPlacement(painter, placementPage(scenes, area, look.font, {}), scenes, look, {});
}

QFont PlacementView::pageFont() const {
    QFont result = font();
    result.setPixelSize(std::max(8, QFontInfo(font()).pixelSize()));
    return result;
}

void PlacementView::relayout() {
    const int tools = m_tools->isHidden() ? 0 : m_tools->sizeHint().height();
    m_tools->setGeometry(0, 0, width(), tools);
    m_table->setGeometry(0, tools, width(), std::max(0, height() - tools));
    m_page = placementPage(m_scenes, rect().adjusted(0, tools, 0, 0), pageFont(), m_camera);
    update();
}

void PlacementView::resizeEvent(QResizeEvent* event) {
    ReportView::resizeEvent(event);
    relayout();
    m_camera = PlacementLayout::clamped(m_camera, pane().canvas);
    relayout();
}

/// Of every pane: an expert is pinned in all, the keyboard's frame stands in the first.
std::vector<PlacementMarks> PlacementView::marks() const {
    std::vector<PlacementMarks> all(m_scenes.size(), m_marks);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const PlacementScene& one = m_scenes[i];
        if (i > 0 || !hasFocus()) all[i].focus = -1;
        if (m_marks.pinnedExpert < 0) continue;
        all[i].pinnedNodes.assign(static_cast<std::size_t>(one.nodeCount()), false);
        for (int gpu = 0; gpu < one.gpuCount(); ++gpu) {
            if (one.ownLayers && one.groupOf(gpu) / one.groupsAlike != m_marks.pinnedGroup) continue;
            for (int place = 0; place < one.slotsPerGpu; ++place)
                if (one.slotExpert[static_cast<std::size_t>(one.slotOf(gpu, place))] == m_marks.pinnedExpert)
                    all[i].pinnedNodes[static_cast<std::size_t>(one.nodeOf(gpu))] = true;
        }
    }
    return all;
}

void PlacementView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const PlacementStyle style{themeOf(palette()), &paletteStops(QStringLiteral("cividis")), pageFont()};
    painter.fillRect(rect(), style.theme.background);
    paintPlacement(painter, m_page, m_scenes, style, marks());
}

QString PlacementView::textOf(std::size_t pane, const PlacementHit& hit) const {
    const PlacementScene& one = m_scenes[pane];
    if (hit.place >= 0) return one.chipText(hit.gpu, hit.place);
    if (hit.gpu >= 0) return one.gpuText(hit.gpu);
    if (hit.node >= 0) return one.nodeText(hit.node);
    if (hit.block >= 0 && m_page.panes[pane].layout.blockCount() > 1) return one.blockText(hit.block);
    return {};
}

QString PlacementView::textAt(const QPointF& point) const {
    if (scene().empty()) return {};
    const std::size_t at = m_page.paneAt(point);
    if (m_scenes[at].crossesNodes && m_page.panes[at].network.contains(point))
        return tr("Each line leads to a node: its width is the bytes that arrive there in one dispatch, its "
                  "colour how busy the links are.");
    return textOf(at, m_page.panes[at].layout.at(point));
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
    if (scene().empty()) return;
    const QRectF canvas = m_page.panes[m_page.paneAt(point)].canvas;
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
    const bool moves = event->button() == Qt::MiddleButton;
    if (event->button() != Qt::LeftButton && !moves) return;
    m_dragFrom = event->position();
    m_dragged = false;
    drop();
    const bool own = !scene().empty() && m_page.paneAt(event->position()) == 0;
    if (const PlacementHit hit = own ? pane().layout.at(event->position()) : PlacementHit();
        hit.place >= 0 && !moves && !(event->modifiers() & Qt::ShiftModifier))
        m_pressed = hit;
}

void PlacementView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (m_dragFrom && (event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        const QPointF by = at - *m_dragFrom;
        if (!m_dragged && by.manhattanLength() < 4) return;
        if (m_pressed && !m_dragged) carry(*m_pressed);
        m_dragged = true;
        if (m_pressed) {
            m_marks.target = m_page.paneAt(at) == 0 ? pane().layout.at(at).gpu : -1;
            emit readOut(textAt(at));
            return update();
        }
        m_camera.shift += by;
        m_camera = PlacementLayout::clamped(m_camera, pane().canvas);
        m_dragFrom = at;
        relayout();
        return;
    }
    emit readOut(textAt(at));
}

void PlacementView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_dragFrom && !m_dragged && !scene().empty()) {
        const std::size_t at = m_page.paneAt(event->position());
        pin(at, m_page.panes[at].layout.at(event->position()));
    }
    if (m_pressed && m_dragged && m_page.paneAt(event->position()) == 0)
        putDown(pane().layout.at(event->position()));
    drop();
    m_dragFrom.reset();
}

void PlacementView::pin(std::size_t pane, const PlacementHit& hit) {
    if (hit.gpu >= 0) m_marks.focus = hit.gpu;
    const PlacementScene& one = m_scenes[pane];
    int expert = -1, group = 0;
    if (hit.place >= 0) {
        expert = one.slotExpert[static_cast<std::size_t>(one.slotOf(hit.gpu, hit.place))];
        group = one.groupOf(hit.gpu) / one.groupsAlike;
    }
    const bool again = expert == m_marks.pinnedExpert && group == m_marks.pinnedGroup;
    m_marks.pinnedExpert = again ? -1 : expert;
    m_marks.pinnedGroup = group;
    emit readOut(textOf(pane, hit));
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
    if (m_marks.focus < 0 && !scene().empty() && event->reason() != Qt::MouseFocusReason) m_marks.focus = 0;
    update();
}

void PlacementView::focusOutEvent(QFocusEvent*) {
    update();
}

void PlacementView::keyPressEvent(QKeyEvent* event) {
    const QPointF middle = pane().canvas.center();
    switch (event->key()) {
    case Qt::Key_Left: return moveFocus(-1, 0);
    case Qt::Key_Right: return moveFocus(1, 0);
    case Qt::Key_Up: return moveFocus(0, -1);
    case Qt::Key_Down: return moveFocus(0, 1);
    case Qt::Key_Plus: return zoomAt(middle, 1.25);
    case Qt::Key_Minus: return zoomAt(middle, 0.8);
    case Qt::Key_Home: return resetCamera();
    case Qt::Key_M:
        if (m_marks.focus < 0 || scene().empty()) return;
        if (m_marks.carried < 0) return carry({-1, -1, m_marks.focus, place(m_marks.focus, true)});
        putDown({-1, -1, m_marks.focus, -1});
        return drop();
    case Qt::Key_Escape:
        if (m_marks.carried < 0) return ReportView::keyPressEvent(event);
        return drop();
    default: ReportView::keyPressEvent(event);
    }
}

void PlacementView::moveFocus(int dx, int dy) {
    if (scene().empty()) return;
    m_marks.focus = m_marks.focus < 0 ? 0 : pane().layout.neighbour(m_marks.focus, dx, dy);
    showFocused();
    emit readOut(scene().gpuText(m_marks.focus));
    update();
}

void PlacementView::showFocused() {
    const QRectF cell = pane().layout.gpu(m_marks.focus);
    if (pane().canvas.contains(cell)) return;
    m_camera.shift += pane().canvas.center() - cell.center();
    m_camera = PlacementLayout::clamped(m_camera, pane().canvas);
    relayout();
}

} // namespace moe::ui
