// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window.h"

#include "app/commands/scenario_options.h"
#include "app/files/file_chooser.h"
#include "app/files/file_kinds.h"
#include "app/files/recipe_file.h"
#include "app/files/save_file.h"
#include "app/window/language_setting.h"
#include "app/window/theme_setting.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/logs/foreign.h"
#include "models/engine/overview/overview.h"
#include "models/engine/scenario/edits/repair.h"
#include "models/engine/scenario/fields.h"
#include "models/items/words.h"
#include "ui/export/view_choices.h"
#include "ui/form/value_text.h"
#include "ui/window/room_pages.h"

#include <QFileInfo>
#include <QPixmapCache>
#include <QScreen>
#include <QSettings>
#include <QTimer>

namespace moe::app {

/// Goes before the widgets: the theme, which would dress every one of them again, and the first scenario,
/// which is computed while they are built.
static std::shared_ptr<Session> begun(const CatalogPtr& catalog) {
    setTheme(savedTheme());
    auto session = std::make_shared<Session>(catalog);
    if (const ScenarioPreset* preset = catalog->preset(kStartPreset)) session->open(preset->scenario, {});
    return session;
}

Window::Window(const ShippedCatalog& shipped) : Window(shipped, begun(shipped.catalog)) {}

Window::Window(const ShippedCatalog& shipped, std::shared_ptr<Session> session)
    : m_held(std::move(session)),
      m_session(*m_held),
      m_window(m_session.undoStack()),
      m_compare(m_window, m_session),
      m_figures(m_window, m_session, m_compare),
      m_reports(m_window, m_session, m_figures),
      m_answers(m_window),
      m_overview(m_window, m_session),
      m_palette(m_window, m_session),
      m_sentence(m_window, m_session, m_figures),
      m_imports(m_window, m_session),
      m_machines(m_window, m_session),
      m_recipes(m_window, m_session),
      m_profiles(m_window, m_session),
      m_mine(m_window, m_session),
      m_splits(m_window, m_session),
      m_plans(m_window, m_session),
      m_boards(m_window, m_session, m_figures, m_compare),
      m_documentation(m_window, m_session) {
    // Qt counts a piece of a control as a kibibyte, whatever its name and its painter take, and keeps ten
    // thousand of them: of every size, colour and state that a window ever had.
    constexpr int kPiecesKiB = 2048;
    QPixmapCache::setCacheLimit(kPiecesKiB);
    m_window.setLessons(shipped.lessons);
    m_window.setCatalog(m_session.catalog());
    connectSession();
    connectFiles();
    m_window.setScenario(m_session.scenario(), m_session.base());
    showSide();
    m_window.setProblems(m_session.problems());
    m_window.setDerived(m_session.derived());
    m_window.setBusy(m_session.busy());
    updateTitle();
    m_window.views().withEachView(this, [this](const ui::ReportView& view) {
        m_freshChoices[view.objectName()] = ui::viewChoices(view);
    });
}

Window::Window(const ShippedCatalog& shipped, Work work) : Window(shipped, work.session) {
    if (m_session.report()) m_window.setReport(m_session.report(), 0);
    if (m_session.baseReport()) m_window.setBase(m_session.baseReport());
    emit m_session.pinsChanged();
    m_tables = std::move(work.tables);
    m_figures.rememberData(m_tables);
    m_path = work.path;
    m_onDisk = std::move(work.onDisk);
    m_sessionOnDisk = std::move(work.sessionOnDisk);
    m_sessionPath = work.sessionPath;
    m_savedSession = std::move(work.savedSession);
    m_viewsToRestore = std::move(work.views);
    m_found = std::move(work.found);
    m_autosave = std::move(work.autosave);
    m_window.setLockedKnobs(work.locks);
    m_window.setLanguageChoice(savedLanguage());
    m_window.setThemeChoice(savedTheme());
    m_window.setRecentFiles(QSettings().value(QStringLiteral("files/recent")).toStringList());
    m_window.restoreGeometry(work.geometry);
    m_window.showTab(work.tab);
    if (m_session.report()) restoreViews();
    if (m_autosave) keepWork();
    offerRecovery();
    if (!work.loading.isEmpty()) openEach(work.loading);
    updateTitle();
}

Window::Work Window::handOver() {
    std::vector<SessionView> views = m_viewsToRestore.empty() ? chosenViews() : std::move(m_viewsToRestore);
    return {m_held,
            m_tables,
            m_loading,
            m_path,
            m_sessionPath,
            m_window.currentViewKey(),
            m_onDisk,
            m_sessionOnDisk,
            std::move(m_savedSession),
            std::move(views),
            m_window.lockedKnobs(),
            m_window.saveGeometry(),
            std::move(m_autosave),
            std::move(m_found)};
}

void Window::connectSession() {
    connect(&m_session, &Session::scenarioChanged, &m_window, [this] {
        m_window.setScenario(m_session.scenario(), m_session.base());
        showSide();
        updateTitle();
    });
    connect(&m_window, &ui::MainWindow::sideChosen, &m_session, &Session::setSide);
    connect(&m_session, &Session::problemsChanged, &m_window, &ui::MainWindow::setProblems);
    connect(&m_session, &Session::derivedChanged, &m_window, &ui::MainWindow::setDerived);
    connect(&m_session, &Session::reportChanged, &m_window, &ui::MainWindow::setReport);
    connect(&m_session, &Session::reportChanged, this, &Window::restoreViews);
    connect(&m_session, &Session::baseChanged, &m_window, &ui::MainWindow::setBase);
    connect(&m_session, &Session::busyChanged, &m_window, &ui::MainWindow::setBusy);
    connect(&m_session, &Session::catalogChanged, &m_window,
            [this] { m_window.setCatalog(m_session.catalog()); });
    connect(&m_session, &Session::failed, &m_window, [this](const QString& text) {
        m_window.showMessages(tr("This scenario could not be computed; please report it."),
                              {{.rule = say("%1", text.toStdString())}});
    });
    connect(&m_window, &ui::MainWindow::edited, this, &Window::takeEdit);
    connect(&m_window, &ui::MainWindow::presetChosen, this, &Window::openPreset);
    connect(&m_window, &ui::MainWindow::clusterChosen, this, &Window::applyCluster);
    connect(&m_window, &ui::MainWindow::themeChosen, this, &Window::applyTheme);
    connect(&m_window, &ui::MainWindow::languageChosen, this, [this](ui::LanguageChoice choice) {
        if (choice == savedLanguage()) return;
        setLanguage(choice);
        emit languageChanged();
    });
}

void Window::takeEdit(const Scenario& next, const QString& what, int gesture, bool live) {
    const Scenario& shown = m_session.scenario();
    if (gesture < 0 || gesture != m_gesture) {
        m_gestureStart = shown;
        m_gestureKeys.clear();
    }
    m_gesture = gesture;
    for (const Field& field : fields())
        if (field.get(shown) != field.get(next)) m_gestureKeys.insert(field.key);
    Scenario wanted = m_gestureStart;
    for (const std::string& key : m_gestureKeys) {
        const Field* field = findField(key);
        if (!field->set(wanted, field->get(next))) return m_session.edit(next, what, gesture, live);
    }
    // Parts that were added or taken away are more than their fields.
    if (m_gestureStart == shown && !(wanted == next)) return m_session.edit(next, what, gesture, live);
    QStringList moved;
    std::vector<std::string> keys;
    for (const Cure& cure : followers(m_gestureStart, wanted, *m_session.catalog(), m_window.lockedKnobs())) {
        const Field* field = findField(cure.key);
        const FieldValue before = field->get(wanted);
        if (!setField(wanted, cure.key, cure.value).empty()) continue;
        keys.push_back(cure.key);
        moved << QStringLiteral("%1 %2 → %3")
                     .arg(items::tableText(field->label), ui::valueText(*field, before, QLocale()),
                          ui::valueText(*field, field->get(wanted), QLocale()));
    }
    m_session.edit(wanted, moved.isEmpty() ? what : tr("%1 (with %2)").arg(what, moved.join(tr(", "))),
                   gesture, live);
    m_window.showFollowers(moved, keys);
}

void Window::connectFiles() {
    m_window.on(ui::Request::Open, this, [this] {
        chooseFiles(&m_window, tr("Open"),
                    // What a file is, is told by what is in it.
                    tr("All files (*);;What the program reads (%1)").arg(fileEndings()),
                    [this](const QStringList& paths) { openFiles(paths); });
    });
    connect(&m_window, &ui::MainWindow::loadTablesRequested, this, [this](bool folder) {
        if (folder)
            chooseFolder(&m_window, tr("Folder of published tables"),
                         [this](const QString& path) { openFiles({path}); });
        else
            chooseFiles(&m_window, tr("Load tables"),
                        tr("Tables (%1);;All files (*)").arg(fileEndings({FileDoor::Tables})),
                        [this](const QStringList& paths) { openFiles(paths); });
    });
    connect(&m_window, &ui::MainWindow::filesDropped, this, &Window::openFiles);
    connect(&m_window, &ui::MainWindow::modelPasted, this, [this](const QString& text) {
        m_window.clearOpening();
        m_imports.openText(text.toStdString(), tr("the pasted model"));
    });
    connect(&m_imports, &ImportDesk::taken, this, [this](const QString& path) {
        m_path.clear(); // what is saved is no config.json
        m_window.clearFilter();
        m_window.clearOpening();
        if (!path.isEmpty()) remember(path);
        updateTitle();
    });
    connect(&m_mine, &MineDesk::saved, this, [this](const QString& path) {
        if (!m_tables.contains(path)) m_tables << path; // a session finds its GPU there
        m_figures.rememberData(m_tables);
        remember(path);
    });
    connect(&m_machines, &MachineDesk::saved, this, [this](const QString& path) { openFiles({path}); });
    m_window.on(ui::Request::Cancel, &m_loader, &LoadJob::cancel);
    m_window.on(ui::Request::Save, this, [this] { save(m_path); });
    m_window.on(ui::Request::SaveAs, this, [this] { save(QString()); });
    m_window.on(ui::Request::SaveSession, this, &Window::saveSession);
    m_window.on(ui::Request::CompareSession, this, [this] {
        chooseFiles(&m_window, tr("Difference from a session"), tr("Session (*.yaml *.yml)"),
                    [this](const QStringList& paths) { compareSession(paths.value(0)); });
    });
    connect(&m_window, &ui::MainWindow::closing, this, &Window::end);
    connect(&m_window, &ui::MainWindow::exportTableRequested, this,
            [this](const QString& name, const std::function<bool(QIODevice&)>& writer) {
                chooseNewFile(&m_window, tr("Export table"), name, tr("CSV (*.csv)"),
                              [this, writer](const QString& path) {
                                  const Problems problems = saveFile(path, writer);
                                  if (!problems.empty())
                                      m_window.showMessages(tr("The table was not written."), problems);
                              });
            });
    connectTables();
}

void Window::connectTables() {
    connect(&m_loader, &LoadJob::progress, &m_window, &ui::MainWindow::setLoading);
    connect(&m_loader, &LoadJob::cancelled, &m_window, [this] { m_window.setLoading(0, 0, {}); });
    connect(&m_loader, &LoadJob::finished, this, [this](const LoadOutcome& outcome) {
        m_window.setLoading(0, 0, {});
        if (outcome.tables > 0) {
            m_session.setCatalog(outcome.catalog);
            for (const QString& path : std::exchange(m_loading, {}))
                if (!m_tables.contains(path)) m_tables << path;
            m_figures.rememberData(m_tables);
            for (const QString& path : m_tables) remember(path);
        }
        if (!outcome.problems.empty())
            m_window.showOpening(
                tr("Tables loaded: %1. Problems: %2.").arg(outcome.tables).arg(outcome.problems.size()),
                outcome.problems);
        if (outcome.seconds.isEmpty()) return;
        m_window.addChoice(tr("Read the times as seconds"), [this, paths = outcome.seconds] {
            m_loader.start(
                paths, [this] { return m_session.catalog(); }, ProfileTimes::InSeconds);
        });
    });
    m_window.on(ui::Request::PublishedTables, this, [this] {
        chooseFolder(&m_window, tr("Folder for the published tables"), [this](const QString& folder) {
            m_download.start(folder, TableDownload::server(), publishedTables());
        });
    });
    m_window.on(ui::Request::Cancel, &m_download, &TableDownload::cancel);
    connect(&m_download, &TableDownload::progress, &m_window, &ui::MainWindow::setLoading);
    connect(&m_download, &TableDownload::finished, this,
            [this](const QString& folder, int complete, const Problems& problems) {
                m_window.setLoading(0, 0, {});
                if (!problems.empty())
                    m_window.showOpening(tr("Published tables in the folder: %1.").arg(complete), problems);
                if (complete > 0) openEach({folder});
            });
}

void Window::openFiles(const QStringList& paths) {
    m_window.clearOpening();
    openEach(paths);
}

void Window::openAs(const QString& path, QStringList& tables, QStringList& logs, QStringList& mine) {
    const FileKind* kind = fileKindOf(FileHead(path));
    switch (kind ? kind->door : FileDoor::Tables) {
    case FileDoor::Session: return openSession(path);
    case FileDoor::Board: return m_boards.openFile(path);
    case FileDoor::Tables: tables << path; return;
    case FileDoor::Profile: return m_profiles.openFile(path);
    case FileDoor::Model: return m_imports.openFile(path);
    case FileDoor::Scenario: return openScenario(path);
    case FileDoor::Log: logs << path; return;
    case FileDoor::Recipe: return m_recipes.openFile(path);
    case FileDoor::Mine: mine << path; return;
    case FileDoor::Fitted: return openFitted(path);
    case FileDoor::Lesson: return openLesson(path);
    case FileDoor::Nowhere: break;
    }
    m_window.showOpening(
        tr("%1 was not opened; the window keeps what it had.").arg(QFileInfo(path).fileName()),
        {{.source = path.toStdString(), .rule = say("is for the command %1 (%2)", kind->use, kind->name)}});
}

void Window::openLesson(const QString& path) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    const Result<Lesson> lesson =
        text ? readLessonFile(*text, path.toStdString()) : Result<Lesson>(text.error());
    if (!lesson)
        return m_window.showOpening(
            tr("%1 was not opened; the window keeps what it had.").arg(QFileInfo(path).fileName()),
            lesson.error());
    m_window.readLesson(*lesson);
    watchLesson(path);
    remember(path);
}

