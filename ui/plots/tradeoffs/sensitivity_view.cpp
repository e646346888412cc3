// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/sensitivity_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QComboBox>
#include <QToolBar>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace moe::ui {
namespace {

/// Groups of the form by whose choice they are; "layout" has the rest but what is asked.
constexpr const char* kOfModel[] = {"Model", "Attention", "Experts", "Layer kinds"};
/// What is asked rather than how it is run: another value is another question.
constexpr std::string_view kOfQuestion[] = {"train.recipe",
                                            "train.tokens",
                                            "train.global_batch",
                                            "train.lr",
                                            "train.schedule_lr",
                                            "train.cooldown",
                                            "train.trainable",
                                            "train.attention_window",
                                            "train.lora.",
                                            "train.frozen",
                                            "train.packed",
                                            "train.stack",
                                            "train.host_factor",
                                            "train.dropout",
                                            "train.imbalance",
                                            "routing.distribution",
                                            "routing.skew",
                                            "routing.seed",
                                            "serve.phase",
                                            "serve.requests",
                                            "serve.context",
                                            "serve.prompt",
                                            "serve.output",
                                            "serve.arrival",
                                            "serve.concurrency",
                                            "serve.rate",
                                            "serve.burstiness",
                                            "serve.num_requests",
                                            "serve.length_spread",
                                            "serve.prefix_hit",
                                            "serve.distinct_prompts",
                                            "serve.slo_",
                                            "serve.seed",
                                            "serve.acceptance",
                                            "serve.pass_",
                                            "serve.row_seconds",
                                            "serve.prompt_token_",
                                            "serve.request_seconds",
                                            "serve.stream_seconds",
                                            "serve.ttft_error",
                                            "serve.tpot_error",
                                            "rl.",
                                            "loss.",
                                            "operators"};
constexpr const char* kOfMachine[] = {"Cluster", "GPU", "Reliability", "Price", "Power"};

bool isAmong(const Field& field, const QString& fields) {
    const auto in = [&](const auto& groups) {
        return std::any_of(std::begin(groups), std::end(groups),
                           [&](const char* group) { return qstrcmp(group, field.group) == 0; });
    };
    const bool ofModel = in(kOfModel), ofMachine = in(kOfMachine);
    if (fields == QLatin1String("same")) return !ofModel;
    if (fields == QLatin1String("model")) return ofModel;
    if (fields == QLatin1String("machine")) return ofMachine;
    const bool asked = std::any_of(std::begin(kOfQuestion), std::end(kOfQuestion), [&](std::string_view key) {
        return std::string_view(field.key).starts_with(key);
    });
    return fields != QLatin1String("layout") || (!ofModel && !ofMachine && !asked);
}

const QColor kUp("#0072b2"), kDown("#e69f00");

/// A bar of the picture and its number.
struct Bar {
    std::size_t field; ///< row of the answer
    bool up;
};
int indexOf(const Bar& bar) {
    return 2 * int(bar.field) + (bar.up ? 1 : 0);
}
Bar barOf(int index) {
    return {std::size_t(index / 2), index % 2 == 1};
}

double changeOf(const Sensitivities& answer, const Nudge& nudge) {
    return nudge.metric && answer.here ? *nudge.metric - *answer.here : std::nan("");
}

/// "+6.8 %" of the scenario's value; the difference itself where that is zero.
QString changeText(const Sensitivities& answer, double change) {
    const QString sign = change < 0 ? QString(QChar(0x2212)) : QStringLiteral("+");
    const double here = std::abs(answer.here.value_or(0));
    if (change == 0) return QStringLiteral("±0");
    if (here > 0) return sign + items::humanNumber(100 * std::abs(change) / here, 2) + QStringLiteral(" %");
    return sign + metricText(*answer.metric, std::abs(change));
}

QString barText(const Sensitivities& answer, const Sensitivity& field, const Nudge& nudge) {
    const QString what =
        QStringLiteral("%1 %2 → %3")
            .arg(items::tableText(field.field->label), shortValue(field.here), shortValue(nudge.value));
    if (!nudge.rule.empty()) return what + QStringLiteral(": ") + items::sentenceText(nudge.rule);
    if (!nudge.metric && nudge.fits == Fit::No) return what + items::Words::tr(", does not fit");
    if (!nudge.metric) return what + items::Words::tr(": no value");
    QString text = QStringLiteral("%1: %2 %3 (%4)")
                       .arg(what, metricLabel(*answer.metric), metricText(*answer.metric, *nudge.metric),
                            changeText(answer, changeOf(answer, nudge)));
    if (nudge.fits == Fit::No) text += items::Words::tr(", does not fit");
    return text;
}

} // namespace

