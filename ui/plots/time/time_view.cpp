// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/time_view.h"

#include "models/items/compare_table_model.h"
#include "models/items/fit_text.h"
#include "models/items/format.h"
#include "models/items/pair_text.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/kit/axis_hold.h"
#include "ui/side_switch.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QToolBar>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace moe::ui {

TimeView::TimeView(QWidget* parent) : AskingPicture(items::Words::tr("Where the time goes"), parent) {
    m_training = new QAction(items::Words::tr("Training"), this);
    m_serving = new QAction(items::Words::tr("Serving"), this);
    m_training->setObjectName(QStringLiteral("training"));
    m_serving->setObjectName(QStringLiteral("serving"));
    auto* group = new QActionGroup(this);
    for (QAction* action : {m_training, m_serving}) {
        action->setCheckable(true);
        group->addAction(action);
        tools()->insertAction(tableAction(), action);
    }
    m_training->setChecked(true);
    connect(group, &QActionGroup::triggered, this, [this] {
        reportChanged();
        refresh();
    });
    m_choice = std::make_unique<ScheduleChoice>(*tools(), tableAction());
    connect(m_choice->box(), &QComboBox::activated, this, [this] {
        forget();
        ask();
        reportChanged();
        refresh();
    });
    m_hold = new AxisHold(AxisHold::What::Axis, *tools(), tableAction());
    connect(m_hold, &AxisHold::changed, this, [this] {
        holdAxes();
        refresh();
    });
    reportChanged();
}

bool TimeView::serves() const {
    return !m_traced && report() && report()->serve && (!report()->train || m_serving->isChecked());
}

void TimeView::showServing(bool serving) {
    (serving ? m_serving : m_training)->setChecked(true);
    reportChanged();
    refresh();
}

void TimeView::setPins(const std::vector<PinMark>& pins) {
    m_pins = pins;
    reportChanged();
    refresh();
}

void TimeView::setOwn(const OwnShown& own) {
    m_own = own.marks;
    reportChanged();
    refresh();
}

void TimeView::setTraced(const TracedPtr& traced) {
    m_traced = traced;
    reportChanged();
    refresh();
}

/// The totals of the pins beside each whole, and what was measured of it.
void TimeView::flagPins() {
    if (m_traced) return;
    for (const PinMark& pin : m_pins) {
        if (!pin.report) continue;
        const std::vector<TimeParts> theirs =
            !serves()
                ? (pin.report->train ? std::vector{stepParts(*pin.report->train)} : std::vector<TimeParts>())
            : pin.report->serve ? servingParts(*pin.report->serve)
                                : std::vector<TimeParts>();
        for (TimeParts& whole : m_wholes)
            for (const TimeParts& other : theirs)
                if (other.name == whole.name)
                    whole.pins.push_back(
                        {pin.mark, other.total,
                         QStringLiteral("<b>%1</b> %2<br>%3 %4")
                             .arg(items::markLetter(pin.mark), pin.name.toHtmlEscaped(),
                                  items::midSentence(whole.name),
                                  timeUnit(other.total).withUnit(other.total)),
                         QStringLiteral("%1 · %2 · %3 %4")
                             .arg(items::markLetter(pin.mark), pin.name, items::midSentence(whole.name),
                                  timeUnit(other.total).withUnit(other.total))});
    }
    for (std::size_t i = 0; i < m_wholes.size(); ++i)
        for (const OwnMark& mark : m_own) {
            const char* metric = !serves() ? "train.step_seconds"
                                 : i == 0  ? "serve.ttft_seconds"
                                           : "serve.tpot_seconds";
            if (!mark.here || qstrcmp(mark.metric, metric) != 0) continue;
            const QString text = items::ownMarkText(mark);
            m_wholes[i].pins.push_back(
                {0, mark.here->measured, text, text, true, mark.here->low, mark.here->high});
        }
}

void TimeView::holdAxes() {
    static constexpr const char* kPasses[] = {"first", "each"};
    for (std::size_t i = 0; i < m_wholes.size(); ++i) {
        const char* quantity = serves() ? kPasses[std::min(i, std::size(kPasses) - 1)] : "step";
        const HeldSpan own{0, timeBarEnd(m_wholes[i])};
        m_wholes[i].axisEnd =
            m_hold->isOn() || sharedAxes() ? m_hold->span(QLatin1String(quantity), own).high : 0;
    }
}

QString TimeView::range() const {
    return m_hold->text();
}
void TimeView::setRange(const QString& range) {
    m_hold->setText(range);
}

Question TimeView::question() const {
    const QString key = m_choice->key();
    const bool some = m_sketch && m_sketch->schedule.stages > 0 && !key.isEmpty();
    return some ? about("time", {key}) : Question{};
}

void TimeView::choose(const QStringList& arguments) {
    m_choice->choose(arguments.value(0));
}

void TimeView::answered(bool ofNow) {
    m_beside = answerAs<Report>();
    m_besideSketch.reset();
    if (m_beside && m_beside->train) m_besideSketch = scheduleSketch(*m_beside, stepParts(*m_beside->train));
    AskingPicture::answered(ofNow);
}

/// A second schedule is asked for: the list of parts gives way to both pictures.
bool TimeView::showsBeside() const {
    return !question().key.isEmpty();
}

std::vector<const ScheduleSketch*> TimeView::sketches() const {
    std::vector<const ScheduleSketch*> shown;
    if (m_sketch) shown.push_back(&*m_sketch);
    if (showsBeside() && m_besideSketch) shown.push_back(&*m_besideSketch);
    return shown;
}

