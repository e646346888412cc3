// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The centre of the window: the pages of one room as tabs, of a page the pictures one at a time. A page that
// the scenario cannot fill is not there; what would bring it is said behind the tabs, where a click adds it.
// A picture is made when it is first wanted. Hidden pictures do not draw; the one that comes up catches up.

#include "models/engine/measured/cases.h"
#include "ui/own_marked.h"
#include "ui/report_view.h"
#include "ui/views/page_list.h"

#include <QHash>

#include <functional>

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTabBar;

namespace moe::ui {

class SplitView;
class ViewSlot;
struct SplitOther;

/// In place of a pin's mark: what differences are taken against.
inline constexpr int kSplitBase = -1;
/// My measurements, and what splitWith() brought.
inline constexpr int kSplitOwn = -2, kSplitFile = -3;

class RoomPages : public QWidget {
    Q_OBJECT
public:
    explicit RoomPages(QWidget* parent = nullptr);

    void setReport(const ReportPtr& report);
    void setCatalog(const CatalogPtr& catalog);
    void setBase(const ReportPtr& base);
    void setPins(const std::vector<PinMark>& pins);
    /// One's own runs, for the pictures that show such.
    void setOwn(const OwnShown& own);
    /// Whether B can be my measurements: something was measured that the picture on screen shows.
    bool showsOwn() const;
    /// What was measured of pins that are logs, by their marks.
    void setMeasured(const QHash<int, std::vector<Measured>>& measured);
    /// Which pages there are.
    void setScenario(const Scenario& scenario);
    /// A page that is no picture of a report, with the object name of `content` as its key.
    void addPage(items::Room room, const QString& title, QWidget* content);
    /// Stands at the right of the tabs.
    void addCorner(QWidget* widget);

    items::Room room() const { return m_room; }
    void showRoom(items::Room room);
    /// Titles of the room's pages.
    QStringList pageTitles() const;
    int currentPage() const;
    void showPage(int index);

    /// The picture of a row, made now if nobody wanted it before; null for unknown keys.
    ReportView* view(const QString& key);
    /// Those made so far, in the order of the rows.
    QList<ReportView*> madeViews() const;
    /// Calls `act` with every picture: those made so far now, each later one when it is made, before it has a
    /// report. Ends with `context`.
    void withEachView(QObject* context, const std::function<void(ReportView&)>& act);
    /// The picture on screen; null on a page that is not drawn from a report.
    ReportView* currentView() const;
    /// Whether the picture on screen can stand beside another of its kind.
    bool canSplit() const;
    /// Beside that of a pin (its mark), or of the base. Nothing happens where there is none.
    void split(int mark);
    /// False where the picture on screen cannot show it.
    bool splitWith(const SplitOther& other);
    /// Of a scenario that stands beside a picture, with the curves and maps that a pin's own report lacks.
    void setWhole(const ReportPtr& report);
    void closeSplit();
    SplitView* currentSplit() const; ///< null where the picture on screen stands alone
    /// Row key of the picture on screen, or the object name of the page.
    QString currentKey() const;
    /// Brings up a picture by its row key, or a page by its object name, in the room that is open if it is
    /// there; also one that the scenario cannot fill. Unknown keys change nothing.
    void showKey(const QString& key);

signals:
    void shownViewChanged();
    void roomChanged();
    void viewMade(moe::ui::ReportView* view);
    void splitChanged();
    // What a page that is not there needs is to be added.
    void sectionWanted(moe::Section section);
    void edited(const moe::ui::Edits& edits, const QString& what);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Page {
        items::Room room;
        QString key, title;
        QStringList views, titles;                  ///< of their buttons
        std::vector<bool (*)(const Report&)> draws; ///< of the views
        QStringList viewNeeds;                      ///< what would bring them where they do not draw
        std::vector<Edits> viewAdds;                ///< and does, where few edits do
        bool (*fills)(const Scenario&) = nullptr;
        QString needs;
        std::optional<Section> adds;
        QString shown; ///< of the views, the one on top where it can be drawn
    };
    /// What is said behind the tabs, and what a click there adds.
    struct Need {
        QString text;
        std::optional<Section> section;
        Edits edits;
    };
    void offerNeeds(const QPoint& at);
    void bring(const Need& need);
    bool isFilled(const Page& page) const; ///< by the scenario
    bool isThere(const Page& page) const;
    bool isDrawn(const Page& page, qsizetype view) const;
    QStringList drawnViews(const Page& page) const;
    QString onTop(const Page& page) const;
    const Page* current() const;
    Page* current();
    void showTabs();
    void showNeeds();
    void showPictures();
    void showSlot();
    QWidget* slotOf(const QString& key, std::optional<Side> side) const;
    ViewSlot* currentSlot() const;
    void make(ViewSlot& slot);
    void closeSplit(ViewSlot& slot);
    SplitOther otherOf(int mark) const;
    void followSplits();
    ReportPtr wholeOf(const ReportPtr& report) const;
    void catchUp();

    std::vector<Page> m_pages;
    std::vector<Need> m_needs;
    QList<ViewSlot*> m_slots; ///< one per row
    items::Room m_room = items::Room::Train;
    QHash<int, QString> m_open; ///< key of the page of each room
    QString m_forced;           ///< key of a page that is shown though the scenario cannot fill it
    QString m_forcedView;       ///< the same of a picture
    Scenario m_scenario;
    QTabBar* m_tabs;
    QLabel* m_note;
    QHBoxLayout *m_row, *m_pictures;
    QButtonGroup* m_group;
    QStackedWidget* m_stack;
    QWidget* m_blank; ///< of a room without pages
    ReportPtr m_report, m_base;
    CatalogPtr m_catalog;
    std::vector<PinMark> m_pins;
    OwnShown m_own;
    QHash<int, std::vector<Measured>> m_measured;
    std::vector<ReportPtr> m_wholes;          ///< of pins that stood beside a picture, with all it shows
    std::shared_ptr<const SplitOther> m_file; ///< of kSplitFile
};

} // namespace moe::ui
