// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a number came about: its formula, the numbers put in, source and assumptions. The sheet that explains
// and `report --explain` show it; nothing here computes a result anew.

#include "data/message.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// A number put into a formula.
struct AccountInput {
    std::string symbol, meaning;
    std::optional<double> value; ///< base unit; absent: bound in the formula, or the scenario has none
    std::string unit;
    std::string field;      ///< scenario key, when a knob decides it
    std::string account;    ///< key of its own account, when it has one
    std::string definition; ///< how it follows from other inputs; may be empty
    std::string basis;      ///< of a constant: "fit", "prior", "count"; else empty
};

struct AccountPart {
    std::string key, label; ///< key: of its own account; empty when it has none
    double value = 0;       ///< base unit of the total
};

/// One figure of a data sheet.
struct AccountFigure {
    std::string key, label;
    std::optional<double> value; ///< base unit; absent: `text` is a word
    std::string text, unit;
    std::string field;              ///< scenario key that can replace it; may be empty
    std::string citation;           ///< where it was read; may be empty
    bool uncited = false;           ///< nobody was found to say so
    std::optional<double> replaced; ///< base unit: what the data sheet says where the scenario says otherwise
};

struct Account {
    std::string key, title, group;
    std::optional<double> value; ///< base unit; absent: this scenario has none
    std::string unit;
    Origin origin = Origin::Analytic;
    /// One expression in the inputs' symbols; clauses after ";" say what a symbol of it stands for.
    std::string formula;
    std::vector<AccountInput> inputs; ///< those of the formula first, then those of their definitions
    std::string source;
    std::vector<Message> assumptions;
    std::vector<AccountPart> parts; ///< of totals that are sums
    std::string name;               ///< of the GPU, of a data sheet: it has no formula
    std::vector<AccountFigure> figures;
};

/// One thing that can be explained, whatever the scenario.
struct AccountRow {
    std::string key, title;
    std::string group; ///< "Memory", "Time", "Loss", then the groups of metrics()
};
/// "memory.terms.<key>" for memoryTerms(), "train.terms.<key>" for timeTerms(), and the keys of metrics().
const std::vector<AccountRow>& accountRows();
/// What has figures instead of a formula: "gpu.data_sheet".
const std::vector<AccountRow>& sheetRows();
/// Nullopt: there is no such key. A known key always has an account, if without value.
std::optional<Account> account(std::string_view key, const Report& report, const Catalog& catalog);
/// Known keys that are spelled most alike, best first.
std::vector<std::string> nearestAccounts(std::string_view key, std::size_t count = 5);

} // namespace moe
