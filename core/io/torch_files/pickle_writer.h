// PickleWriter: writes plain values (dict, list, tuple, text, whole numbers, floats, truth values, none) as a pickle of
// protocol 2, which every Python 3 reads. Format: the opcodes of CPython's Lib/pickletools.py. No classes, no references.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace headroom {

class PickleWriter {
public:
    PickleWriter();

    /// Containers: begin, then the items (a dict: key, value, key, value …), then end. They nest.
    void begin_dict();
    void end_dict();
    void begin_list();
    void end_list();
    void begin_tuple();
    void end_tuple();

    void text(std::string_view utf8);
    void integer(std::int64_t value);
    /// For addresses, which may be larger than any std::int64_t.
    void unsigned_integer(std::uint64_t value);
    void real(double value);
    void boolean(bool value);
    void none();

    /// One entry of the dict that is open.
    void item(std::string_view key, std::string_view value) {
        text(key);
        text(value);
    }
    void item(std::string_view key, const char* value) {
        text(key);
        text(value);
    }
    void item(std::string_view key, bool value) {
        text(key);
        boolean(value);
    }
    template <class Integer>
    requires(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>) void item(std::string_view key,
                                                                                      Integer value) {
        text(key);
        if constexpr (std::is_signed_v<Integer>)
            integer(value);
        else
            unsigned_integer(value);
    }

    /// The finished pickle; the writer is empty afterwards. Every container must have been ended.
    std::string take();

private:
    void little_endian(std::uint64_t value, int bytes);
    std::string out_;
};

}  // namespace headroom
