// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/paper.h"

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

std::string tex(const QString& text) {
    return items::latexEscaped(text).toStdString();
}
std::string tex(const std::string& text) {
    return tex(QString::fromStdString(text));
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

} // namespace

std::string paperCaptions(const std::vector<PaperFigure>& figures, const Catalog& catalog) {
    std::string text = "% needs graphicx; the works are in references.bib, the inputs in inputs.tex\n";
    for (const PaperFigure& figure : figures) {
        std::string cited;
        for (const Work& work : worksOf(figure, catalog)) cited += (cited.empty() ? "" : ",") + work.key;
        text += "\\begin{figure}\n  \\centering\n  \\includegraphics{figures/" + figure.name +
                ".pdf}\n  \\caption{" + tex(figure.title) + ". " + tex(figure.says) +
                (figure.note.isEmpty() ? "" : " " + tex(figure.note)) + " \\cite{" + cited +
                "}}\n  \\label{fig:" + figure.name + "}\n\\end{figure}\n\n";
    }
    return text;
}

std::string paperReferences(const std::vector<PaperFigure>& figures, const Catalog& catalog) {
    std::string text;
    std::vector<std::string> known;
    for (const PaperFigure& figure : figures)
        for (const Work& work : worksOf(figure, catalog)) {
            if (std::find(known.begin(), known.end(), work.key) != known.end()) continue;
            known.push_back(work.key);
            text += "@misc{" + work.key + ",\n  title = {" + tex(work.title) + "},\n  howpublished = {" +
                    tex(work.source) + "}\n}\n\n";
        }
    return text;
}

std::string paperInputs(const std::vector<PaperFigure>& figures) {
    const std::vector<QStringList> rows = inputRows(figures);
    std::string text = "% needs longtable\n\\begin{longtable}{lll" + std::string(figures.size(), 'r') + "}\n";
    for (const QStringList& row : rows) {
        for (qsizetype i = 0; i < row.size(); ++i) text += (i > 0 ? " & " : "") + tex(row[i]);
        text += &row == &rows.front() ? " \\\\ \\hline \\endhead\n" : " \\\\\n";
    }
    return text + "\\end{longtable}\n";
}

std::string paperInputsCsv(const std::vector<PaperFigure>& figures) {
    return items::csvRows(inputRows(figures)).toStdString();
}

} // namespace moe::app
