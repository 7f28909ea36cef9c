// The file and the pipe between a program and the process that it begins a run in.
#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/engine/remote/begin_elsewhere.h"
#include "core/engine/remote/json_reader.h"
#include "core/engine/remote/json_writer.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"

#include <cerrno>
#include <span>

#include <fcntl.h>
#include <unistd.h>

namespace headroom::remote {

template <> struct Fields<Beginning> {
    static void each(auto& b, auto& field) {
        field("request", b.request);
        field("runs_root", b.runs_root);
    }
};

namespace {

template <class T> std::string line_of(const char* name, const T& value) {
    nlohmann::ordered_json of = nlohmann::ordered_json::object();
    std::string none;
    JsonWriter writer(of, &none);
    Fields<T>::each(value, writer);
    return nlohmann::ordered_json{{name, std::move(of)}}.dump(-1, ' ', false,
                                                              nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

Result<void> write_beginning(const std::string& path, const Beginning& beginning) {
    FileHandle file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file.valid()) return write_error(path, errno);
    const std::string text = line_of("begin", beginning) + "\n";
    if (const int why = file.write_all(std::as_bytes(std::span(text))); why != 0) return write_error(path, why);
    if (const int why = file.close(); why != 0) return write_error(path, why);
    return {};
}

Result<Beginning> read_beginning(const std::string& path) {
    const auto text = read_text(path, 1u << 20);
    if (!text) return text.error();
    const auto json = parse_json_object(*text, path);
    if (!json) return json.error();
    if (!json->contains("begin") || !(*json)["begin"].is_object())
        return make_error(ErrorCode::BadFile, path + ": does not say what is to be begun");
    Beginning out;
    JsonReader reader((*json)["begin"], {}, path + ": ");
    Fields<Beginning>::each(out, reader);
    if (!reader.problem().empty()) return make_error(ErrorCode::BadFile, reader.problem());
    return out;
}

BeginningReport::BeginningReport(int fd) : fd_(fd) {
    if (fd_ >= 0) ::fcntl(fd_, F_SETFD, FD_CLOEXEC);
}

BeginningReport::~BeginningReport() {
    if (fd_ >= 0) ::close(fd_);
}

void BeginningReport::say(const std::string& line, bool last) {
    if (fd_ < 0) return;
    const std::string text = line + "\n";
    const bool gone = ::write(fd_, text.data(), text.size()) < 0 && errno == EPIPE;
    if (!gone && !last) return;
    ::close(fd_);
    fd_ = -1;
}

void BeginningReport::progress(const std::string& what, double fraction) {
    say(line_of("progress", Progress{what, fraction}), false);
}

void BeginningReport::begun(const std::string& address) { say(line_of("begun", SessionPlace{true, address}), true); }

void BeginningReport::failed(const Error& error) { say(line_of("failed", error), true); }

}  // namespace headroom::remote
