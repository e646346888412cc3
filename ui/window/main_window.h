// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window: the sentence, a room's knobs, pictures and cards, menus, status bar. It only wires; what it
// asks for leaves as signals, what it shows comes in through the setters.

#include "models/engine/scenario/fields.h"
#include "models/items/rooms.h"
#include "ui/report_view.h"
#include "ui/window/request.h"

#include <QMainWindow>

#include <functional>
#include <type_traits>

class QAction;
class QDockWidget;
class QIODevice;
class QLabel;
class QMenu;
class QShortcut;
class QStackedWidget;
class QToolBar;
class QUndoStack;

namespace moe {
struct Lesson; // explain/lesson.h
}

namespace moe::ui {

class DataView;
class ExplainView;
class LatePage;
class MessageBar;
struct OwnShown;
struct MessageOffer;
class PinPanel;
class RoomPages;
class ResultsPanel;
class LessonPanel;
class ScenarioForm;
class SegmentButton;
class SentenceBar;
class StatusLine;

enum class ThemeChoice { System, Light, Dark };
enum class LanguageChoice { System, English, German };

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QUndoStack* history, QWidget* parent = nullptr);

    /// Before it is first shown: maximised where its usual size does not fit into `room`, what the screen
    /// leaves.
    void fitInto(const QSize& room);
    void setCatalog(const CatalogPtr& catalog);
    void setScenario(const Scenario& scenario, const Scenario& base);
    /// What the pictures are about: a room of the other side is left.
    void setSide(Side side);
    void setProblems(const Problems& problems);
    /// What "auto" comes to in the last valid scenario, one value per row of fields().
    void setDerived(const std::vector<FieldValue>& derived);
    void setReport(const ReportPtr& report, double milliseconds);
    /// Of the scenario as it was opened, what changes are shown against; null while it is not known.
    void setBase(const ReportPtr& base);
    void setPins(const std::vector<PinMark>& pins);
    /// A person's own runs: on the cards and in the pictures that show such.
    void setOwn(const OwnShown& own);
    PinPanel& pins() const { return *m_pins; }
    const std::vector<PinMark>& pinned() const { return m_pinned; }
    void setBusy(bool busy);
    /// A load is running: name shown with progress and Cancel; total 0 hides it.
    void setLoading(int done, int total, const QString& name);
    void setProgress(int done, int total, const QString& what);
    /// Problems of a file: a panel under the tabs that stays until closed, never a dialog.
    void showMessages(const QString& title, const Problems& problems);
    /// The same of files that were opened, until something else is.
    void showOpening(const QString& title, const Problems& problems);
    void clearOpening();
    /// A button beside the messages shown; it closes them and acts.
    void addChoice(const QString& text, const std::function<void()>& act);
    /// Lines under the messages that stay while these come and go.
    void setOffers(const std::vector<MessageOffer>& offers);
    /// Keys of knobs that stay when others follow an edit.
    std::vector<std::string> lockedKnobs() const;
    void setLockedKnobs(const std::vector<std::string>& keys);
    /// What moved along with an edit, each "GPUs 2,048 → 2,040", and their keys; empty: nothing.
    void showFollowers(const QStringList& moved, const std::vector<std::string>& keys);
    void setDocument(const QString& name, bool modified);
    /// A knob by its key, in the form.
    void showKnob(const QString& key);
    void showAllKnobs();
    /// As a picture does it; what does not parse is said, and nothing is done.
    void applyEdits(const Edits& edits, const QString& what, int gesture);
    void setRecentFiles(const QStringList& paths);
    void setThemeChoice(ThemeChoice choice);
    void setLanguageChoice(LanguageChoice choice);
    /// A picture by its key, a page by its name, or the sheet "explain".
    void showTab(const QString& key);
    items::Room room() const;
    /// One that the scenario has no answer for is given the section it lacks.
    void enterRoom(items::Room room);
    /// The sheet in place of the cards, with this number; keys without an account change nothing.
    void explain(const QString& key);
    void closeExplain();
    SentenceBar& sentence() const { return *m_sentence; }
    /// Fills their menu.
    void setLessons(const std::vector<Lesson>& lessons);
    /// Begins a lesson of the catalogue; unknown keys change nothing.
    void startLesson(const QString& key);
    /// One that the menu does not have.
    void readLesson(const Lesson& lesson);
    /// The one being read, as its file is now.
    void rewriteLesson(const Lesson& lesson);
    /// Every knob is in its place again, none filtered away.
    void clearFilter();

    ReportView* currentView() const; ///< null on a tab that is not drawn from a report
    /// With what stands beside it; null likewise.
    ReportView* currentPicture() const;
    QString currentViewKey() const;
    /// The pictures; each is made when it is first wanted.
    RoomPages& views() const { return *m_pages; }

    void ask(Request request) { emit requested(request); }
    /// What a menu or a button calls.
    auto asking(Request request) {
        return [this, request] { ask(request); };
    }
    /// `act`, a function or a member of `context`, whenever somebody asks for this.
    template <class Context, class Act> void on(Request wanted, Context* context, Act act) {
        connect(this, &MainWindow::requested, context, [wanted, context, act](Request request) {
            if (request != wanted) return;
            if constexpr (std::is_member_function_pointer_v<Act>)
                std::invoke(act, context);
            else
                act();
        });
    }

