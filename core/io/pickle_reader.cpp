// A pickle machine that can only build plain data. One pass; every operand is checked before it is used.
#include "core/io/pickle_reader.h"

#include "core/io/byte_cursor.h"
#include "core/io/pickle_globals.h"
#include "core/io/tensor_buffer.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace headroom {

std::string PickleTree::class_name(PickleId id) const {
    const PickleNode& node = nodes[id];
    const PickleGlobal& global = globals[node.kind == PickleKind::Opaque ? opaques[node.index].global : node.index];
    return shown_name(global.module) + "." + shown_name(global.name);
}

namespace {

constexpr std::uint64_t kMaxInstructions = 20'000'000;
constexpr std::size_t kMaxNodes = 5'000'000;
constexpr std::uint64_t kMaxItems = 20'000'000;
constexpr std::size_t kMostArguments = 16;  // of PyTorch's own functions; none takes as many
constexpr std::uint64_t kMaxText = 1u << 20;

class Machine {
public:
    Machine(std::span<const std::byte> bytes, std::string what) : in_(bytes), what_(std::move(what)) {}

    bool run();
    PickleTree tree;
    std::string problem;
    std::size_t used() const { return in_.position(); }

private:
    bool fail(std::string why) {
        if (problem.empty()) problem = std::move(why);
        return false;
    }
    bool push(PickleNode node) {
        if (tree.nodes.size() >= kMaxNodes) return fail("it holds more than 5 million values");
        stack_.push_back(static_cast<PickleId>(tree.nodes.size()));
        tree.nodes.push_back(node);
        return true;
    }
    bool push_integer(PickleKind kind, std::int64_t value) { return push({kind, 0, value}); }
    bool push_text(PickleKind kind, std::uint64_t length) {
        if (length > kMaxText) return fail("it holds a text of more than 1 MiB");
        tree.texts.push_back(in_.text(length));
        return push({kind, static_cast<std::uint32_t>(tree.texts.size() - 1), 0});
    }
    /// One instruction can copy a list of any length; what all lists hold together is bounded.
    bool count_items(std::size_t more) {
        items_ += more;
        return items_ <= kMaxItems || fail("its lists hold more than 20 million values");
    }
    bool push_list(PickleKind kind, std::vector<PickleId> items) {
        if (!count_items(items.size())) return false;
        tree.lists.push_back(std::move(items));
        return push({kind, static_cast<std::uint32_t>(tree.lists.size() - 1), 0});
    }
    bool push_global(std::string_view module, std::string_view name);
    bool push_long(std::uint64_t length);
    bool push_opaque(std::uint32_t global) {
        tree.opaques.push_back({global, kNoPickle});
        return push({PickleKind::Opaque, static_cast<std::uint32_t>(tree.opaques.size() - 1), 0});
    }

    std::optional<PickleId> pop() {
        if (stack_.size() <= floor()) {
            fail("it takes a value that is not there");
            return std::nullopt;
        }
        const PickleId id = stack_.back();
        stack_.pop_back();
        return id;
    }
    std::size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
    std::optional<std::vector<PickleId>> pop_to_mark() {
        if (marks_.empty()) {
            fail("it looks for a mark that is not there");
            return std::nullopt;
        }
        std::vector<PickleId> items(stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back()), stack_.end());
        stack_.resize(marks_.back());
        marks_.pop_back();
        return items;
    }
    bool tuple_of(std::size_t count);
    bool add_to(PickleKind kind, const std::vector<PickleId>& items);
    bool remember(std::uint64_t index);
    bool recall(std::uint64_t index);
    bool call();
    bool make_dict(PickleId arguments);
    bool make_tensor(const std::vector<PickleId>& arguments);
    bool make_storage();
    bool new_object();
    bool build();
    bool whole_numbers(PickleId id, std::vector<std::int64_t>& out);
    bool step(std::uint8_t code, bool& stop);
    bool step_containers(std::uint8_t code);

    ByteCursor in_;
    std::string what_;
    std::vector<PickleId> stack_;
    std::vector<std::size_t> marks_;
    std::vector<PickleId> memo_;
    std::uint64_t memorised_ = 0;
    std::uint64_t instructions_ = 0;
    std::uint64_t items_ = 0;
};

bool Machine::push_global(std::string_view module, std::string_view name) {
    if (!in_.ok()) return false;
    if (module.size() > 512 || name.size() > 512) return fail("it names a class of more than 512 letters");
    if (pickle_action(module, name) == PickleAction::Forbidden) {
        return fail("it asks to run " + shown_name(module) + "." + shown_name(name) + ", which weight files have no use for. Nothing was run");
    }
    tree.globals.push_back({module, name});
    return push({PickleKind::Global, static_cast<std::uint32_t>(tree.globals.size() - 1), 0});
}

