// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/figure_output.h"

#include "app/files/save_file.h"
#include "app/work/give_way.h"
#include "ui/window/room_pages.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

#include <exception>

namespace moe::app {

FigureOutput::FigureOutput(ui::MainWindow& window, Describe describe) : m_describe(std::move(describe)) {
    m_writers.setMaxThreadCount(1); // one after the other: each may take a gigabyte
    window.views().withEachView(this, [this](ui::ReportView& made) {
        connect(&made, &ui::ReportView::caughtUp, this, [this, &made] { caughtUp(made); });
    });
    connect(&window.views(), &ui::RoomPages::shownViewChanged, this, [this, &window] {
        dropWaiting(window.currentPicture(), tr("Nothing was written: another picture is on screen now."));
    });
    window.on(ui::Request::Cancel, this,
              [this] { dropWaiting(nullptr, tr("Nothing was written: the picture was cancelled.")); });
    connect(&m_copy, &PassesJob::failed, this, [this](const QString& why) {
        emit said(tr("Nothing was copied."), {{.rule = say("%1", why.toStdString())}});
    });
}

ui::FigureFile FigureOutput::described(const WantedFigure& wanted) const {
    ui::FigureFile file = wanted.file;
    m_describe(file);
    if (!wanted.embed) file.scenario.clear();
    return file;
}

void FigureOutput::whenDrawn(ui::ReportView& view, const std::function<void()>& act) {
    if (!view.isBehind()) return act();
    m_waiting.push_back({&view, act});
    emit said(tr("The picture is still being computed…"), {});
}

void FigureOutput::caughtUp(const ui::ReportView& view) {
    for (const Waiting& one : std::exchange(m_waiting, {})) {
        if (one.view == &view)
            one.act();
        else
            m_waiting.push_back(one);
    }
}

void FigureOutput::dropWaiting(const ui::ReportView* except, const QString& why) {
    if (std::erase_if(m_waiting, [&](const Waiting& one) { return !one.view || one.view != except; }) > 0)
        emit said(why, {});
}

void FigureOutput::save(ui::ReportView& view, const WantedFigure& wanted, const QString& path) {
    whenDrawn(view, [this, &view, wanted, path] { draw(view, wanted, path); });
}

void FigureOutput::draw(ui::ReportView& view, const WantedFigure& wanted, const QString& path) {
    const Result<ui::DrawnFigure> figure = ui::drawnFigure(view, described(wanted));
    if (!figure) return emit saved(path, {}, view.objectName(), figure.error());
    Save save;
    save.path = path;
    save.viewKey = view.objectName().section(QLatin1Char(' '), 0, 0); // of one beside another, too
    save.figure = *figure;
    if (wanted.csv && view.hasNumbers()) {
        const QFileInfo info(path);
        save.csvPath = info.dir().filePath(info.completeBaseName() + QStringLiteral(".csv"));
        save.csv = view.csvText();
    }
    emit said(tr("Writing %1…").arg(path), {});
    m_writers.start([this, save] {
        giveWayToTheWindow();
        write(save);
    });
}

void FigureOutput::write(const Save& save) {
    Problems problems;
    try {
        const Result<QByteArray> bytes = ui::figureBytes(save.figure);
        problems = bytes ? saveFile(save.path, *bytes) : bytes.error();
        if (problems.empty() && save.csv) problems = saveFile(save.csvPath, save.csv().toUtf8());
    } catch (const std::exception& error) { // memory
        problems = {{.source = save.path.toStdString(), .rule = say("%1", error.what())}};
    }
    QMetaObject::invokeMethod(
        this, [this, save, problems] { emit saved(save.path, save.csvPath, save.viewKey, problems); },
        Qt::QueuedConnection);
}

void FigureOutput::copyFigure(ui::ReportView& view, const WantedFigure& wanted) {
    whenDrawn(view, [this, &view, wanted, number = ++m_copies] {
        if (number == m_copies) clip(view, wanted);
    });
}

void FigureOutput::clip(ui::ReportView& view, const WantedFigure& wanted) {
    const Result<ui::DrawnClip> drawn = ui::drawnClip(view, described(wanted));
    if (!drawn) return emit said(tr("The figure was not copied."), drawn.error());
    const auto pass = [this, clip = *drawn, dpi = wanted.file.dpi,
                       number = m_copies](const std::stop_token&, const Progress&) -> std::function<void()> {
        return [this, copied = ui::clipFigure(clip), own = clip.picture.file.dpi, dpi, number] {
            if (number != m_copies) return; // something else was copied meanwhile
            QGuiApplication::clipboard()->setMimeData(ui::figureMime(copied).release());
            emit said(own < dpi ? tr("The figure was copied; as an image it has %1 dpi.").arg(own)
                                : tr("The figure was copied."),
                      {});
        };
    };
    m_copy.start({pass}, {});
}

void FigureOutput::copyData(ui::ReportView& view) {
    whenDrawn(view, [this, &view, number = ++m_copies] {
        if (number != m_copies) return;
        if (!view.hasNumbers()) return emit said(tr("There are no numbers behind this picture."), {});
        const auto pass = [this, number, csv = view.csvText()](const std::stop_token&,
                                                               const Progress&) -> std::function<void()> {
            return [this, number, table = ui::clipTable(csv())] {
                if (number != m_copies) return;
                QGuiApplication::clipboard()->setMimeData(ui::tableMime(table).release());
                emit said(tr("The numbers were copied."), {});
            };
        };
        m_copy.start({pass}, {});
    });
}

} // namespace moe::app
