#pragma once
// Wires the Compare tab: files and logs beside the scenario, the measured runs, calibrations saved as GPU
// presets.

#include "app/compare_job.h"
#include "app/session.h"
#include "ui/window/main_window.h"

namespace moe::app {

class CompareTab : public QObject {
    Q_OBJECT
public:
    CompareTab(ui::MainWindow& window, Session& session, QObject* parent = nullptr);

    /// Puts them beside the scenario and brings the tab up.
    void add(const QStringList& paths);
    CompareJob& job() { return m_job; }
    const CompareJob& job() const { return m_job; }
    /// Writes the preset, loads it, and tells the view; problems are shown.
    void savePreset(const QString& path, const QByteArray& yaml);

signals:
    void presetLoaded(const QString& path);

private:
    ui::MainWindow& m_window;
    Session& m_session;
    CompareJob m_job;
};

} // namespace moe::app
