// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/operator_picture_text.h"

#include "models/items/format.h"
#include "models/items/operator_words.h"
#include "models/items/words.h"

#include <cmath>

namespace moe::items {
namespace {

const QString kJoint = QStringLiteral(" · ");

QString percent(double share) {
    const double value = 100 * share;
    return number(value, 'f', value < 10 ? 1 : 0);
}

QString ratioText(double ratio) {
    return number(ratio, 'f', ratio < 10 ? 2 : 1) + QStringLiteral("\u202f×");
}

const OperatorAxis* seriesOf(const OperatorPicture& picture) {
    return picture.series == picture.x ? nullptr : &picture.axes[picture.series];
}

/// What is drawn nearest to the middle of the first line.
const OperatorSample* middle(const OperatorPicture& picture) {
    if (picture.lines.empty()) return nullptr;
    const std::vector<OperatorSample>& samples = picture.lines.front().samples;
    return samples.empty() ? nullptr : &samples[samples.size() / 2];
}

} // namespace

QString microText(double us) {
    return humanValue(us * 1e-6, QStringLiteral("s"));
}

QString operatorHeading(const OperatorPicture& picture, const Catalog& catalog) {
    QStringList parts{operatorLabel(picture.op), operatorGpuLabel(picture.gpu, catalog)};
    parts << QString::fromStdString(picture.dtype);
    if (!picture.load.empty()) parts << loadLabel(picture.load);
    if (!picture.version.empty()) parts << kernelLabel(picture.backend, picture.version);
    return parts.join(kJoint);
}

QString operatorHeld(const OperatorPicture& picture) {
    QStringList parts;
    for (std::size_t i = 0; i < picture.axes.size(); ++i) {
        if (i == picture.x || i == picture.series) continue;
        const std::string_view option = picture.axes[i].column->option;
        parts << shapeLabel(option).name + QChar(0x00a0) + shapeValue(option, picture.axes[i].value);
    }
    return parts.join(kJoint);
}

QString operatorCaption(const OperatorPicture& picture, const Catalog& catalog) {
    QStringList parts;
    if (!picture.own && !picture.source.empty())
        parts << Words::tr("No table of this GPU: surface of %1, moved to its data sheet")
                     .arg(operatorGpuLabel(picture.source, catalog));
    if (picture.errors.rows > 0)
        parts << (picture.exact ? Words::tr("Rows of known layers left out of the fit: off by %1 % (median), "
                                            "%2 % (nine in ten), %L3 rows")
                                : Words::tr("Rows left out of the fit: off by %1 % (median), %2 % (nine in "
                                            "ten), %L3 rows"))
                     .arg(percent(picture.errors.median), percent(picture.errors.ninety))
                     .arg(qulonglong(picture.errors.rows));
    parts << Words::tr("analytic model off by %1 % (median)").arg(percent(picture.analyticError));
    return parts.join(kJoint);
}

QString operatorPictureSummary(const OperatorPicture& picture, const Catalog& catalog) {
    QString text = operatorHeading(picture, catalog);
    if (const OperatorSample* sample = middle(picture))
        text += QStringLiteral(": ") + operatorPlaceText(picture, sample->x) + QStringLiteral(", ") +
                (seriesOf(picture) ? operatorLineText(picture, picture.lines.front()) + QStringLiteral(", ")
                                   : QString()) +
                operatorSampleText(*sample);
    return text + QStringLiteral(". ") + operatorCaption(picture, catalog) + QLatin1Char('.');
}

QString operatorLineText(const OperatorPicture& picture, const OperatorLine& line) {
    const OperatorAxis* axis = seriesOf(picture);
    if (!axis) return {};
    const std::string_view option = axis->column->option;
    return shapeLabel(option).name + QChar(0x00a0) + shapeValue(option, line.value);
}

QString operatorPlaceText(const OperatorPicture& picture, double x) {
    const std::string_view option = picture.axes[picture.x].column->option;
    return shapeLabel(option).name + QChar(0x00a0) + shapeValue(option, x);
}

QString operatorSampleText(const OperatorSample& sample) {
    const OperatorAnswer& answer = sample.answer;
    return Words::tr("%1 (%2 … %3), %4; analytic %5, %6")
        .arg(microText(answer.us), microText(answer.low), microText(answer.high), originLabel(answer.origin),
             microText(sample.analyticUs), ratioText(sample.analyticUs / answer.us));
}

QString operatorMarkText(const OperatorMark& mark) {
    return mark.kind == OperatorMark::Kind::Row ? Words::tr("measured %1").arg(microText(mark.us))
                                                : QString();
}

QString layerText(const OperatorLayer& layer) {
    if (!layer.name.empty()) return tableText(layer.name);
    return Words::tr("%1 × %2, %3 of %4")
        .arg(shapeValue("hidden", layer.key[0]), shapeValue("expert-ffn", layer.key[1]),
             shapeValue("top-k", layer.key[2]), shapeValue("experts", layer.key[3]));
}

OperatorSheet operatorSheet(const OperatorPicture& picture) {
    OperatorSheet sheet;
    const auto title = [](const OperatorAxis& axis) {
        const ShapeLabel label = shapeLabel(axis.column->option);
        return label.unit.isEmpty() ? label.name : label.name + QStringLiteral(" (%1)").arg(label.unit);
    };
    const OperatorAxis* series = seriesOf(picture);
    if (series) sheet.header << title(*series);
    sheet.header << title(picture.axes[picture.x]) << Words::tr("Time (µs)") << Words::tr("Low (µs)")
                 << Words::tr("High (µs)") << Words::tr("Origin") << Words::tr("Analytic model (µs)")
                 << Words::tr("Analytic / time") << Words::tr("Measured (µs)");
    for (const OperatorLine& line : picture.lines) {
        auto mark = line.marks.begin();
        const auto add = [&](double x, QVector<QVariant> rest) {
            if (series) rest.prepend(line.value);
            rest.insert(series ? 1 : 0, x);
            sheet.rows.push_back(std::move(rest));
        };
        const auto addMarks = [&](double until) {
            for (; mark != line.marks.end() && mark->x < until; ++mark)
                if (mark->kind == OperatorMark::Kind::Row)
                    add(mark->x, {mark->fittedUs, QVariant(), QVariant(), QVariant(), QVariant(), QVariant(),
                                  mark->us});
        };
        for (const OperatorSample& sample : line.samples) {
            addMarks(sample.x);
            const OperatorAnswer& answer = sample.answer;
            QVariant measured;
            if (mark != line.marks.end() && mark->x == sample.x && mark->kind == OperatorMark::Kind::Row)
                measured = (mark++)->us;
            add(sample.x, {answer.us, answer.low, answer.high, originLabel(answer.origin), sample.analyticUs,
                           sample.analyticUs / answer.us, measured});
        }
        addMarks(HUGE_VAL);
    }
    return sheet;
}

} // namespace moe::items
