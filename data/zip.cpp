// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/zip.h"

#include <zlib.h>

#include <cstdint>

namespace moe {
namespace {

constexpr std::uint16_t kVersion = 20, kUtf8 = 1 << 11, kStored = 0, kDeflated = 8;
constexpr std::uint16_t kNoTime = 0, kFirstDay = 1 << 5 | 1; // 1980-01-01

void put16(std::string& to, std::size_t value) {
    to += static_cast<char>(value & 0xFF);
    to += static_cast<char>(value >> 8 & 0xFF);
}
void put32(std::string& to, std::size_t value) {
    put16(to, value & 0xFFFF);
    put16(to, value >> 16 & 0xFFFF);
}

/// Without zlib's own header; empty where packing makes it no smaller.
std::string deflated(const std::string& text) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(whole ? stream.total_out : 0);
    deflateEnd(&stream);
    return packed.size() < text.size() ? packed : std::string();
}

} // namespace

std::string zipOf(const ZipEntries& entries) {
    std::string archive, directory;
    for (const auto& [name, text] : entries) {
        const std::string packed = deflated(text);
        const std::string& stored = packed.empty() ? text : packed;
        std::string head; // what both places say of it
        put16(head, kVersion);
        put16(head, kUtf8);
        put16(head, packed.empty() ? kStored : kDeflated);
        put16(head, kNoTime);
        put16(head, kFirstDay);
        put32(head, crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
        put32(head, stored.size());
        put32(head, text.size());
        put16(head, name.size());
        put16(head, 0); // nothing more
        const std::size_t at = archive.size();
        archive += "PK\x03\x04" + head + name + stored;
        directory += "PK\x01\x02";
        put16(directory, kVersion);
        directory += head;
        put16(directory, 0); // no comment
        put16(directory, 0);
        put16(directory, 0);
        put32(directory, 0);
        put32(directory, at);
        directory += name;
    }
    const std::size_t begin = archive.size();
    archive += directory + "PK\x05\x06";
    put32(archive, 0);
    put16(archive, entries.size());
    put16(archive, entries.size());
    put32(archive, directory.size());
    put32(archive, begin);
    put16(archive, 0);
    return archive;
}

} // namespace moe
