#pragma once
// A metric over two fields of the scenario. What does not fit is hatched, what breaks a rule is left bare
// under crossed lines; the reason is said on hover. Double-click takes both values.

#include "models/engine/field_map.h"
#include "ui/plots/painted_view.h"

class QComboBox;

namespace moe::ui {

using FieldMapPtr = std::shared_ptr<const FieldMap>;

class FieldMapView : public PaintedView {
    Q_OBJECT
public:
    explicit FieldMapView(QWidget* parent = nullptr);

    QString summary() const override;
    /// The answer to wanted(); null with a sentence when there is none.
    void setMap(const FieldMapPtr& map, const QString& why = {});
    /// Shows what the other one shows, without asking again.
    void takeAnswer(const FieldMapView& other) { setMap(other.m_map, other.m_why); }
    QString xKey() const;
    QString yKey() const;
    QString metricKey() const;
    /// Empty texts leave the scenario's own choice.
    void setKeys(const QString& x, const QString& y, const QString& metric);

signals:
    void wanted(const moe::ui::ReportPtr& report, const QString& xKey, const QString& yKey,
                const QString& metricKey);

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;

private:
    struct Extent;
    void want();
    void pick(int index);
    Extent extent() const;
    QString cellText(std::size_t x, std::size_t y) const;
    void paintCells(QPainter& painter, const QRectF& plot, const Extent& extent, const Look& look,
                    Hits& hits) const;
    void paintAxisTexts(QPainter& painter, const QRectF& plot, const Look& look) const;
    void paintScale(QPainter& painter, const QRectF& bar, const Extent& extent, const Look& look) const;

    FieldMapPtr m_map;
    QString m_why;
    QComboBox *m_x, *m_y, *m_metric;
    bool m_axesChosen = false, m_metricChosen = false; ///< by the user
};

} // namespace moe::ui
