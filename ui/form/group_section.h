// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One collapsible group of rows: heading, the everyday rows, and the rest behind "More". A group whose part
// of the scenario is absent shows one line that offers to add it.

#include "ui/form/field_row.h"
#include "ui/form/optional_section.h"

#include <vector>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace moe::ui {

class GroupSection : public QWidget {
    Q_OBJECT
public:
    GroupSection(const std::string& group, QWidget* parent);

    void addRow(FieldRow* row);
    const std::vector<FieldRow*>& rows() const { return m_rows; }
    const OptionalSection* section() const { return m_section; }

    /// `differs`: the base scenario has this part and this one not, or the other way round.
    void setPresent(bool present, bool differs);
    /// Empty = no filter. Returns the number of rows shown by it.
    int setFilter(const QString& filter);
    /// Opens whatever hides the row.
    void reveal(const FieldRow& row);
    void close();
    bool shows(const FieldRow& row) const;
    /// Heading or "Add" button: where the focus goes when no row can take it.
    void focusHeader();
    void focusHeading();
    bool headingHasFocus() const;
    /// Says on "More" how many of the rows behind it were changed.
    void updateMore();

signals:
    void addRequested();
    void removeRequested();
    void rowsShownChanged();
    void headingLeft(int direction); ///< to the next heading, or the previous one

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    QToolButton* newButton(QWidget* parent);
    std::vector<QToolButton*> headingButtons() const;
    bool isOffered() const;
    void updateRows();
    void updateHeading();

    QString m_title;
    const OptionalSection* m_section;
    QToolButton *m_heading, *m_more, *m_remove = nullptr, *m_add = nullptr;
    QWidget *m_panel, *m_absentLine = nullptr;
    QBoxLayout* m_lines;
    std::vector<FieldRow*> m_rows;
    QString m_filter;
    bool m_open = true, m_all = false, m_present = true, m_differs = false;
};

} // namespace moe::ui