void Window::watchLesson(const QString& path) {
    m_lessonFile.disconnect(this);
    if (const QStringList before = m_lessonFile.files(); !before.isEmpty()) m_lessonFile.removePaths(before);
    m_lessonFile.addPath(path);
    connect(&m_lessonFile, &QFileSystemWatcher::fileChanged, this, [this, path] {
        // Editors write another file and give it the name; it may not be there yet.
        constexpr int kWrittenMs = 150;
        QTimer::singleShot(kWrittenMs, this, [this, path] {
            if (!m_lessonFile.files().contains(path)) m_lessonFile.addPath(path);
            const Result<std::string> text = readFile(path, kLargestDocument);
            const Result<Lesson> lesson =
                text ? readLessonFile(*text, path.toStdString()) : Result<Lesson>(text.error());
            if (!lesson)
                return m_window.showOpening(tr("The lesson is shown as it was; its file has problems:"),
                                            lesson.error());
            m_window.clearOpening();
            m_window.rewriteLesson(*lesson);
        });
    });
}

void Window::openFitted(const QString& path) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    const Result<MineFile> mine = text ? readMine(*text, path.toStdString()) : Result<MineFile>(text.error());
    if (!mine)
        return m_window.showOpening(
            tr("%1 was not opened; the window keeps what it had.").arg(QFileInfo(path).fileName()),
            mine.error());
    // Its GPU at once: the scenario names it.
    if (const LoadOutcome loaded = loadTables({path}, m_session.catalog()); loaded.tables > 0)
        m_session.setCatalog(loaded.catalog);
    if (!m_tables.contains(path)) m_tables << path;
    m_figures.rememberData(m_tables);
    remember(path);
    if (!mine->scenario) return;
    m_path.clear(); // what is saved is no fit
    m_window.clearFilter();
    m_session.open(*mine->scenario, tr("Open %1").arg(QFileInfo(path).fileName()));
    updateTitle();
}

