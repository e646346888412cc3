// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include "models/items/escape.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/gesture_number.h"
#include "ui/overview/overview_knobs.h"
#include "ui/overview/overview_strip.h"
#include "ui/overview/overview_words.h"
#include "ui/plots/kit/painted_view.h"

#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QScreen>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {

constexpr int kStripFrom = 1440, kStripWidth = 232;
constexpr int kKnobsWide = 304, kKnobsNarrow = 248;
constexpr int kHeadTall = 88, kHeadLow = 72, kLowPage = 800;
constexpr const char* kLive = "live";

QFrame* newRule(QFrame::Shape shape) {
    auto* rule = new QFrame;
    rule->setFrameShape(shape);
    rule->setFrameShadow(QFrame::Plain);
    rule->setForegroundRole(QPalette::Mid);
    rule->setLineWidth(1);
    return rule;
}

ReportPtr carrier(const std::optional<Scenario>& scenario) {
    if (!scenario) return nullptr;
    auto report = std::make_shared<Report>();
    report->scenario = *scenario;
    return report;
}

/// The knob of the page that two scenarios differ in; empty: none, or several.
std::string onlyDifference(const Scenario& a, const Scenario& b) {
    std::string found;
    for (const std::string& knob : overviewKnobs(b)) {
        const Field& field = *findField(knob);
        if (field.get(a) == field.get(b)) continue;
        if (!found.empty()) return {};
        found = knob;
    }
    return found;
}

/// The knob by which alone `b` differs from `a`; empty: more does.
std::string movedKnob(const Scenario& a, const Scenario& b) {
    if (a == b) return {};
    const std::string knob = onlyDifference(a, b);
    if (knob.empty()) return {};
    Scenario moved = a;
    for (const auto& [key, value] : knobEdits(knob, fieldText(findField(knob)->get(b))))
        if (!setField(moved, key, value).empty()) return {};
    return moved == b ? knob : std::string();
}

} // namespace

OverviewPage::OverviewPage(QWidget* parent)
    : ReportView(parent), AskingView(static_cast<ReportView&>(*this)) {
    m_head = new Canvas([this](QPainter& painter, const QSizeF& size, const Look& look) {
        return paintHead(painter, size, look, picture());
    });
    m_head->setAccessibleName(tr("One model, three answers"));
    m_head->setMinimumSize(320, kHeadLow);
    m_rows = new Canvas([this](QPainter& painter, const QSizeF& size, const Look& look) {
        if (m_overview) return paintOverview(painter, size, look, picture());
        paintSentence(painter, size, m_why.isEmpty() ? QStringLiteral("…") : m_why, look);
        return Hits();
    });
    m_rows->setAccessibleName(tr("Loss, training and serving of this model"));
    m_rows->setAccessibleDescription(summary());
    m_table = newSheetTable(m_rows->accessibleName());
    m_pages = new QStackedLayout;
    m_pages->addWidget(m_rows);
    m_pages->addWidget(m_table);
    m_knobs = new OverviewKnobs;
    m_strip = new OverviewStrip;
    m_middle = new QWidget;
    auto* across = new QHBoxLayout(m_middle);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(0);
    across->addWidget(m_knobs);
    across->addWidget(newRule(QFrame::VLine));
    across->addLayout(m_pages, 1);
    across->addWidget(m_strip);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(newRule(QFrame::HLine));
    column->addWidget(m_middle, 1);

    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &OverviewPage::askNow);
    for (Canvas* canvas : {m_head, m_rows}) {
        connect(canvas, &Canvas::readOut, this, &ReportView::readOut);
        connect(canvas, &Canvas::explain, this,
                [this, canvas](const QString& key) { activate(*canvas, key); });
    }
    m_rows->installEventFilter(this);
    connect(m_rows, &Canvas::picked, this, &OverviewPage::pickPoint);
    connect(m_knobs, &OverviewKnobs::edited, this, &OverviewPage::apply);
    connect(m_knobs, &OverviewKnobs::machineRequested, this, &OverviewPage::machineRequested);
    connect(m_knobs, &OverviewKnobs::allRequested, this, &OverviewPage::allKnobsRequested);
    connect(m_knobs, &OverviewKnobs::linkChosen, this, &OverviewPage::follow);
    connect(m_strip, &OverviewStrip::exampleChosen, this, &OverviewPage::exampleChosen);
    connect(m_strip, &OverviewStrip::recentChosen, this, &OverviewPage::recentChosen);
    connect(m_strip, &OverviewStrip::tourRequested, this, &OverviewPage::tourRequested);
    connect(m_strip, &OverviewStrip::hideRequested, this, [this] {
        m_stripWanted = false;
        arrange();
    });
}

