// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A JSON value that is made and written and nothing else: a report of it costs a fifth of one of QJsonObject,
// whose every change copies texts. What is read, compared or picked from goes on as QJsonObject.

#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace moe::items {

class JsonArray;
class JsonObject;

class JsonValue {
public:
    JsonValue(std::nullptr_t = nullptr) {}
    JsonValue(bool flag) : m_value(flag) {}
    JsonValue(int number) : m_value(static_cast<double>(number)) {}
    JsonValue(double number) : m_value(number) {} ///< null where it is not finite
    JsonValue(const char* text) : m_value(std::string(text)) {}
    JsonValue(std::string text) : m_value(std::move(text)) {}
    JsonValue(const QString& text) : m_value(text.toStdString()) {}
    JsonValue(JsonArray list);
    JsonValue(JsonObject object);
    /// Null without a value.
    template <class T> JsonValue(const std::optional<T>& value) {
        if (value) *this = JsonValue(*value);
    }
    static JsonValue from(const QJsonValue& value);

    QJsonValue qt() const;
    /// Compact: keys sorted, texts in UTF-8, whole numbers without a point.
    void write(std::string& to) const;

private:
    using List = std::vector<JsonValue>;
    using Members = std::vector<std::pair<std::string, JsonValue>>;
    std::variant<std::nullptr_t, bool, double, std::string, List, Members> m_value = nullptr;
    friend class JsonArray;
    friend class JsonObject;
};

class JsonArray {
public:
    void append(JsonValue value) { m_items.push_back(std::move(value)); }

private:
    std::vector<JsonValue> m_items;
    friend class JsonValue;
};

class JsonObject {
public:
    JsonObject() = default;
    JsonObject(std::initializer_list<std::pair<const char*, JsonValue>> members) {
        for (const auto& [key, value] : members) m_members.emplace_back(key, value);
    }
    /// In place of a value that the key has.
    void insert(std::string_view key, JsonValue value);
    /// What the key has, which is gone from here; null where it has none.
    JsonValue take(std::string_view key);
    QJsonObject qt() const;

private:
    std::vector<std::pair<std::string, JsonValue>> m_members;
    friend class JsonValue;
};

} // namespace moe::items
