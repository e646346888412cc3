// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The knobs of a scenario: the eight that a room opens with, or every row of fields(), grouped and filtered.
// Holds a scenario value; each edit makes a new one.

#include "data/problem.h"
#include "models/engine/shape/section.h"
#include "models/items/rooms.h"
#include "ui/form/field_row.h"
#include "ui/form/gesture.h"
#include "ui/report_view.h"

#include <QTimer>

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace moe::ui {

class GroupSection;
class WarningLabel;

class ScenarioForm : public QWidget {
    Q_OBJECT
public:
    /// Three hundred rows take a fifth of what a window takes to open, and follow every edit: a form that
    /// opens with the knobs of a room has them when one is first wanted.
    enum class Rows { Now, Later };
    explicit ScenarioForm(QWidget* parent = nullptr, Rows rows = Rows::Now);
    ~ScenarioForm() override;

    /// GPU presets to choose from, and what notches are computed with.
    void setCatalog(const CatalogPtr& catalog);
    /// `base` is what Reset goes back to and what "changed" (bold) means. Cheap when little differs.
    void setScenario(const Scenario& scenario, const Scenario& base);
    /// Shown at their rows; a problem whose key has no visible row goes to a line at the top.
    void setProblems(const Problems& problems);
    /// What "auto" comes to, one value per row of fields().
    void setDerived(const std::vector<FieldValue>& derived);
    /// Knobs that stay when others follow an edit; they show a padlock.
    std::vector<std::string> lockedKeys() const;
    void setLockedKeys(const std::vector<std::string>& keys);
    void focusFilter();
    void clearFilter();
    /// From now on it opens with the knobs of a room; before it holds every row.
    void setRoom(items::Room room);
    /// The room's knobs alone; all of them where it has none.
    void showKnobs();
    void showAll();
    /// As its group's "Add" does; nothing happens when it is there.
    void addPart(Section section);
    /// A link of a problem: the cure to take, or the row to show.
    void follow(const QString& link);
    /// Opens the group, scrolls to the row and focuses it.
    void revealKey(const QString& key);
    /// Marks the rows of these keys and brings the first into sight, the focus staying where it is; or hides
    /// what they are set with. Those before are as all others again.
    void pointAt(const QStringList& keys, bool hidden);

    QSize sizeHint() const override { return {355, 640}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    /// `gesture` is the same number during one slider drag or one burst of wheel or key steps; `live` is true
    /// while the slider is down. Letting go emits once more with live = false.
    void edited(const moe::Scenario& scenario, const QString& what, int gesture, bool live);
    void machinesRequested(); ///< the list of GPUs is to be edited
    void locksChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeRows(); ///< those that are made later
    void buildFrame();
    void buildKnobs();
    static std::vector<QChar> rowLetters(); ///< one per row of fields()
    void buildGroups();
    void buildKeys();
    void offerGpus();
    void connectRow(FieldRow* row);
    void arrange();
    FieldRow* shownKnob(std::string_view key) const;
    GroupSection* newGroup(const std::string& name);
    void addRow(GroupSection& group, const Field& field, QChar letter);
    /// Focuses the next heading, or the previous one.
    void stepHeading(int direction);
    void take(FieldRow* row, const FieldValue& value, Motion motion);
    void reset(FieldRow* row);
    void changeSection(GroupSection* group, bool add);
    void apply(Scenario next);
    void refresh();
    void refreshRow(FieldRow* row);
    void refreshNotches(FieldRow* row);
    void refreshVisibleNotches();
    void updateProblems();
    void updateHiddenProblems();
    void markPointed();
    void updateColumns();
    void applyFilter(const QString& text);
    const Catalog& catalog() const;
    FieldRow* rowOf(std::string_view key) const;
    GroupSection* groupOf(const FieldRow* row) const;
    /// Of the filter: what Enter means.
    void focusBestMatch();
    /// Or what adds the part that it belongs to.
    void focusRow(FieldRow& row);

    QLineEdit* m_filter;
    WarningLabel* m_hiddenProblems;
    QLabel* m_noMatch;
    QScrollArea* m_scroll;
    std::vector<GroupSection*> m_groups;
    std::vector<FieldRow*> m_rows;  ///< in the order of the form
    std::vector<FieldRow*> m_knobs; ///< of any room, in the order of roomKnobs()
    std::optional<items::Room> m_room;
    bool m_all = true;
    QScrollArea* m_short;
    QWidget* m_top; ///< over all rows
    QLabel* m_heading;
    QPushButton* m_toAll;
    QToolButton* m_toKnobs;
    CatalogPtr m_catalog;
    Scenario m_scenario, m_base;
    Problems m_problems;
    std::vector<FieldValue> m_derived; ///< of the last valid scenario, like the pictures
    GestureCounter m_gestures;
    QTimer m_notchTimer; ///< refreshes notches of visible rows once the form is at rest
    RowColumns m_columns;
    bool m_columned = false; ///< the rows have them
    QStringList m_pointed;
    bool m_pointedHidden = false;
};

} // namespace moe::ui
