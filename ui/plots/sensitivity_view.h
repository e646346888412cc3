#pragma once
// What moves a metric most: a pair of bars for every field, one notch up and one notch down, longest first.
// Double-click takes the value.

#include "models/engine/sensitivity.h"
#include "ui/plots/painted_view.h"

class QComboBox;

namespace moe::ui {

using SensitivitiesPtr = std::shared_ptr<const Sensitivities>;

class SensitivityView : public PaintedView {
    Q_OBJECT
public:
    explicit SensitivityView(QWidget* parent = nullptr);

    QString summary() const override;
    /// The answer to wanted(); null with a sentence when there is none.
    void setAnswer(const SensitivitiesPtr& answer, const QString& why = {});
    /// Shows what the other one shows, without asking again.
    void takeAnswer(const SensitivityView& other) { setAnswer(other.m_answer, other.m_why); }
    QString metricKey() const;
    void setMetricKey(const QString& key);

signals:
    void wanted(const moe::ui::ReportPtr& report, const QString& metricKey);

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;

private:
    void want();
    void pick(int index);

    SensitivitiesPtr m_answer;
    QString m_why;
    QComboBox* m_metric;
    bool m_chosen = false; ///< by the user; else the scenario's headline
};

} // namespace moe::ui
