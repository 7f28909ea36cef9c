// Builds the alphabet and the table of pairs, and merges with a queue instead of searching the word again after each merge.
#include "core/text/byte_pairs.h"

#include <queue>
#include <functional>
#include <utility>

namespace headroom {
namespace {

/// Bytes that CLIP's alphabet writes as themselves; the other 68 come after them, as the characters from U+0100 on.
bool is_printable(int byte) { return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174; }

void append_utf8(std::string& out, int c) {
    if (c < 0x80) {
        out.push_back(static_cast<char>(c));
    } else {
        out.push_back(static_cast<char>(0xc0 | c >> 6));
        out.push_back(static_cast<char>(0x80 | (c & 0x3f)));
    }
}

constexpr std::string_view kEnd = "</w>";

}  // namespace

BytePairs::BytePairs(std::string_view merges) {
    std::unordered_map<std::string, std::int32_t> by_name;  // pieces as the table writes them
    std::vector<std::string> names;
    const auto add_byte = [&](int byte, int written) {
        of_byte_[byte] = static_cast<std::int32_t>(pieces_.size());
        pieces_.push_back(std::string(1, static_cast<char>(byte)));
        names.emplace_back();
        append_utf8(names.back(), written);
    };
    for (int byte = 0; byte < 256; ++byte) {
        if (is_printable(byte)) add_byte(byte, byte);
    }
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) {
        if (!is_printable(byte)) add_byte(byte, next++);
    }
    for (std::size_t i = 0; i < 256; ++i) {
        pieces_.push_back(pieces_[i] + " ");
        names.push_back(names[i] + std::string(kEnd));
    }
    for (std::size_t i = 0; i < names.size(); ++i) by_name.emplace(names[i], static_cast<std::int32_t>(i));
    while (!merges.empty()) {
        const std::size_t end = std::min(merges.find('\n'), merges.size());
        const std::string_view line = merges.substr(0, end);
        merges.remove_prefix(std::min(end + 1, merges.size()));
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos) continue;
        const std::string left(line.substr(0, space)), right(line.substr(space + 1));
        const auto l = by_name.find(left), r = by_name.find(right);
        if (l == by_name.end() || r == by_name.end()) continue;
        const auto id = static_cast<std::int32_t>(pieces_.size());
        merges_.emplace(key(l->second, r->second), id);
        pieces_.push_back(pieces_[static_cast<std::size_t>(l->second)] + pieces_[static_cast<std::size_t>(r->second)]);
        by_name.emplace(left + right, id);
    }
}

std::string BytePairs::text_of(std::int32_t id) const {
    return id >= 0 && id < size() ? pieces_[static_cast<std::size_t>(id)] : std::string();
}

void BytePairs::encode(std::string_view word, std::vector<std::int32_t>& ids) const {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Symbol {
        std::int32_t id;
        std::size_t before, after;
    };
    std::vector<Symbol> symbols;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const bool last = i + 1 == word.size();
        symbols.push_back({of_byte_[static_cast<unsigned char>(word[i])] + (last ? 256 : 0), i == 0 ? none : i - 1,
                           last ? none : i + 1});
    }
    // The pair of lowest id first, of several the leftmost; entries that a merge has overtaken are passed over.
    struct Pair {
        std::int32_t merged;
        std::size_t at;
        std::int32_t left, right;
    };
    const auto later = [](const Pair& a, const Pair& b) {
        return std::pair(a.merged, a.at) > std::pair(b.merged, b.at);
    };
    std::priority_queue<Pair, std::vector<Pair>, decltype(later)> queue(later);
    const auto offer = [&](std::size_t at) {
        if (at == none || symbols[at].after == none) return;
        const std::int32_t left = symbols[at].id, right = symbols[symbols[at].after].id;
        if (const auto it = merges_.find(key(left, right)); it != merges_.end())
            queue.push({it->second, at, left, right});
    };
    for (std::size_t i = 0; i < symbols.size(); ++i) offer(i);
    while (!queue.empty()) {
        const Pair pair = queue.top();
        queue.pop();
        Symbol& left = symbols[pair.at];
        if (left.id != pair.left || left.after == none || symbols[left.after].id != pair.right) continue;
        Symbol& right = symbols[left.after];
        left.id = pair.merged;
        left.after = right.after;
        right.id = -1;
        if (left.after != none) symbols[left.after].before = pair.at;
        offer(left.before);
        offer(pair.at);
    }
    for (std::size_t i = symbols.empty() ? none : 0; i != none; i = symbols[i].after) ids.push_back(symbols[i].id);
}

}  // namespace headroom
