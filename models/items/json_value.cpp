// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/json_value.h"

#include <QJsonArray>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace moe::items {
namespace {

void writeText(std::string_view text, std::string& to) {
    constexpr char kDigits[] = "0123456789abcdef";
    to += '"';
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            to += '\\';
            to += c;
        } else if (c == '\n') {
            to += "\\n";
        } else if (code < 0x20) {
            to += "\\u00";
            to += kDigits[code >> 4U];
            to += kDigits[code & 15U];
        } else {
            to += c;
        }
    }
    to += '"';
}

void writeNumber(double value, std::string& to) {
    if (!std::isfinite(value)) {
        to += "null";
        return;
    }
    char text[32];
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    const std::to_chars_result end =
        whole ? std::to_chars(text, text + sizeof text, static_cast<long long>(value))
              : std::to_chars(text, text + sizeof text, value);
    to.append(text, end.ptr);
}

template <class... Ts> struct Cases : Ts... { using Ts::operator()...; };
template <class... Ts> Cases(Ts...) -> Cases<Ts...>;

} // namespace

JsonValue::JsonValue(JsonArray list) : m_value(std::move(list.m_items)) {}
JsonValue::JsonValue(JsonObject object) : m_value(std::move(object.m_members)) {}

JsonValue JsonValue::from(const QJsonValue& value) {
    switch (value.type()) {
    case QJsonValue::Bool: return value.toBool();
    case QJsonValue::Double: return value.toDouble();
    case QJsonValue::String: return value.toString();
    case QJsonValue::Array: {
        JsonArray list;
        const QJsonArray items = value.toArray();
        for (const auto& item : items) list.append(from(item));
        return list;
    }
    case QJsonValue::Object: {
        JsonObject object;
        const QJsonObject members = value.toObject();
        for (auto at = members.begin(); at != members.end(); ++at)
            object.insert(at.key().toStdString(), from(at.value()));
        return object;
    }
    case QJsonValue::Null:
    case QJsonValue::Undefined: break;
    }
    return nullptr;
}

QJsonValue JsonValue::qt() const {
    return std::visit(Cases{[](std::nullptr_t) { return QJsonValue(QJsonValue::Null); },
                            [](bool flag) { return QJsonValue(flag); },
                            [](double number) {
                                return std::isfinite(number) ? QJsonValue(number)
                                                             : QJsonValue(QJsonValue::Null);
                            },
                            [](const std::string& text) { return QJsonValue(QString::fromStdString(text)); },
                            [](const List& list) {
                                QJsonArray made;
                                for (const JsonValue& item : list) made.append(item.qt());
                                return QJsonValue(made);
                            },
                            [](const Members& members) {
                                QJsonObject made;
                                for (const auto& [key, value] : members)
                                    made.insert(QString::fromStdString(key), value.qt());
                                return QJsonValue(made);
                            }},
                      m_value);
}

void JsonValue::write(std::string& to) const {
    std::visit(Cases{[&](std::nullptr_t) { to += "null"; }, [&](bool flag) { to += flag ? "true" : "false"; },
                     [&](double number) { writeNumber(number, to); },
                     [&](const std::string& text) { writeText(text, to); },
                     [&](const List& list) {
                         to += '[';
                         for (std::size_t i = 0; i < list.size(); ++i) {
                             if (i > 0) to += ',';
                             list[i].write(to);
                         }
                         to += ']';
                     },
                     [&](const Members& members) {
                         std::vector<const std::pair<std::string, JsonValue>*> sorted;
                         sorted.reserve(members.size());
                         for (const auto& member : members) sorted.push_back(&member);
                         std::sort(sorted.begin(), sorted.end(),
                                   [](const auto* a, const auto* b) { return a->first < b->first; });
                         to += '{';
                         for (std::size_t i = 0; i < sorted.size(); ++i) {
                             if (i > 0) to += ',';
                             writeText(sorted[i]->first, to);
                             to += ':';
                             sorted[i]->second.write(to);
                         }
                         to += '}';
                     }},
               m_value);
}

void JsonObject::insert(std::string_view key, JsonValue value) {
    const auto known = std::find_if(m_members.begin(), m_members.end(),
                                    [key](const auto& member) { return member.first == key; });
    if (known != m_members.end())
        known->second = std::move(value);
    else
        m_members.emplace_back(key, std::move(value));
}

JsonValue JsonObject::take(std::string_view key) {
    const auto known = std::find_if(m_members.begin(), m_members.end(),
                                    [key](const auto& member) { return member.first == key; });
    if (known == m_members.end()) return nullptr;
    JsonValue value = std::move(known->second);
    m_members.erase(known);
    return value;
}

QJsonObject JsonObject::qt() const {
    return JsonValue(*this).qt().toObject();
}

} // namespace moe::items
