// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explain_view.h"

#include "models/items/explain_text.h"
#include "models/items/warning_text.h"
#include "models/items/words.h"
#include "ui/explain/explain_page.h"
#include "ui/undo_passing.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace moe::ui {

namespace {

constexpr const char* kFirst = "memory.device_bytes"; ///< shown before anything was clicked
constexpr int kSaid = 1500;                           ///< ms that "Copied" stands on a button

} // namespace

ExplainView::ExplainView(QWidget* parent) : QWidget(parent) {
    const ExplainList list = makeExplainList();
    m_filter = list.filter;
    m_list = list.list;
    m_noMatch = list.noMatch;
    const ExplainPage page = makeExplainPage();
    m_back = page.back;
    m_forward = page.forward;
    m_markdown = page.markdown;
    m_latex = page.latex;
    m_title = page.title;
    m_value = page.value;
    m_origin = page.origin;
    m_text = page.text;

    m_close = new QToolButton;
    m_close->setText(QStringLiteral("×"));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Back to the cards (Esc)"));
    m_close->setAccessibleName(tr("Close"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 4, 0);
    head->addWidget(list.widget, 1);
    head->addWidget(m_close, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(page.widget, 1);
    setMinimumWidth(180);
    setAccessibleName(tr("Explain"));

    connect(m_close, &QToolButton::clicked, this, &ExplainView::closed);
    auto* leave = new QShortcut(Qt::Key_Escape, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(leave, &QShortcut::activated, this, [this] {
        if (m_list->isVisibleTo(this)) return showList(false);
        emit closed();
    });
    m_filter->installEventFilter(this);
    showList(false);
    new UndoPassing(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &ExplainView::applyFilter);
    // From the filter straight to the first match.
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        for (int i = 0; i < m_list->count(); ++i) {
            const QListWidgetItem* item = m_list->item(i);
            if (item->isHidden() || !(item->flags() & Qt::ItemIsSelectable)) continue;
            go(itemKey(*item));
            return showList(false);
        }
    });
    connect(m_list, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) {
        if (!itemKey(*item).isEmpty()) showList(false);
    });
    connect(m_list, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item && !itemKey(*item).isEmpty()) go(itemKey(*item));
    });
    connect(m_back, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { step(1); });
    const auto shortcut = [this](const QKeySequence& keys, int by) {
        auto* made = new QShortcut(keys, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(made, &QShortcut::activated, this, [this, by] { step(by); });
    };
    shortcut(QKeySequence(Qt::ALT | Qt::Key_Left), -1);
    shortcut(QKeySequence(Qt::ALT | Qt::Key_Right), 1);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ExplainView::follow);
    connect(m_markdown, &QPushButton::clicked, this, [this] {
        if (m_account) copy(items::accountMarkdown(*m_account), m_markdown);
    });
    connect(m_latex, &QPushButton::clicked, this, [this] {
        if (m_account) copy(items::accountLatex(*m_account), m_latex);
    });
    go(QString::fromLatin1(kFirst));
}

void ExplainView::setReport(const ReportPtr& report) {
    m_report = report;
    refresh();
}

void ExplainView::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
    refresh();
}

bool ExplainView::showAccount(const QString& key) {
    const std::string wanted = key.toStdString();
    for (const std::vector<AccountRow>* rows : {&accountRows(), &sheetRows()})
        for (const AccountRow& row : *rows) {
            if (row.key != wanted) continue;
            go(key);
            return true;
        }
    return false;
}

void ExplainView::go(const QString& key) {
    if (key == m_key) return;
    m_history.resize(m_place + 1);
    m_history << key;
    step(1);
}

void ExplainView::step(int by) {
    const int place = m_place + by;
    if (place < 0 || place >= m_history.size()) return;
    m_place = place;
    m_key = m_history[place];
    m_back->setEnabled(place > 0);
    m_forward->setEnabled(place + 1 < m_history.size());
    selectRow();
    refresh();
    m_text->verticalScrollBar()->setValue(0);
}

void ExplainView::selectRow() {
    const QSignalBlocker quiet(m_list);
    for (int i = 0; i < m_list->count(); ++i) {
        if (itemKey(*m_list->item(i)) != m_key) continue;
        m_list->setCurrentRow(i);
        m_list->scrollToItem(m_list->item(i));
    }
}

/// Everything that can be explained, while another number is looked for.
void ExplainView::showList(bool shown) {
    constexpr int kRows = 12;
    m_list->setFixedHeight(kRows * fontMetrics().lineSpacing());
    m_list->setVisible(shown);
    if (shown) return;
    const QSignalBlocker quiet(m_filter);
    m_filter->clear();
    m_noMatch->hide();
    filterExplainList(*m_list, {});
}

bool ExplainView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_filter && event->type() == QEvent::FocusIn) m_list->show();
    return QWidget::eventFilter(watched, event);
}

void ExplainView::applyFilter(const QString& text) {
    if (!text.isEmpty()) m_list->show();
    m_noMatch->setVisible(!filterExplainList(*m_list, text));
}

void ExplainView::follow(const QUrl& link) {
    if (link.scheme() == QLatin1String("field"))
        emit fieldActivated(link.path());
    else
        showAccount(link.path());
}

void ExplainView::refresh() {
    m_stale = true;
    if (isVisible()) render();
}

void ExplainView::render() {
    m_stale = false;
    m_account.reset();
    if (m_report && m_catalog) m_account = account(m_key.toStdString(), *m_report, *m_catalog);
    const bool some = m_account.has_value();
    m_markdown->setEnabled(some);
    m_latex->setEnabled(some);
    m_title->setText(some ? items::tableText(m_account->title) : tr("Nothing has been computed yet."));
    m_value->setText(some ? items::accountValueText(*m_account) : QString());
    m_origin->setVisible(some && m_account->name.empty());
    if (some && m_account->value)
        showOrigin(*m_origin, m_account->origin);
    else if (some)
        showReason(*m_origin, items::missingReason(*m_report, m_account->key));
    const int scrolled = m_text->verticalScrollBar()->value();
    m_text->setHtml(some ? items::accountHtml(*m_account, accountColours(palette())) : QString());
    m_text->verticalScrollBar()->setValue(scrolled);
}

void ExplainView::copy(const QString& text, QPushButton* button) {
    QGuiApplication::clipboard()->setText(text);
    const QString before = button->property("label").toString();
    button->setText(tr("Copied"));
    QTimer::singleShot(kSaid, button, [button, before] { button->setText(before); });
}

void ExplainView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) render();
}

void ExplainView::changeEvent(QEvent* event) {
    if (m_text && event->type() == QEvent::PaletteChange) refresh();
    QWidget::changeEvent(event);
}

} // namespace moe::ui
