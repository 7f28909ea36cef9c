// The packed tables and their unpacking.
#include "core/text/embedded.h"

#include "core/base/embed.h"

#include <zlib.h>

#include <cstddef>

HEADROOM_EMBED(headroom_clip_merges, HEADROOM_TEXT_DATA "/clip_merges.txt.gz")
HEADROOM_EMBED(headroom_html_entities, HEADROOM_TEXT_DATA "/html_entities.txt.gz")

namespace headroom {
namespace {

/// Unpacks gzip data of our own making; nothing of it comes from outside.
std::string unpacked(const unsigned char* begin, const unsigned char* end) {
    z_stream stream{};
    std::string out;
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return out;
    stream.next_in = const_cast<unsigned char*>(begin);
    stream.avail_in = static_cast<uInt>(end - begin);
    int status = Z_OK;
    while (status == Z_OK) {
        const std::size_t done = out.size();
        out.resize(done + (1u << 18));
        stream.next_out = reinterpret_cast<Bytef*>(out.data()) + done;
        stream.avail_out = 1u << 18;
        status = inflate(&stream, Z_NO_FLUSH);
        out.resize(out.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return out;
}

}  // namespace

std::string embedded_merges() { return unpacked(headroom_clip_merges_begin, headroom_clip_merges_end); }
std::string embedded_entities() { return unpacked(headroom_html_entities_begin, headroom_html_entities_end); }

}  // namespace headroom
