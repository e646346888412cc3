// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What moves a metric most: a pair of bars for every field, one notch up and one notch down, longest first;
// of all fields, or of those that one has a hand in. Double-click takes the value.

#include "models/engine/search/sensitivity.h"
#include "ui/plots/kit/asking_picture.h"

class QComboBox;

namespace moe::ui {

class SensitivityView : public AskingPicture {
    Q_OBJECT
public:
    explicit SensitivityView(QWidget* parent = nullptr);

    QString summary() const override;
    /// One argument: the metric. Answered by Sensitivities.
    Question question() const override;
    void choose(const QStringList& arguments) override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;

private:
    void pick(int index);

    void filter();

    SensitivitiesPtr m_all, m_answer; ///< as it came, and of the fields that are asked about
    QComboBox *m_metric, *m_fields;
    bool m_chosen = false; ///< by the user; else the scenario's headline
};

} // namespace moe::ui
