// Waits in short spells: a signal does not end a read that has begun, as its handler leaves it to go on.
#include "app/cli/input_lines.h"

#include <poll.h>
#include <unistd.h>
#include <array>
#include <cerrno>

namespace headroom::cli {
namespace {

constexpr int kSpellMs = 50;

}  // namespace

bool InputLines::next(std::string& line) {
    std::size_t end = pending_.find('\n');
    while (end == std::string::npos && !ended_ && !stop_.stop_requested()) {
        const std::size_t seen = pending_.size();
        ended_ = !read_more();
        end = pending_.find('\n', seen);
    }
    if (stop_.stop_requested() || (end == std::string::npos && pending_.empty())) return false;
    line = pending_.substr(0, end);
    pending_.erase(0, end == std::string::npos ? end : end + 1);  // the last line may lack its end
    return true;
}

bool InputLines::read_more() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int there = poll(&input, 1, kSpellMs);
    if (there == 0 || (there < 0 && errno == EINTR)) return true;
    std::array<char, 65536> chunk{};
    const ssize_t n = read(STDIN_FILENO, chunk.data(), chunk.size());
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    pending_.append(chunk.data(), static_cast<std::size_t>(n));
    return n > 0;
}

}  // namespace headroom::cli
