// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/compare_job.h"

#include "models/engine/scenario/validate.h"

#include <QMetaObject>

#include <algorithm>
#include <exception>

namespace moe::app {

CompareJob::CompareJob(QObject* parent)
    : QObject(parent), m_worker([this](const Request& request) { run(request); }) {}

CompareJob::~CompareJob() = default;

void CompareJob::setCatalog(const CatalogPtr& catalog) {
    if (catalog == m_catalog) return;
    m_catalog = catalog;
    for (Held& held : m_held) held = {held.pin, nullptr, false};
    startNext();
}

void CompareJob::setSide(Side side) {
    if (side == m_side) return;
    m_side = side;
    for (Held& held : m_held)
        if (hasBothSides(held.pin.entry->content.scenario)) held = {held.pin, held.column, false};
    startNext();
}

void CompareJob::read(const QStringList& paths) {
    m_pending += paths;
    startNext();
}

void CompareJob::setPins(const PinList& pins) {
    std::vector<Held> next;
    for (const Pin& pin : pins) {
        Held held{pin, nullptr, false};
        for (const Held& known : m_held)
            if (known.pin.entry == pin.entry) held = {pin, known.column, known.tried};
        next.push_back(std::move(held));
    }
    m_held = std::move(next);
    tell();
    startNext();
}

void CompareJob::calibrate(int pin) {
    if (pin < 0 || pin >= static_cast<int>(m_held.size())) return;
    m_toCalibrate = m_held[static_cast<std::size_t>(pin)].pin.entry;
    startNext();
}

void CompareJob::startNext() {
    if (m_running || !m_catalog) return;
    Request request{
        m_catalog, std::exchange(m_pending, {}), {}, std::exchange(m_toCalibrate, nullptr), m_side};
    for (const Held& held : m_held)
        if (!held.tried) request.entries.push_back(held.pin.entry);
    if (request.paths.isEmpty() && request.entries.empty() && !request.calibrate) return;
    m_running = true;
    m_worker.submit(std::move(request));
}

void CompareJob::run(const Request& request) {
    Answer answer{request.catalog, {}, {}, {}, {}, {}, request.calibrate, request.side};
    const Catalog& catalog = *request.catalog;
    try {
        for (const QString& path : request.paths) {
            Result<CompareEntry> entry = readCompareEntry(path, catalog);
            if (!entry) {
                append(answer.broken, entry.error());
                continue;
            }
            append(answer.unread, entry->unread);
            answer.added.push_back(std::make_shared<const CompareEntry>(std::move(entry).value()));
        }
        for (const EntryPtr& entry : request.entries) {
            CompareEntry seen = *entry;
            if (seen.content.measured.empty())
                seen.content.scenario = lookedAt(seen.content.scenario, request.side);
            // Another catalogue may lack what the scenario names.
            Problems lost = validate(seen.content.scenario, catalog);
            for (Problem& problem : lost)
                problem.source = entry->path.isEmpty() ? entry->name : entry->path.toStdString();
            ColumnPtr column;
            if (lost.empty()) column = std::make_shared<const ComparedColumn>(comparedColumn(seen, catalog));
            append(answer.broken, std::move(lost));
            answer.evaluated.emplace_back(entry, std::move(column));
        }
        if (request.calibrate) answer.calibration = calibrationTo(*request.calibrate, catalog);
    } catch (const std::exception& error) {
        answer.broken.push_back({.rule = say("comparing stopped: %1", error.what())});
    }
    QMetaObject::invokeMethod(
        this, [this, answer = std::move(answer)] { deliver(answer); }, Qt::QueuedConnection);
}

void CompareJob::deliver(const Answer& answer) {
    m_running = false;
    const bool current = answer.catalog == m_catalog && answer.side == m_side;
    for (const auto& [entry, column] : answer.evaluated) {
        if (!current) break; // they are evaluated again
        for (Held& held : m_held)
            if (held.pin.entry == entry) held = {held.pin, column, true};
    }
    if (current && !answer.evaluated.empty()) tell();
    if (!answer.added.empty()) emit entriesRead(answer.added);
    if (!answer.broken.empty())
        emit problems(tr("Not everything could be put beside this scenario:"), answer.broken);
    else if (!answer.unread.empty())
        emit problems(tr("The log was read; these lines were not:"), answer.unread);
    if (answer.calibration) {
        const auto held = std::find_if(m_held.begin(), m_held.end(),
                                       [&](const Held& one) { return one.pin.entry == answer.calibrated; });
        if (!*answer.calibration)
            emit problems(tr("There is no calibration to this log:"), answer.calibration->error());
        else if (held != m_held.end())
            emit calibrated(static_cast<int>(held - m_held.begin()), **answer.calibration);
    }
    startNext();
}

std::vector<ColumnPtr> CompareJob::columns() const {
    std::vector<ColumnPtr> columns;
    for (const Held& held : m_held) {
        if (!held.column) {
            columns.push_back(nullptr);
            continue;
        }
        ComparedColumn column = *held.column;
        column.name = held.pin.name;
        column.mark = held.pin.mark;
        columns.push_back(std::make_shared<const ComparedColumn>(std::move(column)));
    }
    return columns;
}

void CompareJob::tell() {
    // While some are not evaluated yet, what is shown stays.
    const bool all = std::all_of(m_held.begin(), m_held.end(), [](const Held& held) { return held.tried; });
    if (all) emit columnsChanged(columns());
}

} // namespace moe::app
