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
/// Folders at and below `path` that may not be looked into.
Problems closedFolders(const QString& path);
/// Folders are searched for *.csv; a folder without one is a problem.
std::vector<FoundFile> csvFiles(const QStringList& paths, Problems& problems);

/// Larger files are refused before a byte of them is read. A document is a scenario, session, list or config;
/// reading one takes at most 40 times its bytes of memory (a list of one-letter texts), a picture its own
/// size, a table five times (text, and 8 bytes for each number of at least two letters), a log twice.
inline constexpr qint64 kLargestDocument = 16 << 20, kLargestFigure = 64 << 20, kLargestTable = 512 << 20,
                        kLargestTrace = 1 << 30;

/// Whole text of a file, or a located problem: of a folder, a device, a pipe, and of what is no text.
Result<std::string> readFile(const QString& path, qint64 limit = kLargestTable);
/// The same for a file that a command is given, where "-" is what stands at its standard input.
Result<std::string> readInput(const QString& path, qint64 limit = kLargestTable);
/// A file that exists and ends: no folder, device, socket or pipe, at which a window would wait for ever.
bool isOrdinaryFile(const QString& path);
/// Of a text's bytes, hexadecimal.
std::string sha256(const std::string& text);

} // namespace moe::app
