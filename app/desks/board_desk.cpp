// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/board_desk.h"

#include "app/figures/board.h"
#include "app/figures/explore_page.h"
#include "app/files/catalog_loader.h"
#include "app/files/file_chooser.h"
#include "app/files/save_file.h"
#include "models/items/words.h"
#include "ui/export/view_choices.h"
#include "ui/window/room_pages.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QStatusBar>

#include <utility>

namespace moe::app {

BoardDesk::BoardDesk(ui::MainWindow& window, Session& session, const FigureExport& figures,
                     const CompareTab& compare)
    : QObject(&window), m_window(window), m_session(session), m_figures(figures), m_panels(session, figures) {
    window.on(ui::Request::Board, this, &BoardDesk::show);
    window.on(ui::Request::BoardAdd, this, [this] { add(false); });
    connect(&session, &Session::pinsChanged, this, &BoardDesk::showSources);
    connect(&compare.job(), &CompareJob::columnsChanged, &m_panels, &BoardPanels::followPins);
    connect(&m_panels, &BoardPanels::changed, this, &BoardDesk::showBoard);
    connect(&m_panels, &BoardPanels::drawn, this, [this](std::size_t panel, const ui::BoardPicture& picture) {
        if (m_sheet) m_sheet->setPicture(panel, picture);
    });
    connect(&m_panels, &BoardPanels::behind, this, [this](std::size_t panel) {
        if (m_sheet) m_sheet->setBehind(panel, true);
    });
    connect(&m_panels, &BoardPanels::rested, this, [this] {
        if (!m_path.isEmpty()) write();
    });
    connect(&m_panels, &BoardPanels::failed, this, [this](const QString& why) {
        m_path.clear();
        tell(tr("A panel could not be drawn; please report it: %1").arg(why));
    });
    connect(&m_writing, &PassesJob::failed, this, &BoardDesk::tell);
}

void BoardDesk::show() {
    if (!m_sheet) {
        m_sheet = new ui::BoardSheet(&m_window);
        m_sheet->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_sheet, &ui::BoardSheet::edited, this,
                [this](const BoardFile& board, const QString& what, int gesture) {
                    m_session.setBoard(board, what, gesture);
                });
        connect(m_sheet, &ui::BoardSheet::addRequested, this, &BoardDesk::add);
        connect(m_sheet, &ui::BoardSheet::keepRequested, this, &BoardDesk::keep);
        connect(m_sheet, &ui::BoardSheet::panelOpened, this, &BoardDesk::open);
        connect(m_sheet, &ui::BoardSheet::exportRequested, this, &BoardDesk::chooseFile);
        connect(m_sheet, &QObject::destroyed, &m_panels, &BoardPanels::stop);
        connect(&m_window.views(), &ui::RoomPages::shownViewChanged, m_sheet,
                [this] { m_sheet->setAddable(m_window.currentView() != nullptr); });
        m_sheet->setAddable(m_window.currentView() != nullptr);
        showSources();
        m_panels.start();
    }
    m_sheet->show();
    m_sheet->raise();
    m_sheet->activateWindow();
}

void BoardDesk::add(bool everyPin) {
    const ui::ReportView* view = m_window.currentView();
    const ui::ViewRow* row =
        view ? ui::findView(m_window.currentViewKey(), shownSide(m_session.shown())) : nullptr;
    BoardPanel panel = row ? m_figures.panel() : BoardPanel();
    if (panel.view.empty()) return tell(tr("This tab has no picture to put on the board."));
    panel.scenario.reset();
    panel.title.clear();
    BoardFile board = *m_session.board();
    panel.pin = kThisScenario;
    board.panels.push_back(panel);
    if (everyPin)
        for (const Pin& pin : m_session.pins()) {
            panel.pin = pin.mark;
            board.panels.push_back(panel);
        }
    if (board.panels.size() > kMostPanels) return tell(tr("A board has at most %1 panels.").arg(kMostPanels));
    const int first = int(m_session.board()->panels.size());
    m_session.setBoard(board, tr("Put %1 on the board").arg(items::tableText(row->title)));
    show();
    m_sheet->choose(first);
}

void BoardDesk::openFile(const QString& path) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    const Result<BoardFile> read =
        text ? readBoard(*text, path.toStdString()) : Result<BoardFile>(text.error());
    const Result<BoardFile> board =
        read ? boardWrittenOut(*read, QFileInfo(path).absolutePath(), *m_session.catalog()) : read;
    if (!board)
        return m_window.showOpening(
            tr("%1 was not opened; the window keeps what it had.").arg(QFileInfo(path).fileName()),
            board.error());
    m_session.setBoard(*board, tr("Open %1").arg(QFileInfo(path).fileName()));
    show();
}

void BoardDesk::showSources() {
    if (!m_sheet) return;
    std::vector<ui::BoardSheet::Source> sources{{kThisScenario, tr("This scenario")}};
    for (const Pin& pin : m_session.pins()) sources.push_back({pin.mark, pinnedName(pin.mark, pin.name)});
    m_sheet->setSources(sources);
}

