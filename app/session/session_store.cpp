// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_store.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QHash>

#include <algorithm>

namespace moe::app {
namespace {

Problem lost(const SessionSource& source, Message rule) {
    return {.source = source.path, .rule = std::move(rule)};
}

/// A file the session leans on: there, and what it was?
void check(const SessionSource& source, Problems& problems) {
    const QString path = QString::fromStdString(source.path);
    if (!QFileInfo::exists(path))
        problems.push_back(lost(source, say("is gone; the session is restored without it")));
    else if (!source.sha256.empty() && fileChecksum(path) != source.sha256)
        problems.push_back(lost(source, say("has changed since the session was saved")));
}

} // namespace

std::string fileChecksum(const QString& path) {
    const QFileInfo info(path);
    if (!info.isFile()) return {};
    struct Known {
        QDateTime when;
        qint64 size = 0;
        std::string sum;
    };
    static thread_local QHash<QString, Known> known;
    Known& entry = known[info.absoluteFilePath()];
    if (!entry.sum.empty() && entry.when == info.lastModified() && entry.size == info.size())
        return entry.sum;
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) return {};
    entry = {info.lastModified(), info.size(), hash.result().toHex().toStdString()};
    return entry.sum;
}

SessionFile storedSession(const Session& session, const QStringList& tables, const QString& tab) {
    SessionFile file{session.scenario(), session.base(), {}, {}, tab.toStdString()};
    for (const Pin& pin : session.pins()) {
        SessionPin stored{pin.name, pin.note, pin.mark, pin.entry->content.scenario, {}};
        if (!pin.entry->content.measured.empty()) {
            stored.log = {pin.entry->path.toStdString(), fileChecksum(pin.entry->path)};
            stored.scenario = {};
        }
        file.pins.push_back(std::move(stored));
    }
    file.board = *session.board();
    for (const QString& path : tables) file.tables.push_back({path.toStdString(), fileChecksum(path)});
    return file;
}

RestoredSession restoredSession(const SessionFile& file, const Catalog& catalog) {
    RestoredSession restored{
        {file.scenario, file.base, {}, false, std::make_shared<const BoardFile>(file.board)},
        file.side,
        {},
        QString::fromStdString(file.tab),
        {}};
    for (const SessionPin& pin : file.pins) {
        CompareEntry entry{{}, pin.name, {pin.scenario, {}, {}}, {}};
        if (!pin.log.path.empty()) {
            check(pin.log, restored.problems);
            Result<CompareEntry> log = readLogEntry(QString::fromStdString(pin.log.path), catalog);
            if (!log) {
                if (QFileInfo::exists(QString::fromStdString(pin.log.path)))
                    append(restored.problems, log.error());
                continue;
            }
            entry = std::move(log).value();
        }
        const bool taken = std::any_of(restored.state.pins.begin(), restored.state.pins.end(),
                                       [&](const Pin& other) { return other.mark == pin.mark; });
        restored.state.pins.push_back({taken ? freeMark(restored.state.pins) : pin.mark, pin.name, pin.note,
                                       std::make_shared<const CompareEntry>(std::move(entry))});
    }
    // A pin that is not the base because it was opened was made it.
    restored.state.keepsBase =
        !(file.base == file.scenario) &&
        std::any_of(restored.state.pins.begin(), restored.state.pins.end(),
                    [&](const Pin& pin) { return pin.entry->content.scenario == file.base; });
    for (const SessionSource& table : file.tables) {
        check(table, restored.problems);
        const QString path = QString::fromStdString(table.path);
        if (QFileInfo::exists(path)) restored.tables << path;
    }
    return restored;
}

} // namespace moe::app
