// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv.h"
#include "data/number.h"
#include "models/items/format.h"
#include "models/items/loss_json.h"

#include <QStringList>

#include <algorithm>

namespace moe::items {
namespace {

const QString kNone = QString::fromUtf8("–");

QString text(const std::string& value) {
    return QString::fromStdString(value);
}
QString rate(double value) {
    return QString::number(value, 'e', 3);
}
QString tokens(double value) {
    return text(compact(value, 4));
}
QString loss(double value) {
    return QString::number(value, 'f', 4);
}
QString percent(const std::optional<double>& share, int decimals) {
    return share ? QString::number(100 * *share, 'f', decimals) : kNone;
}
template <class Write> QString orNone(const std::optional<double>& value, Write write) {
    return value ? write(*value) : kNone;
}
QString span(const QString& low, const QString& high) {
    return low + QString::fromUtf8(" – ") + high;
}

/// Columns as wide as their widest cell; those from `rightFrom` to before `rightTo` end at the right.
QString aligned(const std::vector<QStringList>& rows, qsizetype rightFrom = 0, qsizetype rightTo = 0) {
    std::vector<qsizetype> widths;
    for (const QStringList& row : rows) {
        widths.resize(std::max(widths.size(), static_cast<std::size_t>(row.size())), 0);
        for (qsizetype i = 0; i < row.size(); ++i) {
            qsizetype& width = widths[static_cast<std::size_t>(i)];
            width = std::max(width, row[i].size());
        }
    }
    QString all;
    for (const QStringList& row : rows) {
        QString line = QStringLiteral("  ");
        for (qsizetype i = 0; i < row.size(); ++i) {
            const qsizetype width = widths[static_cast<std::size_t>(i)];
            line +=
                (i >= rightFrom && i < rightTo ? row[i].rightJustified(width) : row[i].leftJustified(width)) +
                QStringLiteral("  ");
        }
        while (line.endsWith(QLatin1Char(' '))) line.chop(1);
        all += line + QLatin1Char('\n');
    }
    return all;
}

QString title(const LossQuestion& question) {
    QString line = QString::fromUtf8(question.moe ? "Loss of an MoE model · " : "Loss of a dense model · ") +
                   tokens(question.params) + QStringLiteral(" parameters");
    if (question.moe)
        line += QStringLiteral(" (") + tokens(question.activeParams) + QStringLiteral(" active)");
    return line + QString::fromUtf8(" · ") + tokens(question.tokens) + QStringLiteral(" tokens\n\n");
}

std::vector<QStringList> resultRows(const LossAnswer& answer) {
    const LossReport& report = answer.report;
    const LossQuestion& question = answer.question;
    const QString origin = originText(report.origin), surface = QStringLiteral("slope of the fitted surface");
    const QString optimum = report.optimumInside
                                ? QStringLiteral("least predicted loss among the fitted runs")
                                : QStringLiteral("closed form of the fitted surface");
    const QString law = QStringLiteral("mean of the bootstrap fits, arXiv 2503.04715");
    std::vector<QStringList> rows;
    const auto add = [&](const QString& label, const QString& value, const QString& from) {
        rows.push_back({label, value, from});
    };
    add(question.lr ? QStringLiteral("loss at lr %1, %2 tokens per batch")
                          .arg(rate(*question.lr), tokens(*question.batchTokens))
                    : QStringLiteral("loss at the optimum"),
        loss(report.value), origin);
    if (report.low && report.high)
        add(QStringLiteral("90 % of runs"), span(loss(*report.low), loss(*report.high)),
            QStringLiteral("model sd %1 % and noise of a run").arg(percent(report.sd, 2)));
    if (question.lr) {
        add(QStringLiteral("above the best"), percent(answer.excess(), 2) + QStringLiteral(" %"), origin);
        add(QStringLiteral("best loss"), loss(report.optimalLoss), optimum);
    }
    add(QStringLiteral("best learning rate"), rate(report.optimalLr), optimum);
    add(QStringLiteral("best batch"), tokens(report.optimalBatchTokens) + QStringLiteral(" tokens"), optimum);
    for (const NearOptimal& region : report.nearOptimal) {
        const QString share = QString::number(100 * region.share) + QStringLiteral(" %");
        add(QStringLiteral("within %1 of it: lr").arg(share), span(rate(region.lrLow), rate(region.lrHigh)),
            QStringLiteral("the model's region"));
        add(QStringLiteral("within %1 of it: batch").arg(share),
            span(tokens(region.batchLow), tokens(region.batchHigh)), QStringLiteral("the model's region"));
    }
    add(QStringLiteral("Step Law"),
        rate(report.lawLr.value_or(0)) + QStringLiteral(", ") + tokens(report.lawBatchTokens.value_or(0)),
        law);
    if (answer.lawRegion) {
        const StepLawInterval& box = answer.lawRegion->box;
        add(QStringLiteral("Step Law, 95 %: lr"), span(rate(box.lr.min), rate(box.lr.max)), law);
        add(QStringLiteral("Step Law, 95 %: batch"),
            span(tokens(box.batchTokens.min), tokens(box.batchTokens.max)), law);
    }
    add(QString::fromUtf8("−∂L/∂ln N, −∂L/∂ln D"),
        QString::number(report.slopeParams, 'f', 4) + QStringLiteral(", ") +
            QString::number(report.slopeTokens, 'f', 4),
        surface);
    add(QStringLiteral("bound by"), report.dataBound ? QStringLiteral("data") : QStringLiteral("parameters"),
        surface);
    QString best = tokens(report.optimalTokens);
    if (report.optimalTokensLow && report.optimalTokensHigh)
        best += QStringLiteral(" (") +
                span(tokens(*report.optimalTokensLow), tokens(*report.optimalTokensHigh)) +
                QStringLiteral(")");
    add(QStringLiteral("compute-optimal tokens"), best, QStringLiteral("equal slopes; 90 % of refits"));
    return rows;
}

std::vector<QStringList> lawRows(const LossAnswer& answer) {
    std::vector<QStringList> rows{{QStringLiteral("law"), QStringLiteral("lr"), QStringLiteral("batch"),
                                   QStringLiteral("loss"), QStringLiteral("source"),
                                   QStringLiteral("remark")}};
    for (const LossLawAnswer& line : answer.laws) {
        const LawAnswer& law = line.answer;
        QStringList remarks;
        if (!law.inDomain) remarks << QStringLiteral("outside: ") + text(toString(law.outside));
        if (!law.missing.empty()) remarks << text(toString(law.missing));
        if (law.criticalBatchTokens)
            remarks << QStringLiteral("critical batch ") + tokens(*law.criticalBatchTokens);
        QString value = orNone(law.loss, loss);
        if (line.offset && law.loss) {
            value = loss(line.offset->apply(*law.loss));
            remarks << text(line.offset->text);
        } else if (law.loss) {
            remarks << (law.law->bitsPerCharacter ? QStringLiteral("bits per character, as published")
                                                  : QStringLiteral("as published"));
        }
        rows.push_back({QString::fromUtf8(law.law->label), orNone(law.lr, rate),
                        orNone(law.batchTokens, tokens), value, QString::fromUtf8(law.law->citation),
                        remarks.join(QStringLiteral("; "))});
    }
    return rows;
}

QString csvCell(const std::string& value) {
    return text(moe::csvCell(value));
}
QString csvCell(const std::optional<double>& value) {
    return value ? text(numberText(*value)) : QString();
}

} // namespace

QString lossText(const LossAnswer& answer) {
    QString all = title(answer.question) + aligned(resultRows(answer));
    all += QStringLiteral("  from a ") + text(toString(answer.report.fitOrigin)) + QStringLiteral("\n\n");
    all += aligned(lawRows(answer), 1, 4);
    if (!answer.warnings.empty()) all += QLatin1Char('\n');
    for (const Warning& warning : answer.warnings)
        all += QStringLiteral("  ") + text(toString(warning.text)) + QLatin1Char('\n');
    return all;
}

QString studyCsv(const std::vector<StudyRow>& rows) {
    QString all =
        QStringLiteral("split,key,label,note,rmse_2,rmse_5,median,coverage_90,regret_mean,regret_max,"
                       "regret_max_group,regret_nearest_run,runs,groups,diverged\n");
    for (const StudyRow& row : rows) {
        const QStringList cells{csvCell(std::string(studySplitText(row.split))),
                                csvCell(row.key),
                                csvCell(row.label),
                                csvCell(row.note),
                                csvCell(row.rmse2),
                                csvCell(row.rmse5),
                                csvCell(row.median),
                                csvCell(row.coverage),
                                csvCell(row.regretMean),
                                csvCell(row.regretMax),
                                csvCell(row.worstGroup),
                                csvCell(row.measuredRegretMean),
                                QString::number(row.runs),
                                QString::number(row.groups),
                                QString::number(row.diverged)};
        all += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return all;
}

QString studyText(const std::vector<StudyRow>& rows) {
    const QStringList header{QStringLiteral("predictor"),   QStringLiteral("rmse r<2 %"),
                             QStringLiteral("r<5 %"),       QStringLiteral("median"),
                             QStringLiteral("in 90 %"),     QStringLiteral("regret"),
                             QStringLiteral("(max)"),       QStringLiteral("at nearest run"),
                             QStringLiteral("worst group"), QString()};
    QString all = QStringLiteral(
        "All in percent, on runs and groups held out of the fit; regret on each group's smoothed surface.\n");
    for (std::size_t i = 0; i < rows.size();) {
        const StudySplit split = rows[i].split;
        std::vector<QStringList> block{header};
        const StudyRow& first = rows[i];
        all += QStringLiteral("\n%1: %2 groups, %3 runs scored, %4 diverged runs not scored\n")
                   .arg(QString::fromUtf8(studySplitText(split)))
                   .arg(first.groups)
                   .arg(first.runs)
                   .arg(first.diverged);
        for (; i < rows.size() && rows[i].split == split; ++i) {
            const StudyRow& row = rows[i];
            block.push_back({text(row.label), percent(row.rmse2, 3), percent(row.rmse5, 3),
                             percent(row.median, 3), percent(row.coverage, 1), percent(row.regretMean, 3),
                             percent(row.regretMax, 3), percent(row.measuredRegretMean, 3),
                             text(row.worstGroup), text(row.note)});
        }
        all += aligned(block, 1, 8);
    }
    return all;
}

} // namespace moe::items
