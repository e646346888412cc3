// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per memory component. Totals, bars, legends, the Explain panel and exports loop over this table.

#include "models/engine/shape/params.h"

#include <vector>

namespace moe {

struct SharedTerms;
struct Transients;

/// What a memory term may look at.
struct StageContext {
    const Setup* setup = nullptr;
    int stage = 0;
    StageLayers layers; ///< of this stage
    bool first = false, last = false;
    double inFlight = 1;  ///< micro-batches whose activations are held (1F1B or interleaved), fractional
    double imbalance = 1; ///< λ
    double denseParams = 0, expertParams = 0; ///< P_dense and P_expert of this GPU, as they learn
    double linear = 0;                        ///< of P_dense, layer linears
    FrozenParams frozen;                      ///< of this GPU
    /// Of the same setup and λ, of a caller who asks for many terms or stages; else each term reads its own.
    const SharedTerms* shared = nullptr;
    const Transients* passing = nullptr; ///< likewise of this stage
    void take(const StageParams& params) {
        layers = params.held;
        denseParams = params.dense;
        expertParams = params.expert;
        linear = params.linear;
        frozen = params.frozen;
    }
};

enum class MemoryGroup { Parameters, Gradients, Optimizer, Activations, Transient, Framework };
const char* groupText(MemoryGroup group);

struct MemoryTerm {
    const char* key; ///< report JSON: memory.terms[].key
    const char* label;
    MemoryGroup group;
    const char* formula; ///< as the Explain panel shows it
    const char* source;
    Bytes (*bytes)(const StageContext&);
    bool lasts = false; ///< transient by kind, but there in every phase of a step
    bool beyond =
        false; ///< what a moment needs beyond all other terms: falls as they grow, no part of a bound
};
const std::vector<MemoryTerm>& memoryTerms();

} // namespace moe
