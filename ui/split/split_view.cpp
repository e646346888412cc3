// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/split/split_view.h"

#include "models/items/escape.h"
#include "models/items/own_text.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/export/view_choices.h"
#include "ui/plots/kit/canvas.h"
#include "ui/split/pair_paint.h"
#include "ui/split/split_parts.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {

constexpr std::pair<const char*, Arrange> kArranges[] = {
    {"beside", Arrange::Beside}, {"over", Arrange::Over}, {"difference", Arrange::Difference}};
constexpr int kMostStrip = 210;
constexpr int kLowestOver = 105, kLowestBeside = 150; ///< px of a picture

QString arrangeText(Arrange arrange) {
    switch (arrange) {
    case Arrange::Beside: return items::Words::tr("A beside B");
    case Arrange::Over: return items::Words::tr("A over B");
    case Arrange::Difference: break;
    }
    return items::Words::tr("difference only");
}

} // namespace

std::optional<Arrange> arrangeOf(const QString& key) {
    for (const auto& [name, arrange] : kArranges)
        if (key == QLatin1String(name)) return arrange;
    return std::nullopt;
}

QStringList arrangeKeys() {
    QStringList keys;
    for (const auto& row : kArranges) keys << QLatin1String(row.first);
    return keys;
}

SplitView::SplitView(ReportView* a, ReportView* b, const SplitOf& of, QWidget* parent)
    : ReportView(parent), m_of(of) {
    m_sides[0].view = a;
    m_sides[1].view = b;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(newHeader());
    m_panes = new QSplitter;
    m_panes->setChildrenCollapsible(false);
    for (int side = 0; side < 2; ++side) m_panes->addWidget(newPane(side));
    column->addWidget(m_panes, 1);
    m_strip = new Canvas([this](QPainter& painter, const QSizeF& size, const Look& look) {
        Hits hits;
        paintPairTable(painter, QRectF(QPointF(), size), m_table, stripNames(), look, hits);
        return hits;
    });
    m_strip->setMinimumSize(200, 60);
    m_strip->setAccessibleName(items::Words::tr("What tells A and B apart"));
    column->addWidget(m_strip);
    connect(m_strip, &Canvas::readOut, this, &ReportView::readOut);
    connect(m_strip, &Canvas::explain, this, &ReportView::explain);
    for (QToolBar* bar : this->b().findChildren<QToolBar*>()) bar->hide(); // A's are for both
    for (int side = 0; side < 2; ++side) {
        watch(side);
        connect(m_sides[std::size_t(side)].view, &ReportView::caughtUp, this, [this] {
            if (!m_sides[0].view) return;
            tell();
            setBehind(this->a().isBehind() || this->b().isBehind());
        });
    }
    setArrange(of.over ? Arrange::Over : Arrange::Beside);
}

SplitView::~SplitView() {
    for (Side& side : m_sides)
        if (side.view) side.view->shareAxes(nullptr);
}

