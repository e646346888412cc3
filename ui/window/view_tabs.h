#pragma once
// The centre of the window: one tab per subject; a subject with several pictures shows one at a time, chosen
// by buttons above it. Hidden pictures do not draw; the one that comes up catches up.

#include "ui/report_view.h"

#include <QTabWidget>

namespace moe::ui {

class ViewTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit ViewTabs(QWidget* parent = nullptr);

    void setReport(const ReportPtr& report);
    void setCatalog(const CatalogPtr& catalog);
    void setBase(const ReportPtr& base);
    void setPins(const std::vector<PinMark>& pins);
    const QList<ReportView*>& views() const { return m_views; }
    /// The picture on screen; null on a tab that is not drawn from a report.
    ReportView* currentView() const;
    /// Row key of the picture on screen, or the object name of the tab.
    QString currentKey() const;
    /// Brings up a picture by its row key, or a tab by its object name; unknown keys change nothing.
    void showKey(const QString& key);

signals:
    void shownViewChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* newPages(const QString& tab);
    void catchUp();
    /// Of tool bars that are too narrow for all they hold.
    void drawOverflowArrows();

    QList<ReportView*> m_views;
    ReportPtr m_report;
};

} // namespace moe::ui
