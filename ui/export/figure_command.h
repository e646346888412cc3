// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command line that draws a figure again.

#include "ui/figure.h"

#include <QStringList>

namespace moe::ui {

/// What `moe-explorer render` needs to know beside the look of the figure.
struct FigureOrigin {
    QString viewKey;
    QStringList scenarioOptions; ///< "--preset", "mixtral-8x7b", "--set", "parallel.ep=4", …
    QString note;                ///< what has to be done before the command works; may be empty
};

/// `moe-explorer render loss --preset … -o loss.pdf --width 85mm …`, quoted for a POSIX shell. `csv` may be
/// empty. Every option of the look is written out, so that other defaults change nothing.
QString renderCommand(const FigureOrigin& origin, const FigureFile& file, const QString& output,
                      const QString& csv);

/// As one word of a POSIX shell.
QString shellWord(const QString& text);

} // namespace moe::ui