SensitivityView::SensitivityView(QWidget* parent)
    : AskingPicture(items::Words::tr("What moves a metric most"), parent),
      m_metric(newMetricBox(QStringLiteral("metric"), tr("Metric"))),
      m_fields(newRoomyBox(QStringLiteral("fields"), tr("Fields that are tried"))) {
    addLabelled(*tools(), tableAction(), tr("What moves"), m_metric);
    tools()->insertWidget(tableAction(), m_fields);
    // First, and so unless chosen: a knob of the model, the batch or the machine makes another question,
    // which is no better or worse way to answer this one.
    addEntry(*m_fields, QStringLiteral("layout"), tr("layout and kernels"));
    addEntry(*m_fields, QStringLiteral("same"), tr("same model"));
    addEntry(*m_fields, QStringLiteral("all"), tr("all fields"));
    addEntry(*m_fields, QStringLiteral("machine"), tr("machine"));
    addEntry(*m_fields, QStringLiteral("model"), tr("model"));
    connect(m_fields, &QComboBox::activated, this, [this] {
        filter();
        refresh();
    });
    connect(m_metric, &QComboBox::activated, this, [this] {
        m_chosen = true;
        ask();
    });
    connect(canvas(), &Canvas::picked, this, &SensitivityView::pick);
    refresh();
}

Question SensitivityView::question() const {
    return about("sensitivity", {chosenKey(*m_metric)});
}

void SensitivityView::choose(const QStringList& arguments) {
    const QString metric = arguments.value(0);
    if (metric.isEmpty()) return;
    m_chosen = true;
    chooseKey(*m_metric, metric);
}

void SensitivityView::reportChanged() {
    if (!m_chosen && report()) chooseKey(*m_metric, headlineMetric(*report()));
    AskingPicture::reportChanged();
}

void SensitivityView::answered(bool ofNow) {
    m_all = answerAs<Sensitivities>();
    filter();
    AskingPicture::answered(ofNow);
}

void SensitivityView::filter() {
    const QString fields = entryKey(*m_fields, m_fields->currentIndex());
    if (!m_all || fields == QLatin1String("all")) {
        m_answer = m_all;
        return;
    }
    Sensitivities some = *m_all;
    for (auto* list : {&some.fields, &some.barred})
        std::erase_if(*list, [&](const Sensitivity& one) { return !isAmong(*one.field, fields); });
    m_answer = std::make_shared<const Sensitivities>(std::move(some));
}

QString SensitivityView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!m_answer)
        return answer().why.isEmpty() ? tr("Trying every field one notch up and down…") : answer().why;
    if (!m_answer->here) return tr("This scenario has no value of “%1”.").arg(metricLabel(*m_answer->metric));
    if (m_answer->fields.empty()) return tr("One notch of any single field leaves this metric as it is.");
    return {};
}

QString SensitivityView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    const Sensitivity& first = m_answer->fields.front();
    const bool up = !first.down.metric || (first.up.metric && std::abs(changeOf(*m_answer, first.up)) >=
                                                                  std::abs(changeOf(*m_answer, first.down)));
    const Nudge& nudge = up ? first.up : first.down;
    return tr("%1 moves “%2” most: %3 → %4 makes it %5 instead of %6.")
        .arg(items::tableText(first.field->label), metricLabel(*m_answer->metric), shortValue(first.here),
             shortValue(nudge.value), metricText(*m_answer->metric, *nudge.metric),
             metricText(*m_answer->metric, *m_answer->here));
}

