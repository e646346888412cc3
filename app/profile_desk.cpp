// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/profile_desk.h"

#include "app/catalog_loader.h"

#include <QFile>
#include <QFileInfo>

namespace moe::app {

bool looksLikeTrace(const QString& path) {
    constexpr qint64 kHead = 1 << 16; // properties of eight GPUs come first
    QFile file(path);
    // Only profilers pack their JSON; what else is packed is told what it is.
    if (path.endsWith(QLatin1String(".json.gz"), Qt::CaseInsensitive)) return isOrdinaryFile(path);
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) || !isOrdinaryFile(path) ||
        !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(kHead);
    return head.contains("\"traceEvents\"") || (head.contains("\"ph\"") && head.contains("\"ts\""));
}

ProfileDesk::ProfileDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session) {
    connect(&session, &Session::reportChanged, this, &ProfileDesk::follow);
    connect(&m_job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
    connect(&m_job, &PassesJob::failed, this, [this](const QString& why) {
        m_window.showMessages(tr("The profile could not be read; please report it."),
                              {{.rule = say("%1", why.toStdString())}});
    });
}

void ProfileDesk::openFile(const QString& path) {
    m_job.start({[this, path](const std::stop_token&, const Progress&) -> std::function<void()> {
                    const Result<std::string> text = readFile(path, kLargestTrace);
                    const Result<KernelTrace> trace =
                        text ? readKernelTrace(*text, path.toStdString()) : Result<KernelTrace>(text.error());
                    if (!trace)
                        return [this, path, problems = trace.error()] {
                            m_window.showOpening(tr("%1 was not opened; the window keeps what it had.")
                                                     .arg(QFileInfo(path).fileName()),
                                                 problems);
                        };
                    return [this, path, step = tracedStep(*trace)] { show(path, step); };
                }},
                tr("Reading the profile"));
}

void ProfileDesk::show(const QString& path, const TracedStep& step) {
    if (m_sheet) m_sheet->close();
    m_traced = step;
    m_sheet = new ui::ProfileSheet(QFileInfo(path).fileName(), &m_window);
    connect(m_sheet, &ui::ProfileSheet::exportRequested, &m_window, &ui::MainWindow::exportTableRequested);
    follow();
    m_sheet->show();
}

void ProfileDesk::follow() {
    if (!m_sheet) return;
    const ReportPtr& report = m_session.report();
    if (report && report->train)
        m_sheet->showStep(besidePrediction(m_traced, *report->train));
    else
        m_sheet->showNone();
}

} // namespace moe::app
