// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One model on one machine, its three answers one under the other, and the knobs that move all three: the
// first page. A picture like the others (render overview), and a page of its own in the window, to which it
// says which room is wanted.
//
// The window calls setScenario() with every scenario, whichever side is looked at, and setProblems(); views
// that have only a report take the scenario of that.

#include "models/engine/overview/overview.h"
#include "ui/asking_view.h"
#include "ui/overview/overview_paint.h"
#include "ui/plots/kit/sheet.h"

#include <QTimer>

class QLineEdit;
class QStackedLayout;
class QTableView;

namespace moe::ui {

class OverviewKnobs;
class OverviewStrip;

class OverviewPage : public ReportView, public AskingView {
    Q_OBJECT
public:
    explicit OverviewPage(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);
    void setProblems(const Problems& problems);
    void setRecentFiles(const QStringList& paths);

    void setCatalog(const CatalogPtr& catalog) override;
    /// Without a window: the state before, where one knob of the page was moved.
    void setBase(const ReportPtr& base) override;
    void setReport(const ReportPtr& report) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    QString csv() const override;
    QString summary() const override;

    /// Arguments: the knob of the curves, and "live" while a slider is down. Answered by an Overview; `from`
    /// holds the scenario before the last edit.
    Question question() const override;
    void choose(const QStringList& arguments) override;

    // What tests look through.
    OverviewKnobs& knobs() const { return *m_knobs; }
    Canvas& rows() const { return *m_rows; }
    Canvas& head() const { return *m_head; }

signals:
    /// As ScenarioForm says it.
    void scenarioEdited(const moe::Scenario& scenario, const QString& what, int gesture, bool live);
    /// Show this page (a row of viewList()) in the room of its side: model, train or serve.
    void roomWanted(const QString& room, const QString& page);
    void presetChosen(const QString& key);
    void exampleChosen(const QString& preset, const moe::ui::Edits& edits, const QString& page);
    void recentChosen(const QString& path);
    void tourRequested();
    void machineRequested();
    void allKnobsRequested();

protected:
    void answered(bool ofNow) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool pressPoint(QPointF at);
    void dragPoint(double x, bool live);
    void takePoint(const std::string& value, int gesture, bool live);
    void pickPoint(int hit);
    void apply(const Edits& edits, const QString& what, int gesture, bool live, const QString& knob);
    void goBack();
    void askSoon();
    void askNow();
    void activate(Canvas& canvas, const QString& key);
    void editKnob(Canvas& canvas, const QString& key, const QRectF& place);
    void chooseKnob(const Field& field, const QPoint& at);
    void choosePreset(const QPoint& at);
    void act(const QString& what, const QPoint& at);
    void follow(const QString& link, const QPoint& at);
    void arrange();
    void showTable(bool on);
    OverviewPicture picture() const;
    Sheet sheet() const;

    Canvas *m_head = nullptr, *m_rows = nullptr;
    QTableView* m_table = nullptr;     ///< in place of the rows
    QStackedLayout* m_pages = nullptr; ///< rows, table
    OverviewKnobs* m_knobs = nullptr;
    OverviewStrip* m_strip = nullptr;
    QWidget* m_middle = nullptr; ///< knobs, rows, strip
    QLineEdit* m_box = nullptr;  ///< over a chip, while it is edited
    bool m_stripWanted = true, m_windowed = false, m_own = false, m_live = false, m_asTable = false;
    int m_gesture = -1;
    /// While the scenario's mark is dragged along its curve: where the points were when it was pressed, as
    /// the axis may be another by now.
    struct Stop {
        double x = 0;
        std::string value;
    };
    std::vector<Stop> m_stops;
    int m_dragGesture = -1;
    std::string m_knob = "moe.experts";
    Scenario m_scenario;              ///< newest, which may break a rule
    std::optional<Scenario> m_valid;  ///< the last that broke none
    std::optional<Scenario> m_before; ///< the last edit; valid
    Problems m_problems;
    ReportPtr m_base;                 ///< as it was given
    ReportPtr m_asked, m_askedBefore; ///< carry the scenarios that are asked about
    CatalogPtr m_catalog;
    OverviewPtr m_overview;
    QString m_why; ///< there is no picture
    QStringList m_recent;
    QTimer m_soon;
};

} // namespace moe::ui
