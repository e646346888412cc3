#include "app/layouts_tab.h"

#include "ui/plots/layouts_view.h"
#include "ui/window/view_tabs.h"

namespace moe::app {
namespace {

constexpr int kRestMs = 300;

/// The scenario without what a layout decides.
Scenario withoutLayout(const Scenario& scenario) {
    const LayoutSpace space = layoutSpace(scenario);
    Layout plain;
    plain.gpus = static_cast<std::int32_t>(scenario.cluster.gpus.value_or(0));
    return layoutScenario(plain, space);
}

} // namespace

LayoutsTab::LayoutsTab(ui::MainWindow& window, Session& session, QObject* parent) : QObject(parent) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, [this, &session] {
        Asked asked{withoutLayout(m_scenario), m_xKey, m_yKey, session.catalog()};
        if (m_asked == asked && m_searching) return; // it is on its way
        if (m_asked == asked) return emit known();
        m_asked = std::move(asked);
        m_searching = true;
        m_job.start(m_scenario, session.catalog(), m_xKey, m_yKey);
    });
    connect(&m_job, &LayoutJob::progress, &window, &ui::MainWindow::setProgress);
    connect(&window, &ui::MainWindow::cancelRequested, &m_job, &LayoutJob::cancel);
    connect(&m_job, &LayoutJob::idle, this, [this] {
        m_searching = false;
        if (!m_rest.isActive()) emit known();
    });
    window.views().withEachView(this, [this](ui::ReportView& made) {
        if (auto* view = qobject_cast<ui::LayoutsView*>(&made)) connectView(view);
    });
}

void LayoutsTab::connectView(ui::LayoutsView* view) {
    connect(view, &ui::LayoutsView::wanted, this,
            [this, view](const ui::ReportPtr& report, const QString& xKey, const QString& yKey) {
                m_rest.stop();
                if (!report->train) return m_job.cancel();
                m_scenario = report->scenario;
                m_xKey = xKey;
                m_yKey = yKey;
                view->setBehind(true);
                m_rest.start();
            });
    connect(this, &LayoutsTab::known, view, [view] { view->setBehind(false); });
    connect(&m_job, &LayoutJob::finished, view,
            [view](const ChoicesPtr& choices) { view->setChoices(choices); });
    connect(&m_job, &LayoutJob::failed, view, [this, view](const QString& why) {
        m_asked.reset(); // showing the tab again tries again
        view->setChoices(nullptr, why);
    });
}

} // namespace moe::app
