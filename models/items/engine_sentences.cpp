#include "models/items/engine_sentences.h"

#include <QCoreApplication>

namespace moe::items {

#define SENTENCE(text) QT_TRANSLATE_NOOP("Sentence", text)

const std::vector<const char*>& engineSentences() {
    static const std::vector<const char*> kSentences{
        // Ranges of fields (models/engine/fields_text.cpp).
        SENTENCE("must be: %1"),
        SENTENCE("must be a whole number from %1 to %2, or auto"),
        SENTENCE("must be a whole number from %1 to %2"),
        SENTENCE("must be a number from %1 to %2, or auto"),
        SENTENCE("must be a number from %1 to %2"),
        SENTENCE("must be one of %1, or auto"),
        SENTENCE("must be one of %1"),
        SENTENCE("must be true or false, or auto"),
        SENTENCE("must be true or false"),
        SENTENCE("a whole number from %1 to %2, or auto"),
        SENTENCE("a whole number from %1 to %2"),
        SENTENCE("a number from %1 to %2, or auto"),
        SENTENCE("a number from %1 to %2"),
        SENTENCE("one of %1, or auto"),
        SENTENCE("one of %1"),
        SENTENCE("true or false, or auto"),
        SENTENCE("true or false"),
        SENTENCE("a preset's name"),
        // Rules of a scenario (models/engine/validate.cpp).
        SENTENCE("is required"),
        SENTENCE("must divide or be a multiple of %1 KV heads"),
        SENTENCE("must divide %1 hidden size (nearest: %2)"),
        SENTENCE("must divide %1 heads (nearest: %2)"),
        SENTENCE("must divide %1 experts (nearest: %2)"),
        SENTENCE("must divide %1 expert slots (nearest: %2)"),
        SENTENCE("must divide %1 tokens of a sequence (nearest: %2)"),
        SENTENCE("must divide %1 expert FFN size (nearest: %2)"),
        SENTENCE("must divide %1 sequences per data-parallel rank (nearest: %2)"),
        SENTENCE("must be at most the %1 layers"),
        SENTENCE("must be at most the %1 experts"),
        SENTENCE("must be at most the %1 groups"),
        SENTENCE("must be at least the %1 experts"),
        SENTENCE("must fit in %1 groups of %2 experts"),
        SENTENCE("must be 1 without pipeline parallelism"),
        SENTENCE("must be 1 for a dense model"),
        SENTENCE("must leave a layer for each of PP × VPP chunks: at most %1"),
        SENTENCE("must list %1 chunks (PP × VPP)"),
        SENTENCE("must sum to the %1 layers, sums to %2"),
        SENTENCE("must be a multiple of TP × PP × CP × %1 layer groups = %2 (nearest: %3)"),
        SENTENCE("must be a multiple of %1 (nearest: %2)"),
        SENTENCE("must be GPUs / (%1) = %2, or auto"),
        SENTENCE("EP × ETP = %1 must divide DP × CP × TP = %2 (nearest EP: %3)"),
        SENTENCE("mla_up_proj needs MLA attention"),
        SENTENCE("needs a table of tokens per layer and expert: load one (--data FILE.csv or File, Open), or "
                 "choose uniform, zipf or lognormal"),
        SENTENCE("needs loads of the model's %1 experts, but %2 has %3: load another table, or choose uniform, "
                 "zipf or lognormal"),
        SENTENCE("%1 or %2"),
        // Loss (loss_report.cpp, loss_hull.cpp, loss_fit.cpp, laws.cpp).
        SENTENCE("The predicted loss is an extrapolation from the %1 Step Law runs: %2."),
        SENTENCE("no %1 run was fitted, its effect is assumed"),
        SENTENCE("too few runs lie near it, the model's standard deviation is %1"),
        SENTENCE("A run at this learning rate and batch diverges with probability %1 by the dense Step Law runs, "
                 "assumed for MoE; the loss shown is of one that does not."),
        SENTENCE("A run at this learning rate and batch diverges with probability %1 by the dense Step Law runs; "
                 "the loss shown is of one that does not."),
        SENTENCE("The Step Law has no 95 % region here: its 1000 bootstrap fits are not loaded (--data)."),
        SENTENCE("Loss laws of other data recipes are shown as published, 7–30 % off: the table of runs that "
                 "would shift them is not loaded (--data)."),
        SENTENCE("No loss is predicted: no fitted loss surface is loaded."),
        SENTENCE("No loss is predicted: it needs train.tokens above 0."),
        SENTENCE("non-vocabulary parameters %1 (fitted on %2)"),
        SENTENCE("training tokens %1 (fitted on %2)"),
        SENTENCE("active share of expert parameters %1 (fitted on %2)"),
        SENTENCE("tokens per parameter %1 (fitted on %2)"),
        SENTENCE("learning rate %1 (fitted on %2)"),
        SENTENCE("tokens per batch %1 (fitted on %2)"),
        SENTENCE("active parameters %1 (fitted on %2)"),
        SENTENCE("parameters %1 (fitted on %2)"),
        SENTENCE("tokens %1 (fitted on %2)"),
        SENTENCE("FLOP of training %1 (fitted on %2)"),
        SENTENCE("not fitted on MoE models"),
        SENTENCE("not fitted on dense models"),
        SENTENCE("needs the %1 and the %2"),
        SENTENCE("needs the %1"),
        SENTENCE("Fitted on: %1."),
        SENTENCE("fit of %1 runs (%2), Step Law tables; effect of %3 assumed, not fitted"),
        SENTENCE("fit of %1 runs (%2), Step Law tables"),
        SENTENCE("%1 dense"),
        SENTENCE("%1 MoE"),
        // Step time (step_time_report.cpp).
        SENTENCE("Hidden size %1 is below what the step time was fitted on: launches and synchronisation "
                 "dominate, expect 30–75 % more than shown."),
        SENTENCE("Only %1 rows reach an expert per micro-batch; below about 256 small dropless MoE runs are "
                 "30–75 % slower than shown."),
        SENTENCE("%1 has no FP8: bf16 is used for the step time."),
        SENTENCE("No step was measured on %1: its generation's default efficiencies are used, ±25 %."),
        SENTENCE("Each MoE layer has its own GPUs: the step is timed as if layers ran one after another, most "
                 "groups idle, without a pipeline between the groups."),
        SENTENCE("Latency and throughput of serving are not modelled with context parallelism: set CP to 1."),
        SENTENCE("Two-batch overlap is not used in these decode steps: each half would read the weights again, "
                 "which costs more than the communication it hides."),
        // Placement (placement_scenario.cpp).
        SENTENCE("The routing asks for measured expert loads, but no table of tokens per layer and expert is "
                 "loaded: the balance is unknown."),
        SENTENCE("A table of loads does not hold the router's probabilities: the auxiliary load-balancing loss "
                 "is unknown."),
        SENTENCE("All GPUs of the expert-parallel group share one node: no token crosses nodes, so swaps change "
                 "nothing."),
        SENTENCE("Which experts are used together is not known for so many experts: the placement is EPLB "
                 "without swaps."),
        SENTENCE("Swaps bring experts of a token together on a node, but low-latency kernels send a copy per "
                 "expert: only normal kernels, with one copy per node, gain from it."),
        // Explain (explain_metrics.cpp).
        SENTENCE("Of the heaviest of %1 pipeline stages, stage %2."),
        SENTENCE("The peak is in the %1."),
        SENTENCE("Expert parallelism is carved out of data parallelism: a rank receives λ·k·T rows on average, "
                 "whatever EP is."),
        SENTENCE("The value is what the step waits for; hidden time is not in it. Host and GPU overlap as "
                 "(G² + H²)^½, so a part owns x of its time."),
        SENTENCE("Unfused attention runs batched products at 0.6 of the GEMM efficiency instead, with its scores "
                 "through memory; a sliding window shortens s/2."),
        SENTENCE("MLA, dropout and FP8 casts have their own byte counts in X; a layer counts the terms of its "
                 "own kind."),
        SENTENCE("The ring hides behind 0.8 of the attention core; the all-to-all form moves "
                 "2·T·(2q + 2kv)/TP·(CP − 1)/CP each way, exposed."),
        SENTENCE("Sums over the MoE layers of the stage: dispatch and combine, forward and backward."),
        // Operator profiles (profile.cpp, profile_picture.cpp, operator_profiles.cpp).
        SENTENCE("no rows of this parallelism"),
        SENTENCE("no row has these keys, and there is no analytic model of this operator"),
        SENTENCE("%1, shipped curves"),
        SENTENCE("%1, measured rows"),
    };
    return kSentences;
}

} // namespace moe::items
