#include "app/compare_tab.h"

#include "app/catalog_loader.h"
#include "app/commands/command.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/measured_view.h"

#include <QFileDialog>
#include <QFileInfo>

namespace moe::app {

CompareTab::CompareTab(ui::MainWindow& window, Session& session, QObject* parent)
    : QObject(parent), m_window(window), m_session(session) {
    auto* compare = window.findChild<ui::CompareView*>();
    auto* measured = window.findChild<ui::MeasuredView*>();
    m_job.setCatalog(session.catalog());
    connect(&session, &Session::catalogChanged, this, [this] { m_job.setCatalog(m_session.catalog()); });
    connect(&m_job, &CompareJob::problems, &window, &ui::MainWindow::showMessages);

    connect(compare, &ui::CompareView::addRequested, this, [this] {
        const QStringList paths = QFileDialog::getOpenFileNames(
            &m_window, tr("Add scenarios or logs"), {},
            tr("Scenarios, logs and figures (*.yaml *.yml *.log *.txt *.pdf *.svg *.png);;All files (*)"));
        if (!paths.isEmpty()) add(paths);
    });
    connect(compare, &ui::CompareView::filesDropped, this, &CompareTab::add);
    connect(compare, &ui::CompareView::removeRequested, &m_job, &CompareJob::remove);
    connect(compare, &ui::CompareView::calibrateRequested, &m_job, &CompareJob::calibrate);
    connect(&m_job, &CompareJob::columnsChanged, compare, &ui::CompareView::setColumns);
    connect(&m_job, &CompareJob::calibrated, compare, &ui::CompareView::showCalibration);
    connect(compare, &ui::CompareView::savePresetRequested, this,
            [this](const QString& key, const QByteArray& yaml) {
                const QString path =
                    QFileDialog::getSaveFileName(&m_window, tr("Save GPU preset"),
                                                 key + QStringLiteral(".yaml"), tr("GPU preset (*.yaml)"));
                if (!path.isEmpty()) savePreset(path, yaml);
            });

    connect(measured, &ui::MeasuredView::runsWanted, &m_job, &CompareJob::wantRuns);
    connect(&m_job, &CompareJob::runsReady, measured, &ui::MeasuredView::setRuns);
    connect(&m_job, &CompareJob::runsFailed, measured, [measured](const Problems& problems) {
        measured->setFailed(QString::fromStdString(toString(problems)));
    });
}

void CompareTab::add(const QStringList& paths) {
    m_window.showTab(QStringLiteral("compare"));
    m_job.add(paths);
}

void CompareTab::savePreset(const QString& path, const QByteArray& yaml) {
    const Problems problems = saveFile(path, yaml);
    if (!problems.empty()) return m_window.showMessages(tr("The GPU preset was not saved."), problems);
    LoadOutcome loaded = loadTables({path}, m_session.catalog());
    if (!loaded.problems.empty())
        return m_window.showMessages(tr("The GPU preset was saved, but could not be read back."),
                                     loaded.problems);
    m_session.setCatalog(loaded.catalog);
    emit presetLoaded(path);
    m_window.findChild<ui::CompareView*>()->presetSaved(QFileInfo(path).fileName());
}

} // namespace moe::app
