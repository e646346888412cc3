// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Power and energy: watts of a GPU by what it does between its idle and its full power, and where the joules
// of a training step and of a served request go.

#include "ui/plots/kit/painted_view.h"

#include <vector>

namespace moe::ui {

class EnergyView : public PaintedView {
    Q_OBJECT
public:
    explicit EnergyView(QWidget* parent = nullptr);

    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;

private:
    struct Part {
        QString label, key, unit; ///< key: of its account
        const char* kind = "";    ///< EnergyPart::key
        double value = 0;
    };
    struct Bar {
        QString name, key, unit, total;
        const char* scale = ""; ///< bars of one scale can be compared
        std::vector<Part> parts;
        double sum() const;
    };
    std::vector<Bar> bars() const;
    double ends(const char* scale, const std::vector<Bar>& all) const;
};

} // namespace moe::ui
