// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of a folder are read, for who loads them.
#include "app/files/catalog_loader.h"

#include <QDirIterator>
#include <QFileInfo>

#include <cerrno>

namespace moe::app {

Problems closedFolders(const QString& path) {
    Problems problems;
    const auto look = [&](const QString& folder) {
        const QFileInfo info(folder);
        if (!info.isReadable() || !info.isExecutable())
            problems.push_back(
                {.source = folder.toStdString(), .rule = say("%1", qt_error_string(EACCES).toStdString())});
    };
    look(path);
    QDirIterator walk(path, QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (walk.hasNext()) look(walk.next());
    return problems;
}

std::vector<FoundFile> csvFiles(const QStringList& paths, Problems& problems) {
    std::vector<FoundFile> files;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (!info.exists()) {
            problems.push_back(
                {.source = path.toStdString(), .rule = say("there is no such file or folder")});
        } else if (info.isDir()) {
            QStringList found;
            QDirIterator walk(path, {"*.csv"}, QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) found << walk.next();
            found.sort();
            Problems closed = closedFolders(path);
            if (found.isEmpty() && closed.empty())
                problems.push_back({.source = path.toStdString(), .rule = say("holds no .csv file")});
            append(problems, std::move(closed));
            for (const QString& file : found) files.push_back({file, false});
        } else {
            files.push_back({path, true});
        }
    }
    return files;
}

} // namespace moe::app
