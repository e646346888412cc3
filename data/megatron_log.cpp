// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/megatron_log.h"

#include "data/number.h"
#include "data/problem_log.h"
#include "data/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace moe {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct SeriesPart {
    std::string_view name;
    double MegatronIteration::*member;
};
constexpr SeriesPart kParts[] = {
    {"elapsed time per iteration (ms)", &MegatronIteration::milliseconds},
    {"throughput per GPU (TFLOP/s/GPU)", &MegatronIteration::tflops},
    {"learning rate", &MegatronIteration::learningRate},
    {"global batch size", &MegatronIteration::globalBatch},
    {"lm loss", &MegatronIteration::lmLoss},
    {"load_balancing_loss", &MegatronIteration::loadBalancingLoss},
    {"loss scale", &MegatronIteration::lossScale},
    {"grad norm", &MegatronIteration::gradNorm},
    {"params norm", &MegatronIteration::paramsNorm},
    {"num zeros", &MegatronIteration::zeros},
    {"number of skipped iterations", &MegatronIteration::skipped},
    {"number of nan iterations", &MegatronIteration::nan},
};

MegatronIteration emptyIteration() {
    MegatronIteration made{};
    for (const SeriesPart& part : kParts) made.*part.member = kNone;
    return made;
}

/// What follows `label`, up to the first character no number has.
std::string_view textAfter(std::string_view line, std::string_view label) {
    const std::size_t at = line.find(label);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = trimmed(line.substr(at + label.size()));
    return rest.substr(0, rest.find_first_not_of("0123456789.+-eE"));
}

std::optional<double> numberAfter(std::string_view line, std::string_view label) {
    return parseNumber(textAfter(line, label));
}

void keepLargest(std::optional<Bytes>& kept, std::optional<double> mebibytes) {
    if (mebibytes) kept = std::max(kept.value_or(Bytes{}), *mebibytes * MiB);
}

/// Position of "iteration" followed by "n/ m", or npos.
std::size_t iterationStart(std::string_view line) {
    constexpr std::string_view kWord = "iteration ";
    const std::size_t at = line.find(kWord);
    if (at == std::string_view::npos) return at;
    const std::size_t digits = line.find_first_not_of(' ', at + kWord.size());
    const std::size_t slash =
        digits == std::string_view::npos ? digits : line.find_first_not_of("0123456789", digits);
    return slash != std::string_view::npos && slash > digits && line[slash] == '/' ? at
                                                                                   : std::string_view::npos;
}

class LogReader {
public:
    LogReader(std::string_view text, std::string source) : m_text(withoutBom(text)) {
        m_log.source = std::move(source);
    }

    enum class Lacks { No, Iterations };

    MegatronLog read(Lacks mayLackIterations) {
        std::string_view line;
        m_script = mayLackIterations == Lacks::Iterations;
        for (const std::string_view mark : {"#!", "torchrun ", "python ", "python3 "})
            m_shell = m_shell || (m_script && m_text.find(mark) != std::string_view::npos);
        while (next(line)) take(line);
        for (const std::string& name : m_eitherWay) m_log.exports.erase(name);
        expandExports(m_log.exports);
        m_log.unexpanded = expandVariables(m_flags, m_log.exports);
        m_log.arguments.insert(m_flags.begin(), m_flags.end()); // the dump wins
        if (m_log.iterations.empty() && mayLackIterations == Lacks::No)
            m_problems.add({m_log.source,
                            1,
                            1,
                            {},
                            say("expected \"%1\" lines of Megatron-LM",
                                "iteration N/ M | … elapsed time per iteration (ms)"),
                            {}});
        m_log.problems = m_problems.take();
        return std::move(m_log);
    }

private:
    bool next(std::string_view& line) {
        if (m_at >= m_text.size()) return false;
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        line = m_text.substr(m_at, end - m_at);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (!m_script) line = withoutRank(line);
        m_at = end + 1;
        ++m_line;
        return true;
    }
    std::string_view peek() const {
        if (m_at >= m_text.size()) return {};
        const std::string_view rest = m_text.substr(m_at), line = rest.substr(0, rest.find('\n'));
        return m_script ? line : withoutRank(line);
    }

