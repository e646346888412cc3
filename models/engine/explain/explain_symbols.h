// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The table of symbols that formulas are written in. A symbol may mean different things in different parts of
// the model; its scope tells them apart.

#include "models/engine/cost/network.h"
#include "models/engine/cost/serve_operators.h"
#include "models/engine/loss/model/loss_model.h"
#include "models/engine/memory/memory.h"
#include "models/engine/time/step_time.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

/// Parts of the model that a symbol belongs to.
enum ExplainScope : unsigned {
    kParams = 1,
    kMemory = 2,
    kTime = 4,
    kLoss = 8,
    kNetwork = 16,
    kServe = 32,
    kPlacement = 64,
    kGoodput = 128,
    kRl = 256,
    kEnergy = 512,
    kDay = 1024,
    kShape = 2047, ///< model, layout and batch: known everywhere
};

/// What symbols are read from. Not copyable: its parts point at one another.
struct ExplainFacts {
    ExplainFacts(std::string_view key, const Report& report, const Catalog& catalog);
    ExplainFacts(const ExplainFacts&) = delete;
    ExplainFacts& operator=(const ExplainFacts&) = delete;

    const Report& report;
    const Catalog& catalog;
    Setup setup;
    StageContext stage; ///< the heaviest
    Transients phase;   ///< of that stage
    Rates rates;
    StepTime step;
    std::optional<TimeTerm> term; ///< the part of the step that is explained
    bool partOfStage = false;     ///< that part belongs to a stage's GPU time
    double linkRanks = 0;         ///< ranks its traffic spans; 0: TP
    bool combine = false;         ///< of the two exchanges, combine is explained
    LoadStatistics load;          ///< of what a placement metric is about
    RoutedRows routed;
    AllToAll exchange;
    double exchangeTokens = 0;
    ExchangeSkew exchangeImbalance;
    ExpertShare experts;
    ServeRates serving;
    LossPoint point;
    const LossModel* loss = nullptr; ///< null: no loss is predicted

    bool trains() const { return report.scenario.train.has_value(); }
    const TrainSpec& train() const { return *report.scenario.train; }
};

struct ExplainSymbol {
    const char* symbol;
    unsigned scope;
    const char* meaning;
    const char* unit;    ///< base unit
    const char* field;   ///< scenario key that decides it; may be empty
    const char* account; ///< where it is explained; may be empty
    const char* basis;   ///< "fit", "prior", "count" of a constant; else empty
    const char* definition;
    /// Nullopt: this row does not hold here. Null: the account's value, or a bound symbol without one.
    std::optional<double> (*value)(const ExplainFacts&);
};

/// Several rows may share a symbol and scope: the first with a value holds.
const std::vector<ExplainSymbol>& explainSymbols();
const ExplainSymbol* findSymbol(std::string_view symbol, unsigned scope, const ExplainFacts& facts);
std::optional<double> symbolValue(const ExplainSymbol& symbol, const ExplainFacts& facts);

// The files the table is put together from.
std::vector<ExplainSymbol> shapeSymbols();
std::vector<ExplainSymbol> memorySymbols();
std::vector<ExplainSymbol> timeSymbols();
std::vector<ExplainSymbol> lossSymbols();
std::vector<ExplainSymbol> goodputSymbols();
std::vector<ExplainSymbol> rlSymbols();
std::vector<ExplainSymbol> energySymbols();
std::vector<ExplainSymbol> daySymbols();
std::vector<ExplainSymbol> servingSymbols(); ///< network, serving and placement too

namespace explain {

using Value = std::optional<double>;
using Get = Value (*)(const ExplainFacts&);

inline ExplainSymbol knob(const char* symbol, unsigned scope, const char* meaning, const char* unit,
                          const char* field, Get value, const char* definition = "") {
    return {symbol, scope, meaning, unit, field, "", "", definition, value};
}
inline ExplainSymbol derived(const char* symbol, unsigned scope, const char* meaning, const char* unit,
                             const char* definition, Get value) {
    return {symbol, scope, meaning, unit, "", "", "", definition, value};
}
inline ExplainSymbol constant(const char* symbol, unsigned scope, const char* meaning, const char* unit,
                              const char* basis, Get value) {
    return {symbol, scope, meaning, unit, "", "", basis, "", value};
}
/// A number with an account of its own.
inline ExplainSymbol result(const char* symbol, unsigned scope, const char* meaning, const char* unit,
                            const char* account) {
    return {symbol, scope, meaning, unit, "", account, "", "", nullptr};
}
inline ExplainSymbol bound(const char* symbol, unsigned scope, const char* meaning) {
    return {symbol, scope, meaning, "", "", "", "", "", nullptr};
}

} // namespace explain

#define MOE_GET(expression)                                                                                  \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        static_cast<void>(f);                                                                                \
        return expression;                                                                                   \
    }
/// Only when the scenario trains.
#define MOE_TRAIN(expression)                                                                                \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.trains()) return {};                                                                          \
        return expression;                                                                                   \
    }

} // namespace moe
