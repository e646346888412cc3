// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person's files measured, as points of pictures: nothing of a fit is in them, and runs that too few
// are for one stand here, too.

#include "models/engine/fit/machine_fit.h"
#include "models/engine/operators/operator_picture.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

/// Whether measured operators are of the scenario's GPU, as far as the file names one.
bool isOfGpu(const OwnPoints& points, const Scenario& scenario, const Catalog& catalog);
/// The runs that may stand beside this scenario: without benchmarks that name another model, and without
/// operators that name another GPU.
OwnRuns runsOf(const Scenario& scenario, OwnRuns runs, const Catalog& catalog);

/// Runs of one size, learning rate and batch. nats per token: the median of them, least and most; of a
/// training log those of its last lines.
struct OwnLoss {
    std::string source;
    double params = 0, activeParams = 0, tokens = 0; ///< N without embeddings, Na, D
    std::optional<double> lr, batchTokens;
    double loss = 0, low = 0, high = 0;
    std::size_t runs = 1;
};
/// In the order of the files. Finished training logs and runs of a recipe.
std::vector<OwnLoss> ownLosses(const OwnRuns& runs, const Catalog& catalog);
/// Within this of each other sizes and tokens are the same: counts leave norms and routers out, or not.
inline constexpr double kSameSize = 0.05;

/// Of runs of one N and D whatever their learning rate and batch the best, as a curve over sizes has it; the
/// worst of them is `high`.
std::vector<OwnLoss> bestOfSizes(const std::vector<OwnLoss>& losses);

/// A shape of an operator: the median of its times, least and most, us.
struct OwnOperator {
    std::string source;
    OperatorOp op = OperatorOp::Gemm;
    std::string dtype;
    OperatorShape shape;
    double us = 0, low = 0, high = 0;
    std::size_t runs = 1;
};
std::vector<OwnOperator> ownOperators(const OwnRuns& runs);
/// Arithmetic and what goes through device memory, as operator_work.h counts them; no FLOP in a collective.
struct OwnWork {
    double flops = 0, bytes = 0;
    OperatorNumbers::Peak peak = OperatorNumbers::Peak::Bf16;
};
OwnWork workOf(const OwnOperator& one);

/// A measured shape that a line of a picture passes: every column as the line holds it but the lower axis'.
struct OwnOnLine {
    std::size_t one = 0, line = 0; ///< of the operators, of the picture's lines
    double x = 0;
    std::optional<double> predictedUs; ///< absent beyond the line's ends
};
std::vector<OwnOnLine> onLines(const std::vector<OwnOperator>& own, const OperatorPicture& picture);
/// A picture of what was measured most of: its lower axis runs, the rest of the shape is held.
OperatorPictureRequest pictureOf(const std::vector<OwnOperator>& own, const std::string& gpu);

/// Runs of a server at one load: the requests it answered a second, or took where they came at a rate.
struct OwnRate {
    std::string source;
    double inFlight = 0;                ///< of a closed loop; 0: requests came at a rate
    double rate = 0, low = 0, high = 0; ///< requests/s: median of the runs, least, most
    std::optional<double> ttft99 = {}, ttftMean = {}, tpotMean = {}; ///< s, medians
    std::size_t runs = 1;
    double input = 0, output = 0; ///< tokens of a request on average, median of the runs
};
/// Within this of each other requests are as long as others: a benchmark draws them at random.
inline constexpr double kSameLengths = 0.1;
/// Runs of one load, with requests of the same lengths (kSameLengths), in the order of the files.
std::vector<OwnRate> ownRates(const OwnRuns& runs);
/// Whether its requests are as long as those that the scenario sends.
bool isOfLengths(const OwnRate& one, const ServeSpec& serve);

} // namespace moe
