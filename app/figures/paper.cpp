// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/paper.h"

#include "data/number.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/loss/laws/laws.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/serve/engines/engines.h"
#include "models/items/aligned.h"
#include "models/items/explain_text.h"
#include "models/items/words.h"

#include <algorithm>
#include <string_view>

namespace moe::app {
namespace {

struct Work {
    std::string key, title, source;
};

/// What a figure leans on, the program first.
std::vector<Work> worksOf(const PaperFigure& figure, const Catalog& catalog) {
    std::vector<Work> works{{"moe-explorer", "MoE Explorer " MOE_VERSION, "computer program"}};
    const Scenario& scenario = figure.scenario;
    if (const GpuSpec* gpu = catalog.gpu(scenario.gpu.preset))
        works.push_back({"gpu-" + gpu->key, gpu->label, gpu->source});
    for (const std::string_view view : {"loss", "scaling", "design", "overview"})
        if (figure.view == view) {
            const Law& law = laws().front(); // whose runs the loss model is fitted to
            works.push_back({std::string("law-") + law.key, law.label, law.citation});
        }
    if (scenario.serve && namesEngine(*scenario.serve)) {
        const ServingEngine& engine = servedEngine(*scenario.serve);
        works.push_back(
            {"engine-" + std::string(enumText(engine.engine)), engine.label, engine.overheads.source});
    }
    return works;
}

/// Of one paragraph: an empty line ends a caption before its brace.
std::string tex(const QString& text) {
    return items::latexEscaped(text.simplified()).toStdString();
}
std::string tex(const std::string& text) {
    return tex(QString::fromStdString(text));
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// BibTeX counts braces, also those that are escaped.
std::string bib(const std::string& text) {
    return replaced(replaced(tex(text), "\\{", "\\textbraceleft{}"), "\\}", "\\textbraceright{}");
}

/// A key that \cite takes: presets of one's own have names of their own, of which no two become one.
std::string citeKey(const std::string& name) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    std::string key;
    for (const char c : name)
        if (kPlain.find(c) != std::string_view::npos)
            key += c;
        else
            key += ':' + QByteArray(1, c).toHex().toStdString();
    return key;
}

/// Defines the characters that pdfLaTeX does not know, shown as their codes there; other engines have fonts
/// for them.
std::string unknownDefined(const std::string& text) {
    static const QString known = QStringLiteral("‘’“”‚„†‡•…‰‹›€™‑—");
    constexpr char32_t kLatinEnd = 0x180; // of what the font encodings of Latin letters hold
    std::vector<char32_t> unknown;
    for (const char32_t c : QString::fromStdString(text).toUcs4())
        if (c >= kLatinEnd && !known.contains(QChar::fromUcs4(c)) &&
            std::find(unknown.begin(), unknown.end(), c) == unknown.end())
            unknown.push_back(c);
    std::string defined; // \DeclareUnicodeCharacter is of the preamble alone
    for (const char32_t c : unknown) {
        const std::string letter = QString::fromUcs4(&c, 1).toStdString(),
                          code = QString::number(c, 16).toUpper().rightJustified(4, '0').toStdString();
        defined += "\\expandafter\\def\\csname u8:\\detokenize{" + letter + "}\\endcsname{\\texttt{U+" +
                   code + "}}\n";
    }
    return defined;
}
std::string withUnknown(const std::string& text) {
    return unknownDefined(text) + text;
}

/// The head, then a row for every key that some scenario gives, in the order of the files.
std::vector<QStringList> inputRows(const std::vector<PaperFigure>& figures) {
    std::vector<std::string> keys;
    std::vector<Document> documents;
    for (const PaperFigure& figure : figures) {
        documents.push_back(scenarioDocument(figure.scenario));
        for (const DocumentEntry& entry : documents.back())
            if (entry.key != "schema" && std::find(keys.begin(), keys.end(), entry.key) == keys.end())
                keys.push_back(entry.key);
    }
    std::vector<QStringList> rows{{"key", "input", "unit"}};
    for (const PaperFigure& figure : figures) rows.front() << QString::fromStdString(figure.letter);
    for (const std::string& key : keys) {
        const Field* field = findField(key);
        QStringList row{QString::fromStdString(key), field ? items::tableText(field->label) : QString(),
                        field ? QString::fromUtf8(field->unit) : QString()};
        for (const Document& document : documents) {
            const auto entry = std::find_if(document.begin(), document.end(),
                                            [&](const DocumentEntry& one) { return one.key == key; });
            QStringList values;
            if (entry != document.end())
                for (const std::string& value : entry->values) values << QString::fromStdString(value);
            row << values.join(QStringLiteral(", "));
        }
        rows.push_back(row);
    }
    return rows;
}

/// One of each scenario, with the letters of every figure of it: "a, c".
std::vector<PaperFigure> scenariosOf(const std::vector<PaperFigure>& figures) {
    std::vector<PaperFigure> once;
    for (const PaperFigure& figure : figures) {
        const auto same = std::find_if(once.begin(), once.end(), [&](const PaperFigure& one) {
            return one.scenario == figure.scenario;
        });
        if (same == once.end())
            once.push_back(figure);
        else
            same->letter += ", " + figure.letter;
    }
    return once;
}

/// A cell that breaks where a name or a list does.
std::string cell(const QString& text) {
    return replaced(replaced(tex(text), "\\_", "\\_\\allowbreak{}"), ",", ",\\allowbreak{}");
}

/// A table as wide as the page, of as many scenarios as stand beside each other there.
std::string inputTable(const std::vector<PaperFigure>& figures) {
    constexpr double kNames[] = {0.21, 0.2}; // of the page: key, input with its unit
    constexpr double kValues = 0.59;
    std::string text = "{\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\begin{longtable}{@{}";
    const auto column = [&](double share) {
        text += "p{\\dimexpr " + rounded(share, 4) + "\\linewidth-2\\tabcolsep\\relax}";
    };
    for (const double share : kNames) column(share);
    for (std::size_t i = 0; i < figures.size(); ++i) column(kValues / double(figures.size()));
    text += "@{}}\n";
    const std::vector<QStringList> rows = inputRows(figures);
    for (const QStringList& row : rows) {
        if (row[0] == QLatin1String("note")) continue; // long: below
        const QString unit = &row == &rows.front() || row[2].isEmpty() ? QString() : " (" + row[2] + ")";
        text += "\\raggedright " + replaced(cell(row[0]), ".", ".\\allowbreak{}") + " & \\raggedright " +
                cell(row[1] + unit);
        for (qsizetype i = 3; i < row.size(); ++i) text += " & \\raggedright " + cell(row[i]);
        text += &row == &rows.front() ? "\\tabularnewline \\hline \\endhead\n" : "\\tabularnewline\n";
    }
    text += "\\end{longtable}}\n";
    for (const PaperFigure& figure : figures)
        if (!figure.scenario.note.empty())
            text += "\n\\noindent(" + figure.letter + ") " + tex(figure.scenario.note) + "\n";
    return text;
}

} // namespace

std::string paperCaptions(const std::vector<PaperFigure>& figures, const Catalog& catalog) {
    std::string text;
    for (const PaperFigure& figure : figures) {
        std::string cited;
        for (const Work& work : worksOf(figure, catalog))
            cited += (cited.empty() ? "" : ",") + citeKey(work.key);
        text += "\\begin{figure}\n  \\centering\n  \\includegraphics{figures/" + figure.name +
                ".pdf}\n  \\caption{" + tex(figure.title) + ". " + tex(figure.says) +
                (figure.note.isEmpty() ? "" : " " + tex(figure.note)) + " \\cite{" + cited +
                "}}\n  \\label{fig:" + figure.name + "}\n\\end{figure}\n\n";
    }
    return "% needs graphicx; the works are in references.bib, the inputs in inputs.tex\n" +
           withUnknown(text);
}

std::string paperReferences(const std::vector<PaperFigure>& figures, const Catalog& catalog) {
    std::string text;
    std::vector<std::string> known;
    for (const PaperFigure& figure : figures)
        for (const Work& work : worksOf(figure, catalog)) {
            if (std::find(known.begin(), known.end(), work.key) != known.end()) continue;
            known.push_back(work.key);
            text += "@misc{" + citeKey(work.key) + ",\n  key = {" + bib(work.title) + "},\n  title = {{" +
                    bib(work.title) + "}},\n  howpublished = {" + bib(work.source) + "}\n}\n\n";
        }
    const std::string defined = unknownDefined(text); // BibTeX writes them over the works
    return defined.empty() ? text : "@preamble{\"" + defined + "\"}\n\n" + text;
}

std::string paperInputs(const std::vector<PaperFigure>& figures) {
    constexpr std::size_t kBeside = 3;
    const std::vector<PaperFigure> all = scenariosOf(figures);
    std::string text;
    for (std::size_t i = 0; i < all.size(); i += kBeside)
        text += inputTable({all.begin() + std::ptrdiff_t(i),
                            all.begin() + std::ptrdiff_t(std::min(all.size(), i + kBeside))});
    return "% needs longtable\n" + withUnknown(text);
}

std::string paperInputsCsv(const std::vector<PaperFigure>& figures) {
    return items::csvRows(inputRows(figures)).toStdString();
}

} // namespace moe::app
