// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The centre of the window: one tab per subject; a subject with several pictures shows one at a time, chosen
// by buttons above it. A picture is made when it is first wanted. Hidden pictures do not draw; the one that
// comes up catches up.

#include "ui/report_view.h"

#include <QTabWidget>

#include <functional>

namespace moe::ui {

class ViewSlot;

class ViewTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit ViewTabs(QWidget* parent = nullptr);

    void setReport(const ReportPtr& report);
    void setCatalog(const CatalogPtr& catalog);
    void setBase(const ReportPtr& base);
    void setPins(const std::vector<PinMark>& pins);
    /// The picture of a row, made now if nobody wanted it before; null for unknown keys.
    ReportView* view(const QString& key);
    /// Those made so far, in the order of the rows.
    QList<ReportView*> madeViews() const;
    /// Calls `act` with every picture: those made so far now, each later one when it is made, before it has a
    /// report. Ends with `context`.
    void withEachView(QObject* context, const std::function<void(ReportView&)>& act);
    /// The picture on screen; null on a tab that is not drawn from a report.
    ReportView* currentView() const;
    /// Row key of the picture on screen, or the object name of the tab.
    QString currentKey() const;
    /// Brings up a picture by its row key, or a tab by its object name; unknown keys change nothing.
    void showKey(const QString& key);

signals:
    void shownViewChanged();
    void viewMade(moe::ui::ReportView* view);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* newPages(const QString& tab);
    ViewSlot* currentSlot() const;
    void make(ViewSlot& slot);
    void catchUp();
    /// Of tool bars that are too narrow for all they hold.
    void drawOverflowArrows();

    QList<ViewSlot*> m_slots; ///< one per row
    ReportPtr m_report, m_base;
    CatalogPtr m_catalog;
    std::vector<PinMark> m_pins;
};

} // namespace moe::ui
