// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/optional_section.h"

#include <QtGlobal>

namespace moe::ui {
namespace {

constexpr OptionalSection kSections[] = {
    {"Experts", Section::Experts, QT_TRANSLATE_NOOP("Table", "Dense model"),
     QT_TRANSLATE_NOOP("Table", "Add experts"), QT_TRANSLATE_NOOP("Table", "Remove experts")},
    {"Training", Section::Training, QT_TRANSLATE_NOOP("Table", "No training run"),
     QT_TRANSLATE_NOOP("Table", "Add training"), QT_TRANSLATE_NOOP("Table", "Remove training")},
    {"Serving", Section::Serving, QT_TRANSLATE_NOOP("Table", "No serving"),
     QT_TRANSLATE_NOOP("Table", "Add serving"), QT_TRANSLATE_NOOP("Table", "Remove serving")},
    {"RL", Section::Reinforcement, QT_TRANSLATE_NOOP("Table", "No RL step"),
     QT_TRANSLATE_NOOP("Table", "Add RL"), QT_TRANSLATE_NOOP("Table", "Remove RL")},
    {"Day", Section::Day, QT_TRANSLATE_NOOP("Table", "No fleet over a day"),
     QT_TRANSLATE_NOOP("Table", "Add a day"), QT_TRANSLATE_NOOP("Table", "Remove the day")},
    {"RL rollout", Section::Reinforcement, "", "", ""},
};

} // namespace

const OptionalSection* optionalSection(std::string_view group) {
    for (const OptionalSection& section : kSections) {
        if (section.group == group) return &section;
    }
    return nullptr;
}

} // namespace moe::ui
