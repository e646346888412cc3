// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/profile_operators.h"

#include "app/files/catalog_loader.h"
#include "app/files/operators_loader.h"
#include "app/files/save_file.h"
#include "data/csv.h"
#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/operators/operator_derive.h"
#include "models/engine/operators/own_gpu.h"
#include "models/items/operator_text.h"

#include <QJsonDocument>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace moe::app {
namespace {

constexpr double kUsualSms = 24;      ///< multiprocessors that DeepEP is given in the tables
constexpr double kUsualExperts = 256; ///< of DeepSeek-V3

/// The GPU that is asked about.
struct Device {
    std::string key;
    Generation generation = Generation::Other;
    OperatorRates rates;
    std::optional<OperatorMachine> own = {}; ///< surfaces that a fit of own points moved
};

OperatorRates ratesOf(const GpuSpec& gpu) {
    return {gpu.bf16 / Tflops, gpu.fp8 / Tflops, gpu.fp4 / Tflops,  gpu.hbm / GBps,
            gpu.nvlink / GBps, gpu.topology,     double(gpu.domain)};
}

/// A GPU of a file with --data whose operators were fitted.
std::optional<Device> ownDevice(const GpuSpec& gpu, Problems& problems) {
    Device device{gpu.key, gpu.generation, ratesOf(gpu)};
    if (gpu.operatorFactors.empty()) return device;
    const Result<std::vector<OwnFactors>> factors = ownFactorsFrom(gpu.operatorFactors);
    const OperatorsLoad load = shippedOperators(QString::fromStdString(gpu.operatorsLike));
    if (!factors) {
        append(problems, factors.error());
        return std::nullopt;
    }
    if (load.machines.empty())
        problems.push_back({.source = gpu.key,
                            .key = "operators_like",
                            .rule = say("must be a GPU with measured operators"),
                            .value = gpu.operatorsLike});
    else
        device.own = ownMachine(load.machines.front(), gpu.key, gpu.generation, *factors);
    return device;
}

std::optional<Device> deviceOf(const CommandLine& line, const Catalog& catalog, Problems& problems) {
    for (const QString& path : line.values("data")) {
        if (!path.endsWith(QLatin1String(".yaml"))) continue;
        const Result<std::string> text = readFile(path);
        const Result<std::vector<GpuSpec>> gpus =
            text ? readGpus(*text, path.toStdString()) : Result<std::vector<GpuSpec>>(text.error());
        if (!gpus) {
            append(problems, gpus.error());
            return std::nullopt;
        }
        for (const GpuSpec& gpu : *gpus)
            if (gpu.key == line.value("device").toStdString()) return ownDevice(gpu, problems);
    }
    const std::string key = operatorGpuKey(line.value("device"), catalog).toStdString();
    for (const MeasuredGpu& gpu : measuredGpus())
        if (gpu.key == key) return Device{key, gpu.generation, gpu.rates};
    if (const GpuSpec* gpu = catalog.gpu(key)) return Device{key, gpu->generation, ratesOf(*gpu)};
    std::set<std::string> known;
    for (const GpuSpec& gpu : catalog.gpus) known.insert(gpu.key);
    for (const MeasuredGpu& gpu : measuredGpus()) known.insert(gpu.key);
    std::string list;
    for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
    problems.push_back({.source = "--device",
                        .rule = say("must be a GPU; there is: %1", list),
                        .value = line.value("device").toStdString()});
    return std::nullopt;
}

bool isAttention(OperatorOp op) {
    return op == OperatorOp::AttnContext || op == OperatorOp::AttnGeneration ||
           op == OperatorOp::MlaContext || op == OperatorOp::MlaGeneration;
}
bool isPhased(OperatorOp op) {
    return op == OperatorOp::DeepEpLowLatency || op == OperatorOp::DeepEpNormal;
}

/// The tables' name of a data type that people type.
std::string typeOf(OperatorOp op, std::string dtype, const std::string& kv) {
    if (isAttention(op) && dtype.find('/') == std::string::npos)
        return dtype + "/" + (kv.empty() ? (dtype == "fp8" ? "fp8" : "bf16") : kv);
    const bool collective = operatorRow(op).columns.front().column == "gpus";
    if (collective && dtype == "fp16") return "bf16"; // only the size of an element matters
    if (collective && dtype == "int8") return "fp8";
    return dtype;
}

/// Timers of one wish: two for dispatch and combine together.
class Timers {
public:
    Timers(const Device& device, std::string backend) : m_device(device), m_backend(std::move(backend)) {
        if (device.own)
            m_own.machines = {*device.own};
        else
            m_own = shippedOperators(QString::fromStdString(device.key));
    }
    const std::vector<OperatorTimer>& of(OperatorOp op, const std::string& dtype, const std::string& load) {
        const auto [at, isNew] = m_known.try_emplace({op, dtype, load});
        if (!isNew) return at->second;
        std::vector<std::string> types{dtype};
        if (isPhased(op) && dtype != "dispatch" && dtype != "combine") types = {"dispatch", "combine"};
        if (op == OperatorOp::ExpertAllToAll && dtype.find('-') == std::string::npos)
            types = {dtype + "-prepare", dtype + "-dispatch", dtype + "-combine"};
        for (const std::string& type : types) {
            const OperatorWish wish{op, type, op == OperatorOp::Moe ? load : std::string(), m_backend};
            OperatorTimer timer = ask(m_own.machines, wish);
            if (timer.model == nullptr) {
                if (!m_all) m_all = shippedOperators();
                timer = ask(m_all->machines, wish);
            }
            at->second.push_back(timer);
        }
        return at->second;
    }
    Problems problems() const { return m_own.problems; }

private:
    OperatorTimer ask(const std::vector<OperatorMachine>& machines, const OperatorWish& wish) const {
        return operatorTimer(machines, m_device.key, m_device.generation, m_device.rates, wish);
    }
    Device m_device;
    std::string m_backend;
    OperatorsLoad m_own;
    std::optional<OperatorsLoad> m_all;
    std::map<std::tuple<OperatorOp, std::string, std::string>, std::vector<OperatorTimer>> m_known;
};

/// What is wrong with a data type on a device, or nothing.
std::optional<Problem> typeProblem(const std::string& dtype, const Device& device) {
    const OperatorNumbers::Peak peak = operatorNumbers(dtype).peak;
    const bool lacks = (peak == OperatorNumbers::Peak::Fp8 && !(device.rates.fp8 > 0)) ||
                       (peak == OperatorNumbers::Peak::Fp4 && !(device.rates.fp4 > 0));
    if (!lacks) return std::nullopt;
    return Problem{
        .source = "--dtype", .rule = say("%1 has no arithmetic of this type", device.key), .value = dtype};
}

void complete(OperatorOp op, OperatorShape& shape) {
    if (op == OperatorOp::DeepEpNormal && !(shape.sms > 0)) shape.sms = kUsualSms;
    if (op == OperatorOp::DeepEpLowLatency && !(shape.experts > 0)) shape.experts = kUsualExperts;
}

OperatorShape shapeOf(const CommandLine& line, OperatorOp op, Problems& problems) {
    OperatorShape shape;
    for (const ShapeColumn& column : operatorRow(op).columns) {
        const QString option = QString::fromUtf8(column.option.data(), qsizetype(column.option.size()));
        const std::string source = "--" + option.toStdString();
        const QString text = line.value(option);
        if (text.isEmpty()) {
            if (column.needed) problems.push_back({.source = source, .rule = say("must be given")});
            continue;
        }
        const std::optional<double> value = parseQuantity(text.toStdString());
        const bool mayBeZero = column.column == "w";
        if (value && *value <= 1e15 && (*value > 0 || (mayBeZero && *value == 0)))
            shape.*column.member = *value;
        else
            problems.push_back(
                {.source = source, .rule = say("must be a number above 0"), .value = text.toStdString()});
    }
    complete(op, shape);
    if (problems.empty())
        if (std::optional<Message> rule = operatorShapeRule(op, shape))
            problems.push_back({.source = "--op", .rule = *rule, .value = line.value("op").toStdString()});
    return shape;
}

std::optional<OperatorOp> collectiveNamed(std::string_view word) {
    static const std::map<std::string_view, OperatorOp> names = {
        {"all_reduce", OperatorOp::AllReduce},
        {"all_gather", OperatorOp::AllGather},
        {"reduce_scatter", OperatorOp::ReduceScatter},
        {"alltoall", OperatorOp::AllToAll}};
    const auto found = names.find(word);
    return found != names.end() ? std::optional(found->second) : operatorNamed(word);
}

/// The columns of a table of shapes, by the tables' names or the options'.
class ShapeRows {
public:
    explicit ShapeRows(const CsvTable& table) : m_table(table) {}

