// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/sweep_parts.h"

#include "app/files/catalog_loader.h"
#include "models/engine/files/scenario_file.h"
#include "models/items/aligned.h"
#include "models/items/format.h"
#include "models/items/sweep_text.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace moe::app {
namespace {

const QLatin1String kSchema("moe-explorer/sweep-part/1");
constexpr std::size_t kMostParts = 1'000'000;
constexpr qint64 kLargestNote = 64 << 10;

/// The environment in which a launcher tells each of its processes which one it is.
struct Launcher {
    const char* rank;
    const char* count;
    const char* lowest; ///< variable with the first rank; null: they count from 0
};
constexpr Launcher kArray{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"};
constexpr Launcher kTasks[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", nullptr},
                               {"PMI_RANK", "PMI_SIZE", nullptr},
                               {"SLURM_PROCID", "SLURM_NTASKS", nullptr}};

std::optional<Shard> seenBy(const Launcher& launcher) {
    bool ranked = false, counted = false, based = true;
    const qulonglong rank = qgetenv(launcher.rank).toULongLong(&ranked);
    const qulonglong count = qgetenv(launcher.count).toULongLong(&counted);
    const qulonglong lowest = launcher.lowest ? qgetenv(launcher.lowest).toULongLong(&based) : 0;
    if (!ranked || !counted || !based || rank < lowest || rank - lowest >= count) return {};
    return Shard{rank - lowest + 1, count};
}

/// An array of jobs may have several tasks each; a count of 1 is also what a job without them says.
std::optional<Shard> fromEnvironment() {
    const std::optional<Shard> array = seenBy(kArray);
    std::optional<Shard> task;
    for (const Launcher& launcher : kTasks)
        if (!task || task->parts == 1)
            if (const auto seen = seenBy(launcher)) task = seen;
    if (!array) return task;
    if (!task) return array;
    return Shard{(array->index - 1) * task->parts + task->index, array->parts * task->parts};
}

std::string fingerprint(const SweepPlan& plan, SweepForm form) {
    std::string all = MOE_VERSION "\n" + scenarioText(plan.base);
    const auto add = [&all](std::string_view text) {
        all += std::to_string(text.size()).append(":").append(text);
    };
    for (const SweepAxis& axis : plan.axes) {
        add(axis.key);
        for (const std::string& value : axis.values) add(value);
    }
    for (const std::string& key : plan.keys) add(key);
    for (const std::vector<std::string>& row : plan.rows)
        for (const std::string& value : row) add(value);
    for (const Metric* metric : plan.metrics) add(metric->key);
    add(form == SweepForm::Csv ? "csv" : "json");
    return sha256(all);
}

Problem at(const QString& file, std::string rule, std::string value = {}) {
    return {.source = file.toStdString(), .rule = std::move(rule), .value = std::move(value)};
}

std::string ofParts(const Shard& shard) {
    return std::to_string(shard.index) + " of " + std::to_string(shard.parts);
}

} // namespace

std::optional<Shard> readShard(const QString& text) {
    std::optional<Shard> shard;
    if (text == QLatin1String("auto")) {
        shard = fromEnvironment();
    } else {
        const QStringList ends = text.split(QLatin1Char('/'));
        bool first = false, second = false;
        const Shard read{ends.first().toULongLong(&first), ends.last().toULongLong(&second)};
        if (ends.size() == 2 && first && second) shard = read;
    }
    if (!shard || shard->index < 1 || shard->index > shard->parts || shard->parts > kMostParts) return {};
    return shard;
}

QString shardPath(QString path, const Shard& shard) {
    const auto width = static_cast<int>(QString::number(shard.parts).size());
    return path.replace(QLatin1String("%i"),
                        QString::number(shard.index).rightJustified(width, QLatin1Char('0')));
}

QByteArray sweepBytes(const SweepPlan& plan, const std::vector<SweepCell>& cells, SweepForm form,
                      bool header) {
    return form == SweepForm::JsonLines ? items::sweepJsonLines(plan, cells)
                                        : items::sweepCsv(plan, cells, header);
}

PartNote partNote(const SweepPlan& plan, SweepForm form, const Shard& shard) {
    const auto [first, end] = shardRows(plan.count(), shard.index, shard.parts);
    return {.sweep = fingerprint(plan, form),
            .shard = shard,
            .first = first,
            .end = end,
            .coreSeconds = 0,
            .content = {}};
}

QString notePath(const QString& part) {
    return part + QStringLiteral(".part.json");
}

QByteArray noteText(const PartNote& note) {
    const auto number = [](std::size_t value) { return QJsonValue(static_cast<qint64>(value)); };
    return QJsonDocument(QJsonObject{{"schema", kSchema},
                                     {"sweep", QString::fromStdString(note.sweep)},
                                     {"part", number(note.shard.index)},
                                     {"parts", number(note.shard.parts)},
                                     {"first_row", number(note.first)},
                                     {"end_row", number(note.end)},
                                     {"core_seconds", note.coreSeconds},
                                     {"sha256", QString::fromStdString(note.content)}})
        .toJson();
}

Result<PartNote> readNote(const QString& part) {
    const QString path = notePath(part);
    if (!QFileInfo::exists(path))
        return Problems{at(part, "has no note beside it (" + QFileInfo(path).fileName().toStdString() +
                                     "): only what --shard wrote can be joined")};
    const Result<std::string> text = readFile(path, kLargestNote);
    if (!text) return text.error();
    const QJsonObject read = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    const auto count = [&read](const char* key) {
        const double value = read.value(QLatin1String(key)).toDouble(-1);
        return value >= 0 && value <= 1e15 ? static_cast<std::size_t>(value) : 0;
    };
    const PartNote note{.sweep = read.value(QLatin1String("sweep")).toString().toStdString(),
                        .shard = {count("part"), count("parts")},
                        .first = count("first_row"),
                        .end = count("end_row"),
                        .coreSeconds = read.value(QLatin1String("core_seconds")).toDouble(),
                        .content = read.value(QLatin1String("sha256")).toString().toStdString()};
    if (read.value(QLatin1String("schema")).toString() != kSchema || note.shard.index < 1 ||
        note.shard.index > note.shard.parts || note.shard.parts > kMostParts)
        return Problems{at(path, "is no note of a part of a sweep")};
    return note;
}

bool isFinished(const QString& part, const PartNote& wanted) {
    if (!QFileInfo::exists(part) || !QFileInfo::exists(notePath(part))) return false;
    const Result<PartNote> note = readNote(part);
    if (!note || note->sweep != wanted.sweep || note->shard.index != wanted.shard.index ||
        note->shard.parts != wanted.shard.parts)
        return false;
    const Result<std::string> text = readFile(part);
    return text && sha256(*text) == note->content;
}

Result<JoinedParts> readParts(const SweepPlan& plan, const Catalog& catalog, SweepForm form,
                              const QStringList& files) {
    Problems problems;
    JoinedParts joined;
    const std::string sweep = fingerprint(plan, form);
    QString firstFile;
    QStringList names;
    for (const QString& file : files) {
        const Result<PartNote> note = readNote(file);
        if (!note) {
            append(problems, note.error());
            continue;
        }
        if (note->sweep != sweep) {
            problems.push_back(
                at(file, "is part of another sweep: scenario, grid, metrics, form or version differ"));
            continue;
        }
        if (joined.notes.empty()) {
            joined.notes.resize(note->shard.parts);
            joined.contents.resize(note->shard.parts);
            names.resize(static_cast<qsizetype>(note->shard.parts));
            firstFile = file;
        }
        if (note->shard.parts != joined.notes.size()) {
            problems.push_back(at(file, "is one of another number of parts than " + firstFile.toStdString(),
                                  ofParts(note->shard)));
            continue;
        }
        const std::size_t place = note->shard.index - 1;
        if (joined.notes[place]) {
            problems.push_back(at(file,
                                  "is the same part as " + names[static_cast<qsizetype>(place)].toStdString(),
                                  ofParts(note->shard)));
            continue;
        }
        const Result<std::string> text = readFile(file);
        if (!text) {
            append(problems, text.error());
            continue;
        }
        if (sha256(*text) != note->content) {
            problems.push_back(at(file, "was changed or cut after it was made; make it again with --shard " +
                                            std::to_string(note->shard.index) + '/' +
                                            std::to_string(note->shard.parts)));
            continue;
        }
        const auto [first, end] = shardRows(plan.count(), note->shard.index, note->shard.parts);
        if (first != end) {
            const QByteArray row = sweepBytes(plan, {sweepCell(plan, catalog, first)}, form, place == 0);
            if (!QByteArray::fromStdString(*text).startsWith(row)) {
                problems.push_back(
                    at(file, "begins with another row than is computed here: it was made with other data "
                             "(--data) or on a machine that rounds otherwise"));
                continue;
            }
        }
        joined.notes[place] = *note;
        joined.contents[place] = QByteArray::fromStdString(*text);
        names[static_cast<qsizetype>(place)] = file;
    }
    if (!problems.empty()) return problems;
    for (std::size_t i = 0; i < joined.notes.size(); ++i)
        if (!joined.notes[i]) joined.missing.push_back(i + 1);
    return joined;
}

QString progressText(const SweepPlan& plan, const JoinedParts& joined) {
    std::size_t done = 0;
    double seconds = 0;
    for (const std::optional<PartNote>& note : joined.notes)
        if (note) {
            done += note->end - note->first;
            seconds += note->coreSeconds;
        }
    const std::size_t rows = plan.count(), parts = joined.notes.size();
    QString text = QStringLiteral("%1 of %2 parts, %3 of %4 rows, %5 of one core")
                       .arg(parts - joined.missing.size())
                       .arg(parts)
                       .arg(done)
                       .arg(rows)
                       .arg(items::humanValue(seconds, QStringLiteral("s")));
    if (!joined.missing.empty()) {
        QStringList numbers;
        constexpr std::size_t kNamed = 50;
        for (std::size_t i = 0; i < joined.missing.size() && i < kNamed; ++i)
            numbers << QString::number(joined.missing[i]);
        if (joined.missing.size() > kNamed) numbers << QStringLiteral("…");
        text += QStringLiteral("\nmissing: %1").arg(numbers.join(QStringLiteral(", ")));
        if (done > 0)
            text += QStringLiteral("\nstill to come: about %1 of one core")
                        .arg(items::humanValue(seconds / static_cast<double>(done) *
                                                   static_cast<double>(rows - done),
                                               QStringLiteral("s")));
    }
    return text + QLatin1Char('\n');
}

} // namespace moe::app
