// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A person's own measurements, told apart by file_kinds.h and read for the one fit.

#include "models/engine/files/mine_file.h"
#include "models/engine/fit/machine_fit.h"

#include <QString>
#include <QStringList>

namespace moe::app {

struct OwnFile {
    QString path;
    FitKind kind = FitKind::Server;
    QString what; ///< as `import` names its kind
};
struct OwnFiles {
    std::vector<OwnFile> files; ///< that were read
    OwnRuns runs;
    Problems problems;   ///< of files that were not, and of lines that were left out
    bool broken = false; ///< some file was not read
};
/// On any thread.
OwnFiles readOwnFiles(const QStringList& paths, const Catalog& catalog);

/// Names with line breaks or commas between them; a file whose name holds a comma is named alone.
QStringList ownPaths(const QString& names);

/// Files of this kind were not read.
void forgetOwn(OwnRuns& runs, FitKind kind);

/// Where nobody names a scenario: what the files say themselves of their model, engine, TP and GPU, on top of
/// `start`. A training log is a scenario of its own. A problem where no file names a server's model.
Result<Scenario> scenarioOfOwn(const OwnFiles& own, const Scenario& start, const Catalog& catalog);

/// What is written under this name. The scenario where it was fitted, or where somebody named it.
MineFile mineOf(const MachineFit& fit, const QStringList& fittedTo, const std::string& name, bool named);

} // namespace moe::app
