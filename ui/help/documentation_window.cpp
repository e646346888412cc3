// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/documentation_window.h"

#include "models/items/words.h"
#include "ui/theme.h"

#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace moe::ui {
namespace {

constexpr int kAir = 10;          ///< pixels
constexpr int kMostMarked = 1000; ///< matches painted on one page
/// Characters; of a longer chapter only the sections of one part are laid out at a time, which takes as long
/// as the text is.
constexpr qsizetype kMostPage = 12000;

QStringList wordsOf(const QString& text) {
    return text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

QString manualStyle(const QPalette& palette) {
    const Theme theme = themeOf(palette);
    return QStringLiteral("h1 { font-size: x-large; margin-top: 6px; margin-bottom: 6px; }"
                          "h2 { font-size: large; margin-top: 20px; margin-bottom: 4px; }"
                          "p { margin-top: 4px; margin-bottom: 6px; line-height: 118%; }"
                          "li { margin-bottom: 4px; line-height: 118%; }"
                          "a { color: %1; text-decoration: none; }"
                          "code, pre { font-family: monospace; }"
                          "pre { background-color: %2; }"
                          "table { margin-top: 4px; margin-bottom: 8px; border-collapse: collapse; }"
                          "th { color: %3; border-bottom: 1px solid %3; }"
                          "td { border-bottom: 1px solid %4; }")
        .arg(palette.color(QPalette::Link).name(), palette.color(QPalette::AlternateBase).name(),
             theme.muted.name(), theme.grid.name());
}

} // namespace

DocumentationWindow::DocumentationWindow(QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_search(new QLineEdit),
      m_contents(new QTreeWidget),
      m_found(new QLabel),
      m_text(new QTextBrowser) {
    setObjectName(QStringLiteral("documentation"));
    setWindowTitle(tr("Documentation – MoE Explorer"));
    m_search->setPlaceholderText(tr("Find in the documentation"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_search->setToolTip(tr("Enter: next place. Shift+Enter: the one before."));
    m_contents->setHeaderHidden(true);
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setTextElideMode(Qt::ElideRight);
    m_contents->setFrameShape(QFrame::NoFrame);
    m_found->setWordWrap(true);
    m_found->hide();
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Text of the documentation"));
    m_text->document()->setDocumentMargin(14);
    m_text->document()->setIndentWidth(22);

    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(6, 6, 0, 6);
    column->addWidget(m_search);
    column->addWidget(m_found);
    column->addWidget(m_contents, 1);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(side);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({250, 750});
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    resize(QSize(1000, 720).boundedTo(screen()->availableGeometry().size() * 0.85));

    connect(m_search, &QLineEdit::textChanged, this, &DocumentationWindow::filter);
    connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item) showSection(item->data(0, Qt::UserRole).toString());
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, &DocumentationWindow::follow);
    connect(m_search, &QLineEdit::returnPressed, this,
            [this] { findNext(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier); });
    const auto key = [this](const QKeySequence& keys, auto act) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, act);
    };
    key(QKeySequence::Find, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    key(Qt::Key_Escape, [this] { m_search->text().isEmpty() ? void(close()) : m_search->clear(); });
    key(Qt::Key_F3, [this] { findNext(false); });
}

void DocumentationWindow::setManual(const items::Manual& manual) {
    m_manual = manual;
    m_texts.clear();
    m_pages.clear();
    qsizetype length = 0;
    for (items::ManualSection& section : m_manual) {
        section.title = items::tableText(section.title.toStdString()); // pages are called as on their tabs
        m_texts.push_back(items::plainText(section));
        length += m_texts.back().size();
        const bool begins = section.level == 1 || m_pages.empty() || length > kMostPage;
        if (begins) length = m_texts.back().size();
        m_pages.push_back(begins ? m_pages.size() : m_pages.back());
    }
    m_shown = SIZE_MAX;
    fillContents();
    filter(m_search->text());
    const QString key = m_key;
    m_key.clear();
    showSection(key);
    if (m_key.isEmpty() && !m_manual.empty()) showSection(m_manual.front().key);
}

void DocumentationWindow::fillContents() {
    const QSignalBlocker quiet(m_contents);
    m_contents->clear();
    m_items.clear();
    QTreeWidgetItem* chapter = nullptr;
    for (const items::ManualSection& section : m_manual) {
        auto* item =
            section.level == 1 || !chapter ? new QTreeWidgetItem(m_contents) : new QTreeWidgetItem(chapter);
        if (section.level == 1) chapter = item;
        item->setText(0, section.title);
        item->setToolTip(0, section.title);
        item->setData(0, Qt::UserRole, section.key);
        m_items.push_back(item);
    }
}

void DocumentationWindow::showSection(const QString& key) {
    for (std::size_t i = 0; i < m_manual.size(); ++i) {
        if (m_manual[i].key != key) continue;
        m_key = key;
        {
            const QSignalBlocker quiet(m_contents);
            m_contents->setCurrentItem(m_items[i]);
            m_items[i]->setExpanded(true);
            m_contents->scrollToItem(m_items[i]);
        }
        if (m_shown != m_pages[i]) {
            m_shown = m_pages[i];
            render();
        }
        scrollTo(key);
        return;
    }
}

void DocumentationWindow::scrollTo(const QString& key) {
    m_text->scrollToAnchor(key);
    // A page begins at its top, a section with some air above its heading.
    QScrollBar& bar = *m_text->verticalScrollBar();
    bar.setValue(m_manual[m_shown].key == key ? 0 : bar.value() - kAir);
}

void DocumentationWindow::render() {
    if (m_shown >= m_manual.size()) return;
    std::size_t end = m_shown + 1;
    while (end < m_manual.size() && m_pages[end] == m_shown) ++end;
    const auto at = [this](std::size_t i) { return m_manual.begin() + static_cast<std::ptrdiff_t>(i); };
    m_text->document()->setDefaultStyleSheet(manualStyle(palette()));
    QString html = items::manualHtml(items::Manual(at(m_shown), at(end)), true);
    if (end < m_manual.size() && m_manual[end].level > 1) // the chapter goes on
        html += QStringLiteral("<p><a href=\"#%1\">%2 ▸</a></p>")
                    .arg(m_manual[end].key.toHtmlEscaped(), m_manual[end].title.toHtmlEscaped());
    m_text->setHtml(html);
    highlight();
}

void DocumentationWindow::filter(const QString& text) {
    const QStringList words = wordsOf(text);
    int found = 0;
    for (std::size_t i = 0; i < m_manual.size(); ++i) {
        bool all = true;
        for (const QString& word : words) all = all && m_texts[i].contains(word, Qt::CaseInsensitive);
        found += all;
        m_items[i]->setHidden(!all);
        // A chapter stays while one of its sections does.
        if (all && m_items[i]->parent()) {
            m_items[i]->parent()->setHidden(false);
            if (!words.isEmpty()) m_items[i]->parent()->setExpanded(true);
        }
    }
    m_found->setVisible(!words.isEmpty());
    m_found->setText(found == 0 ? tr("No section has these words.")
                                : tr("Sections with these words: %1").arg(found));
    highlight();
}

void DocumentationWindow::highlight() {
    QList<QTextEdit::ExtraSelection> marks;
    const bool dark = themeOf(palette()).dark;
    QTextCharFormat format;
    format.setBackground(dark ? QColor(0x7a, 0x5c, 0x00) : QColor(0xff, 0xe0, 0x82));
    for (const QString& word : wordsOf(m_search->text())) {
        if (word.size() < 2) continue;
        QTextCursor cursor(m_text->document());
        while (marks.size() < kMostMarked && !(cursor = m_text->document()->find(word, cursor)).isNull())
            marks << QTextEdit::ExtraSelection{cursor, format};
    }
    m_text->setExtraSelections(marks);
}

void DocumentationWindow::findNext(bool backward) {
    const QStringList words = wordsOf(m_search->text());
    if (words.isEmpty() || m_shown >= m_manual.size()) return;
    const auto flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (m_text->find(words.front(), flags)) return;
    // On to the next page that has a section left.
    const std::size_t count = m_manual.size();
    for (std::size_t step = 1; step <= count; ++step) {
        const std::size_t i = (m_shown + (backward ? count - step : step)) % count;
        const std::size_t page = m_pages[i], before = m_shown;
        if (m_items[i]->isHidden() || (page == m_shown && step < count)) continue;
        showSection(m_manual[page].key);
        m_text->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
        if (m_text->find(words.front(), flags) || page == before) return;
    }
}

void DocumentationWindow::follow(const QUrl& link) {
    if (link.scheme() == QLatin1String("account"))
        emit accountActivated(link.path());
    else if (link.scheme() == QLatin1String("view") || link.scheme() == QLatin1String("open"))
        emit viewActivated(link.path());
    else
        showSection(link.fragment());
}

void DocumentationWindow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (!m_text || event->type() != QEvent::PaletteChange) return;
    render();
    scrollTo(m_key);
}

} // namespace moe::ui
