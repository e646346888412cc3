// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lists of published training runs: `rows:` of one mapping per run, with `defaults:` for all of them, as in
// resources/runs; what a run's own words mean as keys of a scenario stands in run_words.cpp.

#include "data/document.h"
#include "models/engine/measured/cases.h"
#include "models/engine/scenario/catalog.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// A run that no scenario was made of.
struct LeftOutRun {
    std::string id, publisher, gpu;
    Message reason;
};

struct RunList {
    std::vector<MeasuredCase> cases;
    std::vector<LeftOutRun> leftOut;
};

bool isRunList(std::string_view text);

/// Every unknown key and every wrong value is located, and so is a rule that a run breaks. What is missing,
/// or has no key in a scenario, leaves its run out.
Result<RunList> readRunList(std::string_view text, const std::string& source, const Catalog& catalog);

/// The entries of one run by key, those of `defaults` among them. Remembers what is wrong with them.
class RunRow {
public:
    RunRow(std::string source, int line) : m_source(std::move(source)), m_line(line) {}

    /// The first entry of a key counts.
    void add(std::string_view key, const DocumentEntry& entry);
    /// Absent when it is not said, or null.
    std::optional<std::string> text(std::string_view key) const;
    std::optional<double> number(std::string_view key);
    bool has(std::string_view key, std::string_view part) const; ///< the text holds `part`, in any case
    const DocumentEntry* entry(std::string_view key) const;
    const std::vector<std::pair<std::string, const DocumentEntry*>>& entries() const { return m_entries; }
    /// At the entry, or at the run where the key is not said.
    void complain(std::string_view key, Message rule, std::string value = {});
    Problems problems;

private:
    std::vector<std::pair<std::string, const DocumentEntry*>> m_entries;
    std::string m_source;
    int m_line = 0;
};

/// The run as a case; a reason when none can be made. Problems go to the row.
struct RunOutcome {
    std::optional<MeasuredCase> made;
    Message leftOut;
};
RunOutcome caseOfRun(RunRow& row, const Catalog& catalog);

/// A key of a run that is a key of the scenario under another name.
struct RunKey {
    std::string_view key;
    const char* scenarioKey;
};
const std::vector<RunKey>& runKeys();
/// Also of keys that describe a run without changing its scenario.
bool isRunKey(std::string_view key);

/// What a framework does without being asked, as keys: each with where that is
/// known from.
struct FrameworkDefaults {
    std::string_view key, part; ///< of the row: its text holds the part
    const char* set;
};
const std::vector<FrameworkDefaults>& frameworkDefaults();

/// Software of a run that the step-time model does not follow, by a word of the row.
struct UnmodelledWord {
    std::string_view key, part;
    const char* name;
};
const std::vector<UnmodelledWord>& unmodelledWords();

/// What a word in a run's switches means: the first of the settings that the
/// scenario takes.
struct WordMeaning {
    std::string_view key, part;
    const char* set;
    const char* otherwise = nullptr;
};
const std::vector<WordMeaning>& wordMeanings();

} // namespace moe
