// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/own_gpu.h"

#include "data/number.h"
#include "data/operator_table.h"
#include "data/text.h"
#include "models/engine/operators/bus_bandwidth.h"
#include "models/engine/operators/operator_derive.h"
#include "models/engine/operators/own_check.h"
#include "models/engine/operators/packed_text.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

// Measured over ideal time below which a point is no point: small operands come from the cache.
constexpr double kFasterThanPeak = 0.9, kFasterThanMemory = 0.25;
constexpr double kPrior = 0.4;    ///< of a factor, as logarithm
constexpr double kScatter = 0.08; ///< of a point around its surface

/// One table inside a text: its first line, 0-based, and what a comment calls it.
struct TableBlock {
    std::size_t first = 0;
    std::string kind, text;
};

bool isHeader(std::string_view line) {
    return line.find("_us") != std::string_view::npos;
}

std::vector<TableBlock> blocksOf(std::string_view text) {
    std::vector<TableBlock> blocks;
    std::string kind;
    std::size_t number = 0;
    for (; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + 1));
        if (line.starts_with("#")) {
            kind = std::string(trimmed(line.substr(1)));
        } else if (isHeader(line)) {
            blocks.push_back({number, kind, std::string(line) + "\n"});
            kind.clear();
        } else if (!blocks.empty()) {
            blocks.back().text += std::string(line) + "\n";
        }
    }
    return blocks;
}

std::vector<std::string_view> wordsOf(std::string_view line) {
    std::vector<std::string_view> words;
    for (const std::string_view word : partsOf(line, " "))
        if (const std::string_view bare = trimmed(word); !bare.empty()) words.push_back(bare);
    return words;
}

std::optional<OperatorOp> ncclOp(std::string_view text) {
    for (const auto& [name, op] : {std::pair{"all_reduce", OperatorOp::AllReduce},
                                   {"all_gather", OperatorOp::AllGather},
                                   {"reduce_scatter", OperatorOp::ReduceScatter},
                                   {"alltoall", OperatorOp::AllToAll}})
        if (text.find(name) != std::string_view::npos) return op;
    return std::nullopt;
}

/// size, count, type, redop, root, then out-of-place time in us, algorithm and bus bandwidth.
Result<OwnPoints> readNcclTests(std::string_view text, const std::string& source) {
    OwnPoints read{source, {}, {}, {}};
    std::optional<OperatorOp> op = ncclOp(source);
    double ranks = 0;
    int number = 0;
    for (const std::string_view raw : partsOf(text, "\n")) {
        ++number;
        const std::string_view line = trimmed(raw);
        const std::vector<std::string_view> words = wordsOf(line);
        if (line.starts_with("#")) {
            if (words.size() > 2 && words[1] == "Rank") {
                ++ranks;
                if (const std::size_t bracket = line.find(']'); bracket != std::string_view::npos)
                    read.gpu = std::string(trimmed(line.substr(bracket + 1)));
            }
            if (line.find("_perf") != std::string_view::npos && ncclOp(line)) op = ncclOp(line);
            continue;
        }
        if (words.size() < 8) continue;
        const std::optional<double> bytes = parseNumber(words[0]), us = parseNumber(words[5]);
        if (!bytes || !us) continue;
        if (!(*bytes > 0 && *us > 0)) {
            read.problems.push_back(
                {source, number, 0, {}, say("must be a number above 0"), std::string(line)});
            continue;
        }
        OwnPoint point;
        point.op = op.value_or(OperatorOp::AllReduce);
        point.dtype = "bf16";
        point.shape.bytes = *bytes;
        point.us = *us;
        point.line = number;
        read.points.push_back(point);
    }
    if (!op)
        return Problem{source,
                       0,
                       0,
                       {},
                       say("names no collective: keep the line with all_reduce_perf or call the file so"),
                       {}};
    if (ranks < 2) return Problem{source, 0, 0, {}, say("lists no ranks: keep its lines \"#  Rank …\""), {}};
    for (OwnPoint& point : read.points) point.shape.ranks = ranks;
    return read;
}