    /// What a launcher sets before each line: srun -l "3: ", torchrun "[default3]:" or "[rank3]:", mpirun
    /// "[1,3]<stdout>:", Ray "(WorkerDict pid=1234) ".
    static std::string_view withoutRank(std::string_view line) {
        const auto digitsFrom = [&](std::size_t at) {
            return std::min(line.find_first_not_of("0123456789", at), line.size());
        };
        const auto behind = [&](std::size_t at, std::string_view mark) {
            return line.substr(at, mark.size()) == mark ? line.substr(at + mark.size()) : line;
        };
        const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
        if (const std::size_t end = digitsFrom(begin); end > begin) return behind(end, ": ");
        for (const std::string_view word : {"[default", "[rank", "[1,"})
            if (line.substr(0, word.size()) == word)
                if (const std::size_t end = digitsFrom(word.size()); end > word.size())
                    return word == "[1," ? behind(end, "]<stdout>:") : behind(end, "]:");
        const std::size_t ray = line.substr(0, 80).find(" pid="), close = line.substr(0, 120).find(") ");
        if (line.substr(0, 1) == "(" && ray < close && close != std::string_view::npos)
            return line.substr(close + 2);
        return line;
    }

    /// Primus sets time, rank and place before each line:
    /// "[20251121 12:10:29][rank-31/32][INFO ] [--------trainer.py:2488] :  iteration …".
    std::string_view withoutPrefix(std::string_view line) {
        const std::size_t rank = line.find("][rank-");
        if (line.substr(0, 1) != "[" || rank == std::string_view::npos) return line;
        if (m_log.year == 0) {
            const double year = parseNumber(line.substr(1, 4)).value_or(0);
            m_log.year = year >= 2000 && year < 10000 ? static_cast<int>(year) : 0;
        }
        const std::string_view world = textAfter(line.substr(rank), "/");
        if (parseNumber(world) && !m_log.printed.contains("world_size")) {
            const auto offset = static_cast<std::size_t>(world.data() - line.data());
            m_log.printed["world_size"] = {std::string(world), placeOf(line, offset, m_line)};
        }
        const std::size_t end = line.find("] :");
        return end == std::string_view::npos ? line : line.substr(end + 3);
    }

    void take(std::string_view line) {
        line = withoutPrefix(line);
        if (takeBucket(line)) return;
        if (iterationStart(line) != std::string_view::npos) return takeIteration(line);
        if (isFlagLine(line)) return takeFlags(line);
        if (m_script) {
            takeBranch(line);
            if (takeJob(line)) return;
            if (const std::size_t flags = flagsIn(line); flags != std::string_view::npos)
                return takeFlags(line.substr(flags));
        }
        if (readDumpLine(line, m_line, m_log.arguments) || takeExport(line)) return;
        takeFact(line);
    }

    /// What branches of a script set to different values is known to its caller alone.
    bool takeExport(std::string_view line) {
        ArgumentMap made;
        if (!readExport(line, m_line, made)) return false;
        for (auto& [name, value] : made) {
            const auto before = m_log.exports.find(name);
            const bool same = before == m_log.exports.end() || before->second.text == value.text;
            if (m_depth > 0 && !same && m_inBranch.contains(name)) m_eitherWay.insert(name);
            if (m_depth > 0) m_inBranch.insert(name);
            if (trimmed(line).starts_with(": "))
                m_log.exports.emplace(name, std::move(value));
            else
                m_log.exports[name] = std::move(value);
        }
        return true;
    }

    void takeBranch(std::string_view line) {
        line = trimmed(line);
        const std::string_view word = line.substr(0, line.find_first_of(" ;\t"));
        if (word == "if" || word == "case") ++m_depth;
        if (word == "fi" || word == "esac") m_depth = std::max(0, m_depth - 1);
    }

