// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/documentation.h"

#include "app/commands/command.h"
#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "models/engine/files/catalog_file.h"
#include "ui/help/documentation_window.h"

#include <QFile>

namespace moe::app {
namespace {

/// A chapter written by hand.
items::Manual written(const char* name) {
    QFile file(QStringLiteral(":/docs/%1.md").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return items::readManual(QString::fromUtf8(file.readAll()));
}

void add(items::Manual& manual, items::Manual more) {
    manual.insert(manual.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

items::ManualPart commandTable() {
    items::ManualPart table{items::ManualPart::Kind::Table, {}};
    table.rows.push_back({QStringLiteral("Command"), QStringLiteral("Does")});
    for (const Command& command : commands())
        table.rows.push_back({QStringLiteral("`moe-explorer %1`").arg(QLatin1String(command.name)),
                              QString::fromUtf8(command.summary)});
    return table;
}

} // namespace

Result<ManualResults> manualResults(const Catalog& catalog) {
    Result<std::shared_ptr<const MeasuredRuns>> runs = measuredRuns(catalog);
    if (!runs) return runs.error();
    return ManualResults{std::move(runs).value(), formulaChecks(catalog)};
}

items::Manual manual(const ManualResults* results) {
    items::Manual made = written("window");
    add(made, items::formulaChapters());
    if (const Result<std::string> text = readFile(QStringLiteral(":/gpus.yaml")))
        if (const Result<std::vector<GpuSpec>> gpus = readGpus(*text, "gpus.yaml"))
            add(made, items::gpuChapter(*gpus));
    if (results) {
        add(made, items::validationChapter(results->checks, results->runs->validation));
    } else {
        made.push_back(
            {QStringLiteral("validation"),
             QStringLiteral("Validation"),
             1,
             {{items::ManualPart::Kind::Paragraph, QStringLiteral("Evaluating the measured runs…")}}});
    }
    add(made, written("limits"));
    made.push_back(items::warningSection());
    add(made, written("files"));
    if (!made.empty()) made.back().parts.push_back(commandTable());
    return made;
}

Documentation::Documentation(ui::MainWindow& window, Session& session, QObject* parent)
    : QObject(parent), m_window(window), m_session(session) {
    connect(&window, &ui::MainWindow::documentationRequested, this, &Documentation::show);
    connect(&m_job, &PassesJob::failed, &window,
            [this](const QString& why) { m_window.showMessages(why, {}); });
}

void Documentation::show(const QString& key) {
    if (!m_shown) {
        m_shown = new ui::DocumentationWindow(&m_window);
        m_shown->setManual(manual(nullptr));
        connect(m_shown, &ui::DocumentationWindow::accountActivated, &m_window,
                [this](const QString& account) {
                    m_window.explain(account);
                    m_window.activateWindow();
                });
        connect(m_shown, &ui::DocumentationWindow::viewActivated, &m_window, [this](const QString& view) {
            m_window.showTab(view);
            m_window.activateWindow();
        });
    }
    compute();
    m_shown->showSection(key);
    m_shown->show();
    m_shown->raise();
    m_shown->activateWindow();
}

void Documentation::compute() {
    const CatalogPtr catalog = m_session.catalog();
    if (catalog == m_computed) return;
    m_computed = catalog;
    m_job.start({[this, catalog](const std::stop_token&, const Progress&) -> std::function<void()> {
                    auto results = std::make_shared<Result<ManualResults>>(manualResults(*catalog));
                    return [this, results] {
                        if (*results)
                            m_shown->setManual(manual(&results->value()));
                        else
                            m_window.showMessages(tr("The measured runs could not be evaluated."),
                                                  results->error());
                    };
                }},
                tr("Evaluating the measured runs"));
}

} // namespace moe::app
