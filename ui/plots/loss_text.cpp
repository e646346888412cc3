#include "ui/plots/loss_text.h"

namespace moe::ui {

QString lossReadOut(const LossReport& loss, LossMode mode, const MeasuredCells& cells, QPointF value) {
    const auto place = [](double lr, double batchTokens) {
        return QStringLiteral("lr %1 · batch %2 tokens · ").arg(rateText(lr), tokensText(batchTokens));
    };
    if (mode == LossMode::Measured) {
        const MeasuredPoint* run = cells.at(value.x(), value.y());
        if (!run) return place(value.x(), value.y()) + QStringLiteral("not measured");
        const QString text =
            place(run->lr, run->batchTokens) + QStringLiteral("measured loss %1 (%2)")
                                                   .arg(run->loss, 0, 'f', 3)
                                                   .arg(signedText(run->loss - cells.best->loss, 3));
        return run->diverged ? text + QStringLiteral(" · diverged") : text;
    }
    QString text = place(value.x(), value.y());
    const auto at = lossAt(*loss.map, value.x(), value.y());
    text += at ? QStringLiteral("loss %1 (%2)").arg(*at, 0, 'f', 3).arg(signedText(*at - loss.map->best, 3))
               : QStringLiteral("off the map");
    return loss.origin == Origin::Extrapolated ? text + QStringLiteral(" · extrapolation") : text;
}

QString lossCsv(const LossReport& loss, LossMode mode) {
    const auto number = [](double value) { return QString::number(value, 'g', 8); };
    if (mode == LossMode::Measured) {
        QString text = QStringLiteral("lr,batch_tokens,measured_loss_nats_per_token,diverged\n");
        for (const MeasuredPoint& run : loss.measured)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(number(run.lr), number(run.batchTokens), number(run.loss))
                        .arg(run.diverged ? 1 : 0);
        return text;
    }
    QString text = QStringLiteral("lr,batch_tokens,predicted_loss_nats_per_token\n");
    const LossMap& map = *loss.map;
    for (std::size_t j = 0; j < map.batchTokens.size(); ++j)
        for (std::size_t i = 0; i < map.lr.size(); ++i)
            text += QStringLiteral("%1,%2,%3\n")
                        .arg(number(map.lr[i]), number(map.batchTokens[j]),
                             number(map.loss[j * map.lr.size() + i]));
    return text;
}

QString lossSummary(const Report& report) {
    const LossReport& loss = *report.loss;
    QString text = QStringLiteral("Predicted loss %1 nats per token").arg(loss.value, 0, 'f', 3);
    if (report.scenario.train)
        text += QStringLiteral(" at lr %1 and batch %2 tokens")
                    .arg(rateText(report.scenario.train->lr),
                         tokensText(double(report.scenario.train->globalBatch) *
                                    double(report.scenario.model.sequence)));
    text += QStringLiteral(", %1 above the best %2 at lr %3 and batch %4 tokens.")
                .arg(loss.value - loss.optimalLoss, 0, 'f', 3)
                .arg(loss.optimalLoss, 0, 'f', 3)
                .arg(rateText(loss.optimalLr), tokensText(loss.optimalBatchTokens));
    if (loss.origin == Origin::Extrapolated)
        text += QStringLiteral(" An extrapolation beyond the measured runs.");
    return text;
}

} // namespace moe::ui
