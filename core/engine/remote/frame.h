// Frames: what travels over a run's socket: a JSON text and an attachment of bytes, both with their length before them.
// FramedSocket: frames over a stream socket that nobody waits for.
#pragma once

#include "core/base/file_handle.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace headroom::remote {

struct Frame {
    std::string json, attachment;
};

/// The longest that is taken. What is announced as longer ends the connection.
struct FrameLimits {
    std::uint32_t json = 0, attachment = 0;
};
/// What a client may send, and what it may be sent.
inline constexpr FrameLimits kRequestLimits{1u << 20, 0};
inline constexpr FrameLimits kReplyLimits{32u << 20, 1u << 30};

/// One thread. Nothing is allocated for bytes that have not come.
class FramedSocket {
public:
    FramedSocket(FileHandle socket, FrameLimits limits) : socket_(std::move(socket)), limits_(limits) {}

    int fd() const { return socket_.fd(); }
    /// Reads what is there, at most some 100 KiB. False: the other end has gone.
    bool fill();
    /// The next whole frame.
    std::optional<Frame> take();
    /// What came is no frame; nothing more can be read.
    bool broken() const { return broken_; }

    void queue(Frame frame);
    /// Writes what the socket takes. False: the other end has gone.
    bool flush();
    std::size_t queued() const { return queued_; }
    /// All bytes that the other end has taken so far.
    std::uint64_t sent() const { return sent_; }

private:
    FileHandle socket_;
    FrameLimits limits_;
    std::string in_;
    std::size_t at_ = 0;
    bool broken_ = false;
    std::deque<std::string> out_;
    std::size_t out_at_ = 0, queued_ = 0;
    std::uint64_t sent_ = 0;
};

}  // namespace headroom::remote
