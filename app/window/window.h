// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Wires the session, the loader and files to the window.

#include "app/commands/documentation.h"
#include "app/desks/answer_desk.h"
#include "app/desks/board_desk.h"
#include "app/desks/compare_tab.h"
#include "app/desks/figure_export.h"
#include "app/desks/import_desk.h"
#include "app/desks/machine_desk.h"
#include "app/desks/mine_desk.h"
#include "app/desks/overview_desk.h"
#include "app/desks/palette_desk.h"
#include "app/desks/plan_desk.h"
#include "app/desks/profile_desk.h"
#include "app/desks/recipe_desk.h"
#include "app/desks/report_export.h"
#include "app/desks/sentence_desk.h"
#include "app/desks/split_desk.h"
#include "app/files/catalog_loader.h"
#include "app/files/published_tables.h"
#include "app/session/autosave.h"
#include "app/session/session.h"
#include "app/work/load_job.h"
#include "models/engine/files/session_file.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"

#include <QFileSystemWatcher>
#include <QHash>

#include <set>

namespace moe::app {

class Window : public QObject {
    Q_OBJECT
public:
    /// What outlives the widgets: the work with its history, what is open, how it is looked at.
    struct Work {
        std::shared_ptr<Session> session;
        QStringList tables, loading;
        QString path, sessionPath, tab;
        std::string onDisk, sessionOnDisk;
        SessionFile savedSession;
        std::vector<SessionView> views;
        std::vector<std::string> locks;
        QByteArray geometry;
        std::unique_ptr<Autosave> autosave;
        std::vector<Autosave::Found> found;
    };
    explicit Window(const ShippedCatalog& shipped);
    /// In the language that is installed by now.
    Window(const ShippedCatalog& shipped, Work work);
    /// For the window that takes this one's place; nothing is to be done with this one any more.
    Work handOver();

    ui::MainWindow& widget() { return m_window; }
    Session& session() { return m_session; }
    CompareTab& compare() { return m_compare; }
    FigureExport& figures() { return m_figures; }
    ReportExport& reports() { return m_reports; }
    SentenceDesk& sentence() { return m_sentence; }
    ImportDesk& imports() { return m_imports; }
    PlanDesk& plans() { return m_plans; }
    MachineDesk& machines() { return m_machines; }
    RecipeDesk& recipes() { return m_recipes; }
    PaletteDesk& palette() { return m_palette; }
    BoardDesk& boards() { return m_boards; }
    ProfileDesk& profiles() { return m_profiles; }
    MineDesk& mine() { return m_mine; }
    SplitDesk& splits() { return m_splits; }
    Documentation& documentation() { return m_documentation; }
    /// Scenario files, exported figures, GPU presets, training logs and tables, told apart by ending and
    /// content.
    void openFiles(const QStringList& paths);
    /// Restores theme and layout from the settings and shows the window.
    void show();
    /// What the program begins with where no file is named: one MoE with all three answers, on its Overview.
    void openStart();
    /// The whole piece of work, and how it is looked at, as a session file holds it.
    QByteArray sessionBytes() const;
    /// Saved there; what another window wrote meanwhile is overwritten only when asked for.
    void keepSession(const QString& path);
    /// What became another between a saved session and this one, in a sheet.
    void compareSession(const QString& path);
    /// From now on the work is kept on disk; what an earlier run left unsaved is offered.
    void startAutosave(const QString& folder);

signals:
    /// Another language was chosen: another window has to take this one's place.
    void languageChanged();

private:
    Window(const ShippedCatalog& shipped, std::shared_ptr<Session> session);
    void keepWork(); ///< touches the autosave
    /// An edit of the user's, with the knobs that follow it.
    void takeEdit(const Scenario& next, const QString& what, int gesture, bool live);
    void connectSession();
    void connectFiles();
    void connectTables();
    void openEach(const QStringList& paths); ///< with what was said of the others opened along
    void openScenario(const QString& path);
    void openFitted(const QString& path);
    void openLesson(const QString& path);
    void watchLesson(const QString& path);
    void openSession(const QString& path);
    /// As its kind says; tables and logs are gathered, to be read together.
    void openAs(const QString& path, QStringList& tables, QStringList& logs, QStringList& mine);
    void restore(const QByteArray& text, const QString& source, const QString& what);
    void saveSession();
    void writeSession(const QString& path);
    static std::string fingerprint(const QString& path); ///< empty for what cannot be read
    /// Without how it is looked at: that alone is no work to be kept.
    SessionFile sessionFile() const;
    std::vector<SessionView> chosenViews() const;
    /// Once the restored scenario is drawn: what was chosen of its pictures.
    void restoreViews();
    void offerRecovery();
    /// To restore or discard one piece of unsaved work; a damaged one can be discarded only.
    ui::MessageOffer offerOf(const Autosave::Found& found);
    void remember(const QString& path);
    void end();
    void openPreset(const QString& key);
    void applyCluster(const QString& key);
    /// To `path`, which another program may have changed since; empty asks for one.
    void save(const QString& path);
    void writeScenario(const QString& path);
    void applyTheme(ui::ThemeChoice choice);
    void updateTitle();
    void showSide();

    std::shared_ptr<Session> m_held;
    Session& m_session;
    ui::MainWindow m_window;
    CompareTab m_compare;
    FigureExport m_figures;
    ReportExport m_reports;
    AnswerDesk m_answers;
    OverviewDesk m_overview;
    PaletteDesk m_palette;
    SentenceDesk m_sentence;
    ImportDesk m_imports;
    MachineDesk m_machines;
    RecipeDesk m_recipes;
    ProfileDesk m_profiles;
    MineDesk m_mine;
    SplitDesk m_splits;
    PlanDesk m_plans;
    BoardDesk m_boards;
    Documentation m_documentation;
    LoadJob m_loader;
    TableDownload m_download;
    QStringList m_loading;           ///< tables asked for
    QStringList m_tables;            ///< loaded, as they were named
    QString m_path;                  ///< of the opened scenario file; empty for a preset
    std::string m_onDisk;            ///< fingerprint of what was last read from or written to it
    QFileSystemWatcher m_lessonFile; ///< of the lesson being read, whose author may be writing it
    QString m_sessionPath;           ///< of the opened or saved session; empty before
    std::string m_sessionOnDisk;     ///< m_onDisk's of it
    SessionFile m_savedSession;
    QHash<QString, QStringList> m_freshChoices; ///< of every view, before anything was chosen
    std::vector<SessionView> m_viewsToRestore;
    std::unique_ptr<Autosave> m_autosave;
    QString m_discarding;                 ///< path of the unsaved work that is about to be discarded
    std::vector<Autosave::Found> m_found; ///< unsaved work of earlier runs, not dealt with yet
    /// Of the gesture that runs: the scenario before it, and the keys it changed. What follows is of these
    /// alone, so that a slider that comes back brings all of it back.
    int m_gesture = -1;
    Scenario m_gestureStart;
    std::set<std::string> m_gestureKeys;
};

} // namespace moe::app
