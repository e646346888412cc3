// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_sheet.h"

#include "models/engine/scenario/fields.h"
#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/board/panel_list.h"
#include "ui/gesture_number.h"
#include "ui/views/view_list.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {

/// Lines that say something.
std::vector<std::string> linesOf(const QPlainTextEdit& box) {
    std::vector<std::string> lines;
    for (const QString& line : box.toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty()) lines.push_back(line.trimmed().toStdString());
    return lines;
}

QString textOf(const std::vector<std::string>& lines) {
    QStringList all;
    for (const std::string& line : lines) all << QString::fromStdString(line);
    return all.join(QLatin1Char('\n'));
}

/// What is being typed stays as it is where it means the same.
void putLines(QPlainTextEdit& box, const std::vector<std::string>& lines) {
    if (linesOf(box) != lines) box.setPlainText(textOf(lines));
}

} // namespace

BoardSheet::BoardSheet(QWidget* parent) : QDialog(parent), m_gesture(newGesture()) {
    setWindowTitle(tr("Board"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* column = new QVBoxLayout(this);
    addTop(*column);
    auto* halves = new QSplitter(this);
    auto* scroll = new QScrollArea(halves);
    m_canvas = new BoardCanvas(scroll);
    scroll->setWidget(m_canvas);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    halves->addWidget(scroll);
    m_side = new QTabWidget(halves);
    m_side->addTab(newPanelPane(), tr("Panels"));
    m_side->addTab(newDecisionPane(), tr("Decision"));
    halves->addWidget(m_side);
    halves->setStretchFactor(0, 1);
    halves->setChildrenCollapsible(false);
    column->addWidget(halves, 1);
    addButtons(*column);
    connect(m_canvas, &BoardCanvas::panelChosen, this, [this] {
        m_gesture = newGesture(); // words of another panel are a step of their own
        showPanel();
    });
    connect(m_canvas, &BoardCanvas::panelOpened, this, &BoardSheet::panelOpened);
    connect(m_canvas, &BoardCanvas::panelRemoved, this, &BoardSheet::removePanel);
    connect(m_canvas, &BoardCanvas::panelMoved, this, &BoardSheet::movePanel);
    connect(m_canvas, &BoardCanvas::decisionWanted, this, [this] { m_side->setCurrentIndex(1); });
    showPanel();
    resize(1120, 760);
}

void BoardSheet::addTop(QLayout& column) {
    auto* form = new QFormLayout;
    m_title = new QLineEdit(this);
    m_pageNote = new QLineEdit(this);
    form->addRow(tr("&Title:"), m_title);
    form->addRow(tr("&Note:"), m_pageNote);
    for (QLineEdit* box : {m_title, m_pageNote}) {
        connect(box, &QLineEdit::textEdited, this, [this] { apply(tr("board's words"), m_gesture); });
        connect(box, &QLineEdit::editingFinished, this, [this] { m_gesture = newGesture(); });
    }
    auto* line = new QHBoxLayout;
    const auto number = [&](QSpinBox*& box, const QString& label, int least, int most, const QString& unit) {
        auto* name = new QLabel(label, this);
        box = new QSpinBox(this);
        box->setRange(least, most);
        box->setSuffix(unit);
        name->setBuddy(box);
        line->addWidget(name);
        line->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this] { apply(tr("board's page"), m_gesture); });
        connect(box, &QSpinBox::editingFinished, this, [this] { m_gesture = newGesture(); });
    };
    number(m_columns, tr("&Columns:"), 1, 8, {});
    number(m_wide, tr("Pictures:"), 30, 1000, tr(" mm wide"));
    number(m_high, tr("by"), 20, 1000, tr(" mm high"));
    const auto flag = [&](QCheckBox*& box, const QString& label, const QString& tip) {
        box = new QCheckBox(label, this);
        box->setToolTip(tip);
        line->addWidget(box);
        connect(box, &QCheckBox::toggled, this, [this] { apply(tr("board's page")); });
    };
    flag(m_letters, tr("&Letters"), tr("(a), (b), … before the titles"));
    flag(m_lock, tr("Common &axes"), tr("Pictures of one kind have the same axes and show the same part"));
    flag(m_oneLegend, tr("One le&gend"), tr("Keys that several pictures have stand once, over all of them"));
    flag(m_dark, tr("&Dark"), tr("The page on a dark ground"));
    line->addStretch(1);
    form->addRow(line);
    m_sliders = new QLineEdit(this);
    m_sliders->setObjectName(QStringLiteral("sliders"));
    m_sliders->setPlaceholderText(tr("none; up to three knobs, such as parallel.ep, cluster.gpus"));
    m_sliders->setToolTip(tr("Of one page for a browser (.html): readers move these knobs, offline; the page "
                             "holds a report for each of their values. With values of one's own, between "
                             "semicolons: parallel.ep=1,2,4; cluster.gpus"));
    auto* completer = new QCompleter(
        [] {
            QStringList keys;
            for (const Field& field : fields()) keys << QString::fromStdString(field.key);
            return keys;
        }(),
        m_sliders);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_sliders->setCompleter(completer);
    form->addRow(tr("&Sliders:"), m_sliders);
    static_cast<QVBoxLayout&>(column).addLayout(form);
}

