// Byte-pair encoding with CLIP's merges. Source: openai/CLIP clip/simple_tokenizer.py (rules), its table of merges (embedded).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headroom {

/// Ids: 0..255 bytes in the order of CLIP's alphabet, 256..511 the same at a word's end, then one per merge. Safe to share between threads.
class BytePairs {
public:
    /// `merges`: "left right" a line. Lines that name unknown pieces are left out.
    explicit BytePairs(std::string_view merges);

    /// Appends the ids of one word's bytes. Time grows with n log n.
    void encode(std::string_view word, std::vector<std::int32_t>& ids) const;
    /// How many ids there are, without special ones.
    std::int32_t size() const { return static_cast<std::int32_t>(pieces_.size()); }
    /// The bytes that an id stands for, with a space after a word's end.
    std::string text_of(std::int32_t id) const;

private:
    static std::uint64_t key(std::int32_t left, std::int32_t right) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
    }

    std::int32_t of_byte_[256] = {};
    std::vector<std::string> pieces_;  ///< bytes of each id
    std::unordered_map<std::uint64_t, std::int32_t>
        merges_;  ///< pair -> id of the merged piece; smaller ids merge first
};

}  // namespace headroom
