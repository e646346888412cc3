// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/operator_file.h"

#include "data/number.h"
#include "models/engine/operators/packed_text.h"

#include <cmath>

namespace moe {
namespace {

std::string numbersText(const std::vector<double>& values, int digits = 6) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : " ") + rounded(value, digits);
    return text;
}

std::string errorsText(const OperatorErrors& errors) {
    return rounded(100 * errors.median, 3) + " " + rounded(100 * errors.ninety, 3) + " " +
           std::to_string(errors.rows);
}

std::string bandsText(const std::vector<OperatorBand>& bands) {
    std::string text;
    for (const OperatorBand& band : bands)
        text += (text.empty() ? "" : ", ") + rounded(band.low, 4) + " " + rounded(band.high, 4) +
                (std::isfinite(band.below) ? " " + rounded(band.below, 4) : std::string());
    return text;
}

/// "h f k e: tp/ep tp/ep; …"
std::string layersText(const ExactRows& exact) {
    std::string text, model;
    for (const ExactRows::Group& group : exact.groups) {
        std::string name = numbersText({group.key.begin(), group.key.begin() + 4}) + ":";
        if (name != model) text += (text.empty() ? "" : "; ") + name;
        model = std::move(name);
        text += " " + numberText(group.key[4]) + "/" + numberText(group.key[5]);
    }
    return text;
}

std::string exactText(const ExactRows& exact) {
    std::string text;
    for (const ExactRows::Group& group : exact.groups)
        for (const std::int8_t value : group.values) {
            const int digit = value + kExactMost;
            text += value == ExactRows::kAbsent ? kSixBits.back() : kSixBits[static_cast<std::size_t>(digit)];
        }
    return text;
}

} // namespace

const char* operatorGeneration(Generation generation) {
    switch (generation) {
    case Generation::Ampere: return "ampere";
    case Generation::Hopper: return "hopper";
    case Generation::Blackwell: return "blackwell";
    case Generation::Ada: return "ada";
    case Generation::Other: break;
    }
    return "other";
}

Document operatorsDocument(const OperatorMachine& machine) {
    Document document;
    const auto add = [&](std::string key, std::string value) {
        DocumentEntry entry;
        entry.key = std::move(key);
        entry.values = {std::move(value)};
        document.push_back(std::move(entry));
    };
    const OperatorRates& rates = machine.gpu.rates;
    add("schema", std::string(kOperatorsSchema));
    add("origin", "surfaces fitted to operator times of the aiconfigurator database, "
                  "github.com/ai-dynamo/aiconfigurator, commit 095f58a5");
    add("notice",
        "Copyright (c) 2025-2026 NVIDIA CORPORATION & AFFILIATES. Licensed under the Apache License, "
        "Version 2.0, http://www.apache.org/licenses/LICENSE-2.0; changed: rows became surfaces");
    add("command", "moe-explorer profile --derive DIR -o FILE");
    add("errors", "median and p90 of |predicted/measured - 1| in percent on rows that were left out, and how "
                  "many these were");
    add("bands", "four in five rows lie between these factors of a prediction up to so many us");
    add("gpu", machine.gpu.key);
    add("folder", machine.gpu.folder);
    add("generation", operatorGeneration(machine.gpu.generation));
    add("rates", numbersText({rates.bf16, rates.fp8, rates.fp4, rates.hbm, rates.link}));
    std::string layersBefore, valuesBefore;
    for (std::size_t i = 0; i < machine.models.size(); ++i) {
        const OperatorModel& model = machine.models[i];
        const std::string at = "operators." + std::to_string(i) + ".";
        add(at + "op", std::string(operatorRow(model.op).name));
        add(at + "dtype", model.dtype);
        if (!model.load.empty()) add(at + "load", model.load);
        add(at + "backend", model.backend);
        add(at + "version", model.version);
        add(at + "file", model.file);
        add(at + "sha256", model.sha256);
        add(at + "errors", errorsText(model.errors));
        add(at + "bands", bandsText(model.bands));
        for (std::size_t j = 0; j < model.slices.size(); ++j) {
            const OperatorSlice& slice = model.slices[j];
            const Surface& surface = slice.surface;
            const std::string in = at + "slices." + std::to_string(j) + ".";
            add(in + "key", numbersText({slice.key.begin(), slice.key.end()}));
            add(in + "roof", numbersText({surface.roof.start, surface.roof.compute, surface.roof.memory,
                                          surface.roof.blend}));
            add(in + "least", numbersText({surface.least.begin(), surface.least.end()}, 9));
            add(in + "most", numbersText({surface.most.begin(), surface.most.end()}, 9));
            if (surface.axes.empty()) continue;
            std::string axes;
            for (const std::vector<double>& axis : surface.axes)
                axes += (axes.empty() ? "" : ", ") + numbersText(axis, 9);
            add(in + "axes", axes);
            add(in + "step", numberText(surface.step));
            add(in + "knots", base64(surface.knots));
        }
        if (model.exact.groups.empty()) {
            layersBefore.clear();
            valuesBefore.clear();
            continue;
        }
        add(at + "exact.errors", errorsText(model.exactErrors));
        add(at + "exact.bands", bandsText(model.exactBands));
        add(at + "exact.tokens", numbersText(model.exact.tokens, 9));
        add(at + "exact.step", numberText(model.exact.step));
        std::string layers = layersText(model.exact);
        add(at + "exact.layers", layers == layersBefore ? std::string(kSameLayers) : layers);
        std::string values = exactText(model.exact);
        add(at + "exact.values",
            layers == layersBefore && values == valuesBefore ? std::string(kSameLayers) : values);
        layersBefore = std::move(layers);
        valuesBefore = std::move(values);
    }
    return document;
}

} // namespace moe