bool Machine::push_long(std::uint64_t length) {
    if (length > 8) return push_text(PickleKind::BigInt, length);
    const std::string_view bytes = in_.text(length);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    // Two's complement of `length` bytes: the top bit is the sign.
    if (!bytes.empty() && bytes.size() < 8 && (static_cast<unsigned char>(bytes.back()) & 0x80)) value |= ~0ull << (8 * bytes.size());
    return push_integer(PickleKind::Int, static_cast<std::int64_t>(value));
}

bool Machine::tuple_of(std::size_t count) {
    std::vector<PickleId> items(count);
    for (std::size_t i = count; i-- > 0;) {
        const auto id = pop();
        if (!id) return false;
        items[i] = *id;
    }
    return push_list(PickleKind::Tuple, std::move(items));
}

/// Appends to the container on top of the stack, which must be of the very kind that the instruction is for.
bool Machine::add_to(PickleKind kind, const std::vector<PickleId>& items) {
    if (stack_.size() <= floor()) return fail("it adds to a container that is not there");
    const PickleId target = stack_.back();
    if (kind == PickleKind::Dict && items.size() % 2 != 0) return fail("a dictionary gets a key without a value");
    if (tree.is(target, PickleKind::Opaque)) return true;  // content of an object that was not made
    if (!tree.is(target, kind)) return fail("it adds to a value that is no container of that kind");
    if (kind == PickleKind::Dict) {
        for (std::size_t i = 0; i < items.size(); i += 2) {
            const PickleKind key = tree.at(items[i]).kind;
            if (key == PickleKind::List || key == PickleKind::Dict || key == PickleKind::Set || key == PickleKind::Tensor) return fail("a dictionary has a key that cannot be one");
        }
    }
    if (!count_items(items.size())) return false;
    auto& list = tree.lists[tree.at(target).index];
    list.insert(list.end(), items.begin(), items.end());
    return true;
}

bool Machine::remember(std::uint64_t index) {
    // A real file numbers its memo from 0 without gaps; a huge number would only serve to make us take memory.
    if (stack_.size() <= floor() || index > instructions_) return fail("it keeps a value under an impossible number");
    if (index >= memo_.size()) memo_.resize(static_cast<std::size_t>(index) + 1, kNoPickle);
    memo_[static_cast<std::size_t>(index)] = stack_.back();
    return true;
}

bool Machine::recall(std::uint64_t index) {
    if (index >= memo_.size() || memo_[static_cast<std::size_t>(index)] == kNoPickle) return fail("it asks for a value that it never kept");
    stack_.push_back(memo_[static_cast<std::size_t>(index)]);
    return true;
}

bool Machine::whole_numbers(PickleId id, std::vector<std::int64_t>& out) {
    if (!tree.is(id, PickleKind::Tuple) && !tree.is(id, PickleKind::List)) return fail("a tensor's shape is no list of numbers");
    const auto& items = tree.children(id);
    if (items.size() > tensor_limits::kDimensions) return fail("a tensor has more than 8 dimensions");
    for (const PickleId item : items) {
        if (!tree.is(item, PickleKind::Int)) return fail("a tensor's shape is no list of numbers");
        out.push_back(tree.at(item).integer);
    }
    return true;
}

bool Machine::make_dict(PickleId arguments) {
    std::vector<PickleId> items;
    const auto& list = tree.children(arguments);
    if (list.size() == 1 && (tree.is(list[0], PickleKind::List) || tree.is(list[0], PickleKind::Tuple))) {
        if (tree.children(list[0]).size() > kMaxItems / 2) return fail("its lists hold more than 20 million values");
        for (const PickleId pair : tree.children(list[0])) {
            if ((!tree.is(pair, PickleKind::List) && !tree.is(pair, PickleKind::Tuple)) || tree.children(pair).size() != 2) return fail("a dictionary is made from something else than pairs");
            items.insert(items.end(), tree.children(pair).begin(), tree.children(pair).end());
        }
    } else if (!list.empty()) {
        return fail("a dictionary is made from something else than pairs");
    }
    return push_list(PickleKind::Dict, {}) && add_to(PickleKind::Dict, items);
}

bool Machine::make_tensor(const std::vector<PickleId>& arguments) {
    if (arguments.size() < 4 || arguments.size() > kMostArguments || !tree.is(arguments[0], PickleKind::Storage) || !tree.is(arguments[1], PickleKind::Int)) return fail("a tensor is described in an unknown way");
    PickleTensor tensor;
    tensor.storage = arguments[0];
    tensor.offset = tree.at(arguments[1]).integer;
    if (!whole_numbers(arguments[2], tensor.shape) || !whole_numbers(arguments[3], tensor.strides)) return false;
    if (tensor.shape.size() != tensor.strides.size()) return fail("a tensor has not as many strides as dimensions");
    if (tree.tensors.size() >= tensor_limits::kTensors) return fail("it holds more than 100000 tensors");
    tree.tensors.push_back(std::move(tensor));
    return push({PickleKind::Tensor, static_cast<std::uint32_t>(tree.tensors.size() - 1), 0});
}

