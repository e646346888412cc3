// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Loss over peak learning rate × batch size: the fitted model as a map with contours, or the measured table
// as cells.

#include "ui/own_marked.h"
#include "ui/report_view.h"

#include <QPointF>
#include <QStringList>

#include <memory>
#include <optional>

namespace moe::ui {

class LossView : public ReportView, public OwnMarked {
    Q_OBJECT
public:
    explicit LossView(QWidget* parent = nullptr);
    ~LossView() override;

    void setReport(const ReportPtr& report) override;
    void setCatalog(const CatalogPtr& catalog) override;
    void setBase(const ReportPtr& base) override;
    void setPins(const std::vector<PinMark>& pins) override;
    void setOwn(const OwnShown& own) override;
    QString range() const override;
    void setRange(const QString& range) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    CsvText csvText() const override; ///< of a dense map: tenths of a second
    bool hasNumbers() const override;
    QString summary() const override;

    // What tests look through: values ↔ pixels of the plot, and what was drawn.
    QWidget* plot() const;
    QPointF plotPixel(double lr, double batchTokens) const;
    QPointF plotValue(QPointF pixel) const; ///< lr, batch in tokens
    int contourLabels() const;
    bool isZoomed() const;
    QStringList legendTexts() const;
    std::optional<QPointF> cursor() const; ///< of the keyboard: lr, batch in tokens
    QString tipAt(QPointF pixel) const;    ///< source and domain of the law whose marker is there

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
