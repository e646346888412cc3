// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The table of commands and what they share. Exit codes: 0 done, 1 bad input, 2 usage.

#include "data/problem.h"

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace moe::app {

inline constexpr int kDone = 0, kBadInput = 1, kUsage = 2;

struct Command {
    const char* name;
    const char* usage;   ///< arguments after the name
    const char* summary; ///< one line
    /// Needs QApplication (offscreen), not only QCoreApplication.
    bool (*draws)(const QStringList& arguments);
    int (*run)(const QStringList& arguments);
};
const std::vector<Command>& commands();
const Command* findCommand(const QString& name);
/// What `moe-explorer --help` prints.
QString overview();

int runAnswer(const QStringList& arguments);
int runReport(const QStringList& arguments);
int runRender(const QStringList& arguments);
int runSearchCommand(const QStringList& arguments);
int runLesson(const QStringList& arguments);
int runFit(const QStringList& arguments);
int runSimulate(const QStringList& arguments);
int runTrace(const QStringList& arguments);
int runBoard(const QStringList& arguments);
int runBundle(const QStringList& arguments);
int runPlanCommand(const QStringList& arguments);
int runSweep(const QStringList& arguments);
int runLoss(const QStringList& arguments);
int runProfile(const QStringList& arguments);
int runPlacement(const QStringList& arguments);
int runCache(const QStringList& arguments);
int runDay(const QStringList& arguments);
int runImport(const QStringList& arguments);
int runCompare(const QStringList& arguments);
int runValidate(const QStringList& arguments);
int runPresets(const QStringList& arguments);
int runFields(const QStringList& arguments);
int runDocs(const QStringList& arguments);
int runMetrics(const QStringList& arguments);
/// --version [--json]
int runVersion(const QStringList& arguments);

/// Also where one is a link to the other, or to a file that is not there yet.
bool sameFile(const QString& a, const QString& b);

/// A parser that prints help and usage errors itself: parse() gives the exit code to stop with, or -1 to go
/// on.
class CommandLine {
public:
    explicit CommandLine(const char* name);
    void option(const QStringList& names, const QString& help, const QString& value = {},
                const QString& preset = {});
    int parse(const QStringList& arguments, int minPositional, int maxPositional);
    bool has(const QString& name) const { return m_parser.isSet(name); }
    QString value(const QString& name) const { return m_parser.value(name); }
    QStringList values(const QString& name) const { return m_parser.values(name); }
    /// -j, for commands that work on several cores; 0: one thread per core, which cannot be typed.
    void jobsOption();
    /// Its value, or nothing after a usage error was printed.
    std::optional<unsigned> jobs() const;
    QStringList positional() const { return m_parser.positionalArguments(); }
    /// Prints "moe-explorer NAME: text" and the usage line to stderr; gives kUsage.
    int usageError(const QString& text) const;

private:
    /// What is written in the place of what is read; empty: nothing.
    QString overwritten() const;

    const Command& m_command;
    QStringList m_options; ///< the last name of each
    QCommandLineParser m_parser;
};

void print(const QString& text);      ///< to stdout, UTF-8
void printError(const QString& text); ///< to stderr
/// `code`, or a word on stderr and kBadInput where not all that was printed could be written (a full disk).
int printed(int code);
/// All problems to stderr; gives kBadInput.
int fail(const Problems& problems);

} // namespace moe::app