void Window::openEach(const QStringList& paths) {
    QStringList tables, logs, mine;
    for (const QString& path : paths) {
        if (const QFileInfo info(path); info.exists() && !info.isDir() && !isOrdinaryFile(path))
            m_window.showOpening(
                tr("%1 was not opened; the window keeps what it had.").arg(info.fileName()),
                {{.source = path.toStdString(), .rule = say("must be a file, is a device or a pipe")}});
        else
            openAs(path, tables, logs, mine);
    }
    if (!logs.isEmpty()) m_compare.add(logs);
    if (!mine.isEmpty()) m_mine.add(mine);
    if (tables.isEmpty()) return;
    m_loading += tables;
    m_loader.start(tables, [this] { return m_session.catalog(); });
}

std::string Window::fingerprint(const QString& path) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    return text ? sha256(*text) : std::string();
}

void Window::openScenario(const QString& path) {
    const Result<std::string> text = scenarioTextOf(path);
    const Result<Scenario> scenario =
        text ? scenarioOfText(*text, path, *m_session.catalog(), Between::Unchecked)
             : Result<Scenario>(text.error());
    if (!scenario) {
        m_window.showOpening(
            tr("%1 was not opened; the window keeps what it had.").arg(QFileInfo(path).fileName()),
            scenario.error());
        return;
    }
    m_window.clearFilter();
    // Save must not write over a figure, nor over another program's file.
    m_path = looksLikeFigure(path) || !foreignKind(*text).empty() ? QString() : path;
    m_onDisk = fingerprint(path);
    m_figures.remember({path, *scenario});
    m_session.open(*scenario, tr("Open %1").arg(QFileInfo(path).fileName()));
    remember(path);
    updateTitle();
}

