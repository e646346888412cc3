// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/trace_file.h"

#include "app/files/catalog_loader.h"
#include "data/gzip.h"
#include "data/hash_trace.h"
#include "data/request_trace.h"
#include "models/engine/files/foreign_files.h"
#include "models/engine/traffic/trace.h"

#include <QFile>
#include <QFileInfo>

namespace moe::app {
namespace {

constexpr qint64 kTraceStep = 4 << 20; ///< bytes of a trace that are read at once

Result<TrafficTrace> wholeTrace(Result<std::vector<TrafficRequest>> read) {
    if (!read) return read.error();
    return TrafficTrace(std::move(read).value());
}

/// A trace of hashes: every request, and those that are left out are told.
Result<TrafficTrace> hashedTrace(const std::string& text, const QString& path,
                                 const std::function<void(const QString&)>& note) {
    const Result<HashTrace> read = readHashTrace(text, path.toStdString());
    if (!read) return read.error();
    if (read->requests.size() > kMostTraceRequests)
        return Problem{
            .source = path.toStdString(),
            .rule = say("has more than the %1 requests of a trace", static_cast<Count>(kMostTraceRequests))};
    TrafficTrace trace = namedTrace(*read);
    if (const std::size_t left = read->requests.size() - trace.requests.size(); left > 0)
        note(QStringLiteral("%1: %2 requests without a prompt or an answer are left out\n")
                 .arg(path)
                 .arg(left));
    if (trace.requests.empty())
        return Problem{.source = path.toStdString(), .rule = say("has no request with an answer")};
    return trace;
}

} // namespace

Result<TrafficTrace> traceOf(const QString& path, const std::function<void(const QString&)>& note) {
    // Traces of others are translated as a whole; those of this program pass step by step.
    QFile file(path);
    if (QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)) {
        const QByteArray head = file.peek(1 << 16);
        const std::string_view begin(head.constData(), static_cast<std::size_t>(head.size()));
        if (!isOwnRequestTrace(begin) && !isRequestTrace(begin) && !isHashTrace(begin))
            if (const auto foreign = foreignFileProblem(findForeignFile(begin), path.toStdString()))
                return *foreign;
        if (isGzip(begin) || (!isOwnRequestTrace(begin) && (isRequestTrace(begin) || isHashTrace(begin)))) {
            const Result<std::string> text = readFile(path, kLargestTrace);
            if (!text) return text.error();
            if (isOwnRequestTrace(*text)) return wholeTrace(readTrace(*text, path.toStdString()));
            if (isHashTrace(*text)) return hashedTrace(*text, path, note);
            const Result<RequestTrace> trace = readRequestTrace(*text, path.toStdString());
            if (!trace) return trace.error();
            for (const Message& one : trace->notes)
                note(path + QStringLiteral(": ") + QString::fromStdString(toString(one)) + QLatin1Char('\n'));
            return wholeTrace(readTrace(trace->text, path.toStdString()));
        }
        file.close();
    }
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
        const Result<std::string> text = readFile(path); // says why not
        if (!text) return text.error();
        return wholeTrace(readTrace(*text, path.toStdString()));
    }
    TraceReader reader(path.toStdString());
    for (bool more = true; more && !file.atEnd();) {
        const QByteArray step = file.read(kTraceStep);
        if (step.isEmpty()) return Problem{.source = path.toStdString(), .rule = say("cannot be read")};
        more = reader.add({step.constData(), static_cast<std::size_t>(step.size())});
    }
    return wholeTrace(reader.finish());
}

} // namespace moe::app
