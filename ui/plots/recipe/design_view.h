// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What to train with a budget: loss, training and serving cost over sizes, tokens and experts. A double-click
// makes a design the scenario.

#include "ui/plots/kit/asking_picture.h"
#include "ui/plots/recipe/design_paint.h"

class QComboBox;
class QLineEdit;

namespace moe::ui {

class DesignView : public AskingPicture {
    Q_OBJECT
public:
    explicit DesignView(QWidget* parent = nullptr);

    QString summary() const override;
    /// Unit of the budget (flop, gpu-hours, usd), budget (empty: what the scenario costs), tokens served
    /// (empty: none). Answered by a DesignPicture; nothing is asked of a scenario that does not train.
    Question question() const override;
    void choose(const QStringList& arguments) override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;

private:
    QLineEdit* amountBox(const QString& key, const QString& name, const QString& tip);
    void pick(int point);

    QComboBox* m_unit;
    QLineEdit *m_budget, *m_served;
    std::shared_ptr<const DesignPicture> m_picture;
};

} // namespace moe::ui
