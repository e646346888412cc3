// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The board beside the main window: the page, its panels as a list, and what each of them is. It only shows
// and asks; the board itself is a value that comes in and goes out whole.

#include "models/engine/files/board_file.h"
#include "ui/board/board_canvas.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace moe::ui {

class PanelList;

class BoardSheet : public QDialog {
    Q_OBJECT
public:
    explicit BoardSheet(QWidget* parent);

    /// A scenario that a panel can follow.
    struct Source {
        int pin = kThisScenario;
        QString name;
        bool operator==(const Source&) const = default;
    };
    void setBoard(const BoardFile& board, const BoardPage& page);
    void setSources(const std::vector<Source>& sources);
    /// Whether there is a picture to add.
    void setAddable(bool addable);
    void setPicture(std::size_t index, const BoardPicture& picture) { m_canvas->setPicture(index, picture); }
    void setBehind(std::size_t index, bool behind) { m_canvas->setBehind(index, behind); }
    void say(const QString& text);
    /// Knobs that a page for a browser moves, as exploreAxes() reads each; empty: it is as still as paper.
    QStringList sliders() const;
    int chosen() const { return m_canvas->chosen(); }
    void choose(int panel) { m_canvas->choose(panel); }

    BoardCanvas* canvas() const { return m_canvas; } ///< for tests
    PanelList* list() const { return m_list; }

signals:
    /// The whole board, edited; steps of one gesture are one step of undo.
    void edited(const moe::BoardFile& board, const QString& undoText, int gesture);
    void addRequested(bool everyPin); ///< the picture on screen, of this scenario, or of it and every pin
    void keepRequested(int panel);    ///< its scenario as it is now, whatever comes
    void exportRequested();
    void panelOpened(int panel); ///< to be looked at in the window

private:
    void addTop(QLayout& column);
    QWidget* newPanelPane();
    QWidget* newDecisionPane();
    void addButtons(QLayout& column);
    void showPanel();
    void apply(const QString& undoText, int gesture = -1);
    void changePanel(const QString& undoText, const std::function<void(BoardPanel&)>& change,
                     int gesture = -1);
    void removePanel(int panel);
    void movePanel(int panel, int to);

    BoardFile m_board;
    std::vector<Source> m_sources;
    bool m_showing = false; ///< what changes in the form is ours
    int m_gesture;          ///< typing in one box is one step of undo
    BoardCanvas* m_canvas = nullptr;
    PanelList* m_list = nullptr;
    QLineEdit *m_title = nullptr, *m_pageNote = nullptr, *m_sliders = nullptr, *m_panelTitle = nullptr;
    QLineEdit* m_question = nullptr;
    QPlainTextEdit *m_note = nullptr, *m_answer = nullptr, *m_assumptions = nullptr, *m_open = nullptr;
    QSpinBox *m_columns = nullptr, *m_wide = nullptr, *m_high = nullptr, *m_span = nullptr,
             *m_panelHigh = nullptr;
    QCheckBox *m_letters = nullptr, *m_lock = nullptr, *m_oneLegend = nullptr, *m_dark = nullptr;
    QTabWidget* m_side = nullptr;
    QComboBox *m_view = nullptr, *m_source = nullptr;
    QWidget* m_panel = nullptr;
    QPushButton *m_add = nullptr, *m_addEvery = nullptr, *m_keep = nullptr, *m_export = nullptr,
                *m_remove = nullptr;
    QLabel* m_said = nullptr;
};

} // namespace moe::ui
