// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/recipe_desk.h"

#include "app/files/file_chooser.h"
#include "app/files/recipe_file.h"
#include "app/files/save_file.h"
#include "models/items/words.h"
#include "ui/plots/recipe/recipe_view.h"
#include "ui/window/room_pages.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>
#include <map>

namespace moe::app {

RecipeDesk::RecipeDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session) {
    connect(&session, &Session::scenarioChanged, this, &RecipeDesk::follow);
    connect(&session, &Session::pinsChanged, this, &RecipeDesk::follow);
    connect(&m_job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
    connect(&m_job, &PassesJob::failed, this, [this](const QString& why) {
        m_window.showMessages(tr("The runs could not be read; please report it."),
                              {{.rule = say("%1", why.toStdString())}});
    });
    window.views().withEachView(this, [this](ui::ReportView& made) {
        auto* view = qobject_cast<ui::RecipeView*>(&made);
        if (!view) return;
        connect(view, &ui::RecipeView::openRequested, this, [this] {
            chooseFiles(&m_window, tr("Open runs"), tr("Runs (*.csv *.jsonl *.ndjson *.txt);;All files (*)"),
                        [this](const QStringList& paths) {
                            if (!paths.isEmpty()) openFile(paths.first());
                        });
        });
        connect(view, &ui::RecipeView::pasteRequested, this,
                [this] { paste(QGuiApplication::clipboard()->text()); });
    });
}

void RecipeDesk::openFile(const QString& path) {
    Scenario next = m_session.scenario();
    next.loss.recipe = path.toStdString();
    read({{next.loss.recipe}, {}}); // also when it is known: the file may be another by now
    if (!(next == m_session.scenario()))
        m_session.edit(next, tr("Runs of %1").arg(QFileInfo(path).fileName()));
    m_window.showTab(QStringLiteral("recipe"));
}

void RecipeDesk::paste(const QString& text) {
    if (text.trimmed().isEmpty())
        return m_window.showMessages(tr("The clipboard holds no text: copy a table with its header first."),
                                     {});
    const Result<RecipeTable> table = readRecipeRuns(text.toStdString(), tr("clipboard").toStdString());
    if (!table) return m_window.showMessages(tr("The clipboard holds no table of runs."), table.error());
    chooseNewFile(&m_window, tr("Keep the runs in"), QStringLiteral("runs.csv"), tr("Runs (*.csv *.jsonl)"),
                  [this, text](const QString& path) {
                      const Problems problems = saveFile(path, text.toUtf8());
                      if (!problems.empty())
                          return m_window.showMessages(tr("The runs were not written."), problems);
                      openFile(path);
                  });
}

void RecipeDesk::follow() {
    Named missing;
    const Catalog& catalog = *m_session.catalog();
    const auto take = [&](const Scenario& scenario) {
        const std::string& name = scenario.loss.recipe;
        if (!name.empty() && !catalog.recipes.contains(name)) missing.runs.insert(name);
        const std::string lengths = scenario.rl ? scenario.rl->lengths : std::string();
        if (!lengths.empty() && !catalog.responses.contains(lengths)) missing.lengths.insert(lengths);
    };
    take(m_session.scenario());
    take(m_session.base());
    for (const Pin& pin : m_session.pins()) take(pin.entry->content.scenario);
    const auto holds = [](const std::set<std::string>& all, const std::set<std::string>& some) {
        return std::includes(all.begin(), all.end(), some.begin(), some.end());
    };
    const bool waited = holds(m_reading.runs, missing.runs) && holds(m_reading.lengths, missing.lengths);
    if (!missing.empty() && !waited) read(std::move(missing));
}

void RecipeDesk::read(Named names) {
    m_reading.runs.merge(names.runs);
    m_reading.lengths.merge(names.lengths);
    m_job.start(
        {[this, wanted = m_reading](const std::stop_token&, const Progress&) -> std::function<void()> {
            auto tables = std::make_shared<std::map<std::string, std::shared_ptr<const RecipeTable>>>();
            for (const std::string& name : wanted.runs) (*tables)[name] = readRecipe(name);
            auto lengths = std::make_shared<std::map<std::string, std::shared_ptr<const ResponseTable>>>();
            for (const std::string& name : wanted.lengths) (*lengths)[name] = readResponseFile(name);
            return [this, tables, lengths] {
                auto catalog = std::make_shared<Catalog>(*m_session.catalog());
                for (const auto& [name, table] : *tables) {
                    catalog->recipes[name] = table;
                    m_reading.runs.erase(name);
                }
                for (const auto& [name, table] : *lengths) {
                    catalog->responses[name] = table;
                    m_reading.lengths.erase(name);
                }
                m_session.setCatalog(std::move(catalog));
            };
        }},
        tr("Reading runs"));
}

} // namespace moe::app
