// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Seconds of a pass for a layout, tabled once from the model of served passes (serve/serve_pass.h) so that a
// simulation may ask for millions. One table over decoding rows × prompt tokens, which share every product
// and exchange, and two that add what attention to longer contexts and longer prompts takes. Piecewise linear
// between nodes that double. Private to this room.

#include "models/engine/serve/serve_pass.h"
#include "models/engine/traffic/simulate.h"

#include <vector>

namespace moe {

/// Up to what a table reaches; beyond, it goes on as straight as it ends.
struct PassReach {
    double rows = 1, prefillTokens = 1, context = 1; ///< context: of one sequence, prompts too
    int drafts = 0;                                  ///< verified with each row
};

class PassTable {
public:
    /// `promptTokens`: of one prompt on average; rows and tokens are those of a rank, on all its stages.
    PassTable(const Setup& setup, const ServeSources* sources, const PassReach& reach, double promptTokens);
    double operator()(const PassLoad& load) const;
    /// Experts' part of a pass with so many tokens.
    double experts(double tokens) const;
    /// Share of the time at which the central 80 % band of a middling pass begins and ends.
    double low() const { return m_low; }
    double high() const { return m_high; }

private:
    /// Ascending nodes: 0 or not, then `first`, then 2^`doublings` times as much each. Nodes are powers of
    /// two, so that a value's place is read off its exponent.
    struct Axis {
        Axis() = default;
        Axis(double from, double last, int every, bool withZero);
        struct Place {
            std::size_t index; ///< of the node at or below the value; never the last one
            double share;      ///< how far to the next
        };
        Place placeOf(double value) const;
        std::vector<double> nodes;
        double first = 1;
        int doublings = 1, zero = 0;
    };
    struct Grid {
        Axis x, y;
        std::vector<double> seconds; ///< seconds[i·|y| + j] at x[i], y[j]
        double at(double a, double b) const;
    };
    Grid m_products;      ///< rows and their drafts × prompt tokens, short contexts
    Grid m_draft;         ///< rows: one draft of each, in a layer like the model's and its head
    Grid m_decodeContext; ///< rows × context: added
    Grid m_promptContext; ///< prompt tokens × length of the prompt: added
    Axis m_expertTokens;
    std::vector<double> m_expertSeconds;
    double m_low = 1, m_high = 1;
};

} // namespace moe