bool Machine::call() {
    const auto arguments = pop();
    const auto function = arguments ? pop() : std::nullopt;
    if (!function) return false;
    if (!tree.is(*arguments, PickleKind::Tuple)) return fail("a call has no list of arguments");
    if (tree.is(*function, PickleKind::Opaque)) return push_opaque(tree.opaques[tree.at(*function).index].global);
    if (!tree.is(*function, PickleKind::Global)) return fail("it calls a value that is no function");
    const std::uint32_t index = tree.at(*function).index;
    const PickleGlobal global = tree.globals[index];
    switch (pickle_action(global.module, global.name)) {
        case PickleAction::MakeDict: return make_dict(*arguments);
        case PickleAction::RebuildTensor: return make_tensor(tree.children(*arguments));
        case PickleAction::TakeFirst:
            if (tree.children(*arguments).empty()) return fail(tree.class_name(*function) + " lacks its argument");
            stack_.push_back(tree.children(*arguments)[0]);
            return true;
        default: return push_opaque(index);
    }
}

/// ("storage", class, key, place, element count[, (view key, offset, size)]): where a tensor's bytes are.
bool Machine::make_storage() {
    const auto id = pop();
    if (!id) return false;
    if (!tree.is(*id, PickleKind::Tuple) || tree.children(*id).size() < 5 || tree.children(*id).size() > kMostArguments) return fail("it refers to data in an unknown way");
    const std::vector<PickleId>& items = tree.children(*id);
    const auto is_word = [&](PickleId item, std::string_view word) { return tree.is(item, PickleKind::Text) && tree.text(item) == word; };
    if (!is_word(items[0], "storage") || !tree.is(items[1], PickleKind::Global) || !tree.is(items[2], PickleKind::Text) || !tree.is(items[4], PickleKind::Int)) return fail("it refers to data in an unknown way");
    PickleStorage storage;
    storage.type = tree.globals[tree.at(items[1]).index].name;
    storage.key = tree.text(items[2]);
    storage.count = tree.at(items[4]).integer;
    if (storage.key.empty() || storage.key.size() > 256 || !is_clean_utf8(storage.key) || storage.count < 0) return fail("it refers to data in an unknown way");
    if (items.size() > 5 && tree.is(items[5], PickleKind::Tuple)) {
        const auto& view = tree.children(items[5]);
        if (view.size() != 3 || !tree.is(view[1], PickleKind::Int) || !tree.is(view[2], PickleKind::Int)) return fail("it refers to part of data in an unknown way");
        storage.is_view = true;
        storage.view_offset = tree.at(view[1]).integer;
        const std::int64_t size = tree.at(view[2]).integer;
        if (storage.view_offset < 0 || size < 0 || storage.view_offset > storage.count || size > storage.count - storage.view_offset) return fail("it refers to a part outside its data");
    }
    tree.storages.push_back(std::move(storage));
    return push({PickleKind::Storage, static_cast<std::uint32_t>(tree.storages.size() - 1), 0});
}

bool Machine::new_object() {
    const auto arguments = pop();
    const auto type = arguments ? pop() : std::nullopt;
    if (!type) return false;
    if (!tree.is(*type, PickleKind::Global) || !tree.is(*arguments, PickleKind::Tuple)) return fail("it makes an object of something that is no class");
    const std::uint32_t index = tree.at(*type).index;
    if (pickle_action(tree.globals[index].module, tree.globals[index].name) == PickleAction::MakeDict) return push_list(PickleKind::Dict, {});
    return push_opaque(index);
}

bool Machine::build() {
    const auto state = pop();
    if (!state || stack_.size() <= floor()) return fail("it completes an object that is not there");
    const PickleNode& target = tree.at(stack_.back());
    switch (target.kind) {
        case PickleKind::Opaque: tree.opaques[target.index].state = *state; return true;
        case PickleKind::Dict:    // attributes such as _metadata
        case PickleKind::Tensor:  // attributes of a parameter
            return true;
        default: return fail("it completes a value that is no object");
    }
}