    /// `#SBATCH --nodes=8`, `#SBATCH --gres=gpu:8`
    bool takeJob(std::string_view line) {
        line = trimmed(line);
        if (!line.starts_with("#SBATCH")) return false;
        const auto put = [&](const char* argument, std::string_view label) {
            const std::string_view text = textAfter(line, label);
            if (!parseNumber(text)) return;
            const auto offset = static_cast<std::size_t>(text.data() - line.data());
            m_flags.emplace(argument, MegatronArgument{std::string(text), placeOf(line, offset, m_line)});
        };
        put("nnodes", "--nodes=");
        put("nproc_per_node", "--gpus-per-node=");
        put("nproc_per_node", "--gres=gpu:");
        return true;
    }

    /// Where flags begin behind a program or a name: `torchrun --nnodes 2 pretrain_gpt.py`,
    /// `options="--bf16`.
    static std::size_t flagsIn(std::string_view line) {
        const std::string_view text = trimmed(line);
        if (text.empty() || text.front() == '#' || text.starts_with("echo ")) return std::string_view::npos;
        for (std::size_t at = line.find("--"); at != std::string_view::npos; at = line.find("--", at + 2)) {
            const bool starts =
                at > 0 && (line[at - 1] == ' ' || line[at - 1] == '"' || line[at - 1] == '\'' ||
                           line[at - 1] == '(' || line[at - 1] == '\t');
            if (starts && at + 2 < line.size() && line[at + 2] >= 'a' && line[at + 2] <= 'z') return at;
        }
        return std::string_view::npos;
    }

    /// "Params for bucket 1 (65667072 elements):", below it one parameter a line. Elements of a GPU's part.
    bool takeBucket(std::string_view line) {
        const std::size_t at = line.find("Params for bucket ");
        if (at == std::string_view::npos) return false;
        const std::optional<double> elements = numberAfter(line.substr(at), "(");
        const auto names = [](std::string_view parameter, std::string_view part) {
            return parameter.size() > part.size() && parameter.substr(parameter.size() - part.size()) == part;
        };
        std::size_t parameters = 0;
        bool vocabulary = false;
        std::string_view parameter;
        while (trimmed(peek()).substr(0, 7) == "module." && next(parameter)) {
            parameter = trimmed(parameter);
            vocabulary = names(parameter, ".output_layer.weight") ||
                         names(parameter, ".embedding.word_embeddings.weight");
            ++parameters;
        }
        if (elements && *elements > 0 && parameters == 1 && vocabulary) m_log.embeddingBucket = *elements;
        return true;
    }

    /// A terminal may have cut a long list of flags into several lines.
    void takeFlags(std::string_view line) {
        JoinedLines whole{std::string(line), {0}, m_line};
        std::string_view last = line, more;
        while (!m_shell && continuesFlags(last, peek()) && next(more)) {
            whole.starts.push_back(whole.text.size());
            whole.text += more;
            last = more;
        }
        readFlags(whole, m_flags);
    }

    /// Likewise an iteration line, which ends with '|'.
    void takeIteration(std::string_view line) {
        std::string joined;
        const int first = m_line;
        std::string_view whole = line, more;
        while (goesOn(whole, peek()) && next(more)) {
            joined = std::string(whole) + std::string(more);
            whole = joined;
        }
        readIteration(whole, first);
    }

    /// What may be the rest of an iteration line, and no warning, table or line of its own. A line that ends
    /// with '|' is complete, or was cut between two parts.
    static bool goesOn(std::string_view line, std::string_view more) {
        const auto holds = [more](std::string_view part) {
            return more.find(part) != std::string_view::npos;
        };
        const bool ends = trimmed(line).substr(trimmed(line).size() - 1) == "|";
        return !trimmed(more).empty() && trimmed(more).front() != '[' && more.front() != '/' &&
               (holds("|") || (!ends && holds(":"))) && !holds("Warning") && !holds("MiB") &&
               !holds("NVIDIA") && iterationStart(more) == std::string_view::npos;
    }

