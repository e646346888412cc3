// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/split/split_view.h"

#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/export/view_choices.h"
#include "ui/split/pair_paint.h"
#include "ui/strokes.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
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
/// Of the height: the table keeps the pictures at least the rest.
constexpr double kMostTable = 0.3;
constexpr int kMostStrip = 210, kRounds = 3;

const items::PairNames kLetters{QStringLiteral("A"), QStringLiteral("B")};

QString arrangeText(Arrange arrange) {
    switch (arrange) {
    case Arrange::Beside: return items::Words::tr("A beside B");
    case Arrange::Over: return items::Words::tr("A over B");
    case Arrange::Difference: break;
    }
    return items::Words::tr("difference only");
}

/// The letter of a side, as its own widget.
class Letter : public QWidget {
public:
    Letter(int side, QWidget* parent) : QWidget(parent), m_side(side) {
        const int size = fontMetrics().height() + 6;
        setFixedSize(size, size);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintPairLetter(painter, {0, height() / 2.0}, m_side, screenLook(*this, QString()));
    }

private:
    int m_side;
};

/// One dotted line, one pixel wide, which lets everything through.
class Line : public QWidget {
public:
    explicit Line(QWidget* parent) : QWidget(parent) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1, Qt::DotLine));
        if (width() == 1)
            painter.drawLine(0, 0, 0, height());
        else
            painter.drawLine(0, 0, width(), 0);
    }
};

} // namespace

/// Where the pointer is, across a picture.
class CrossLines {
public:
    explicit CrossLines(QWidget& picture)
        : m_picture(&picture), m_down(new Line(&picture)), m_across(new Line(&picture)) {}
    ~CrossLines() {
        delete m_down;
        delete m_across;
    }
    /// Shares of the picture's size.
    void show(QPointF at) {
        if (!m_picture || !m_down || !m_across) return;
        m_down->setGeometry(int(at.x() * m_picture->width()), 0, 1, m_picture->height());
        m_across->setGeometry(0, int(at.y() * m_picture->height()), m_picture->width(), 1);
        for (const auto& line : {m_down, m_across}) {
            line->show();
            line->raise();
        }
    }
    void hide() {
        for (const auto& line : {m_down, m_across})
            if (line) line->hide();
    }

private:
    QPointer<QWidget> m_picture;
    QPointer<Line> m_down, m_across;
};

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
    head->addWidget(new Letter(side, of.pane));
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

/// Follows what is done in the pictures, and A's choices.
void SplitView::watch(int side) {
    Side& of = m_sides[std::size_t(side)];
    for (QWidget* child : of.view->findChildren<QWidget*>()) {
        const bool picture = qobject_cast<Canvas*>(child) || child->inherits("QCustomPlot");
        if (!picture) continue;
        of.pictures.push_back(child);
        of.cross.push_back(std::make_unique<CrossLines>(*child));
        child->installEventFilter(this);
    }
    if (side != 0) return;
    const auto later = [this] { QTimer::singleShot(0, this, &SplitView::copyToB); };
    for (QToolBar* bar : of.view->findChildren<QToolBar*>()) {
        connect(bar, &QToolBar::actionTriggered, this, later);
        for (QComboBox* box : bar->findChildren<QComboBox*>())
            connect(box, &QComboBox::activated, this, later);
        for (QMenu* menu : bar->findChildren<QMenu*>()) connect(menu, &QMenu::triggered, this, later);
    }
}

ReportView* SplitView::takeA() {
    Side& side = m_sides[0];
    side.cross.clear();
    for (QWidget* picture : std::exchange(side.pictures, {})) picture->removeEventFilter(this);
    ReportView* view = std::exchange(side.view, nullptr);
    view->shareAxes(nullptr);
    disconnect(view, nullptr, this, nullptr);
    view->setParent(nullptr);
    return view;
}

std::pair<double, double> SplitView::share(int side, const QString& quantity, double low, double high) {
    const auto both = [&](const Spans& one, const Spans& two) {
        const auto first = one.constFind(quantity), second = two.constFind(quantity);
        if (first == one.constEnd()) return std::pair(low, high);
        if (second == two.constEnd()) return *first;
        return std::pair(std::min(first->first, second->first), std::max(first->second, second->second));
    };
    Spans &own = m_sides[std::size_t(side)].own, &others = m_sides[std::size_t(1 - side)].own;
    const auto before = both(others, own);
    own.insert(quantity, {low, high});
    const auto now = both(own, others);
    if (others.contains(quantity) && now != before) {
        m_sides[std::size_t(1 - side)].behind = true;
        if (!m_settling) QTimer::singleShot(0, this, &SplitView::settle);
    }
    return now;
}

