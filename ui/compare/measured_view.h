#pragma once
// The shipped measured runs: predicted against measured as a plot, the same rows as a table, medians per
// group. Independent of the scenario; evaluated elsewhere, when the page is first seen.

#include "models/items/validation_table_model.h"
#include "ui/report_view.h"

#include <memory>
#include <optional>

namespace moe::ui {

class MeasuredView : public ReportView {
    Q_OBJECT
public:
    explicit MeasuredView(QWidget* parent = nullptr);
    ~MeasuredView() override;

    void setReport(const ReportPtr&) override {}
    void setCatalog(const CatalogPtr& catalog) override;
    void setRuns(const items::RunsPtr& runs);
    void setFailed(const QString& reason);
    /// Shows what the other one shows.
    void takeAnswer(const MeasuredView& other);

    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    bool hasNumbers() const override;
    QString summary() const override;

    /// Points of the picture shown, and where a row's stands, for tests.
    std::size_t points() const;
    std::optional<QPointF> pixelOf(std::size_t row) const;

signals:
    /// The page is on screen and the runs are not evaluated for its catalogue.
    void runsWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showRuns(const items::RunsPtr& runs);

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
