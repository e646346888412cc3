// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/models/config_reader.h"

namespace moe {
namespace {

std::string lastPart(std::string path) {
    while (!path.empty() && (path.back() == '/' || path.back() == '\\')) path.pop_back();
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool saysNothing(const std::string& name) {
    return name.empty() || name == "." || name == ".." || name == "model";
}

} // namespace

std::string modelName(const std::string& named, const std::string& source) {
    if (const std::string name = lastPart(named); !saysNothing(name)) return name;
    const std::string file = lastPart(source);
    const std::string base = file.substr(0, file.rfind('.'));
    if (base == file) return {}; // no file: a text that was pasted
    if (base != "config" && base != "params" && base != "hf_quant_config") return base;
    const std::string folder = source.substr(0, source.size() - file.size());
    const std::size_t hub = folder.rfind("models--");
    if (hub != std::string::npos) {
        const std::size_t snapshots = folder.find("/snapshots/", hub);
        const std::string repository = folder.substr(hub, snapshots - hub);
        if (snapshots != std::string::npos) return repository.substr(repository.rfind("--") + 2);
    }
    const std::string name = lastPart(folder);
    return saysNothing(name) ? std::string() : name;
}

} // namespace moe