void Window::openPreset(const QString& key) {
    const ScenarioPreset* preset = m_session.catalog()->preset(key.toStdString());
    if (!preset) return;
    m_path.clear();
    m_window.clearFilter();
    m_window.clearOpening();
    m_session.open(preset->scenario, tr("Open preset %1").arg(items::tableText(preset->label)));
    updateTitle();
}

void Window::applyCluster(const QString& key) {
    for (const ClusterPreset& cluster : m_session.catalog()->clusters) {
        if (cluster.key != key.toStdString()) continue;
        Scenario next = m_session.scenario();
        Problems problems;
        for (const auto& [field, text] : cluster.set) append(problems, setField(next, field, text));
        if (problems.empty()) m_session.edit(next, tr("Cluster %1").arg(items::tableText(cluster.label)));
    }
}

void Window::save(const QString& known) {
    if (!known.isEmpty() && QFileInfo::exists(known) && fingerprint(known) != m_onDisk) {
        m_window.showMessages(
            tr("%1 was changed by another program, and was not saved.").arg(QFileInfo(known).fileName()), {});
        m_window.addChoice(tr("Overwrite"), [this, known] { writeScenario(known); });
        m_window.addChoice(tr("Save as…"), [this] { save(QString()); });
        m_window.addChoice(tr("Open it"), [this, known] { openScenario(known); });
        return;
    }
    if (!known.isEmpty()) return writeScenario(known);
    chooseNewFile(&m_window, tr("Save scenario"), QStringLiteral("scenario.moe.yaml"),
                  tr("Scenario (*.yaml *.yml)"), [this](const QString& path) { writeScenario(path); });
}

