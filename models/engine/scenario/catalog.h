// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything an evaluation may look up: GPU and scenario presets, loaded tables, the fitted loss model.
// Immutable once built; swapped whole after a load or a fit.

#include "data/expert_loads.h"
#include "data/step_law.h"
#include "data/units.h"
#include "models/engine/scenario/scenario.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

/// GPU generation, which selects the fitted constants of step-time and memory models.
enum class Generation { Ampere, Hopper, Blackwell, Ada, Other };

/// Who makes it; vendor.h has a row for each.
enum class Vendor { Nvidia, Amd, Google, Huawei, Intel, Amazon, Other };

/// How the GPUs of one domain are joined, which decides the share of a GPU's links that a group can use
/// (topology.h).
enum class Topology { Switch, FullMesh, Torus2d, Torus3d };

/// One row of resources/gpus.yaml. Peaks are dense.
struct GpuSpec {
    std::string key, label, source;
    /// Names that other programs give it, separated by "; ": "H100 SXM; H100 80GB HBM3".
    std::string called{};
    std::string uncited{}; ///< keys whose figures no document was found for
    Topology topology = Topology::Switch;
    Generation generation = Generation::Other;
    std::optional<Vendor> vendor{}; ///< absent: as vendorOf() makes it out
    Bytes memory;                   ///< as the driver reports it
    std::string operatorsLike;      ///< GPU whose operator surfaces a fit of own points moved
    std::string operatorFactors;    ///< how, as operators/own_gpu.h writes it
    Throughput bf16, fp8;           ///< fp8 = 0: the GPU has none, bf16 is used and said so
    Throughput fp4;                 ///< 0: none
    Bandwidth hbm;                  ///< nominal
    Bandwidth nvlink;               ///< per direction and GPU
    Bandwidth nic;                  ///< per GPU
    Bandwidth host{};               ///< to its host, per direction; 0: PCIe of its generation
    Count domain = 8;               ///< GPUs in one NVLink domain
    double clockFactor = 1;         ///< pw of the step-time model (0.83 for a 500 W H100)
    double fp4Factor = 1;           ///< of FP4 products, beside clockFactor
    double powerW = 700;
    double multiprocessors = 0; ///< streaming ones; 0: as usual in its generation
    double mfu = 0;             ///< > 0: a user's spec; P·efficiency = peak·mfu replaces fitted numbers
    double bandwidthUtil = 0;   ///< > 0: likewise B = hbm·util
    double hostFactor = 1;      ///< launch time over the fitted one, as a calibration found it
};

struct ScenarioPreset {
    std::string key, label;
    Scenario scenario;
};

/// A named set of cluster keys; choosing it sets them all.
struct ClusterPreset {
    std::string key, label;
    std::vector<std::pair<std::string, std::string>> set; ///< scenario key → text
    std::string source{};
};

struct RecipeTable;   // data/recipe_runs.h
struct ResponseTable; // data/response_table.h
struct LossModel;     // loss/model/loss_model.h
struct ProfileSet;    // profiles/profile.h
struct StepConstants; // cost/step_time_constants.h
class OperatorTables; // operators/operator_tables.h
struct OperatorTable; // data/operator_table.h

struct Catalog {
    std::vector<GpuSpec> gpus;
    std::vector<ClusterPreset> clusters;
    std::vector<ScenarioPreset> presets;
    std::shared_ptr<const LossTable> denseLoss, moeLoss; ///< null until loaded
    std::shared_ptr<const StepLawFits> stepLawFits;      ///< null until loaded
    std::shared_ptr<const ExpertLoads> expertLoads;      ///< null until loaded
    std::shared_ptr<const LossModel> lossModel;          ///< null: no loss prediction
    std::shared_ptr<const ProfileSet> profiles;          ///< operator profiles; null: none
    std::shared_ptr<const StepConstants> stepConstants;  ///< a refit; null: the shipped ones
    std::shared_ptr<const OperatorTables> operators;     ///< measured surfaces; null: none
    /// Tables of measured operators that were opened, by file. Surfaces fitted to such tables are shipped:
    /// these show what was measured.
    std::vector<std::shared_ptr<const OperatorTable>> operatorTables;
    /// Runs of recipes by the path that `loss.recipe` names them with.
    std::map<std::string, std::shared_ptr<const RecipeTable>> recipes;
    /// Lengths of responses by the path that `rl.lengths` names them with.
    std::map<std::string, std::shared_ptr<const ResponseTable>> responses;
    std::vector<std::string> lossModelSources; ///< sha256 of the tables it was fitted on

    const GpuSpec* gpu(std::string_view key) const;
    /// The GPU whose key or name of `called` is in the text, the longest where several are, in whole words
    /// whatever stands between them ("NVIDIA A100-SXM4-40GB"); null where none is, and where the text gives
    /// the GPU another memory ("40GB") than it has.
    const GpuSpec* gpuNamed(std::string_view text) const;
    /// The GPU whose key or name of `called` this is, the whole of it; null where none is.
    const GpuSpec* gpuCalled(std::string_view name) const;
    const ScenarioPreset* preset(std::string_view key) const;
};

} // namespace moe
