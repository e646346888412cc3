// SPDX-License-Identifier: GPL-3.0-or-later
// What is not drawn from a report: loaded tables, and the sheet that tells how a number is computed.

#include "ui/data/data_view.h"
#include "ui/explain/explain_view.h"
#include "ui/form/scenario_form.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/results/results_panel.h"
#include "ui/window/late_page.h"
#include "ui/window/main_window.h"
#include "ui/window/room_pages.h"

#include <QDockWidget>
#include <QStackedWidget>

namespace moe::ui {

void MainWindow::buildPages() {
    auto* tables = new LatePage([this] { return newData(); });
    tables->setObjectName(QStringLiteral("data"));
    m_pages->addPage(items::Room::Measurements, tr("Tables"), tables);
}

QWidget* MainWindow::newData() {
    m_data = new DataView;
    connect(m_data, &DataView::loadRequested, this, [this] { emit loadTablesRequested(true); });
    connect(m_data, &DataView::publishedRequested, this, asking(Request::PublishedTables));
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
    connect(m_explain, &ExplainView::closed, this, &MainWindow::closeExplain);
    if (m_catalog) m_explain->setCatalog(m_catalog);
    if (m_report) m_explain->setReport(m_report);
    return m_explain;
}

void MainWindow::explain(const QString& key) {
    if (!m_explain) m_right->addWidget(newExplain());
    if (!key.isEmpty() && !m_explain->showAccount(key)) return;
    for (QWidget* above = m_right; above; above = above->parentWidget())
        if (qobject_cast<QDockWidget*>(above)) above->show();
    m_right->setCurrentWidget(m_explain);
    m_lessons->setTab(QStringLiteral("explain"));
}

void MainWindow::closeExplain() {
    m_right->setCurrentWidget(m_results);
    m_lessons->setTab(m_pages->currentKey());
}

} // namespace moe::ui