    std::optional<OperatorShape> at(std::size_t row, OperatorOp op, const std::string& dtype) const {
        OperatorShape shape;
        for (const ShapeColumn& column : operatorRow(op).columns) {
            std::string underscored(column.option);
            std::replace(underscored.begin(), underscored.end(), '-', '_');
            const CsvColumn* found = m_table.find(column.column, column.option);
            if (found == nullptr) found = m_table.find(underscored);
            double value = found != nullptr && found->numeric ? found->numbers[row] : std::nan("");
            if (found == nullptr && column.column == "bytes")
                if (const CsvColumn* elements = m_table.find("elements"); elements && elements->numeric)
                    value = elements->numbers[row] * (dtype == "fp8" ? 1 : 2);
            if (std::isnan(value) && !column.needed && found == nullptr) continue;
            if (!(value > 0 || (value == 0 && column.column == "w"))) return std::nullopt;
            shape.*column.member = value;
        }
        complete(op, shape);
        if (operatorShapeRule(op, shape)) return std::nullopt;
        return shape;
    }

private:
    const CsvTable& m_table;
};

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view one = text.substr(0, end);
        if (!one.empty() && one.back() == '\r') one.remove_suffix(1);
        lines.push_back(one);
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return lines;
}

/// Word of a text column in a row; empty where there is none.
std::string wordAt(const CsvTable& table, std::string_view column, std::size_t row) {
    const CsvColumn* found = table.find(column);
    return found != nullptr && !found->numeric ? std::string(found->text(row)) : std::string();
}

