// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/import_desk.h"

#include "app/files/catalog_loader.h"
#include "models/engine/files/scenario_file.h"
#include "models/items/words.h"

#include <QDir>
#include <QFileInfo>

namespace moe::app {
namespace {

const QString kAnyConfig = QStringLiteral("config");
/// Bytes of a configuration that names no architecture, as params.json does, at most.
constexpr std::size_t kLargestUnnamed = std::size_t{32} * 1024;

Result<std::pair<ModelConfigReading, Scenario>> modelOf(const std::string& text, const std::string& source) {
    const Problem other{.source = source,
                        .line = 1,
                        .column = 1,
                        .rule = say("must be the config.json of a model: model_type or architectures is "
                                    "missing")};
    // Whatever was copied last may be pasted: a whole table is not read to find that it is no model.
    const auto names = [&](const char* key) { return text.find(key) != std::string::npos; };
    if (text.size() > kLargestUnnamed && !names("model_type") && !names("architectures")) return other;
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    if (!isModelConfig(*document)) return other;
    Result<ModelConfigReading> reading = readModelConfig(*document, source);
    if (!reading) return reading.error();
    const Result<Scenario> scenario = scenarioFrom(reading->entries, source);
    if (!scenario) return scenario.error();
    return std::pair(std::move(reading).value(), *scenario);
}

} // namespace

QString modelName(const QString& path, const std::string& said) {
    const QString own = QString::fromStdString(said);
    // A path of the publisher's machine, or the bare type, is no name.
    const QString last = own.section(QLatin1Char('/'), -1);
    const QFileInfo file(path);
    if (path.isEmpty()) return last;
    const QString base = file.completeBaseName();
    if (base != kAnyConfig) return base;
    const QString folder = file.absoluteDir().dirName();
    return folder.isEmpty() ? last : folder;
}

ImportDesk::ImportDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session) {
    connect(&m_job, &PassesJob::failed, this, [this](const QString& why) {
        m_window.showMessages(tr("No layout could be looked for; please report it."),
                              {{.rule = say("%1", why.toStdString())}});
    });
}

void ImportDesk::openFile(const QString& path) {
    m_path = path;
    const Result<std::string> text = readFile(path, kLargestDocument);
    // No file to show a sheet for: as every other file that cannot be read.
    if (!text) return m_window.showMessages(QFileInfo(path).fileName(), text.error());
    openText(*text, path);
}

void ImportDesk::openText(const std::string& text, const QString& source) {
    const bool isFile = source == m_path && !m_path.isEmpty();
    if (!isFile) m_path.clear();
    const QString file = isFile ? QFileInfo(source).fileName() : source;
    const auto read = modelOf(text, source.toStdString());
    if (!read) return show(new ui::ImportSheet(file, read.error(), &m_window));
    m_window.clearOpening();
    m_model = read->second;
    auto* sheet = new ui::ImportSheet({file, modelName(m_path, m_model.name), read->first},
                                      *m_session.catalog(), &m_window);
    connect(sheet, &ui::ImportSheet::useChanged, this, &ImportDesk::look);
    connect(sheet, &ui::ImportSheet::taken, this, &ImportDesk::take);
    show(sheet);
}

void ImportDesk::show(ui::ImportSheet* sheet) {
    if (m_sheet) m_sheet->reject();
    m_sheet = sheet;
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

void ImportDesk::look() {
    if (!m_sheet) return;
    const int asked = ++m_asked;
    m_job.start({[this, asked, model = m_model, use = m_sheet->use(), catalog = m_session.catalog()](
                     const std::stop_token& stop, const Progress&) -> std::function<void()> {
                    const Result<FirstLayout> found =
                        firstLayout(model, *catalog, use, [&stop] { return stop.stop_requested(); });
                    return [this, asked, found] {
                        if (m_sheet && asked == m_asked) m_sheet->showLayout(found);
                    };
                }},
                tr("Looking for a layout"), PassesJob::Newer::Stops);
}

void ImportDesk::take() {
    const Result<FirstLayout>* found = m_sheet->layoutFound();
    if (!found || !*found) return;
    Scenario scenario = (*found)->scenario;
    scenario.name = m_sheet->name().toStdString();
    const QString what = tr("Import %1").arg(m_sheet->name());
    if (m_sheet->keepsBase())
        m_session.open({scenario, m_session.scenario(), m_session.pins(), false}, m_session.side(), what);
    else
        m_session.open(scenario, what);
    emit taken(m_path);
}

} // namespace moe::app
