// The stack's instructions.
#include "core/io/torch_files/pickle_stack.h"

#include "core/io/tensors/tensor_buffer.h"
#include "core/io/torch_files/pickle_globals.h"

#include <utility>

namespace headroom {
namespace {

constexpr std::size_t kMaxNodes = 5'000'000;
constexpr std::uint64_t kMaxItems = 20'000'000;
constexpr std::size_t kMostArguments = 16;  // of PyTorch's own functions; none takes as many

}  // namespace

bool PickleStack::fail(std::string why) {
    if (problem.empty()) problem = std::move(why);
    return false;
}

bool PickleStack::push(PickleNode node) {
    if (tree.nodes.size() >= kMaxNodes) return fail("it holds more than 5 million values");
    stack_.push_back(static_cast<PickleId>(tree.nodes.size()));
    tree.nodes.push_back(node);
    return true;
}

bool PickleStack::push_text(PickleKind kind, std::string_view text) {
    tree.texts.push_back(text);
    return push({kind, static_cast<std::uint32_t>(tree.texts.size() - 1), 0});
}

/// One instruction can copy a list of any length; what all lists hold together is bounded.
bool PickleStack::count_items(std::size_t more) {
    items_ += more;
    return items_ <= kMaxItems || fail("its lists hold more than 20 million values");
}

bool PickleStack::push_list(PickleKind kind, std::vector<PickleId> items) {
    if (!count_items(items.size())) return false;
    tree.lists.push_back(std::move(items));
    return push({kind, static_cast<std::uint32_t>(tree.lists.size() - 1), 0});
}

bool PickleStack::push_opaque(std::uint32_t global) {
    tree.opaques.push_back({global, kNoPickle});
    return push({PickleKind::Opaque, static_cast<std::uint32_t>(tree.opaques.size() - 1), 0});
}

std::optional<PickleId> PickleStack::pop() {
    if (stack_.size() <= floor()) {
        fail("it takes a value that is not there");
        return std::nullopt;
    }
    const PickleId id = stack_.back();
    stack_.pop_back();
    return id;
}

std::optional<std::vector<PickleId>> PickleStack::pop_to_mark() {
    if (marks_.empty()) {
        fail("it looks for a mark that is not there");
        return std::nullopt;
    }
    std::vector<PickleId> items(stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back()), stack_.end());
    stack_.resize(marks_.back());
    marks_.pop_back();
    return items;
}

bool PickleStack::finish() {
    if (stack_.size() != 1 || !marks_.empty()) return fail("it ends with values left over");
    tree.root = stack_.back();
    return true;
}

bool PickleStack::push_global(std::string_view module, std::string_view name) {
    if (module.size() > 512 || name.size() > 512) return fail("it names a class of more than 512 letters");
    if (pickle_action(module, name) == PickleAction::Forbidden) {
        return fail("it asks to run " + shown_name(module) + "." + shown_name(name) +
                    ", which weight files have no use for. Nothing was run");
    }
    tree.globals.push_back({module, name});
    return push({PickleKind::Global, static_cast<std::uint32_t>(tree.globals.size() - 1), 0});
}

bool PickleStack::tuple_of(std::size_t count) {
    std::vector<PickleId> items(count);
    for (std::size_t i = count; i-- > 0;) {
        const auto id = pop();
        if (!id) return false;
        items[i] = *id;
    }
    return push_list(PickleKind::Tuple, std::move(items));
}

bool PickleStack::add_to(PickleKind kind, const std::vector<PickleId>& items) {
    if (stack_.size() <= floor()) return fail("it adds to a container that is not there");
    const PickleId target = stack_.back();
    if (kind == PickleKind::Dict && items.size() % 2 != 0) return fail("a dictionary gets a key without a value");
    if (tree.is(target, PickleKind::Opaque)) return true;  // content of an object that was not made
    if (!tree.is(target, kind)) return fail("it adds to a value that is no container of that kind");
    if (kind == PickleKind::Dict) {
        for (std::size_t i = 0; i < items.size(); i += 2) {
            const PickleKind key = tree.at(items[i]).kind;
            if (key == PickleKind::List || key == PickleKind::Dict || key == PickleKind::Set ||
                key == PickleKind::Tensor)
                return fail("a dictionary has a key that cannot be one");
        }
    }
    if (!count_items(items.size())) return false;
    auto& list = tree.lists[tree.at(target).index];
    list.insert(list.end(), items.begin(), items.end());
    return true;
}

bool PickleStack::remember(std::uint64_t index, std::uint64_t instructions) {
    // A huge number would only serve to make us take memory.
    if (stack_.size() <= floor() || index > instructions) return fail("it keeps a value under an impossible number");
    if (index >= memo_.size()) memo_.resize(static_cast<std::size_t>(index) + 1, kNoPickle);
    memo_[static_cast<std::size_t>(index)] = stack_.back();
    return true;
}

bool PickleStack::recall(std::uint64_t index) {
    if (index >= memo_.size() || memo_[static_cast<std::size_t>(index)] == kNoPickle)
        return fail("it asks for a value that it never kept");
    stack_.push_back(memo_[static_cast<std::size_t>(index)]);
    return true;
}

