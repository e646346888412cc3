// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of the loss surface (loss_surface.h), of what the Gaussian process adds, and of the Step Law.

#include "models/engine/explain/explain_symbols.h"
#include "models/engine/loss/laws/step_law_fit.h"
#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/model/loss_fit.h"

#include <algorithm>
#include <cmath>

namespace moe {

using namespace explain;

namespace {

using I = LossIndex;

const LossReport& answer(const ExplainFacts& f) {
    return *f.report.loss;
}
double closedForm(const ExplainFacts& f) {
    return f.loss->surface.optimum(f.point.params, f.point.tokens, f.point.activeShare).loss;
}
LossCentre centre(const ExplainFacts& f) {
    return f.loss->surface.centre(f.point.params, f.point.tokens, f.point.activeShare);
}
StepLawMean law(const ExplainFacts& f) {
    const auto& fits = f.catalog.stepLawFits;
    return fits && !fits->fits.empty() ? meanOf(*fits) : kStepLawMean;
}
/// What the surface alone says is the rise off its best learning rate and batch.
double bowl(const ExplainFacts& f) {
    return std::log(f.loss->surface.loss(f.point) / closedForm(f));
}
/// Of a bowl's distance the part for which nothing is lost.
double freeOf(const ExplainFacts& f, std::size_t bowl) {
    const LossCoordinates at = lossCoordinates(f.point);
    const LossBowl b = lossBowls(f.loss->surface)[bowl];
    const Range slack = f.loss->surface.slack(f.point.params, f.point.tokens)[bowl];
    return std::clamp(b.p * (at.x - centre(f).x) + b.q * (at.b - centre(f).b), slack.min, slack.max);
}
double part(const ExplainFacts& f, bool tokens) {
    const auto& c = f.loss->surface.c;
    const LossCoordinates at = lossCoordinates(f.point);
    return tokens ? std::exp(c[I::B0] + c[I::B1] * at.d)
                  : std::exp(c[I::A0] + c[I::A1] * (at.n + c[I::Theta] * at.s));
}

} // namespace

#define MOE_LOSS(expression)                                                                                 \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.loss) return {};                                                                              \
        return expression;                                                                                   \
    }
#define MOE_COEFFICIENT(symbol, meaning, index)                                                              \
    constant(symbol, kLoss, meaning, "", "fit", MOE_LOSS(f.loss->surface.c[I::index]))

