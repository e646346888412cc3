// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/plan_desk.h"

#include "app/desks/answer_desk.h"
#include "app/work/plan_run.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"
#include "ui/plots/tradeoffs/waterfall_view.h"

#include <memory>

namespace moe::app {
namespace {

/// The picture of what binds a plan: the one on screen may be of what a plan leaves out.
const char* pageOf(const Plan& plan) {
    switch (plan.binding) {
    case PlanLimit::Memory: return "memory";
    case PlanLimit::Link: return "fabric";
    default: return plan.scenario.train ? "time" : "latency";
    }
}

} // namespace

PlanDesk::PlanDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session) {
    m_window.on(ui::Request::Plan, this, &PlanDesk::show);
    connect(&m_job, &PassesJob::progress, this, [this](int done, int total) {
        if (m_sheet && total > 0) m_sheet->showProgress(100 * done / total);
    });
    connect(&m_job, &PassesJob::idle, this, [this] {
        if (m_sheet) m_sheet->showBusy(false);
    });
    connect(&m_job, &PassesJob::failed, this, [this](const QString& why) {
        if (m_sheet) m_sheet->showPlans(Problem{.rule = say("%1", why.toStdString())});
    });
}

void PlanDesk::show() {
    if (m_sheet) m_sheet->reject();
    ++m_asked; // an answer on its way is not the new sheet's
    m_sheet = new ui::PlanSheet(m_session.scenario(), *m_session.catalog(), &m_window);
    m_sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_sheet, &ui::PlanSheet::asked, this, &PlanDesk::answer);
    connect(m_sheet, &ui::PlanSheet::cancelled, &m_job, &PassesJob::cancel);
    connect(m_sheet, &ui::PlanSheet::finished, &m_job, &PassesJob::cancel);
    connect(m_sheet, &ui::PlanSheet::taken, this, &PlanDesk::take);
    connect(m_sheet, &ui::PlanSheet::pinned, this, [this] {
        if (const Plan* plan = m_sheet->chosen())
            emit m_window.pinOtherRequested(
                plan->scenario, tr("plan of %1").arg(QString::fromStdString(plan->scenario.name)));
    });
    m_waterfall = new ui::WaterfallView;
    m_sheet->addPicture(m_waterfall, tr("Waterfall"));
    answerView(*m_waterfall, QStringLiteral("waterfall"), m_window, this);
    connect(m_sheet, &ui::PlanSheet::chose, this, &PlanDesk::compare);
    m_sheet->show(); // beside the window, which goes on
    m_sheet->raise();
    m_sheet->activateWindow();
}

void PlanDesk::answer() {
    const Result<ui::PlanQuestion> question = m_sheet->question();
    if (!question) return m_sheet->showPlans(question.error());
    m_sheet->showBusy(true);
    const int number = ++m_asked;
    m_job.start({[this, number, asked = *question, catalog = m_session.catalog()](
                     const std::stop_token& stop, const Progress& progress) -> std::function<void()> {
                    auto plans = std::make_shared<const Result<Plans>>(
                        runPlan(asked.scenario, *catalog, asked.goal, 0, stop, progress));
                    return [this, number, plans] {
                        if (m_sheet && number == m_asked) m_sheet->showPlans(*plans);
                    };
                }},
                tr("Looking for plans"), PassesJob::Newer::Stops);
}

/// What of the plan buys what, in place of a list of differences.
void PlanDesk::compare() {
    const Plan* plan = m_sheet->chosen();
    if (!plan || !m_waterfall) return;
    Scenario mine = m_session.scenario();
    if (!plan->scenario.serve) mine.serve.reset();
    if (!plan->scenario.train) mine.train.reset();
    m_reports.start(
        {[this, number = ++m_compared, mine, planned = plan->scenario,
          catalog = m_session.catalog()](const std::stop_token&, const Progress&) -> std::function<void()> {
            const auto reportOf = [&catalog](const Scenario& scenario) {
                return brokenRules(scenario, *catalog).empty()
                           ? std::make_shared<const Report>(evaluate(scenario, *catalog, Detail::Numbers))
                           : nullptr;
            };
            const ReportPtr from = reportOf(mine), to = reportOf(planned);
            return [this, number, from, to] {
                if (!m_waterfall || number != m_compared || !to) return;
                m_waterfall->setCatalog(m_session.catalog());
                m_waterfall->setBase(from);
                m_waterfall->setReport(to);
            };
        }},
        QString(), PassesJob::Newer::Stops);
}

void PlanDesk::take() {
    const Plan* plan = m_sheet->chosen();
    if (!plan) return;
    const Scenario scenario = plan->scenario;
    const char* page = pageOf(*plan);
    m_sheet->accept();
    m_session.edit(scenario, tr("Open plan"));
    m_window.showTab(QLatin1String(page));
}

} // namespace moe::app
