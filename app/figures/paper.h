// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a paper needs beside its figures: captions that cite, the works they cite, and an appendix of inputs.

#include "models/engine/scenario/catalog.h"

#include <QString>

#include <string>
#include <vector>

namespace moe::app {

struct PaperFigure {
    std::string name;   ///< of its file, without an ending: "a-memory"
    std::string letter; ///< of the board: "a"
    std::string view;
    QString title, says, note; ///< says: the picture's summary
    Scenario scenario;
};

/// A figure environment of LaTeX for each, with \cite of paperReferences().
std::string paperCaptions(const std::vector<PaperFigure>& figures, const Catalog& catalog);
/// BibTeX: the program, the data sheets of GPUs, and what loss and serving were fitted to, where a figure
/// leans on them.
std::string paperReferences(const std::vector<PaperFigure>& figures, const Catalog& catalog);
/// Every input that a scenario gives: LaTeX, a column for each scenario with its notes below, and CSV, a
/// column for each figure.
std::string paperInputs(const std::vector<PaperFigure>& figures);
std::string paperInputsCsv(const std::vector<PaperFigure>& figures);

} // namespace moe::app
