// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Compares what everybody prints of one scenario, to the last digit; who prints what is in agreement_rows.h.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace moe::test {

/// Measured operators and the loss model, as the program has them.
const Catalog& agreementCatalog();
/// In turn, on this thread.
void eachHere(std::size_t count, const std::function<void(std::size_t)>& work);

/// Of one scenario: what differs, with who says what; empty where nothing does.
class Agreement {
public:
    explicit Agreement(const Scenario& scenario);

    std::string difference();
    void compare(const char* who, std::string_view key, std::optional<double> theirs);
    const Report& report() const { return m_report; }
    const std::string& wrong() const { return m_wrong; }

private:
    void files();
    void sweep();
    void search();
    void simulation();
    void day();
    void sentences();
    void cards();
    void rates(); ///< the highest rate within the limits, its band and what binds

    Scenario m_scenario;
    Report m_report;
    std::string m_wrong;
};

} // namespace moe::test
