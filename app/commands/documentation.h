// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The documentation: put together from resources and tables, shown in its window, printed by
// `moe-explorer docs`.

#include "app/session/session.h"
#include "app/work/passes_job.h"
#include "models/engine/measured/validation.h"
#include "models/items/manual.h"
#include "ui/window/main_window.h"

#include <memory>

namespace moe::ui {
class DocumentationWindow;
}

namespace moe::app {

/// What validation costs a while for.
struct ManualResults {
    std::shared_ptr<const MeasuredRuns> runs;
    FormulaChecks checks;
};
Result<ManualResults> manualResults(const Catalog& catalog);

/// Without results its chapter says that they are being computed.
items::Manual manual(const ManualResults* results);

class Documentation : public QObject {
    Q_OBJECT
public:
    Documentation(ui::MainWindow& window, Session& session, QObject* parent = nullptr);

    /// Opens the window, or brings it up, at a section.
    void show(const QString& key);
    ui::DocumentationWindow* widget() const { return m_shown; }

private:
    void compute();

    ui::MainWindow& m_window;
    Session& m_session;
    ui::DocumentationWindow* m_shown = nullptr; ///< the main window's child
    CatalogPtr m_computed;                      ///< catalogue of the results on screen, or on their way
    PassesJob m_job;
};

} // namespace moe::app
