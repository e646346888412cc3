// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Wires the Compare tab and the dock of pins: scenarios, files and logs beside the scenario, calibrations
// saved as GPU presets.

#include "app/session/session.h"
#include "app/work/compare_job.h"
#include "ui/window/main_window.h"

#include <functional>

namespace moe::ui {
class CompareView;
}

namespace moe::app {

class CompareTab : public QObject {
    Q_OBJECT
public:
    CompareTab(ui::MainWindow& window, Session& session, QObject* parent = nullptr);

    /// Pins them and brings the tab up.
    void add(const QStringList& paths);
    /// Pins the scenario as it is, named after what differs from the base.
    void pinScenario();
    /// Another one, such as a plan.
    void pinOther(const Scenario& scenario, const QString& name);
    CompareJob& job() { return m_job; }
    const CompareJob& job() const { return m_job; }
    /// Writes the preset, loads it, and tells the view; problems are shown.
    void savePreset(const QString& path, const QByteArray& yaml);

signals:
    void presetLoaded(const QString& path);

private:
    void connectCompare(ui::CompareView* compare);
    void connectPins();
    void addOnly(const QStringList& paths); ///< what was said of files opened before is out of date
    void pinEntries(const std::vector<EntryPtr>& entries);
    void removePin(int index);
    void changePin(int index, const QString& what, const std::function<void(Pin&)>& change);
    void showPins(const std::vector<ColumnPtr>& columns);

    ui::MainWindow& m_window;
    Session& m_session;
    CompareJob m_job;
};

} // namespace moe::app
