// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/operators_view.h"

#include "models/items/words.h"
#include "ui/plots/time/time_rows.h"

#include "models/items/format.h"

#include <QActionGroup>
#include <QToolBar>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr const char* kKeys[] = {"train", "prefill", "decode"};
constexpr const char* kPassKeys[] = {"training", "prefill", "decode"};
constexpr const char* kTitles[] = {QT_TRANSLATE_NOOP("Table", "Training"),
                                   QT_TRANSLATE_NOOP("Table", "Prefill"),
                                   QT_TRANSLATE_NOOP("Table", "Decode")};

double profiled(const ProfiledOperator& one) {
    return one.count * one.profiled.base;
}
double analytic(const ProfiledOperator& one) {
    return one.count * one.analytic.value_or(Seconds{}).base;
}
QString name(const ProfiledOperator& one) {
    const QString label = items::tableText(one.label);
    return one.count == 1 ? label : label + QStringLiteral(" × %1").arg(one.count);
}
QString difference(double model, double measured) {
    if (!(measured > 0) || !(model > 0)) return {};
    const double share = model / measured - 1;
    return (share < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) +
           items::humanNumber(100 * std::abs(share), 2) + QStringLiteral(" %");
}
QString source(const ProfiledOperator& one) {
    QString text = items::tableText(originText(one.origin));
    if (one.error) text += QStringLiteral(", ±%1 %").arg(items::humanNumber(100 * *one.error, 2));
    return text;
}
QString verdict(const ProfileReport& report, const ProfiledPass& pass) {
    const TimeUnit unit = timeUnit(pass.profiled().base);
    return items::Words::tr("%1, one layer: %2 by profiles of %3, %4 by the analytic model (%5).")
        .arg(items::tableText(pass.label), unit.withUnit(pass.profiled().base),
             items::sentenceText(report.from), unit.withUnit(pass.analytic().base),
             difference(pass.analytic().base, pass.profiled().base));
}
QString use(const ProfiledPass& pass) {
    return pass.used
               ? items::Words::tr(
                     "Serving times use the profiles wherever a part of the layer has all its operators.")
               : items::Words::tr("Training times use the analytic model; the profiles stand beside it.");
}

} // namespace

OperatorsView::OperatorsView(QWidget* parent)
    : PaintedView(items::Words::tr("Profiled operators beside the analytic model"), parent) {
    auto* group = new QActionGroup(this);
    for (std::size_t i = 0; i < std::size(kTitles); ++i) {
        auto* action = new QAction(items::tableText(kTitles[i]), this);
        action->setObjectName(QLatin1String(kPassKeys[i]));
        action->setCheckable(true);
        group->addAction(action);
        tools()->insertAction(tableAction(), action);
        m_passes << action;
    }
    m_passes.first()->setChecked(true);
    connect(group, &QActionGroup::triggered, this, [this] { refresh(); });
    reportChanged();
    refresh();
}

const ProfiledPass* OperatorsView::pass() const {
    if (!report() || !report()->profiles || report()->profiles->passes.empty()) return nullptr;
    for (qsizetype i = 0; i < m_passes.size(); ++i)
        for (const ProfiledPass& one : report()->profiles->passes)
            if (m_passes[i]->isChecked() && qstrcmp(one.key, kKeys[i]) == 0) return &one;
    return &report()->profiles->passes.front();
}

void OperatorsView::reportChanged() {
    const bool several = report() && report()->profiles && report()->profiles->passes.size() > 1;
    for (qsizetype i = 0; i < m_passes.size(); ++i) {
        bool there = false;
        if (several)
            for (const ProfiledPass& one : report()->profiles->passes)
                there = there || qstrcmp(one.key, kKeys[i]) == 0;
        m_passes[i]->setVisible(there);
    }
    if (const ProfiledPass* shown = pass())
        for (qsizetype i = 0; i < m_passes.size(); ++i)
            if (qstrcmp(shown->key, kKeys[i]) == 0) m_passes[i]->setChecked(true);
}

QString OperatorsView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->scenario.train && !report()->scenario.serve)
        return items::Words::tr(
            "This scenario has neither a training nor a serving section, so no operator runs.");
    if (pass() == nullptr)
        return items::Words::tr(
            "No operator profile fits this scenario. Profiles are of dense models in bf16 on A100, H100 and "
            "A40; "
            "GPU, hidden size, heads, FFN width and tensor parallelism must be those that were measured "
            "(see the Profiles tab).");
    return {};
}

QString OperatorsView::summary() const {
    const QString why = reason();
    if (!why.isEmpty()) return why;
    return verdict(*report()->profiles, *pass()) + QLatin1Char(' ') + use(*pass());
}