const OperatorModel* modelFor(const OperatorMachine& machine, const OwnPoint& point) {
    return operatorModelOf(machine, {point.op, point.dtype, {}, isCollective(point.op) ? "nccl" : ""});
}

/// What of a point does not depend on the factors.
struct OwnTerm {
    IdealTime ideal;
    Roof roof;
    double residual = 0, us = 0;
    std::size_t point = 0;

    double error(const Eigen::Vector3d& factors) const {
        const Roof moved{roof.start * std::exp(factors[0]), roof.compute * std::exp(factors[1]),
                         roof.memory * std::exp(factors[2]), roof.blend};
        return std::log(moved.us(ideal) / us) + residual;
    }
    double predicted(const Eigen::Vector3d& factors) const { return us * std::exp(error(factors)); }
};

double medianOff(const std::vector<OwnTerm>& terms, const Eigen::Vector3d& factors) {
    std::vector<double> off;
    for (const OwnTerm& term : terms) off.push_back(std::abs(std::exp(term.error(factors)) - 1));
    std::sort(off.begin(), off.end());
    return off[off.size() / 2];
}

/// Logarithms of the factors.
Eigen::Vector3d solvedFactors(const std::vector<OwnTerm>& terms) {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    const auto lossOf = [&](const Eigen::Vector3d& at) {
        double loss = at.squaredNorm() / (kPrior * kPrior);
        for (const OwnTerm& term : terms) { // soft, so that one bad point does not turn the fit
            const double z = term.error(at) / kScatter;
            loss += 2 * (std::sqrt(1 + z * z) - 1);
        }
        return loss;
    };
    double loss = lossOf(x), damping = 1e-3;
    for (int round = 0; round < 100 && damping < 1e8; ++round) {
        Eigen::Matrix3d normal = Eigen::Matrix3d::Identity() / (kPrior * kPrior);
        Eigen::Vector3d gradient = x / (kPrior * kPrior);
        for (const OwnTerm& term : terms) {
            const double error = term.error(x);
            const double weight =
                1 / std::sqrt(1 + error * error / (kScatter * kScatter)) / (kScatter * kScatter);
            Eigen::Vector3d slope;
            for (int i = 0; i < 3; ++i) {
                Eigen::Vector3d nudged = x;
                nudged[i] += 1e-5;
                slope[i] = (term.error(nudged) - error) / 1e-5;
            }
            normal += weight * slope * slope.transpose();
            gradient += weight * error * slope;
        }
        Eigen::Matrix3d damped = normal;
        damped.diagonal() *= 1 + damping;
        const Eigen::Vector3d tried = x - damped.ldlt().solve(gradient);
        if (const double now = lossOf(tried); now < loss) {
            const bool done = loss - now < 1e-10 * loss;
            x = tried;
            loss = now;
            damping /= 5;
            if (done) break;
        } else {
            damping *= 4;
        }
    }
    // Points that the surface meets already move nothing.
    if (medianOff(terms, x) >= medianOff(terms, Eigen::Vector3d::Zero())) x.setZero();
    return x;
}

OwnFactors fitFactors(OperatorOp op, const std::vector<OwnTerm>& terms) {
    const Eigen::Vector3d x = solvedFactors(terms);
    std::vector<double> off;
    for (const OwnTerm& term : terms) off.push_back(std::abs(term.error(x)));
    std::sort(off.begin(), off.end());
    const auto middle = [&](double Roof::*member) {
        std::vector<double> values;
        for (const OwnTerm& term : terms) values.push_back(term.roof.*member);
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    };
    return {op,
            std::exp(x[0]),
            std::exp(x[1]),
            std::exp(x[2]),
            off[static_cast<std::size_t>(0.8 * static_cast<double>(off.size() - 1))],
            terms.size(),
            medianOff(terms, Eigen::Vector3d::Zero()),
            medianOff(terms, x),
            middle(&Roof::start),
            middle(&Roof::compute),
            middle(&Roof::memory)};
}

} // namespace

