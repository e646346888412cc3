// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A metric over two fields of the scenario. What does not fit is hatched, what breaks a rule is left bare
// under crossed lines; the reason is said on hover. Double-click takes both values.

#include "models/engine/search/field_map.h"
#include "ui/plots/kit/asking_picture.h"
#include "ui/plots/kit/axis_hold.h"

class QComboBox;

namespace moe::ui {

class FieldMapView : public AskingPicture {
    Q_OBJECT
public:
    explicit FieldMapView(QWidget* parent = nullptr);

    QString summary() const override;
    /// Arguments: horizontal and vertical field, which may carry their values behind "=", and the metric.
    /// Answered by a FieldMap.
    Question question() const override;
    void choose(const QStringList& arguments) override;
    /// Of held colours.
    QString range() const override;
    void setRange(const QString& range) override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;

private:
    struct Extent;
    void pick(int index);
    Extent extent() const;
    void holdColours();
    QString cellText(std::size_t x, std::size_t y) const;
    void paintCells(QPainter& painter, const QRectF& plot, const Extent& extent, const Look& look,
                    Hits& hits) const;
    void paintAxisTexts(QPainter& painter, const QRectF& plot, const Look& look) const;
    void paintScale(QPainter& painter, const QRectF& area, const Extent& extent, const Look& look) const;

    FieldMapPtr m_map;
    QComboBox *m_x, *m_y, *m_metric;
    AxisHold* m_hold;
    std::optional<HeldSpan> m_held;                    ///< of the colours, while they are held
    bool m_axesChosen = false, m_metricChosen = false; ///< by the user
};

} // namespace moe::ui
