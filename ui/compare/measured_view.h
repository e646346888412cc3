// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The shipped measured runs: predicted against measured as a plot, the same rows as a table, medians per
// group. Independent of the scenario; asked for when the page is first seen.

#include "models/items/validation_table_model.h"
#include "ui/asking_view.h"

#include <memory>
#include <optional>

namespace moe::ui {

class MeasuredView : public ReportView, public AskingView {
    Q_OBJECT
public:
    explicit MeasuredView(QWidget* parent = nullptr);
    ~MeasuredView() override;

    void setReport(const ReportPtr&) override {}
    void setCatalog(const CatalogPtr& catalog) override;
    /// Of the catalogue alone. Answered by MeasuredRuns.
    Question question() const override;
    void choose(const QStringList&) override {}

    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    bool hasNumbers() const override;
    QString summary() const override;

    /// Points of the picture shown, and where a row's stands, for tests.
    std::size_t points() const;
    std::optional<QPointF> pixelOf(std::size_t row) const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void answered(bool ofNow) override;

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
