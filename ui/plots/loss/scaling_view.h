// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Loss against parameters, tokens and tokens per parameter through the scenario, and which of them limits it.

#include "ui/own_marked.h"
#include "ui/report_view.h"

#include <QPointF>
#include <QStringList>

#include <memory>

namespace moe::ui {

class ScalingView : public ReportView, public OwnMarked {
    Q_OBJECT
public:
    explicit ScalingView(QWidget* parent = nullptr);
    ~ScalingView() override;

    void setReport(const ReportPtr& report) override;
    void setCatalog(const CatalogPtr& catalog) override;
    void setOwn(const OwnShown& own) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    QString summary() const override;

    // What tests look through.
    QWidget* plot() const;
    QPointF plotPixel(std::size_t panel, std::size_t index) const;
    QStringList legendTexts() const;
    QString tipAt(QPointF pixel) const; ///< of the run of one's own that is there

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
