// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Decode over its two design questions, a view each: how many requests at once, and over how many GPUs to
// spread the experts.

#include "models/items/serve_text.h"
#include "ui/own_marked.h"
#include "ui/report_view.h"

#include <QPointF>
#include <QStringList>

#include <memory>
#include <optional>

namespace moe::ui {

/// While a report has no curves (a slider is down) the last ones stay, faded, and only the scenario moves.
class ServeView : public ReportView, public OwnMarked {
    Q_OBJECT
public:
    ServeView(items::ServeKind kind, QWidget* parent);
    ~ServeView() override;

    void setReport(const ReportPtr& report) override;
    void setOwn(const OwnShown& own) override;
    void setCatalog(const CatalogPtr& catalog) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    QString summary() const override;

    // What tests look through.
    QWidget* plot() const;
    struct Dot {
        QPointF at;
        bool hollow = false;
    };
    /// As painted in a panel of the plot, point by point.
    std::vector<Dot> dots(std::size_t panel) const;
    QStringList legendTexts() const;
    std::optional<QPointF> limitGrip() const; ///< of the time per output token

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// Latency against throughput over the number of requests.
class FrontierView : public ServeView {
    Q_OBJECT
public:
    explicit FrontierView(QWidget* parent = nullptr) : ServeView(items::ServeKind::Batch, parent) {}
};

/// Throughput against experts per GPU, and how it scales.
class ExpertsView : public ServeView {
    Q_OBJECT
public:
    explicit ExpertsView(QWidget* parent = nullptr) : ServeView(items::ServeKind::Spread, parent) {}
};

} // namespace moe::ui
