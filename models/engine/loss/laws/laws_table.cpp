// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/laws/laws.h"

#include <cmath>

namespace moe {
namespace {

using In = LawInputs;
using Value = std::optional<double>;

double power(double scale, double base, double exponent) {
    return scale * std::pow(base, exponent);
}
/// C = M·D (DeepSeek, Ling).
double compute(const In& in) {
    return *in.flopsPerToken * *in.tokens;
}
/// C = 6 N D (Moonlight).
double compute6(const In& in) {
    return 6 * *in.params * *in.tokens;
}

/// L = E + A/N^α + B/D^β
struct Chinchilla {
    double floor, a, b, alpha, beta;
    double operator()(const In& in) const {
        return floor + power(a, *in.params, -alpha) + power(b, *in.tokens, -beta);
    }
};

/// 1/Ê = 1/(E − 1 + 1/(1/Es − 1/Em)) + 1/Em: the effective number of experts (arXiv 2202.01169, 2502.05172).
double effectiveExperts(double experts) {
    constexpr double kStart = 2.0732, kMax = 290.4521;
    const double start = 1 / (1 / kStart - 1 / kMax);
    return 1 / (1 / (experts - 1 + start) + 1 / kMax);
}

Value jointLoss(const In& in) {
    const double experts = effectiveExperts(*in.experts / *in.topK), ln = std::log(experts);
    return power(35.91, experts, -0.2285) * std::pow(*in.activeParams, -0.1889 + 0.0098 * ln) +
           power(35.98, experts, 0.5529) * std::pow(*in.tokens, -0.1775 - 0.0259 * ln) + 1.3637;
}
Value jointLr(const In& in) {
    return std::exp(8.39 - 0.81 * std::log(*in.activeParams) - 0.25 * std::log(*in.experts / *in.topK));
}

Value krajewskiLoss(const In& in) {
    return 0.47 + (power(2.1, *in.granularity, -0.58) + 18.1) * std::pow(*in.params, -0.115) +
           power(30.8, *in.tokens, -0.147);
}

Value abnarLoss(const In& in) {
    const double active = *in.topK / *in.experts; // 1 − S
    return power(16612.5, *in.params, -0.5962) + power(5455.67, *in.tokens, -0.3954) +
           power(0.4598, active, 0.1666) + 17.26 / (std::pow(active, 0.1603) * std::pow(*in.params, 0.1595)) +
           0.94;
}

Value farseerLoss(const In& in) {
    const double n = *in.params;
    const double exponent = -std::exp(power(-0.124, n, 0.123) + 0.424);
    return std::exp(power(-0.021, n, 0.169) - 0.091) +
           std::exp(power(88.01, n, -0.1) - 6.287) * std::pow(*in.tokens, exponent);
}

/// Farseer counts bits per English character; the Step Law tables' best losses are this many times as large,
/// with a residual of .39 %.
constexpr double kFarseerScale = 4.1431;

Value farseerEquation3(const In& in) {
    const double n = *in.params / 1e9;
    const double exponent = -std::exp(power(-3.640180527, n, 0.04227158138) + 2.426767169);
    return kFarseerScale *
           (std::exp(power(-2.082316373, n, 0.05307598574) + 1.277014317) +
            std::exp(power(6.521067538, n, -0.1257766698) - 1.853805179) * std::pow(*in.tokens, exponent));
}

Value farseerFamily(const In& in) {
    return kFarseerScale *
           (0.26547 +
            std::pow(power(105.44, *in.params, -0.39154) + power(784.64, *in.tokens, -0.42531), 0.47168));
}

/// Positive below N ≈ 1.2e10, where the law ends.
Value openAiLr(const In& in) {
    const double lr = 3.239e-3 - 1.395e-4 * std::log(*in.params);
    return lr > 0 ? Value(lr) : std::nullopt;
}

Value stepLawLr(const In& in) {
    return stepLaw(in.stepLaw, *in.params, *in.tokens).lr;
}
Value stepLawBatch(const In& in) {
    return stepLaw(in.stepLaw, *in.params, *in.tokens).batchTokens;
}

const std::vector<LawInput> kN{&In::params}, kD{&In::tokens}, kND{&In::params, &In::tokens},
    kMD{&In::flopsPerToken, &In::tokens}, kNHead{&In::params, &In::headParams}, kLoss{&In::loss},
    kNaE{&In::activeParams, &In::experts, &In::topK},
    kNaEd{&In::activeParams, &In::experts, &In::topK, &In::tokens},
    kNDE{&In::params, &In::tokens, &In::experts, &In::topK}, kNDG{&In::params, &In::tokens, &In::granularity};

LawRanges ranges(std::optional<Range> params, std::optional<Range> tokens,
                 std::optional<Range> compute = std::nullopt) {
    return {params, std::nullopt, tokens, compute};
}

const LawRanges kStepDense = ranges(Range{2.15e8, 1.074e9}, Range{4e9, 1e11});
const LawRanges kStepMoe = ranges(Range{2.15e9, 2.16e9}, Range{2e9, 2e10});

template <LawInput input> Value inputOf(const In& in) {
    return in.*input;
}
template <double StepLawMean::*coefficient> Value coefficientOf(const In& in) {
    return in.stepLaw.*coefficient;
}

} // namespace

const std::vector<LawSymbol>& lawSymbols() {
    static const std::vector<LawSymbol> rows{
        {"N", "parameters without the vocabulary's", inputOf<&In::params>},
        {"N_a", "of these active per token", inputOf<&In::activeParams>},
        {"N_head", "parameters of one vocabulary matrix", inputOf<&In::headParams>},
        {"D", "training tokens", inputOf<&In::tokens>},
        {"M", "FLOP per token", inputOf<&In::flopsPerToken>},
        {"E", "routed experts of a layer", inputOf<&In::experts>},
        {"k", "experts each token visits", inputOf<&In::topK>},
        {"E_e", "effective number of experts",
         [](const In& in) -> Value {
             if (!in.experts || !in.topK) return {};
             return effectiveExperts(*in.experts / *in.topK);
         }},
        {"g", "width of a dense FFN over that of an expert", inputOf<&In::granularity>},
        {"loss", "loss the batch belongs to, nats per token", inputOf<&In::loss>},
        {"i_x", "Step Law learning rate, constant", coefficientOf<&StepLawMean::lrIntercept>},
        {"i_N", "Step Law learning rate, in parameters", coefficientOf<&StepLawMean::lrParams>},
        {"i_D", "Step Law learning rate, in tokens", coefficientOf<&StepLawMean::lrTokens>},
        {"j_y", "Step Law batch, constant", coefficientOf<&StepLawMean::batchIntercept>},
        {"j_D", "Step Law batch, in tokens", coefficientOf<&StepLawMean::batchTokens>},
    };
    return rows;
}

const std::vector<Law>& laws() {
    static const std::vector<Law> rows{
        {.key = "step-law",
         .label = "Step Law, mean of the bootstrap fits",
         .citation = "arXiv 2503.04715, published table of 1000 fits",
         .domain = "dense 0.215–1.07 B parameters on 4–100 B tokens; MoE 2.15 B on 2–20 B",
         .note = "N is the total for an MoE; fitted on the very runs of the dense table",
         .dense = kStepDense,
         .moe = kStepMoe,
         .lr = {stepLawLr, kND, "exp(i_x + i_N·ln(N) + i_D·ln(D))"},
         .batchTokens = {stepLawBatch, kND, "exp(j_y + j_D·ln(D))"}},
        {.key = "step-law-rounded",
         .label = "Step Law, rounded coefficients",
         .citation = "arXiv 2503.04715, abstract",
         .domain = "dense 0.215–1.07 B parameters on 4–100 B tokens; MoE 2.15 B on 2–20 B",
         .note = "N is the total for an MoE; rounding moves the learning rate by some 2 %",
         .dense = kStepDense,
         .moe = kStepMoe,
         .lr = {[](const In& in) -> Value {
                    return 1.79 * std::pow(*in.params, -0.713) * std::pow(*in.tokens, 0.307);
                },
                kND, "1.79·D^0.307/N^0.713"},
         .batchTokens = {[](const In& in) -> Value { return power(0.58, *in.tokens, 0.571); }, kD,
                         "0.58·D^0.571"}},
        {.key = "deepseek",
         .label = "DeepSeek LLM",
         .citation = "arXiv 2401.02954, equation 1",
         .domain = "dense, 1e17–2e19 FLOP, multi-step schedule",
         .note = "C = M·D; the Step Law table misprints .3118 as .3188",
         .dense = ranges(std::nullopt, std::nullopt, Range{1e17, 2e19}),
         .moe = std::nullopt,
         .lr = {[](const In& in) -> Value { return power(0.3118, compute(in), -0.125); }, kMD,
                "0.3118/(M·D)^0.125"},
         .batchTokens = {[](const In& in) -> Value { return power(0.2920, compute(in), 0.3271); }, kMD,
                         "0.292·(M·D)^0.3271"}},
        {.key = "openai",
         .label = "OpenAI (Kaplan)",
         .citation = "arXiv 2001.08361, equations D.1 and 5.3",
         .domain = "dense, 768–1.5 B parameters without embeddings, on up to 23 B tokens",
         .note = "the critical batch is a trade-off point, not an optimum",
         .dense = ranges(Range{768, 1.5e9}, Range{2.2e7, 2.3e10}),
         .moe = std::nullopt,
         .lr = {openAiLr, kN, "3.239e-3 − 1.395e-4·ln(N)"},
         .criticalBatchTokens = {[](const In& in) -> Value { return power(2e8, *in.loss, -4.76); }, kLoss,
                                 "2e8/loss^4.76"}},
        {.key = "porian",
         .label = "Porian et al.",
         .citation = "arXiv 2406.19146, fits of the hyper-parameter sweep",
         .domain = "dense, 5–901 M parameters at 1.25e16–2.56e19 FLOP, tokens near compute-optimal",
         .note = "N counts one vocabulary matrix",
         .dense = ranges(Range{5e6, 9.01e8}, std::nullopt, Range{1.25e16, 2.56e19}),
         .moe = std::nullopt,
         .lr = {[](const In& in) -> Value { return power(3.7, *in.params + *in.headParams, -0.36); }, kNHead,
                "3.7/(N + N_head)^0.36"},
         .batchTokens = {[](const In& in) -> Value {
                             return power(0.7576, *in.params + *in.headParams, 0.703);
                         },
                         kNHead, "0.7576·(N + N_head)^0.703"}},
        {.key = "microsoft",
         .label = "Microsoft (Bjorck)",
         .citation = "arXiv 2409.19913, figure of the fitted law",
         .domain = "dense, 50 M–2.7 B parameters on 25–800 B tokens",
         .note = "coefficients read off a figure, ± 3 %",
         .dense = ranges(Range{5e7, 2.7e9}, Range{2.5e10, 8e11}),
         .moe = std::nullopt,
         .lr = {[](const In& in) -> Value {
                    return 1.56e-3 * std::pow(*in.params / 1e9, -0.23) * std::pow(*in.tokens / 1e9, -0.32);
                },
                kND, "1.56e-3/((N/1e9)^0.23·(D/1e9)^0.32)"}},
        {.key = "moonlight",
         .label = "Moonlight (Muon)",
         .citation = "arXiv 2502.16982, scaling-law section",
         .domain = "dense, 0.4–1.5 B parameters on 8.9–38.9 B tokens",
         .note = "C = 6ND; fitted with AdamW as baseline to Muon",
         .dense = ranges(Range{3.99e8, 1.5e9}, Range{8.92e9, 3.9e10}),
         .moe = std::nullopt,
         .lr = {[](const In& in) -> Value { return power(0.0127, compute6(in), -0.057); }, kND,
                "0.0127/(6·N·D)^0.057"},
         .batchTokens = {[](const In& in) -> Value { return power(0.0065, compute6(in), 0.4138); }, kND,
                         "0.0065·(6·N·D)^0.4138"}},
        {.key = "ling-moe",
         .label = "Ling MoE",
         .citation = "arXiv 2507.17702, hyper-parameter laws",
         .domain = "MoE, 3e17–3e20 FLOP",
         .note = "C = M·D",
         .dense = std::nullopt,
         .moe = ranges(std::nullopt, std::nullopt, Range{3e17, 3e20}),
         .lr = {[](const In& in) -> Value { return power(1.1576, compute(in), -0.1529); }, kMD,
                "1.1576/(M·D)^0.1529"},
         .batchTokens = {[](const In& in) -> Value { return power(0.0694, compute(in), 0.3644); }, kMD,
                         "0.0694·(M·D)^0.3644"}},
        {.key = "chinchilla",
         .label = "Chinchilla",
         .citation = "arXiv 2203.15556, equation 10",
         .domain = "dense, 44 M–16 B parameters on 5–500 B tokens",
         .note = "another data recipe and tokenizer",
         .dense = ranges(Range{4.4e7, 1.6e10}, Range{5e9, 5e11}),
         .moe = std::nullopt,
         .loss = {[](const In& in) -> Value {
                      return Chinchilla{1.69, 406.4, 410.7, 0.34, 0.28}(in);
                  },
                  kND, "1.69 + 406.4/N^0.34 + 410.7/D^0.28"}},
        {.key = "chinchilla-refit",
         .label = "Chinchilla, refitted",
         .citation = "arXiv 2404.10102, refit",
         .domain = "dense, 44 M–16 B parameters on 5–500 B tokens",
         .note = "another data recipe and tokenizer",
         .dense = ranges(Range{4.4e7, 1.6e10}, Range{5e9, 5e11}),
         .moe = std::nullopt,
         .loss = {[](const In& in) -> Value {
                      return Chinchilla{1.8172, 482.01, 2085.43, 0.3478, 0.3658}(in);
                  },
                  kND, "1.8172 + 482.01/N^0.3478 + 2085.43/D^0.3658"}},
        {.key = "joint-moe",
         .label = "Joint MoE",
         .citation = "arXiv 2502.05172, table of fitted coefficients",
         .domain = "dense and MoE with up to 32 experts, one active, up to 2.7 B active parameters",
         .note = "E is the number of experts over those active; another data recipe",
         .dense = LawRanges{std::nullopt, Range{0, 2.7e9}, std::nullopt, std::nullopt},
         .moe = LawRanges{std::nullopt, Range{0, 2.7e9}, std::nullopt, std::nullopt},
         .lr = {jointLr, kNaE, "exp(8.39 − 0.81·ln(N_a) − 0.25·ln(E/k))"},
         .loss = {jointLoss, kNaEd,
                  "35.91/E_e^0.2285·N_a^(0.0098·ln(E_e) − 0.1889)"
                  " + 35.98·E_e^0.5529/D^(0.1775 + 0.0259·ln(E_e)) + 1.3637"
                  "; E_e = 1/(1/(E/k − 1 + 1/(1/2.0732 − 1/290.4521)) + 1/290.4521)"}},
        {.key = "krajewski",
         .label = "Fine-grained MoE (Krajewski)",
         .citation = "arXiv 2402.07871, table of fitted coefficients",
         .domain = "MoE with 64 times the parameters of its dense FFN, up to 3.7 B, on 16–130 B tokens",
         .note = "expansion 64 is assumed; another data recipe",
         .dense = std::nullopt,
         .moe = ranges(Range{1.29e8, 3.7e9}, Range{1.6e10, 1.3e11}),
         .loss = {krajewskiLoss, kNDG, "0.47 + (2.1/g^0.58 + 18.1)/N^0.115 + 30.8/D^0.147"}},
        {.key = "abnar",
         .label = "Sparsity law (Abnar)",
         .citation = "arXiv 2501.12370, table of fitted coefficients",
         .domain = "MoE, sparsity up to 98 %, 3e19–1e21 FLOP",
         .note = "sparsity S = (E − K)/E; another data recipe",
         .dense = ranges(std::nullopt, std::nullopt, Range{3e19, 1e21}),
         .moe = ranges(std::nullopt, std::nullopt, Range{3e19, 1e21}),
         .loss = {abnarLoss, kNDE,
                  "16612.5/N^0.5962 + 5455.67/D^0.3954 + 0.4598·(k/E)^0.1666"
                  " + 17.26/((k/E)^0.1603·N^0.1595) + 0.94"}},
        {.key = "farseer",
         .label = "Farseer",
         .citation = "arXiv 2506.10972, fitted law",
         .domain = "dense, 0.2–6.4 B parameters",
         .note = "bits per character, not nats per token",
         .dense = ranges(Range{2.01e8, 6.4e9}, std::nullopt),
         .moe = std::nullopt,
         .loss = {farseerLoss, kND,
                  "exp(−0.021·N^0.169 − 0.091) + exp(88.01/N^0.1 − 6.287)/D^(exp(0.424 − 0.124·N^0.123))"},
         .bitsPerCharacter = true},
        {.key = "farseer-eq3",
         .label = "Farseer, equation 3",
         .citation =
             "arXiv 2506.10972, refit to its 404 runs by scaling-laws-as-production-functions@59c5707",
         .domain = "dense, 0.2–25 B parameters; predicts its largest runs to .26 %",
         .note = "× 4.1431 to the best runs of the Step Law tables",
         .dense = ranges(Range{2.01e8, 2.51e10}, std::nullopt),
         .moe = std::nullopt,
         .loss = {farseerEquation3, kND,
                  "4.1431·(exp(1.277014317 − 2.082316373·(N/1e9)^0.05307598574)"
                  " + exp(6.521067538/(N/1e9)^0.1257766698 − 1.853805179)"
                  "/D^(exp(2.426767169 − 3.640180527·(N/1e9)^0.04227158138)))"}},
        {.key = "farseer-q",
         .label = "Farseer, one exponent over both terms",
         .citation =
             "arXiv 2506.10972, refit to its 404 runs by scaling-laws-as-production-functions@59c5707",
         .domain = "dense, 0.2–25 B parameters; predicts its largest runs to .52 %",
         .note = "× 4.1431 to the best runs of the Step Law tables",
         .dense = ranges(Range{2.01e8, 2.51e10}, std::nullopt),
         .moe = std::nullopt,
         .loss = {farseerFamily, kND, "4.1431·(0.26547 + (105.44/N^0.39154 + 784.64/D^0.42531)^0.47168)"}},
    };
    return rows;
}

} // namespace moe
