// SPDX-License-Identifier: GPL-3.0-or-later
// The table of knobs, in the order of the form: a new knob is a member in scenario.h and a row in the file of
// its section, fields_*.cpp.

#include "models/engine/scenario/fields.h"

#include "models/engine/scenario/field_rows.h"

#include <iterator>

namespace moe {

const std::vector<Field>& fields() {
    static const std::vector<Field> rows = [] {
        std::vector<Field> all;
        for (const auto part : {modelFields, trainingFields, clusterFields, servingFields, costFields,
                                rlFields, dayFields, rolloutFields}) {
            std::vector<Field> more = part();
            all.insert(all.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
        }
        return all;
    }();
    return rows;
}

} // namespace moe
