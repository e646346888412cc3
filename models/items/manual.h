// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The documentation: chapters written by hand (resources/docs), and chapters made of the tables the engine
// computes with, so that no formula, source or measured error is typed a second time. The window and
// `moe-explorer docs` show the same.

#include "models/engine/measured/formula_checks.h"
#include "models/engine/measured/validation.h"
#include "models/engine/scenario/catalog.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace moe::items {

/// Texts are inline Markdown: `code`, **strong**, *emphasis*, [words](target), \ before a character that is
/// to stand for itself. Targets: "#KEY" is a section, "view:KEY" a picture, "account:KEY" a number in the
/// sheet that explains; "open:KEY" is a picture too, and the link is left out where there is no window.
struct ManualPart {
    enum class Kind { Paragraph, Item, Code, Table };
    Kind kind = Kind::Paragraph;
    QString text;                       ///< of a Code part plain; empty for a Table
    std::vector<QStringList> rows = {}; ///< of a Table; the first is its header
    std::vector<int> right = {};        ///< columns that stand flush right
    std::vector<int> widths = {};       ///< of the columns, in %; empty: as their contents ask
};

struct ManualSection {
    QString key, title;
    int level = 1; ///< 1 opens a chapter, 2 stands in it
    std::vector<ManualPart> parts = {};
};
using Manual = std::vector<ManualSection>;

/// Headings "# Title {#key}" and "## Title {#key}", paragraphs, "- " items, tables, ``` blocks.
Manual readManual(const QString& markdown);

/// Memory, time, results, published laws and symbols, a chapter each.
Manual formulaChapters();
/// The data sheets of all GPUs with their sources, and what their topologies mean.
Manual gpuChapter(const std::vector<GpuSpec>& gpus);
/// What the models are held against and what holds.
Manual validationChapter(const FormulaChecks& checks, const Validation& validation);
/// What each warning of a report means.
ManualSection warningSection();

QString manualMarkdown(const Manual& manual);
/// The body of an HTML page, in the subset that QTextDocument knows. `inProgram` keeps the targets that only
/// the window can follow.
QString manualHtml(const Manual& manual, bool inProgram);
/// A whole page with its style.
QString manualPage(const Manual& manual);

/// A text without its marks, to be searched.
QString plainText(const ManualSection& section);

} // namespace moe::items
