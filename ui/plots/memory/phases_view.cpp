// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/phases_view.h"

#include "models/items/fit_text.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/kit/label_places.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/memory/memory_rows.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolBar>

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::ui {
namespace {

double gib(Bytes bytes) {
    return bytes / GiB;
}

/// One kind of memory along the step, GiB at the corners of the phases.
struct Band {
    MemoryGroup group;
    QString label;
    std::array<double, 2 * kMemoryPhases> heights{}; ///< start and end of each phase
};

// Shares of the width; time is not to scale, a backward pass takes about twice a forward pass.
constexpr std::array<double, kMemoryPhases> kWidths{0.27, 0.14, 0.38, 0.21};

/// Parameters, optimizer and, but in plain PyTorch, gradients stay; activations rise with the forward and
/// fall with the backward passes; what only one phase needs comes on top of it.
std::vector<Band> bandsOf(const StageMemory& stage) {
    std::vector<Band> bands;
    std::array<double, 6> sums{};
    for (std::size_t i = 0; i < stage.terms.size(); ++i)
        sums[std::size_t(memoryTerms()[i].group)] += gib(stage.terms[i]);
    for (MemoryGroup group :
         {MemoryGroup::Framework, MemoryGroup::Parameters, MemoryGroup::Gradients, MemoryGroup::Optimizer}) {
        const bool passing = group == MemoryGroup::Gradients && stage.stepGradients[1] > Bytes{};
        if (!(sums[std::size_t(group)] > 0) && !passing) continue;
        Band band{group, groupLabel(group), {}};
        band.heights.fill(sums[std::size_t(group)]);
        if (passing) { // they grow with the backward passes, and have copies while the optimizer steps
            band.heights[5] += gib(stage.stepGradients[0]);
            band.heights[6] += gib(stage.stepGradients[1]);
            band.heights[7] += gib(stage.stepGradients[1]);
        }
        bands.push_back(band);
    }
    const double lasting = gib(stage.phases[3] - stage.stepGradients[1]);
    const double saved = gib(stage.phases[0]) - lasting;
    const double kept = lasting - gib(stage.fixed);
    Band activations{MemoryGroup::Activations, groupLabel(MemoryGroup::Activations), {}};
    activations.heights = {0, saved, saved, saved, saved, 0, 0, 0};
    bands.push_back(activations);
    Band transient{MemoryGroup::Transient, groupLabel(MemoryGroup::Transient), {}};
    const double loss = gib(stage.phases[1]) - gib(stage.phases[0]);
    // The most of the backward passes is at their beginning, or where all gradients of the step are there.
    const double freed = gib(stage.stepGradients[0]);
    const double backward = gib(stage.phases[2]) - lasting - std::max(saved, freed);
    transient.heights = {kept, kept, kept + loss, kept + loss, kept + backward, kept + backward, kept, kept};
    if (std::any_of(transient.heights.begin(), transient.heights.end(), [](double h) { return h > 1e-6; }))
        bands.push_back(transient);
    return bands;
}

/// The backward passes end with more in gradients than they begin with in activations.
bool endsHighest(const StageMemory& stage) {
    return stage.stepGradients[0] > stage.phases[0] - (stage.phases[3] - stage.stepGradients[1]);
}

std::size_t peakPhase(const StageMemory& stage) {
    return std::size_t(std::max_element(stage.phases.begin(), stage.phases.end()) - stage.phases.begin());
}

} // namespace

PhasesView::PhasesView(QWidget* parent)
    : PaintedView(items::Words::tr("Memory over a training step"), parent) {
    auto* label = new QLabel(items::Words::tr(" Sta&ge: "));
    m_stages = new QComboBox;
    m_stages->setObjectName(QStringLiteral("stage"));
    m_stages->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_stages->setAccessibleName(items::Words::tr("Stage whose memory is drawn"));
    label->setBuddy(m_stages);
    m_stageActions = {tools()->insertWidget(tableAction(), label),
                      tools()->insertWidget(tableAction(), m_stages)};
    for (QAction* action : m_stageActions) action->setVisible(false);
    connect(m_stages, &QComboBox::activated, this, [this](int index) {
        m_picked = m_stages->itemData(index).toInt() != report()->memory->worst;
        refresh();
    });
    refresh();
}

void PhasesView::reportChanged() {
    const QSignalBlocker quiet(m_stages);
    const int before = m_picked ? m_stages->currentData().toInt() : -1;
    m_stages->clear();
    if (reason().isEmpty()) {
        const int wanted =
            before >= 0 && before < int(report()->memory->stages.size()) ? before : report()->memory->worst;
        for (const MemoryRow& row : memoryRows(*report())) {
            addEntry(*m_stages, QString::number(row.first),
                     row.heaviest ? row.name + items::Words::tr(" (heaviest)") : row.name,
                     row.heaviest ? report()->memory->worst : int(row.first));
            if (int(row.first) <= wanted && wanted <= int(row.last))
                m_stages->setCurrentIndex(m_stages->count() - 1);
        }
    }
    for (QAction* action : m_stageActions) action->setVisible(m_stages->count() > 1);
}

const StageMemory& PhasesView::stage() const {
    const int index = m_stages->count() > 0 ? m_stages->currentData().toInt() : report()->memory->worst;
    return report()->memory->stages[std::size_t(index)];
}

QString PhasesView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->scenario.train)
        return items::Words::tr(
            "This scenario has no training section, so there is no training step to follow.");
    if (report()->scenario.rl)
        return items::Words::tr(
            "A step of reinforcement learning has two moments, sampling and training: they are in “Memory "
            "per GPU”.");
    if (!report()->memory || report()->memory->stages.empty())
        return items::Words::tr("The training memory of this scenario cannot be computed.");
    return {};
}

