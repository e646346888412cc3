#include "app/figure_export.h"

#include "app/commands/command.h"
#include "app/figure_settings.h"
#include "models/engine/scenario_file.h"
#include "models/items/words.h"
#include "ui/export/figure_clipboard.h"
#include "ui/export/view_choices.h"
#include "ui/window/view_tabs.h"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QStatusBar>

#include <algorithm>

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
    : m_window(window), m_session(session), m_compare(compare) {
    m_later.setSingleShot(true);
    m_later.setInterval(150);
    connect(&m_later, &QTimer::timeout, this, &FigureExport::follow);
    connect(&window, &ui::MainWindow::exportRequested, this, &FigureExport::openDialog);
    connect(&window, &ui::MainWindow::copyFigureRequested, this, &FigureExport::copyFigure);
    connect(&window, &ui::MainWindow::copyDataRequested, this, &FigureExport::copyData);
    connect(&window, &ui::MainWindow::pictureShown, &m_later, qOverload<>(&QTimer::start));
    connect(&compare, &CompareTab::presetLoaded, this, [this](const QString& path) { rememberData({path}); });
    connect(&window.views(), &ui::ViewTabs::shownViewChanged, &m_later, qOverload<>(&QTimer::start));
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

ui::FigureSource FigureExport::picture() const {
    ui::FigureSource source;
    ui::ReportView* view = m_window.currentView();
    const ui::ViewRow* row = view ? findView(m_window.currentViewKey()) : nullptr;
    if (!row || !m_session.report()) return source;
    source.view = view;
    source.title = figureTitle(*row, *m_session.report());
    // What is drawn, which is not what the form holds while a rule is broken.
    source.scenario = QByteArray::fromStdString(scenarioText(m_session.report()->scenario));
    return source;
}

ui::FigureSource FigureExport::source() const {
    ui::FigureSource source = picture();
    ui::ReportView* view = source.view;
    if (!view) return source;
    const ui::ViewRow* row = findView(m_window.currentViewKey());
    const Scenario& drawn = m_session.report()->scenario;
    ui::FigureOrigin& origin = source.origin;
    origin.viewKey = QString::fromLatin1(row->key);
    origin.scenarioOptions = scenarioArguments(drawn, m_session.base(), *m_session.catalog(), m_opened);
    if (origin.scenarioOptions.isEmpty()) {
        origin.scenarioOptions = QStringList{QStringLiteral("--scenario"), QStringLiteral("scenario.yaml")};
        origin.note = tr("The command needs the scenario in a file: save it as scenario.yaml.");
    }
    for (const QString& path : m_data) origin.scenarioOptions << QStringLiteral("--data") << path;
    FigureInputs drawnFrom = inputs();
    if (row->pins) origin.scenarioOptions += pinnedFiles(drawnFrom.columns);
    drawnFrom.shown = view;
    {
        const items::InEnglish english; // as the command reads them
        if (const auto fresh = figureView(*row, drawnFrom)) {
            const QStringList known = ui::viewChoices(**fresh);
            ui::copyChoices(*view, **fresh);
            for (const QString& choice : ui::viewChoices(**fresh))
                if (!known.contains(choice)) origin.scenarioOptions << QStringLiteral("--choose") << choice;
        }
    }
    drawnFrom.like = view;
    const auto same = figureView(*row, drawnFrom);
    if (origin.note.isEmpty() && !(same && drawTheSame(**same, *view)))
        origin.note =
            tr("The command draws the whole picture: a zoom, and pins that are not files under their own "
               "names, are not part of it.");
    return source;
}

/// --log for each pin that is a file, and `columns` as the command will make them of these.
QStringList FigureExport::pinnedFiles(std::vector<ui::ColumnPtr>& columns) const {
    QStringList options;
    const PinList& pins = m_session.pins();
    std::vector<ui::ColumnPtr> files;
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
    QByteArray pictures[2];
    ui::FigureFile file;
    file.format = ui::FigureFormat::Svg;
    ui::ReportView* const views[2] = {&view, &fresh};
    for (int i = 0; i < 2; ++i) {
        QBuffer buffer(&pictures[i]);
        buffer.open(QIODevice::WriteOnly);
        if (!ui::writeFigure(*views[i], file, buffer).empty()) return false;
    }
    return pictures[0] == pictures[1];
}

void FigureExport::follow() {
    if (m_dialog) m_dialog->setSource(source());
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
    }
    follow();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void FigureExport::chooseFile() {
    if (!m_dialog || !m_dialog->source().view) return;
    const ui::FigureFormat format = m_dialog->choices().format;
    const QString suffix = ui::formatSuffix(format);
    auto* chooser = new QFileDialog(m_dialog, tr("Save figure"), {}, filterOf(format));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(suffix);
    chooser->selectFile(m_dialog->source().origin.viewKey + QLatin1Char('.') + suffix);
    connect(chooser, &QFileDialog::fileSelected, this, &FigureExport::save);
    chooser->open();
}

void FigureExport::save(const QString& path) {
    if (!m_dialog || !m_dialog->source().view) return;
    ui::ReportView& view = *m_dialog->source().view;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    Problems problems = ui::writeFigure(view, m_dialog->file(), buffer);
    if (problems.empty()) problems = saveFile(path, buffer.data());
    const QFileInfo info(path);
    const QString csv = info.dir().filePath(info.completeBaseName() + QStringLiteral(".csv"));
    const bool numbers = m_dialog->choices().csv && !view.csv().isEmpty();
    if (problems.empty() && numbers) problems = saveFile(csv, view.csv().toUtf8());
    m_dialog->setOutput(path);
    if (!problems.empty()) return m_dialog->say(items::problemText(problems));
    m_dialog->say(numbers ? tr("Written: %1 and %2").arg(path, QFileInfo(csv).fileName())
                          : tr("Written: %1").arg(path));
}

void FigureExport::copyFigure() {
    const ui::FigureSource now = picture();
    if (!now.view) return tell(tr("This tab has no picture to copy."), {});
    ui::FigureChoices choices = m_dialog ? m_dialog->choices() : savedFigureChoices();
    ui::FigureFile file;
    file.style = choices.style;
    file.dpi = choices.dpi;
    file.title = now.title;
    if (choices.embed) file.scenario = now.scenario;
    Problems problems;
    std::unique_ptr<QMimeData> mime = ui::figureMime(*now.view, file, problems);
    if (mime) QGuiApplication::clipboard()->setMimeData(mime.release());
    if (!problems.empty()) return tell(tr("The figure was not copied."), problems);
    const double dpi = ui::clipboardDpi(file);
    tell(dpi < file.dpi ? tr("The figure was copied; as an image it has %1 dpi.").arg(dpi)
                        : tr("The figure was copied."),
         {});
}

void FigureExport::copyData() {
    ui::ReportView* view = m_window.currentView();
    const QString csv = view ? view->csv() : QString();
    if (csv.isEmpty()) return tell(tr("There are no numbers behind this picture."), {});
    QGuiApplication::clipboard()->setMimeData(ui::tableMime(csv).release());
    tell(tr("The numbers were copied."), {});
}

/// Where the user is looking: in the dialog, else in the status bar; problems in the window's panel.
void FigureExport::tell(const QString& text, const Problems& problems) {
    if (!problems.empty()) return m_window.showMessages(text, problems);
    if (m_dialog && m_dialog->isActiveWindow()) return m_dialog->say(text);
    m_window.statusBar()->showMessage(text, kSayMs);
}

} // namespace moe::app
