// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands beside a scenario in a comparison: scenario files, exported figures, training logs, and the
// shipped measured runs. Everything here may run on any thread.

#include "data/problem.h"
#include "models/engine/calibration/calibrate.h"
#include "models/engine/logs/log_scenario.h"
#include "models/engine/measured/compare.h"
#include "models/engine/measured/validation.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <string>

namespace moe::app {

/// One column before it is evaluated.
struct CompareEntry {
    QString path;
    std::string name; ///< file name without its ending
    LogScenario content;
    Problems unread; ///< lines of a log that could not be read; the rest was
};

/// A scenario file, an exported figure, a training log or a recipe of another program, told apart by what is
/// in it.
Result<CompareEntry> readCompareEntry(const QString& path, const Catalog& catalog);
/// A training log; anything else is a problem.
Result<CompareEntry> readLogEntry(const QString& path, const Catalog& catalog);

/// The entry must be valid for this catalogue.
ComparedColumn comparedColumn(const CompareEntry& entry, const Catalog& catalog);

/// Measured step of a log.
std::optional<Seconds> measuredStep(const CompareEntry& entry);
/// Constants of the machine that ran the log.
Result<Calibration> calibrationTo(const CompareEntry& entry, const Catalog& catalog);

/// A scenario out of the text of a file: of this program's, of a training log, or of another program's recipe
/// (models/engine/logs/foreign.h). What the first may break between its keys stands in `rules`.
enum class Between { Checked, Unchecked };
Result<Scenario> scenarioOfText(const std::string& text, const QString& path, const Catalog& catalog,
                                Between rules);

/// Scenario text of a file: the file itself, what an exported figure carries, or a config.json together with
/// the hf_quant_config.json beside it, whichever of the two is named.
Result<std::string> scenarioTextOf(const QString& path);
bool looksLikeFigure(const QString& path);
/// The schema a file names, whatever it is called; empty for one that names none, and for a figure.
std::string fileSchema(const QString& path);
/// The config.json of a published model (models/engine/files/models/model_config.h), by its suffix; it names
/// no schema.
bool looksLikeConfig(const QString& path);
/// A config.json with the keys that somebody says do not matter (`--accept`), as its reader takes them.
std::string withAccepted(std::string text, const QStringList& keys);

enum class ShippedRuns { Too, LeftOut };
/// Every shipped measured run and those of the files, lists of runs or single cases, evaluated.
Result<std::shared_ptr<const MeasuredRuns>>
measuredRuns(const Catalog& catalog, const QStringList& files = {}, ShippedRuns shipped = ShippedRuns::Too);

} // namespace moe::app
