#include "models/items/warning_text.h"

#include <string>

namespace moe::items {
namespace {

/// The first warning of a section: ids start with it ("loss-extrapolated").
QString warningOf(const Report& report, std::string_view section) {
    for (const Warning& warning : report.warnings) {
        if (std::string_view(warning.id).substr(0, section.size()) == section)
            return QString::fromStdString(warning.text);
    }
    return {};
}

QString wholeRunReason(const Report& report, std::string_view key) {
    if (report.scenario.train && report.scenario.train->tokens <= 0)
        return QStringLiteral("Set train.tokens for the whole run.");
    if (key == "train.usd" && report.scenario.price.gpuHourUsd <= 0)
        return QStringLiteral("Set price.gpu_hour_usd for a cost.");
    return {};
}

} // namespace

QString missingReason(const Report& report, std::string_view key) {
    const std::string_view section = key.substr(0, key.find('.'));
    const bool ofTraining = section == "train" || section == "memory" || section == "loss";
    if (ofTraining && !report.scenario.train) return QStringLiteral("Needs a training section.");
    if (section == "serve" && !report.scenario.serve) return QStringLiteral("Needs a serving section.");
    if ((section == "network" || section == "placement") && !report.scenario.moe)
        return QStringLiteral("A dense model has no experts.");
    QString reason;
    if (report.train && section == "train") reason = wholeRunReason(report, key);
    if (reason.isEmpty()) reason = warningOf(report, section);
    if (!reason.isEmpty()) return reason;
    if (key == "loss.low" || key == "loss.high") return QStringLiteral("No interval yet.");
    if (section == "loss") return QStringLiteral("No loss fit is loaded.");
    return QStringLiteral("The model cannot say.");
}

} // namespace moe::items
