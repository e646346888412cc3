// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario as command-line options: a preset or a file, and what was changed since.

#include "models/engine/scenario/catalog.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace moe::app {

/// A file that was opened, with what it said then.
struct OpenedScenario {
    QString path;
    Scenario scenario;
};

/// The `key=value` of each --set that makes `to` out of `from`; nullopt when no list does. Name and note
/// cannot be set and are not compared.
std::optional<QStringList> settingsBetween(const Scenario& from, const Scenario& to);

/// "--preset KEY" or "--scenario FILE", the one that is `base` where there is one (differences are drawn
/// against it), with as few --set as there are. Empty when neither a preset nor an opened file leads to the
/// scenario.
QStringList scenarioArguments(const Scenario& scenario, const Scenario& base, const Catalog& catalog,
                              const std::vector<OpenedScenario>& opened);

} // namespace moe::app
