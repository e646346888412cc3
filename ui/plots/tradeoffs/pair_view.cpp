// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/pair_view.h"

#include "models/items/format.h"
#include "ui/plots/tradeoffs/parallel_paint.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QTableView>
#include <QToolBar>

#include <algorithm>
#include <set>

namespace moe::ui {

PairView::PairView(const QString& accessibleName, const Offer& metrics, const QString& x, const QString& y,
                   QWidget* parent)
    : AskingPicture(accessibleName, parent),
      m_x(newRoomyBox(QStringLiteral("x"), tr("Horizontal axis"))),
      m_y(newRoomyBox(QStringLiteral("y"), tr("Vertical axis"))) {
    for (QComboBox* box : {m_x, m_y}) {
        for (const auto& [label, key] : metrics) box->addItem(label, key);
        connect(box, &QComboBox::activated, this, [this] { ask(); });
    }
    chooseKey(*m_x, x);
    chooseKey(*m_y, y);
    tools()->insertWidget(tableAction(), m_y);
    tools()->insertWidget(tableAction(), new QLabel(tr(" against ")));
    tools()->insertWidget(tableAction(), m_x);
    canvas()->installEventFilter(this);
    connect(canvas(), &Canvas::picked, this, [this](int index) {
        if (index < kAxisHits) open(static_cast<std::size_t>(index));
    });
    connect(table(), &QTableView::activated, this, [this](const QModelIndex& index) {
        const int number = index.siblingAtColumn(0).data().toInt();
        if (number >= 1) open(static_cast<std::size_t>(number) - 1);
    });
}

void PairView::choose(const QStringList& arguments) {
    chooseKey(*m_x, arguments.value(0));
    chooseKey(*m_y, arguments.value(1));
}

/// On paper there is no frame to be taken away.
void PairView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    const std::vector<std::size_t> framed = std::exchange(m_listed, {});
    AskingPicture::drawFigure(device, scale, style);
    m_listed = framed;
}

QStringList PairView::chosenPair() const {
    return {chosenKey(*m_x), chosenKey(*m_y)};
}

void PairView::forgetListed() {
    table()->selectionModel()->clear(); // the same rows, other points
    m_listed.clear();
}

void PairView::paintBrush(QPainter& painter, const Look& look) const {
    if (m_brush.isNull()) return;
    painter.setPen(QPen(look.theme.text, look.unit, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(m_brush);
}

void PairView::select(const QRectF& frame) {
    m_listed.clear();
    std::set<int> drawn; // a server is in the picture and in the list below it
    for (const HitArea& hit : canvas()->hits()) {
        if (hit.index < 0 || hit.index >= kAxisHits) continue;
        if (drawn.insert(hit.index).second && frame.contains(hit.area.center()))
            m_listed.push_back(std::size_t(hit.index));
    }
    std::sort(m_listed.begin(), m_listed.end());
    m_drawn = drawn.size();
    refresh();
}

bool PairView::isAside(std::size_t point) const {
    return !m_listed.empty() && !std::binary_search(m_listed.begin(), m_listed.end(), point);
}

QString PairView::framedText() const {
    if (m_listed.empty()) return {};
    return tr("%1 of %2 points are in the frame, the table lists them. Escape or a click beside the points "
              "shows all.")
        .arg(items::compactCount(double(m_listed.size()), 1e6), items::compactCount(double(m_drawn), 1e6));
}

bool PairView::showAll() {
    if (m_listed.empty()) return false;
    m_listed.clear();
    refresh();
    return true;
}

bool PairView::eventFilter(QObject* watched, QEvent* event) {
    const bool ofMouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove ||
                         event->type() == QEvent::MouseButtonRelease;
    if (ofMouse && watched == canvas() && reason().isEmpty()) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        switch (event->type()) {
        case QEvent::MouseButtonPress: m_from = mouse->position(); break;
        case QEvent::MouseMove:
            if (!(mouse->buttons() & Qt::LeftButton)) break;
            m_brush = QRectF(m_from, mouse->position()).normalized();
            canvas()->update();
            return true;
        case QEvent::MouseButtonRelease: {
            const QRectF frame = std::exchange(m_brush, {});
            canvas()->update();
            if (frame.width() > 4 && frame.height() > 4)
                select(frame);
            else if (mouse->button() == Qt::LeftButton && canvas()->readOutAt(mouse->position()).isEmpty())
                showAll();
            break;
        }
        default: break;
        }
    }
    if (event->type() == QEvent::KeyPress && watched == canvas() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && showAll())
        return true;
    return PaintedView::eventFilter(watched, event);
}

} // namespace moe::ui