QString PhasesView::summary() const {
    const QString why = reason();
    if (!why.isEmpty()) return why;
    const StageMemory& shown = stage();
    return items::Words::tr("Peak of %1 GiB in %2 on stage %3; %4 GiB stay all the time, capacity %5 GiB.")
        .arg(gibText(shown.peak), items::tableText(shown.peakPhase))
        .arg(shown.stage)
        .arg(gibText(shown.fixed), gibText(report()->memory->capacity));
}

Sheet PhasesView::sheet() const {
    Sheet sheet{{items::Words::tr("Stage"), items::Words::tr("Phase"),
                 items::Words::tr("Most allocated (GiB)"), items::Words::tr("Of capacity (%)"),
                 items::Words::tr("Peak")},
                {}};
    for (const StageMemory& each : report()->memory->stages)
        for (std::size_t i = 0; i < kMemoryPhases; ++i)
            sheet.rows.push_back({QStringLiteral("memory.peak_bytes"),
                                  {double(each.stage), items::tableText(phaseText(MemoryPhase(i))),
                                   gib(each.phases[i]), 100 * (each.phases[i] / report()->memory->capacity),
                                   i == peakPhase(each) ? items::tableText(each.peakPhase) : QString()}});
    return sheet;
}

void PhasesView::setOwn(const OwnShown& own) {
    m_own = own.marks;
    refresh();
}