// What is shown

void OverviewPage::setScenario(const Scenario& scenario) {
    const bool first = !m_windowed;
    m_windowed = true;
    if (!first && scenario == m_scenario) return;
    if (!m_own) {
        // Another model has no state before; an undo has what it undid.
        m_before = m_valid && m_valid->name == scenario.name ? m_valid : std::nullopt;
        m_gesture = -1;
        m_live = false;
        if (m_before)
            if (std::string knob = onlyDifference(*m_before, scenario); !knob.empty()) m_knob = knob;
    }
    m_scenario = scenario;
    const std::vector<std::string> known = overviewKnobs(scenario);
    if (std::find(known.begin(), known.end(), m_knob) == known.end())
        m_knob = scenario.moe ? "moe.experts" : "model.hidden";
    m_knobs->setScenario(m_scenario, m_before);
    askSoon();
}

void OverviewPage::setProblems(const Problems& problems) {
    m_problems = problems;
    m_knobs->setProblems(problems);
    askSoon();
}

void OverviewPage::setRecentFiles(const QStringList& paths) {
    m_recent = paths;
    m_strip->setRecentFiles(paths);
}

void OverviewPage::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
    m_knobs->setCatalog(catalog);
    if (m_windowed) askSoon();
}

void OverviewPage::setReport(const ReportPtr& report) {
    if (m_windowed || !report) return;
    m_scenario = report->scenario;
    m_valid = m_scenario;
    if (!m_scenario.moe && m_knob.starts_with("moe.")) m_knob = "model.hidden";
    m_knobs->setScenario(m_scenario, {});
    m_asked = report;
    m_askedBefore = nullptr;
    if (m_base)
        if (const std::string knob = movedKnob(m_base->scenario, m_scenario); !knob.empty()) {
            m_knob = knob;
            m_askedBefore = m_base;
        }
    ask();
}

void OverviewPage::setBase(const ReportPtr& base) {
    m_base = base;
    if (!m_windowed && m_asked) setReport(m_asked);
}

void OverviewPage::askSoon() {
    if (m_windowed && isVisible()) m_soon.start();
}

void OverviewPage::askNow() {
    if (!m_problems.empty() || !m_catalog) return;
    m_valid = m_scenario;
    if (m_before && *m_before == m_scenario) m_before.reset();
    if (!m_asked || !(m_asked->scenario == m_scenario)) m_asked = carrier(m_scenario);
    m_askedBefore = carrier(m_before);
    ask();
}

Question OverviewPage::question() const {
    if (!m_asked) return {};
    return {QStringLiteral("overview"),
            {QString::fromStdString(m_knob), m_live ? QLatin1String(kLive) : QString()},
            m_asked,
            m_catalog,
            m_askedBefore};
}

void OverviewPage::choose(const QStringList& arguments) {
    const std::string knob = arguments.value(0).toStdString();
    const std::vector<std::string> known = overviewKnobs(m_scenario);
    if (std::find(known.begin(), known.end(), knob) == known.end() || knob == m_knob) return;
    m_knob = knob;
    ask();
}

void OverviewPage::answered(bool ofNow) {
    if (const OverviewPtr found = answerAs<const Overview>(); found) {
        m_overview = found;
        m_why.clear();
    } else if (ofNow) {
        m_why = answer().why;
    }
    m_head->setAccessibleDescription(
        m_overview ? plainText(changeLine(*m_overview, picture().waiting, m_catalog)) : QString());
    m_rows->setAccessibleDescription(summary());
    showTable(m_asTable);
    m_rows->repaintAnew();
}

void OverviewPage::showTable(bool on) {
    m_asTable = on;
    const bool some = on && m_overview;
    if (some) fillTable(*m_table, sheet());
    m_pages->setCurrentWidget(some ? static_cast<QWidget*>(m_table) : m_rows);
    m_head->repaintAnew();
}

OverviewPicture OverviewPage::picture() const {
    OverviewPicture picture;
    picture.overview = m_overview;
    picture.catalog = m_catalog;
    picture.asTable = m_asTable;
    picture.waiting = m_overview && hasArrivals(m_overview->now.scenario) && !m_overview->now.served;
    return picture;
}

