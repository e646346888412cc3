// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What leaves the window as a file or on the clipboard. Drawing takes the GUI thread a moment; pixels,
// packing and writing take seconds for a large picture and have threads of their own. A picture that is
// behind its report is waited for.

#include "app/work/passes_job.h"
#include "ui/export/figure_clipboard.h"
#include "ui/window/main_window.h"

#include <QPointer>
#include <QThreadPool>

namespace moe::app {

/// A figure as it was asked for; title and scenario are filled in when it is drawn.
struct WantedFigure {
    ui::FigureFile file;
    bool embed = true; ///< the scenario
    bool csv = false;  ///< beside the file
};

class FigureOutput : public QObject {
    Q_OBJECT
public:
    /// Sets the title and scenario of the picture on screen.
    using Describe = std::function<void(ui::FigureFile& file)>;
    FigureOutput(ui::MainWindow& window, Describe describe);

    /// `view` is the picture on screen. What has been drawn is written to its end, also when the window
    /// closes.
    void save(ui::ReportView& view, const WantedFigure& wanted, const QString& path);
    void copyFigure(ui::ReportView& view, const WantedFigure& wanted);
    void copyData(ui::ReportView& view);
    /// Something else is on the clipboard: what is still being drawn for it is dropped.
    void dropCopies() { ++m_copies; }

signals:
    /// `viewKey`: of the picture. `csvPath` is empty where no numbers were written.
    void saved(const QString& path, const QString& csvPath, const QString& viewKey,
               const moe::Problems& problems);
    void said(const QString& text, const moe::Problems& problems);

private:
    struct Save {
        QString path, csvPath, viewKey;
        ui::DrawnFigure figure;
        ui::CsvText csv; ///< null: not wanted
    };
    struct Waiting {
        QPointer<ui::ReportView> view;
        std::function<void()> act;
    };
    ui::FigureFile described(const WantedFigure& wanted) const;
    void whenDrawn(ui::ReportView& view, const std::function<void()>& act);
    void caughtUp(const ui::ReportView& view);
    void dropWaiting(const ui::ReportView* except, const QString& why);
    void draw(ui::ReportView& view, const WantedFigure& wanted, const QString& path);
    void write(const Save& save); // on the writers' thread
    void clip(ui::ReportView& view, const WantedFigure& wanted);

    Describe m_describe;
    std::vector<Waiting> m_waiting;
    int m_copies = 0; ///< asked for so far
    PassesJob m_copy;
    QThreadPool m_writers; // last: one thread, which uses the rest
};

} // namespace moe::app
