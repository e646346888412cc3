// SPDX-License-Identifier: GPL-3.0-or-later
// trace: the passes of a step, for Perfetto.

#include "app/commands/scenario_options.h"
#include "models/engine/evaluate.h"
#include "models/items/step_trace.h"

namespace moe::app {

int runTrace(const QStringList& arguments) {
    CommandLine line("trace");
    addScenarioOptions(line);
    line.option({"o", "output"}, QStringLiteral("File to write; without it the trace is printed."),
                QStringLiteral("FILE.json"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const Result<Input> input = scenarioInput(line);
    if (!input) return fail(input.error());
    const Result<QByteArray> trace =
        items::stepTrace(evaluate(input->scenario, *input->catalog, Detail::Numbers));
    if (!trace) return fail(trace.error());
    if (!line.has("output")) {
        print(QString::fromUtf8(*trace));
        return kDone;
    }
    const Problems problems = saveFile(line.value("output"), *trace);
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
