// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fitted loss model as a file, so that a machine without the published tables predicts losses: the
// coefficients and the hull of the data, the residual's inducing points, their weights (exact) and a
// triangular factor of its information matrix (7 digits: sd right to 0.2 %), the coefficients of the refits
// (9 digits); never rows of the tables. Rebuilt by `moe-explorer loss --refit DIR -o FILE`.

#include "data/document.h"
#include "data/problem.h"
#include "models/engine/loss/model/loss_model.h"

#include <string>
#include <vector>

namespace moe {

/// A table the model was fitted on.
struct LossSource {
    std::string file;   ///< name without folder
    std::string sha256; ///< of its bytes, hexadecimal
};

Document lossModelDocument(const LossModel& model, const std::vector<LossSource>& sources);

/// Fails on a missing, unknown or malformed key, each located; `source` names the file in the problems.
Result<LossModel> lossModelFrom(const Document& document, const std::string& source = {});

} // namespace moe