bool isNcclTests(std::string_view text) {
    return text.find("busbw") != std::string_view::npos;
}

Result<OwnPoints> readOwnPoints(std::string_view text, const std::string& source) {
    if (isNcclTests(text)) return readNcclTests(text, source);
    OwnPoints read{source, {}, {}, measuredHead(text).gpu};
    const std::vector<TableBlock> blocks = blocksOf(text);
    if (blocks.empty())
        return Problem{
            source, 1, 1, {}, say("expected measured operators: the columns of a shape, then times in *_us"),
            {}};
    for (const TableBlock& block : blocks) {
        const std::string named = block.kind.empty() ? source : block.kind + ".csv";
        const auto moved = [&](Problems problems) {
            for (Problem& problem : problems) {
                problem.source = source;
                if (problem.line > 0) problem.line += static_cast<int>(block.first);
            }
            return problems;
        };
        const Result<OperatorTable> table = readOperators(block.text, named);
        if (!table) return moved(table.error());
        append(read.problems, moved(table->problems));
        const CsvColumn* words = table->table->find("op");
        for (const OperatorTimes& time : table->times)
            for (std::size_t row = 0; row < table->table->rows(); ++row) {
                const double us = time.us->numbers[row];
                if (!(us > 0)) continue;
                const std::optional<OperatorOp> op = words != nullptr && !words->numeric
                                                         ? ncclOp(words->text(row))
                                                         : operatorNamed(table->kind->name);
                const bool known = op && *op != OperatorOp::Moe;
                std::string dtype = time.name;
                if (dtype == "fp16" || dtype.starts_with("bf16/T") || dtype.starts_with("bf16/v") ||
                    dtype.starts_with("bf16/S"))
                    dtype = "bf16";
                const std::optional<OperatorShape> shape =
                    known ? operatorShapeOf(*table, *op, dtype, row) : std::nullopt;
                const int line = table->table->lines[row] + static_cast<int>(block.first);
                if (!shape)
                    read.problems.push_back({source,
                                             line,
                                             0,
                                             {},
                                             say("is no operator that a GPU is fitted to"),
                                             std::string(table->kind->name)});
                else
                    read.points.push_back({*op, dtype, *shape, us, line});
            }
    }
    return read;
}

namespace {

using OwnTerms = std::map<OperatorOp, std::vector<OwnTerm>>;

/// Of the points that can be fitted to; why the others cannot.
OwnTerms termsOf(const OperatorMachine& machine, const OperatorRates& rates, const OwnPoints& points,
                 Problems& problems) {
    OwnTerms terms;
    for (std::size_t i = 0; i < points.points.size(); ++i) {
        const OwnPoint& point = points.points[i];
        const auto refuse = [&](Message rule) {
            problems.push_back({point.source.empty() ? points.source : point.source,
                                point.line,
                                0,
                                {},
                                std::move(rule),
                                numberText(point.us)});
        };
        const OperatorModel* model = modelFor(machine, point);
        if (model == nullptr) {
            refuse(say("%1 has no measured operator like this", machine.gpu.key));
            continue;
        }
        const OperatorWork work = operatorWork(point.op, point.shape, model->numbers, rates);
        const double least =
            std::max(kFasterThanPeak * work.ideal.compute, kFasterThanMemory * work.ideal.memory);
        if (point.us < least) {
            refuse(say("is faster than the data sheet allows, %1 us", rounded(least, 4)));
            continue;
        }
        const Surface& surface = model->nearest(operatorSlice(point.op, point.shape)).surface;
        terms[point.op].push_back(
            {work.ideal, surface.roof, surface.residual(surface.nearest(work.at)), point.us, i});
    }
    return terms;
}

std::size_t leastPoints(const std::vector<OwnTerm>& own) {
    return own.front().ideal.compute == 0 ? kLeastOwnCollectives : kLeastOwnPoints;
}

} // namespace

