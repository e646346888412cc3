// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A view that is one painted picture, with its numbers as a table and as CSV from the same rows.

#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/sheet.h"

class QAction;
class QStackedLayout;
class QToolBar;

namespace moe::ui {

/// A centred sentence in place of a picture.
void paintSentence(QPainter& painter, const QSizeF& size, const QString& text, const Look& look);

class PaintedView : public ReportView {
    Q_OBJECT
public:
    PaintedView(const QString& accessibleName, QWidget* parent);

    void setReport(const ReportPtr& report) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    bool hasNumbers() const override { return reason().isEmpty() && !sheet().rows.empty(); }

    // What tests look through.
    Canvas* canvas() const { return m_canvas; }
    QTableView* table() const { return m_table; }

protected:
    /// Called only when reason() is empty.
    virtual Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const = 0;
    /// Why there is no picture; empty when there is one.
    virtual QString reason() const = 0;
    virtual Sheet sheet() const = 0;
    virtual void reportChanged() {}

    /// Draws again and refills the table.
    void refresh();
    QToolBar* tools() const { return m_tools; }
    QAction* tableAction() const { return m_asTable; }
    const ReportPtr& report() const { return m_report; }

private:
    Hits picture(QPainter& painter, const QSizeF& size, const Look& look) const;

    ReportPtr m_report;
    QToolBar* m_tools = nullptr;
    QAction* m_asTable = nullptr;
    QStackedLayout* m_pages = nullptr;
    Canvas* m_canvas = nullptr;
    QTableView* m_table = nullptr;
};

} // namespace moe::ui