int predict(const CommandLine& line, OperatorOp op, const Device& device, Timers& timers) {
    const QString path = line.value("predict");
    const Result<std::string> text = readFile(path);
    if (!text) return fail(text.error());
    const Result<CsvTable> table = readCsv(*text, path.toStdString());
    if (!table) return fail(table.error());
    const ShapeRows shapes(*table);
    const std::vector<std::string_view> lines = linesOf(*text);
    std::vector<std::string> added(lines.size());
    Problems problems = table->problems;
    std::size_t refused = 0;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const std::string named = wordAt(*table, "op", row), own = wordAt(*table, "dtype", row),
                          load = wordAt(*table, "load", row);
        const std::string exchange =
            exchangeType(wordAt(*table, "op_name", row), wordAt(*table, "moe_dtype", row));
        const OperatorOp rowOp =
            exchange.empty() ? collectiveNamed(named).value_or(op) : OperatorOp::ExpertAllToAll;
        const std::string dtype = !exchange.empty()
                                      ? exchange
                                      : typeOf(rowOp, own.empty() ? line.value("dtype").toStdString() : own,
                                               line.value("kv-dtype").toStdString());
        const std::optional<OperatorShape> shape = shapes.at(row, rowOp, dtype);
        if (!shape || typeProblem(dtype, device)) {
            if (++refused <= 20)
                problems.push_back({path.toStdString(),
                                    table->lines[row],
                                    0,
                                    {},
                                    shape ? say("%1 has no arithmetic of this type", device.key)
                                          : say("is no shape of %1", std::string(operatorRow(rowOp).name)),
                                    shape ? dtype : std::string()});
            continue;
        }
        const std::vector<OperatorTimer>& asked =
            timers.of(rowOp, dtype, load.empty() ? line.value("load").toStdString() : load);
        const items::OperatorTold told = items::operatorTold(asked, *shape);
        added[std::size_t(table->lines[row] - 1)] =
            rounded(told.answer.us, 5) + "," + rounded(told.answer.low, 5) + "," +
            rounded(told.answer.high, 5) + "," + operatorOriginText(told.answer.origin);
    }
    std::string out;
    bool header = true;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (trimmed(lines[i]).empty()) continue;
        out += lines[i];
        out += header ? ",predicted_us,low_us,high_us,origin" : "," + (added[i].empty() ? ",,," : added[i]);
        out += '\n';
        header = false;
    }
    const Problems unwritten = saveFile(line.value("output"), QByteArray::fromStdString(out));
    if (!unwritten.empty()) return fail(unwritten);
    if (refused > 20)
        problems.push_back(
            {.source = path.toStdString(), .rule = say("%1 further problems are not listed", refused - 20)});
    return problems.empty() ? kDone : fail(problems);
}

} // namespace

