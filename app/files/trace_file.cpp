// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/trace_file.h"

#include "app/files/catalog_loader.h"
#include "data/gzip.h"
#include "data/request_trace.h"
#include "models/engine/traffic/trace.h"

#include <QFile>
#include <QFileInfo>

namespace moe::app {
namespace {

constexpr qint64 kTraceStep = 4 << 20; ///< bytes of a trace that are read at once

} // namespace

Result<std::vector<TrafficRequest>> traceOf(const QString& path,
                                            const std::function<void(const QString&)>& note) {
    // Traces of others are translated as a whole; those of this program pass step by step.
    QFile file(path);
    if (QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)) {
        const QByteArray head = file.peek(1 << 16);
        const std::string_view begin(head.constData(), static_cast<std::size_t>(head.size()));
        if (isGzip(begin) || (!isOwnRequestTrace(begin) && isRequestTrace(begin))) {
            const Result<std::string> text = readFile(path, kLargestTrace);
            if (!text) return text.error();
            if (isOwnRequestTrace(*text)) return readTrace(*text, path.toStdString());
            const Result<RequestTrace> trace = readRequestTrace(*text, path.toStdString());
            if (!trace) return trace.error();
            for (const Message& one : trace->notes)
                note(path + QStringLiteral(": ") + QString::fromStdString(toString(one)) + QLatin1Char('\n'));
            return readTrace(trace->text, path.toStdString());
        }
        file.close();
    }
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
        const Result<std::string> text = readFile(path); // says why not
        if (!text) return text.error();
        return readTrace(*text, path.toStdString());
    }
    TraceReader reader(path.toStdString());
    for (bool more = true; more && !file.atEnd();) {
        const QByteArray step = file.read(kTraceStep);
        if (step.isEmpty()) return Problem{.source = path.toStdString(), .rule = say("cannot be read")};
        more = reader.add({step.constData(), static_cast<std::size_t>(step.size())});
    }
    return reader.finish();
}

} // namespace moe::app