QString OverviewPage::summary() const {
    if (!m_overview) return m_why.isEmpty() ? items::Words::tr("Nothing has been computed yet.") : m_why;
    QStringList sentences;
    for (const AnswerSide side : {AnswerSide::Loss, AnswerSide::Train, AnswerSide::Serve}) {
        const RowWords words = rowWords(side, *m_overview, picture().waiting);
        sentences << plainText(words.question) + QStringLiteral(" → ") + plainText(words.answer);
    }
    return sentences.join(QLatin1Char('\n'));
}

void OverviewPage::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    drawPicture(device, scale, style, [this](QPainter& painter, const QSizeF& size, const Look& look) {
        if (!m_overview) {
            paintSentence(painter, size, m_why, look);
            return Hits();
        }
        OverviewPicture onPaper = picture();
        onPaper.chips = false;
        onPaper.head = true;
        return paintOverview(painter, size, look, onPaper);
    });
}

Sheet OverviewPage::sheet() const {
    Sheet sheet;
    sheet.header = {QString::fromStdString(m_overview->knob),
                    tr("Loss (nats/token)"),
                    tr("Training memory per GPU (GiB)"),
                    tr("Tokens per second served"),
                    tr("Requests per second served"),
                    tr("Low (1/s)"),
                    tr("High (1/s)")};
    const auto cell = [](const std::optional<double>& value) {
        return value ? QVariant(*value) : QVariant();
    };
    for (const OverviewPoint& point : m_overview->points) {
        const bool served = point.served && point.served->problems.empty();
        const auto rate = [&](double ServedRate::*member) {
            return served ? QVariant((*point.served).*member) : QVariant();
        };
        sheet.rows.push_back({{},
                              {m_overview->logarithmic ? QVariant(point.number)
                                                       : QVariant(QString::fromStdString(point.value)),
                               cell(point.loss), point.device ? QVariant(*point.device / GiB) : QVariant(),
                               cell(point.tokensPerSecond), rate(&ServedRate::highest),
                               rate(&ServedRate::low), rate(&ServedRate::high)}});
    }
    return sheet;
}

QString OverviewPage::csv() const {
    const items::InEnglish english; // a file is the same in every language
    return m_overview ? sheetCsv(sheet()) : QString();
}

// What is changed

void OverviewPage::apply(const Edits& edits, const QString& what, int gesture, bool live,
                         const QString& knob) {
    Scenario next = m_scenario;
    for (const auto& [key, value] : edits)
        if (!setField(next, key, value).empty()) return;
    if (next == m_scenario && live == m_live) return;
    if (gesture != m_gesture) m_before = m_valid;
    m_gesture = gesture;
    m_live = live;
    const std::vector<std::string> known = overviewKnobs(next);
    if (std::find(known.begin(), known.end(), knob.toStdString()) != known.end()) m_knob = knob.toStdString();
    m_scenario = next;
    m_own = true;
    emit scenarioEdited(next, what, gesture, live);
    m_own = false;
    m_knobs->setScenario(m_scenario, m_before);
    askSoon();
}

void OverviewPage::goBack() {
    if (!m_before) return;
    const Scenario back = *m_before;
    const int gesture = newGesture();
    m_before = m_valid;
    m_gesture = gesture;
    m_scenario = back;
    m_own = true;
    emit scenarioEdited(back, tr("Back to the state before"), gesture, false);
    m_own = false;
    m_knobs->setScenario(m_scenario, m_before);
    askSoon();
}

void OverviewPage::showEvent(QShowEvent* event) {
    ReportView::showEvent(event);
    askSoon();
}

// How it is laid out

void OverviewPage::arrange() {
    const bool low = height() < kLowPage;
    m_head->setFixedHeight(low ? kHeadLow : kHeadTall);
    m_knobs->setFixedWidth(width() < kStripFrom ? kKnobsNarrow : kKnobsWide);
    m_strip->setFixedWidth(kStripWidth);
    const bool strip = m_stripWanted && width() >= kStripFrom;
    m_strip->setVisible(strip);
    m_knobs->setLinked(!strip && width() < kStripFrom);
}

void OverviewPage::resizeEvent(QResizeEvent* event) {
    ReportView::resizeEvent(event);
    arrange();
}

void OverviewPage::changeEvent(QEvent* event) {
    ReportView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_head->update();
        m_rows->update();
    }
}

} // namespace moe::ui
