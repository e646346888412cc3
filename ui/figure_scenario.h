// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scenario a figure carries: attachment of a PDF, description of an SVG, text chunk of a PNG.

#include <QByteArray>

class QIODevice;

namespace moe::ui {

inline constexpr char kScenarioFile[] = "scenario.yaml";
inline constexpr char kScenarioText[] = "moe-explorer-scenario";

/// The YAML that writeFigure() embedded, or empty when the file has none or is no figure. The device must be
/// open for reading and seekable. Of a PNG only the one text chunk is unpacked; what is longer than 64 KiB
/// packed is none of ours.
QByteArray readEmbeddedScenario(QIODevice& device);

} // namespace moe::ui