std::vector<ExplainSymbol> lossSymbols() {
    constexpr unsigned S = kLoss;
    // clang-format off
    return {
        derived("L_c", S, "loss of the surface at its best learning rate and batch", "nats/token", "exp(E_0) + S^G", MOE_LOSS(closedForm(f))),
        derived("rise", S, "what is lost off the best learning rate and batch", "", "exp(c_1)·φ(p_1·u + q_1·v − free_1) + exp(c_2)·φ(p_2·u + q_2·v − free_2)", MOE_LOSS(bowl(f))),
        derived("rise_N", S, "how it changes with ln(N)", "", "", MOE_LOSS(f.loss->surface.riseAt(f.point).byParams)),
        derived("rise_D", S, "how it changes with ln(D)", "", "", MOE_LOSS(f.loss->surface.riseAt(f.point).byTokens)),
        derived("free_1", S, "what costs nothing of the first bowl: outside the fitted runs the best may lie anywhere from where they end to the closed form; 0 within", "", "", MOE_LOSS(freeOf(f, 0))),
        derived("free_2", S, "the same of the second bowl", "", "", MOE_LOSS(freeOf(f, 1))),
        derived("gp", S, "what the Gaussian process of the measured runs adds", "", "", MOE_LOSS(std::log(answer(f).value) - std::log(f.loss->surface.loss(f.point)))),
        derived("S", S, "reducible part, before its exponent", "", "S_N + S_D", MOE_LOSS(part(f, false) + part(f, true))),
        derived("S_N", S, "of which for want of parameters", "", "exp(a_0 + a_1·(n + θ·s))", MOE_LOSS(part(f, false))),
        derived("S_D", S, "of which for want of tokens", "", "exp(b_0 + b_1·d)", MOE_LOSS(part(f, true))),
        derived("u", S, "distance from the best learning rate", "", "ln(lr/2e-3) − x_c", MOE_LOSS(lossCoordinates(f.point).x - centre(f).x)),
        derived("v", S, "distance from the best batch", "", "ln(B/524288) − y_c", MOE_LOSS(lossCoordinates(f.point).b - centre(f).b)),
        derived("x_c", S, "best ln(lr/2e-3) in closed form", "", "l_0 + l_1·n + l_2·d + l_3·s", MOE_LOSS(centre(f).x)),
        derived("y_c", S, "best ln(B/524288) in closed form", "", "m_0 + m_1·n + m_2·d + m_3·s", MOE_LOSS(centre(f).b)),
        derived("n", S, "parameters against 5e8", "", "ln(N/5e8)", MOE_LOSS(lossCoordinates(f.point).n)),
        derived("d", S, "tokens against 2e10", "", "ln(D/2e10)", MOE_LOSS(lossCoordinates(f.point).d)),
        derived("s", S, "sparsity; 0 when dense", "", "ln(share)", MOE_LOSS(lossCoordinates(f.point).s)),
        derived("share", S, "active share of the expert parameters; 1 when dense", "share", "", MOE_LOSS(std::clamp(f.point.activeShare, 0.005, 1.0))),
        {"N", S, "parameters without the vocabulary's", "", "", "params.non_embedding", "", "", MOE_GET(f.report.params.nonEmbedding)},
        knob("lr", S, "peak learning rate", "", "train.lr", MOE_LOSS(f.point.lr)),
        knob("B", S, "batch in tokens", "tokens", "train.global_batch", MOE_LOSS(f.point.batchTokens)),
        MOE_COEFFICIENT("E_0", "log of the floor", E),
        MOE_COEFFICIENT("a_0", "weight of the parameters", A0),
        MOE_COEFFICIENT("a_1", "slope in parameters", A1),
        MOE_COEFFICIENT("θ", "how far sparsity takes parameters away", Theta),
        MOE_COEFFICIENT("b_0", "weight of the tokens", B0),
        MOE_COEFFICIENT("b_1", "slope in tokens", B1),
        constant("G", S, "exponent of the reducible part", "", "fit", MOE_LOSS(std::exp(f.loss->surface.c[I::G]))),
        MOE_COEFFICIENT("l_0", "best learning rate, constant", L0),
        MOE_COEFFICIENT("l_1", "best learning rate, in parameters", L1),
        MOE_COEFFICIENT("l_2", "best learning rate, in tokens", L2),
        MOE_COEFFICIENT("l_3", "best learning rate, in sparsity", L3),
        MOE_COEFFICIENT("m_0", "best batch, constant", M0),
        MOE_COEFFICIENT("m_1", "best batch, in parameters", M1),
        MOE_COEFFICIENT("m_2", "best batch, in tokens", M2),
        MOE_COEFFICIENT("m_3", "best batch, in sparsity", M3),
        MOE_COEFFICIENT("c_1", "depth of the first bowl, log", C1),
        MOE_COEFFICIENT("p_1", "first bowl, in learning rate", P1),
        MOE_COEFFICIENT("q_1", "first bowl, in batch", Q1),
        MOE_COEFFICIENT("c_2", "depth of the second bowl, log", C2),
        MOE_COEFFICIENT("p_2", "second bowl, in learning rate", P2),
        MOE_COEFFICIENT("q_2", "second bowl, in batch", Q2),
        result("loss", S, "predicted loss", "nats/token", "loss.value"),
        constant("z_90", S, "standard deviations that hold the central 90 %", "", "count", MOE_GET(kLossNinety)),
        derived("sd", S, "relative standard deviation of the model", "share", "", MOE_LOSS(answer(f).sd)),
        constant("noise", S, "relative noise of one run in the basin", "share", "fit", MOE_GET(runNoise(0))),
        derived("shift_L", S, "what the Gaussian process changes at the optimum; 0 outside the data", "", "", MOE_LOSS(std::log(answer(f).optimalLoss / closedForm(f)))),
        derived("shift_x", S, "by how much it moves the best learning rate", "", "", MOE_LOSS(std::log(answer(f).optimalLr / kLossLr) - centre(f).x)),
        derived("shift_y", S, "by how much it moves the best batch", "", "", MOE_LOSS(std::log(answer(f).optimalBatchTokens / kLossBatch) - centre(f).b)),
        constant("i_x", S, "Step Law learning rate, constant", "", "fit", MOE_GET(law(f).lrIntercept)),
        constant("i_N", S, "Step Law learning rate, in parameters", "", "fit", MOE_GET(law(f).lrParams)),
        constant("i_D", S, "Step Law learning rate, in tokens", "", "fit", MOE_GET(law(f).lrTokens)),
        constant("j_y", S, "Step Law batch, constant", "", "fit", MOE_GET(law(f).batchIntercept)),
        constant("j_D", S, "Step Law batch, in tokens", "", "fit", MOE_GET(law(f).batchTokens)),
    };
    // clang-format on
}

} // namespace moe