OwnFit fitOwnGpu(const OperatorMachine& machine, const OperatorRates& rates, const OwnPoints& points) {
    OwnFit fit;
    fit.like = machine.gpu.key;
    for (const auto& [op, own] : termsOf(machine, rates, points, fit.problems)) {
        const std::size_t least = leastPoints(own);
        if (own.size() < least)
            fit.problems.push_back({points.source, 0, 0, std::string(operatorRow(op).name),
                                    say("needs %1 points at least", least), std::to_string(own.size())});
        else
            fit.factors.push_back(fitFactors(op, own));
    }
    return fit;
}

std::vector<OwnPointError> ownPointErrors(const OperatorMachine& machine, const OperatorRates& rates,
                                          const OwnPoints& points) {
    std::vector<OwnPointError> errors;
    Problems told; // by the fit
    for (const auto& [op, own] : termsOf(machine, rates, points, told)) {
        const std::size_t least = leastPoints(own);
        if (own.size() < least) continue;
        const std::size_t first = errors.size(), parts = std::min(own.size(), kLeftOutParts);
        const Eigen::Vector3d all = solvedFactors(own);
        for (const OwnTerm& term : own)
            errors.push_back(
                {term.point, term.predicted(Eigen::Vector3d::Zero()), term.predicted(all), std::nullopt});
        for (std::size_t part = 0; part < parts; ++part) {
            std::vector<OwnTerm> others;
            for (std::size_t i = 0; i < own.size(); ++i)
                if (i % parts != part) others.push_back(own[i]);
            if (others.size() < least) continue;
            const Eigen::Vector3d without = solvedFactors(others);
            for (std::size_t i = part; i < own.size(); i += parts)
                errors[first + i].leftOut = own[i].predicted(without);
        }
    }
    return errors;
}

std::string ownFactorsText(const std::vector<OwnFactors>& factors) {
    std::string text;
    for (const OwnFactors& one : factors)
        text += (text.empty() ? "" : "; ") + std::string(operatorRow(one.op).name) + " " +
                rounded(one.start, 4) + " " + rounded(one.compute, 4) + " " + rounded(one.memory, 4) + " " +
                rounded(one.spread, 3);
    return text;
}

Result<std::vector<OwnFactors>> ownFactorsFrom(std::string_view text) {
    std::vector<OwnFactors> factors;
    for (const std::string_view part : partsOf(text, "; ")) {
        const std::size_t blank = std::min(part.find(' '), part.size());
        const std::optional<OperatorOp> op = operatorNamed(part.substr(0, blank));
        std::vector<double> values;
        const bool read = numbersOf(part.substr(blank), values) && values.size() == 4 && values[0] > 0 &&
                          values[1] > 0 && values[2] > 0 && values[3] >= 0 && values[3] < 5;
        if (!op || !read)
            return Problem{.key = "operator_factors",
                           .rule = say("must be \"operator start compute memory spread; …\""),
                           .value = std::string(part)};
        factors.push_back({*op, values[0], values[1], values[2], values[3]});
    }
    return factors;
}

OperatorMachine ownMachine(const OperatorMachine& like, const std::string& key, Generation generation,
                           const std::vector<OwnFactors>& factors) {
    OperatorMachine machine = like;
    machine.gpu.key = key;
    machine.gpu.generation = generation;
    machine.gpu.own = true;
    for (OperatorModel& model : machine.models)
        for (const OwnFactors& one : factors) {
            if (one.op != model.op) continue;
            for (OperatorSlice& slice : model.slices) {
                slice.surface.roof.start *= one.start;
                slice.surface.roof.compute *= one.compute;
                slice.surface.roof.memory *= one.memory;
            }
            model.spread = std::max(one.spread, std::log(1.05));
        }
    return machine;
}

} // namespace moe