    void readIteration(std::string_view line, int number) {
        MegatronIteration made = emptyIteration();
        made.line = number;
        const std::size_t start = iterationStart(line);
        if (start == std::string_view::npos) return;
        made.iteration = numberAfter(line.substr(start), "iteration").value_or(0);
        made.total = numberAfter(line.substr(start), "/").value_or(kNone);
        std::size_t at = line.find('|');
        while (at != std::string_view::npos && at + 1 < line.size()) {
            const std::size_t end = std::min(line.find('|', at + 1), line.size());
            readPart(line.substr(at + 1, end - at - 1), line, number, made);
            at = end < line.size() ? end : std::string_view::npos;
        }
        if (line.find(kParts[0].name) == std::string_view::npos)
            problem(number, line, "elapsed time per iteration (ms)",
                    say("is missing, the line may be cut off"), "");
        if (!m_log.iterations.empty() && made.iteration <= m_log.iterations.back().iteration) {
            made.restart = true;
            problem(number, line, "iteration",
                    say("goes back: another run or a restart; only what follows is compared"),
                    numberText(made.iteration));
        }
        // Primus: "227.35GB/28.63GB/255.98GB/88.81%", of 1024³ bytes; all that is taken of the GPU.
        if (const auto used = numberAfter(line, "mem usage/free/total/usage_ratio:"))
            keepLargest(m_log.deviceUsed, *used * 1024);
        if (m_log.year == 0) m_log.year = yearOf(line.substr(0, start));
        m_log.iterations.push_back(made);
    }

    void readPart(std::string_view part, std::string_view line, int number, MegatronIteration& made) {
        const std::size_t colon = part.rfind(':');
        if (colon == std::string_view::npos) return;
        const std::string_view name = trimmed(part.substr(0, colon)), value = trimmed(part.substr(colon + 1));
        for (const SeriesPart& known : kParts) {
            if (known.name != name) continue;
            // Primus prints a value and its mean beside it: "2701.3/2712.7".
            const std::optional<double> read = parseNumber(value.substr(0, value.find('/')));
            if (read)
                made.*known.member = *read;
            else
                problem(number, line, std::string(name), say("expected a number"), std::string(value));
        }
    }

    static int yearOf(std::string_view date) {
        const std::size_t bracket = date.find('[');
        if (bracket == std::string_view::npos || date.size() < bracket + 6 || date[bracket + 5] != '-')
            return 0;
        const double year = parseNumber(date.substr(bracket + 1, 4)).value_or(0);
        return year >= 0 && year < 10000 ? static_cast<int>(year) : 0;
    }

    void takeFact(std::string_view line) {
        if (line.find("memory (MB) |") != std::string_view::npos) {
            keepLargest(m_log.allocated, numberAfter(line, "| allocated:"));
            keepLargest(m_log.maxAllocated, numberAfter(line, "| max allocated:"));
            keepLargest(m_log.reserved, numberAfter(line, "| reserved:"));
            keepLargest(m_log.maxReserved, numberAfter(line, "| max reserved:"));
            if (!numberAfter(line, "| allocated:"))
                problem(m_line, line, "memory (MB)", say("expected \"%1\"", "allocated: <number>"),
                        std::string(trimmed(line)));
        } else if (line.find("Theoretical memory footprints") != std::string_view::npos) {
            keepLargest(m_log.theoreticalState, numberAfter(line, "weight and optimizer="));
        } else if (line.find("number of parameters on (tensor, pipeline)") != std::string_view::npos) {
            const std::optional<double> count = numberAfter(line, "):");
            if (!count) return;
            if (*count > m_log.paramsOnRank.value_or(0)) m_log.paramsLine = m_line;
            m_log.paramsOnRank = std::max(m_log.paramsOnRank.value_or(0), *count);
        } else if (const auto shard = numberAfter(line, "in most loaded shard in billions:")) {
            m_log.loadedShardParams = *shard * 1e9;
            m_log.loadedShardLine = m_line;
        } else if (const auto total = numberAfter(line, "Total number of parameters in billions:")) {
            m_log.totalParams = *total * 1e9;
        } else if (keepPrinted("world_size", line, "using world size:")) {
            keepPrinted("data_parallel_size", line, "data-parallel size:");
        } else if (keepPrinted("padded_vocab_size", line, "dummy tokens (new size:")) {
        } else if (line.find("create_attention_mask=") != std::string_view::npos) {
            m_log.attentionMask = line.find("create_attention_mask=True") != std::string_view::npos;
        } else if (const std::size_t gpu = line.find("NVIDIA ");
                   gpu != std::string_view::npos && line.substr(0, 1) == "|" &&
                   line.find("-SMI") == std::string_view::npos) {
            const std::string_view name = line.substr(gpu);
            m_log.gpuName = std::string(trimmed(name.substr(0, name.find("  "))));
        } else if (const std::size_t used = line.find("MiB / "); used != std::string_view::npos) {
            const std::size_t begin = line.find_last_not_of("0123456789", used - 1) + 1;
            keepLargest(m_log.deviceUsed, parseNumber(line.substr(begin, used - begin)));
        }
    }

