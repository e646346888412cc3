// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A sweep divided over machines: which part a process is to make, the note beside each part that says what it
// is of, and the joining of parts that are checked first.

#include "models/engine/search/sweep.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace moe::app {

/// Part `index` of `parts`, from 1.
struct Shard {
    std::size_t index = 1, parts = 1;
};
/// "2/16", or "auto": the rank that Slurm (array or step), Open MPI or MPICH gives a process in its
/// environment. Absent when it is neither, or no launcher is seen.
std::optional<Shard> readShard(const QString& text);
/// `path` with every %i replaced by the part's number, as wide as the number of parts.
QString shardPath(QString path, const Shard& shard);

enum class SweepForm { Csv, JsonLines };
/// Rows as they are written; the header only with part 1 of a CSV.
QByteArray sweepBytes(const SweepPlan& plan, const std::vector<SweepCell>& cells, SweepForm form,
                      bool header);

/// What the note beside a part says: PART.part.json beside PART.
struct PartNote {
    std::string sweep; ///< of which sweep: a hash of scenario, grid, metrics, form and version
    Shard shard;
    std::size_t first = 0, end = 0; ///< rows, of the whole sweep
    double coreSeconds = 0;
    std::string content; ///< SHA-256 of the part
};
PartNote partNote(const SweepPlan& plan, SweepForm form, const Shard& shard);
QString notePath(const QString& part);
QByteArray noteText(const PartNote& note);
Result<PartNote> readNote(const QString& part);
/// `part` exists and is the part that `wanted` says, unchanged since it was made.
bool isFinished(const QString& part, const PartNote& wanted);

struct JoinedParts {
    std::vector<std::optional<PartNote>> notes; ///< by part; absent where it is missing
    std::vector<QByteArray> contents;           ///< likewise
    std::vector<std::size_t> missing;           ///< from 1
};
/// Reads and checks parts of this very sweep: none of another, none twice, none changed, and the first row of
/// each is what is computed here. All problems at once.
Result<JoinedParts> readParts(const SweepPlan& plan, const Catalog& catalog, SweepForm form,
                              const QStringList& files);
/// How far a divided sweep is, and what it cost and still costs.
QString progressText(const SweepPlan& plan, const JoinedParts& joined);

} // namespace moe::app