QStringList BoardSheet::sliders() const {
    QStringList keys;
    for (const QString& part : m_sliders->text().split(QLatin1Char(';')))
        // "a, b" are two knobs, "a=1,2" is one with its values.
        for (const QString& one :
             part.contains(QLatin1Char('=')) ? QStringList{part} : part.split(QLatin1Char(',')))
            if (!one.trimmed().isEmpty()) keys << one.trimmed();
    return keys;
}

QWidget* BoardSheet::newPanelPane() {
    auto* pane = new QWidget(this);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    m_list = new PanelList(pane);
    m_list->setAccessibleName(tr("Panels"));
    connect(m_list, &PanelList::moved, this, &BoardSheet::movePanel);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_showing) m_canvas->choose(row);
    });
    connect(m_list, &QListWidget::itemActivated, this, [this] { emit panelOpened(m_canvas->chosen()); });
    column->addWidget(m_list, 1);
    m_panel = new QWidget(pane);
    auto* form = new QFormLayout(m_panel);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_view = new QComboBox(m_panel);
    for (const ViewRow& row : viewList())
        if (m_view->findData(QLatin1String(row.key)) < 0)
            m_view->addItem(items::tableText(row.title), QLatin1String(row.key));
    connect(m_view, &QComboBox::activated, this, [this] {
        changePanel(tr("board's picture"), [this](BoardPanel& panel) {
            panel.view = m_view->currentData().toString().toStdString();
            panel.choices.clear(); // of the other picture, as these two
            panel.options.clear();
            panel.range.clear();
        });
    });
    form->addRow(tr("&Picture:"), m_view);
    m_source = new QComboBox(m_panel);
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_source, &QComboBox::activated, this, [this] {
        if (m_source->currentData().isNull()) return; // as it was kept
        changePanel(tr("board's scenario"), [this](BoardPanel& panel) {
            panel.pin = m_source->currentData().toInt();
            panel.scenario.reset();
            panel.preset.clear();
            panel.file.clear();
            panel.set.clear();
        });
    });
    form->addRow(tr("&Of:"), m_source);
    m_panelTitle = new QLineEdit(m_panel);
    m_panelTitle->setPlaceholderText(tr("Names of picture and scenario"));
    connect(m_panelTitle, &QLineEdit::textEdited, this, [this](const QString& text) {
        changePanel(
            tr("panel's words"), [&](BoardPanel& panel) { panel.title = text.toStdString(); }, m_gesture);
    });
    connect(m_panelTitle, &QLineEdit::editingFinished, this, [this] { m_gesture = newGesture(); });
    form->addRow(tr("Hea&ding:"), m_panelTitle);
    m_note = new QPlainTextEdit(m_panel);
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setTabChangesFocus(true);
    m_note->setMaximumHeight(90);
    connect(m_note, &QPlainTextEdit::textChanged, this, [this] {
        if (m_showing) return;
        changePanel(
            tr("panel's words"),
            [this](BoardPanel& panel) { panel.note = m_note->toPlainText().toStdString(); }, m_gesture);
    });
    form->addRow(tr("No&te under it:"), m_note);
    auto* size = new QHBoxLayout;
    const auto number = [&](QSpinBox*& box, int least, int most, const QString& unit, const QString& name) {
        box = new QSpinBox(m_panel);
        box->setRange(least, most);
        box->setSuffix(unit);
        box->setAccessibleName(name);
        size->addWidget(box);
        connect(box, &QSpinBox::editingFinished, this, [this] { m_gesture = newGesture(); });
    };
    number(m_span, 1, 8, {}, tr("Columns of the page that the panel takes"));
    m_span->setPrefix(tr("Columns: "));
    number(m_panelHigh, 0, 1000, tr(" mm high"), tr("Height of the picture"));
    m_panelHigh->setSpecialValueText(tr("as high as the others"));
    connect(m_span, &QSpinBox::valueChanged, this, [this](int columns) {
        if (m_showing) return;
        changePanel(
            tr("panel's size"), [columns](BoardPanel& panel) { panel.columns = columns; }, m_gesture);
    });
    connect(m_panelHigh, &QSpinBox::valueChanged, this, [this](int mm) {
        if (m_showing) return;
        const double high = mm > 0 ? std::max(20, mm) : 0; // the first step up is one that can be drawn
        changePanel(
            tr("panel's size"), [high](BoardPanel& panel) { panel.heightMm = high; }, m_gesture);
    });
    form->addRow(tr("Size:"), size);
    column->addWidget(m_panel);
    auto* line = new QHBoxLayout;
    const auto button = [&](QPushButton*& made, const QString& text, const QString& tip, auto act) {
        made = new QPushButton(text, pane);
        made->setToolTip(tip);
        made->setAutoDefault(false);
        line->addWidget(made);
        connect(made, &QPushButton::clicked, this, act);
    };
    auto* hint = new QLabel(tr("Drag a panel to its place, or Alt with the arrow keys"), pane);
    hint->setWordWrap(true);
    column->addWidget(hint);
    button(m_keep, tr("&Keep"), tr("The panel shows its scenario as it is now, whatever changes"),
           [this] { emit keepRequested(m_canvas->chosen()); });
    button(m_remove, tr("Re&move"), tr("Takes the panel off the board (Delete on the page)"),
           [this] { removePanel(m_canvas->chosen()); });
    column->addLayout(line);
    pane->setMinimumWidth(300);
    return pane;
}

