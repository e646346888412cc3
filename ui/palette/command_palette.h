// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ctrl+K: every knob with a value, picture, preset, lesson and command by its name, over the picture. It
// shows what each would do; nothing changes before Enter. What is found is models/items/palette_match.h; who
// it asks evaluates.

#include "models/items/palette_match.h"
#include "ui/report_view.h"

#include <QFrame>
#include <QPointer>

#include <map>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace moe::ui {

/// What a change comes to.
struct PaletteOutcome {
    QString text;       ///< "139 of 79.6 GiB, does not fit · 21.3 s a step"
    bool bad = false;   ///< does not fit, or breaks a rule
    Edits mended;       ///< with the least further change it fits; empty: it fits, or none is known
    QString mendedText; ///< "with Recompute full: 70.1 GiB"
};

class CommandPalette : public QFrame {
    Q_OBJECT
public:
    /// Lies over `window` while it is open.
    explicit CommandPalette(QWidget* window);

    void setEntries(std::vector<items::PaletteEntry> entries);
    void setScenario(const Scenario& scenario, const std::vector<FieldValue>& derived);
    /// Keys of entries, newest first.
    void setRecent(const QStringList& keys) { m_recent = keys; }
    const QStringList& recent() const { return m_recent; }
    /// Over the middle of `area`, a part of the window, with an empty field.
    void open(const QRect& area);
    /// The answer to outcomesWanted(); of edits that are not shown any more it is kept for later.
    void setOutcome(const Edits& edits, const PaletteOutcome& outcome);

    // What tests look through.
    QLineEdit& field() const { return *m_field; }
    QListView& list() const { return *m_list; }
    const items::PaletteAnswer& answer() const { return m_answer; }

signals:
    void chosen(const moe::items::PaletteEntry& entry);
    /// `pinned`: as a pin beside the scenario, which stays.
    void editsChosen(const moe::ui::Edits& edits, const QString& what, bool pinned);
    /// Of the rows shown that set something and whose outcome is not known.
    void outcomesWanted(const std::vector<moe::ui::Edits>& all);
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void search();
    void show(int row);
    void take(Qt::KeyboardModifiers modifiers);
    void step(int direction);
    void use(const QString& key);
    const items::PaletteRow* current() const;
    void updateFoot();
    void fit();

    QLineEdit* m_field = nullptr;
    QLabel *m_count = nullptr, *m_foot = nullptr;
    QListView* m_list = nullptr;
    QStandardItemModel* m_model = nullptr;
    QWidget* m_window;
    QPointer<QWidget> m_focusBefore;
    std::vector<items::PaletteEntry> m_entries;
    items::PaletteAnswer m_answer;
    Scenario m_scenario;
    std::vector<FieldValue> m_derived;
    std::map<Edits, PaletteOutcome> m_outcomes; ///< of m_scenario
    QStringList m_recent;
    QRect m_area;
};

} // namespace moe::ui
