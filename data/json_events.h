// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// JSON (RFC 8259) as the events of a YAML parser. A YAML parser reads most of JSON, but refuses surrogate
// pairs and keys of over 1024 characters.

#include <string_view>

namespace YAML {
class EventHandler;
}

namespace moe {

/// False when `text` is not one JSON object; nothing is sent then.
bool isJsonObject(std::string_view text);

/// Sends the events of a JSON object; what is no quoted text has the tag "?", as plain scalars of YAML.
void sendJson(std::string_view text, YAML::EventHandler& handler);

} // namespace moe