void TimeView::reportChanged() {
    const bool both = report() && report()->train && report()->serve && choosesOwnSide(*this);
    m_training->setVisible(both);
    m_serving->setVisible(both);
    m_wholes.clear();
    m_sketch.reset();
    m_wholes = wholes();
    if (!m_traced && !serves() && !m_wholes.empty()) m_sketch = scheduleSketch(*report(), m_wholes.front());
    m_choice->setVisible(m_sketch.has_value());
    flagPins();
    holdAxes();
    ask();
}

std::vector<TimeParts> TimeView::wholes() const {
    if (m_traced) return {tracedParts(m_traced->sums)};
    if (serves()) return servingParts(*report()->serve);
    if (report() && report()->train && !report()->train->terms.empty()) return {stepParts(*report()->train)};
    return {};
}

QString TimeView::reason() const {
    if (!m_wholes.empty()) return {};
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (serves()) {
        for (const Warning& warning : report()->warnings)
            if (warning.id == "serve-parallelism") return items::sentenceText(warning.text);
        return items::Words::tr("The serving times of this scenario cannot be computed.");
    }
    if (!report()->scenario.train)
        return items::Words::tr(
            "This scenario has neither a training nor a serving section, so there is no time to show.");
    return items::Words::tr("The step time of this scenario cannot be computed.");
}

Headline TimeView::headline() const {
    if (m_traced) return tracedHeadline(m_traced->sums);
    if (serves()) return servingHeadline(*report()->serve);
    Headline headline = stepHeadline(*report()->train);
    if (report()->rl)
        headline.plain = items::Words::tr("plain training; the RL step takes %1")
                             .arg(items::humanValue(report()->rl->step.base, QStringLiteral("s"))) +
                         QStringLiteral("  ·  ") + headline.plain;
    if (report()->goodput)
        headline.plain +=
            QStringLiteral("  ·  ") + items::Words::tr("%1 % of the time is progress")
                                          .arg(items::number(100 * report()->goodput->efficiency, 'f', 1));
    return headline;
}

QString TimeView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    QString text = timeSummary(headline(), m_wholes);
    if (!showsBeside()) return text;
    for (const ScheduleSketch* sketch : sketches())
        text += QStringLiteral(" %1: %2.").arg(scheduleName(*sketch), scheduleNumbers(*sketch));
    return text + QLatin1Char(' ') + besideText();
}

/// Why the schedule beside is slower or faster: the parts of the step that it moves most.
QString TimeView::besideText() const {
    if (!m_besideSketch || m_wholes.empty()) return answer().why;
    return items::pairTable(*report(), *m_beside, items::PairTopic::Step,
                            {scheduleName(*m_sketch), scheduleName(*m_besideSketch)})
        .why;
}

Sheet TimeView::sheet() const {
    std::vector<TimeParts> all = wholes(); // in the language of now, which of a file is English
    if (showsBeside() && m_besideSketch) {
        all.push_back(stepParts(*m_beside->train));
        all.back().name = scheduleName(*m_besideSketch);
    }
    return timeSheet(all);
}

Hits TimeView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit, gap = 14 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    Hits hits;
    if (look.headline)
        area.setTop(area.top() + paintHeadline(painter, area, headline(), look) + 2 * look.unit);
    const double comfort = std::clamp(area.height() / (480 * look.unit), 1.0, 2.0);
    double names = 0;
    for (const TimeParts& whole : m_wholes) names = std::max(names, timeNamesWidth(whole, look));
    for (const TimeParts& whole : m_wholes) {
        const double height = timeBarHeight(whole, look, comfort);
        paintTimeBar(painter, QRectF(area.left(), area.top(), area.width(), height), whole, names, look,
                     comfort, hits);
        area.setTop(area.top() + height + 4 * look.unit);
    }
    area.setTop(area.top() + 4 * look.unit);

    const auto listHeight = [&](const TimeParts& whole) {
        return timeListRowHeight(look) * double(bySize(whole).size() + 1);
    };
    if (!m_sketch) {
        const double column = (area.width() - gap * double(m_wholes.size() - 1)) / double(m_wholes.size());
        for (std::size_t i = 0; i < m_wholes.size(); ++i)
            paintTimeList(painter,
                          QRectF(area.left() + double(i) * (column + gap), area.top(), column, area.height()),
                          m_wholes[i], m_wholes[i].name, look, hits);
        return hits;
    }
    if (showsBeside() && area.height() >= schedulesLeastHeight(sketches(), look)) {
        paintSchedules(painter, area, sketches(), besideText(), look, hits);
        return hits;
    }
    const TimeParts& step = m_wholes.front();
    const QString title = items::Words::tr("Parts of the step");
    if (area.width() >= 600 * look.unit) {
        const double needed = std::max(440 * look.unit, timeListWidth(step, look));
        const double list = std::min(0.6 * area.width(), needed);
        paintTimeList(painter, QRectF(area.topLeft(), QSizeF(list, area.height())), step, title, look, hits);
        const QRectF right = area.adjusted(list + 2 * gap, 0, 0, 0);
        if (area.height() >= schedulesLeastHeight(sketches(), look))
            paintSchedules(painter, right, sketches(), {}, look, hits);
        return hits;
    }
    // Narrow: the list keeps what it needs, the schedule stands below when there is room for it.
    const double rest = area.height() - listHeight(step) - gap;
    const double least = schedulesLeastHeight(sketches(), look);
    const bool both = rest >= least;
    const QRectF list(area.topLeft(), QSizeF(area.width(), both ? listHeight(step) : area.height()));
    paintTimeList(painter, list, step, title, look, hits);
    if (both)
        paintSchedules(painter, area.adjusted(0, listHeight(step) + gap, 0, 0), sketches(), {}, look, hits);
    return hits;
}

} // namespace moe::ui
