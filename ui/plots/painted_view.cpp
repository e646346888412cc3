#include "ui/plots/painted_view.h"

#include "data/csv.h"
#include "models/items/format.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/plots/view_pages.h"

#include <QHeaderView>
#include <QLocale>
#include <QStackedLayout>
#include <QTableWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace moe::ui {

static QString csvCell(const QVariant& value) {
    if (value.typeId() == QMetaType::Double) return QString::number(value.toDouble(), 'g', 8);
    return QString::fromStdString(moe::csvCell(value.toString().toUtf8().toStdString()));
}

QString sheetCsv(const Sheet& sheet) {
    const auto line = [](const auto& cells) {
        QStringList texts;
        for (const auto& cell : cells) texts += csvCell(QVariant(cell));
        return texts.join(QLatin1Char(',')) + QLatin1Char('\n');
    };
    if (sheet.rows.empty()) return {};
    QString text = line(sheet.header);
    for (const Sheet::Row& row : sheet.rows) text += line(row.cells);
    return text;
}

QTableWidget* newSheetTable(const QString& accessibleName) {
    auto* table = new QTableWidget;
    dressTable(*table, accessibleName);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

void fillTable(QTableWidget& table, const Sheet& sheet) {
    table.setSortingEnabled(false);
    table.clear();
    table.clearSpans();
    table.setColumnCount(int(sheet.header.size()));
    table.setRowCount(int(sheet.rows.size()));
    table.setHorizontalHeaderLabels(sheet.header);
    for (int i = 0; i < table.rowCount(); ++i) {
        const Sheet::Row& row = sheet.rows[std::size_t(i)];
        for (int column = 0; column < int(row.cells.size()); ++column) {
            const QVariant& cell = row.cells[column];
            auto* item = new QTableWidgetItem;
            const bool number = cell.typeId() == QMetaType::Double;
            // Four digits are enough to read; the CSV has them all.
            item->setData(Qt::DisplayRole, number
                                               ? QVariant(QString::number(cell.toDouble(), 'g', 4).toDouble())
                                               : QVariant(items::spelled(cell.toString())));
            if (number)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            else
                item->setToolTip(items::plainTip(item->text())); // formulas are longer than their column
            item->setData(Qt::UserRole, row.key);
            table.setItem(i, column, item);
        }
    }
    if (sheet.more > 0) {
        const int last = table.rowCount();
        table.setRowCount(last + 1);
        table.setSpan(last, 0, 1, table.columnCount());
        table.setItem(last, 0,
                      new QTableWidgetItem(items::Words::tr("%1 more rows: “Copy data” takes all of them.")
                                               .arg(QLocale().toString(qulonglong(sheet.more)))));
    }
    table.setSortingEnabled(sheet.more == 0);
    table.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    for (int column = 0; column + 1 < table.columnCount(); ++column) table.resizeColumnToContents(column);
}

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
    connect(m_table, &QTableWidget::itemActivated, this, [this](QTableWidgetItem* item) {
        const QString key = item->data(Qt::UserRole).toString();
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
    m_canvas->update();
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
    return reason().isEmpty() ? sheetCsv(sheet()) : QString();
}

} // namespace moe::ui
