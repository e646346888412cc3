#include "models/items/engine_sentences.h"

#include <QCoreApplication>

namespace moe::items {

const std::vector<const char*>& fileSentences() {
    static const std::vector<const char*> kSentences{
        // Layout of YAML files (data/document.cpp).
        QT_TRANSLATE_NOOP("Sentence", "not valid YAML: %1"),
        QT_TRANSLATE_NOOP("Sentence", "a file holds one document; remove the second \"---\""),
        QT_TRANSLATE_NOOP("Sentence", "aliases (*name) are not supported; write the value out"),
        QT_TRANSLATE_NOOP("Sentence", "expected \"key: value\" lines at the top level, found a list"),
        QT_TRANSLATE_NOOP("Sentence", "expected \"key: value\" lines at the top level"),
        QT_TRANSLATE_NOOP("Sentence", "nested deeper than %1 levels"),
        QT_TRANSLATE_NOOP("Sentence", "a key must be a name, not a list or map"),
        QT_TRANSLATE_NOOP("Sentence", "a key must be a name, without empty parts between dots"),
        QT_TRANSLATE_NOOP("Sentence", "this key is already in line %1; keep one of them"),
        QT_TRANSLATE_NOOP("Sentence", "expected UTF-8 text, found binary content"),
        // Scenarios, sessions and configurations of models (scenario_file.cpp, session_file.cpp,
        // model_config.cpp).
        QT_TRANSLATE_NOOP("Sentence", "is newer than this program reads (%1)"),
        QT_TRANSLATE_NOOP("Sentence", "is no scenario key (did you mean %1?)"),
        QT_TRANSLATE_NOOP("Sentence", "is no scenario key"),
        QT_TRANSLATE_NOOP("Sentence", "is no key of a session"),
        QT_TRANSLATE_NOOP("Sentence", "is gone; the session is restored without it"),
        QT_TRANSLATE_NOOP("Sentence", "has changed since the session was saved"),
        QT_TRANSLATE_NOOP("Sentence", "must be %1, not a list"),
        QT_TRANSLATE_NOOP("Sentence", "must be %1, not null"),
        QT_TRANSLATE_NOOP("Sentence", "must be given"),
        QT_TRANSLATE_NOOP("Sentence", "must be the first layers"),
        QT_TRANSLATE_NOOP("Sentence", "must be 1: every layer routes"),
        QT_TRANSLATE_NOOP("Sentence", "carries no scenario; figures exported by MoE Explorer do"),
        // Tables (csv.cpp, csv_scanner.cpp, step_law.cpp, expert_loads.cpp, catalog_loader.cpp).
        QT_TRANSLATE_NOOP("Sentence", "expected a number > 0, the cell is empty"),
        QT_TRANSLATE_NOOP("Sentence", "expected a number, the cell is empty"),
        QT_TRANSLATE_NOOP("Sentence", "expected a number > 0"),
        QT_TRANSLATE_NOOP("Sentence", "expected a number from 0"),
        QT_TRANSLATE_NOOP("Sentence", "expected a number"),
        QT_TRANSLATE_NOOP("Sentence", "expected a whole number from 0, or nothing"),
        QT_TRANSLATE_NOOP("Sentence", "expected a whole number from 0"),
        QT_TRANSLATE_NOOP("Sentence", "the header names this column twice"),
        QT_TRANSLATE_NOOP("Sentence", "this column is required and missing; it tells prefill from decode"),
        QT_TRANSLATE_NOOP("Sentence", "this column is required and missing; the header has: %1"),
        QT_TRANSLATE_NOOP("Sentence", "the header also has \"%1\", which means the same; keep one of them"),
        QT_TRANSLATE_NOOP("Sentence", "the last line is cut off: expected %1 cells, found %2"),
        QT_TRANSLATE_NOOP("Sentence", "expected %1 cells, found %2"),
        QT_TRANSLATE_NOOP("Sentence", "is a web page, not a table: download the raw file"),
        QT_TRANSLATE_NOOP("Sentence",
                          "is a pointer to a large file, not the file: fetch it with git lfs pull"),
        QT_TRANSLATE_NOOP("Sentence", "is the answer \"not found\" of a server, not a table"),
        QT_TRANSLATE_NOOP("Sentence", "the text is UTF-16; save it as UTF-8"),
        QT_TRANSLATE_NOOP("Sentence", "the file is empty, expected a header line"),
        QT_TRANSLATE_NOOP("Sentence", "expected UTF-8 text with a header line, found binary content"),
        QT_TRANSLATE_NOOP("Sentence", "the line is longer than 1 MiB and was skipped"),
        QT_TRANSLATE_NOOP("Sentence", "the line holds a NUL byte (binary content) and was skipped"),
        QT_TRANSLATE_NOOP("Sentence", "the quote that opens here is never closed"),
        QT_TRANSLATE_NOOP("Sentence", "expected a comma after the closing quote"),
        QT_TRANSLATE_NOOP("Sentence", "%1 further problems are not listed"),
        QT_TRANSLATE_NOOP("Sentence", "no run could be read"),
        QT_TRANSLATE_NOOP("Sentence", "no fit could be read"),
        QT_TRANSLATE_NOOP("Sentence", "stands twice in its layer; the first row counts"),
        QT_TRANSLATE_NOOP("Sentence", "this pair stands twice in its layer; the first row counts"),
        QT_TRANSLATE_NOOP("Sentence", "expected expert numbers or nothing; no pair was read"),
        QT_TRANSLATE_NOOP("Sentence", "pairs are read for up to %1 experts"),
        QT_TRANSLATE_NOOP("Sentence", "has pairs but no loads; it was left out"),
        QT_TRANSLATE_NOOP("Sentence", "%1 of %2 experts have no row and count 0 tokens"),
        QT_TRANSLATE_NOOP("Sentence", "no load could be read"),
        QT_TRANSLATE_NOOP("Sentence", "must be a file, is a folder"),
        QT_TRANSLATE_NOOP("Sentence", "there is no such file or folder"),
        QT_TRANSLATE_NOOP("Sentence", "holds no .csv file"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "is no table this program knows (Step Law dense, MoE or fits; operator profiles; expert loads)"),
        QT_TRANSLATE_NOOP("Sentence", "cannot be reached (%1); what is complete stays in %2: try again with "
                                      "a network, or copy the tables there"),
        // Operator profiles (profile_table.cpp, profile_loader.cpp).
        QT_TRANSLATE_NOOP("Sentence", "expected the times of an operator: %1"),
        QT_TRANSLATE_NOOP("Sentence",
                          "the times look like seconds; they are read as milliseconds, which would be %1 "
                          "here: read them with --times s, or multiply the time columns by 1000"),
        QT_TRANSLATE_NOOP("Sentence", "expected True or False"),
        QT_TRANSLATE_NOOP("Sentence", "the row is a %1, and the file has no such column"),
        QT_TRANSLATE_NOOP("Sentence", "the cell of the phase that was run is empty"),
        QT_TRANSLATE_NOOP("Sentence", "expected an operator profile: columns time_stats.{operator}.median "
                                      "and the keys of mlp, attention, all_reduce or send_recv"),
        QT_TRANSLATE_NOOP("Sentence", "no row could be used"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "must lie in compute/{device}/{model}/ or network/{network}/, which name what was measured"),
        QT_TRANSLATE_NOOP("Sentence", "holds no operator profile"),
        // GPU presets (catalog_file.cpp).
        QT_TRANSLATE_NOOP("Sentence", "must be a map"),
        QT_TRANSLATE_NOOP("Sentence", "must be ampere, hopper, blackwell, ada or other"),
        QT_TRANSLATE_NOOP("Sentence", "is no key of a GPU"),
        QT_TRANSLATE_NOOP("Sentence",
                          "needs memory_mib, bf16_tflops, bandwidth_gbps, nvlink_gbps and nic_gbps"),
        // Training logs and calibration (megatron_log.cpp, log_scenario.cpp, calibrate.cpp).
        QT_TRANSLATE_NOOP("Sentence", "is no Megatron-LM training log: no line has an iteration number and "
                                      "\"elapsed time per iteration (ms)\""),
        QT_TRANSLATE_NOOP("Sentence", "expected \"%1\""),
        QT_TRANSLATE_NOOP("Sentence", "is missing, the line may be cut off"),
        QT_TRANSLATE_NOOP("Sentence", "goes back: another run or a restart; only what follows is compared"),
        QT_TRANSLATE_NOOP("Sentence", "is needed for a scenario and stands nowhere in the log"),
        QT_TRANSLATE_NOOP("Sentence", "Software stack of %1, from the date of the log."),
        QT_TRANSLATE_NOOP("Sentence", "Software stack of %1: the log bears no date."),
        QT_TRANSLATE_NOOP("Sentence", "8 GPUs: the log does not say how many."),
        QT_TRANSLATE_NOOP("Sentence", "GPU %1: the log names none; set gpu.preset."),
        QT_TRANSLATE_NOOP("Sentence",
                          "The data loader makes an attention mask, Megatron-LM's default of 2024."),
        QT_TRANSLATE_NOOP(
            "Sentence", "Received tokens 1.15 of the balanced share (train.imbalance): routing is dropless."),
        QT_TRANSLATE_NOOP("Sentence",
                          "Selective recompute is taken as the attention core; unknown modules: %1."),
        QT_TRANSLATE_NOOP("Sentence", "Vocabulary %1, from the parameters per rank."),
        QT_TRANSLATE_NOOP("Sentence", "Vocabulary %1 (GPT-2, padded): the log does not say."),
        QT_TRANSLATE_NOOP("Sentence", "Distributed optimizer: %1 bytes per parameter of state are printed."),
        QT_TRANSLATE_NOOP("Sentence", "printed no time per iteration to calibrate to"),
        QT_TRANSLATE_NOOP("Sentence", "has no measured training step to calibrate to"),
        // Searches, maps and studies (search.cpp, field_map.cpp, sweep.cpp, tradeoffs.cpp).
        QT_TRANSLATE_NOOP("Sentence", "is required: the search is over training layouts"),
        QT_TRANSLATE_NOOP("Sentence", "has no value for this scenario"),
        QT_TRANSLATE_NOOP("Sentence", "no such choice is valid for this model"),
        QT_TRANSLATE_NOOP("Sentence", "no stage of 0 to 3 is left"),
        QT_TRANSLATE_NOOP("Sentence", "cannot be set in this scenario"),
        QT_TRANSLATE_NOOP("Sentence", "must not be on both axes of a map"),
        QT_TRANSLATE_NOOP("Sentence", "This was cancelled. Show the page again to compute it."),
        QT_TRANSLATE_NOOP("Sentence", "comparing stopped: %1"),
        QT_TRANSLATE_NOOP("Sentence", "loading stopped: %1"),
    };
    return kSentences;
}

} // namespace moe::items
