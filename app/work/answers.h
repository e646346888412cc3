// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What pictures ask for (ui/asking_view.h) and how it is computed: one row per key.

#include "app/work/picture_arguments.h"
#include "app/work/search_run.h"
#include "ui/asking_view.h"

namespace moe::app {

/// On any thread. The value is a shared_ptr<const T> of the T that views of the key show.
using AnswerWork = Result<std::any> (*)(const ui::Question& question, const std::stop_token& stop,
                                        const Progress& progress);

struct AnswerRow {
    const char* key; ///< of the question
    AnswerWork work;
    AnswerWork rough = nullptr;                  ///< the same in little time, shown meanwhile
    AnswerWork better = nullptr;                 ///< between the two
    const char* doing = nullptr;                 ///< beside the progress; null: none is shown
    std::vector<PictureArgument> arguments = {}; ///< in the order of the question's
    /// What is wrong with arguments that are each right; null: nothing, or the work says.
    Problems (*wrong)(const QStringList& arguments, const Catalog& catalog) = nullptr;
    /// The arguments are no choices of a tool bar for `--choose`: a command gets them as options.
    bool told = false;
    /// Takes seconds on all cores: it begins when the scenario rests, and a newer one stops it. What is not a
    /// search is finished whatever comes, so that a moving slider has pictures.
    bool search = false;
    bool (*quick)(const ui::Question&) = nullptr;             ///< the rough answer is all that is wanted
    bool (*same)(const Scenario&, const Scenario&) = nullptr; ///< for the answer; null: only equal ones are
    void (*assume)(Scenario&) = nullptr; ///< what a picture that is named takes where the scenario lacks it
};
const std::vector<AnswerRow>& answerRows();
const AnswerRow* findAnswerRow(const QString& key); ///< null when there is none

/// Of all rows, each name once.
std::vector<PictureArgument> pictureOptions();
/// The arguments as a command takes them; one that is its option's name is a flag.
QStringList answerOptions(const AnswerRow& row, const QStringList& arguments);

} // namespace moe::app
