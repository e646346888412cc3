// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Machines of one's own: the editor of GPUs and clusters, and a GPU fitted to measured points. What is typed
// is in the catalogue at once, so that the window follows; a file holds it once it is saved.

#include "app/session/session.h"
#include "app/work/passes_job.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/fit/own_gpu_choice.h"
#include "ui/machines/machine_editor.h"
#include "ui/machines/own_gpu_sheet.h"
#include "ui/window/main_window.h"

#include <QPointer>

#include <set>

namespace moe::app {

class MachineDesk : public QObject {
    Q_OBJECT
public:
    /// The session's catalogue holds what is shipped and no more.
    MachineDesk(ui::MainWindow& window, Session& session);

    void openEditor();
    void openFit();
    ui::MachineEditor* editor() const { return m_editor; }
    ui::OwnGpuSheet* fitSheet() const { return m_fitSheet; }

    /// Points of a file, fitted on the worker.
    void fitFile(const QString& path);
    /// Writes what the editor holds, or the fitted GPU; machines of an existing file that are not ours stay.
    void writeEdited(const QString& path);
    void writeFitted(const QString& path);

signals:
    void saved(const QString& path); ///< to be loaded as tables are

private:
    void follow();
    void forget();
    void take(const Machines& machines);
    /// Out of the catalogue again, which gets back what it had under these keys.
    void dropDrafts(const std::set<std::string>& but);
    void use(const std::string& gpu, const QString& what);
    void tellResult();
    void fit();
    /// Problems are shown.
    bool write(const QString& path, const Machines& machines, QWidget* parent);

    ui::MainWindow& m_window;
    Session& m_session;
    std::set<std::string> m_shipped;
    QPointer<ui::MachineEditor> m_editor;
    QPointer<ui::OwnGpuSheet> m_fitSheet;
    // While the editor is open: what was there before, and keys of the sheets that no file holds yet.
    CatalogPtr m_before;
    Scenario m_scenarioBefore;
    ReportPtr m_reportBefore;
    std::set<std::string> m_drafts;
    QString m_points;
    std::string m_pointsText;
    std::optional<OwnGpuFit> m_fitted;
    int m_asked = 0;
    PassesJob m_job; // last: its thread uses the rest
};

} // namespace moe::app
