#pragma once
// Reads and evaluates what stands beside the scenario, evaluates the measured runs and calibrates, all off
// the GUI thread. One piece of work at a time; what is asked for meanwhile follows it.

#include "app/compare_files.h"
#include "app/worker.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace moe::app {

using ColumnPtr = std::shared_ptr<const ComparedColumn>;
using RunsPtr = std::shared_ptr<const MeasuredRuns>;

class CompareJob : public QObject {
    Q_OBJECT
public:
    explicit CompareJob(QObject* parent = nullptr);
    ~CompareJob() override;

    /// Everything is evaluated anew for another catalogue; the measured runs only when wanted again.
    void setCatalog(const std::shared_ptr<const Catalog>& catalog);
    void add(const QStringList& paths);
    void remove(int index);
    void wantRuns();
    void calibrate(int index);

    /// Of what stands beside the scenario, in its order; columns only as far as they are evaluated.
    QStringList paths() const;
    std::vector<ColumnPtr> columns() const;
    int count() const { return static_cast<int>(m_entries.size()); }
    bool running() const { return m_running; }

signals:
    void columnsChanged(const std::vector<moe::app::ColumnPtr>& columns);
    void runsReady(const moe::app::RunsPtr& runs);
    void runsFailed(const moe::Problems& problems);
    void calibrated(int index, const moe::Calibration& calibration);
    /// Files that could not be taken, lines of logs that could not be read, a calibration that failed.
    void problems(const QString& title, const moe::Problems& problems);

private:
    struct Held {
        quint64 id = 0;
        CompareEntry entry;
        ColumnPtr column; ///< null while not evaluated for the present catalogue
    };
    struct Request {
        std::shared_ptr<const Catalog> catalog;
        QStringList paths;
        std::vector<Held> entries; ///< to evaluate
        bool runs = false;
        std::optional<Held> calibrate;
    };
    struct Answer {
        std::shared_ptr<const Catalog> catalog;
        std::vector<Held> added, evaluated;
        Problems broken, unread;
        std::optional<Result<RunsPtr>> runs;
        std::optional<Result<Calibration>> calibration;
        quint64 calibrated = 0;
    };
    void startNext();
    void run(const Request& request); // on the worker thread
    void deliver(Answer answer);
    void tell();

    std::shared_ptr<const Catalog> m_catalog;
    std::vector<Held> m_entries;
    QStringList m_pending;
    bool m_wantRuns = false, m_running = false;
    std::optional<quint64> m_toCalibrate;
    quint64 m_nextId = 1;
    Worker<Request> m_worker; // last: its thread uses the rest
};

} // namespace moe::app
