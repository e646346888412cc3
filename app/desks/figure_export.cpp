// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/figure_export.h"

#include "app/figures/board.h"
#include "app/figures/figure_settings.h"
#include "app/files/file_chooser.h"
#include "app/work/answers.h"
#include "models/engine/files/scenario_file.h"
#include "models/items/words.h"
#include "ui/export/view_choices.h"
#include "ui/window/room_pages.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPicture>
#include <QStatusBar>

#include <algorithm>
#include <cstring>

namespace moe::app {

constexpr int kSayMs = 4000;

static QString filterOf(ui::FigureFormat format) {
    switch (format) {
    case ui::FigureFormat::Svg: return FigureExport::tr("SVG (*.svg)");
    case ui::FigureFormat::Png: return FigureExport::tr("PNG (*.png)");
    case ui::FigureFormat::Pdf: break;
    }
    return FigureExport::tr("PDF (*.pdf)");
}

FigureExport::FigureExport(ui::MainWindow& window, Session& session, const CompareTab& compare)
    : m_window(window),
      m_session(session),
      m_compare(compare),
      m_output(window, [this](ui::FigureFile& file) {
          const ui::FigureSource now = picture();
          file.title = now.title;
          file.scenario = now.scenario;
      }) {
    connect(&m_output, &FigureOutput::said, this, &FigureExport::tell);
    connect(&m_output, &FigureOutput::saved, this, &FigureExport::written);
    m_later.setSingleShot(true);
    m_later.setInterval(150);
    connect(&m_later, &QTimer::timeout, this, &FigureExport::follow);
    window.on(ui::Request::ExportFigure, this, &FigureExport::openDialog);
    window.on(ui::Request::CopyFigure, this, &FigureExport::copyFigure);
    window.on(ui::Request::CopyData, this, &FigureExport::copyData);
    window.on(ui::Request::CopyPanel, this, &FigureExport::copyPanel);
    connect(&window, &ui::MainWindow::pictureShown, &m_later, qOverload<>(&QTimer::start));
    connect(&compare, &CompareTab::presetLoaded, this, [this](const QString& path) { rememberData({path}); });
    connect(&window.views(), &ui::RoomPages::shownViewChanged, &m_later, qOverload<>(&QTimer::start));
    connect(&window.views(), &ui::RoomPages::splitChanged, &m_later, qOverload<>(&QTimer::start));
    window.views().withEachView(this, [this](ui::ReportView& made) {
        connect(&made, &ui::ReportView::caughtUp, &m_later, qOverload<>(&QTimer::start));
    });
}

void FigureExport::remember(const OpenedScenario& opened) {
    std::erase_if(m_opened, [&](const OpenedScenario& known) { return known.path == opened.path; });
    m_opened.push_back(opened);
}

void FigureExport::rememberData(const QStringList& paths) {
    for (const QString& path : paths)
        if (!m_data.contains(path)) m_data << path;
}

FigureInputs FigureExport::inputs() const {
    FigureInputs inputs;
    inputs.report = m_session.report();
    inputs.base = m_session.baseReport();
    inputs.catalog = m_session.catalog();
    inputs.columns = m_compare.job().columns();
    return inputs;
}

QStringList FigureExport::scenarioOptions(bool& saved) const {
    QStringList options =
        scenarioArguments(m_session.report()->scenario, m_session.base(), *m_session.catalog(), m_opened);
    saved = options.isEmpty();
    if (saved) options = QStringList{QStringLiteral("--scenario"), QStringLiteral("scenario.yaml")};
    for (const QString& path : m_data) options << QStringLiteral("--data") << path;
    return options;
}

ui::FigureSource FigureExport::picture() const {
    ui::FigureSource source;
    ui::ReportView* view = m_window.currentPicture();
    const ui::ViewRow* row =
        view ? ui::findView(m_window.currentViewKey(), shownSide(m_session.shown())) : nullptr;
    if (!row || !m_session.report()) return source;
    source.view = view;
    source.title = figureTitle(*row, *m_session.report());
    // What is drawn, which is not what the form holds while a rule is broken.
    source.scenario = QByteArray::fromStdString(scenarioText(m_session.report()->scenario));
    return source;
}

FigureExport::Following FigureExport::begun() const {
    Following now{picture(), nullptr, {}, m_window.currentView()};
    ui::ReportView* view = now.view;
    if (!now.source.view || !view) return now;
    now.row = ui::findView(m_window.currentViewKey(), shownSide(m_session.shown()));
    now.inputs = inputs();
    ui::FigureOrigin& origin = now.source.origin;
    origin.viewKey = QString::fromLatin1(now.row->key);
    bool saved = false;
    origin.scenarioOptions = scenarioOptions(saved);
    if (saved) origin.note = tr("The command needs the scenario in a file: save it as scenario.yaml.");
    if (now.row->pins) origin.scenarioOptions += pinnedFiles(now.inputs.columns);
    now.inputs.shown = view;
    const AnswerRow* row = findAnswerRow(origin.viewKey);
    if (const auto* asking = dynamic_cast<const ui::AskingView*>(view); asking && row && row->told) {
        const QStringList arguments = asking->question().arguments;
        for (std::size_t i = 0; i < row->arguments.size(); ++i)
            now.inputs.arguments[QLatin1String(row->arguments[i].name)] =
                arguments.value(static_cast<qsizetype>(i));
        origin.scenarioOptions += answerOptions(*row, arguments);
    }
    return now;
}

void FigureExport::addChoices(Following& now) {
    const auto made = unansweredView(*now.row, now.inputs);
    if (!made) return;
    ui::ReportView& fresh = *(*made)->view;
    const QStringList known = ui::viewChoices(fresh);
    ui::copyChoices(*now.view, fresh);
    for (const QString& choice : ui::viewChoices(fresh))
        if (!known.contains(choice))
            now.source.origin.scenarioOptions << QStringLiteral("--choose") << choice;
}

void FigureExport::addNote(Following& now) {
    if (now.source.view != now.view) {
        now.source.origin.note =
            tr("The command draws this scenario alone: --against FILE sets another beside it.");
        return;
    }
    now.inputs.like = now.view;
    // What the window has no answer to would take seconds to compute: a picture with one is another.
    const auto made = unansweredView(*now.row, now.inputs);
    const bool same = made && !(*made)->work && drawTheSame(*(*made)->view, *now.source.view);
    if (now.source.origin.note.isEmpty() && !same)
        now.source.origin.note =
            tr("The command draws the whole picture: a zoom, and pins that are not files under their own "
               "names, are not part of it.");
}

/// --log for each pin that is a file, and `columns` as the command will make them of these.
QStringList FigureExport::pinnedFiles(std::vector<ColumnPtr>& columns) const {
    QStringList options;
    const PinList& pins = m_session.pins();
    std::vector<ColumnPtr> files;
    for (std::size_t i = 0; i < std::min(pins.size(), columns.size()); ++i) {
        if (!columns[i] || pins[i].entry->path.isEmpty()) continue;
        options << QStringLiteral("--log") << pins[i].entry->path;
        ComparedColumn column = *columns[i];
        column.name = pins[i].entry->name;
        column.mark = static_cast<int>(files.size());
        files.push_back(std::make_shared<const ComparedColumn>(std::move(column)));
    }
    columns = std::move(files);
    return options;
}

/// Whether the command line, which starts from a view of its own, would draw what the window shows.
bool FigureExport::drawTheSame(ui::ReportView& fresh, ui::ReportView& view) {
    QPicture pictures[2];
    ui::ReportView* const views[2] = {&view, &fresh};
    for (int i = 0; i < 2; ++i) views[i]->drawFigure(&pictures[i], 1, ui::FigureStyle());
    return pictures[0].size() == pictures[1].size() &&
           std::memcmp(pictures[0].data(), pictures[1].data(), pictures[0].size()) == 0;
}

/// In steps, between which the window answers: each makes the picture anew.
void FigureExport::follow() {
    if (!m_dialog) return;
    const auto now = std::make_shared<Following>(begun());
    m_following = now;
    now->source.whole = !now->row;
    if (!now->row || now->source.view != m_dialog->source().view) m_dialog->setSource(now->source);
    if (!now->row) return;
    const auto later = [this, now](const std::function<void()>& step) {
        QTimer::singleShot(0, this, [this, now, step] {
            if (m_dialog && m_following == now && now->source.view && now->view) step();
        });
    };
    later([this, now, later] {
        addChoices(*now);
        later([this, now] {
            addNote(*now);
            now->source.whole = true;
            m_dialog->setSource(now->source);
            m_following.reset();
        });
    });
}

void FigureExport::openDialog() {
    if (!m_dialog) {
        m_dialog = new ui::FigureDialog(savedFigureChoices(), &m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &ui::FigureDialog::choicesChanged, this,
                [this] { saveFigureChoices(m_dialog->choices()); });
        connect(m_dialog, &ui::FigureDialog::activated, &m_later, qOverload<>(&QTimer::start));
        connect(m_dialog, &ui::FigureDialog::saveRequested, this, &FigureExport::chooseFile);
        connect(m_dialog, &ui::FigureDialog::copyFigureRequested, this, &FigureExport::copyFigure);
        connect(m_dialog, &ui::FigureDialog::copyDataRequested, this, &FigureExport::copyData);
        connect(m_dialog, &ui::FigureDialog::commandCopied, &m_output, &FigureOutput::dropCopies);
    }
    follow();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void FigureExport::chooseFile() {
    if (!m_dialog || !m_dialog->source().view) return;
    const ui::FigureFormat format = m_dialog->choices().format;
    chooseNewFile(m_dialog, tr("Save figure"),
                  m_dialog->source().origin.viewKey + QLatin1Char('.') + ui::formatSuffix(format),
                  filterOf(format), [this](const QString& path) { save(path); });
}

static WantedFigure wanted(const ui::FigureChoices& choices) {
    WantedFigure wanted;
    wanted.file.format = choices.format;
    wanted.file.style = choices.style;
    wanted.file.dpi = choices.dpi;
    wanted.embed = choices.embed;
    wanted.csv = choices.csv;
    return wanted;
}

void FigureExport::save(const QString& path) {
    if (m_dialog && m_dialog->source().view)
        m_output.save(*m_dialog->source().view, wanted(m_dialog->choices()), path);
}

void FigureExport::written(const QString& path, const QString& csvPath, const QString& viewKey,
                           const Problems& problems) {
    if (m_dialog && m_dialog->source().origin.viewKey == viewKey) m_dialog->setOutput(path);
    const QString text = !problems.empty() ? tr("The figure was not written.")
                         : csvPath.isEmpty()
                             ? tr("Written: %1").arg(path)
                             : tr("Written: %1 and %2").arg(path, QFileInfo(csvPath).fileName());
    if (m_dialog) return m_dialog->say(problems.empty() ? text : items::problemText(problems));
    tell(text, problems);
}

void FigureExport::copyFigure() {
    const ui::FigureSource now = picture();
    if (!now.view) return tell(tr("This tab has no picture to copy."), {});
    m_output.copyFigure(*now.view, wanted(m_dialog ? m_dialog->choices() : savedFigureChoices()));
}

BoardPanel FigureExport::panel() const {
    const Following now = begun();
    BoardPanel panel;
    if (!now.source.view) return panel;
    panel.view = now.row->key;
    panel.scenario = now.inputs.report->scenario;
    for (const QString& choice : ui::viewChoices(*now.view)) panel.choices.push_back(choice.toStdString());
    for (const auto& [name, value] : now.inputs.arguments.asKeyValueRange())
        if (!value.isEmpty()) panel.options.push_back((name + QLatin1Char('=') + value).toStdString());
    panel.range = now.view->range().toStdString();
    panel.title = now.source.title.toStdString();
    return panel;
}

void FigureExport::copyPanel() {
    BoardPanel panel = this->panel();
    if (panel.view.empty()) return;
    writeBeginning(panel, *m_window.currentView(), m_session.baseReport());
    BoardFile board;
    board.title = panel.scenario->name;
    board.panels.push_back(std::move(panel));
    QGuiApplication::clipboard()->setText(QString::fromStdString(boardText(board)));
}

void FigureExport::copyData() {
    if (ui::ReportView* view = m_window.currentPicture()) return m_output.copyData(*view);
    tell(tr("There are no numbers behind this picture."), {});
}

/// Where the user is looking: in the dialog, else in the status bar; problems in the window's panel.
void FigureExport::tell(const QString& text, const Problems& problems) {
    if (!problems.empty()) return m_window.showMessages(text, problems);
    if (m_dialog && m_dialog->isActiveWindow()) return m_dialog->say(text);
    m_window.statusBar()->showMessage(text, kSayMs);
}

} // namespace moe::app
