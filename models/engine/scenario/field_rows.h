// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a row of fields() is written: key and label, what it takes, what it has beside them by name, its help.
// Only the fields_*.cpp include this.

#include "models/engine/scenario/field_access.h"

#include <utility>

namespace moe {

struct Takes {
    FieldKind kind;
    double min = 0, max = 0;
    Scale scale = Scale::Linear;
    std::vector<std::string> choices = {};
};
inline Takes integer(double min, double max, Scale scale = Scale::Linear) {
    return {FieldKind::Integer, min, max, scale};
}
inline Takes real(double min, double max, Scale scale = Scale::Linear) {
    return {FieldKind::Real, min, max, scale};
}
inline Takes flag() {
    return {FieldKind::Flag, 0, 1};
}
inline Takes text() {
    return {FieldKind::Text};
}
inline Takes oneOf(std::vector<std::string> keys) {
    return {.kind = FieldKind::Choice, .choices = std::move(keys)};
}
template <class Enum> Takes oneOf() {
    return oneOf(enumNames<Enum>());
}

struct Beside {
    const char* symbol = "";
    const char* unit = "";
    bool everyday = false;
};

/// Its reading, writing and whether it may be absent are still to be said.
inline Field fieldRow(const char* key, const char* group, const char* label, Takes takes, Beside beside,
                      const char* help) {
    return {.key = key,
            .group = group,
            .label = label,
            .symbol = beside.symbol,
            .unit = beside.unit,
            .kind = takes.kind,
            .min = takes.min,
            .max = takes.max,
            .scale = takes.scale,
            .choices = std::move(takes.choices),
            .everyday = beside.everyday,
            .optional = false,
            .help = help,
            .get = nullptr,
            .set = nullptr,
            .words = {}};
}

/// Rows of one section under one heading of the form.
template <auto Section> struct Heading {
    const char* group;

    template <auto Member>
    Field row(const char* key, const char* label, Takes takes, Beside beside, const char* help) const {
        Field made = fieldRow(key, group, label, std::move(takes), beside, help);
        made.optional = access::isOptional<Section, Member>();
        made.get = access::get<Section, Member>;
        made.set = access::set<Section, Member>;
        made.words = access::words<Section, Member>();
        return made;
    }
};

std::vector<Field> modelFields();
std::vector<Field> trainingFields();
std::vector<Field> clusterFields();
std::vector<Field> servingFields();
std::vector<Field> costFields();
std::vector<Field> rlFields();
std::vector<Field> dayFields();
std::vector<Field> rolloutFields();

} // namespace moe
