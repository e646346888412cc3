// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A painted picture of an answer (ui/asking_view.h), asked for with every report.

#include "ui/asking_view.h"
#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

class AskingPicture : public PaintedView, public AskingView {
    Q_OBJECT
public:
    void setCatalog(const CatalogPtr& catalog) override { m_catalog = catalog; } // a report of it follows

protected:
    AskingPicture(const QString& accessibleName, QWidget* parent)
        : PaintedView(accessibleName, parent), AskingView(static_cast<ReportView&>(*this)) {}

    void reportChanged() override { ask(); }
    void answered(bool) override { refresh(); }
    /// About the report shown; without one, nothing.
    Question about(const char* key, const QStringList& arguments) const {
        return report() ? Question{QLatin1String(key), arguments, report(), m_catalog} : Question{};
    }

    const CatalogPtr& catalog() const { return m_catalog; } ///< null before there is one

private:
    CatalogPtr m_catalog;
};

} // namespace moe::ui
