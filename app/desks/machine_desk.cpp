// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/machine_desk.h"

#include "app/files/catalog_loader.h"
#include "app/files/file_chooser.h"
#include "app/files/save_file.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"
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
    window.on(ui::Request::Machines, this, &MachineDesk::openEditor);
    window.on(ui::Request::OwnGpu, this, &MachineDesk::openFit);
    connect(&session, &Session::reportChanged, this, &MachineDesk::tellResult);
    connect(&m_job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
    connect(&m_job, &PassesJob::failed, this, [this](const QString& why) {
        if (m_fitSheet) m_fitSheet->showRefusal({{.rule = say("%1", why.toStdString())}});
    });
}

void MachineDesk::openEditor() {
    if (m_editor && m_editor->isVisible()) return m_editor->raise();
    m_before = m_session.catalog();
    m_scenarioBefore = m_session.scenario();
    m_reportBefore = m_session.report();
    m_drafts.clear();
    m_editor = new ui::MachineEditor(*m_before, m_shipped, m_scenarioBefore.gpu.preset, &m_window);
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
    if (!m_editor->sheet()->isChanged() || (!gpu && !cluster)) return;
    const std::string key = gpu ? gpu->key : cluster->key;
    m_drafts.insert(key);
    take({gpu ? std::vector{*gpu} : std::vector<GpuSpec>{},
          cluster ? std::vector{*cluster} : std::vector<ClusterPreset>{}});
    if (gpu) {
        const bool wasUsed = m_drafts.contains(m_session.scenario().gpu.preset);
        if (m_editor->isUsed())
            use(key, tr("GPU %1").arg(QString::fromStdString(gpu->label)));
        else if (wasUsed)
            use(m_scenarioBefore.gpu.preset, tr("GPU as before"));
    } else if (m_editor->isUsed()) {
        Scenario next = m_session.scenario();
        Problems problems;
        for (const auto& [field, text] : cluster->set) append(problems, setField(next, field, text));
        if (problems.empty() && !(next == m_session.scenario()))
            m_session.edit(next, tr("Cluster %1").arg(QString::fromStdString(cluster->label)));
    }
    std::set<std::string> kept;
    for (const std::string& held : m_editor->unsavedKeys()) kept.insert(held);
    dropDrafts(kept);
}

void MachineDesk::forget() {
    if (m_drafts.empty()) return;
    Scenario next = m_session.scenario();
    next.gpu = m_scenarioBefore.gpu;
    next.cluster = m_scenarioBefore.cluster;
    if (!(next == m_session.scenario())) m_session.edit(next, tr("Machine as before"));
    dropDrafts({});
}

void MachineDesk::dropDrafts(const std::set<std::string>& but) {
    auto catalog = std::make_shared<Catalog>(*m_session.catalog());
    const auto drop = [](auto& rows, const auto& before, const std::string& key) {
        const auto same = [&](const auto& row) { return row.key == key; };
        const auto old = std::find_if(before.begin(), before.end(), same);
        const auto now = std::find_if(rows.begin(), rows.end(), same);
        if (now == rows.end()) return;
        if (old == before.end())
            rows.erase(now);
        else
            *now = *old;
    };
    bool any = false;
    for (auto draft = m_drafts.begin(); draft != m_drafts.end();) {
        if (but.contains(*draft)) {
            ++draft;
            continue;
        }
        drop(catalog->gpus, m_before->gpus, *draft);
        drop(catalog->clusters, m_before->clusters, *draft);
        draft = m_drafts.erase(draft);
        any = true;
    }
    if (any) m_session.setCatalog(std::move(catalog));
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
    if (m_fitSheet && m_fitSheet->isVisible()) return m_fitSheet->raise();
    m_fitted.reset();
    m_points.clear();
    // One that is closed goes soon, and would take the sheet along.
    const bool edits = m_editor && m_editor->isVisible();
    QWidget* above = edits ? static_cast<QWidget*>(m_editor) : &m_window;
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
                    const Result<OwnPoints> points = readOwnPoints(text, path);
                    Result<OwnGpuFit> made =
                        points ? ownGpuFit(*points, wish, *catalog, [&stop] { return stop.stop_requested(); })
                               : Result<OwnGpuFit>(points.error());
                    return [this, asked, made = std::move(made)] {
                        if (!m_fitSheet || asked != m_asked) return;
                        m_fitted.reset();
                        if (!made) return m_fitSheet->showRefusal(made.error());
                        m_fitted = *made;
                        m_fitSheet->showFit(made->fit, made->problems);
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
    m_scenarioBefore = m_session.scenario();
    m_drafts.clear();
    m_editor->setSaved(QFileInfo(path).fileName());
    emit saved(path);
}

void MachineDesk::writeFitted(const QString& path) {
    if (!m_fitSheet || !m_fitted) return;
    GpuSpec gpu = m_fitted->gpu;
    if (!m_fitSheet->name().isEmpty()) gpu.label = m_fitSheet->name().toStdString();
    gpu.key = items::machineKey(QString::fromStdString(gpu.label)).toStdString();
    if (gpu.key.empty() || m_shipped.contains(gpu.key)) gpu.key = "my-gpu";
    if (!write(path, {{gpu}, {}}, m_fitSheet)) return;
    take({{gpu}, {}});
    if (m_editor) m_before = m_session.catalog();
    use(gpu.key, tr("GPU %1").arg(QString::fromStdString(gpu.label)));
    m_fitSheet->setSaved(QFileInfo(path).fileName());
    emit saved(path);
}

} // namespace moe::app
