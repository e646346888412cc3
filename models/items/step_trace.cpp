// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/step_trace.h"

#include "models/engine/schedule/schedules.h"
#include "models/engine/time/pipeline_schedule.h"
#include "models/engine/time/step_lanes.h"
#include "models/engine/time/step_terms.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <string_view>
#include <utility>

namespace moe::items {
namespace {

const char* nameOf(PassKind kind) {
    switch (kind) {
    case PassKind::Forward: return "forward";
    case PassKind::Backward: return "backward";
    case PassKind::Input: return "backward, inputs";
    case PassKind::Weight: return "backward, weights";
    case PassKind::Pair: break;
    }
    return "forward and backward";
}

/// Microseconds with all the digits there are: a step of hours has passes of microseconds.
QByteArray microseconds(double seconds) {
    return QByteArray::number(1e6 * seconds, 'f', 3);
}

/// One line per event.
class Writer {
public:
    /// `place`: from the top.
    void track(int number, const QByteArray& name, int place) {
        line("{\"ph\":\"M\",\"pid\":0,\"tid\":" + QByteArray::number(number) +
             ",\"name\":\"thread_name\",\"args\":{\"name\":\"" + name + "\"}}");
        line("{\"ph\":\"M\",\"pid\":0,\"tid\":" + QByteArray::number(number) +
             ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":" + QByteArray::number(place) + "}}");
    }
    void pass(int track, const QByteArray& name, double start, double end, const QByteArray& arguments) {
        line("{\"ph\":\"X\",\"pid\":0,\"tid\":" + QByteArray::number(track) + ",\"name\":\"" + name +
             "\",\"ts\":" + microseconds(start) + ",\"dur\":" + microseconds(end - start) + ",\"args\":{" +
             arguments + "}}");
    }
    QByteArray text(const QString& title) const {
        const QByteArray name = QJsonDocument(QJsonArray{title}).toJson(QJsonDocument::Compact);
        return "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"scenario\":" + name.mid(1, name.size() - 2) +
               "},\"traceEvents\":[" + m_lines + "\n]}\n";
    }

private:
    void line(const QByteArray& event) {
        m_lines += m_lines.isEmpty() ? "\n" : ",\n";
        m_lines += event;
    }
    QByteArray m_lines;
};

/// What every pass waits for and hides, in two tracks below its stage's.
void addLanes(Writer& writer, const PipelineSchedule& schedule, const StepMix& mix) {
    const int first = schedule.stages + 1;
    for (int rank = 0; rank < schedule.stages; ++rank) {
        const QByteArray stage = "stage " + QByteArray::number(rank);
        writer.track(first + 2 * rank, stage + ", communication", 3 * rank + 1);
        writer.track(first + 2 * rank + 1, stage + ", host", 3 * rank + 2);
    }
    const QByteArray assumed = "\"place_in_pass\":\"assumed\"";
    for (const SchedulePass& pass : schedule.passes) {
        const PassMix& shares = mix[std::size_t(pass.kind)];
        const double start = pass.start.base, length = (pass.end - pass.start).base;
        const auto add = [&](int lane, const QByteArray& name, double from, double to) {
            if (to > from)
                writer.pass(first + 2 * pass.stage + lane, name, start + from * length, start + to * length,
                            assumed);
        };
        add(0, "beside computing", shares.computesFrom(), shares.hiddenUntil());
        add(0, "waited for", shares.waitsFrom(), 1);
        add(1, "host", 0, shares.computesFrom());
    }
}

bool isAfter(std::string_view key) {
    return key == "dp" || key == "optimizer" || key == "constant";
}

} // namespace

Result<QByteArray> stepTrace(const Report& report) {
    if (!report.train) return Problem{.key = "train", .rule = say("is required: a trace is of a step")};
    const TrainReport& train = *report.train;
    if (train.pipeline.chunks.empty())
        return Problem{.key = "train", .rule = say("the step time of this scenario cannot be computed")};
    const PipelineSchedule schedule = wholeSchedule(train, kMostTracedPasses);
    if (schedule.stages == 0)
        return Problem{.key = "train.global_batch",
                       .rule =
                           say("gives a step of over %1 passes, more than a trace holds", kMostTracedPasses)};
    Writer writer;
    for (int rank = 0; rank < schedule.stages; ++rank)
        writer.track(rank, "stage " + QByteArray::number(rank), 3 * rank);
    for (const SchedulePass& pass : schedule.passes) {
        QByteArray arguments = "\"micro_batch\":" + QByteArray::number(pass.microBatch) +
                               ",\"chunk\":" + QByteArray::number(pass.chunk);
        if (pass.kind == PassKind::Pair)
            arguments += ",\"back_micro_batch\":" + QByteArray::number(pass.backMicroBatch);
        writer.pass(pass.stage, nameOf(pass.kind), pass.start.base, pass.end.base, arguments);
    }
    if (schedule.passes.size() <= kMostPassesInLanes) addLanes(writer, schedule, stepMix(train, schedule));
    double at = schedule.end.base;
    const std::vector<StepTermRow>& rows = timeTerms();
    bool some = false;
    for (std::size_t i = 0; i < std::min(rows.size(), train.terms.size()); ++i) {
        const double seconds = train.terms[i].exposed.base;
        if (!isAfter(rows[i].key) || !(seconds > 0)) continue;
        if (!std::exchange(some, true))
            writer.track(schedule.stages, "after the last pass", 3 * schedule.stages);
        writer.pass(schedule.stages, rows[i].label, at, at + seconds, {});
        at += seconds;
    }
    return writer.text(QString::fromStdString(report.scenario.name));
}

} // namespace moe::items
