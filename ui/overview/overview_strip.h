// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// At the right of the Overview: examples to begin with, what was open last, the tour.

#include "ui/report_view.h"

#include <QPushButton>

class QVBoxLayout;

namespace moe::ui {

/// A question that a scenario answers, and the page that shows it.
struct OverviewExample {
    const char *title, *detail; ///< texts of "Table"
    const char* preset;
    std::vector<std::pair<const char*, const char*>> set;
    const char* page; ///< row of viewList()
    Edits edits() const { return {set.begin(), set.end()}; }
};
const std::vector<OverviewExample>& overviewExamples();

/// A button with a bold line and a plain one that wraps.
class StripCard : public QPushButton {
    Q_OBJECT
public:
    StripCard(const QString& title, const QString& detail, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title, m_detail;
};

class OverviewStrip : public QWidget {
    Q_OBJECT
public:
    explicit OverviewStrip(QWidget* parent = nullptr);
    /// Newest first; each shown with its folder.
    void setRecentFiles(const QStringList& paths);

signals:
    void exampleChosen(const QString& preset, const moe::ui::Edits& edits, const QString& page);
    void recentChosen(const QString& path);
    void tourRequested();
    void hideRequested();

private:
    QVBoxLayout* m_recent = nullptr;
    QWidget* m_recentPart = nullptr;
};

} // namespace moe::ui
