#include "app/catalog_loader.h"

#include "data/csv.h"
#include "data/document.h"
#include "models/engine/catalog_file.h"
#include "models/engine/loss_file.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

namespace moe::app {

Result<std::string> readFile(const QString& path) {
    const std::string source = path.toStdString();
    if (QFileInfo(path).isDir()) return Problem{.source = source, .rule = "must be a file, is a folder"};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Problem{.source = source, .rule = file.errorString().toStdString()};
    const QByteArray bytes = file.readAll();
    if (file.error() != QFile::NoError)
        return Problem{.source = source, .rule = file.errorString().toStdString()};
    return std::string(bytes.constData(), static_cast<std::size_t>(bytes.size()));
}

namespace {

/// Reads a resource with `read` and hands the value to `take`; problems are collected.
template <class Read, class Take>
void shipped(Problems& problems, const QString& path, Read read, Take take) {
    const Result<std::string> text = readFile(path);
    if (!text) return append(problems, text.error());
    auto result = read(*text);
    if (!result) return append(problems, result.error());
    take(*result);
}

} // namespace

ShippedCatalog shippedCatalog() {
    auto catalog = std::make_shared<Catalog>();
    Problems problems;
    shipped(
        problems, ":/gpus.yaml", [](const std::string& text) { return readGpus(text, "gpus.yaml"); },
        [&](const auto& gpus) { catalog->gpus = gpus; });
    shipped(
        problems, ":/clusters.yaml",
        [](const std::string& text) { return readClusters(text, "clusters.yaml"); },
        [&](const auto& clusters) { catalog->clusters = clusters; });
    for (const QFileInfo& file : QDir(":/presets").entryInfoList(QDir::Files, QDir::Name)) {
        shipped(
            problems, file.filePath(),
            [&](const std::string& text) { return readPreset(text, file.completeBaseName().toStdString()); },
            [&](const ScenarioPreset& preset) { catalog->presets.push_back(preset); });
    }
    shipped(
        problems, ":/loss/surface.yaml",
        [](const std::string& text) -> Result<LossSurface> {
            const Result<Document> document = parseDocument(text, "surface.yaml");
            if (!document) return document.error();
            return lossSurfaceFrom(*document);
        },
        [&](const LossSurface& surface) {
            catalog->lossSurface = std::make_shared<const LossSurface>(surface);
        });
    return {std::move(catalog), std::move(problems)};
}

namespace {

struct Found {
    QString path;
    bool named = true; ///< by the user, not found in a folder
};

std::vector<Found> csvFiles(const QStringList& paths, Problems& problems) {
    std::vector<Found> files;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (!info.exists()) {
            problems.push_back({.source = path.toStdString(), .rule = "there is no such file or folder"});
        } else if (info.isDir()) {
            QStringList found;
            QDirIterator walk(path, {"*.csv"}, QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) found << walk.next();
            found.sort();
            if (found.isEmpty())
                problems.push_back({.source = path.toStdString(), .rule = "holds no .csv file"});
            for (const QString& file : found) files.push_back({file, false});
        } else {
            files.push_back({path, true});
        }
    }
    return files;
}

template <class Table> bool take(Result<Table> read, std::shared_ptr<const Table>& into, Problems& problems) {
    if (!read) {
        append(problems, read.error());
        return false;
    }
    append(problems, read->problems);
    into = std::make_shared<const Table>(std::move(read).value());
    return true;
}

/// Puts the table into the catalogue. False: bad, or not a table this program holds (`known` tells which).
bool takeTable(const std::string& text, const std::string& source, Catalog& catalog, Problems& problems,
               bool& known) {
    known = true;
    switch (recogniseTable(csvHeader(text))) {
    case TableKind::DenseLoss: return take(readDenseLoss(text, source), catalog.denseLoss, problems);
    case TableKind::MoeLoss: return take(readMoeLoss(text, source), catalog.moeLoss, problems);
    case TableKind::StepLawFits: return take(readStepLawFits(text, source), catalog.stepLawFits, problems);
    case TableKind::Unknown: break;
    }
    known = false;
    return false;
}

} // namespace

LoadOutcome loadTables(const QStringList& paths, const std::shared_ptr<const Catalog>& onto,
                       std::stop_token stop, const std::function<void(int, int, QString)>& progress) {
    LoadOutcome outcome{onto, {}, 0, {}};
    auto catalog = std::make_shared<Catalog>(*onto);
    const std::vector<Found> files = csvFiles(paths, outcome.problems);
    int done = 0;
    for (const Found& file : files) {
        if (stop.stop_requested()) return outcome;
        if (progress) progress(done, static_cast<int>(files.size()), QFileInfo(file.path).fileName());
        ++done;
        const Result<std::string> text = readFile(file.path);
        if (!text) {
            append(outcome.problems, text.error());
            continue;
        }
        const std::string source = file.path.toStdString();
        bool known = false;
        if (takeTable(*text, source, *catalog, outcome.problems, known)) {
            ++outcome.tables;
        } else if (!known && !file.named) {
            outcome.skipped << file.path;
        } else if (!known) {
            outcome.problems.push_back(
                {.source = source,
                 .line = 1,
                 .column = 1,
                 .rule = "is no table this program knows (Step Law dense, MoE or fits)"});
        }
    }
    const bool lossTables = catalog->denseLoss != onto->denseLoss || catalog->moeLoss != onto->moeLoss;
    if (stop.stop_requested()) return outcome;
    if (lossTables) {
        Result<LossSurface> surface = fitLossSurface(catalog->denseLoss.get(), catalog->moeLoss.get());
        if (surface)
            catalog->lossSurface = std::make_shared<const LossSurface>(std::move(surface).value());
        else
            append(outcome.problems, surface.error());
    }
    outcome.catalog = std::move(catalog);
    return outcome;
}

} // namespace moe::app