Sheet SensitivityView::sheet() const {
    const QString name = metricHeader(*m_answer->metric);
    Sheet sheet{{tr("Field"), tr("Key"), tr("Here"), tr("Notch down"), name, tr("Notch up"), name,
                 tr("Largest change (%)"), tr("Note")},
                {}};
    const auto add = [&](const Sensitivity& field) {
        const auto value = [&](const Nudge& nudge) { return metricCell(*m_answer->metric, nudge.metric); };
        QStringList notes;
        for (const Nudge* nudge : {&field.down, &field.up}) {
            if (!nudge->rule.empty())
                notes << shortValue(nudge->value) + QStringLiteral(": ") + items::sentenceText(nudge->rule);
            else if (nudge->fits == Fit::No)
                notes << tr("%1 does not fit").arg(shortValue(nudge->value));
        }
        const double here = std::abs(*m_answer->here);
        sheet.rows.push_back({QString(),
                              {items::tableText(field.field->label), QLatin1String(field.field->key),
                               QString::fromStdString(field.here), QString::fromStdString(field.down.value),
                               value(field.down), QString::fromStdString(field.up.value), value(field.up),
                               here > 0 ? QVariant(100 * field.effect / here) : QVariant(QString()),
                               notes.join(QStringLiteral("; "))}});
    };
    for (const Sensitivity& field : m_answer->fields) add(field);
    for (const Sensitivity& field : m_answer->barred) add(field);
    return sheet;
}