void addOperatorOptions(CommandLine& line) {
    line.option({"dtype"},
                "Measured operators: bf16, fp8, fp8_block, nvfp4, …; of attention before the KV type.",
                "TYPE", "bf16");
    line.option({"kv-dtype"}, "Attention: type of the KV cache, bf16 or fp8.", "TYPE");
    line.option(
        {"backend"},
        QStringLiteral("Whose kernels: %1; the first that has the operator.").arg(operatorBackendNames()),
        "NAME");
    line.option({"load"}, "Experts: balanced, pl1.01 or pl1.2, as tokens fall.", "NAME", "balanced");
    for (const auto& [name, help] : {std::pair{"m", "GEMM: rows (tokens)."},
                                     {"n", "GEMM: columns of the output."},
                                     {"k", "GEMM: columns of the input."},
                                     {"b", "Attention: sequences."},
                                     {"s", "Attention: tokens of each; decode: keys with the new one."},
                                     {"heads", "Attention: query heads of this GPU."},
                                     {"kv-heads", "Attention: key and value heads of this GPU."},
                                     {"head-dim", "Attention: size of a head."},
                                     {"window", "Attention: sliding window; 0 is none."},
                                     {"experts", "Experts in all."},
                                     {"top-k", "Experts of a token."},
                                     {"hidden", "Size of a token."},
                                     {"expert-ffn", "Width of a whole expert."},
                                     {"ep", "Expert parallelism."},
                                     {"ranks", "Collectives: GPUs."},
                                     {"bytes", "Collectives: total buffer."},
                                     {"nodes", "DeepEP: nodes of eight GPUs."},
                                     {"sms", "DeepEP normal: multiprocessors."}})
        line.option({name}, help, "N");
    line.option(
        {"fit-gpu"},
        "Fits measured points of your own GPU, a table or what nccl-tests print, to a GPU preset written "
        "with -o; --fit-gpu --script prints the script that measures them.",
        "CSV");
    line.option({"like"}, "With --fit-gpu: measured GPU whose surfaces are moved; by default the nearest.",
                "NAME");
    line.option({"predict"}, "Predicts every row of a table of shapes, written to the file given with -o.",
                "CSV");
}

bool asksForOperator(const CommandLine& line) {
    return operatorNamed(line.value("op").toStdString()).has_value();
}

int runOperator(const CommandLine& line) {
    OperatorOp op = *operatorNamed(line.value("op").toStdString());
    // An all-to-all of tokens is that of experts; of bytes, NCCL's.
    if (op == OperatorOp::AllToAll && line.has("tokens")) op = OperatorOp::ExpertAllToAll;
    if (!line.has("device")) return line.usageError(QStringLiteral("--device is missing"));
    Problems problems;
    const ShippedCatalog shipped = shippedCatalog();
    const std::optional<Device> device = deviceOf(line, *shipped.catalog, problems);
    const std::string backend = line.value("backend").toStdString(), load = line.value("load").toStdString();
    const auto known = [](const std::string& word, const std::vector<std::string_view>& words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (!backend.empty() && !known(backend, operatorBackends()))
        problems.push_back({.source = "--backend",
                            .rule = say("must be one of %1", operatorBackendNames().toStdString()),
                            .value = backend});
    if (!known(load, {"balanced", "pl1.01", "pl1.2"}))
        problems.push_back(
            {.source = "--load", .rule = say("must be balanced, pl1.01 or pl1.2"), .value = load});
    const std::string dtype =
        typeOf(op, line.value("dtype").toStdString(), line.value("kv-dtype").toStdString());
    if (device && problems.empty())
        if (std::optional<Problem> problem = typeProblem(dtype, *device)) problems.push_back(*problem);
    if (!problems.empty()) return fail(problems);
    Timers timers(*device, backend);
    if (!timers.problems().empty()) return fail(timers.problems());
    if (line.has("predict")) {
        if (!line.has("output")) return line.usageError(QStringLiteral("-o is missing"));
        return predict(line, op, *device, timers);
    }
    const OperatorShape shape = shapeOf(line, op, problems);
    if (!problems.empty()) return fail(problems);
    const items::OperatorTold told = items::operatorTold(timers.of(op, dtype, load), shape);
    if (line.value("format") == QLatin1String("json"))
        print(QString::fromUtf8(QJsonDocument(items::operatorJson(told)).toJson(QJsonDocument::Indented)));
    else
        print(items::operatorText(told));
    return kDone;
}

} // namespace moe::app
