// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/gzip.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace moe {
namespace {

/// zlib's state, freed whatever happens.
class Inflater {
public:
    Inflater() { m_ready = inflateInit2(&stream, 15 + 16) == Z_OK; } // windows of 32 KiB, with gzip's header
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    bool ready() const { return m_ready; }
    z_stream stream{};

private:
    bool m_ready = false;
};

} // namespace

bool isGzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

Result<std::string> unpackedGzip(std::string_view bytes, const std::string& source, std::size_t limit) {
    const auto damaged = [&] {
        return Problem{.source = source, .rule = say("is a gzip file that is damaged or cut off")};
    };
    Inflater inflater;
    if (!inflater.ready()) return damaged();
    z_stream& stream = inflater.stream;
    std::string text, piece(std::size_t{1} << 20, '\0');
    text.reserve(std::min(limit, 16 * bytes.size())); // traces shrink to a tenth or less
    while (true) {
        if (stream.avail_in == 0 && !bytes.empty()) {
            const std::size_t given = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
            // zlib reads here and never writes; its type is from before const.
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
            stream.avail_in = static_cast<uInt>(given);
            bytes.remove_prefix(given);
        }
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        const int state = inflate(&stream, Z_NO_FLUSH);
        text.append(piece.data(), piece.size() - stream.avail_out);
        if (text.size() > limit)
            return Problem{.source = source, .rule = say("must be at most %1 MiB to be read", limit >> 20U)};
        if (state == Z_STREAM_END) {
            if (stream.avail_in == 0 && bytes.empty()) return text;
            if (inflateReset(&stream) != Z_OK) return damaged(); // another member follows
        } else if (state != Z_OK) {
            return damaged();
        }
    }
}

} // namespace moe