bool Machine::step_containers(std::uint8_t code) {
    switch (code) {
        case '(': marks_.push_back(stack_.size()); return true;
        case ')': return push_list(PickleKind::Tuple, {});
        case ']': return push_list(PickleKind::List, {});
        case '}': return push_list(PickleKind::Dict, {});
        case 0x8f: return push_list(PickleKind::Set, {});
        case 0x85: return tuple_of(1);
        case 0x86: return tuple_of(2);
        case 0x87: return tuple_of(3);
        case 't':
        case 'l':
        case 0x91:
        case 'd': {
            auto items = pop_to_mark();
            if (!items) return false;
            if (code == 'd') return push_list(PickleKind::Dict, {}) && add_to(PickleKind::Dict, *items);
            return push_list(code == 't' ? PickleKind::Tuple : code == 'l' ? PickleKind::List : PickleKind::Set, *std::move(items));
        }
        case 'a': {
            const auto item = pop();
            return item && add_to(PickleKind::List, {*item});
        }
        case 's': {
            const auto value = pop();
            const auto key = value ? pop() : std::nullopt;
            return key && add_to(PickleKind::Dict, {*key, *value});
        }
        case 'e':
        case 'u':
        case 0x90: {
            const auto items = pop_to_mark();
            return items && add_to(code == 'e' ? PickleKind::List : code == 'u' ? PickleKind::Dict : PickleKind::Set, *items);
        }
        default: break;
    }
    char hex[8];
    std::snprintf(hex, sizeof hex, "0x%02x", code);
    return fail(std::string("it uses the instruction ") + hex + ", which weight files do not contain");
}

bool Machine::step(std::uint8_t code, bool& stop) {
    switch (code) {
        case 0x80: {
            const std::uint8_t protocol = in_.u8();
            return protocol <= 5 || fail("its protocol " + std::to_string(protocol) + " is unknown");
        }
        case 0x95: in_.u64(); return true;  // frame length: the instructions inside are read one by one
        case '.':
            stop = true;
            if (stack_.size() != 1 || !marks_.empty()) return fail("it ends with values left over");
            tree.root = stack_.back();
            return true;
        case 'N': return push({});
        case 0x88: return push_integer(PickleKind::Bool, 1);
        case 0x89: return push_integer(PickleKind::Bool, 0);
        case 'J': return push_integer(PickleKind::Int, in_.number<std::int32_t>());
        case 'K': return push_integer(PickleKind::Int, in_.u8());
        case 'M': return push_integer(PickleKind::Int, in_.u16());
        case 0x8a: return push_long(in_.u8());
        case 0x8b: return push_long(in_.u32());
        case 'G': {
            in_.u64();
            return push({PickleKind::Float, 0, 0});  // numbers outside tensors are not used
        }
        case 'X':
        case 'T': return push_text(PickleKind::Text, in_.u32());
        case 'U':
        case 0x8c: return push_text(PickleKind::Text, in_.u8());
        case 0x8d: return push_text(PickleKind::Text, in_.u64());
        case 'C': return push_text(PickleKind::Bytes, in_.u8());
        case 'B': return push_text(PickleKind::Bytes, in_.u32());
        case 0x8e:
        case 0x96: return push_text(PickleKind::Bytes, in_.u64());
        case 'c': {
            const std::string_view module = in_.line(), name = in_.line();
            return push_global(module, name);
        }
        case 0x93: {
            const auto name = pop();
            const auto module = name ? pop() : std::nullopt;
            if (!module) return false;
            if (!tree.is(*name, PickleKind::Text) || !tree.is(*module, PickleKind::Text)) return fail("it names a class by something that is no text");
            return push_global(tree.text(*module), tree.text(*name));
        }
        case 'q': return remember(in_.u8());
        case 'r': return remember(in_.u32());
        case 0x94: return remember(memorised_++);
        case 'h': return recall(in_.u8());
        case 'j': return recall(in_.u32());
        case 'R': return call();
        case 0x81: return new_object();
        case 'b': return build();
        case 'Q': return make_storage();
        default: return step_containers(code);
    }
}

bool Machine::run() {
    bool stop = false;
    while (!stop) {
        if (++instructions_ > kMaxInstructions) return fail("it has more than 20 million instructions");
        const std::uint8_t code = in_.u8();
        const bool done = in_.ok() && step(code, stop);
        if (!in_.ok()) return fail("it ends in the middle (incomplete download?)");
        if (!done) return fail("it cannot be understood");
    }
    return true;
}

}  // namespace

Result<PickleTree> read_pickle(std::span<const std::byte> bytes, const std::string& what, std::size_t* used) {
    Machine machine(bytes, what);
    if (!machine.run()) {
        return make_error(ErrorCode::BadFile, what + " cannot be loaded: " + machine.problem, "Get the file from another source, or as safetensors.");
    }
    if (used) *used = machine.used();
    return std::move(machine.tree);
}

}  // namespace headroom