bool PickleStack::whole_numbers(PickleId id, std::vector<std::int64_t>& out) {
    if (!tree.is(id, PickleKind::Tuple) && !tree.is(id, PickleKind::List))
        return fail("a tensor's shape is no list of numbers");
    const auto& items = tree.children(id);
    if (items.size() > tensor_limits::kDimensions) return fail("a tensor has more than 8 dimensions");
    for (const PickleId item : items) {
        if (!tree.is(item, PickleKind::Int)) return fail("a tensor's shape is no list of numbers");
        out.push_back(tree.at(item).integer);
    }
    return true;
}

bool PickleStack::make_dict(PickleId arguments) {
    std::vector<PickleId> items;
    const auto& list = tree.children(arguments);
    if (list.size() == 1 && (tree.is(list[0], PickleKind::List) || tree.is(list[0], PickleKind::Tuple))) {
        if (tree.children(list[0]).size() > kMaxItems / 2) return fail("its lists hold more than 20 million values");
        for (const PickleId pair : tree.children(list[0])) {
            if ((!tree.is(pair, PickleKind::List) && !tree.is(pair, PickleKind::Tuple)) ||
                tree.children(pair).size() != 2)
                return fail("a dictionary is made from something else than pairs");
            items.insert(items.end(), tree.children(pair).begin(), tree.children(pair).end());
        }
    } else if (!list.empty()) {
        return fail("a dictionary is made from something else than pairs");
    }
    return push_list(PickleKind::Dict, {}) && add_to(PickleKind::Dict, items);
}

bool PickleStack::make_tensor(const std::vector<PickleId>& arguments) {
    if (arguments.size() < 4 || arguments.size() > kMostArguments || !tree.is(arguments[0], PickleKind::Storage) ||
        !tree.is(arguments[1], PickleKind::Int))
        return fail("a tensor is described in an unknown way");
    PickleTensor tensor;
    tensor.storage = arguments[0];
    tensor.offset = tree.at(arguments[1]).integer;
    if (!whole_numbers(arguments[2], tensor.shape) || !whole_numbers(arguments[3], tensor.strides)) return false;
    if (tensor.shape.size() != tensor.strides.size()) return fail("a tensor has not as many strides as dimensions");
    if (tree.tensors.size() >= tensor_limits::kTensors) return fail("it holds more than 100000 tensors");
    tree.tensors.push_back(std::move(tensor));
    return push({PickleKind::Tensor, static_cast<std::uint32_t>(tree.tensors.size() - 1), 0});
}

bool PickleStack::call() {
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

bool PickleStack::make_storage() {
    const auto id = pop();
    if (!id) return false;
    if (!tree.is(*id, PickleKind::Tuple) || tree.children(*id).size() < 5 || tree.children(*id).size() > kMostArguments)
        return fail("it refers to data in an unknown way");
    const std::vector<PickleId>& items = tree.children(*id);
    const auto is_word = [&](PickleId item, std::string_view word) {
        return tree.is(item, PickleKind::Text) && tree.text(item) == word;
    };
    if (!is_word(items[0], "storage") || !tree.is(items[1], PickleKind::Global) ||
        !tree.is(items[2], PickleKind::Text) || !tree.is(items[4], PickleKind::Int))
        return fail("it refers to data in an unknown way");
    PickleStorage storage;
    storage.type = tree.globals[tree.at(items[1]).index].name;
    storage.key = tree.text(items[2]);
    storage.count = tree.at(items[4]).integer;
    if (storage.key.empty() || storage.key.size() > 256 || !is_clean_utf8(storage.key) || storage.count < 0)
        return fail("it refers to data in an unknown way");
    if (items.size() > 5 && tree.is(items[5], PickleKind::Tuple)) {
        const auto& view = tree.children(items[5]);
        if (view.size() != 3 || !tree.is(view[1], PickleKind::Int) || !tree.is(view[2], PickleKind::Int))
            return fail("it refers to part of data in an unknown way");
        storage.is_view = true;
        storage.view_offset = tree.at(view[1]).integer;
        const std::int64_t size = tree.at(view[2]).integer;
        if (storage.view_offset < 0 || size < 0 || storage.view_offset > storage.count ||
            size > storage.count - storage.view_offset)
            return fail("it refers to a part outside its data");
    }
    tree.storages.push_back(std::move(storage));
    return push({PickleKind::Storage, static_cast<std::uint32_t>(tree.storages.size() - 1), 0});
}

bool PickleStack::new_object() {
    const auto arguments = pop();
    const auto type = arguments ? pop() : std::nullopt;
    if (!type) return false;
    if (!tree.is(*type, PickleKind::Global) || !tree.is(*arguments, PickleKind::Tuple))
        return fail("it makes an object of something that is no class");
    const std::uint32_t index = tree.at(*type).index;
    if (pickle_action(tree.globals[index].module, tree.globals[index].name) == PickleAction::MakeDict)
        return push_list(PickleKind::Dict, {});
    return push_opaque(index);
}

bool PickleStack::build() {
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

}  // namespace headroom
