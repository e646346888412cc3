// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two pictures of one kind beside or over each other: A of this scenario, B of another. Their axes have the
// same ends, what the wheel, a drag or a key does in one the other follows, both show where the pointer is,
// and below stands what tells them apart.

#include "models/items/pair_text.h"
#include "ui/own_marked.h"
#include "ui/report_view.h"
#include "ui/traced_shown.h"

#include <QHash>

#include <array>

class QComboBox;
class QLabel;
class QSplitter;
class QVBoxLayout;

namespace moe::ui {

class Canvas;
class CrossLines;
struct Look;

/// How pictures of a kind are split.
struct SplitOf {
    items::PairTopic topic = items::PairTopic::Results;
    bool over = false; ///< one over the other reads better: time runs to the right
};
enum class Arrange { Beside, Over, Difference };
/// By its key: "beside", "over", "difference"; null for others.
std::optional<Arrange> arrangeOf(const QString& key);
QStringList arrangeKeys();

/// What B is of.
struct SplitOther {
    ReportPtr report; ///< of a scenario; of what was measured: what is predicted where it was
    QString name;
    OwnShown own = {};              ///< runs that B is of: points in its picture
    TracedPtr traced = {};          ///< step of a profiler that is B's picture; may be null
    std::vector<Measured> log = {}; ///< what a training log measured
    bool measured() const { return !own.empty() || traced; }
};

class SplitView : public ReportView {
    Q_OBJECT
public:
    /// Both are this view's until takeA().
    SplitView(ReportView* a, ReportView* b, const SplitOf& of, QWidget* parent = nullptr);
    ~SplitView() override;

    ReportView& a() const { return *m_sides[0].view; } ///< not after takeA()
    ReportView& b() const { return *m_sides[1].view; }
    /// A with axes of its own again, without a parent.
    ReportView* takeA();

    void setCatalog(const CatalogPtr& catalog) override;
    void setBase(const ReportPtr& base) override;
    void setReport(const ReportPtr& report) override;
    void setOther(const SplitOther& other);
    /// B as it is, whatever was moved in it.
    void showOther();
    const SplitOther& other() const { return m_other; }
    void setArrange(Arrange arrange);
    Arrange arrange() const { return m_arrange; }

    QString range() const override { return m_sides[0].view ? a().range() : QString(); }
    void setRange(const QString& range) override;
    /// As it stands in the other picture now.
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    QString summary() const override;
    const items::PairTable& table() const { return m_table; }

signals:
    void closeRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using Spans = QHash<QString, std::pair<double, double>>;
    struct Side {
        ReportView* view = nullptr;
        QWidget* pane = nullptr;
        QLabel* name = nullptr;
        QWidget* above = nullptr; ///< as high as A's tool bars, where the two stand side by side
        Spans own;                ///< of every axis, as it would be by itself
        bool behind = false;      ///< the other's axis became another
        std::vector<std::unique_ptr<CrossLines>> cross; ///< one per picture that takes the pointer
        std::vector<QWidget*> pictures;
        std::vector<int> heights; ///< that each has at least where it stands alone
    };
    QWidget* newHeader();
    QWidget* newPane(int side);
    void watch(int side);
    std::pair<double, double> share(int side, const QString& quantity, double low, double high);
    void settle();
    void couple(int side);
    void copyToB();
    void tell();
    void fitStrip();
    void align();
    void point(int side, const QWidget& picture, QPointF at);
    void hidePointer();
    double stripNames() const;
    QString nameOf(int side) const;
    items::PairTable told() const;

    std::array<Side, 2> m_sides;
    SplitOf m_of;
    Arrange m_arrange = Arrange::Beside;
    ReportPtr m_report;
    SplitOther m_other;
    items::PairTable m_table; ///< what is shown
    QLabel* m_why = nullptr;
    QComboBox* m_arranges = nullptr;
    QSplitter* m_panes = nullptr;
    Canvas* m_strip = nullptr;
    int m_coupling = -1; ///< side whose state is to be copied; −1: none
    bool m_settling = false;
};

} // namespace moe::ui
