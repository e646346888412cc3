// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "app/commands/progress_line.h"
#include "data/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

namespace moe::app {

static bool always(const QStringList&) {
    return true;
}
static bool never(const QStringList&) {
    return false;
}
static bool withOutput(const QStringList& arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [](const QString& argument) {
        return argument.startsWith(QLatin1String("-o")) || argument.startsWith(QLatin1String("--output"));
    });
}

const std::vector<Command>& commands() {
    static const char* const kScenario = "[--preset NAME | --scenario FILE] [--set key=value]… [--data DIR]…";
    static const QByteArray report =
        QByteArray(kScenario) + " [--format text|json|yaml|csv|markdown] [-o FILE.{pdf,md}]";
    static const QByteArray render =
        QByteArray("VIEW -o FILE.{pdf,svg,png} ") + kScenario +
        " [--width 85mm] [--height 60mm] [--font 7pt] [--dpi 300] [--theme light|dark]"
        " [--palette cividis] [--family NAME] [--no-headline] [--no-legend] [--no-hatching] [--choose "
        "KEY=VALUE]… [--bare] "
        "[--log FILE]… "
        "[--csv FILE]"
        " | --all -o DIR [--format pdf|svg|png]";
    static const QByteArray search =
        QByteArray("[--serve [--precision bf16,fp8] | --rl] [--gpus N|a:b] ") + kScenario +
        " [--minimise KEY[:weight] | --maximise KEY[:weight]]… [--where 'key<=value']… [--top K] [--pareto]"
        " [-j N] [--format text|json|csv|markdown]";
    static const QByteArray plan =
        QByteArray("[--train | --serve] [--gpus N|a:b|fewest] ") + kScenario +
        " [--gpu KIND] [--tokens N] [--deadline DAYS] [--budget USD] [--prompt N] [--output N] [--ttft TIME]"
        " [--tpot TIME] [--rate N] [--headroom SHARE] [--no-full-recompute] [--fix key=value]…"
        " [--forbid key=value]… [--where 'key<=value']… [--top K] [-j N] [--format text|json|csv]";
    static const QByteArray sweep =
        QByteArray("--vary key=v1,v2|a:b:n [--vary …] | --study NAME ") + kScenario +
        " [--metric KEY]… [-j N] [--shard i/n|auto [--resume]] [-o FILE.{csv,json}]"
        " | … --join PART… [--resume] [-o FILE]";
    static const QByteArray simulate =
        QByteArray(kScenario) +
        " [--trace REQUESTS.csv] [--requests-out FILE.csv] [--seeds N] [--goodput] [--format text|json]";
    static const QByteArray day = QByteArray(kScenario) +
                                  " [--trace REQUESTS.csv] [--fixed] [--seeds N] [--explain KEY]"
                                  " [--format text|json|csv | --json | --csv] [-o FILE]";
    static const QByteArray fit = QByteArray("FILE… [-o MINE.yaml] ") + kScenario + " [--format text|json]";
    static const QByteArray trace = QByteArray("[-o FILE.json] ") + kScenario +
                                    " [--against PROFILE.json [--steps N] [--format text|json|csv]]";
    static const QByteArray answer =
        QByteArray(kScenario) +
        " [--side train|serve|loss] [--search] [-j N] [--format text|json|markdown | --json]";
    static const std::vector<Command> rows{
        {"answer", answer.constData(), "A scenario as one sentence: what it comes to, what would be better.",
         never, runAnswer},
        {"report", report.constData(), "Every number of a scenario, or a document of it with every figure.",
         withOutput, runReport},
        {"render", render.constData(), "A figure of a scenario, without a display.", always, runRender},
        {"search", search.constData(), "The best layouts on so many GPUs, to train or to serve, best first.",
         never, runSearchCommand},
        {"plan", plan.constData(),
         "A goal in, ranked plans out: what binds each, head-room, cost, launch flags.", never,
         runPlanCommand},
        {"sweep", sweep.constData(), "A grid of scenarios, or a ready-made MoE study, as a table.", never,
         runSweep},
        {"simulate", simulate.constData(),
         "Serving under load, request by request: latencies, throughput, their bands.", never, runSimulate},
        {"day", day.constData(),
         "A fleet over a day, request by request: replicas, autoscaler, router, latencies, cost, energy.",
         withOutput, runDay},
        {"fit", fit.constData(),
         "Your own measurements: what each file tells of your machine, and a fit of that alone.", never,
         runFit},
        {"board", "BOARD.yaml -o FILE.{pdf,svg,png,html,md} [--dpi DPI] [--explore KEY,…] [--data PATH]…",
         "Pictures of several scenarios on one page, for a review or a paper.", always, runBoard},
        {"bundle", "BOARD.yaml -o FILE.zip [--data PATH]…",
         "A board's figures with scenarios, numbers, command lines and checksums, to be drawn again alike.",
         always, runBundle},
        {"trace", trace.constData(),
         "Every pass of a training step for Perfetto, or a profiler's step beside it.", never, runTrace},
        {"loss",
         "[--table dense|moe] --params N [--active Na] --tokens D [--lr x --batch tokens] [--data DIR]…"
         " [--format text|json] | --recipe RUNS.csv [--params N --tokens D]… [--predict P.csv [-o FILE]]"
         " | --design [--preset NAME --set key=value…] --flop C|--gpu-hours H|--usd X [--served TOKENS] [-o "
         "FILE]"
         " | --recipe-study DIR [-o FILE] | --study DIR [-o FILE] | --refit DIR -o FILE",
         "Loss, best learning rate and batch, interval, slopes and published laws.", never, runLoss},
        {"profile",
         "--op NAME|layer [--device NAME --model NAME] [--network NAME] [--tp N] [--tokens N]"
         " [--batch N] [--kv N] [--chunk N] [--size BYTES] [--workers N] [--devices-per-node N]"
         " [--key column=value]… [--data DIR]… [--times ms|s] [--format text|json]"
         " | --device GPU --op gemm|attn-context|moe|allreduce|… [--dtype TYPE] [--backend NAME] SHAPE…"
         " [--predict ROWS.csv -o OUT.csv] | --fit-gpu POINTS.csv|--script -o FILE | --derive DIR -o FILE",
         "One operator's duration from measured profiles, and where it comes from.", never, runProfile},
        {"placement",
         "[--loads FILE.csv | --zipf S --seed N] --experts E --gpus G --nodes N [--replicas R] [--groups g]"
         " [--top-k k] [--tokens T] [--algorithm contiguous|round-robin|lpt|eplb] [--format text|json]",
         "Which GPU holds which expert, and how evenly the load falls.", never, runPlacement},
        {"cache",
         "TRACE.jsonl[.gz] [--capacity N,N,…] [--tiers N,N,… [--inclusive | --instances N --router "
         "rr|prefix|kv]]"
         " [--rows N] [--block N] [--whole-blocks] [--preset NAME | --scenario FILE] [--format "
         "text|json|csv] [-o FILE]",
         "What a prefix cache of any size, tiers and routers find of a trace with block hashes.", withOutput,
         runCache},
        {"import", "FILE…", "What a file is, what was read, every problem with line and column.", never,
         runImport},
        {"compare",
         "[A.yaml B.yaml …] [--preset NAME]… [--log run.log [--calibrate FILE]]… [--set key=value]…"
         " [--format text|json|csv|markdown] | A.yaml B.yaml --waterfall METRIC [--order KEY,…]",
         "What differs between scenarios, and measured beside predicted for training logs.", never,
         runCompare},
        {"validate",
         "[RUNS.yaml … MEASURED.csv …] [--constants FILE] [--format text|json] | --refit [RUNS.yaml …] [-o "
         "FILE]"
         " | --leave-out source|vendor|gpu|model [RUNS.yaml …]"
         " | --serving RUNS.csv [--leave-out model|gpu|version | --refit | --each-server] [-o FILE]",
         "Every measured run: predicted, measured, error; constants fitted to them.", withOutput,
         runValidate},
        {"lesson", "check FILE… [--preset NAME | --scenario FILE]",
         "A lesson as its reader walks through it: every number, claim and step.", never, runLesson},
        {"presets", "[--format text|json]", "Models, GPUs and clusters that --preset and --set accept.",
         never, runPresets},
        {"fields", "[--format text|json]", "Scenario keys with units and ranges.", never, runFields},
        {"metrics", "[--format text|json]", "Results with units.", never, runMetrics},
        {"docs", "[--format md|html] [-o FILE]",
         "The documentation: views, formulas with sources, validation, limits.", never, runDocs},
    };
    return rows;
}

