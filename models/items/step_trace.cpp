// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/step_trace.h"

#include "models/engine/schedule/schedules.h"
#include "models/engine/time/pipeline_schedule.h"
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
    void track(int number, const QByteArray& name) {
        line("{\"ph\":\"M\",\"pid\":0,\"tid\":" + QByteArray::number(number) +
             ",\"name\":\"thread_name\",\"args\":{\"name\":\"" + name + "\"}}");
        line("{\"ph\":\"M\",\"pid\":0,\"tid\":" + QByteArray::number(number) +
             ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":" + QByteArray::number(number) + "}}");
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
        writer.track(rank, "stage " + QByteArray::number(rank));
    for (const SchedulePass& pass : schedule.passes) {
        QByteArray arguments = "\"micro_batch\":" + QByteArray::number(pass.microBatch) +
                               ",\"chunk\":" + QByteArray::number(pass.chunk);
        if (pass.kind == PassKind::Pair)
            arguments += ",\"back_micro_batch\":" + QByteArray::number(pass.backMicroBatch);
        writer.pass(pass.stage, nameOf(pass.kind), pass.start.base, pass.end.base, arguments);
    }
    double at = schedule.end.base;
    const std::vector<StepTermRow>& rows = timeTerms();
    bool some = false;
    for (std::size_t i = 0; i < std::min(rows.size(), train.terms.size()); ++i) {
        const double seconds = train.terms[i].exposed.base;
        if (!isAfter(rows[i].key) || !(seconds > 0)) continue;
        if (!std::exchange(some, true)) writer.track(schedule.stages, "after the last pass");
        writer.pass(schedule.stages, rows[i].label, at, at + seconds, {});
        at += seconds;
    }
    return writer.text(QString::fromStdString(report.scenario.name));
}

} // namespace moe::items
