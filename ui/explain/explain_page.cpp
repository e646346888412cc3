// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explain_page.h"

#include "models/items/words.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

namespace moe::ui {
namespace {

bool isHeading(const QListWidgetItem& item) {
    return !(item.flags() & Qt::ItemIsSelectable);
}

QFont scaled(QFont font, double factor) {
    if (font.pixelSize() > 0)
        font.setPixelSize(qRound(font.pixelSize() * factor));
    else
        font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

} // namespace

ExplainList makeExplainList() {
    ExplainList made{};
    made.widget = new QWidget;
    made.filter = new QLineEdit;
    made.filter->setPlaceholderText(items::Words::tr("Find a number"));
    made.filter->setClearButtonEnabled(true);
    made.filter->setAccessibleName(items::Words::tr("Find a number"));
    made.list = new QListWidget;
    made.list->setAccessibleName(items::Words::tr("Numbers that can be explained"));
    made.list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    made.list->setTextElideMode(Qt::ElideRight);
    std::string group;
    std::vector<AccountRow> rows = accountRows();
    rows.insert(rows.end(), sheetRows().begin(), sheetRows().end());
    for (const AccountRow& row : rows) {
        if (row.group != group) {
            group = row.group;
            auto* heading = new QListWidgetItem(items::tableText(group), made.list);
            heading->setFlags(Qt::ItemIsEnabled);
            QFont bold = made.list->font();
            bold.setBold(true);
            heading->setFont(bold);
        }
        auto* item = new QListWidgetItem(QStringLiteral("   ") + items::tableText(row.title), made.list);
        item->setData(Qt::UserRole, QString::fromStdString(row.key));
        item->setToolTip(items::tableText(row.title) + QLatin1Char('\n') + QString::fromStdString(row.key));
    }
    made.noMatch = new QLabel(items::Words::tr("No number has these words."));
    made.noMatch->setWordWrap(true);
    made.noMatch->hide();
    auto* column = new QVBoxLayout(made.widget);
    column->setContentsMargins(6, 6, 0, 6);
    column->addWidget(made.filter);
    column->addWidget(made.noMatch);
    column->addWidget(made.list, 1);
    return made;
}

QString itemKey(const QListWidgetItem& item) {
    return item.data(Qt::UserRole).toString();
}

bool filterExplainList(QListWidget& list, const QString& text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QListWidgetItem* heading = nullptr;
    bool any = false;
    for (int i = 0; i < list.count(); ++i) {
        QListWidgetItem* item = list.item(i);
        if (isHeading(*item)) {
            heading = item;
            item->setHidden(true);
            continue;
        }
        const QString searched = item->text() + QLatin1Char(' ') + itemKey(*item) + QLatin1Char(' ') +
                                 (heading ? heading->text() : QString());
        bool matches = true;
        for (const QString& word : words) matches = matches && searched.contains(word, Qt::CaseInsensitive);
        item->setHidden(!matches);
        if (matches && heading) heading->setHidden(false);
        any = any || matches;
    }
    return any;
}

ExplainPage makeExplainPage() {
    ExplainPage made{};
    made.widget = new QWidget;
    const auto arrow = [](Qt::ArrowType type, const QString& name, const QString& keys) {
        auto* button = new QToolButton;
        button->setArrowType(type);
        button->setAutoRaise(true);
        button->setEnabled(false);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(name);
        button->setToolTip(QStringLiteral("%1 (%2)").arg(name, keys));
        return button;
    };
    made.back = arrow(Qt::LeftArrow, items::Words::tr("Back"), QStringLiteral("Alt+Left"));
    made.forward = arrow(Qt::RightArrow, items::Words::tr("Forward"), QStringLiteral("Alt+Right"));
    const auto copier = [](const QString& text) {
        auto* button = new QPushButton(text);
        button->setProperty("label", text);
        button->setAutoDefault(false);
        // Keeps its width while it says "Copied".
        button->setMinimumWidth(button->sizeHint().width());
        return button;
    };
    made.markdown = copier(items::Words::tr("Copy &Markdown"));
    made.latex = copier(items::Words::tr("Copy L&aTeX"));
    made.title = new QLabel;
    QFont bold = scaled(made.title->font(), 1.15);
    bold.setBold(true);
    made.title->setFont(bold);
    made.title->setTextFormat(Qt::PlainText);
    made.title->setWordWrap(true);
    made.value = new QLabel;
    bold = scaled(made.value->font(), 1.6);
    bold.setBold(true);
    made.value->setFont(bold);
    made.value->setAccessibleName(items::Words::tr("Value"));
    made.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    made.origin = new QLabel;
    made.origin->setMargin(3);
    made.origin->setAutoFillBackground(true);
    made.origin->setForegroundRole(QPalette::WindowText);
    made.text = new QTextBrowser;
    made.text->setOpenLinks(false);
    made.text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    made.text->setFrameShape(QFrame::NoFrame);
    made.text->setAccessibleName(items::Words::tr("Formula, numbers put in, source and assumptions"));
    made.text->document()->setDocumentMargin(10);

    auto* tools = new QHBoxLayout;
    tools->setSpacing(4);
    tools->addWidget(made.back);
    tools->addWidget(made.forward);
    tools->addWidget(made.title, 1);
    auto* numbers = new QHBoxLayout;
    numbers->setContentsMargins(6, 0, 0, 0);
    numbers->setSpacing(10);
    numbers->addWidget(made.value);
    numbers->addWidget(made.origin, 0, Qt::AlignVCenter);
    numbers->addStretch(1);
    auto* column = new QVBoxLayout(made.widget);
    column->setContentsMargins(4, 6, 6, 6);
    column->setSpacing(4);
    column->addLayout(tools);
    column->addLayout(numbers);
    column->addWidget(made.text, 1);
    auto* foot = new QHBoxLayout;
    foot->addWidget(made.markdown);
    foot->addWidget(made.latex);
    foot->addStretch(1);
    column->addLayout(foot);
    return made;
}

void showOrigin(QLabel& badge, Origin origin) {
    badge.setText(items::tableText(originText(origin)));
    badge.setBackgroundRole(QPalette::Midlight);
    badge.setToolTip(items::Words::tr("Where this number comes from"));
}

void showReason(QLabel& badge, const QString& reason) {
    badge.setText(reason);
    badge.setBackgroundRole(QPalette::NoRole);
    badge.setToolTip({});
}

items::AccountColours accountColours(const QPalette& palette) {
    const Theme theme = themeOf(palette);
    items::AccountColours colours;
    colours.muted = theme.muted.name();
    colours.link = palette.color(QPalette::Link).name();
    colours.box = palette.color(QPalette::AlternateBase).name();
    const QString other = theme.good.name();
    colours.part = [other](const std::string& key) {
        for (const MemoryTerm& term : memoryTerms())
            if (key == std::string("memory.terms.") + term.key) return groupColour(term.group).name();
        return other;
    };
    return colours;
}

} // namespace moe::ui