Sheet OperatorsView::sheet() const {
    Sheet sheet{{items::Words::tr("Pass"), items::Words::tr("Operator"), items::Words::tr("Times per layer"),
                 items::Words::tr("Profiled (µs each)"), items::Words::tr("Analytic (µs each)"),
                 items::Words::tr("Analytic is off by (%)"), items::Words::tr("Origin"),
                 items::Words::tr("Error of the profile (%)")},
                {}};
    for (const ProfiledPass& one : report()->profiles->passes)
        for (const ProfiledOperator& op : one.operators) {
            const bool both = op.analytic && op.profiled.base > 0;
            sheet.rows.push_back(
                {QString(),
                 {items::tableText(one.label), items::tableText(op.label), op.count, 1e6 * op.profiled.base,
                  op.analytic ? QVariant(1e6 * op.analytic->base) : QVariant(QString()),
                  both ? QVariant(100 * (*op.analytic / op.profiled - 1)) : QVariant(QString()),
                  items::tableText(originText(op.origin)),
                  op.error ? QVariant(100 * *op.error) : QVariant(QString())}});
        }
    return sheet;
}

Hits OperatorsView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const ProfiledPass& shown = *pass();
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, gap = 10 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    const QFont bold = look.scaledFont(1, true);
    const auto paragraph = [&](const QString& text, const QFont& font, const QColor& ink) {
        const double height = QFontMetricsF(font)
                                  .boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, text)
                                  .height();
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QRectF(area.left(), area.top(), area.width(), height + 2), Qt::TextWordWrap, text);
        area.setTop(area.top() + height + 3 * look.unit);
    };
    paragraph(verdict(*report()->profiles, shown), bold, look.theme.text);
    paragraph(use(shown), look.font, look.theme.muted);
    area.setTop(area.top() + 5 * look.unit);

    const QColor measured = timeStyle("gemm").colour;
    double most = 0, names = 0, numbers = 0;
    const TimeUnit unit = [&] {
        for (const ProfiledOperator& one : shown.operators)
            most = std::max({most, profiled(one), analytic(one)});
        return timeUnit(most);
    }();
    const bool origins = area.width() >= 620 * look.unit;
    const auto words = [&](const ProfiledOperator& one) {
        return QStringLiteral("%1 | %2  %3")
            .arg(unit.aligned(profiled(one), most),
                 one.analytic ? unit.aligned(analytic(one), most) : QStringLiteral("–"),
                 difference(analytic(one), profiled(one)));
    };
    double notes = 0;
    for (const ProfiledOperator& one : shown.operators) {
        names = std::max(names, metrics.horizontalAdvance(name(one)));
        numbers = std::max(numbers, metrics.horizontalAdvance(words(one)));
        notes = std::max(notes, metrics.horizontalAdvance(source(one)));
    }
    const QString header = items::Words::tr("profiled | analytic (%1)").arg(QString::fromUtf8(unit.text));
    numbers = std::max(numbers, metrics.horizontalAdvance(header));
    const double right = numbers + (origins ? gap + notes : 0);
    const double barLeft = area.left() + names + gap;
    const double barWidth = std::max(40 * look.unit, area.right() - right - gap - barLeft);
    const double columns = barLeft + barWidth + gap;

    // What is what.
    const auto key = [&](double left, const QString& text, bool model) {
        const QRectF box(left, area.top() + 3 * look.unit, 18 * look.unit, metrics.capHeight());
        painter.setPen(QPen(measured, 1.2 * look.unit));
        painter.setBrush(model ? QBrush(Qt::NoBrush) : QBrush(measured));
        painter.drawRect(box);
        painter.setBrush(Qt::NoBrush);
        return writeText(painter, {box.right() + 5 * look.unit, box.bottom()}, text, look.font,
                         look.theme.text);
    };
    const double after = key(area.left(), items::Words::tr("profiled"), false);
    key(after + 14 * look.unit, items::Words::tr("analytic model"), true);
    writeText(painter, {columns, area.top() + 3 * look.unit + metrics.capHeight()}, header, look.font,
              look.theme.muted);
    area.setTop(area.top() + 1.5 * metrics.height());

    const double row = std::min(area.height() / double(shown.operators.size()), 2.4 * metrics.height());
    Hits hits;
    for (std::size_t i = 0; i < shown.operators.size(); ++i) {
        const ProfiledOperator& one = shown.operators[i];
        const QRectF line(area.left(), area.top() + double(i) * row, area.width(), row);
        const double baseline = line.center().y() + metrics.capHeight() / 2;
        writeText(painter, {area.left(), baseline}, name(one), look.font, look.theme.text);
        const double thick = std::max(2.0, 0.32 * row);
        painter.fillRect(QRectF(barLeft, line.center().y() - thick, barWidth * profiled(one) / most, thick),
                         measured);
        painter.setPen(QPen(measured, 1.2 * look.unit));
        if (one.analytic)
            painter.drawRect(QRectF(barLeft, line.center().y() + look.unit, barWidth * analytic(one) / most,
                                    thick - look.unit));
        writeText(painter, {columns, baseline}, words(one), look.font, look.theme.text);
        if (origins)
            writeText(painter, {columns + numbers + gap, baseline}, source(one), look.font, look.theme.muted);
        const QString text = items::Words::tr("%1: profiled %2 (%3), analytic %4")
                                 .arg(name(one), unit.withUnit(profiled(one)), source(one),
                                      one.analytic ? unit.withUnit(analytic(one)) : items::Words::tr("none"));
        hits.push_back({line, QString(), text, text});
    }
    return hits;
}

} // namespace moe::ui
