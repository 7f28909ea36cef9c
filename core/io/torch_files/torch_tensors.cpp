// Naming, bounds and gathering of tensors that a pickle describes.
#include "core/io/torch_files/torch_tensors.h"

#include "core/io/torch_files/pickle_globals.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <unordered_set>

namespace headroom {
namespace {

constexpr int kMaxDepth = 64;
constexpr std::uint64_t kMaxVisits = 5'000'000;

struct Named {
    std::string name;
    std::uint32_t tensor;
};

class Walker {
public:
    Walker(const PickleTree& tree, const TorchOptions& options)
        : tree_(tree), options_(options), barren_(tree.nodes.size()) {}

    /// Values may be shared any number of times; one that turned out to hold no tensor is not looked at again.
    bool walk(PickleId id, const std::string& name, int depth) {
        if (barren_[id]) return true;
        const std::size_t before = found.size();
        if (!visit(id, name, depth)) return false;
        barren_[id] = found.size() == before;
        return true;
    }

    std::vector<Named> found;
    std::vector<std::string> ignored;
    std::string problem;

private:
    bool visit(PickleId id, const std::string& name, int depth) {
        if (depth > kMaxDepth) return fail("it is nested more than 64 levels deep");
        if (!count(1)) return false;
        switch (tree_.at(id).kind) {
            case PickleKind::Tensor: return add(name.empty() ? "tensor" : name, tree_.at(id).index);
            case PickleKind::Dict: return walk_dict(id, name, depth);
            case PickleKind::List:
            case PickleKind::Tuple:
            case PickleKind::Set: {
                const auto& items = tree_.children(id);
                if (!count(items.size())) return false;
                for (std::size_t i = 0; i < items.size(); ++i) {
                    if (is_leaf(items[i])) continue;
                    if (!walk(items[i], joined(name, std::to_string(i)), depth + 1)) return false;
                }
                return true;
            }
            case PickleKind::Opaque: return walk_object(id, name, depth);
            case PickleKind::Global: ignore(id); return true;
            default: return true;
        }
    }
    /// Plain values count too: a long list of them that many names lead to is gone through again for each.
    bool count(std::size_t values) {
        visits_ += values;
        return visits_ <= kMaxVisits || fail("it refers to more than 5 million values");
    }
    bool fail(std::string why) {
        problem = std::move(why);
        return false;
    }
    /// A name too long for a tensor grows no further: with long keys on every level it would take more time than all else.
    static std::string joined(const std::string& prefix, std::string_view part) {
        if (prefix.size() > tensor_limits::kNameBytes) return prefix;
        const std::string_view shortened = part.substr(0, tensor_limits::kNameBytes + 1);
        return prefix.empty() ? std::string(shortened) : prefix + "." + std::string(shortened);
    }
    bool is_leaf(PickleId id) const { return tree_.at(id).kind <= PickleKind::Bytes; }

    bool add(const std::string& name, std::uint32_t tensor) {
        if (name.size() > tensor_limits::kNameBytes || !is_clean_utf8(name))
            return fail("the tensor name '" + shown_name(name) + "' is too long or not clean text");
        if (!names_.insert(name).second) return fail("the tensor '" + shown_name(name) + "' is there twice");
        if (found.size() >= tensor_limits::kTensors) return fail("it holds more than 100000 tensors");
        found.push_back({name, tensor});
        return true;
    }
    void ignore(PickleId id) {
        const PickleNode& node = tree_.at(id);
        const PickleGlobal& global =
            tree_.globals[node.kind == PickleKind::Opaque ? tree_.opaques[node.index].global : node.index];
        const PickleAction action = pickle_action(global.module, global.name);
        if (action != PickleAction::Unknown && action != PickleAction::RunsCode) return;
        std::string name = tree_.class_name(id);
        if (ignored_names_.insert(name).second) ignored.push_back(std::move(name));
    }
    bool walk_dict(PickleId id, const std::string& name, int depth) {
        const auto& items = tree_.children(id);
        if (!count(items.size() / 2)) return false;
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const PickleNode& key = tree_.at(items[i]);
            // Later entries of the same key replace earlier ones when Python loads a file; here they are an error in add().
            if (key.kind != PickleKind::Text && key.kind != PickleKind::Int && key.kind != PickleKind::Bool) {
                if (key.kind == PickleKind::Global || key.kind == PickleKind::Opaque) ignore(items[i]);
                continue;
            }
            if (is_leaf(items[i + 1])) continue;
            const std::string part =
                key.kind == PickleKind::Text ? joined({}, tree_.text(items[i])) : std::to_string(key.integer);
            if (!walk(items[i + 1], joined(name, part), depth + 1)) return false;
        }
        return true;
    }
    bool walk_object(PickleId id, const std::string& name, int depth) {
        const PickleOpaque& object = tree_.opaques[tree_.at(id).index];
        const PickleGlobal& global = tree_.globals[object.global];
        if (pickle_action(global.module, global.name) == PickleAction::Unsupported) {
            return fail("the tensor '" + shown_name(name) + "' is of a kind that is not supported (" +
                        tree_.class_name(id) + ")");
        }
        const bool is_module = global.module == "__torch__" || global.module.starts_with("__torch__.");
        if (options_.is_program && is_module && object.state != kNoPickle) return walk(object.state, name, depth + 1);
        ignore(id);
        return true;
    }

