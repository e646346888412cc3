#pragma once
// Tensors one layer keeps for its backward pass, in bytes per token of a micro-batch on one GPU.
// Source: memory model, "Tensors saved for the backward pass"; Korthikanti et al. 2022 (arXiv 2205.05198) for
// the dropout masks and unfused attention.

#include "models/engine/setup.h"

namespace moe {

enum class LayerKind { Dense, Moe };

/// What is kept when nothing (Everything) or what the scenario says (AsChosen) is recomputed.
enum class Keep { Everything, AsChosen };

double savedNorms(const Setup& setup, LayerKind kind,
                  Keep keep); ///< block input, norms, residual, dropout masks
double savedAttention(const Setup& setup, LayerKind kind,
                      Keep keep); ///< q, k, v, output, statistics; MLA latents
double savedDenseMlp(const Setup& setup, LayerKind kind, Keep keep);
double savedRouter(const Setup& setup, LayerKind kind, Keep keep); ///< logits, probabilities, un-permute
/// Rows a rank receives are λ times its balanced share k·T: the experts of an expert-parallel group are
/// carved out of data parallelism, so EP does not shrink these.
double savedDispatched(const Setup& setup, LayerKind kind, Keep keep, double imbalance);
double savedExperts(const Setup& setup, LayerKind kind, Keep keep, double imbalance);
double savedShared(const Setup& setup, LayerKind kind, Keep keep);

/// All of the above.
double savedLayer(const Setup& setup, LayerKind kind, Keep keep, double imbalance);

} // namespace moe