const Command* findCommand(const QString& name) {
    for (const Command& command : commands()) {
        if (name == QLatin1String(command.name)) return &command;
    }
    return nullptr;
}

QString overview() {
    QString text =
        QStringLiteral("moe-explorer %1 — explores the trade-offs of Mixture-of-Experts models\n\n"
                       "  moe-explorer [FILE…]            opens the window (scenario or table files)\n")
            .arg(QStringLiteral(MOE_VERSION));
    for (const Command& command : commands())
        text += QStringLiteral("  moe-explorer %1 %2\n")
                    .arg(QLatin1String(command.name), -18)
                    .arg(QString::fromUtf8(command.summary));
    return text + QStringLiteral(
                      "\n`moe-explorer COMMAND --help` tells more. Exit: 0 done, 1 bad input, 2 usage.\n");
}

CommandLine::CommandLine(const char* name) : m_command(*findCommand(QLatin1String(name))) {
    option({"h", "help"}, QStringLiteral("Shows this help."));
}

void CommandLine::option(const QStringList& names, const QString& help, const QString& value,
                         const QString& preset) {
    m_options << names.last();
    m_parser.addOption(value.isEmpty() ? QCommandLineOption(names, help)
                                       : QCommandLineOption(names, help, value, preset));
}

int CommandLine::parse(const QStringList& arguments, int minPositional, int maxPositional) {
    if (!m_parser.parse(arguments)) return usageError(m_parser.errorText());
    if (m_parser.isSet(QStringLiteral("help"))) {
        m_parser.setApplicationDescription(QString::fromUtf8(m_command.summary));
        QString help = m_parser.helpText();
        help.replace(0, help.indexOf(QLatin1Char('\n')),
                     QStringLiteral("Usage: moe-explorer %1 %2")
                         .arg(QLatin1String(m_command.name), QString::fromUtf8(m_command.usage)));
        print(help);
        return kDone;
    }
    const qsizetype count = m_parser.positionalArguments().size();
    if (count < minPositional) return usageError(QStringLiteral("an argument is missing"));
    if (count > maxPositional)
        return usageError(QStringLiteral("unexpected argument \"%1\"")
                              .arg(m_parser.positionalArguments().at(maxPositional)));
    if (const QString lost = overwritten(); !lost.isEmpty()) return usageError(lost);
    return -1;
}

