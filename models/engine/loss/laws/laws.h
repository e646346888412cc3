// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published laws for learning rate, batch and loss, one row each, to be laid over the fitted surface. A law
// says what it predicts, from what, and where it was fitted; outside that it still answers, marked as such.
// All quantities in parameters (without the vocabulary matrices), tokens, FLOP and nats unless a row says
// otherwise.

#include "data/message.h"
#include "data/step_law.h"
#include "models/engine/loss/laws/step_law_fit.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

/// What a law may ask for. Absent = not known: laws that need it give no value and say so.
struct LawInputs {
    bool moe = false;
    std::optional<double> params;        ///< N, non-vocabulary, total
    std::optional<double> activeParams;  ///< Na; equals N when dense
    std::optional<double> tokens;        ///< D
    std::optional<double> flopsPerToken; ///< M = 6 Na + 12·layers·hidden·sequence
    std::optional<double> experts;       ///< routed experts of a layer; 1 when dense
    std::optional<double> topK;          ///< 1 when dense
    std::optional<double> granularity;   ///< width of a dense FFN over that of one expert
    std::optional<double> headParams;    ///< vocabulary × hidden, one matrix
    std::optional<double> loss;          ///< nats, for the critical batch
    StepLawMean stepLaw = kStepLawMean;  ///< of the loaded bootstrap fits, else of the published ones
};
using LawInput = std::optional<double> LawInputs::*;

/// Dense inputs: Na = N, one expert.
LawInputs denseInputs(double params, double tokens);
/// M = 6 Na + 12·layers·hidden·sequence (arXiv 2401.02954, equation 2; Na for N in an MoE).
double lawFlopsPerToken(double activeParams, double layers, double hidden, double sequence);
/// Inputs of a measured group: shape from the table's columns, its best loss as `loss`.
LawInputs lawInputs(const LossTable& table, const LossGroup& group);

/// One quantity of one law.
struct LawFormula {
    std::optional<double> (*value)(const LawInputs&) = nullptr; ///< null: the law does not predict it
    std::vector<LawInput> needs = {};
    /// As the documentation shows it, in the symbols of lawSymbols(); clauses after ";" define one.
    const char* text = "";
};

/// A symbol of the laws' formulas.
struct LawSymbol {
    const char* symbol;
    const char* meaning;
    std::optional<double> (*value)(const LawInputs&);
};
const std::vector<LawSymbol>& lawSymbols();

/// Where a law was fitted, for one kind of model. An absent range does not bound.
struct LawRanges {
    std::optional<Range> params, activeParams, tokens, compute; ///< compute: M·D, FLOP
};

struct Law {
    const char* key;
    const char* label;
    const char* citation;                ///< arXiv number with table or equation
    const char* domain;                  ///< in words
    const char* note;                    ///< what to know before reading the value; may be empty
    std::optional<LawRanges> dense, moe; ///< absent: the law is not about such models
    LawFormula lr = {}, batchTokens = {}, loss = {}, criticalBatchTokens = {};
    bool bitsPerCharacter = false; ///< unit of `loss`; else nats per token
};
const std::vector<Law>& laws();
const Law* findLaw(std::string_view key);

struct LawAnswer {
    const Law* law = nullptr;
    std::optional<double> lr, batchTokens, loss, criticalBatchTokens;
    bool inDomain = false;
    Message outside; ///< why not, empty when inside
    Message missing; ///< which inputs are missing, empty when every quantity of the law has a value
};
LawAnswer evaluateLaw(const Law& law, const LawInputs& inputs);

/// Carries the losses of another data recipe over to the given table: y = loss + value, or loss × value where
/// the unit differs.
struct LawOffset {
    bool scale = false;
    double value = 0;
    int groups = 0;          ///< fitted on
    double rawError = 0;     ///< mean of |law/measured − 1| before; without meaning where the unit differs
    double residualRmse = 0; ///< relative, after
    std::string text;        ///< a sentence for the user

    double apply(double loss) const { return scale ? loss * value : loss + value; }
};
/// From the best runs of the table's groups. nullopt when the law gives no loss for any of them.
std::optional<LawOffset> fitOffset(const Law& law, const LossTable& table);

} // namespace moe
