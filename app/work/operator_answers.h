// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pictures of measured operators from the shipped surfaces, opened tables and GPUs of the user's own.

#include "data/problem.h"
#include "models/engine/operators/operator_picture.h"

#include <memory>

namespace moe::app {

/// On any thread. Without the data sheet in the request: the catalogue's is taken. Fails for a GPU that
/// nothing is known of.
Result<std::shared_ptr<const OperatorPicture>> operatorAnswer(OperatorPictureRequest request,
                                                              const Catalog& catalog);

/// What of a request does not exist, so that a picture would show something else; empty when all does.
Problems unknownOfRequest(const OperatorPictureRequest& request, const OperatorPicture& picture);

} // namespace moe::app
