#include "app/compare_job.h"

#include "models/engine/validate.h"

#include <QMetaObject>

#include <algorithm>
#include <exception>

namespace moe::app {

CompareJob::CompareJob(QObject* parent)
    : QObject(parent), m_worker([this](const Request& request) { run(request); }) {}

CompareJob::~CompareJob() = default;

void CompareJob::setCatalog(const std::shared_ptr<const Catalog>& catalog) {
    if (catalog == m_catalog) return;
    m_catalog = catalog;
    for (Held& held : m_entries) held.column = nullptr;
    startNext();
}

void CompareJob::add(const QStringList& paths) {
    m_pending += paths;
    startNext();
}

void CompareJob::remove(int index) {
    if (index < 0 || index >= count()) return;
    m_entries.erase(m_entries.begin() + index);
    tell();
}

void CompareJob::wantRuns() {
    m_wantRuns = true;
    startNext();
}

void CompareJob::calibrate(int index) {
    if (index < 0 || index >= count()) return;
    m_toCalibrate = m_entries[static_cast<std::size_t>(index)].id;
    startNext();
}

void CompareJob::startNext() {
    if (m_running || !m_catalog) return;
    Request request{m_catalog, std::exchange(m_pending, {}), {}, std::exchange(m_wantRuns, false), {}};
    for (const Held& held : m_entries) {
        if (!held.column) request.entries.push_back(held);
        if (m_toCalibrate == held.id) request.calibrate = held;
    }
    m_toCalibrate.reset();
    if (request.paths.isEmpty() && request.entries.empty() && !request.runs && !request.calibrate) return;
    m_running = true;
    m_worker.submit(std::move(request));
}

void CompareJob::run(const Request& request) {
    Answer answer{request.catalog, {}, {}, {}, {}, {}, {}, 0};
    const Catalog& catalog = *request.catalog;
    try {
        for (const QString& path : request.paths) {
            Result<CompareEntry> read = readCompareEntry(path, catalog);
            if (!read) {
                append(answer.broken, read.error());
                continue;
            }
            append(answer.unread, read->unread);
            Held held{0, std::move(read).value(), nullptr};
            held.column = std::make_shared<const ComparedColumn>(comparedColumn(held.entry, catalog));
            answer.added.push_back(std::move(held));
        }
        for (Held held : request.entries) {
            // Another catalogue may lack what the scenario names.
            Problems lost = validate(held.entry.content.scenario, catalog);
            for (Problem& problem : lost) problem.source = held.entry.path.toStdString();
            if (lost.empty())
                held.column = std::make_shared<const ComparedColumn>(comparedColumn(held.entry, catalog));
            append(answer.broken, std::move(lost));
            answer.evaluated.push_back(std::move(held));
        }
        if (request.runs) answer.runs = measuredRuns(catalog);
        if (request.calibrate) {
            answer.calibrated = request.calibrate->id;
            answer.calibration = calibrationTo(request.calibrate->entry, catalog);
        }
    } catch (const std::exception& error) {
        answer.broken.push_back({.rule = std::string("comparing stopped: ") + error.what()});
    }
    QMetaObject::invokeMethod(
        this, [this, answer = std::move(answer)] { deliver(answer); }, Qt::QueuedConnection);
}

void CompareJob::deliver(Answer answer) {
    m_running = false;
    const bool current = answer.catalog == m_catalog;
    for (Held& held : answer.added) {
        held.id = m_nextId++;
        if (!current) held.column = nullptr;
        m_entries.push_back(std::move(held));
    }
    for (const Held& done : answer.evaluated) {
        const auto held = std::find_if(m_entries.begin(), m_entries.end(),
                                       [&](const Held& one) { return one.id == done.id; });
        if (held == m_entries.end() || !current) continue; // removed meanwhile, or another catalogue follows
        if (done.column)
            held->column = done.column;
        else
            m_entries.erase(held);
    }
    if (!answer.added.empty() || !answer.evaluated.empty()) tell();
    if (!answer.broken.empty())
        emit problems(tr("Not everything could be put beside this scenario:"), answer.broken);
    else if (!answer.unread.empty())
        emit problems(tr("The log was read; these lines were not:"), answer.unread);
    if (answer.runs && current) {
        if (*answer.runs)
            emit runsReady(**answer.runs);
        else
            emit runsFailed(answer.runs->error());
    }
    if (answer.calibration) {
        const auto held = std::find_if(m_entries.begin(), m_entries.end(),
                                       [&](const Held& one) { return one.id == answer.calibrated; });
        if (!*answer.calibration)
            emit problems(tr("There is no calibration to this log:"), answer.calibration->error());
        else if (held != m_entries.end())
            emit calibrated(static_cast<int>(held - m_entries.begin()), **answer.calibration);
    }
    startNext();
}

QStringList CompareJob::paths() const {
    QStringList paths;
    for (const Held& held : m_entries) paths << held.entry.path;
    return paths;
}

std::vector<ColumnPtr> CompareJob::columns() const {
    std::vector<ColumnPtr> columns;
    for (const Held& held : m_entries)
        if (held.column) columns.push_back(held.column);
    return columns;
}

void CompareJob::tell() {
    const std::vector<ColumnPtr> known = columns();
    // While some are not evaluated yet, indices would not be those of the entries: keep what is shown.
    if (known.size() == m_entries.size()) emit columnsChanged(known);
}

} // namespace moe::app
