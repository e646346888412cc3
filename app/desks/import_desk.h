// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published models' files: read, shown on a sheet, and opened as a scenario once the sheet is accepted.

#include "app/session/session.h"
#include "app/work/passes_job.h"
#include "ui/window/import_sheet.h"
#include "ui/window/main_window.h"

#include <QPointer>

namespace moe::app {

class ImportDesk : public QObject {
    Q_OBJECT
public:
    ImportDesk(ui::MainWindow& window, Session& session);

    /// Shows the sheet; one that is open goes.
    void openFile(const QString& path);
    void openText(const std::string& text, const QString& source);
    ui::ImportSheet* sheet() const { return m_sheet; }

signals:
    /// Read well, accepted or not; `path` is empty for a text.
    void taken(const QString& path);

private:
    void show(ui::ImportSheet* sheet);
    void look();
    void take();

    ui::MainWindow& m_window;
    Session& m_session;
    QPointer<ui::ImportSheet> m_sheet;
    QString m_path;
    Scenario m_model;
    int m_asked = 0;
    PassesJob m_job; // last: its thread uses the rest
};

/// Of a model without one of its own: the folder of a config.json, else the file without its ending.
QString modelName(const QString& path, const std::string& said);

} // namespace moe::app
