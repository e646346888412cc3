// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a file of a kind holds, for `import`; each reads all of it with the reader that uses it.

#include "app/files/file_kinds.h"

namespace moe::app {

ImportSummary sessionSummary(const FileHead& head);
ImportSummary boardSummary(const FileHead& head);
ImportSummary constantsSummary(const FileHead& head);
ImportSummary runsSummary(const FileHead& head);
/// Of this program's own, of an exported figure or of a model's configuration.
ImportSummary scenarioSummary(const FileHead& head);
ImportSummary machinesSummary(const FileHead& head);
ImportSummary traceSummary(const FileHead& head);
ImportSummary benchSummary(const FileHead& head);
ImportSummary lessonSummary(const FileHead& head);
ImportSummary mineSummary(const FileHead& head);
ImportSummary pointsSummary(const FileHead& head);
ImportSummary serverSummary(const FileHead& head);
ImportSummary memorySummary(const FileHead& head);
ImportSummary requestsSummary(const FileHead& head);
ImportSummary logSummary(const FileHead& head);
ImportSummary foreignSummary(const FileHead& head);
ImportSummary recipeSummary(const FileHead& head);
ImportSummary responsesSummary(const FileHead& head);
/// And of what is of no kind.
ImportSummary tableSummary(const FileHead& head);

} // namespace moe::app
