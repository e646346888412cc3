// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training memory per GPU: stacked bars per pipeline stage against capacity, and the parts of one stage.

#include "ui/own_marked.h"
#include "ui/report_view.h"

#include <memory>
#include <optional>

namespace moe::ui {

class MemoryView : public ReportView, public OwnMarked {
    Q_OBJECT
public:
    explicit MemoryView(QWidget* parent = nullptr);
    ~MemoryView() override;

    void setReport(const ReportPtr& report) override;
    void setPins(const std::vector<PinMark>& pins) override;
    void setOwn(const OwnShown& own) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString range() const override;
    void setRange(const QString& range) override;
    QString csv() const override;
    QString summary() const override;

    // What tests look through.
    QWidget* plot() const;
    /// Pixel of the plot in the middle of a part; `stage` indexes MemoryReport::stages, `term` memoryTerms().
    std::optional<QPointF> partPixel(std::size_t stage, std::size_t term) const;
    QStringList legendTexts() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