QWidget* BoardSheet::newDecisionPane() {
    auto* pane = new QWidget(this);
    auto* form = new QFormLayout(pane);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    m_question = new QLineEdit(pane);
    m_question->setPlaceholderText(tr("What was to be decided"));
    form->addRow(tr("&Question:"), m_question);
    connect(m_question, &QLineEdit::textEdited, this, [this] { apply(tr("board's decision"), m_gesture); });
    connect(m_question, &QLineEdit::editingFinished, this, [this] { m_gesture = newGesture(); });
    const auto box = [&](QPlainTextEdit*& made, const QString& label, const QString& hint, const char* name) {
        made = new QPlainTextEdit(pane);
        made->setObjectName(QLatin1String(name));
        made->setTabChangesFocus(true);
        made->setPlaceholderText(hint);
        form->addRow(label, made);
        connect(made, &QPlainTextEdit::textChanged, this,
                [this] { apply(tr("board's decision"), m_gesture); });
    };
    box(m_answer, tr("Ans&wer:"), tr("Empty: the sentence of the first panel's scenario"), "answer");
    box(m_assumptions, tr("Ass&umptions, one a line:"), tr("What the numbers rest on"), "assumptions");
    box(m_open, tr("Open points, one a line:"), tr("What is still to be found out"), "open");
    return pane;
}

