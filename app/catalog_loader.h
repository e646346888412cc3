// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Builds the catalogue: shipped resources first, then tables from files and folders, then the fit.

#include "data/problem.h"
#include "data/profile_table.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/scenario/catalog.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <stop_token>

namespace moe::app {

/// The presets, GPUs, clusters and the shipped loss surface; lessons, which no evaluation looks up, beside
/// them. A broken resource is our bug: it is reported on stderr by the caller and left out.
struct ShippedCatalog {
    std::shared_ptr<const Catalog> catalog;
    std::vector<Lesson> lessons; ///< in the order of the menu
    Problems problems;
};
ShippedCatalog shippedCatalog();

/// What loading gave: a new catalogue (the old one plus what was read; tables of the same kind are replaced,
/// the surface is refitted) and every problem found on the way.
struct LoadOutcome {
    std::shared_ptr<const Catalog> catalog;
    Problems problems;
    int tables = 0;           ///< how many files were taken
    QStringList seconds = {}; ///< profiles whose times look like seconds
    QStringList skipped =
        {}; ///< files of a folder that are no table of this program (a named file would be a problem)
};
/// Files, or folders searched for *.csv; a named *.yaml holds GPU presets, or
/// constants of the step-time model. Runs on any thread.
/// `progress(done, total, name)` may be empty.
/// Reading and parsing use all cores, so that `progress` may be called on any thread, one call at a time.
LoadOutcome loadTables(const QStringList& paths, const std::shared_ptr<const Catalog>& onto,
                       std::stop_token stop = {}, const std::function<void(int, int, QString)>& progress = {},
                       ProfileTimes times = ProfileTimes::InMilliseconds);

struct FoundFile {
    QString path;
    bool named = true; ///< by the user, not found in a folder
};
/// Folders are searched for *.csv; a folder without one is a problem.
std::vector<FoundFile> csvFiles(const QStringList& paths, Problems& problems);

/// Larger files are refused before a byte of them is read: what is looked at in the window's own thread, and
/// the tables of a load.
inline constexpr qint64 kLargestDocument = 64 << 20, kLargestTable = qint64{2} << 30;

/// Whole text of a file, or a located problem. What has no size, as a pipe, is read up to the limit.
Result<std::string> readFile(const QString& path, qint64 limit = kLargestTable);
/// A file that exists and ends: no folder, device, socket or pipe, at which a window would wait for ever.
bool isOrdinaryFile(const QString& path);
/// Of a text's bytes, hexadecimal.
std::string sha256(const std::string& text);

} // namespace moe::app
