// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/catalog_loader.h"

#include "app/files/curve_cache.h"
#include "app/files/operator_tables.h"
#include "app/files/parallel.h"
#include "app/files/profile_loader.h"
#include "data/csv.h"
#include "data/document.h"
#include "data/expert_loads.h"
#include "data/gzip.h"
#include "data/operator_table.h"
#include "data/text.h"
#include "models/engine/cost/step_constants_file.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/profiles/profile_file.h"
#include "models/items/words.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <future>
#include <mutex>

namespace moe::app {

/// Larger files are looked at before they are read.
static constexpr qint64 kPlainlyRead = 1 << 20;

bool isOrdinaryFile(const QString& path) {
    return QFileInfo(path).isFile();
}

static Result<std::string> readWhole(QFile& file, const std::string& source, qint64 limit) {
    const auto tooLarge = [&] {
        return Problem{.source = source, .rule = say("must be at most %1 MiB to be read", limit >> 20)};
    };
    const qint64 size = file.size();
    if (size > limit) return tooLarge();
    if (size > kPlainlyRead) {
        const QByteArray begin = file.peek(1 << 16);
        const std::string_view head(begin.constData(), static_cast<std::size_t>(begin.size()));
        const bool packed = isGzip(head);
        const bool otherEncoding = packed || head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
        if (const std::size_t at = head.find('\0'); at != std::string_view::npos && !otherEncoding) {
            const Place place = placeOf(head, at);
            return Problem{.source = source,
                           .line = place.line,
                           .column = place.column,
                           .rule = say("expected UTF-8 text, found binary content"),
                           .value = excerpt(head.substr(at, 16))};
        }
    }
    std::string text(static_cast<std::size_t>(size), '\0'); // read in place: tables are large
    text.resize(static_cast<std::size_t>(std::max(qint64{0}, file.read(text.data(), size))));
    // What has no size, or grew. Piece by piece: read() makes room for all that it may read.
    constexpr qint64 kPiece = 1 << 16;
    for (QByteArray piece = file.read(kPiece); !piece.isEmpty(); piece = file.read(kPiece)) {
        text.append(piece.constData(), static_cast<std::size_t>(piece.size()));
        if (static_cast<qint64>(text.size()) > limit) return tooLarge();
    }
    if (file.error() != QFile::NoError)
        return Problem{.source = source, .rule = say("%1", file.errorString().toStdString())};
    if (isGzip(text)) return unpackedGzip(text, source, static_cast<std::size_t>(limit));
    return text;
}

Result<std::string> readFile(const QString& path, qint64 limit) {
    const std::string source = path.toStdString();
    const QFileInfo info(path);
    if (path.isEmpty()) return Problem{.rule = say("no file is named")};
    if (info.isDir()) return Problem{.source = source, .rule = say("must be a file, is a folder")};
    if (info.exists() && !info.isFile())
        return Problem{.source = source, .rule = say("must be a file, is a device or a pipe")};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Problem{.source = source, .rule = say("%1", file.errorString().toStdString())};
    return readWhole(file, source, limit);
}

Result<std::string> readInput(const QString& path, qint64 limit) {
    if (path != QLatin1String("-")) return readFile(path, limit);
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return Problem{.source = "-", .rule = say("%1", input.errorString().toStdString())};
    return readWhole(input, "-", limit);
}

std::string sha256(const std::string& text) {
    const QByteArray bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString();
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

Result<ProfileSet> readCurves(const std::string& text) {
    const Result<Document> document = parseDocument(text, "curves.yaml");
    if (!document) return document.error();
    return profileCurvesFrom(*document, "curves.yaml");
}

} // namespace

ShippedCatalog shippedCatalog() {
    auto catalog = std::make_shared<Catalog>();
    std::vector<Lesson> lessons;
    Problems problems;
    // The largest file is read on another core meanwhile: it would be half of all reading.
    const Result<std::string> curvesText = readFile(":/profiles/curves.yaml");
    std::future<Result<ProfileSet>> curves;
    if (curvesText) curves = std::async(std::launch::async, readCurves, std::cref(*curvesText));
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
    for (const QFileInfo& file : QDir(":/lessons").entryInfoList(QDir::Files, QDir::Name)) {
        shipped(
            problems, file.filePath(),
            [&](const std::string& text) { return readLesson(text, file.completeBaseName().toStdString()); },
            [&](const Lesson& lesson) { lessons.push_back(lesson); });
    }
    const auto place = [](const Lesson& lesson) { return lesson.order > 0 ? lesson.order : 1001; };
    std::stable_sort(lessons.begin(), lessons.end(),
                     [&](const Lesson& a, const Lesson& b) { return place(a) < place(b); });
    shipped(
        problems, ":/loss/model.yaml",
        [&](const std::string& text) -> Result<LossModel> {
            const Result<Document> document = parseDocument(text, "model.yaml");
            if (!document) return document.error();
            for (const DocumentEntry& entry : *document) {
                if (QString::fromStdString(entry.key).endsWith(QLatin1String(".sha256")))
                    catalog->lossModelSources.push_back(entry.text());
            }
            return lossModelFrom(*document, "model.yaml");
        },
        [&](const LossModel& model) { catalog->lossModel = std::make_shared<const LossModel>(model); });
    ProfileSet profiles;
    if (!curvesText)
        append(problems, curvesText.error());
    else if (Result<ProfileSet> read = curves.get())
        profiles = std::move(read).value();
    else
        append(problems, read.error());
    profiles.curves = std::make_shared<CurveCache>();
    catalog->profiles = std::make_shared<const ProfileSet>(std::move(profiles));
    catalog->operators = std::make_shared<const ShippedOperatorTables>();
    return {std::move(catalog), std::move(lessons), std::move(problems)};
}

namespace {

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
    if (looksLikeExpertLoads(csvHeader(text)))
        return take(readExpertLoads(text, source), catalog.expertLoads, problems);
    known = false;
    return false;
}

bool isYaml(const QString& path) {
    return path.endsWith(QLatin1String(".yaml"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".yml"), Qt::CaseInsensitive);
}

/// Constants of the step-time model, as validate --refit writes them.
bool takeConstants(const std::string& text, const std::string& source, Catalog& catalog, Problems& problems) {
    const Result<StepConstantsFile> read = readStepConstants(text, source);
    if (!read) {
        append(problems, read.error());
        return false;
    }
    catalog.stepConstants = std::make_shared<const StepConstants>(read->constants);
    return true;
}

/// One of a known key replaces it.
template <class Row> void takeRows(std::vector<Row>& into, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const auto known =
            std::find_if(into.begin(), into.end(), [&](const Row& one) { return one.key == row.key; });
        if (known == into.end())
            into.push_back(row);
        else
            *known = row;
    }
}

