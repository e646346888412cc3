// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios and training logs side by side: table, ratio bars, loss curves, and what the logs leave open.

#include "models/engine/calibration/calibrate.h"
#include "models/engine/measured/compare.h"
#include "ui/report_view.h"

#include <memory>
#include <vector>

namespace moe::items {
class CompareTableModel;
}

namespace moe::ui {

class CompareView : public ReportView {
    Q_OBJECT
public:
    explicit CompareView(QWidget* parent = nullptr);
    ~CompareView() override;

    void setReport(const ReportPtr& report) override;
    void setBase(const ReportPtr& base) override;
    void setColumns(const std::vector<ColumnPtr>& columns) override;
    /// A calibration of column `index` of setColumns() was found.
    void showCalibration(int index, const Calibration& calibration);
    /// Its preset was written and can be chosen.
    void presetSaved(const QString& where);

    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    QString summary() const override;

    enum class Page { Table, Bars, Curves, Notes };
    void showPage(Page page);
    const items::CompareTableModel& model() const;

signals:
    void addRequested();
    void filesDropped(const QStringList& paths);
    void removeRequested(int index); ///< of setColumns()
    void calibrateRequested(int index);
    void savePresetRequested(const QString& key, const QByteArray& yaml);

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
