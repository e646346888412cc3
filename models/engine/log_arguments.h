#pragma once
// Looking things up in a log: an argument under its name, else a shell export under the names scripts use.

#include "data/megatron_log.h"
#include "models/engine/scenario.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace moe {

/// A number that counts something; absent when it is negative or beyond anything a log can mean.
std::optional<Count> countOf(std::optional<double> value);

class LogArguments {
public:
    explicit LogArguments(const MegatronLog& log) : m_log(log) {}

    /// Absent when the log does not say, or says None.
    std::optional<std::string> text(std::string_view argument,
                                    std::initializer_list<std::string_view> exports = {}) const;
    std::optional<double> number(std::string_view argument,
                                 std::initializer_list<std::string_view> exports = {}) const;
    std::optional<Count> count(std::string_view argument,
                               std::initializer_list<std::string_view> exports = {}) const;
    /// Given as a bare flag or True.
    bool flag(std::string_view argument) const;
    /// The log holds an argument list or a dump at all, so that an absent flag means "off".
    bool lists(std::string_view argument) const { return m_log.arguments.count(std::string(argument)) > 0; }

private:
    const MegatronLog& m_log;
};

} // namespace moe
