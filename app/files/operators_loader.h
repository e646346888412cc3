// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Surfaces of measured operators: those that are shipped, and new ones from folders of tables.

#include "data/problem.h"
#include "models/engine/operators/operator_model.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace moe::app {

struct OperatorsLoad {
    std::vector<OperatorMachine> machines; ///< one per GPU
    Problems problems;
};
/// The shipped files of one GPU, by its key in gpus.yaml; all files when it is empty.
OperatorsLoad shippedOperators(const QString& gpu = {});

/// The program's name of a GPU that the catalogue calls so too, or the tables' folder; the text itself when
/// nothing fits.
QString operatorGpuKey(const QString& name, const Catalog& catalog);
/// "trtllm, vllm, sglang, nccl"
QString operatorBackendNames();

/// What tables of a folder became: a file's name and text for each GPU and backend.
struct DerivedOperators {
    struct File {
        QString name; ///< "h100-sxm-trtllm.yaml"
        OperatorMachine machine;
    };
    std::vector<File> files; ///< by name
    Problems problems;
};
/// Tables are looked for in folders named as GPUs are in the published layout; others are passed over, as are
/// those of files that are not wanted. Read and fitted on all cores; what comes out does not depend on how
/// many there are.
DerivedOperators deriveOperatorFiles(const QString& folder,
                                     const std::function<bool(const QString& name)>& isWanted);

} // namespace moe::app
