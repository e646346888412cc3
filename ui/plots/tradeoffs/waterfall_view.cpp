// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/waterfall_view.h"

#include "models/items/compare_table_model.h"
#include "models/items/escape.h"
#include "models/items/waterfall_text.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"
#include "ui/plots/tradeoffs/waterfall_paint.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QToolBar>

#include <algorithm>

namespace moe::ui {
namespace {

constexpr const char *kBase = "base", *kScenario = "scenario";
constexpr const char* kWays[] = {"alone", "order", "average"}; ///< keys, by WaterfallWay
constexpr std::size_t kTaken = 3;                              ///< fields that a double-click sets at most

QString firstKey(const WaterfallStep& step) {
    return QLatin1String(step.fields.front()->key);
}

} // namespace

WaterfallView::WaterfallView(QWidget* parent)
    : AskingPicture(items::Words::tr("Which changed knob bought what"), parent),
      m_from(newRoomyBox(QStringLiteral("from"), tr("Scenario the waterfall begins at"))),
      m_to(newRoomyBox(QStringLiteral("to"), tr("Scenario the waterfall ends at"))),
      m_metric(newMetricBox(QStringLiteral("metric"), tr("Metric"))),
      m_way(newRoomyBox(QStringLiteral("way"), tr("What a bar stands for"))),
      m_largest(new QAction(tr("Largest first"), this)) {
    addEntry(*m_way, kWays[0], tr("each alone"));
    addEntry(*m_way, kWays[1], tr("in this order"));
    addEntry(*m_way, kWays[2], tr("average of every order"));
    m_largest->setToolTip(tr("The order in which the knob that changes most comes first"));
    m_largest->setEnabled(false);
    addLabelled(*tools(), tableAction(), tr("From"), m_from);
    addLabelled(*tools(), tableAction(), tr("to"), m_to);
    tools()->insertWidget(tableAction(), m_metric);
    tools()->insertWidget(tableAction(), m_way);
    tools()->insertAction(tableAction(), m_largest);
    connect(m_from, &QComboBox::activated, this, [this] {
        m_fromChosen = true;
        ask();
    });
    connect(m_to, &QComboBox::activated, this, [this] { ask(); });
    connect(m_metric, &QComboBox::activated, this, [this] {
        m_metricChosen = true;
        ask();
    });
    connect(m_way, &QComboBox::activated, this, [this] { refresh(); });
    connect(m_largest, &QAction::triggered, this, [this] {
        m_order.clear();
        m_largest->setEnabled(false);
        ask();
    });
    canvas()->installEventFilter(this);
    connect(canvas(), &Canvas::picked, this, &WaterfallView::pick);
    offerEnds();
    refresh();
}

void WaterfallView::setBase(const ReportPtr& base) {
    m_base = base;
    offerEnds();
    ask();
    refresh();
}

void WaterfallView::setPins(const std::vector<PinMark>& pins) {
    m_pins = pins;
    offerEnds();
    ask();
    refresh();
}

void WaterfallView::reportChanged() {
    if (!m_metricChosen && report()) chooseKey(*m_metric, headlineMetric(*report()));
    offerEnds();
    AskingPicture::reportChanged();
}

void WaterfallView::offerEnds() {
    m_ends.clear();
    if (m_base) m_ends.push_back({QLatin1String(kBase), tr("Base"), m_base});
    for (const PinMark& pin : m_pins) {
        const QString letter = items::markLetter(pin.mark);
        if (pin.report)
            m_ends.push_back({letter.toLower(), letter + QStringLiteral("  ") + pin.name, pin.report});
    }
    m_ends.push_back({QLatin1String(kScenario), tr("This scenario"), report()});
    const bool begins = m_from->count() == 0;
    for (QComboBox* box : {m_from, m_to}) {
        const QSignalBlocker quiet(box);
        const QString before = chosenKey(*box);
        box->clear();
        for (const End& end : m_ends) box->addItem(end.name, end.key);
        chooseKey(*box, before);
        if (box == m_to && (begins || box->findData(before) < 0)) box->setCurrentIndex(box->count() - 1);
    }
    // The first pin is what the user began from; the base where there is none.
    if (m_fromChosen) return;
    const auto pin = std::find_if(m_ends.begin(), m_ends.end(), [](const End& end) {
        return end.key != QLatin1String(kBase) && end.key != QLatin1String(kScenario);
    });
    m_from->setCurrentIndex(pin == m_ends.end() ? 0 : int(pin - m_ends.begin()));
}

const WaterfallView::End* WaterfallView::endOf(const QComboBox& box) const {
    const int index = box.currentIndex();
    return index >= 0 && index < int(m_ends.size()) ? &m_ends[std::size_t(index)] : nullptr;
}

QString WaterfallView::nameOf(const QComboBox& box) const {
    const End* end = endOf(box);
    return end ? end->name : QString();
}

WaterfallWay WaterfallView::way() const {
    return WaterfallWay(std::clamp(m_way->currentIndex(), 0, 2));
}

Question WaterfallView::question() const {
    const End *from = endOf(*m_from), *to = endOf(*m_to);
    if (!report() || !from || !to || !from->report || !to->report || from->key == to->key) return {};
    Question question = about("waterfall", {chosenKey(*m_metric), m_order});
    question.report = to->report;
    question.from = from->report;
    return question;
}

void WaterfallView::choose(const QStringList& arguments) {
    if (const QString metric = arguments.value(0); !metric.isEmpty()) {
        m_metricChosen = true;
        chooseKey(*m_metric, metric);
    }
    if (!arguments.value(1).isEmpty()) {
        m_order = arguments[1];
        m_largest->setEnabled(true);
    }
}

void WaterfallView::answered(bool ofNow) {
    m_answer = answerAs<Waterfall>();
    m_shown.clear();
    if (m_answer)
        for (std::size_t i = 0; i < m_answer->steps.size(); ++i)
            if (m_answer->steps[i].moves()) m_shown.push_back(i);
    AskingPicture::answered(ofNow);
}

QString WaterfallView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (m_ends.size() < 2)
        return tr("There is nothing to begin from: change something, or pin this scenario first (Ctrl+D).");
    if (question().key.isEmpty()) return tr("Both ends are the same scenario: choose another one.");
    if (!m_answer) return answer().why.isEmpty() ? tr("Changing one knob after the other…") : answer().why;
    if (m_answer->steps.empty()) return tr("The two scenarios do not differ.");
    return {};
}