Hits PhasesView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    struct Label {
        QString text;
        QFont font;
        QPointF centre;
        bool first = false;
        QColor ink = {};
    };
    std::vector<Label> marks;
    const StageMemory& shown = stage();
    const Bytes capacity = report()->memory->capacity;
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, line = 1.3 * metrics.height();
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);

    const QFont bold = look.scaledFont(1, true);
    const QString title =
        items::Words::tr("%1 %2 GiB allocated in %3")
            .arg(report()->memory->stages.size() > 1 ? items::Words::tr("Stage %1: peak of").arg(shown.stage)
                                                     : items::Words::tr("Peak of"),
                 gibText(shown.peak), items::tableText(shown.peakPhase));
    const double titleHeight =
        QFontMetricsF(bold).boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, title).height();
    painter.setFont(bold);
    painter.setPen(look.theme.text);
    painter.drawText(QRectF(area.topLeft(), QSizeF(area.width(), titleHeight)), Qt::TextWordWrap, title);
    area.setTop(area.top() + titleHeight + line - metrics.height());

    // Key of the colours, top of the stack last.
    const std::vector<Band> bands = bandsOf(shown);
    double x = area.left(), top = area.top();
    for (const Band& band : bands) {
        const double width = 17 * look.unit + metrics.horizontalAdvance(band.label);
        if (x > area.left() && x + width > area.right()) x = area.left(), top += line;
        fillCategory(painter, QRectF(x, top + (line - 10 * look.unit) / 2, 12 * look.unit, 10 * look.unit),
                     groupColour(band.group), int(band.group), look);
        x = writeText(painter, {x + 17 * look.unit, top + (line + metrics.capHeight()) / 2}, band.label,
                      look.font, look.theme.text) +
            14 * look.unit;
    }
    area.setTop(top + line + 8 * look.unit);

    PlotFrame frame;
    frame.rect = area.adjusted(52 * look.unit, 0, -4 * look.unit, -(2.4 * metrics.height() + 14 * look.unit));
    frame.yHigh = 1.08 * std::max(gib(capacity), gib(shown.peak));
    shareFrame(frame, *this, QStringLiteral("memory"));
    AxisText xAxis, yAxis;
    yAxis.ticks = linearTicks(0, frame.yHigh, frame.rect.height() / (3 * metrics.height())).ticks;
    yAxis.text = [](double value) { return items::number(value, 'g', 5); };
    yAxis.title = items::Words::tr("Allocated (GiB)");
    xAxis.title = items::Words::tr("One training step, not to scale");
    paintAxes(painter, frame, xAxis, yAxis, look);

    std::array<double, 2 * kMemoryPhases> corners{}, base{};
    double at = 0;
    for (std::size_t i = 0; i < kMemoryPhases; ++i) {
        corners[2 * i] = at;
        at += kWidths[i];
        corners[2 * i + 1] = at;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Band& band : bands) {
        QPolygonF outline;
        for (std::size_t i = 0; i < corners.size(); ++i)
            outline << frame.toPixel(corners[i], base[i] + band.heights[i]);
        for (std::size_t i = corners.size(); i-- > 0;) outline << frame.toPixel(corners[i], base[i]);
        painter.setPen(QPen(look.theme.background, 0.6 * look.unit));
        fillCategory(painter, outline, groupColour(band.group), int(band.group), look);
        for (std::size_t i = 0; i < base.size(); ++i) base[i] += band.heights[i];
    }
    painter.setRenderHint(QPainter::Antialiasing, false);

    Hits hits;
    const std::size_t peak = peakPhase(shown);
    for (std::size_t i = 0; i < kMemoryPhases; ++i) {
        const double left = frame.toPixel(corners[2 * i], 0).x(),
                     right = frame.toPixel(corners[2 * i + 1], 0).x();
        const QRectF box(left, frame.rect.top(), right - left, frame.rect.height());
        painter.setPen(QPen(look.theme.muted, look.unit, Qt::DotLine));
        if (i > 0) painter.drawLine(box.topLeft(), box.bottomLeft());
        const QString name = items::tableText(phaseText(MemoryPhase(i)));
        const QFont font = i == peak ? bold : look.font;
        const QFontMetricsF each(font);
        const QString text = elided(name, font, box.width());
        writeText(painter,
                  {box.center().x() - each.horizontalAdvance(text) / 2,
                   frame.rect.bottom() + 4 * look.unit + metrics.ascent()},
                  text, font, look.theme.text);
        const QString value = gibText(shown.phases[i]);
        const QString mark = i == peak ? items::Words::tr("peak %1").arg(value) : value;
        marks.push_back(
            {mark,
             font,
             {i == 0 ? std::max(left + metrics.horizontalAdvance(value), right - 26 * look.unit)
              : i == 2 && endsHighest(shown) ? right - each.horizontalAdvance(mark) / 2 - 4 * look.unit
              : i == 2                       ? left + each.horizontalAdvance(mark) / 2 + 4 * look.unit
                                             : box.center().x(),
              frame.toPixel(0, gib(shown.phases[i])).y() - 0.75 * metrics.height()},
             i == peak});
        const QString words = items::Words::tr("%1 · up to %2 GiB of %3").arg(name, value, gibText(capacity));
        hits.push_back({box, QStringLiteral("memory.peak_bytes"), words, words});
    }

    const double edge = frame.toPixel(0, gib(capacity)).y();
    painter.setPen(QPen(look.theme.bad, 2 * look.unit, Qt::DashLine));
    painter.drawLine(QPointF(frame.rect.left(), edge), QPointF(frame.rect.right(), edge));
    const QString name = items::Words::tr("capacity %1 GiB").arg(gibText(capacity));
    // Below the line, where the stack rarely is; above it when the axis is too near. The peak comes first,
    // the others where they leave it alone.
    const bool above = frame.rect.bottom() - edge < 1.5 * metrics.height();
    marks.push_back({name,
                     look.font,
                     {frame.rect.right() - metrics.horizontalAdvance(name) / 2 - 6 * look.unit,
                      edge + (above ? -0.75 : 0.75) * metrics.height()},
                     true,
                     look.theme.bad});
    std::stable_partition(marks.begin(), marks.end(), [](const Label& label) { return label.first; });
    LabelPlaces places(frame.rect.adjusted(-1e4, -1e4, 1e4, 1e4));
    for (const Label& label : marks) {
        const QFontMetricsF own(label.font);
        QRectF box(0, 0, own.horizontalAdvance(label.text), own.height());
        box.moveCenter(label.centre);
        if (box.top() < area.top()) box.moveTop(area.top());
        // No number on the line of the capacity: the peak's moves below it, the others give way.
        if (!label.ink.isValid() && box.top() < edge + look.unit && box.bottom() > edge - look.unit) {
            if (!label.first) continue;
            box.moveTop(edge + 2 * look.unit);
        }
        // Not next to another one as if they were one; the capacity's may stand on either side of its line.
        const double apart = 4 * look.unit;
        if (!places.take(box.adjusted(-apart, 0, apart, 0))) {
            if (!label.ink.isValid()) continue;
            box.moveCenter({box.center().x(), 2 * edge - box.center().y()});
            if (box.top() < frame.rect.top() - box.height() || !places.take(box)) continue;
        }
        drawHaloText(painter, box.center(), 0, label.text, label.font,
                     label.ink.isValid() ? label.ink : look.theme.text, look.theme.background, 2 * look.unit);
    }
    for (const OwnMark& mark : m_own) { // at the edge: of no moment of the step
        if (!mark.here || std::string_view(mark.metric) != "memory.device_bytes") continue;
        const auto place = [&](double bytes) {
            const QPointF level = frame.toPixel(0, gib(Bytes{bytes}));
            return QPointF(frame.rect.right(), std::max(level.y(), frame.rect.top()));
        };
        const QPointF here = place(mark.here->measured);
        drawOwnMark(painter, here, place(mark.here->low), place(mark.here->high), look);
        const QString text =
            items::Words::tr("all that a GPU held at most: %1").arg(items::ownMarkText(mark));
        const double half = 8 * look.unit;
        hits.push_back({QRectF(here.x() - half, here.y() - half, 2 * half, 2 * half),
                        QStringLiteral("memory.device_bytes"), text, text});
    }
    return hits;
}

} // namespace moe::ui