void Window::writeScenario(const QString& path) {
    const Problems problems = saveFile(path, QByteArray::fromStdString(scenarioText(m_session.scenario())));
    if (!problems.empty()) {
        m_window.showMessages(tr("The scenario was not saved."), problems);
        return;
    }
    m_path = path;
    m_onDisk = fingerprint(path);
    m_figures.remember({path, m_session.scenario()});
    m_session.markSaved();
    remember(path);
    updateTitle();
}

void Window::openStart() {
    const std::optional<Scenario> scenario = overviewStart(*m_session.catalog());
    if (!scenario) return;
    m_session.open(*scenario, {});
    m_session.undoStack()->clear(); // it is nobody's edit
    m_window.enterRoom(items::Room::Overview);
}

void Window::applyTheme(ui::ThemeChoice choice) {
    setTheme(choice);
    m_window.setThemeChoice(choice);
}

void Window::showSide() {
    m_window.setSide(shownSide(m_session.shown()));
}

void Window::updateTitle() {
    const QString name =
        m_path.isEmpty() ? QString::fromStdString(m_session.scenario().name) : QFileInfo(m_path).fileName();
    m_window.setDocument(name, m_session.modified());
}

void Window::show() {
    QSettings settings;
    applyTheme(savedTheme());
    m_window.setLanguageChoice(savedLanguage());
    m_window.setRecentFiles(settings.value(QStringLiteral("files/recent")).toStringList());
    if (!m_window.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray()))
        m_window.fitInto(m_window.screen()->availableGeometry().size());
    m_window.show();
    const QString known = QStringLiteral("window/tourOffered");
    if (settings.value(known).toBool()) return;
    settings.setValue(known, true);
    m_window.showMessages(tr("New here? This is an example to play with; a tour takes three minutes."), {});
    m_window.addChoice(tr("Take the tour"), [this] { m_window.startLesson(QStringLiteral("tour")); });
}

} // namespace moe::app