void BoardSheet::addButtons(QLayout& column) {
    auto* box = new QDialogButtonBox(this);
    m_add = box->addButton(tr("Add the &picture on screen"), QDialogButtonBox::ActionRole);
    m_addEvery = box->addButton(tr("… and of every p&in"), QDialogButtonBox::ActionRole);
    m_addEvery->setToolTip(
        tr("A panel of this scenario and one of every pinned one, of the picture on screen"));
    m_export = box->addButton(tr("E&xport…"), QDialogButtonBox::ActionRole);
    m_export->setToolTip(
        tr("PDF, SVG, PNG, one HTML file or Markdown with the numbers, or the board as a file"));
    QPushButton* close = box->addButton(QDialogButtonBox::Close);
    for (QPushButton* each : {m_add, m_addEvery, m_export, close}) each->setAutoDefault(false);
    connect(m_add, &QPushButton::clicked, this, [this] { emit addRequested(false); });
    connect(m_addEvery, &QPushButton::clicked, this, [this] { emit addRequested(true); });
    connect(m_export, &QPushButton::clicked, this, &BoardSheet::exportRequested);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_said = new QLabel(this);
    m_said->setTextFormat(Qt::PlainText);
    m_said->setWordWrap(true);
    m_said->setAccessibleName(tr("Message"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_said, 1);
    line->addWidget(box);
    static_cast<QVBoxLayout&>(column).addLayout(line);
}

void BoardSheet::say(const QString& text) {
    m_said->setText(text);
}

void BoardSheet::setAddable(bool addable) {
    m_add->setEnabled(addable);
    m_addEvery->setEnabled(addable && m_sources.size() > 1);
}

void BoardSheet::setSources(const std::vector<Source>& sources) {
    m_sources = sources;
    setAddable(m_add->isEnabled());
    showPanel();
}

void BoardSheet::setBoard(const BoardFile& board, const BoardPage& page) {
    m_board = board;
    m_showing = true;
    const auto put = [](QLineEdit* box, const std::string& text) {
        if (box->text() != QString::fromStdString(text)) box->setText(QString::fromStdString(text));
    };
    put(m_title, board.title);
    put(m_pageNote, board.note);
    m_columns->setValue(board.columns);
    m_wide->setValue(int(board.widthMm));
    m_high->setValue(int(board.heightMm));
    m_letters->setChecked(board.letters);
    m_lock->setChecked(board.lockRanges);
    m_oneLegend->setChecked(board.oneLegend);
    m_dark->setChecked(board.dark);
    put(m_question, board.decision.question);
    if (m_answer->toPlainText().toStdString() != board.decision.answer)
        m_answer->setPlainText(QString::fromStdString(board.decision.answer));
    putLines(*m_assumptions, board.decision.assumptions);
    putLines(*m_open, board.decision.open);
    m_canvas->setPage(page);
    QStringList titles;
    for (std::size_t i = 0; i < page.pictures.size(); ++i) titles << boardTitle(page, i);
    m_list->setRows(titles);
    m_showing = false;
    m_export->setEnabled(!board.panels.empty());
    if (m_canvas->chosen() < 0 && !board.panels.empty()) m_canvas->choose(0);
    showPanel();
}

void BoardSheet::showPanel() {
    const int chosen = m_canvas->chosen();
    const bool any = chosen >= 0 && std::size_t(chosen) < m_board.panels.size();
    m_panel->setEnabled(any);
    for (QPushButton* button : {m_keep, m_remove}) button->setEnabled(any);
    m_showing = true;
    m_list->setCurrentRow(any ? chosen : -1);
    const BoardPanel panel = any ? m_board.panels[std::size_t(chosen)] : BoardPanel();
    m_view->setCurrentIndex(m_view->findData(QString::fromStdString(panel.view)));
    m_source->clear();
    for (const Source& source : m_sources) m_source->addItem(source.name, source.pin);
    if (any && !panel.pin) {
        m_source->addItem(panel.scenario && !panel.scenario->name.empty()
                              ? tr("%1, as it was kept").arg(items::shownName(panel.scenario->name))
                              : tr("As it was kept"));
        m_source->setCurrentIndex(m_source->count() - 1);
    } else {
        m_source->setCurrentIndex(panel.pin ? m_source->findData(*panel.pin) : -1);
    }
    m_keep->setEnabled(any && panel.pin.has_value());
    const QString title = QString::fromStdString(panel.title), note = QString::fromStdString(panel.note);
    if (m_panelTitle->text() != title) m_panelTitle->setText(title);
    if (m_note->toPlainText() != note) m_note->setPlainText(note);
    m_span->setMaximum(std::max(1, m_board.columns));
    m_span->setValue(panel.columns);
    m_panelHigh->setValue(int(panel.heightMm));
    m_showing = false;
}

void BoardSheet::apply(const QString& undoText, int gesture) {
    if (m_showing) return;
    BoardFile board = m_board;
    board.title = m_title->text().toStdString();
    board.note = m_pageNote->text().toStdString();
    board.columns = m_columns->value();
    board.widthMm = m_wide->value();
    board.heightMm = m_high->value();
    board.letters = m_letters->isChecked();
    board.lockRanges = m_lock->isChecked();
    board.oneLegend = m_oneLegend->isChecked();
    board.dark = m_dark->isChecked();
    board.decision = {m_question->text().toStdString(), m_answer->toPlainText().toStdString(),
                      linesOf(*m_assumptions), linesOf(*m_open)};
    emit edited(board, undoText, gesture);
}

void BoardSheet::changePanel(const QString& undoText, const std::function<void(BoardPanel&)>& change,
                             int gesture) {
    const int chosen = m_canvas->chosen();
    if (chosen < 0 || std::size_t(chosen) >= m_board.panels.size()) return;
    BoardFile board = m_board;
    change(board.panels[std::size_t(chosen)]);
    emit edited(board, undoText, gesture);
}

void BoardSheet::removePanel(int panel) {
    if (panel < 0 || std::size_t(panel) >= m_board.panels.size()) return;
    BoardFile board = m_board;
    board.panels.erase(board.panels.begin() + panel);
    emit edited(board, tr("Take a panel off the board"), -1);
}

void BoardSheet::movePanel(int panel, int to) {
    const int count = int(m_board.panels.size());
    if (panel < 0 || to < 0 || panel >= count || to >= count || panel == to) return;
    BoardFile board = m_board;
    const auto at = board.panels.begin();
    if (panel < to)
        std::rotate(at + panel, at + panel + 1, at + to + 1);
    else
        std::rotate(at + to, at + panel, at + panel + 1);
    emit edited(board, tr("Move a panel of the board"), -1);
    m_canvas->choose(to);
}

} // namespace moe::ui
