#include "models/engine/log_arguments.h"

#include "data/number.h"

#include <cmath>

namespace moe {

std::optional<std::string> LogArguments::text(std::string_view argument,
                                              std::initializer_list<std::string_view> exports) const {
    const auto said = [](const std::string& value) {
        return value != "None" && value != "none" && !value.empty();
    };
    const auto found = m_log.arguments.find(std::string(argument));
    if (found != m_log.arguments.end() && said(found->second)) return found->second;
    for (std::string_view name : exports) {
        const auto exported = m_log.exports.find(std::string(name));
        if (exported != m_log.exports.end() && said(exported->second)) return exported->second;
    }
    return std::nullopt;
}

std::optional<double> LogArguments::number(std::string_view argument,
                                           std::initializer_list<std::string_view> exports) const {
    const std::optional<std::string> value = text(argument, exports);
    return value ? parseNumber(*value) : std::nullopt;
}

std::optional<Count> countOf(std::optional<double> value) {
    if (!value || !(*value >= 0) || *value > 1e15) return std::nullopt;
    return static_cast<Count>(std::llround(*value));
}

std::optional<Count> LogArguments::count(std::string_view argument,
                                         std::initializer_list<std::string_view> exports) const {
    return countOf(number(argument, exports));
}

bool LogArguments::flag(std::string_view argument) const {
    const std::optional<std::string> value = text(argument);
    return value && (*value == "True" || *value == "true");
}

} // namespace moe
