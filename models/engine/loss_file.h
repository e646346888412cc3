#pragma once
// The fitted surface as a file, so that a machine without the published tables predicts losses: coefficients
// and the hull of the data, never rows of the tables. Rebuilt by `moe-explorer loss --refit DIR -o FILE`.

#include "data/document.h"
#include "data/problem.h"
#include "models/engine/loss_surface.h"

#include <string>
#include <vector>

namespace moe {

/// A table the surface was fitted on.
struct LossSource {
    std::string file;   ///< name without folder
    std::string sha256; ///< of its bytes, hexadecimal
};

Document lossSurfaceDocument(const LossSurface& surface, const std::vector<LossSource>& sources);

/// Fails on a missing, unknown or malformed key, each located; `source` names the file in the problems.
Result<LossSurface> lossSurfaceFrom(const Document& document, const std::string& source = {});

} // namespace moe
