// PickleStack: the values that a pickle's instructions make, on their stack: plain data, descriptions of tensors, and objects
// of which nothing but the name is kept. Every operand is checked before it is used.
#pragma once

#include "core/io/torch_files/pickle_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What fails puts the first reason into `problem` and returns false.
class PickleStack {
public:
    PickleTree tree;
    std::string problem;

    bool fail(std::string why);
    bool push(PickleNode node);
    bool push_integer(PickleKind kind, std::int64_t value) { return push({kind, 0, value}); }
    bool push_text(PickleKind kind, std::string_view text);
    bool push_list(PickleKind kind, std::vector<PickleId> items);
    bool push_global(std::string_view module, std::string_view name);
    std::optional<PickleId> pop();

    void mark() { marks_.push_back(stack_.size()); }
    std::optional<std::vector<PickleId>> pop_to_mark();
    bool tuple_of(std::size_t count);
    /// Appends to the container on top, which must be of the very kind that the instruction is for.
    bool add_to(PickleKind kind, const std::vector<PickleId>& items);
    /// `instructions`: how many there have been; a real file numbers its memo from 0 without gaps.
    bool remember(std::uint64_t index, std::uint64_t instructions);
    bool remember_next(std::uint64_t instructions) { return remember(memorised_++, instructions); }
    bool recall(std::uint64_t index);

    /// The function on the stack with the arguments on top of it: of those that make data, none other.
    bool call();
    /// ("storage", class, key, place, element count[, (view key, offset, size)]): where a tensor's bytes are.
    bool make_storage();
    bool new_object();
    bool build();
    /// Nothing is left but the tree's root.
    bool finish();

private:
    std::size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
    bool count_items(std::size_t more);
    bool push_opaque(std::uint32_t global);
    bool make_dict(PickleId arguments);
    bool make_tensor(const std::vector<PickleId>& arguments);
    bool whole_numbers(PickleId id, std::vector<std::int64_t>& out);

    std::vector<PickleId> stack_;
    std::vector<std::size_t> marks_;
    std::vector<PickleId> memo_;
    std::uint64_t memorised_ = 0;
    std::uint64_t items_ = 0;
};

}  // namespace headroom
