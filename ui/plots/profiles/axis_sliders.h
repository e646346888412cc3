// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sliders for the columns of an operator's shape that no axis of a picture shows.

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QGridLayout;
class QLabel;
class QSlider;

namespace moe::ui {

class AxisSliders : public QWidget {
    Q_OBJECT
public:
    struct Column {
        QString key, name;
        std::vector<double> values; ///< rising; the slider stands on one of them
        double value = 0;
        std::function<QString(double)> text;
    };
    explicit AxisSliders(QWidget* parent = nullptr);
    /// One under way is left where the hand has it.
    void setColumns(std::vector<Column> columns);

signals:
    void moved(const QString& key, double value);

private:
    struct Row {
        QLabel *name, *text;
        QSlider* slider;
    };
    Row newRow(int index);
    void show(std::size_t index);

    QGridLayout* m_grid;
    std::vector<Row> m_rows;
    std::vector<Column> m_columns;
};

} // namespace moe::ui
