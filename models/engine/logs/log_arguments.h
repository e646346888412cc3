// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Looking things up in a log: an argument under its name, else a shell export under the names scripts use.

#include "data/megatron_log.h"
#include "models/engine/scenario/scenario.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// A number that counts something; absent when it is negative or beyond anything a log can mean.
std::optional<Count> countOf(std::optional<double> value);

/// The arguments that number() knows.
std::vector<std::string_view> logNumberArguments();

/// Gives a number only where it lies in the range of its argument, mostly that of the knob it becomes. What
/// does not is a problem, once, and counts as not said, so that nothing reckons with it.
class LogArguments {
public:
    LogArguments(const MegatronLog& log, Problems& problems) : m_log(log), m_problems(problems) {}

    /// Absent when the log does not say, or says None.
    std::optional<std::string> text(std::string_view argument,
                                    std::initializer_list<std::string_view> exports = {}) const;
    /// Of an argument of the table in log_arguments.cpp, which also names its exports. What the run printed
    /// about itself comes first.
    std::optional<double> number(std::string_view argument);
    std::optional<Count> count(std::string_view argument);
    /// As number(), of a value that the log holds elsewhere, in `line`.
    std::optional<double> checked(std::string_view argument, double value, int line);
    /// The argument itself, with its place; none when the log does not say, or says None.
    const MegatronArgument* said(std::string_view argument) const;
    /// Somebody looked for it, so it is no argument that nothing reads.
    bool wasAsked(std::string_view argument) const { return m_asked.find(argument) != m_asked.end(); }
    /// Said, but out of its range.
    bool isWrong(std::string_view argument) const { return m_wrong.find(argument) != m_wrong.end(); }
    /// Given as a bare flag or True.
    bool flag(std::string_view argument) const;
    /// The log holds an argument list or a dump at all, so that an absent flag means "off".
    bool lists(std::string_view argument) const { return m_log.arguments.contains(std::string(argument)); }
    void complain(std::string_view name, const MegatronArgument& said, Message rule);

private:
    const MegatronLog& m_log;
    Problems& m_problems;
    std::set<std::string, std::less<>> m_wrong;         ///< arguments complained about
    mutable std::set<std::string, std::less<>> m_asked; ///< arguments that were looked up
};

} // namespace moe
