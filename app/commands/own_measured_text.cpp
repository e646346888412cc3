// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/own_measured_text.h"

#include "models/items/aligned.h"

#include <QJsonObject>

namespace moe::app {
namespace {

QString plain(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}
QString percent(std::optional<double> share) {
    return share ? QString::number(100 * *share, 'f', 1) + QStringLiteral(" %") : QString::fromUtf8("–");
}
QString signedPercent(std::optional<double> share) {
    return (share && *share > 0 ? QStringLiteral("+") : QString()) + percent(share);
}
QJsonValue orNull(std::optional<double> value) {
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}

QString phaseText(const OwnPassErrors& errors) {
    return errors.decode ? QStringLiteral("decode") : QStringLiteral("prefill");
}

QString headText(const OwnMeasured& one) {
    QStringList parts{QStringLiteral("Measured on ") + plain(one.gpu)};
    for (const std::string* part : {&one.head.date, &one.head.software, &one.head.clocks, &one.head.script})
        if (!part->empty()) parts << plain(*part);
    return parts.join(QString::fromUtf8(" · ")) + QStringLiteral(" (") + plain(one.source) +
           QStringLiteral(")\n");
}

} // namespace

QString ownMeasuredText(const std::vector<OwnMeasured>& all) {
    QString text;
    for (const OwnMeasured& one : all) {
        text += headText(one);
        std::vector<QStringList> rows;
        if (!one.operators.empty())
            rows.push_back({QStringLiteral("operator"), QStringLiteral("type"), QStringLiteral("points"),
                            QStringLiteral("median error"), QStringLiteral("nine of ten within"),
                            QStringLiteral("predicted over measured"), QStringLiteral("predictions")});
        for (const OwnErrors& errors : one.operators)
            rows.push_back({plain(operatorRow(errors.op).name), plain(errors.dtype),
                            QString::number(errors.points), percent(errors.median), percent(errors.ninety),
                            signedPercent(errors.bias), plain(operatorOriginText(errors.origin))});
        if (!one.kernels.empty())
            rows.push_back({QStringLiteral("kernel"), QStringLiteral("rows"), QStringLiteral("of peak"),
                            QStringLiteral("of bandwidth"), QStringLiteral("constant"),
                            QStringLiteral("median error"), QStringLiteral("predicted over measured")});
        for (const OwnKernelShare& share : one.kernels)
            rows.push_back({plain(share.kernel), QString::number(share.rows), percent(share.compute),
                            percent(share.bytes), percent(share.constant), percent(share.median),
                            signedPercent(share.bias)});
        if (!one.passes.empty())
            rows.push_back({QStringLiteral("model"), QStringLiteral("pass"), QStringLiteral("points"),
                            QStringLiteral("median error"), QStringLiteral("nine of ten within"),
                            QStringLiteral("predicted over measured")});
        for (const OwnPassErrors& errors : one.passes)
            rows.push_back({plain(errors.model), phaseText(errors), QString::number(errors.points),
                            percent(errors.median), percent(errors.ninety), signedPercent(errors.bias)});
        text += items::alignedRows(rows, QStringLiteral("  ")) + QLatin1Char('\n');
    }
    return text;
}

QJsonArray ownMeasuredJson(const std::vector<OwnMeasured>& all) {
    QJsonArray array;
    for (const OwnMeasured& one : all) {
        QJsonArray operators, kernels, passes;
        for (const OwnErrors& errors : one.operators)
            operators.append(QJsonObject{{"operator", plain(operatorRow(errors.op).name)},
                                         {"type", plain(errors.dtype)},
                                         {"points", int(errors.points)},
                                         {"median", errors.median},
                                         {"p90", errors.ninety},
                                         {"bias", errors.bias},
                                         {"origin", plain(operatorOriginText(errors.origin))}});
        for (const OwnKernelShare& share : one.kernels)
            kernels.append(QJsonObject{{"kernel", plain(share.kernel)},
                                       {"rows", int(share.rows)},
                                       {"us", share.us},
                                       {"share_of_peak", orNull(share.compute)},
                                       {"share_of_bandwidth", orNull(share.bytes)},
                                       {"constant", orNull(share.constant)},
                                       {"median", orNull(share.median)},
                                       {"bias", orNull(share.bias)}});
        for (const OwnPassErrors& errors : one.passes)
            passes.append(QJsonObject{{"model", plain(errors.model)},
                                      {"pass", phaseText(errors)},
                                      {"points", int(errors.points)},
                                      {"median", errors.median},
                                      {"p90", errors.ninety},
                                      {"bias", errors.bias}});
        array.append(QJsonObject{{"source", plain(one.source)},
                                 {"gpu", plain(one.gpu)},
                                 {"date", plain(one.head.date)},
                                 {"software", plain(one.head.software)},
                                 {"clocks", plain(one.head.clocks)},
                                 {"script", plain(one.head.script)},
                                 {"operators", operators},
                                 {"kernels", kernels},
                                 {"passes", passes}});
    }
    return array;
}

} // namespace moe::app