/// GPUs and clusters of the user's own.
bool takeMachines(const std::string& text, const std::string& source, Catalog& catalog, Problems& problems) {
    const Result<Machines> read = readMachines(text, source);
    if (!read) {
        append(problems, read.error());
        return false;
    }
    takeRows(catalog.gpus, read->gpus);
    takeRows(catalog.clusters, read->clusters);
    return true;
}

/// The GPU of a fit; its scenario is for who opens one.
bool takeFitted(const std::string& text, const std::string& source, Catalog& catalog, Problems& problems) {
    const Result<MineFile> read = readMine(text, source);
    if (!read) {
        append(problems, read.error());
        return false;
    }
    takeRows(catalog.gpus, read->gpus);
    return true;
}

} // namespace

namespace {

/// A file read on some core: what there are many of is a table by now, of all else the text is kept.
struct ReadFile {
    Problems problems;
    std::optional<std::string> text;
    std::optional<ProfileTable> profile;
    std::shared_ptr<const OperatorTable> operators;
};

ReadFile readOne(const FoundFile& found, ProfileTimes times) {
    ReadFile file;
    Result<std::string> text = readFile(found.path);
    if (!text) {
        file.problems = text.error();
    } else if (!isYaml(found.path) && recogniseProfile(csvHeader(*text))) {
        ProfileFile read = readProfileFile(found.path, *text, found.named, times);
        file.problems = std::move(read.problems);
        file.profile = std::move(read.table);
    } else if (!isYaml(found.path) && recogniseOperators(csvHeader(*text), found.path.toStdString())) {
        // The folder above names the GPU, however short the path was typed.
        const std::string source = QFileInfo(found.path).absoluteFilePath().toStdString();
        Result<OperatorTable> read = readOperators(*text, source);
        if (!read) {
            file.problems = read.error();
        } else {
            file.problems = read->problems;
            file.operators = std::make_shared<const OperatorTable>(std::move(read).value());
        }
    } else {
        file.text = std::move(text).value();
    }
    return file;
}

/// A file that is opened again replaces what it was.
void addOperators(Catalog& catalog, std::shared_ptr<const OperatorTable> table) {
    for (std::shared_ptr<const OperatorTable>& known : catalog.operatorTables)
        if (known->source == table->source) {
            known = std::move(table);
            return;
        }
    catalog.operatorTables.push_back(std::move(table));
}

} // namespace

