#pragma once
// Wires the session, the loader and files to the window.

#include "app/compare_tab.h"
#include "app/layouts_tab.h"
#include "app/load_job.h"
#include "app/session.h"
#include "ui/window/main_window.h"

namespace moe::app {

class Window : public QObject {
    Q_OBJECT
public:
    explicit Window(CatalogPtr catalog);

    ui::MainWindow& widget() { return m_window; }
    Session& session() { return m_session; }
    CompareTab& compare() { return m_compare; }
    /// Scenario files, exported figures, GPU presets, training logs and tables, told apart by ending and
    /// content.
    void openFiles(const QStringList& paths);
    /// Restores theme and layout from the settings and shows the window.
    void show();

private:
    void connectSession();
    void connectFiles();
    void openScenario(const QString& path);
    void openPreset(const QString& key);
    void applyCluster(const QString& key);
    void save(const QString& path);
    void exportFigure(const QString& viewKey);
    void applyTheme(ui::ThemeChoice choice);
    void updateTitle();

    Session m_session;
    ui::MainWindow m_window;
    CompareTab m_compare;
    LayoutsTab m_layouts;
    LoadJob m_loader;
    QString m_path; ///< of the opened scenario file; empty for a preset
    bool m_stackReady = false;
};

} // namespace moe::app
