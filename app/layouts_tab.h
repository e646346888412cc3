#pragma once
// Wires the picture of layouts: what it shows is searched when it is on screen and the scenario rests.

#include "app/layout_job.h"
#include "app/session.h"
#include "ui/window/main_window.h"

#include <QTimer>

namespace moe::ui {
class LayoutsView;
}

namespace moe::app {

class LayoutsTab : public QObject {
    Q_OBJECT
public:
    LayoutsTab(ui::MainWindow& window, Session& session, QObject* parent = nullptr);

signals:
    void known(); ///< the answer to what was asked last is on screen

private:
    void connectView(ui::LayoutsView* view);

    Scenario m_scenario; ///< to search next
    QString m_xKey, m_yKey;
    /// What the answer on screen is of: another layout of the same scenario asks nothing new.
    struct Asked {
        Scenario scenario;
        QString xKey, yKey;
        std::shared_ptr<const Catalog> catalog;
        bool operator==(const Asked&) const = default;
    };
    std::optional<Asked> m_asked;
    bool m_searching = false; ///< the answer to it is not there yet
    QTimer m_rest;
    LayoutJob m_job;
};

} // namespace moe::app
