// Non-blocking reads and writes of frames.
#include "core/engine/remote/frame.h"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>

namespace headroom::remote {
namespace {

static_assert(std::endian::native == std::endian::little, "lengths are sent as they lie in memory");

constexpr std::size_t kHead = 8;
constexpr std::size_t kReadAtOnce = 128u << 10;

std::uint32_t length_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

void append_length(std::string& to, std::size_t length) {
    const auto value = static_cast<std::uint32_t>(length);
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

bool FramedSocket::fill() {
    std::array<char, 16384> chunk;
    for (std::size_t got = 0; got < kReadAtOnce;) {
        const ssize_t n = ::recv(fd(), chunk.data(), chunk.size(), MSG_DONTWAIT);
        if (n > 0) {
            in_.append(chunk.data(), static_cast<std::size_t>(n));
            got += static_cast<std::size_t>(n);
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else {
            return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        }
    }
    return true;
}

std::optional<Frame> FramedSocket::take() {
    if (broken_ || in_.size() - at_ < kHead) return std::nullopt;
    const std::uint32_t json = length_at(in_, at_), attachment = length_at(in_, at_ + 4);
    if (json > limits_.json || attachment > limits_.attachment) {
        broken_ = true;
        return std::nullopt;
    }
    if (in_.size() - at_ - kHead < std::size_t{json} + attachment) return std::nullopt;
    Frame frame{in_.substr(at_ + kHead, json), in_.substr(at_ + kHead + json, attachment)};
    at_ += kHead + json + attachment;
    if (at_ == in_.size() || at_ > kReadAtOnce) {
        in_.erase(0, at_);
        at_ = 0;
    }
    return frame;
}

void FramedSocket::queue(Frame frame) {
    std::string bytes;
    bytes.reserve(kHead + frame.json.size() + frame.attachment.size());
    append_length(bytes, frame.json.size());
    append_length(bytes, frame.attachment.size());
    bytes += frame.json;
    bytes += frame.attachment;
    queued_ += bytes.size();
    out_.push_back(std::move(bytes));
}

bool FramedSocket::flush() {
    while (!out_.empty()) {
        const std::string& next = out_.front();
        const ssize_t n = ::send(fd(), next.data() + out_at_, next.size() - out_at_, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        out_at_ += static_cast<std::size_t>(n);
        queued_ -= static_cast<std::size_t>(n);
        sent_ += static_cast<std::uint64_t>(n);
        if (out_at_ == next.size()) {
            out_.pop_front();
            out_at_ = 0;
        }
    }
    return true;
}

}  // namespace headroom::remote
