// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/group_section.h"

#include "models/items/words.h"
#include "ui/form/field_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace moe::ui {
namespace {

QColor blend(const QColor& a, const QColor& b, double share) {
    return QColor::fromRgbF(float(a.redF() + share * (b.redF() - a.redF())),
                            float(a.greenF() + share * (b.greenF() - a.greenF())),
                            float(a.blueF() + share * (b.blueF() - a.blueF())));
}

/// The box around the rows.
class Panel : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor window = palette().color(QPalette::Window);
        const QColor text = palette().color(QPalette::WindowText);
        painter.setPen(blend(window, text, 0.16));
        // Lighter in both themes: on dark ground the empty ticks and fields are told by their darkness.
        painter.setBrush(window.lightnessF() > text.lightnessF()
                             ? blend(window, palette().color(QPalette::Base), 0.35)
                             : blend(window, text, 0.06));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
};

QString translated(const char* text) {
    return items::tableText(text);
}

} // namespace

GroupSection::GroupSection(const std::string& group, QWidget* parent)
    : QWidget(parent),
      m_title(items::tableText(group)),
      m_section(optionalSection(group)),
      m_heading(newButton(this)),
      m_more(newButton(this)),
      m_panel(new Panel(this)),
      m_lines(new QVBoxLayout(m_panel)) {
    build();
    connect(m_heading, &QToolButton::clicked, this, [this] {
        m_open = !m_open;
        updateRows();
    });
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_all = !m_all;
        m_open = true;
        updateRows();
    });
    updateHeading();
}

/// One of the line over the rows. Tab passes it by: arrow keys go along the line and from heading to heading.
QToolButton* GroupSection::newButton(QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::ClickFocus);
    button->installEventFilter(this);
    return button;
}

std::vector<QToolButton*> GroupSection::headingButtons() const {
    std::vector<QToolButton*> shown{m_heading};
    for (QToolButton* button : {m_more, m_remove})
        if (button && button->isVisible()) shown.push_back(button);
    return shown;
}

void GroupSection::build() {
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(0);
    head->addWidget(m_heading, 1);
    head->addWidget(m_more);
    m_lines->setContentsMargins(0, 3, 0, 3);
    m_lines->setSpacing(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    column->addLayout(head);
    column->addWidget(m_panel);
    if (!m_section || !*m_section->add) return;

    m_remove = newButton(this);
    m_remove->setText(QStringLiteral("×"));
    m_remove->setToolTip(translated(m_section->remove));
    m_remove->setAccessibleName(translated(m_section->remove));
    head->addWidget(m_remove);
    connect(m_remove, &QToolButton::clicked, this, &GroupSection::removeRequested);

    m_absentLine = new QWidget(m_panel);
    auto* line = new QHBoxLayout(m_absentLine);
    line->setContentsMargins(8, 1, 6, 1);
    auto* text = new QLabel(translated(m_section->absent), m_absentLine);
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_add = new QToolButton(m_absentLine);
    m_add->setFocusPolicy(Qt::StrongFocus);
    m_add->setText(translated(m_section->add));
    m_add->setAccessibleName(m_add->text());
    line->addWidget(text, 1);
    line->addWidget(m_add);
    m_lines->addWidget(m_absentLine);
    connect(m_add, &QToolButton::clicked, this, &GroupSection::addRequested);
}

void GroupSection::addRow(FieldRow* row) {
    m_rows.push_back(row);
    m_lines->addWidget(row);
    const bool hidden = !row->field().everyday;
    row->setVisible(!hidden);
    updateMore();
}

void GroupSection::setPresent(bool present, bool differs) {
    if (present == m_present && differs == m_differs) return;
    m_present = present;
    m_differs = differs;
    if (!m_add) setFilter(m_filter);
    updateRows();
}

int GroupSection::setFilter(const QString& filter) {
    m_filter = filter.trimmed();
    updateRows();
    const auto matches = std::count_if(m_rows.begin(), m_rows.end(), [this](FieldRow* row) {
        return matchesFilter(row->field(), m_filter);
    });
    setVisible(isOffered() && (m_filter.isEmpty() || matches > 0));
    return isOffered() ? static_cast<int>(matches) : 0;
}

/// A group without a button that adds it is away while its part of the scenario is.
bool GroupSection::isOffered() const {
    return m_present || !m_section || m_add;
}

bool GroupSection::shows(const FieldRow& row) const {
    if (!m_present) return false;
    if (!m_filter.isEmpty()) return matchesFilter(row.field(), m_filter);
    return m_open && (m_all || row.field().everyday);
}

void GroupSection::reveal(const FieldRow& row) {
    m_open = true;
    if (!row.field().everyday) m_all = true;
    updateRows();
}

void GroupSection::close() {
    m_open = false;
    updateRows();
}

void GroupSection::focusHeader() {
    (m_add && !m_present ? m_add : m_heading)->setFocus(Qt::OtherFocusReason);
}

void GroupSection::focusHeading() {
    m_heading->setFocus(Qt::ShortcutFocusReason);
}

bool GroupSection::headingHasFocus() const {
    const std::vector<QToolButton*> buttons = headingButtons();
    return std::any_of(buttons.begin(), buttons.end(),
                       [](QToolButton* button) { return button->hasFocus(); });
}

bool GroupSection::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const std::vector<QToolButton*> buttons = headingButtons();
    const auto here = std::find(buttons.begin(), buttons.end(), watched);
    if (here == buttons.end()) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool forward = key == (layoutDirection() == Qt::RightToLeft ? Qt::Key_Left : Qt::Key_Right);
    switch (key) {
    case Qt::Key_Up: emit headingLeft(-1); return true;
    case Qt::Key_Down: emit headingLeft(1); return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (forward && here + 1 != buttons.end()) (*(here + 1))->setFocus(Qt::ShortcutFocusReason);
        if (!forward && here != buttons.begin()) (*(here - 1))->setFocus(Qt::ShortcutFocusReason);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: (*here)->click(); return true;
    default: return QWidget::eventFilter(watched, event);
    }
}