LoadOutcome loadTables(const QStringList& paths, const std::shared_ptr<const Catalog>& onto,
                       std::stop_token stop, const std::function<void(int, int, QString)>& progress,
                       ProfileTimes times) {
    LoadOutcome outcome{onto, {}, 0, {}, {}};
    auto catalog = std::make_shared<Catalog>(*onto);
    const std::vector<FoundFile> files = csvFiles(paths, outcome.problems);
    const auto total = static_cast<int>(files.size());
    int done = 0;
    std::vector<ReadFile> read(files.size());
    std::mutex telling;
    forEachParallel(files.size(), stop, [&](std::size_t i) {
        {
            const std::lock_guard lock(telling);
            if (progress) progress(done, total, QFileInfo(files[i].path).fileName());
            ++done;
        }
        read[i] = readOne(files[i], times);
    });
    if (stop.stop_requested()) return outcome;
    std::vector<std::string> hashes; // of the loss tables taken
    ProfileSet profiles;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const FoundFile& file = files[i];
        append(outcome.problems, std::move(read[i].problems));
        if (read[i].profile) {
            if (read[i].profile->looksLikeSeconds) outcome.seconds << file.path;
            profiles.tables.push_back(std::move(*read[i].profile));
            ++outcome.tables;
        }
        if (read[i].operators) {
            addOperators(*catalog, std::move(read[i].operators));
            ++outcome.tables;
        }
        if (!read[i].text) continue;
        const std::string text = std::move(*read[i].text);
        const std::string source = file.path.toStdString();
        if (isYaml(file.path)) {
            const auto take = isStepConstants(text) ? takeConstants
                              : isMine(text)        ? takeFitted
                                                    : takeMachines;
            outcome.tables += take(text, source, *catalog, outcome.problems);
            continue;
        }
        bool known = false;
        const auto dense = catalog->denseLoss, moe = catalog->moeLoss;
        if (takeTable(text, source, *catalog, outcome.problems, known)) {
            ++outcome.tables;
            if (dense != catalog->denseLoss || moe != catalog->moeLoss) hashes.push_back(sha256(text));
        } else if (std::optional<Problem> unreadable = csvUnreadable(text, source); !known && unreadable) {
            outcome.problems.push_back(*std::move(unreadable)); // a page saved for a table, an empty file
        } else if (!known && !file.named) {
            outcome.skipped << file.path;
        } else if (!known) {
            outcome.problems.push_back(
                {.source = source,
                 .line = 1,
                 .column = 1,
                 .rule = say("is no table this program knows (Step Law dense, MoE or "
                             "fits; operator profiles; measured operators; expert loads)")});
        }
    }
    if (!profiles.tables.empty()) {
        ProfileSet all = catalog->profiles ? *catalog->profiles : ProfileSet{};
        addProfiles(all, std::move(profiles));
        all.curves = std::make_shared<CurveCache>(); // those of the tables before are not kept alive
        catalog->profiles = std::make_shared<const ProfileSet>(std::move(all));
    }
    if (stop.stop_requested()) return outcome;
    // The tables the present model was fitted on bring nothing new: one of two would even take knowledge
    // away.
    const std::vector<std::string>& fitted = onto->lossModelSources;
    const bool newRuns = std::any_of(hashes.begin(), hashes.end(), [&](const std::string& hash) {
        return std::find(fitted.begin(), fitted.end(), hash) == fitted.end();
    });
    if (newRuns || (!hashes.empty() && !onto->lossModel)) {
        catalog->lossModelSources = hashes;
        LossFitOptions options;
        options.progress = [&](double) {
            if (progress) progress(done, static_cast<int>(files.size()), items::Words::tr("loss model"));
            return !stop.stop_requested();
        };
        Result<LossModel> model = fitLossModel(catalog->denseLoss.get(), catalog->moeLoss.get(), options);
        if (stop.stop_requested()) return outcome;
        if (model)
            catalog->lossModel = std::make_shared<const LossModel>(std::move(model).value());
        else
            append(outcome.problems, model.error());
    }
    outcome.catalog = std::move(catalog);
    return outcome;
}

} // namespace moe::app
