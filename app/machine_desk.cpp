// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machine_desk.h"

#include "app/catalog_loader.h"
#include "app/commands/command.h"
#include "app/file_chooser.h"
#include "models/engine/report/metrics.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QFileInfo>

#include <algorithm>

namespace moe::app {
namespace {

template <class Row> void replaceRows(std::vector<Row>& into, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const auto known =
            std::find_if(into.begin(), into.end(), [&](const Row& one) { return one.key == row.key; });
        if (known == into.end())
            into.push_back(row);
        else
            *known = row;
    }
}

QString yamlFilter() {
    return MachineDesk::tr("GPUs and clusters (*.yaml *.yml)");
}

} // namespace

MachineDesk::MachineDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session) {
    for (const GpuSpec& gpu : session.catalog()->gpus) m_shipped.insert(gpu.key);
    for (const ClusterPreset& cluster : session.catalog()->clusters) m_shipped.insert(cluster.key);
    connect(&window, &ui::MainWindow::machinesRequested, this, &MachineDesk::openEditor);
    connect(&window, &ui::MainWindow::ownGpuRequested, this, &MachineDesk::openFit);
    connect(&session, &Session::reportChanged, this, &MachineDesk::tellResult);
    connect(&m_job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
    connect(&m_job, &PassesJob::failed, this, [this](const QString& why) {
        if (m_fitSheet) m_fitSheet->showRefusal({{.rule = say("%1", why.toStdString())}});
    });
}

void MachineDesk::openEditor() {
    if (m_editor) return m_editor->raise();
    m_before = m_session.catalog();
    m_gpuBefore = m_session.scenario().gpu.preset;
    m_reportBefore = m_session.report();
    m_editor = new ui::MachineEditor(*m_before, m_shipped, m_gpuBefore, &m_window);
    m_editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_editor, &ui::MachineEditor::sheetEdited, this, &MachineDesk::follow);
    connect(m_editor, &ui::MachineEditor::discarded, this, &MachineDesk::forget);
    connect(m_editor, &ui::MachineEditor::fitRequested, this, &MachineDesk::openFit);
    connect(m_editor, &ui::MachineEditor::saveRequested, this, [this] {
        chooseNewFile(m_editor, tr("Save GPUs and clusters"), QStringLiteral("my-machines.yaml"),
                      yamlFilter(), [this](const QString& path) { writeEdited(path); });
    });
    m_editor->show();
}

/// The window shows what is typed, as long as it is a machine.
void MachineDesk::follow() {
    if (!m_editor) return;
    const std::optional<GpuSpec> gpu = m_editor->gpu();
    const std::optional<ClusterPreset> cluster = m_editor->cluster();
    if (!m_editor->hasUnsaved() || (!gpu && !cluster)) return;
    if (gpu) take({{*gpu}, {}});
    if (cluster) take({{}, {*cluster}});
    if (!m_editor->isUsed()) return;
    if (gpu) return use(gpu->key, tr("GPU %1").arg(QString::fromStdString(gpu->label)));
    Scenario next = m_session.scenario();
    Problems problems;
    for (const auto& [key, text] : cluster->set) append(problems, setField(next, key, text));
    if (problems.empty() && !(next == m_session.scenario()))
        m_session.edit(next, tr("Cluster %1").arg(QString::fromStdString(cluster->label)));
}

void MachineDesk::forget() {
    const auto known = [&](const std::string& key) { return m_before->gpu(key) != nullptr; };
    if (!known(m_session.scenario().gpu.preset)) use(m_gpuBefore, tr("GPU as before"));
    m_session.setCatalog(m_before);
}

void MachineDesk::take(const Machines& machines) {
    auto catalog = std::make_shared<Catalog>(*m_session.catalog());
    replaceRows(catalog->gpus, machines.gpus);
    replaceRows(catalog->clusters, machines.clusters);
    m_session.setCatalog(std::move(catalog));
}

void MachineDesk::use(const std::string& gpu, const QString& what) {
    Scenario next = m_session.scenario();
    next.gpu.preset = gpu;
    if (!(next == m_session.scenario())) m_session.edit(next, what);
}

void MachineDesk::tellResult() {
    if (!m_editor || !m_session.report() || !m_reportBefore || !m_editor->isUsed()) return;
    for (const char* key : {"train.step_seconds", "serve.tpot_seconds"}) {
        const Metric* metric = findMetric(key);
        const std::optional<double> before = metric->value(*m_reportBefore),
                                    now = metric->value(*m_session.report());
        if (!before || !now) continue;
        const QString unit = QString::fromUtf8(metric->unit);
        return m_editor->tellResult(QStringLiteral("%1 %2 → %3")
                                        .arg(items::tableText(metric->label),
                                             items::humanValue(*before, unit),
                                             items::humanValue(*now, unit)));
    }
}

