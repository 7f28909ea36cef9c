// Parses control lines and follows the file they come from.
#include "app/cli/control.h"

#include "app/cli/args.h"
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <utility>
#include <vector>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<const char*, ControlAction>, 9> kActions{{
    {"pause", ControlAction::Pause},
    {"resume", ControlAction::Resume},
    {"step", ControlAction::Step},
    {"sample", ControlAction::Sample},
    {"cutouts", ControlAction::Cutouts},
    {"checkpoint", ControlAction::Checkpoint},
    {"score", ControlAction::Score},
    {"lend", ControlAction::Lend},
    {"stop", ControlAction::Stop},
}};
constexpr std::size_t kLongestLine = 1u << 20;
constexpr int kPollMs = 50;

Error bad_command(std::string message) {
    return make_error(ErrorCode::InvalidArgument, "control: " + std::move(message));
}

std::string meant(const std::string& near) { return near.empty() ? "" : "; did you mean " + near + "?"; }

Result<ControlCommand> parse_set(const Json& values, ModelKind kind) {
    if (!values.is_object() || values.empty())
        return bad_command("'set' expects an object such as {\"batch.micro\":8}");
    ParamPatch patch;
    for (const auto& [key, json] : values.items()) {
        const ParamRow* row = find_param(key, kind);
        if (!row) {
            std::vector<std::string> keys;
            for (const ParamRow& r : schema_rows()) keys.emplace_back(r.key);
            return bad_command(key + ": no such setting" + meant(nearest(key, keys)));
        }
        auto value = param_from_json(*row, json.dump());
        if (!value) return bad_command(value.error().message);
        patch.emplace(key, *value);
    }
    return ControlCommand{patch};
}

Result<ControlCommand> parse_do(const Json& action) {
    if (!action.is_string()) return bad_command("'do' expects a word such as \"pause\"");
    const auto word = action.get<std::string>();
    std::vector<std::string> words;
    for (const auto& [name, value] : kActions) {
        if (word == name) return ControlCommand{value};
        words.emplace_back(name);
    }
    return bad_command("'" + word +
                       "' is not pause, resume, step, sample, cutouts, checkpoint, score, lend, snapshot or stop" +
                       meant(nearest(word, words)));
}

Result<ControlCommand> parse_snapshot(const Json& json) {
    if (json.size() != 2 || !json.contains("path") || !json["path"].is_string() ||
        json["path"].get<std::string>().empty()) {
        return bad_command(
            "'snapshot' wants the file to write, and nothing else: {\"do\":\"snapshot\",\"path\":\"memory.pickle\"}");
    }
    return ControlCommand{TakeSnapshot{json["path"].get<std::string>()}};
}

struct Signature {
    ino_t inode = 0;
    off_t size = -1;
    timespec changed{};
    bool operator==(const Signature& o) const {
        return inode == o.inode && size == o.size && changed.tv_sec == o.changed.tv_sec &&
               changed.tv_nsec == o.changed.tv_nsec;
    }
};

}  // namespace

Result<ControlCommand> parse_control_line(std::string_view line, ModelKind kind) {
    const Json json = parse_json<Json>(line);
    if (json.is_discarded()) return bad_command("not a line of JSON: " + std::string(line.substr(0, 80)));
    if (json.is_object() && json.contains("do") && json["do"] == "snapshot") return parse_snapshot(json);
    if (!json.is_object() || json.size() != 1) return bad_command("expects an object with 'set' or 'do'");
    if (json.contains("set")) return parse_set(json["set"], kind);
    if (json.contains("do")) return parse_do(json["do"]);
    return bad_command("'" + json.begin().key() + "' is neither 'set' nor 'do'");
}

ControlReader::ControlReader(std::string path, std::function<void(const std::string&)> on_line)
    : path_(std::move(path)), on_line_(std::move(on_line)) {
    if (pipe2(stop_pipe_, O_CLOEXEC) != 0) return;
    thread_ = std::jthread([this] {
        struct stat info {};
        if (path_ == "-") {
            follow_stream(STDIN_FILENO);
        } else if (stat(path_.c_str(), &info) == 0 && S_ISFIFO(info.st_mode)) {
            // Opened for writing too, so that the pipe does not end when one writer goes.
            const int fd = open(path_.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
            if (fd < 0) return;
            follow_stream(fd);
            close(fd);
        } else {
            follow_file();
        }
    });
}

ControlReader::~ControlReader() {
    const char byte = 'q';
    [[maybe_unused]] const auto written = write(stop_pipe_[1], &byte, 1);
    if (thread_.joinable()) thread_.join();
    for (const int end : stop_pipe_) {
        if (end >= 0) close(end);
    }
}

/// True when `fd` (or nothing but the time) ended the wait; false: stop.
bool ControlReader::wait(int fd, int milliseconds) {
    std::array<pollfd, 2> watched{{{stop_pipe_[0], POLLIN, 0}, {fd, POLLIN, 0}}};
    while (poll(watched.data(), fd < 0 ? 1 : 2, milliseconds) < 0) {
        if (errno != EINTR) return false;
    }
    return watched[0].revents == 0;
}

void ControlReader::take_lines(std::string& pending) {
    std::size_t begin = 0;
    for (std::size_t end = pending.find('\n'); end != std::string::npos; end = pending.find('\n', begin)) {
        const std::string line = pending.substr(begin, end - begin);
        begin = end + 1;
        if (line.find_first_not_of(" \t\r") != std::string::npos) on_line_(line);
    }
    pending.erase(0, begin);
}

void ControlReader::follow_stream(int fd) {
    std::string pending;
    std::array<char, 4096> chunk{};
    while (wait(fd, -1)) {
        const ssize_t n = read(fd, chunk.data(), chunk.size());
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) break;
        pending.append(chunk.data(), static_cast<std::size_t>(n));
        take_lines(pending);
        if (pending.size() > kLongestLine) pending.clear();
    }
    pending += '\n';  // a last line may lack its end
    take_lines(pending);
}

void ControlReader::follow_file() {
    Signature seen;
    std::string taken;  // what has been read so far: distinguishes lines that were added from a file that was rewritten
    std::string tail;   // a last line without its end, taken when the file has come to rest
    do {
        struct stat info {};
        if (stat(path_.c_str(), &info) != 0) continue;
        const Signature now{info.st_ino, info.st_size, info.st_mtim};
        if (now == seen) {
            if (tail.empty()) continue;
            taken += tail;
            tail += '\n';
            take_lines(tail);
            continue;
        }
        auto text = read_text(path_);
        if (!text) continue;
        // What did not grow was not added to: it was written anew, be it with the same lines.
        if (now.inode != seen.inode || now.size <= seen.size) taken.clear();
        seen = now;
        if (text->rfind(taken, 0) != 0) taken.clear();
        tail = text->substr(taken.size());
        take_lines(tail);
        taken = text->substr(0, text->size() - tail.size());
    } while (wait(-1, kPollMs));
}

}  // namespace headroom::cli
