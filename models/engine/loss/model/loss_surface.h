// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The joint parametric loss surface for dense and MoE pre-training: ln L as a smooth function of N, D,
// sparsity, learning rate and batch, convex in (ln lr, ln B), monotone in N and D. Fitted on the Step Law
// tables (Predictable Scale Part I, arXiv 2503.04715).
//
// Natural logs n = ln(N/5e8), d = ln(D/2e10), x = ln(lr/2e-3), b = ln(B/2^19 tokens), s = ln f (0 when
// dense):
//     S   = exp(a0 + a1(n + θ s)) + exp(b0 + b1 d)
//     L*  = exp(E) + S^G, G = exp(g)
//     x*  = l0 + l1 n + l2 d + l3 s;   b* = m0 + m1 n + m2 d + m3 s
//     ln L = ln L* + Σ_k exp(c_k) φ(p_k u + q_k v),  u = x − x*, v = b − b*, φ(z) = e^z − 1 − z (z clamped to
//     ±25)
// Where N or D lie beyond the fitted runs nothing tells how far x* and b* move on. There
// a learning rate and batch lose nothing as long as they lie between the best ones at that bound and the
// closed form's, so that a run of a fixed learning rate is not punished more and more for being large or
// long.

#include "data/message.h"
#include "data/step_law.h"

#include <array>
#include <optional>
#include <string>

namespace moe {

/// Where a loss is asked for.
struct LossPoint {
    double params = 0;       ///< N, non-vocabulary
    double tokens = 0;       ///< D
    double activeShare = 1;  ///< f, active share of expert parameters; 1 = dense
    double lr = 0;           ///< peak learning rate
    double batchTokens = 0;  ///< B
    double activeParams = 0; ///< Na where it is known; 0: as in the published family at this share
};

struct LossOptimum {
    double lr = 0, batchTokens = 0, loss = 0;
};

struct Range {
    double min = 0, max = 0;
    bool operator==(const Range&) const = default;
};

/// The box that the fitted runs of one kind span, to say when a point is outside.
struct LossHull {
    Range params, tokens, tokensPerParam, activeShare, lr, batchTokens;
    bool operator==(const LossHull&) const = default;
};

/// Where each coefficient stands in LossSurface::c.
struct LossIndex {
    enum : std::size_t {
        E,
        A0,
        A1,
        Theta,
        B0,
        B1,
        G,
        L0,
        L1,
        L2,
        L3,
        M0,
        M1,
        M2,
        M3,
        C1,
        P1,
        Q1,
        C2,
        P2,
        Q2,
        Size
    };
};

/// What runs of one kind may not tell, by the coefficient that is assumed then.
struct LossEffect {
    std::size_t coefficient;
    const char* name;
};
inline constexpr LossEffect kLossEffects[] = {{LossIndex::A1, sentence("model size")},
                                              {LossIndex::B1, sentence("tokens")},
                                              {LossIndex::Theta, sentence("sparsity")},
                                              {LossIndex::P1, sentence("learning rate")},
                                              {LossIndex::Q1, sentence("batch")}};

/// Where the bowl is centred at fixed (N, D, f).
struct LossCentre {
    double x = 0, b = 0; ///< x*, b*
};

/// Coefficients in the order E, a0, a1, θ, b0, b1, g, l0…l3, m0…m3, (c, p, q) × 2.
struct LossSurface {
    static constexpr std::size_t kSize = LossIndex::Size;
    std::array<double, kSize> c{};
    std::string origin; ///< what it was fitted on, as its file says
    int keptRows = 0, divergedRows = 0;
    double cost = 0;                    ///< robust cost at the solution
    int iterations = 0;                 ///< accepted Levenberg–Marquardt steps
    std::optional<LossHull> dense, moe; ///< absent: no run of this kind was fitted

    /// `origin` in words that can be translated, where they are those of a fit of this program.
    Message fitOrigin() const;
    double loss(const LossPoint& point) const;
    LossCentre centre(double params, double tokens, double activeShare) const;
    /// Closed form x*, b*, L*.
    LossOptimum optimum(double params, double tokens, double activeShare) const;
    /// −∂L/∂ln N (at fixed f) and −∂L/∂ln D at the optimum, both positive.
    double slopeParams(double params, double tokens, double activeShare) const;
    double slopeTokens(double params, double tokens, double activeShare) const;
    /// The same of loss() at the point's own learning rate and batch.
    struct Slopes {
        double params = 0, tokens = 0;
    };
    Slopes slopesAt(const LossPoint& point) const;
    struct Size {
        double params = 0, tokens = 0;
        bool operator==(const Size&) const = default;
    };
    /// The same size where it is within the fitted runs, else the nearest on their bounds.
    Size nearestRuns(double params, double tokens) const;
    /// Of each bowl, from where to where p u + q v costs nothing; {0, 0} within the runs.
    std::array<Range, 2> slack(double params, double tokens) const;
    /// ln L − ln L*, and what it changes by with ln N and ln D.
    struct Rise {
        double value = 0, byParams = 0, byTokens = 0;
    };
    Rise riseAt(const LossPoint& point) const;
    /// D at which both slopes are equal: the best split of a compute budget C ∝ N·D at this N.
    double optimalTokens(double params, double activeShare) const;
    /// −∂L/∂ln Na at fixed N and D, A = shared (attention and dense FFN) parameters: slopeParams·θ·Na/(Na −
    /// A). 0 without expert parameters.
    double slopeActive(double params, double tokens, double activeShare, double sharedParams) const;
};

/// f = (Na − A)/(N − A), clamped to [0.005, 1]; A = attention + dense FFN parameters. 1 when all parameters
/// are active.
double activeShare(double params, double activeParams, double sharedParams);
/// The same where only N and Na are known: A ≈ 0.0667 N, as in the published MoE family.
double activeShare(double params, double activeParams);

/// One direction pair of the bowl at fixed (N, D, f): exp(c) φ(p u + q v).
struct LossBowl {
    double scale = 0, p = 0, q = 0;
};
std::array<LossBowl, 2> lossBowls(const LossSurface& surface);

/// Fits on whichever tables are given (either may be null, not both). Pure; about 15 ms.
Result<LossSurface> fitLossSurface(const LossTable* dense, const LossTable* moe);

} // namespace moe
