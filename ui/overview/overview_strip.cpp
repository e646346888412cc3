// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_strip.h"

#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace moe::ui {
namespace {

constexpr int kPad = 10;
constexpr int kCardWidth = 206;
constexpr qsizetype kMostRecent = 3;

QLabel* newTitle(const QString& text) {
    auto* label = new QLabel(text);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

} // namespace

const std::vector<OverviewExample>& overviewExamples() {
    static const std::vector<OverviewExample> rows{
        {QT_TRANSLATE_NOOP("Table", "Is there a faster layout?"),
         QT_TRANSLATE_NOOP("Table", "DeepSeek-V3 on 2,048 H800: every layout at once."),
         "deepseek-v3",
         {},
         "layouts"},
        {QT_TRANSLATE_NOOP("Table", "How many requests?"),
         QT_TRANSLATE_NOOP("Table", "Llama 3 70B on 4 × H100 within 1 s and 30 ms."),
         "llama-3-70b",
         {{"cluster.gpus", "4"},
          {"parallel.tp", "4"},
          {"parallel.pp", "1"},
          {"parallel.vpp", "1"},
          {"precision.weights", "fp8"},
          {"precision.compute", "fp8"},
          {"serve.engine", "vllm"},
          {"serve.prompt", "1000"},
          {"serve.output", "500"},
          {"serve.slo_ttft", "1"},
          {"serve.slo_tpot", "0.03"}},
         "goodput"},
        {QT_TRANSLATE_NOOP("Table", "Why is ZB-V slower?"),
         QT_TRANSLATE_NOOP("Table", "Two pipeline schedules of DeepSeek-V3 beside each other."),
         "deepseek-v3",
         {},
         "timeline"},
    };
    return rows;
}

StripCard::StripCard(const QString& title, const QString& detail, QWidget* parent)
    : QPushButton(parent), m_title(title), m_detail(detail) {
    setAccessibleName(title + QStringLiteral(". ") + detail);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSizePolicy(policy);
}

QSize StripCard::sizeHint() const {
    const int lines = fontMetrics()
                          .boundingRect(QRect(0, 0, kCardWidth - 2 * kPad, 1000), Qt::TextWordWrap, m_detail)
                          .height();
    return {kCardWidth, fontMetrics().height() + lines + 2 * kPad};
}

void StripCard::paintEvent(QPaintEvent*) {
    const Theme theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = underMouse() || hasFocus();
    painter.setPen(QPen(lit ? theme.accent : theme.grid, hasFocus() ? 2 : 1));
    painter.setBrush(theme.background);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRect inner = rect().adjusted(kPad, kPad, -kPad, -kPad);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop,
                     QFontMetrics(bold).elidedText(m_title, Qt::ElideRight, inner.width()));
    painter.setFont(font());
    painter.setPen(theme.muted);
    painter.drawText(inner.adjusted(0, fontMetrics().height(), 0, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_detail);
}

OverviewStrip::OverviewStrip(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Examples and files"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 12);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->addWidget(newTitle(tr("Examples")));
    head->addStretch();
    auto* hide = new QToolButton;
    hide->setText(tr("Hide ×"));
    hide->setAutoRaise(true);
    connect(hide, &QToolButton::clicked, this, &OverviewStrip::hideRequested);
    head->addWidget(hide);
    column->addLayout(head);
    for (const OverviewExample& example : overviewExamples()) {
        auto* card = new StripCard(items::tableText(example.title), items::tableText(example.detail));
        connect(card, &QPushButton::clicked, this, [this, &example] {
            emit exampleChosen(QLatin1String(example.preset), example.edits(), QLatin1String(example.page));
        });
        column->addWidget(card);
    }
    m_recentPart = new QWidget;
    m_recent = new QVBoxLayout(m_recentPart);
    m_recent->setContentsMargins(0, 10, 0, 0);
    m_recent->setSpacing(8);
    column->addWidget(m_recentPart);
    m_recentPart->hide();
    column->addSpacing(10);
    column->addWidget(newTitle(tr("New here?")));
    auto* tour = new QPushButton(tr("Take the tour"));
    connect(tour, &QPushButton::clicked, this, &OverviewStrip::tourRequested);
    auto* line = new QHBoxLayout;
    line->addWidget(tour);
    line->addStretch();
    column->addLayout(line);
    column->addStretch();
}

void OverviewStrip::setRecentFiles(const QStringList& paths) {
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentPart->setVisible(!paths.isEmpty());
    if (paths.isEmpty()) return;
    m_recent->addWidget(newTitle(tr("Open again")));
    for (const QString& path : paths.mid(0, kMostRecent)) {
        const QFileInfo file(path);
        auto* card = new StripCard(items::shownName(file.fileName().toStdString()),
                                   items::shownName(file.path().toStdString()));
        card->setToolTip(path.toHtmlEscaped());
        connect(card, &QPushButton::clicked, this, [this, path] { emit recentChosen(path); });
        m_recent->addWidget(card);
    }
}

} // namespace moe::ui
