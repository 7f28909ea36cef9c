// The opcodes of protocol 2 that plain values need.
#include "core/io/torch_files/pickle_writer.h"

#include <bit>
#include <limits>
#include <utility>

namespace headroom {
namespace {

constexpr char kProto = '\x80', kStop = '.', kMark = '(', kEmptyDict = '}', kSetItems = 'u', kEmptyList = ']',
               kAppends = 'e', kTuple = 't', kUnicode = 'X', kInt1 = 'K', kInt4 = 'J', kLong1 = '\x8a', kFloat = 'G',
               kTrue = '\x88', kFalse = '\x89', kNone = 'N';

}  // namespace

PickleWriter::PickleWriter() : out_{kProto, '\x02'} {}

void PickleWriter::little_endian(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out_ += static_cast<char>(value >> (8 * i) & 0xff);
}

void PickleWriter::begin_dict() { (out_ += kEmptyDict) += kMark; }
void PickleWriter::end_dict() { out_ += kSetItems; }
void PickleWriter::begin_list() { (out_ += kEmptyList) += kMark; }
void PickleWriter::end_list() { out_ += kAppends; }
void PickleWriter::begin_tuple() { out_ += kMark; }
void PickleWriter::end_tuple() { out_ += kTuple; }

void PickleWriter::text(std::string_view utf8) {
    out_ += kUnicode;
    little_endian(utf8.size(), 4);
    out_ += utf8;
}

void PickleWriter::integer(std::int64_t value) {
    if (value >= 0 && value < 256) {
        out_ += kInt1;
        little_endian(static_cast<std::uint64_t>(value), 1);
    } else if (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max()) {
        out_ += kInt4;
        little_endian(static_cast<std::uint64_t>(value), 4);
    } else {
        (out_ += kLong1) += '\x08';
        little_endian(static_cast<std::uint64_t>(value), 8);
    }
}

void PickleWriter::unsigned_integer(std::uint64_t value) {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return integer(static_cast<std::int64_t>(value));
    (out_ += kLong1) += '\x09';  // a ninth byte keeps the sign positive
    little_endian(value, 8);
    out_ += '\0';
}

void PickleWriter::real(double value) {
    out_ += kFloat;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int i = 7; i >= 0; --i) out_ += static_cast<char>(bits >> (8 * i) & 0xff);  // the one big-endian number
}

void PickleWriter::boolean(bool value) { out_ += value ? kTrue : kFalse; }
void PickleWriter::none() { out_ += kNone; }

std::string PickleWriter::take() {
    out_ += kStop;
    return std::exchange(out_, std::string{kProto, '\x02'});
}

}  // namespace headroom
