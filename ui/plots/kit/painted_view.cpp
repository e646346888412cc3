// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/painted_view.h"

#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/kit/view_pages.h"

#include <QStackedLayout>
#include <QTableView>
#include <QToolBar>
#include <QVBoxLayout>

namespace moe::ui {

void paintSentence(QPainter& painter, const QSizeF& size, const QString& text, const Look& look) {
    const double margin = 40 * look.unit;
    painter.setFont(look.font);
    painter.setPen(look.theme.muted);
    painter.drawText(QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                     Qt::AlignCenter | Qt::TextWordWrap, text);
}

PaintedView::PaintedView(const QString& accessibleName, QWidget* parent) : ReportView(parent) {
    m_tools = new QToolBar;
    m_asTable = m_tools->addAction(items::Words::tr("Show data as table"));
    m_asTable->setObjectName(QLatin1String(kAsTableKey));
    m_asTable->setCheckable(true);
    m_canvas = new Canvas([this](QPainter& painter, const QSizeF& size, const Look& look) {
        return picture(painter, size, look);
    });
    m_canvas->setAccessibleName(accessibleName);
    m_table = newSheetTable(accessibleName);
    m_pages = new QStackedLayout;
    m_pages->addWidget(m_canvas);
    m_pages->addWidget(m_table);
    newColumn(*this, {m_tools}, m_pages);

    connect(m_asTable, &QAction::toggled, this, [this] { refresh(); });
    connect(m_canvas, &Canvas::readOut, this, &ReportView::readOut);
    connect(m_canvas, &Canvas::explain, this, &ReportView::explain);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const QString key = index.data(Qt::UserRole).toString();
        if (!key.isEmpty()) emit explain(key);
    });
}

void PaintedView::setReport(const ReportPtr& report) {
    m_report = report;
    reportChanged();
    refresh();
}

void PaintedView::refresh() {
    const bool some = reason().isEmpty();
    const bool asTable = some && m_asTable->isChecked();
    m_asTable->setEnabled(some);
    m_canvas->setAccessibleDescription(summary());
    if (asTable) fillTable(*m_table, sheet());
    m_pages->setCurrentWidget(asTable ? static_cast<QWidget*>(m_table) : m_canvas);
    m_canvas->repaintAnew();
}

Hits PaintedView::picture(QPainter& painter, const QSizeF& size, const Look& look) const {
    const QString why = reason();
    if (why.isEmpty()) return paint(painter, size, look);
    paintSentence(painter, size, why, look);
    return {};
}

void PaintedView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    drawPicture(device, scale, style, [this](QPainter& painter, const QSizeF& size, const Look& look) {
        return picture(painter, size, look);
    });
}

QString PaintedView::csv() const {
    const items::InEnglish english; // a file is the same in every language
    return reason().isEmpty() ? sheetCsv(sheet()) : QString();
}

} // namespace moe::ui
