// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/file_kinds.h"
#include "app/files/file_summaries.h"
#include "data/document.h"
#include "data/import.h"
#include "data/text.h"
#include "models/engine/files/models/model_config.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <map>

namespace moe::app {
namespace {

void printUses(const char* title, const std::vector<ConfigUse>& rows) {
    constexpr std::size_t kWidest = 60;
    if (rows.empty()) return;
    print(QStringLiteral("  %1\n").arg(QLatin1String(title)));
    for (const ConfigUse& row : rows) {
        std::string text = "    " + excerpt(row.key.empty() ? row.to : row.key);
        const std::string value = row.value.size() > kWidest ? excerpt(row.value) : row.value;
        if (!value.empty()) text += " = " + value;
        if (!row.to.empty() && !row.key.empty()) text += " → " + row.to;
        if (!row.why.empty()) text += ": " + toString(row.why);
        print(QString::fromStdString(text) + QLatin1Char('\n'));
    }
}

/// What became of each key of a model's file.
void printReading(const QString& path) {
    const Result<std::string> text = scenarioTextOf(path);
    const std::string source = path.toStdString();
    const Result<Document> document = text ? parseDocument(*text, source) : Result<Document>(text.error());
    if (!document || !isModelConfig(*document)) return;
    const Result<ModelConfigReading> reading = readModelConfig(*document, source);
    if (!reading) return;
    printUses("used", reading->used);
    printUses("derived", reading->derived);
    printUses("ignored", reading->ignored);
}

/// Two fabrics of the published profiles share one table: worth knowing before they are compared.
QByteArray contentOf(const QString& path) {
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (file.open(QIODevice::ReadOnly)) hash.addData(&file);
    return hash.result();
}

QString line(const ImportSummary& summary) {
    QStringList parts;
    parts << QString::fromStdString(
        summary.rejected ? "rejected" + (summary.kind.empty() ? "" : ", " + summary.kind) : summary.kind);
    if (!summary.rejected && summary.rows > 0) parts << QStringLiteral("%1 rows").arg(summary.rows);
    for (const std::string& fact : summary.facts) parts << QString::fromStdString(fact);
    if (!summary.problems.empty())
        parts << QStringLiteral("%1 problem%2")
                     .arg(summary.problems.size())
                     .arg(summary.problems.size() == 1 ? "" : "s");
    return QString::fromStdString(summary.source) + QStringLiteral(": ") + parts.join(QStringLiteral(", ")) +
           QLatin1Char('\n');
}

} // namespace

int runImport(const QStringList& arguments) {
    CommandLine command("import");
    if (const int stop = command.parse(arguments, 1, 1 << 20); stop >= 0) return stop;
    QStringList files;
    int code = kDone;
    for (const QString& path : command.positional()) {
        if (!QFileInfo(path).isDir()) {
            files << path;
            continue;
        }
        QStringList inFolder;
        QDirIterator walk(path, {"*.csv", "*.yaml", "*.yml"}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) inFolder << walk.next();
        inFolder.sort();
        if (const Problems closed = closedFolders(path); !closed.empty())
            code = fail(closed);
        else if (inFolder.isEmpty())
            code = fail({{.source = path.toStdString(), .rule = "holds no .csv or .yaml file"}});
        files += inFolder;
    }
    std::map<QByteArray, QString> profiles; // by content
    for (const QString& path : files) {
        const FileHead head(path);
        const FileKind* kind = fileKindOf(head);
        const ImportSummary summary = kind ? kind->describe(head) : tableSummary(head);
        print(line(summary));
        for (const std::string& each : summary.assumed)
            print(QStringLiteral("  assumed: ") + QString::fromStdString(each) + QLatin1Char('\n'));
        if (!summary.problems.empty()) fail(summary.problems);
        if (summary.rejected) code = kBadInput;
        if (!summary.rejected && kind && kind->door == FileDoor::Model) printReading(path);
        if (summary.kind != kProfileImport || summary.rejected) continue;
        const auto [first, isNew] = profiles.emplace(contentOf(path), path);
        if (!isNew)
            print(path + QStringLiteral(": has the same content as ") + first->second + QLatin1Char('\n'));
    }
    return code;
}

} // namespace moe::app
