// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/pair_view.h"

#include "ui/plots/tradeoffs/parallel_paint.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMouseEvent>
#include <QTableView>
#include <QToolBar>

#include <algorithm>

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
    connect(tableAction(), &QAction::toggled, this, [this](bool shown) {
        if (!shown) m_listed.clear();
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
    for (const HitArea& hit : canvas()->hits())
        if (hit.index >= 0 && hit.index < kAxisHits && frame.contains(hit.area.center()))
            m_listed.push_back(std::size_t(hit.index));
    std::sort(m_listed.begin(), m_listed.end()); // a server is in the picture and in the list below it
    m_listed.erase(std::unique(m_listed.begin(), m_listed.end()), m_listed.end());
    if (m_listed.empty()) return;
    tableAction()->setChecked(true);
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
            if (frame.width() > 4 && frame.height() > 4) select(frame);
            break;
        }
        default: break;
        }
    }
    return PaintedView::eventFilter(watched, event);
}

} // namespace moe::ui
