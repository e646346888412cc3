// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a row of fields() reads and writes its member: templates over section and member, so that a row names
// its member once. Only field_rows.h includes this.

#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/layout_text.h"

#include <cmath>
#include <type_traits>

namespace moe::access {

template <class T> struct IsOptional : std::false_type {};
template <class T> struct IsOptional<std::optional<T>> : std::true_type {};

template <class T> FieldValue read(const T& member) {
    if constexpr (IsOptional<T>::value) {
        return member ? read(*member) : FieldValue{};
    } else if constexpr (std::is_same_v<T, bool>) {
        return member;
    } else if constexpr (std::is_arithmetic_v<T>) {
        return static_cast<double>(member);
    } else if constexpr (std::is_enum_v<T>) {
        return std::string(enumText(member));
    } else {
        return listText(member);
    }
}

template <class T> bool write(T& member, const FieldValue& value) {
    if constexpr (IsOptional<T>::value) {
        if (std::holds_alternative<std::monostate>(value)) {
            member.reset();
            return true;
        }
        typename T::value_type inner{};
        if (!write(inner, value)) return false;
        member = inner;
        return true;
    } else if constexpr (std::is_same_v<T, bool>) {
        const bool* flag = std::get_if<bool>(&value);
        if (flag) member = *flag;
        return flag;
    } else if constexpr (std::is_arithmetic_v<T>) {
        const double* number = std::get_if<double>(&value);
        if (!number || !std::isfinite(*number)) return false;
        if constexpr (std::is_integral_v<T>) {
            if (*number != std::floor(*number) || std::abs(*number) > 9e15) return false;
        }
        member = static_cast<T>(*number);
        return true;
    } else {
        const std::string* text = std::get_if<std::string>(&value);
        if (!text) return false;
        if constexpr (std::is_enum_v<T>) {
            return parseEnum(*text, member);
        } else {
            return parseList(*text, member);
        }
    }
}

/// Member of a section that is always there.
template <auto Section, auto Member> FieldValue get(const Scenario& scenario) {
    using SectionType = std::remove_cvref_t<decltype(scenario.*Section)>;
    if constexpr (IsOptional<SectionType>::value) {
        if (!(scenario.*Section)) return {};
        return read((*(scenario.*Section)).*Member);
    } else {
        return read(scenario.*Section.*Member);
    }
}

/// Setting a member of an absent section creates the section with its defaults.
template <auto Section, auto Member> bool set(Scenario& scenario, const FieldValue& value) {
    using SectionType = std::remove_cvref_t<decltype(scenario.*Section)>;
    if constexpr (IsOptional<SectionType>::value) {
        SectionType section = scenario.*Section;
        if (!section) section.emplace();
        if (!write((*section).*Member, value)) return false;
        scenario.*Section = std::move(section);
        return true;
    } else {
        return write(scenario.*Section.*Member, value);
    }
}

/// Member of no section.
template <auto Member> FieldValue get(const Scenario& scenario) {
    return read(scenario.*Member);
}
template <auto Member> bool set(Scenario& scenario, const FieldValue& value) {
    return write(scenario.*Member, value);
}

template <auto Section, auto Member> std::vector<std::string> words() {
    return {};
}
template <> inline std::vector<std::string> words<&Scenario::train, &TrainSpec::recompute>() {
    return recomputeWords();
}
template <> inline std::vector<std::string> words<&Scenario::train, &TrainSpec::loraTargets>() {
    return loraWords();
}

template <auto Section, auto Member> constexpr bool isOptional() {
    using SectionType = std::remove_cvref_t<decltype(std::declval<Scenario&>().*Section)>;
    if constexpr (IsOptional<SectionType>::value) {
        return IsOptional<
            std::remove_cvref_t<decltype(std::declval<typename SectionType::value_type&>().*Member)>>::value;
    } else {
        return IsOptional<std::remove_cvref_t<decltype(std::declval<SectionType&>().*Member)>>::value;
    }
}

} // namespace moe::access