/// Draws again whose axes became others.
void SplitView::settle() {
    if (m_settling || !m_sides[0].view) return;
    m_settling = true;
    for (int round = 0; round < kRounds && (m_sides[0].behind || m_sides[1].behind); ++round)
        for (int side = 0; side < 2; ++side)
            if (std::exchange(m_sides[std::size_t(side)].behind, false))
                m_sides[std::size_t(side)].view->setReport(side == 0 ? m_report : m_other.report);
    m_sides[0].behind = m_sides[1].behind = false;
    m_settling = false;
    couple(0);
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
    m_results = m_report && m_other.report
                    ? items::pairTable(*m_report, *m_other.report, m_of.topic, kLetters)
                    : items::PairTable();
    settle();
    tell();
}

void SplitView::setOther(const SplitOther& other) {
    m_other = other;
    if (!m_sides[0].view) return;
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

void SplitView::setRange(const QString& range) {
    if (!m_sides[0].view) return;
    a().setRange(range);
    couple(0);
}

/// The other picture follows.
void SplitView::couple(int side) {
    m_coupling = -1;
    if (!m_sides[0].view) return;
    ReportView &from = *m_sides[std::size_t(side)].view, &to = *m_sides[std::size_t(1 - side)].view;
    if (from.range() != to.range()) to.setRange(from.range());
    if (from.marked() != to.marked()) to.setMarked(from.marked());
    tell();
}

void SplitView::copyToB() {
    if (!m_sides[0].view) return;
    copyChoices(a(), b());
    const auto table = [](const ReportView& view) {
        return view.findChild<QAction*>(QLatin1String(kAsTableKey));
    };
    const QAction* wanted = table(a());
    QAction* own = table(b());
    if (wanted && own && wanted->isChecked() != own->isChecked()) own->trigger();
    couple(0);
}

/// What is shown below, and the sentence above.
void SplitView::tell() {
    if (!m_sides[0].view) return;
    items::PairTable closer;
    m_table =
        m_report && m_other.report && a().tellApart(b(), kLetters, closer) ? std::move(closer) : m_results;
    m_why->setText(m_table.why);
    const Look look = screenLook(*m_strip, QString());
    const int needed = int(pairTableHeight(m_table, look)) + 4;
    if (m_arrange == Arrange::Difference)
        m_strip->setFixedHeight(QWIDGETSIZE_MAX), m_strip->setMinimumHeight(60);
    else
        m_strip->setFixedHeight(std::clamp(std::min(needed, int(kMostTable * height())), 60, kMostStrip));
    m_strip->setVisible(!m_table.rows.empty());
    m_strip->setAccessibleDescription(m_table.why);
    m_strip->repaintAnew();
}

/// The room that both leave for names of rows, in units of the look.
double SplitView::stripNames() const {
    double widest = 0;
    for (const Side& side : m_sides)
        if (const auto names = side.own.constFind(QStringLiteral("names")); names != side.own.constEnd())
            widest = std::max(widest, names->second);
    return widest;
}

void SplitView::point(int side, const QWidget& picture, QPointF at) {
    const QPointF share(at.x() / std::max(1, picture.width()), at.y() / std::max(1, picture.height()));
    const Side &own = m_sides[std::size_t(side)], &other = m_sides[std::size_t(1 - side)];
    for (std::size_t i = 0; i < own.pictures.size(); ++i) {
        if (own.pictures[i] != &picture || i >= own.cross.size() || i >= other.cross.size()) continue;
        own.cross[i]->show(share);
        other.cross[i]->show(share);
        const auto* here = qobject_cast<const Canvas*>(own.pictures[i]);
        const auto* there = qobject_cast<const Canvas*>(other.pictures[i]);
        if (!here || !there) return;
        const QString mine = here->readOutAt(at),
                      theirs = there->readOutAt({share.x() * there->width(), share.y() * there->height()});
        if (!mine.isEmpty() || !theirs.isEmpty())
            emit readOut(
                QStringLiteral("A: %1   B: %2").arg(side == 0 ? mine : theirs, side == 0 ? theirs : mine));
        return;
    }
}

void SplitView::hidePointer() {
    for (Side& side : m_sides)
        for (const auto& cross : side.cross) cross->hide();
}

bool SplitView::eventFilter(QObject* watched, QEvent* event) {
    int side = -1;
    for (int i = 0; i < 2; ++i)
        for (const QWidget* picture : m_sides[std::size_t(i)].pictures)
            if (picture == watched) side = i;
    if (side < 0) return ReportView::eventFilter(watched, event);
    const auto later = [this, side] {
        if (std::exchange(m_coupling, side) < 0)
            QTimer::singleShot(0, this, [this] { couple(std::max(0, m_coupling)); });
    };
    switch (event->type()) {
    case QEvent::MouseMove: {
        const auto& move = static_cast<const QMouseEvent&>(*event);
        const QPointer<QWidget> picture = static_cast<QWidget*>(watched);
        // Behind what the picture itself says.
        QTimer::singleShot(0, this, [this, side, picture, at = move.position()] {
            if (picture) point(side, *picture, at);
        });
        if (move.buttons() != Qt::NoButton) later();
        break;
    }
    case QEvent::Leave: hidePointer(); break;
    case QEvent::Resize:
    case QEvent::Move: QTimer::singleShot(0, this, &SplitView::align); break;
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::MouseButtonRelease: later(); break;
    default: break;
    }
    return ReportView::eventFilter(watched, event);
}

QString SplitView::csv() const {
    const items::InEnglish english; // a file is the same in every language
    if (!m_sides[0].view || !m_report || !m_other.report) return {};
    items::PairTable closer;
    return items::pairCsv(a().tellApart(b(), kLetters, closer)
                              ? closer
                              : items::pairTable(*m_report, *m_other.report, m_of.topic, kLetters),
                          kLetters);
}

QString SplitView::summary() const {
    return QStringLiteral("A: %1. B: %2. %3").arg(nameOf(0), nameOf(1), m_table.why);
}

void SplitView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (!m_sides[0].view) return;
    const Look look = figureLook(style);
    const QSizeF size = style.logicalSize() * kFigureFineness;
    const double gap = 8 * look.unit, line = 1.5 * QFontMetricsF(look.font).height(), margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, 0);
    QPicture measured; // how high the sentence is
    {
        QPainter painter(&measured);
        paintVerdict(painter, area, m_table.why, look);
    }
    const bool pictures = m_arrange != Arrange::Difference;
    const double below =
        pictures ? std::min(pairTableHeight(m_table, look), kMostTable * size.height()) : area.height() - gap;
    const QRectF table(0, size.height() - below - 0.5 * gap, size.width(), below);
    const QRectF room(0, area.top(), size.width(), table.top() - area.top() - 0.5 * gap);
    const auto place = [&](int side) {
        const bool over = m_arrange == Arrange::Over;
        const double width = over ? room.width() : (room.width() - gap) / 2,
                     height = over ? (room.height() - gap) / 2 : room.height();
        return QRectF(room.left() + (over ? 0 : side * (width + gap)),
                      room.top() + (over ? side * (height + gap) : 0), width, height);
    };
    const auto* strokes = dynamic_cast<const Strokes*>(device);
    const auto draw = [&](int side) {
        const QRectF at = place(side).adjusted(0, line, 0, 0);
        FigureStyle half = style;
        half.widthMm = at.width() / kFigureFineness / 96 * 25.4;
        half.heightMm = std::max(1.0, at.height() / kFigureFineness / 96 * 25.4);
        half.axes = m_sides[std::size_t(side)].view->sharedAxes();
        Strokes drawn(!strokes || strokes->vector());
        m_sides[std::size_t(side)].view->drawFigure(&drawn, scale, half);
        return drawn;
    };
    m_settling = true; // in this call, not behind it
    if (pictures)
        for (int side : {0, 1, 0}) draw(side);
    m_settling = false;
    settle();
    const std::array<Strokes, 2> halves =
        pictures ? std::array{draw(0), draw(1)} : std::array{Strokes(true), Strokes(true)};
    QPainter painter(device);
    painter.scale(scale / kFigureFineness, scale / kFigureFineness);
    painter.fillRect(QRectF(QPointF(), size), look.theme.background);
    QRectF head = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, 0);
    paintVerdict(painter, head, m_table.why, look);
    for (int side = 0; pictures && side < 2; ++side) {
        const QRectF at = place(side);
        const double middle = at.top() + line / 2;
        const double x = paintPairLetter(painter, {at.left() + margin, middle}, side, look) + 6 * look.unit;
        const QFont bold = look.scaledFont(1, true);
        writeText(painter, {x, middle + QFontMetricsF(bold).capHeight() / 2},
                  elided(nameOf(side), bold, at.right() - margin - x), bold, look.theme.text);
        painter.save();
        painter.translate(at.left(), at.top() + line);
        halves[std::size_t(side)].playOn(painter, kFigureFineness / scale);
        painter.restore();
    }
    Hits hits;
    paintPairTable(painter, table, m_table, stripNames(), look, hits);
}

} // namespace moe::ui
