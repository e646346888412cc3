// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads files to be pinned, evaluates the pins and calibrates, all off the GUI thread.
// One piece of work at a time; what is asked for meanwhile follows it.

#include "app/files/pin.h"
#include "app/work/worker.h"
#include "models/engine/report/pointers.h"
#include "models/engine/scenario/sides.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace moe::app {

class CompareJob : public QObject {
    Q_OBJECT
public:
    explicit CompareJob(QObject* parent = nullptr);
    ~CompareJob() override;

    /// Everything is evaluated anew for another catalogue.
    void setCatalog(const CatalogPtr& catalog);
    /// And as seen from another side, training logs excepted.
    void setSide(Side side);
    void read(const QStringList& paths);
    void setPins(const PinList& pins);
    void calibrate(int pin);

    /// One per pin; null where it is not evaluated.
    std::vector<ColumnPtr> columns() const;
    bool running() const { return m_running; }

signals:
    void entriesRead(const std::vector<moe::app::EntryPtr>& entries);
    /// One per pin; null where this catalogue lacks what its scenario names.
    void columnsChanged(const std::vector<moe::ColumnPtr>& columns);
    void calibrated(int pin, const moe::Calibration& calibration);
    /// Files that could not be taken, lines of logs that could not be read, a calibration that failed.
    void problems(const QString& title, const moe::Problems& problems);

private:
    struct Held {
        Pin pin;
        ColumnPtr column; ///< null while not evaluated for the present catalogue
        bool tried = false;
    };
    struct Request {
        CatalogPtr catalog;
        QStringList paths;
        std::vector<EntryPtr> entries; ///< to evaluate
        EntryPtr calibrate;
        Side side = Side::Training;
    };
    struct Answer {
        CatalogPtr catalog;
        std::vector<EntryPtr> added;
        std::vector<std::pair<EntryPtr, ColumnPtr>> evaluated;
        Problems broken, unread;
        std::optional<Result<Calibration>> calibration;
        EntryPtr calibrated;
        Side side = Side::Training;
    };
    void startNext();
    void run(const Request& request); // on the worker thread
    void deliver(const Answer& answer);
    void tell();

    CatalogPtr m_catalog;
    Side m_side = Side::Training;
    std::vector<Held> m_held; ///< one per pin
    QStringList m_pending;
    bool m_running = false;
    EntryPtr m_toCalibrate;
    Worker<Request> m_worker; // last: its thread uses the rest
};

} // namespace moe::app
