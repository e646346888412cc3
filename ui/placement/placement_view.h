#pragma once
// The Placement tab: which GPU holds which experts and what each of them receives.

#include "ui/placement/placement_paint.h"
#include "ui/placement/placement_tools.h"
#include "ui/report_view.h"

#include <optional>

class QTableView;

namespace moe::ui {

using PlacementStudyPtr = std::shared_ptr<const PlacementStudy>;
/// What a study is to be of.
struct PlacementWanted {
    ReportPtr report;
    CatalogPtr catalog;
    PlacementQuestion question;
    /// Reports of one scenario differ in detail only, which a study does not depend on.
    bool sameStudy(const PlacementWanted& other) const {
        return catalog == other.catalog && question == other.question &&
               report->scenario == other.report->scenario;
    }
};

/// It asks for its study and does not compute it: many experts, or layers with GPUs of their own, take
/// seconds. The picture before stays until the answer comes; before the first, the report alone is shown.
class PlacementView : public ReportView {
    Q_OBJECT
public:
    explicit PlacementView(QWidget* parent = nullptr);

    void setReport(const ReportPtr& report) override;
    void setCatalog(const CatalogPtr& catalog) override;
    /// Layer, placement beside the scenario's, extent: as the row above the picture sets them.
    void setQuestion(const PlacementQuestion& question);
    PlacementQuestion question() const { return m_tools->question(); }
    /// The answer to wanted(); null where there is none, then the report alone is shown.
    void setStudy(const PlacementWanted& of, const PlacementStudyPtr& study);
    /// As another view shows it, which asks the same.
    void takeAnswer(const PlacementView& other);
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

signals:
    void wanted(const moe::ui::PlacementWanted& what);

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
    void ask();
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
    const PlacementScene& scene() const { return m_scenes.front(); }
    const PlacementPane& pane() const { return m_page.panes.front(); }

    ReportPtr m_report; ///< the newest
    ReportPtr m_drawn;  ///< the one in the picture
    CatalogPtr m_catalog;
    std::optional<PlacementWanted> m_asked; ///< last
    PlacementStudyPtr m_study;              ///< answered last
    bool m_answered = false;                ///< what was asked last
    PlacementTools* m_tools;
    QTableView* m_table = nullptr;           ///< over the picture, hidden until asked for
    std::vector<PlacementScene> m_scenes{1}; ///< one, or two side by side
    PlacementCamera m_camera;                ///< of all of them
    PlacementPage m_page;                    ///< of the scenes, size, font and camera as they are now
    PlacementMarks m_marks;
    std::optional<QPointF> m_dragFrom;
    bool m_dragged = false;
};

} // namespace moe::ui
