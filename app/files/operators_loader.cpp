// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/operators_loader.h"

#include "app/files/catalog_loader.h"
#include "app/files/parallel.h"
#include "models/engine/operators/operator_derive.h"
#include "models/engine/operators/operator_file.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>
#include <map>
#include <optional>

namespace moe::app {
namespace {

constexpr const char* kShipped = ":/operators";

const MeasuredGpu* gpuOfFolder(const std::string& folder) {
    for (const MeasuredGpu& gpu : measuredGpus())
        if (gpu.folder == folder) return &gpu;
    return nullptr;
}

/// Newer versions first, so that theirs is what older tables only add to: runs of digits compare as numbers.
bool isNewer(std::string_view a, std::string_view b) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    while (!a.empty() && !b.empty()) {
        const auto run = [&](std::string_view text) {
            std::size_t end = 0;
            while (end < text.size() && isDigit(text[end])) ++end;
            return end;
        };
        const std::size_t left = run(a), right = run(b);
        if (left > 0 && right > 0) {
            if (left != right) return left > right;
            if (const int order = a.substr(0, left).compare(b.substr(0, right)); order != 0) return order > 0;
            a.remove_prefix(left);
            b.remove_prefix(right);
            continue;
        }
        if (a.front() != b.front()) return a.front() > b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() > b.size();
}

void add(std::vector<OperatorMachine>& machines, OperatorMachine machine) {
    const auto same = std::find_if(machines.begin(), machines.end(), [&](const OperatorMachine& one) {
        return one.gpu.key == machine.gpu.key;
    });
    if (same == machines.end())
        machines.push_back(std::move(machine));
    else
        std::move(machine.models.begin(), machine.models.end(), std::back_inserter(same->models));
}

struct ReadTable {
    std::vector<OperatorModel> models;
    const MeasuredGpu* gpu = nullptr;
    OperatorPlace place;
    Problems problems;
};

/// The file that a table becomes a part of. Collectives of the library stand beside the backend that most
/// GPUs have.
QString derivedName(const MeasuredGpu& gpu, const std::string& backend) {
    return QString::fromStdString(gpu.key + "-" + (backend == "nccl" ? "trtllm" : backend) + ".yaml");
}

ReadTable readTable(const QString& path, const std::function<bool(const QString&)>& isWanted) {
    ReadTable read;
    const std::string source = path.toStdString();
    read.place = operatorPlace(source);
    read.gpu = gpuOfFolder(read.place.gpu);
    if (read.gpu == nullptr || read.place.kind.empty() ||
        !isWanted(derivedName(*read.gpu, read.place.backend)))
        return read;
    const Result<std::string> text = readFile(path);
    if (!text) {
        read.problems = text.error();
        return read;
    }
    const Result<OperatorTable> table = readOperators(*text, source);
    if (!table) {
        read.problems = table.error();
        return read;
    }
    read.problems = table->problems;
    const std::string file = read.place.gpu + "/" + QFileInfo(path).fileName().toStdString();
    read.models = deriveOperators(*table, *read.gpu, {file, sha256(*text)});
    return read;
}

} // namespace

OperatorsLoad shippedOperators(const QString& gpu) {
    OperatorsLoad load;
    const QFileInfoList files = QDir(kShipped).entryInfoList(
        {gpu.isEmpty() ? QStringLiteral("*.yaml") : gpu + QStringLiteral("-*.yaml")}, QDir::Files,
        QDir::Name);
    std::vector<Result<OperatorMachine>> read(std::size_t(files.size()), Result<OperatorMachine>(Problems{}));
    forEachParallel(read.size(), {}, [&](std::size_t i) {
        const std::string name = files[qsizetype(i)].fileName().toStdString();
        const Result<std::string> text = readFile(files[qsizetype(i)].filePath());
        if (!text) {
            read[i] = text.error();
            return;
        }
        const Result<Document> document = parseDocument(*text, name);
        read[i] = document ? operatorsFrom(*document, name) : Result<OperatorMachine>(document.error());
    });
    for (Result<OperatorMachine>& one : read) {
        if (!one)
            append(load.problems, one.error());
        else
            add(load.machines, std::move(one).value());
    }
    return load;
}

QString operatorGpuKey(const QString& name, const Catalog& catalog) {
    const std::string wanted = name.toLower().toStdString();
    for (const MeasuredGpu& gpu : measuredGpus())
        if (gpu.key == wanted || gpu.folder == wanted) return QString::fromStdString(gpu.key);
    const GpuSpec* called = catalog.gpuCalled(wanted);
    return called != nullptr ? QString::fromStdString(called->key) : name;
}

QString operatorBackendNames() {
    QStringList names;
    for (const std::string_view name : operatorBackends())
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return names.join(QStringLiteral(", "));
}

DerivedOperators deriveOperatorFiles(const QString& folder,
                                     const std::function<bool(const QString&)>& isWanted) {
    DerivedOperators derived;
    QStringList paths;
    QDirIterator walk(folder, {"*.csv"}, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) paths << walk.next();
    paths.sort();
    std::vector<ReadTable> tables(std::size_t(paths.size()));
    forEachParallel(tables.size(), {},
                    [&](std::size_t i) { tables[i] = readTable(paths[qsizetype(i)], isWanted); });
    std::stable_sort(tables.begin(), tables.end(), [](const ReadTable& a, const ReadTable& b) {
        if (a.place.gpu != b.place.gpu) return a.place.gpu < b.place.gpu;
        if (a.place.kind != b.place.kind) return a.place.kind < b.place.kind;
        if (a.place.backend != b.place.backend) return a.place.backend < b.place.backend;
        return isNewer(a.place.version, b.place.version);
    });
    std::map<QString, OperatorMachine> files;
    for (ReadTable& table : tables) {
        append(derived.problems, std::move(table.problems));
        for (OperatorModel& model : table.models) {
            OperatorMachine& machine = files[derivedName(*table.gpu, model.backend)];
            machine.gpu = *table.gpu;
            addOperators(machine.models, {std::move(model)});
        }
    }
    for (auto& [name, machine] : files) derived.files.push_back({name, std::move(machine)});
    return derived;
}

} // namespace moe::app