QWidget* SplitView::newHeader() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(12, 4, 8, 0);
    m_why = new QLabel;
    m_why->setWordWrap(true);
    m_why->setTextFormat(Qt::PlainText);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont bold = m_why->font();
    bold.setBold(true);
    m_why->setFont(bold);
    m_arranges = new QComboBox;
    m_arranges->setObjectName(QStringLiteral("arrange"));
    m_arranges->setAccessibleName(items::Words::tr("How the two stand"));
    for (const auto& [key, arrange] : kArranges)
        addEntry(*m_arranges, QLatin1String(key), arrangeText(arrange), int(arrange));
    connect(m_arranges, &QComboBox::activated, this,
            [this] { setArrange(Arrange(m_arranges->currentData().toInt())); });
    auto* close = new QToolButton;
    close->setText(items::Words::tr("Close B ×"));
    close->setObjectName(QStringLiteral("closeSplit"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    connect(close, &QToolButton::clicked, this, &SplitView::closeRequested);
    row->addWidget(m_why, 1);
    row->addWidget(m_arranges);
    row->addWidget(close);
    return header;
}

QWidget* SplitView::newPane(int side) {
    Side& of = m_sides[std::size_t(side)];
    of.pane = new QWidget;
    auto* column = new QVBoxLayout(of.pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 2, 12, 0);
    head->addWidget(new PairLetter(side, of.pane));
    of.name = new QLabel;
    of.name->setTextFormat(Qt::PlainText);
    of.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    head->addWidget(of.name, 1);
    column->addLayout(head);
    of.above = new QWidget;
    of.above->setFixedHeight(0);
    column->addWidget(of.above);
    column->addWidget(of.view, 1);
    of.view->shareAxes(
        std::make_shared<const ShareAxes>([this, side](const QString& quantity, double low, double high) {
            return share(side, quantity, low, high);
        }));
    return of.pane;
}

ReportView* SplitView::takeA() {
    Side& side = m_sides[0];
    side.cross.clear();
    for (std::size_t i = 0; i < side.pictures.size(); ++i) {
        side.pictures[i]->removeEventFilter(this);
        side.pictures[i]->setMinimumHeight(side.heights[i]);
    }
    side.pictures.clear();
    ReportView* view = std::exchange(side.view, nullptr);
    view->shareAxes(nullptr);
    disconnect(view, nullptr, this, nullptr);
    view->setParent(nullptr);
    return view;
}

void SplitView::setCatalog(const CatalogPtr& catalog) {
    for (const Side& side : m_sides)
        if (side.view) side.view->setCatalog(catalog);
}

void SplitView::setBase(const ReportPtr& base) {
    for (const Side& side : m_sides)
        if (side.view) side.view->setBase(base);
}

void SplitView::setReport(const ReportPtr& report) {
    m_report = report;
    if (!m_sides[0].view) return;
    a().setReport(report);
    m_sides[0].name->setText(nameOf(0));
    setBehind(a().isBehind() || b().isBehind());
    settle();
    tell();
}

void SplitView::setOther(const SplitOther& other) {
    m_other = other;
    if (!m_sides[0].view) return;
    if (auto* own = dynamic_cast<OwnMarked*>(&b())) own->setOwn(other.own);
    if (auto* traced = dynamic_cast<TracedShown*>(&b())) traced->setTraced(other.traced);
    b().setReport(other.report);
    m_sides[1].name->setText(nameOf(1));
    copyChoices(a(), b());
    setReport(m_report);
}

void SplitView::showOther() {
    b().setReport(m_other.report);
}

QString SplitView::nameOf(int side) const {
    if (side == 1) return items::printableText(m_other.name);
    const QString name = m_report ? items::shownName(m_report->scenario.name) : QString();
    return name.isEmpty() ? items::Words::tr("this scenario")
                          : QStringLiteral("%1, %2").arg(name, items::Words::tr("this scenario"));
}

void SplitView::setArrange(Arrange arrange) {
    m_arrange = arrange;
    m_arranges->setCurrentIndex(m_arranges->findData(int(arrange)));
    m_panes->setVisible(arrange != Arrange::Difference);
    m_panes->setOrientation(arrange == Arrange::Over ? Qt::Vertical : Qt::Horizontal);
    m_panes->setSizes({1000, 1000});
    // Two pictures and the pins below have to find room in a window of 720 px.
    for (const Side& side : m_sides)
        for (QWidget* picture : side.pictures)
            picture->setMinimumHeight(arrange == Arrange::Over ? kLowestOver : kLowestBeside);
    QTimer::singleShot(0, this, &SplitView::align);
    tell();
}

/// Side by side, the picture of B begins as high as A's, whose tool bars are for both.
void SplitView::align() {
    if (!m_sides[0].view || m_sides[0].pictures.empty() || m_sides[1].pictures.empty()) return;
    const auto offset = [&](int side) {
        const Side& of = m_sides[std::size_t(side)];
        return of.pictures.front()->mapTo(of.view, QPoint()).y();
    };
    m_sides[1].above->setFixedHeight(m_arrange == Arrange::Beside ? std::max(0, offset(0) - offset(1)) : 0);
}

/// Of one stretch of two steps what the pictures say; else what was measured, before what the reports say.
items::PairTable SplitView::told() const {
    if (!m_sides[0].view || !m_report || !m_other.report) return {};
    items::PairTable closer;
    if (a().tellApart(b(), kPairLetters, closer)) return closer;
    if (m_other.traced)
        return m_report->train ? items::tracedTable(besidePrediction(m_other.traced->sums, *m_report->train),
                                                    kPairLetters)
               : m_report->serve
                   ? items::tracedTable(besidePass(m_other.traced->sums, m_report->serve->decodeParts),
                                        kPairLetters)
                   : items::PairTable();
    if (m_other.measured()) return items::measuredTable(m_other.own.parts, kPairLetters);
    items::PairTable table = items::pairTable(*m_report, *m_other.report, m_of.topic, kPairLetters);
    if (m_other.log.empty() || m_of.topic == items::PairTopic::Memory || m_of.topic == items::PairTopic::Loss)
        return table;
    const items::PairTable measured = items::measuredTable(*m_report, m_other.log, kPairLetters);
    table.rows.insert(table.rows.begin(), measured.rows.begin(), measured.rows.end());
    table.why = QStringLiteral("%1 %2").arg(measured.why, table.why).trimmed();
    return table;
}

/// What is shown below, and the sentence above.
void SplitView::tell() {
    if (!m_sides[0].view) return;
    m_table = told();
    m_why->setText(m_table.why);
    fitStrip();
    m_strip->setAccessibleDescription(m_table.why);
    m_strip->repaintAnew();
}

/// As high as its rows, of what the pictures leave; the sentence above says the most important.
void SplitView::fitStrip() {
    constexpr int kLeastStrip = 60;
    if (m_arrange == Arrange::Difference) {
        m_strip->setFixedHeight(QWIDGETSIZE_MAX), m_strip->setMinimumHeight(kLeastStrip);
        return m_strip->setVisible(!m_table.rows.empty());
    }
    const int needed = int(pairTableHeight(m_table, screenLook(*m_strip, QString()))) + 4;
    const int wanted = std::clamp(std::min(needed, int(kMostPairTable * height())), kLeastStrip, kMostStrip);
    const int above = m_panes->y() + m_panes->minimumSizeHint().height() + layout()->spacing();
    const int room = isVisible() ? height() - above : wanted; // before it is laid out nobody knows
    m_strip->setFixedHeight(std::clamp(room, kLeastStrip, wanted));
    m_strip->setVisible(!m_table.rows.empty() && room >= kLeastStrip);
}

void SplitView::resizeEvent(QResizeEvent* event) {
    ReportView::resizeEvent(event);
    if (m_sides[0].view) fitStrip();
}

/// The room that both leave for names of rows, in units of the look.
double SplitView::stripNames() const {
    double widest = 0;
    for (const Side& side : m_sides)
        if (const auto names = side.own.constFind(QStringLiteral("names")); names != side.own.constEnd())
            widest = std::max(widest, names->second);
    return widest;
}

} // namespace moe::ui
