// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The knobs that move all three answers, at the left of the Overview: one row each, a switch for FP8.

#include "data/problem.h"
#include "models/engine/report/pointers.h"
#include "models/engine/scenario/catalog.h"
#include "ui/form/field_row.h"
#include "ui/form/gesture.h"

#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace moe::ui {

class OverviewKnobs : public QWidget {
    Q_OBJECT
public:
    explicit OverviewKnobs(QWidget* parent = nullptr);

    void setCatalog(const CatalogPtr& catalog);
    /// `before`: what the marks and ↺ go back to; absent: nothing was edited.
    void setScenario(const Scenario& scenario, const std::optional<Scenario>& before);
    void setProblems(const Problems& problems);
    /// Whether what stands at the right of a wide page is offered below the knobs: examples, files, the tour.
    void setLinked(bool linked);
    bool isDragging() const { return m_gestures.isDragging(); }
    /// The row of a knob; null when it has none.
    FieldRow* row(std::string_view key) const;

    QSize sizeHint() const override { return {304, 640}; }

signals:
    void edited(const std::vector<std::pair<std::string, std::string>>& edits, const QString& what,
                int gesture, bool live, const QString& knob);
    void machineRequested();                                ///< the data sheet of the GPU
    void allRequested();                                    ///< every knob
    void linkChosen(const QString& what, const QPoint& at); ///< "examples", "recent" or "tour"

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        FieldRow* row = nullptr;
        QLabel* was = nullptr;
    };
    void build(const std::vector<std::string>& keys);
    void addSwitch(QVBoxLayout& column);
    void take(FieldRow& row, const FieldValue& value, Motion motion);
    void back(FieldRow& row);
    void refresh();
    void refreshProblems();
    void placeWas();
    void updateColumns();
    void follow(const QString& link);

    std::vector<std::string> m_keys;
    std::vector<Row> m_rows;
    QWidget* m_list = nullptr;
    QCheckBox* m_fp8 = nullptr;
    QPushButton* m_sheet = nullptr;
    QLabel *m_links = nullptr, *m_hint = nullptr;
    bool m_linked = false;
    CatalogPtr m_catalog;
    Scenario m_scenario;
    std::optional<Scenario> m_before;
    Problems m_problems;
    GestureCounter m_gestures;
};

} // namespace moe::ui
