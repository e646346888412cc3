#include "ui/form/optional_section.h"

#include <QtGlobal>

#include <algorithm>

namespace moe::ui {
namespace {

void createMoe(Scenario& scenario, const Scenario& base, const Setup*) {
    if (base.moe) {
        scenario.moe = base.moe;
        scenario.model.denseLayers = base.model.denseLayers;
        scenario.parallel.ep = base.parallel.ep;
        scenario.parallel.etp = base.parallel.etp;
        scenario.routing.replicas = base.routing.replicas;
        return;
    }
    // Eight experts of the dense width, two per token: the plainest MoE (Mixtral, arXiv 2401.04088).
    const Count width = scenario.model.ffn > 0 ? scenario.model.ffn : 4 * scenario.model.hidden;
    scenario.moe.emplace();
    scenario.moe->experts = 8;
    scenario.moe->topK = 2;
    scenario.moe->expertFfn = width;
}

void clearMoe(Scenario& scenario) {
    const MoeSpec& moe = *scenario.moe;
    // The dense model gets the width that was active per token.
    if (scenario.model.ffn == 0) {
        const Count shared = moe.sharedFfn.value_or(moe.sharedExperts * moe.expertFfn);
        scenario.model.ffn = moe.topK * moe.expertFfn + shared;
    }
    scenario.moe.reset();
    scenario.model.denseLayers = 0;
    scenario.parallel.ep = scenario.parallel.etp = 1;
    scenario.routing.replicas.reset();
}

void createTrain(Scenario& scenario, const Scenario& base, const Setup* setup) {
    if (base.train) {
        scenario.train = base.train;
        return;
    }
    constexpr double kTokens = 1e12, kRate = 3e-4;
    constexpr Count kBatch = 1024;
    const Count ranks = setup ? std::max<Count>(1, static_cast<Count>(setup->dp)) : 1;
    scenario.train = TrainSpec{};
    scenario.train->tokens = kTokens;
    scenario.train->globalBatch = (kBatch + ranks - 1) / ranks * ranks; // each rank gets whole sequences
    scenario.train->lr = kRate;
}

void createServe(Scenario& scenario, const Scenario& base, const Setup*) {
    constexpr Count kRequests = 64;
    scenario.serve = base.serve ? base.serve : std::optional<ServeSpec>(std::in_place);
    if (!base.serve) scenario.serve->requests = kRequests;
}

constexpr OptionalSection kSections[] = {
    {"Experts", "moe.", QT_TRANSLATE_NOOP("Table", "Dense model"), QT_TRANSLATE_NOOP("Table", "Add experts"),
     QT_TRANSLATE_NOOP("Table", "Remove experts"), [](const Scenario& s) { return s.moe.has_value(); },
     createMoe, clearMoe},
    {"Training", "train.", QT_TRANSLATE_NOOP("Table", "No training run"),
     QT_TRANSLATE_NOOP("Table", "Add training"), QT_TRANSLATE_NOOP("Table", "Remove training"),
     [](const Scenario& s) { return s.train.has_value(); }, createTrain,
     [](Scenario& s) { s.train.reset(); }},
    {"Serving", "serve.", QT_TRANSLATE_NOOP("Table", "No serving"), QT_TRANSLATE_NOOP("Table", "Add serving"),
     QT_TRANSLATE_NOOP("Table", "Remove serving"), [](const Scenario& s) { return s.serve.has_value(); },
     createServe, [](Scenario& s) { s.serve.reset(); }},
};

} // namespace

const OptionalSection* optionalSection(std::string_view group) {
    for (const OptionalSection& section : kSections) {
        if (section.group == group) return &section;
    }
    return nullptr;
}

} // namespace moe::ui
