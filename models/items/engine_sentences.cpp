#include "models/items/engine_sentences.h"

#include <QCoreApplication>

namespace moe::items {

const std::vector<const char*>& engineSentences() {
    static const std::vector<const char*> kSentences{
        // Ranges of fields (models/engine/fields_text.cpp).
        QT_TRANSLATE_NOOP("Sentence", "must be: %1"),
        QT_TRANSLATE_NOOP("Sentence", "must be a whole number from %1 to %2, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "must be a whole number from %1 to %2"),
        QT_TRANSLATE_NOOP("Sentence", "must be a number from %1 to %2, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "must be a number from %1 to %2"),
        QT_TRANSLATE_NOOP("Sentence", "must be one of %1, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "must be one of %1"),
        QT_TRANSLATE_NOOP("Sentence", "must be true or false, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "must be true or false"),
        QT_TRANSLATE_NOOP("Sentence", "a whole number from %1 to %2, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "a whole number from %1 to %2"),
        QT_TRANSLATE_NOOP("Sentence", "a number from %1 to %2, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "a number from %1 to %2"),
        QT_TRANSLATE_NOOP("Sentence", "one of %1, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "one of %1"),
        QT_TRANSLATE_NOOP("Sentence", "true or false, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "true or false"),
        QT_TRANSLATE_NOOP("Sentence", "a preset's name"),
        // Rules of a scenario (models/engine/validate.cpp).
        QT_TRANSLATE_NOOP("Sentence", "is required"),
        QT_TRANSLATE_NOOP("Sentence", "must divide or be a multiple of %1 KV heads"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 hidden size (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 hidden size"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 heads (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 heads"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 experts (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 experts"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 expert slots (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 expert slots"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 tokens of a sequence (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 tokens of a sequence"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 expert FFN size (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 expert FFN size"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 sequences per data-parallel rank (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must divide %1 sequences per data-parallel rank"),
        QT_TRANSLATE_NOOP("Sentence", "must be at most the %1 layers"),
        QT_TRANSLATE_NOOP("Sentence", "must be at most the %1 experts"),
        QT_TRANSLATE_NOOP("Sentence", "must be at most the %1 groups"),
        QT_TRANSLATE_NOOP("Sentence", "must be at least the %1 experts"),
        QT_TRANSLATE_NOOP("Sentence", "must fit in %1 groups of %2 experts"),
        QT_TRANSLATE_NOOP("Sentence", "must be 1 without pipeline parallelism"),
        QT_TRANSLATE_NOOP("Sentence", "must be 1 for a dense model"),
        QT_TRANSLATE_NOOP("Sentence", "must leave a layer for each of PP × VPP chunks: at most %1"),
        QT_TRANSLATE_NOOP("Sentence", "must list %1 chunks (PP × VPP)"),
        QT_TRANSLATE_NOOP("Sentence", "must sum to the %1 layers, sums to %2"),
        QT_TRANSLATE_NOOP("Sentence",
                          "must be a multiple of TP × PP × CP × %1 layer groups = %2 (nearest: %3)"),
        QT_TRANSLATE_NOOP("Sentence", "must be a multiple of TP × PP × CP × %1 layer groups = %2"),
        QT_TRANSLATE_NOOP("Sentence", "must be a multiple of %1 (nearest: %2)"),
        QT_TRANSLATE_NOOP("Sentence", "must be a multiple of %1"),
        QT_TRANSLATE_NOOP("Sentence", "must be GPUs / (%1) = %2, or auto"),
        QT_TRANSLATE_NOOP("Sentence", "EP × ETP = %1 must divide DP × CP × TP = %2 (nearest EP: %3)"),
        QT_TRANSLATE_NOOP("Sentence", "EP × ETP = %1 must divide DP × CP × TP = %2"),
        QT_TRANSLATE_NOOP("Sentence", "mla_up_proj needs MLA attention"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "needs a table of tokens per layer and expert: load one (--data FILE.csv or File, Open), or "
            "choose uniform, zipf or lognormal"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "needs loads of the model's %1 experts, but %2 has %3: load another table, or choose uniform, "
            "zipf or lognormal"),
        QT_TRANSLATE_NOOP("Sentence", "%1 or %2"),
        // Loss (loss_report.cpp, loss_hull.cpp, loss_fit.cpp, laws.cpp).
        QT_TRANSLATE_NOOP("Sentence",
                          "The predicted loss is an extrapolation from the %1 Step Law runs: %2."),
        QT_TRANSLATE_NOOP("Sentence", "no %1 run was fitted, its effect is assumed"),
        QT_TRANSLATE_NOOP("Sentence", "too few runs lie near it, the model's standard deviation is %1"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "A run at this learning rate and batch diverges with probability %1 by the dense Step Law runs, "
            "assumed for MoE; the loss shown is of one that does not."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "A run at this learning rate and batch diverges with probability %1 by the dense Step Law runs; "
            "the loss shown is of one that does not."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "The Step Law has no 95 % region here: its 1000 bootstrap fits are not loaded (--data)."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Loss laws of other data recipes are shown as published, 7–30 % off: the table of runs that "
            "would shift them is not loaded (--data)."),
        QT_TRANSLATE_NOOP("Sentence", "No loss is predicted: no fitted loss surface is loaded."),
        QT_TRANSLATE_NOOP("Sentence", "No loss is predicted: it needs train.tokens above 0."),
        QT_TRANSLATE_NOOP("Sentence", "non-vocabulary parameters %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "training tokens %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "active share of expert parameters %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "tokens per parameter %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "learning rate %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "tokens per batch %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "active parameters %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "parameters %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "tokens %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "FLOP of training %1 (fitted on %2)"),
        QT_TRANSLATE_NOOP("Sentence", "not fitted on MoE models"),
        QT_TRANSLATE_NOOP("Sentence", "not fitted on dense models"),
        QT_TRANSLATE_NOOP("Sentence", "needs the %1 and the %2"),
        QT_TRANSLATE_NOOP("Sentence", "needs the %1"),
        QT_TRANSLATE_NOOP("Sentence", "Fitted on: %1."),
        QT_TRANSLATE_NOOP("Sentence",
                          "fit of %1 runs (%2), Step Law tables; effect of %3 assumed, not fitted"),
        QT_TRANSLATE_NOOP("Sentence", "fit of %1 runs (%2), Step Law tables"),
        QT_TRANSLATE_NOOP("Sentence", "dense + MoE"),
        QT_TRANSLATE_NOOP("Sentence", "dense"),
        QT_TRANSLATE_NOOP("Sentence", "%1 dense"),
        QT_TRANSLATE_NOOP("Sentence", "%1 MoE"),
        // Step time (step_time_report.cpp).
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Hidden size %1 is below what the step time was fitted on: launches and synchronisation "
            "dominate, expect 30–75 % more than shown."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Only %1 rows reach an expert per micro-batch; below about 256 small dropless MoE runs are "
            "30–75 % slower than shown."),
        QT_TRANSLATE_NOOP("Sentence", "%1 has no FP8: bf16 is used for the step time."),
        QT_TRANSLATE_NOOP(
            "Sentence", "No step was measured on %1: its generation's default efficiencies are used, ±25 %."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Each MoE layer has its own GPUs: the step is timed as if layers ran one after another, most "
            "groups idle, without a pipeline between the groups."),
        QT_TRANSLATE_NOOP("Sentence",
                          "Pipeline stage %1 takes %2 % longer than the mean of the stages, and the "
                          "others wait for it."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Latency and throughput of serving are not modelled with context parallelism: set CP to 1."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Two-batch overlap is not used in these decode steps: each half would read the weights again, "
            "which costs more than the communication it hides."),
        // Placement (placement_scenario.cpp).
        QT_TRANSLATE_NOOP(
            "Sentence",
            "The routing asks for measured expert loads, but no table of tokens per layer and expert is "
            "loaded: the balance is unknown."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "A table of loads does not hold the router's probabilities: the auxiliary load-balancing loss "
            "is unknown."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "All GPUs of the expert-parallel group share one node: no token crosses nodes, so swaps change "
            "nothing."),
        QT_TRANSLATE_NOOP("Sentence",
                          "So many expert slots are not exchanged: the placement is EPLB without swaps."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Which experts are used together is not known for so many experts: the placement is EPLB "
            "without swaps."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Swaps bring experts of a token together on a node, but low-latency kernels send a copy per "
            "expert: only normal kernels, with one copy per node, gain from it."),
        // Explain (explain_metrics.cpp).
        QT_TRANSLATE_NOOP("Sentence", "Of the heaviest of %1 pipeline stages, stage %2."),
        QT_TRANSLATE_NOOP("Sentence", "The peak is in the %1."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Expert parallelism is carved out of data parallelism: a rank receives λ·k·T rows on average, "
            "whatever EP is."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "The value is what the step waits for; hidden time is not in it. Host and GPU overlap as "
            "(G² + H²)^½, so a part owns x of its time."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "Unfused attention runs batched products at 0.6 of the GEMM efficiency instead, with its scores "
            "through memory; a sliding window shortens s/2."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "MLA, dropout and FP8 casts have their own byte counts in X; a layer counts the terms of its "
            "own kind."),
        QT_TRANSLATE_NOOP("Sentence",
                          "The ring hides behind 0.8 of the attention core; the all-to-all form moves "
                          "2·T·(2q + 2kv)/TP·(CP − 1)/CP each way, exposed."),
        QT_TRANSLATE_NOOP(
            "Sentence", "Sums over the MoE layers of the stage: dispatch and combine, forward and backward."),
        // Operator profiles (profile.cpp, profile_picture.cpp, operator_profiles.cpp).
        QT_TRANSLATE_NOOP("Sentence", "no rows of this parallelism"),
        QT_TRANSLATE_NOOP("Sentence",
                          "no row has these keys, and there is no analytic model of this operator"),
        QT_TRANSLATE_NOOP("Sentence", "%1, shipped curves"),
        QT_TRANSLATE_NOOP("Sentence", "%1, measured rows"),
        // Points of a study (sweep_studies.cpp).
        QT_TRANSLATE_NOOP("Sentence", "%1 experts, top %2"),
        QT_TRANSLATE_NOOP("Sentence", "1/%1 as fine"),
        QT_TRANSLATE_NOOP("Sentence", "%1 times as fine"),
        // The rest of what a value must be: a name, a schema.
        QT_TRANSLATE_NOOP("Sentence", "must be %1"),
    };
    return kSentences;
}

} // namespace moe::items
