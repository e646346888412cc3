// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One's own measurements: the files and what each can tell, predicted against measured as it is and after a
// fit, the medians of both and of each row left out, and the one button that takes the fit.

#include "models/engine/fit/machine_fit.h"
#include "ui/asking_view.h"

#include <QStringList>

#include <memory>
#include <set>

namespace moe::ui {

/// What the files came to beside a scenario.
struct MinePicture {
    struct File {
        QString path, what; ///< what it is, as `import` names it
        FitKind kind = FitKind::Server;
    };
    std::vector<File> files;
    ReportPtr of;                  ///< of the scenario that the files were read beside
    std::optional<MachineFit> fit; ///< absent: the problems say why
    OwnRuns runs = {};             ///< what was read
    Problems problems;             ///< files and rows that told nothing
    QString nearest = {};          ///< which of the scenario and the pins is; empty without pins
};
/// Names and scenarios of pins, as MineView's third argument has them.
std::vector<std::pair<QString, QString>> besidePins(const QString& argument);

class MineView : public ReportView, public AskingView {
    Q_OBJECT
public:
    explicit MineView(QWidget* parent = nullptr);
    ~MineView() override;

    void setReport(const ReportPtr& report) override;
    void setCatalog(const CatalogPtr& catalog) override;
    void setPins(const std::vector<PinMark>& pins) override;
    /// Three arguments: the files, and the kinds that are left out, each parted by line breaks; the pins
    /// (besidePins()). Answered by a MinePicture; nothing is asked without files.
    Question question() const override;
    void choose(const QStringList& arguments) override;

    QStringList files() const;
    void addFiles(const QStringList& paths);
    /// The fit that is shown; null: none of the scenario at hand.
    std::shared_ptr<const MinePicture> shown() const;

    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    bool hasNumbers() const override;
    QString summary() const override;

signals:
    void openRequested();
    void fitRequested();  ///< shown() is to become the scenario's
    void saveRequested(); ///< or a file

protected:
    void showEvent(QShowEvent* event) override;

private:
    void answered(bool ofNow) override;

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