QString WaterfallView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    return tr("%1: %2 → %3. %4")
        .arg(metricLabel(*m_answer->metric), metricText(*m_answer->metric, m_answer->first),
             metricText(*m_answer->metric, m_answer->last), items::waterfallSentence(*m_answer, way()));
}

QString WaterfallView::beginning() const {
    const End* from = endOf(*m_from);
    if (!m_answer || !from || !from->report) return {};
    return from->key == QLatin1String(kBase) ? items::shownName(from->report->scenario.name) : from->name;
}

Sheet WaterfallView::sheet() const {
    const Metric& metric = *m_answer->metric;
    const QString name = metricHeader(metric);
    const auto header = [&](const QString& way) { return QStringLiteral("%1, %2").arg(name, way); };
    Sheet sheet{{tr("Changed"), tr("Keys"), tr("From"), tr("To"), header(tr("in this order")),
                 header(tr("alone")), header(tr("average")), header(tr("least")), header(tr("most"))},
                {}};
    const auto cell = [&](std::optional<double> value) { return metricCell(metric, value); };
    for (const WaterfallStep& step : m_answer->steps) {
        QStringList keys, from, to;
        for (std::size_t i = 0; i < step.fields.size(); ++i) {
            keys << QLatin1String(step.fields[i]->key);
            from << QString::fromStdString(step.from[i]);
            to << QString::fromStdString(step.to[i]);
        }
        const QString apart = QStringLiteral("; ");
        sheet.rows.push_back(
            {QString(),
             {items::waterfallLabel(step), keys.join(apart), from.join(apart), to.join(apart),
              cell(step.change), cell(step.alone), cell(step.average), cell(step.least), cell(step.most)}});
    }
    const QVariant none{QString()};
    const double all = m_answer->last - m_answer->first;
    sheet.rows.push_back(
        {QString(),
         {tr("Interaction"), none, none, none, none, cell(m_answer->interaction()), none, none, none}});
    sheet.rows.push_back({QLatin1String(metric.key),
                          {tr("All"), none, cell(m_answer->first), cell(m_answer->last), cell(all), cell(all),
                           m_answer->averaged() ? cell(all) : none, none, none}});
    return sheet;
}

