// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/loss_command.h"
#include "app/files/catalog_loader.h"
#include "app/files/parallel.h"
#include "app/files/save_file.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/loss/study/loss_study.h"
#include "models/items/loss_json.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonDocument>

namespace moe::app {
namespace {

Problem noTable(const QString& folder) {
    return {.source = folder.toStdString(), .rule = "holds no table of dense or MoE runs"};
}

std::vector<StudyRow> studyRows(const StudyTables& tables, Problems& problems) {
    const StudyTruths truths = studyTruths(tables);
    const std::vector<StudyFold> folds = studyFolds(tables);
    const std::vector<StudyPredictor> predictors = studyPredictors();
    std::vector<StudyScore> scores(folds.size() * predictors.size());
    forEachParallel(scores.size(), {}, [&](std::size_t i) {
        // By predictor, slowest first: the cores end together.
        scores[i] = studyFold(tables, truths, folds[i % folds.size()], predictors[i / folds.size()]);
    });
    std::vector<StudyRow> rows;
    for (const StudySplit split :
         {StudySplit::DenseGroup, StudySplit::MoeGroup, StudySplit::MoeArchitecture}) {
        for (std::size_t p = 0; p < predictors.size(); ++p) {
            std::vector<StudyScore> mine;
            for (std::size_t f = 0; f < folds.size(); ++f) {
                if (folds[f].split != split) continue;
                mine.push_back(scores[p * folds.size() + f]);
                append(problems, mine.back().problems);
            }
            if (mine.empty()) continue;
            const StudyRow row = studyRow(split, predictors[p], mine);
            if (row.rmse5 || row.regretMean) rows.push_back(row);
        }
    }
    return rows;
}

Result<LossSource> sourceOf(const LossTable& table) {
    const QString path = QString::fromStdString(table.source);
    const Result<std::string> text = readFile(path);
    if (!text) return text.error();
    const QByteArray bytes(text->data(), static_cast<qsizetype>(text->size()));
    return LossSource{QFileInfo(path).fileName().toStdString(),
                      QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString()};
}

} // namespace

int runLossStudy(const QString& folder, const QString& output, bool json) {
    const Result<std::shared_ptr<const Catalog>> catalog = catalogWith({folder});
    if (!catalog) return fail(catalog.error());
    const StudyTables tables{(*catalog)->denseLoss.get(), (*catalog)->moeLoss.get()};
    if (tables.dense == nullptr && tables.moe == nullptr) return fail({noTable(folder)});
    Problems problems;
    const std::vector<StudyRow> rows = studyRows(tables, problems);
    if (!problems.empty()) return fail(problems);
    print(json ? QString::fromUtf8(QJsonDocument(items::studyJson(rows)).toJson()) : items::studyText(rows));
    if (output.isEmpty()) return kDone;
    const Problems unwritten = saveFile(output, items::studyCsv(rows).toUtf8());
    return unwritten.empty() ? kDone : fail(unwritten);
}

int runLossRefit(const QString& folder, const QString& output) {
    const Result<std::shared_ptr<const Catalog>> catalog = catalogWith({folder});
    if (!catalog) return fail(catalog.error());
    std::vector<LossSource> sources;
    for (const LossTable* table : {(*catalog)->denseLoss.get(), (*catalog)->moeLoss.get()}) {
        if (table == nullptr) continue;
        const Result<LossSource> source = sourceOf(*table);
        if (!source) return fail(source.error());
        sources.push_back(*source);
    }
    if (sources.empty()) return fail({noTable(folder)});
    // Anew: loading the tables that the shipped model was fitted on keeps that model.
    const Result<LossModel> model = fitLossModel((*catalog)->denseLoss.get(), (*catalog)->moeLoss.get());
    if (!model) return fail(model.error());
    const std::string text = documentText(lossModelDocument(*model, sources));
    const Problems unwritten = saveFile(output, QByteArray::fromStdString(text));
    if (!unwritten.empty()) return fail(unwritten);
    print(QStringLiteral("%1: %2\n").arg(output, QString::fromStdString(model->surface.origin)));
    return kDone;
}

} // namespace moe::app