    const PickleTree& tree_;
    const TorchOptions& options_;
    std::vector<bool> barren_;
    std::unordered_set<std::string> names_, ignored_names_;
    std::uint64_t visits_ = 0;
};

/// Of a tensor that has elements, so that no product overflows.
bool is_contiguous(const PickleTensor& tensor) {
    std::int64_t expected = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] == 1) continue;
        if (tensor.strides[i] != expected) return false;
        expected *= tensor.shape[i];
    }
    return true;
}

/// The index of the last element that a non-empty tensor touches; nothing when that overflows or something is negative.
std::optional<std::uint64_t> last_element(const TorchEntry& tensor) {
    if (tensor.offset < 0) return std::nullopt;
    std::uint64_t last = static_cast<std::uint64_t>(tensor.offset);
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        std::uint64_t reach = 0;
        if (tensor.strides[i] < 0 ||
            __builtin_mul_overflow(static_cast<std::uint64_t>(tensor.shape[i] - 1),
                                   static_cast<std::uint64_t>(tensor.strides[i]), &reach) ||
            __builtin_add_overflow(last, reach, &last)) {
            return std::nullopt;
        }
    }
    return last;
}

/// One tensor as it will be read: everything that its description and its storage's figures can tell is checked here.
Result<TorchEntry> describe(const PickleTree& tree, const Named& named, const std::string& path) {
    const PickleTensor& tensor = tree.tensors[named.tensor];
    const PickleStorage& storage = tree.storages[tree.at(tensor.storage).index];
    const auto bad = [&](const std::string& what) {
        return make_error(ErrorCode::BadFile,
                          path + " cannot be loaded: the tensor '" + shown_name(named.name) + "' " + what,
                          "Get the file from another source.");
    };
    const auto dtype = dtype_of_storage(storage.type);
    if (!dtype) return bad("has values of a kind that is not supported (" + shown_name(storage.type) + ")");
    const auto bytes = checked_bytes(tensor.shape, element_size(*dtype));
    if (!bytes) return bad("has an impossible shape (" + shape_text(tensor.shape) + ")");
    TorchEntry entry{named.name,
                     *dtype,
                     tensor.shape,
                     tensor.strides,
                     tensor.offset,
                     *bytes,
                     *bytes == 0 || is_contiguous(tensor),
                     std::string(storage.key),
                     storage.count};
    if (storage.is_view && __builtin_add_overflow(entry.offset, storage.view_offset, &entry.offset))
        return bad("lies outside its data");
    if (entry.bytes == 0) return entry;
    const auto last = last_element(entry);
    if (!last || *last >= static_cast<std::uint64_t>(storage.count)) {
        return bad("of shape " + shape_text(tensor.shape) + " reaches outside its data of " +
                   std::to_string(storage.count) + " elements ('" + shown_name(storage.key) + "')");
    }
    return entry;
}

Error nothing_found(const PickleTree& tree, const TorchOptions& options) {
    if (options.is_program)
        return make_error(ErrorCode::BadFile, options.path + " contains a program, not weights; it was not loaded",
                          "Save the model's state_dict() instead.");
    if (tree.is(tree.root, PickleKind::Opaque)) {
        return make_error(ErrorCode::BadFile,
                          options.path + " holds a Python object (" + tree.class_name(tree.root) +
                              "), not a table of tensors",
                          "Save the model's state_dict() instead of the model.");
    }
    return make_error(ErrorCode::BadFile, options.path + " holds no tensors", "Choose a file of weights.");
}

}  // namespace

