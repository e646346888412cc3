// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a GPU's data sheet says, one row per figure: the keys of resources/gpus.yaml, their units, and which
// document each figure was read in.

#include "data/message.h"
#include "models/engine/scenario/catalog.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct GpuField {
    std::string_view key, label, help; ///< "bandwidth_gbps", "Memory bandwidth"
    std::string_view cited;      ///< its word in a GPU's source, "bandwidth"; empty: a factor, not cited
    std::string_view replacedBy; ///< scenario key; may be empty
    std::string_view unit{}, baseUnit{};     ///< "GB/s", and of what `get` tells: "B/s"
    double scale = 1;                        ///< base units in one of `unit`
    bool needed = false;                     ///< no GPU without it
    bool usual = false;                      ///< 0 stands for what is usual in its generation
    double (*get)(const GpuSpec&) = nullptr; ///< base unit; null: a word or a text
    void (*set)(GpuSpec&, double) = nullptr; ///< likewise
};

/// Figures first, then how they are joined, then factors of fits.
const std::vector<GpuField>& gpuFields();
const GpuField* findGpuField(std::string_view key);
/// Words that a figure without a number may be: generations, topologies.
std::vector<std::string> gpuChoices(std::string_view key);

/// As gpus.yaml writes it.
std::string gpuFieldText(const GpuSpec& gpu, const GpuField& field);
/// Any key of an entry of gpus.yaml. The rule it breaks; empty when it was taken.
Message setGpuKey(GpuSpec& gpu, std::string_view key, const std::string& text);

/// Where one figure was read.
struct Citation {
    std::string text; ///< "MLPerf, aiconfigurator"; empty: nobody is cited
    bool uncited = false;
};
Citation citationOf(const GpuSpec& gpu, const GpuField& field);
/// The GPU with another citation of one figure; an empty text makes it uncited.
GpuSpec withCitation(GpuSpec gpu, const GpuField& field, const std::string& text);

} // namespace moe