Hits SensitivityView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double u = look.unit, margin = 12 * u;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    const QFont small = look.scaledFont(0.88);
    const QFontMetricsF metrics(look.font), fine(small);

    // Key.
    const std::vector<Sensitivity>& all = m_answer->fields;
    const auto moreText = [&](std::size_t count) { return tr("%1 more fields in the table").arg(count); };
    double keyMiddle = area.top() + metrics.height() / 2, keyX = area.left();
    const auto wrap = [&](double width) {
        if (keyX + width <= area.right()) return;
        keyX = area.left();
        keyMiddle += 1.3 * metrics.height();
    };
    for (const auto& [colour, text] : {std::pair{kUp, tr("▲ one notch up")},
                                       {kDown, tr("▼ one notch down")},
                                       {look.theme.grid, tr("does not fit")}}) {
        wrap(19 * u + metrics.horizontalAdvance(text));
        const QRectF patch(keyX, keyMiddle - 4 * u, 14 * u, 8 * u);
        painter.fillRect(patch, colour);
        if (colour == look.theme.grid) drawHatch(painter, look, patch, 3.5 * u, QPen(look.theme.text, u));
        keyX = writeText(painter, {keyX + 19 * u, keyMiddle + metrics.capHeight() / 2}, text, look.font,
                         look.theme.text) +
               16 * u;
    }
    wrap(fine.horizontalAdvance(moreText(all.size())));
    area.setTop(keyMiddle + metrics.height());

    const double line = 1.06 * fine.height(), rowHeight = 2 * line + 6 * u, foot = 2.6 * metrics.height();
    const auto room = static_cast<std::size_t>(std::max(1.0, (area.height() - foot) / rowHeight));
    const std::size_t shown = std::min(all.size(), room);
    double labels = 0, low = 0, high = 0, leftText = 0, rightText = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        labels = std::max(labels, metrics.horizontalAdvance(items::tableText(all[i].field->label)));
        for (const Nudge* nudge : {&all[i].down, &all[i].up}) {
            const double change = changeOf(*m_answer, *nudge);
            if (!std::isfinite(change)) continue;
            low = std::min(low, change);
            high = std::max(high, change);
            const double width =
                fine.horizontalAdvance(shortValue(nudge->value) + changeText(*m_answer, change)) + 24 * u;
            double& text = change < 0 ? leftText : rightText;
            text = std::max(text, width);
        }
    }
    labels = std::min(labels, 0.34 * area.width());
    PlotFrame frame;
    frame.xLow = low, frame.xHigh = high > low ? high : low + 1;
    frame.yLow = 0, frame.yHigh = 1;
    shareFrame(frame, *this, QStringLiteral("change"));
    frame.rect = QRectF(QPointF(area.left() + labels + 10 * u + leftText, area.top()),
                        QPointF(area.right() - rightText, area.top() + double(shown) * rowHeight));
    const double here = std::abs(*m_answer->here);
    AxisText axis;
    const double scale = here > 0 ? 100 / here : 1;
    const LinearTicks ticks =
        linearTicks(frame.xLow * scale, frame.xHigh * scale, std::max(2.0, frame.rect.width() / (70 * u)));
    for (double tick : ticks.ticks) axis.ticks << tick / scale;
    axis.text = [&](double change) {
        return change == 0 ? QStringLiteral("0")
               : here > 0  ? signedText(change * scale, ticks.decimals)
                           : metricText(*m_answer->metric, change);
    };
    axis.title =
        here > 0 ? tr("Change of “%1” from %2, %")
                       .arg(metricLabel(*m_answer->metric), metricText(*m_answer->metric, *m_answer->here))
                 : tr("Change of “%1”").arg(metricLabel(*m_answer->metric));
    paintAxes(painter, frame, axis, {}, look);

    Hits hits;
    const double zero = frame.toPixel(0, 0).x();
    for (std::size_t i = 0; i < shown; ++i) {
        const Sensitivity& field = all[i];
        const double top = frame.rect.top() + double(i) * rowHeight + 3 * u;
        const QString label = elided(items::tableText(field.field->label), look.font, labels);
        writeText(
            painter,
            {area.left() + labels - metrics.horizontalAdvance(label), top + line + metrics.capHeight() / 2},
            label, look.font, look.theme.text);
        for (const bool up : {true, false}) {
            const Nudge& nudge = up ? field.up : field.down;
            const double change = changeOf(*m_answer, nudge);
            const double middle = top + (up ? 0.5 : 1.5) * line;
            if (!std::isfinite(change)) {
                if (!nudge.rule.empty())
                    writeText(painter, {zero + 6 * u, middle + fine.capHeight() / 2},
                              tr("%1 breaks a rule").arg(shortValue(nudge.value)), small, look.theme.muted);
                continue;
            }
            const double end = frame.toPixel(change, 0).x();
            const QRectF bar =
                QRectF(QPointF(zero, middle - 0.36 * line), QPointF(end, middle + 0.36 * line)).normalized();
            painter.fillRect(bar, up ? kUp : kDown);
            if (nudge.fits == Fit::No)
                drawHatch(painter, look, bar, 4 * u, QPen(look.theme.background, 1.4 * u));
            const QString text = QStringLiteral("%1 %2  %3")
                                     .arg(up ? QStringLiteral("▲") : QStringLiteral("▼"),
                                          shortValue(nudge.value), changeText(*m_answer, change));
            const double width = fine.horizontalAdvance(text);
            writeText(painter,
                      {change < 0 ? bar.left() - 5 * u - width : bar.right() + 5 * u,
                       middle + fine.capHeight() / 2},
                      text, small, nudge.fits == Fit::No ? look.theme.bad : look.theme.text);
            const QString says = barText(*m_answer, field, nudge);
            hits.push_back({QRectF(area.left(), middle - line / 2, area.width(), line), QString(), says, says,
                            indexOf({i, up})});
        }
    }
    painter.setPen(QPen(look.theme.axis, 1.4 * u));
    painter.drawLine(QPointF(zero, frame.rect.top()), QPointF(zero, frame.rect.bottom()));
    if (shown < all.size()) {
        const QString more = moreText(all.size() - shown);
        writeText(painter, {area.right() - fine.horizontalAdvance(more), keyMiddle + fine.capHeight() / 2},
                  more, small, look.theme.muted);
    }
    return hits;
}

void SensitivityView::pick(int index) {
    if (!m_answer || index < 0 || index >= 2 * int(m_answer->fields.size())) return;
    const Bar bar = barOf(index);
    const Sensitivity& field = m_answer->fields[bar.field];
    const Nudge& nudge = bar.up ? field.up : field.down;
    if (nudge.value.empty() || !nudge.rule.empty()) return;
    emit edited({{field.field->key, nudge.value}},
                tr("Set %1 to %2").arg(items::tableText(field.field->label), shortValue(nudge.value)));
}

} // namespace moe::ui