std::optional<DType> dtype_of_storage(std::string_view type) {
    struct Known {
        std::string_view type;
        DType dtype;
    };
    static constexpr std::array<Known, 10> known{{{"DoubleStorage", DType::F64},
                                                  {"FloatStorage", DType::F32},
                                                  {"HalfStorage", DType::F16},
                                                  {"BFloat16Storage", DType::BF16},
                                                  {"LongStorage", DType::I64},
                                                  {"IntStorage", DType::I32},
                                                  {"ShortStorage", DType::I16},
                                                  {"CharStorage", DType::I8},
                                                  {"ByteStorage", DType::U8},
                                                  {"BoolStorage", DType::Bool}}};
    for (const Known& k : known) {
        if (k.type == type) return k.dtype;
    }
    return std::nullopt;
}

void gather(const TorchEntry& tensor, std::span<const std::byte> storage, std::span<std::byte> out) {
    const std::size_t element = element_size(tensor.dtype);
    if (tensor.contiguous) {
        if (!out.empty())
            std::memcpy(out.data(), storage.data() + static_cast<std::size_t>(tensor.offset) * element, out.size());
        return;
    }
    std::array<std::int64_t, tensor_limits::kDimensions> index{};
    std::uint64_t from = static_cast<std::uint64_t>(tensor.offset);
    for (std::size_t to = 0; to < out.size(); to += element) {
        std::memcpy(out.data() + to, storage.data() + from * element, element);
        for (std::size_t d = tensor.shape.size(); d-- > 0;) {
            from += static_cast<std::uint64_t>(tensor.strides[d]);
            if (++index[d] < tensor.shape[d]) break;
            from -= static_cast<std::uint64_t>(tensor.strides[d]) * static_cast<std::uint64_t>(tensor.shape[d]);
            index[d] = 0;
        }
    }
}

/// Of objects that were ignored: those that would have run code elsewhere, wherever in the file they are named, and the rest.
std::vector<std::string> warnings_of(const PickleTree& tree, const std::vector<std::string>& ignored) {
    const auto listed = [](const std::vector<std::string>& names) {
        constexpr std::size_t kShown = 5;
        std::string out;
        for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) out += (i ? ", " : "") + names[i];
        return names.size() > kShown ? out + " and " + std::to_string(names.size() - kShown) + " more" : out;
    };
    std::vector<std::string> dangerous, rest;
    std::unordered_set<std::string> known;
    for (const PickleGlobal& global : tree.globals) {
        if (pickle_action(global.module, global.name) != PickleAction::RunsCode) continue;
        std::string name = shown_name(global.module) + "." + shown_name(global.name);
        if (known.insert(name).second) dangerous.push_back(std::move(name));
    }
    std::copy_if(ignored.begin(), ignored.end(), std::back_inserter(rest),
                 [&](const std::string& name) { return !known.contains(name); });
    std::vector<std::string> out;
    if (!dangerous.empty()) {
        out.push_back("it asks to call " + listed(dangerous) +
                      ", which can run code where Python loads the file. Nothing was run; do not trust its source");
    }
    if (!rest.empty()) out.push_back("Python objects without a meaning here were ignored: " + listed(rest));
    return out;
}

Result<void> list_tensors(const PickleTree& tree, const TorchOptions& options, TorchIndex& index) {
    Walker walker(tree, options);
    if (!walker.walk(tree.root, "", 0))
        return make_error(ErrorCode::BadFile, options.path + " cannot be loaded: " + walker.problem,
                          "Get the file from another source.");
    if (walker.found.empty()) return nothing_found(tree, options);
    index.ignored = std::move(walker.ignored);
    for (std::string& warning : warnings_of(tree, index.ignored)) index.warnings.push_back(std::move(warning));
    std::uint64_t gathered = 0;
    for (const Named& named : walker.found) {
        auto entry = describe(tree, named, options.path);
        if (!entry) return entry.error();
        // Stride 0 repeats elements: without a bound, a small file could ask for any amount of memory.
        if (!entry->contiguous && (__builtin_add_overflow(gathered, entry->bytes, &gathered) ||
                                   gathered > options.file_size * 2 + (64u << 20))) {
            return make_error(ErrorCode::BadFile,
                              options.path + " cannot be loaded: the tensor '" + shown_name(named.name) +
                                  "' would be far larger than its file",
                              "Get the file from another source.");
        }
        index.entries.push_back(*std::move(entry));
    }
    return {};
}

}  // namespace headroom
