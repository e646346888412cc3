// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Placement tab: which GPU holds which experts and what each of them receives.

#include "ui/asking_view.h"
#include "ui/placement/placement_paint.h"
#include "ui/placement/placement_tools.h"

#include <optional>

class QTableView;

namespace moe::ui {

/// Arguments of a Question: the other placement, the layer counted from 1, "cluster"; empty where it is as at
/// first.
QStringList placementArguments(const PlacementQuestion& question);
PlacementQuestion placementQuestion(const QStringList& arguments);

/// It asks for its PlacementStudy: many experts, or layers with GPUs of their own, take seconds. Before the
/// first answer, and without one, the report alone is shown.
class PlacementView : public ReportView, public AskingView {
    Q_OBJECT
public:
    explicit PlacementView(QWidget* parent = nullptr);

    void setReport(const ReportPtr& report) override;
    void setCatalog(const CatalogPtr& catalog) override;
    Question question() const override;
    void choose(const QStringList& arguments) override;
    /// As the row above the picture sets it.
    void setQuestion(const PlacementQuestion& question);
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    CsvText csvText() const override; ///< of a whole cluster: millions of lines
    bool hasNumbers() const override { return !scene().empty(); }
    QString summary() const override;
    QSize sizeHint() const override { return {700, 450}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

    /// The numbers under a point of the widget; empty beside the cells.
    QString textAt(const QPointF& point) const;
    void resetCamera();
    QTableView* table() const { return m_table; }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void showNow();
    void answered(bool ofNow) override;
    void showScenes();
    void relayout();
    void showTable();
    QFont pageFont() const;
    QString textOf(std::size_t pane, const PlacementHit& hit) const;
    std::vector<PlacementMarks> marks() const;
    void zoomAt(const QPointF& point, double factor);
    void moveFocus(int dx, int dy);
    void showFocused();
    void pin(std::size_t pane, const PlacementHit& hit);
    void showSteps();
    /// Takes up the expert of a chip, to be put where another one is.
    void carry(const PlacementHit& chip);
    /// Exchanges what is carried with the chip, or with the GPU's coldest one where no chip is meant.
    void putDown(const PlacementHit& at);
    void drop();
    /// The slot of a GPU with the most or the least tokens.
    int place(int gpu, bool hottest) const;
    const PlacementScene& scene() const { return m_scenes.front(); }
    const PlacementPane& pane() const { return m_page.panes.front(); }

    ReportPtr m_report; ///< the newest
    ReportPtr m_drawn;  ///< the one in the picture
    CatalogPtr m_catalog;
    PlacementStudyPtr m_study; ///< answered last
    PlacementTools* m_tools;
    QTableView* m_table = nullptr;           ///< over the picture, hidden until asked for
    std::vector<PlacementScene> m_scenes{1}; ///< one, or two side by side
    PlacementCamera m_camera;                ///< of all of them
    PlacementPage m_page;                    ///< of the scenes, size, font and camera as they are now
    PlacementMarks m_marks;
    std::optional<QPointF> m_dragFrom;
    bool m_dragged = false;
    std::optional<PlacementHit> m_pressed; ///< a chip, under the button
};

} // namespace moe::ui
