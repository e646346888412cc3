// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/message.h"

namespace moe {

bool operator==(const Message& a, const Message& b) {
    return toString(a) == toString(b);
}

std::string toString(const Message& message) {
    std::string text;
    switch (message.kind()) {
    case Message::Kind::Plain: return message.text();
    case Message::Kind::Sentence: {
        const std::string& pattern = message.text();
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            const char digit = i + 1 < pattern.size() ? pattern[i + 1] : ' ';
            const auto place = static_cast<std::size_t>(digit - '1');
            if (pattern[i] != '%' || digit < '1' || digit > '9' || place >= message.arguments().size()) {
                text += pattern[i];
                continue;
            }
            text += toString(message.arguments()[place]);
            ++i;
        }
        break;
    }
    case Message::Kind::List:
        for (const Message& part : message.arguments())
            text += (&part == &message.arguments().front() ? "" : message.text()) + toString(part);
        break;
    }
    return text;
}

} // namespace moe
