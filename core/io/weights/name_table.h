// The tensors of a file by name, behind a prefix. Internal to core/io/weights.
#pragma once

#include "core/io/tensors/tensor_stream.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

class NameTable {
public:
    explicit NameTable(const std::vector<TensorEntry>& entries) : entries_(entries) {
        for (std::size_t i = 0; i < entries.size(); ++i) by_name_.emplace(entries[i].name, i);
    }

    const TensorEntry& entry(std::size_t i) const { return entries_[i]; }
    std::size_t size() const { return entries_.size(); }
    std::optional<std::size_t> find(const std::string& name) const {
        const auto it = by_name_.find(name);
        return it == by_name_.end() ? std::nullopt : std::optional(it->second);
    }
    /// Size along `axis`; 0 when there is no such tensor or axis, and for sizes that no network has: an empty tensor may claim
    /// any, and products of them would overflow.
    std::int64_t dim(const std::string& name, std::size_t axis) const {
        const auto i = find(name);
        if (!i || entries_[*i].shape.size() <= axis) return 0;
        const std::int64_t side = entries_[*i].shape[axis];
        return side <= kMostSide ? side : 0;
    }
    /// Everything that stands before `name` in a tensor's whole name, shortest first; only at dots.
    std::vector<std::string> prefixes_of(std::string_view name) const {
        std::vector<std::string> out;
        for (const TensorEntry& e : entries_) {
            const std::string_view whole = e.name;
            if (!whole.ends_with(name)) continue;
            const std::string_view prefix = whole.substr(0, whole.size() - name.size());
            if (prefix.empty() || prefix.back() == '.') out.emplace_back(prefix);
        }
        std::sort(out.begin(), out.end(), [](const std::string& a, const std::string& b) {
            return std::pair(a.size(), a) < std::pair(b.size(), b);
        });
        return out;
    }
    /// One more than the largest number that follows `prefix`; 0 when none does. Stops at `most`.
    std::int64_t count(const std::string& prefix, std::int64_t most = 256) const {
        std::int64_t largest = -1;
        for (auto it = by_name_.lower_bound(prefix);
             it != by_name_.end() && std::string_view(it->first).starts_with(prefix); ++it) {
            std::int64_t index = 0;
            const char* begin = it->first.data() + prefix.size();
            const auto end = std::from_chars(begin, it->first.data() + it->first.size(), index);
            if (end.ec == std::errc() && end.ptr != begin && *end.ptr == '.')
                largest = std::max(largest, std::min(index, most - 1));
        }
        return largest + 1;
    }
    bool any_with(const std::string& prefix) const {
        const auto it = by_name_.lower_bound(prefix);
        return it != by_name_.end() && std::string_view(it->first).starts_with(prefix);
    }

private:
    static constexpr std::int64_t kMostSide = 1 << 24;

    const std::vector<TensorEntry>& entries_;
    std::map<std::string, std::size_t> by_name_;
};

}  // namespace headroom