void GroupSection::updateRows() {
    // A button that vanishes must not leave the focus to chance.
    const bool focusLost =
        (m_add && m_add->hasFocus() && m_present) || (m_remove && m_remove->hasFocus() && !m_present);
    for (FieldRow* row : m_rows) row->setVisible(shows(*row));
    if (m_absentLine) m_absentLine->setVisible(!m_present && (m_open || !m_filter.isEmpty()));
    m_panel->setVisible(m_open || !m_filter.isEmpty());
    if (m_remove) m_remove->setVisible(m_present);
    updateMore();
    updateHeading();
    if (focusLost) focusHeader();
    emit rowsShownChanged();
}

void GroupSection::updateMore() {
    int extra = 0, changed = 0;
    for (const FieldRow* row : m_rows) {
        extra += row->field().everyday ? 0 : 1;
        changed += !row->field().everyday && row->isChanged() ? 1 : 0;
    }
    m_more->setVisible(extra > 0 && m_present && m_open && m_filter.isEmpty());
    const QString text = m_all ? tr("Less") : tr("More (%1)").arg(extra);
    const QString tip = m_all         ? tr("Show everyday rows only")
                        : changed > 0 ? tr("Show all rows of this group; %1 of them changed").arg(changed)
                                      : tr("Show all rows of this group");
    // Bold as a changed row is: "Less" has them in sight.
    if (const bool bold = changed > 0 && !m_all; bold != m_more->font().bold()) {
        QFont font = this->font();
        font.setBold(bold);
        m_more->setFont(font);
    }
    if (tip == m_more->toolTip() && text == m_more->text()) return;
    m_more->setText(text);
    m_more->setToolTip(tip);
    m_more->setAccessibleName(m_all ? tr("Fewer rows of %1").arg(m_title)
                                    : tr("More rows of %1").arg(m_title));
    m_more->setAccessibleDescription(tip);
}

void GroupSection::updateHeading() {
    const bool open = m_open || !m_filter.isEmpty();
    m_heading->setArrowType(open                                   ? Qt::DownArrow
                            : layoutDirection() == Qt::RightToLeft ? Qt::LeftArrow
                                                                   : Qt::RightArrow);
    m_heading->setText(m_title);
    m_heading->setAccessibleName(tr("%1 group").arg(m_title));
    m_heading->setAccessibleDescription(open ? tr("expanded") : tr("collapsed"));
    QFont font = this->font();
    font.setBold(m_differs);
    m_heading->setFont(font);
}

void GroupSection::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    QFont font = this->font();
    font.setBold(m_more->font().bold());
    m_more->setFont(font);
    updateHeading();
}

} // namespace moe::ui