signals:
    void requested(moe::ui::Request request);
    void edited(const moe::Scenario& scenario, const QString& what, int gesture, bool live);
    void presetChosen(const QString& key);
    void baseChosen(const QString& key); ///< a preset
    void sideChosen(moe::Side side);
    void roomChanged();
    void clusterChosen(const QString& key);
    void closing(); ///< the window is about to go
    void pinOtherRequested(const moe::Scenario& scenario, const QString& name);
    void loadTablesRequested(bool folder);
    void copyAnswerRequested(bool markdown);
    void exportTableRequested(const QString& suggestedName, const std::function<bool(QIODevice&)>& writer);
    void filesDropped(const QStringList& paths);
    void modelPasted(const QString& text); ///< of a published model's file
    void themeChosen(moe::ui::ThemeChoice choice);
    void languageChosen(moe::ui::LanguageChoice choice);
    void pictureShown(); ///< the views have drawn a report
    void documentationRequested(const QString& section);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void buildSentence();
    void buildDocks();
    void buildCentre();
    void buildPages();
    QWidget* newData();
    QWidget* newExplain();
    void buildLessons();
    void buildPins();
    void showPins();
    void showWaterfall(int pin);
    void buildSplit(QMenu& view);
    void fillSplit();
    void toggleSplit();
    void buildActions(QUndoStack* history);
    void buildRooms(QMenu& view);
    void buildTools(const QList<QAction*>& actions);
    void fillPresetMenu();
    void showRoom();
    void namePages();
    void buildPresent(QMenu& menu);
    void present(bool presenting);
    void namePresented();
    void buildLanguages(QMenu& view);
    void showWhole(bool whole);
    void showForm(bool wanted);
    void updateBand();
    void showChanges();

    ScenarioForm* m_form = nullptr;
    ResultsPanel* m_results = nullptr;
    DataView* m_data = nullptr;        ///< null until its tab is shown
    ExplainView* m_explain = nullptr;  ///< until a number is first explained
    QStackedWidget* m_right = nullptr; ///< the cards, or the sheet over them
    SentenceBar* m_sentence = nullptr;
    RoomPages* m_pages = nullptr;
    std::vector<std::pair<items::Room, SegmentButton*>> m_roomButtons;
    QList<QAction*> m_pageActions;
    QLabel* m_band = nullptr;
    MessageBar* m_messages = nullptr;
    StatusLine* m_status = nullptr;
    QMenu* m_presetMenu = nullptr;
    QMenu* m_clusterMenu = nullptr;
    QMenu* m_lessonMenu = nullptr;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_splitMenu = nullptr;
    LessonPanel* m_lessons = nullptr;
    std::shared_ptr<const std::vector<Lesson>> m_lessonTexts;
    PinPanel* m_pins = nullptr;
    std::vector<PinMark> m_pinned;
    QList<QAction*> m_themeActions, m_languageActions;
    QByteArray m_defaultState;
    QList<QWidget*> m_besides; ///< hidden while the centre is the whole window
    bool m_formAway = false;   ///< the room has no knobs
    QAction* m_present = nullptr;
    QShortcut* m_leavePresent = nullptr;
    QList<QWidget*> m_putAway; ///< hidden while presenting
    QList<QAction*> m_lent;    ///< of menus, the window's own while presenting
    Qt::WindowStates m_stateBefore;
    ReportPtr m_report, m_base;
    CatalogPtr m_catalog;
    Scenario m_scenario;
    Problems m_problems;
};

} // namespace moe::ui
