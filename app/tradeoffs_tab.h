#pragma once
// Wires the pages of trade-offs that are computed beside the report: sensitivity, map of two fields, studies.

#include "app/passes_job.h"
#include "app/session.h"
#include "ui/window/main_window.h"

#include <optional>

namespace moe::ui {
class FieldMapView;
class SensitivityView;
class StudyView;
} // namespace moe::ui

namespace moe::app {

class TradeoffsTab : public QObject {
    Q_OBJECT
public:
    TradeoffsTab(ui::MainWindow& window, Session& session, QObject* parent = nullptr);

private:
    /// One page's job, and what the answer on screen is of.
    struct Page {
        struct Asked {
            Scenario scenario;
            QStringList keys;
            CatalogPtr catalog;
            bool operator==(const Asked&) const = default;
        };
        std::optional<Asked> asked;
        PassesJob job;

        /// False when that is what was asked last.
        bool isNew(const Scenario& scenario, const QStringList& keys, const CatalogPtr& catalog);
    };
    void connectSensitivity(ui::SensitivityView* view, Session& session);
    void connectMap(ui::FieldMapView* view, Session& session);
    void connectStudies(ui::StudyView* view, Session& session);

    Page m_sensitivity, m_map, m_studies;
};

} // namespace moe::app
