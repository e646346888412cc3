// SPDX-License-Identifier: GPL-3.0-or-later
// Which table a query is about, and what there is when it is about none.

#include "data/number.h"
#include "models/engine/profiles/profile.h"

#include <algorithm>
#include <set>

namespace moe {
namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list.empty() ? "none" : list;
}

template <class Get> std::vector<std::string> namesOf(const ProfileSet& set, Get get) {
    std::set<std::string> names;
    for (const ProfileTable& table : set.tables)
        if (const std::string name = get(table); !name.empty()) names.insert(name);
    return {names.begin(), names.end()};
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// The full name, or its last part, in either case.
bool isModel(std::string_view name, std::string_view wanted) {
    const std::string full = lower(name), part = lower(wanted);
    return full == part || full.substr(full.rfind('/') + 1) == part;
}

Problem unknown(const char* key, const std::string& value, const std::vector<std::string>& known) {
    return {.key = key,
            .rule =
                say(value.empty() ? "must be given; there is: %1" : "is not among the profiles; there is: %1",
                    joined(known)),
            .value = value};
}

/// The operator is there in some other form (a renamed file kind), or what the table does hold.
Problem noOperator(const std::string& op, const ProfileTable& table) {
    std::vector<std::string> names;
    for (const ProfileOperator& one : table.operators) names.push_back(one.name);
    return {.source = table.source, .key = "op", .rule = say("the table has %1", joined(names)), .value = op};
}

Result<const ProfileTable*> networkTable(const ProfileSet& set, const ProfileQuery& query, ProfileKind kind) {
    const std::vector<std::string> all = namesOf(
        set, [&](const ProfileTable& table) { return table.kind == kind ? table.place.network : ""; });
    std::string network = query.network;
    if (network.empty() && all.size() == 1) network = all.front();
    for (const ProfileTable& table : set.tables)
        if (table.kind == kind && table.place.network == network && !network.empty()) return &table;
    return unknown("network", network, all);
}

} // namespace

void addProfiles(ProfileSet& set, ProfileSet loaded) {
    for (ProfileTable& table : loaded.tables) {
        std::erase_if(set.tables, [&](const ProfileTable& known) {
            const ProfilePlace &a = known.place, &b = table.place;
            const bool place = a.device == b.device && a.model == b.model && a.network == b.network;
            if (!place) return false;
            return known.kind == table.kind || (known.shipped && b.network.empty());
        });
        set.tables.push_back(std::move(table));
    }
}

std::vector<std::string> profileDevices(const ProfileSet& set) {
    return namesOf(set, [](const ProfileTable& table) { return table.place.device; });
}
std::vector<std::string> profileModels(const ProfileSet& set, std::string_view device) {
    return namesOf(set, [&](const ProfileTable& table) {
        return device.empty() || table.place.device == device ? table.place.model : std::string();
    });
}
std::vector<std::string> profileNetworks(const ProfileSet& set) {
    return namesOf(set, [](const ProfileTable& table) { return table.place.network; });
}

Result<const ProfileTable*> profileTableOf(const ProfileSet& set, const ProfileQuery& query) {
    const ProfileOperatorRow* row = profileOperator(query.op);
    if (row == nullptr) {
        std::vector<std::string> names;
        for (const ProfileOperatorRow& one : profileOperators()) names.push_back(one.name);
        return unknown("op", query.op, names);
    }
    if (row->axes == ProfileAxes::Size)
        return networkTable(set, query,
                            query.op == "all_reduce" ? ProfileKind::AllReduce : ProfileKind::SendRecv);
    const std::vector<std::string> devices = profileDevices(set);
    if (std::find(devices.begin(), devices.end(), query.device) == devices.end())
        return unknown("device", query.device, devices);
    const std::vector<std::string> models = profileModels(set, query.device);
    std::vector<std::string> matching;
    for (const std::string& model : models)
        if (isModel(model, query.model)) matching.push_back(model);
    if (matching.size() != 1) return unknown("model", query.model, matching.empty() ? models : matching);
    const ProfileTable* other = nullptr;
    for (const ProfileTable& table : set.tables) {
        if (table.place.device != query.device || table.place.model != matching.front()) continue;
        if (table.find(query.op) != nullptr) return &table;
        // Attention without its own table: the MLP's knows the shape.
        if (other == nullptr || table.kind == ProfileKind::Mlp) other = &table;
    }
    if (row->axes == ProfileAxes::Prefill || row->axes == ProfileAxes::Decode) return other;
    return noOperator(query.op, *other);
}

} // namespace moe
