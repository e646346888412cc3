// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs that are not drawn from a report: loaded tables, and how each number is computed.

#include "ui/data/data_view.h"
#include "ui/explain/explain_view.h"
#include "ui/form/scenario_form.h"
#include "ui/window/late_page.h"
#include "ui/window/main_window.h"
#include "ui/window/view_tabs.h"

#include <QDockWidget>

namespace moe::ui {

void MainWindow::buildPages() {
    auto* dataPage = new LatePage([this] { return newData(); });
    dataPage->setObjectName(QStringLiteral("data"));
    m_tabs->addTab(dataPage, tr("Data"));
    m_explainPage = new LatePage([this] { return newExplain(); });
    m_explainPage->setObjectName(QStringLiteral("explain"));
    m_tabs->addTab(m_explainPage, tr("Explain"));
}

QWidget* MainWindow::newData() {
    m_data = new DataView;
    connect(m_data, &DataView::loadRequested, this, [this] { emit loadTablesRequested(true); });
    connect(m_data, &DataView::publishedRequested, this, &MainWindow::publishedTablesRequested);
    connect(m_data, &DataView::exportRequested, this, &MainWindow::exportTableRequested);
    m_data->setCatalog(m_catalog);
    return m_data;
}

QWidget* MainWindow::newExplain() {
    m_explain = new ExplainView;
    connect(m_explain, &ExplainView::fieldActivated, this, [this](const QString& key) {
        for (QWidget* above = m_form; above; above = above->parentWidget())
            if (qobject_cast<QDockWidget*>(above)) above->show();
        m_form->revealKey(key);
    });
    if (m_catalog) m_explain->setCatalog(m_catalog);
    if (m_report) m_explain->setReport(m_report);
    return m_explain;
}

void MainWindow::explain(const QString& key) {
    m_explainPage->fill();
    if (m_explain->showAccount(key)) m_tabs->setCurrentWidget(m_explainPage);
}

} // namespace moe::ui