    bool keepPrinted(const char* argument, std::string_view line, std::string_view label) {
        const std::string_view text = textAfter(line, label);
        if (!parseNumber(text)) return false;
        const auto offset = static_cast<std::size_t>(text.data() - line.data());
        m_log.printed[argument] = {std::string(text), placeOf(line, offset, m_line)};
        return true;
    }

    void problem(int number, std::string_view line, std::string key, Message rule, const std::string& value) {
        const std::size_t at = value.empty() ? std::string_view::npos : line.find(value);
        const int column = at == std::string_view::npos ? 1 : placeOf(line, at).column;
        m_problems.add({m_log.source, number, column, std::move(key), std::move(rule), excerpt(value)});
    }

    bool m_script = false, m_shell = false; ///< arguments alone; of a script, whose lines no terminal wrapped
    int m_depth = 0;                        ///< of branches of a script
    std::set<std::string> m_inBranch, m_eitherWay;
    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 0;
    ArgumentMap m_flags;
    MegatronLog m_log;
    ProblemLog m_problems;
};

} // namespace

std::vector<MegatronIteration> MegatronLog::lastRun() const {
    auto first = iterations.end();
    while (first != iterations.begin()) {
        --first;
        if (first->restart) break;
    }
    return {first, iterations.end()};
}

bool isMegatronLog(std::string_view text) {
    const std::size_t mark = text.find("elapsed time per iteration (ms)");
    if (mark == std::string_view::npos) return false;
    const std::size_t begin = mark > 400 ? mark - 400 : 0;
    return iterationStart(text.substr(begin, mark - begin)) != std::string_view::npos;
}

bool isMegatronArguments(std::string_view text) {
    constexpr std::string_view kSizes[][2] = {{"--num-layers", "  num_layers .."},
                                              {"--hidden-size", "  hidden_size .."},
                                              {"--num-attention-heads", "  num_attention_heads .."},
                                              {"--hybrid-override-pattern", "  hybrid_override_pattern .."}};
    const auto stands = [text](std::string_view name) {
        const std::size_t at = text.find(name);
        return at != std::string_view::npos && (at == 0 || text[at - 1] != '-');
    };
    return std::count_if(std::begin(kSizes), std::end(kSizes), [&](const std::string_view(&names)[2]) {
               return stands(names[0]) || stands(names[1]);
           }) >= 2;
}

MegatronLog readMegatronLog(std::string_view text, std::string source) {
    return LogReader(text, std::move(source)).read(LogReader::Lacks::No);
}

MegatronLog readMegatronArguments(std::string_view text, std::string source) {
    return LogReader(text, std::move(source)).read(LogReader::Lacks::Iterations);
}

} // namespace moe