void CommandLine::jobsOption() {
    option({"j", "jobs"}, "Threads; default one per core.", "N");
}

std::optional<unsigned> CommandLine::jobs() const {
    constexpr unsigned kMost = 1024;
    if (!has(QStringLiteral("jobs"))) return 0U;
    bool good = false;
    const unsigned count = value(QStringLiteral("jobs")).toUInt(&good);
    if (good && count >= 1 && count <= kMost) return count;
    usageError(QStringLiteral("-j: must be a count from 1 to %1, got \"%2\"")
                   .arg(kMost)
                   .arg(value(QStringLiteral("jobs"))));
    return std::nullopt;
}

/// Not of --scenario: a figure is drawn anew over the one that carries its scenario.
QString CommandLine::overwritten() const {
    static const QStringList written{"output", "requests-out", "csv", "calibrate"};
    static const QStringList read{"against", "trace",  "loads", "log",       "fit", "fit-gpu",
                                  "predict", "recipe", "join",  "constants", "data"};
    QStringList inputs = m_parser.positionalArguments();
    for (const QString& option : read)
        if (m_options.contains(option)) inputs += m_parser.values(option);
    for (const QString& option : written) {
        if (!m_options.contains(option)) continue;
        const QString path = m_parser.value(option);
        if (!QFileInfo(path).isFile()) continue;
        for (const QString& input : std::as_const(inputs))
            if (sameFile(input, path))
                return QStringLiteral("--%1: \"%2\" is read; name another file").arg(option, path);
    }
    return {};
}

bool sameFile(const QString& a, const QString& b) {
    const auto meant = [](const QString& path) {
        QFileInfo info(path);
        for (int links = 0; info.isSymLink() && links < 40; ++links) info.setFile(info.symLinkTarget());
        const QString folder = QFileInfo(info.absolutePath()).canonicalFilePath();
        return folder.isEmpty() ? info.absoluteFilePath() : QDir(folder).filePath(info.fileName());
    };
    return meant(a) == meant(b);
}

int CommandLine::usageError(const QString& text) const {
    printError(QStringLiteral("moe-explorer %1: %2\nUsage: moe-explorer %1 %3\n")
                   .arg(QLatin1String(m_command.name), text, QString::fromUtf8(m_command.usage)));
    return kUsage;
}

static void write(std::FILE* stream, const QString& text) {
    ProgressLine::makeRoom();
    // Names and values in it come from files: a terminal must not obey them.
    const std::string shown = printable(text.toStdString(), Breaks::Kept);
    std::fwrite(shown.data(), 1, shown.size(), stream);
    std::fflush(stream);
}
void print(const QString& text) {
    write(stdout, text);
}
void printError(const QString& text) {
    write(stderr, text);
}

int printed(int code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    printError(QStringLiteral("moe-explorer: the output could not be written in full\n"));
    return kBadInput;
}

int fail(const Problems& problems) {
    printError(QString::fromStdString(toString(problems)));
    return kBadInput;
}

} // namespace moe::app