Hits WaterfallView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    return paintWaterfall(
        painter, size, {*m_answer, m_shown, way(), nameOf(*m_from), nameOf(*m_to), summary(), m_drop}, look);
}

int WaterfallView::rowAt(QPointF at) const {
    for (const HitArea& hit : canvas()->hits())
        if (hit.index >= 0 && at.y() >= hit.area.top() && at.y() < hit.area.bottom()) return hit.index;
    return -1;
}

void WaterfallView::move(int row, int to) {
    const int count = int(m_shown.size());
    if (!m_answer || row < 0 || row >= count || to < 0 || to >= count || row == to) return;
    std::vector<std::size_t> order = m_shown;
    const std::size_t moved = order[std::size_t(row)];
    order.erase(order.begin() + row);
    order.insert(order.begin() + to, moved);
    QStringList keys;
    for (const std::size_t step : order) keys << firstKey(m_answer->steps[step]);
    m_order = keys.join(QLatin1Char(','));
    m_largest->setEnabled(true);
    m_way->setCurrentIndex(int(WaterfallWay::Order));
    canvas()->choose(to + 1); // its own row stands above
    ask();
}

/// A change is taken back from this scenario, or over into it.
void WaterfallView::pick(int index) {
    if (!m_answer || index < 0 || index >= int(m_shown.size())) return;
    const End *from = endOf(*m_from), *to = endOf(*m_to);
    const bool back = to && to->key == QLatin1String(kScenario);
    if (!back && !(from && from->key == QLatin1String(kScenario))) return;
    const WaterfallStep& step = m_answer->steps[m_shown[std::size_t(index)]];
    if (step.fields.size() > kTaken) return;
    Edits edits;
    for (std::size_t i = 0; i < step.fields.size(); ++i)
        edits.emplace_back(step.fields[i]->key, back ? step.from[i] : step.to[i]);
    emit edited(edits, tr("%1 as in %2").arg(items::waterfallLabel(step), back ? from->name : to->name));
}

bool WaterfallView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != canvas() || !reason().isEmpty()) return AskingPicture::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        m_pressed = mouse->position();
        m_dragged = mouse->button() == Qt::LeftButton ? rowAt(m_pressed) : -1;
        break;
    }
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (m_dragged < 0 || !(mouse->buttons() & Qt::LeftButton)) break;
        const double way = (mouse->position() - m_pressed).manhattanLength();
        if (m_drop < 0 && way < QApplication::startDragDistance()) break;
        if (const int row = rowAt(mouse->position()); row >= 0) m_drop = row;
        canvas()->update();
        return true;
    }
    case QEvent::MouseButtonRelease: {
        const int from = std::exchange(m_dragged, -1), to = std::exchange(m_drop, -1);
        canvas()->update();
        if (to >= 0) move(from, to);
        break;
    }
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int step = key->key() == Qt::Key_Up ? -1 : key->key() == Qt::Key_Down ? 1 : 0;
        if (!(key->modifiers() & Qt::AltModifier) || step == 0) break;
        const int hit = canvas()->chosen();
        if (hit >= 0 && canvas()->hits()[hit].index >= 0)
            move(canvas()->hits()[hit].index, canvas()->hits()[hit].index + step);
        return true;
    }
    default: break;
    }
    return AskingPicture::eventFilter(watched, event);
}

} // namespace moe::ui
