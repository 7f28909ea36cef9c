// A pickle machine that can only build plain data: it reads the instructions, PickleStack carries them out. One pass.
#include "core/io/torch_files/pickle_reader.h"

#include "core/io/files/byte_cursor.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/torch_files/pickle_stack.h"

#include <cstdio>

namespace headroom {

std::string PickleTree::class_name(PickleId id) const {
    const PickleNode& node = nodes[id];
    const PickleGlobal& global = globals[node.kind == PickleKind::Opaque ? opaques[node.index].global : node.index];
    return shown_name(global.module) + "." + shown_name(global.name);
}

namespace {

constexpr std::uint64_t kMaxInstructions = 20'000'000;
constexpr std::uint64_t kMaxText = 1u << 20;

class Machine : public PickleStack {
public:
    explicit Machine(std::span<const std::byte> bytes) : in_(bytes) {}

    bool run();
    std::size_t used() const { return in_.position(); }

private:
    bool read_text(PickleKind kind, std::uint64_t length) {
        return length > kMaxText ? fail("it holds a text of more than 1 MiB") : push_text(kind, in_.text(length));
    }
    bool read_long(std::uint64_t length);
    bool step(std::uint8_t code, bool& stop);
    bool step_containers(std::uint8_t code);

    ByteCursor in_;
    std::uint64_t instructions_ = 0;
};

bool Machine::read_long(std::uint64_t length) {
    if (length > 8) return read_text(PickleKind::BigInt, length);
    const std::string_view bytes = in_.text(length);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    // Two's complement of `length` bytes: the top bit is the sign.
    if (!bytes.empty() && bytes.size() < 8 && (static_cast<unsigned char>(bytes.back()) & 0x80))
        value |= ~0ull << (8 * bytes.size());
    return push_integer(PickleKind::Int, static_cast<std::int64_t>(value));
}

bool Machine::step_containers(std::uint8_t code) {
    switch (code) {
        case '(': mark(); return true;
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
            return push_list(code == 't'   ? PickleKind::Tuple
                             : code == 'l' ? PickleKind::List
                                           : PickleKind::Set,
                             *std::move(items));
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
            return items && add_to(code == 'e'   ? PickleKind::List
                                   : code == 'u' ? PickleKind::Dict
                                                 : PickleKind::Set,
                                   *items);
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
        case '.': stop = true; return finish();
        case 'N': return push({});
        case 0x88: return push_integer(PickleKind::Bool, 1);
        case 0x89: return push_integer(PickleKind::Bool, 0);
        case 'J': return push_integer(PickleKind::Int, in_.number<std::int32_t>());
        case 'K': return push_integer(PickleKind::Int, in_.u8());
        case 'M': return push_integer(PickleKind::Int, in_.u16());
        case 0x8a: return read_long(in_.u8());
        case 0x8b: return read_long(in_.u32());
        case 'G': {
            in_.u64();
            return push({PickleKind::Float, 0, 0});  // numbers outside tensors are not used
        }
        case 'X':
        case 'T': return read_text(PickleKind::Text, in_.u32());
        case 'U':
        case 0x8c: return read_text(PickleKind::Text, in_.u8());
        case 0x8d: return read_text(PickleKind::Text, in_.u64());
        case 'C': return read_text(PickleKind::Bytes, in_.u8());
        case 'B': return read_text(PickleKind::Bytes, in_.u32());
        case 0x8e:
        case 0x96: return read_text(PickleKind::Bytes, in_.u64());
        case 'c': {
            const std::string_view module = in_.line(), name = in_.line();
            return in_.ok() && push_global(module, name);
        }
        case 0x93: {
            const auto name = pop();
            const auto module = name ? pop() : std::nullopt;
            if (!module) return false;
            if (!tree.is(*name, PickleKind::Text) || !tree.is(*module, PickleKind::Text))
                return fail("it names a class by something that is no text");
            return push_global(tree.text(*module), tree.text(*name));
        }
        case 'q': return remember(in_.u8(), instructions_);
        case 'r': return remember(in_.u32(), instructions_);
        case 0x94: return remember_next(instructions_);
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
    Machine machine(bytes);
    if (!machine.run()) {
        return make_error(ErrorCode::BadFile, what + " cannot be loaded: " + machine.problem,
                          "Get the file from another source, or as safetensors.");
    }
    if (used) *used = machine.used();
    return std::move(machine.tree);
}

}  // namespace headroom