void MachineDesk::openFit() {
    if (m_fitSheet) return m_fitSheet->raise();
    m_fitted.reset();
    m_points.clear();
    QWidget* above = m_editor ? static_cast<QWidget*>(m_editor) : &m_window;
    m_fitSheet =
        new ui::OwnGpuSheet(*m_session.catalog(), measuredGpuKeys(), m_session.scenario().gpu.preset, above);
    m_fitSheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_fitSheet, &ui::OwnGpuSheet::fileRequested, this, [this] {
        chooseFiles(m_fitSheet, tr("Points of a GPU"),
                    tr("Points, or what nccl-tests print (*.csv *.txt *.out *.log);;All files (*)"),
                    [this](const QStringList& paths) { fitFile(paths.value(0)); });
    });
    connect(m_fitSheet, &ui::OwnGpuSheet::fitRequested, this, &MachineDesk::fit);
    connect(m_fitSheet, &ui::OwnGpuSheet::scriptRequested, this, [this] {
        chooseNewFile(m_fitSheet, tr("Save the measuring script"), QStringLiteral("measure-gpu.py"),
                      tr("Python (*.py)"), [this](const QString& path) {
                          const Result<std::string> script =
                              readFile(QStringLiteral(":/scripts/measure-gpu.py"));
                          const Problems problems =
                              script ? saveFile(path, QByteArray::fromStdString(*script)) : script.error();
                          if (!problems.empty())
                              m_window.showMessages(tr("The script was not written."), problems);
                      });
    });
    connect(m_fitSheet, &ui::OwnGpuSheet::saveRequested, this, [this] {
        chooseNewFile(m_fitSheet, tr("Save my GPU"), QStringLiteral("my-gpu.yaml"), yamlFilter(),
                      [this](const QString& path) { writeFitted(path); });
    });
    m_fitSheet->open();
}

void MachineDesk::fitFile(const QString& path) {
    if (!m_fitSheet) return;
    const Result<std::string> text = readFile(path, kLargestDocument);
    if (!text) return m_fitSheet->showRefusal(text.error());
    m_points = path;
    m_pointsText = *text;
    m_fitSheet->setFile(QFileInfo(path).fileName());
    fit();
}

void MachineDesk::fit() {
    if (!m_fitSheet || m_points.isEmpty()) return;
    m_fitSheet->setFitting();
    OwnGpuWish wish;
    if (const GpuSpec* sheet = m_session.catalog()->gpu(m_fitSheet->sheetKey())) wish.sheet = *sheet;
    wish.like = m_fitSheet->likeKey();
    const int asked = ++m_asked;
    m_job.start({[this, asked, wish, text = m_pointsText, path = m_points.toStdString(),
                  catalog = m_session.catalog()](const std::stop_token& stop,
                                                 const Progress&) -> std::function<void()> {
                    Result<OwnGpuFit> made = fittedOwnGpu(text, path, wish, *catalog, stop);
                    return [this, asked, made = std::move(made)] {
                        if (!m_fitSheet || asked != m_asked) return;
                        m_fitted.reset();
                        if (!made) return m_fitSheet->showRefusal(made.error());
                        m_fitted = *made;
                        m_fitSheet->showFit(made->gpu, made->fit, made->problems);
                    };
                }},
                tr("Fitting a GPU"), PassesJob::Newer::Stops);
}

bool MachineDesk::write(const QString& path, const Machines& machines, QWidget* parent) {
    Machines all;
    if (QFileInfo::exists(path))
        if (const Result<std::string> text = readFile(path, kLargestDocument))
            if (Result<Machines> there = readMachines(*text, path.toStdString())) all = *std::move(there);
    replaceRows(all.gpus, machines.gpus);
    replaceRows(all.clusters, machines.clusters);
    const std::string text = (all.gpus.empty() ? std::string() : gpusText(all.gpus)) +
                             (all.clusters.empty() ? std::string() : clustersText(all.clusters));
    const Problems problems = saveFile(path, QByteArray::fromStdString(text));
    if (problems.empty()) return true;
    m_window.showMessages(tr("The machines were not saved."), problems);
    if (parent) parent->raise();
    return false;
}

void MachineDesk::writeEdited(const QString& path) {
    if (!m_editor) return;
    const Result<Machines> edited = readMachines(m_editor->fileText(), path.toStdString());
    if (!edited || !write(path, *edited, m_editor)) return;
    take(*edited);
    m_before = m_session.catalog(); // nothing to forget
    m_editor->setSaved(QFileInfo(path).fileName());
    emit saved(path);
}

void MachineDesk::writeFitted(const QString& path) {
    if (!m_fitSheet || !m_fitted) return;
    GpuSpec gpu = m_fitted->gpu;
    if (!m_fitSheet->name().isEmpty()) gpu.label = m_fitSheet->name().toStdString();
    gpu.key = items::machineKey(QString::fromStdString(gpu.label)).toStdString();
    if (gpu.key.empty() || m_shipped.count(gpu.key) > 0) gpu.key = "my-gpu";
    if (!write(path, {{gpu}, {}}, m_fitSheet)) return;
    take({{gpu}, {}});
    if (m_editor) m_before = m_session.catalog();
    use(gpu.key, tr("GPU %1").arg(QString::fromStdString(gpu.label)));
    m_fitSheet->setSaved(QFileInfo(path).fileName());
    emit saved(path);
}

} // namespace moe::app