void BoardDesk::showBoard() {
    if (!m_sheet) return;
    const ui::BoardPage page = m_panels.page();
    m_sheet->setBoard(*m_session.board(), page);
    for (std::size_t i = 0; i < page.pictures.size(); ++i) m_sheet->setBehind(i, m_panels.isBehind(i));
}

void BoardDesk::keep(int panel) {
    BoardFile board = *m_session.board();
    if (panel < 0 || std::size_t(panel) >= board.panels.size()) return;
    BoardPanel& kept = board.panels[std::size_t(panel)];
    if (!m_panels.scenarioOf(kept)) return;
    m_panels.keep(std::size_t(panel), kept);
    m_session.setBoard(board, tr("Keep a panel of the board as it is"));
}

void BoardDesk::open(int panel) {
    if (panel < 0 || std::size_t(panel) >= m_session.board()->panels.size()) return;
    const BoardPanel of = m_session.board()->panels[std::size_t(panel)];
    const std::optional<Scenario> scenario = m_panels.scenarioOf(of);
    if (of.pin != kThisScenario && scenario) m_session.edit(*scenario, tr("Open a panel of the board"));
    m_window.showTab(QString::fromStdString(of.view));
    if (ui::ReportView* view = m_window.currentView()) {
        for (const std::string& choice : of.choices)
            ui::applyViewChoice(*view, QString::fromStdString(choice));
        if (!of.range.empty()) view->setRange(QString::fromStdString(of.range));
    }
    m_window.raise();
    m_window.activateWindow();
}

void BoardDesk::chooseFile() {
    if (m_session.board()->panels.empty()) return;
    chooseNewFile(m_sheet ? static_cast<QWidget*>(m_sheet) : &m_window, tr("Export board"),
                  QStringLiteral("board.pdf"),
                  tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;One page for a browser (*.html);;Markdown "
                     "(*.md);;Board (*.yaml)"),
                  [this](const QString& path) { save(path); });
}

void BoardDesk::save(const QString& path) {
    if (m_session.board()->panels.empty()) return;
    if (!m_sheet) show(); // what is drawn is drawn on it
    m_path = path;
    tell(tr("Writing %1…").arg(QFileInfo(path).fileName()));
    if (upToDate()) write();
}

void BoardDesk::write() {
    const QString path = std::exchange(m_path, {});
    const std::optional<ui::BoardFormat> format = ui::boardFormatOfName(path);
    const auto page = std::make_shared<ui::BoardPage>(
        format == ui::BoardFormat::Html || format == ui::BoardFormat::Markdown ? m_panels.pageWithNumbers()
                                                                               : m_panels.page());
    const BoardFile out = m_panels.writtenOut();
    page->file = QByteArray::fromStdString(boardText(out));
    const std::size_t left = page->pictures.size() - out.panels.size();
    const QString told =
        left == 0 ? tr("Written: %1").arg(path)
                  : tr("Written: %1. Panels without a scenario, which the board as a file has not: %2")
                        .arg(path)
                        .arg(left);
    const QStringList sliders =
        format == ui::BoardFormat::Html && m_sheet ? m_sheet->sliders() : QStringList();
    const auto bytesOf = [page, format, out, sliders,
                          catalog = m_session.catalog()](const Progress& progress) -> Result<QByteArray> {
        if (!format) return page->file;
        if (!sliders.isEmpty()) {
            const Result<QString> live = exploreHtml(out, {}, *catalog, sliders, progress);
            if (!live) return live.error();
            page->live = *live;
        }
        Result<QByteArray> bytes = ui::boardBytes(*page, *format);
        if (bytes && !sliders.isEmpty() && bytes->size() > kLargestExplored)
            return Problem{.rule =
                               say("the page would have %1 KiB, %2 are the most: fewer sliders, or one with "
                                   "its values, KEY=v1,v2",
                                   bytes->size() >> 10, kLargestExplored >> 10)};
        return bytes;
    };
    m_writing.start(
        {[this, bytesOf, path, told](const std::stop_token&,
                                     const Progress& progress) -> std::function<void()> {
            const QEventLoop dispatcher; // a long text sets a timer, which its thread must know how to keep
            const Result<QByteArray> bytes = bytesOf(progress);
            const Problems problems = bytes ? saveFile(path, *bytes) : bytes.error();
            return [this, path, problems, told] {
                tell(problems.empty() ? told : items::problemText(problems));
                if (problems.empty()) emit saved(path);
            };
        }},
        {});
}

void BoardDesk::tell(const QString& text) {
    constexpr int kSayMs = 6000;
    if (m_sheet && m_sheet->isVisible()) return m_sheet->say(text);
    m_window.statusBar()->showMessage(text, kSayMs);
}

} // namespace moe::app
