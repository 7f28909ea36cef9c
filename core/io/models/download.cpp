// Resumable downloads over libcurl. One connection at a time; every answer is compared with what was asked.
#include "core/io/models/download.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/disk_space.h"
#include "core/io/files/file_kind.h"
#include "core/io/files/json_read.h"
#include "core/io/files/sha256.h"
#include "core/io/models/http_answer.h"
#include "core/io/models/http_connection.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// What the unfinished file is part of.
struct Origin {
    std::string url, tag;
    std::uint64_t total = 0;
};

class Transfer {
public:
    Transfer(const DownloadRequest& request, const DownloadProgressFn& progress, std::stop_token stop)
        : request_(request),
          progress_(progress),
          stop_(std::move(stop)),
          part_(request.path + ".part"),
          note_(request.path + ".part.json") {}

    Result<void> run();

private:
    enum class Outcome { Done, Again, Failed };

    void resume_point();
    Outcome connect();
    Outcome judge(CURLcode code);
    bool accept_answer();
    bool write(std::span<const std::byte> bytes);
    bool keep_going();
    void wait(int milliseconds);
    Outcome fail(Error error) {
        error_ = std::move(error);
        return Outcome::Failed;
    }
    void forget() {
        std::error_code ignored;
        fs::remove(part_, ignored);
        fs::remove(note_, ignored);
    }
    void start_over() {
        ++restarts_;
        forget();
        done_ = 0;
        origin_ = {};
    }
    Result<void> finish();
    Error wrong_file(const std::string& what) const {
        return make_error(ErrorCode::BadFile, request_.url + " is not the file that was promised: " + what,
                          "Nothing was kept. Try another source, or choose a file that you have.");
    }

    const DownloadRequest& request_;
    const DownloadProgressFn& progress_;
    std::stop_token stop_;
    std::string part_, note_;
    FileHandle file_;
    std::uint64_t done_ = 0;   ///< bytes in the unfinished file
    int restarts_ = 0;         ///< how often what was there had to be thrown away
    std::uint64_t begun_ = 0;  ///< of them, before this connection
    Origin origin_;
    // The answer of this connection.
    long status_ = 0;
    bool judged_ = false;
    HttpAnswer answer_;
    std::chrono::steady_clock::time_point since_, shown_,
        heard_;  ///< of the connection, of the last report, of the last byte
    bool stopped_ = false;
    std::optional<Error> error_;
};

/// Where to go on: only in a file whose origin is known to be this address and to be recognisable again.
void Transfer::resume_point() {
    done_ = 0;
    origin_ = {};
    std::error_code failed;
    const auto size = fs::file_size(part_, failed);
    if (failed) return;
    const auto text = read_text(note_, 1u << 16);
    const auto note = text ? parse_json_object(*text, note_) : Result<nlohmann::json>(text.error());
    if (!note || json_text(*note, "url") != request_.url ||
        (json_text(*note, "tag").empty() && request_.sha256.empty()))
        return start_over();
    origin_ = {request_.url, json_text(*note, "tag"),
               static_cast<std::uint64_t>(std::max<std::int64_t>(json_integer(*note, "total"), 0))};
    done_ = size;
    if (origin_.total != 0 && done_ > origin_.total) start_over();
}

/// Before the first byte is written: is this the whole file, or the rest of what is there?
bool Transfer::accept_answer() {
    judged_ = true;
    const auto refuse = [&](Error error) {
        error_ = std::move(error);
        return false;
    };
    std::uint64_t total = answer_.length.value_or(0);
    if (status_ == 206 && done_ > 0) {
        const bool same = answer_.first == done_ &&
                          (origin_.total == 0 || !answer_.whole || *answer_.whole == origin_.total) &&
                          (origin_.tag.empty() || answer_.tag.empty() || answer_.tag == origin_.tag);
        if (!same) {  // another piece, or of another file: begin again without it
            start_over();
            return false;
        }
        total = answer_.whole.value_or(origin_.total);
    } else if (status_ == 200) {
        if (done_ > 0) start_over();
    } else {
        return refuse(wrong_file("the server answered " + std::to_string(status_)));
    }
    if (answer_.kind.starts_with("text/html")) return refuse(wrong_file("it is a web page"));
    if (total > request_.most_bytes)
        return refuse(wrong_file("it would have " + std::to_string(total) + " bytes, at most " +
                                 std::to_string(request_.most_bytes) + " are expected"));
    if (auto room = check_free_space(folder_of(request_.path), request_.path, total > done_ ? total - done_ : 0); !room)
        return refuse(room.error());
    origin_ = {request_.url, answer_.tag.empty() ? origin_.tag : answer_.tag, total};
    const nlohmann::json note{{"url", origin_.url}, {"tag", origin_.tag}, {"total", origin_.total}};
    if (auto ok = write_text_atomic(note_, json_dump(note)); !ok) return refuse(ok.error());
    const int fd = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | (done_ == 0 ? O_TRUNC : 0), 0644);
    if (fd < 0) return refuse(write_error(part_, errno));
    file_ = FileHandle(fd);
    begun_ = done_;
    since_ = std::chrono::steady_clock::now();
    return true;
}

bool Transfer::write(std::span<const std::byte> bytes) {
    if (!judged_ && !accept_answer()) return false;
    if (bytes.size() > request_.most_bytes - done_ || (origin_.total != 0 && bytes.size() > origin_.total - done_)) {
        error_ = wrong_file("it is longer than announced");
        return false;
    }
    if (const int number = file_.write_all(bytes); number != 0) {
        error_ = write_error(part_, number);
        return false;
    }
    done_ += bytes.size();
    heard_ = std::chrono::steady_clock::now();
    return true;
}

bool Transfer::keep_going() {
    if (stop_.stop_requested()) {
        stopped_ = true;
        return false;
    }
    const auto now = std::chrono::steady_clock::now();
    // libcurl's own limit looks at an average, which takes seconds to fall.
    if (now - heard_ > std::chrono::seconds(request_.stall_seconds)) return false;
    if (progress_ && judged_ && now - shown_ >= std::chrono::milliseconds(200)) {
        shown_ = now;
        const double seconds = std::chrono::duration<double>(now - since_).count();
        progress_({done_, origin_.total, seconds > 0 ? static_cast<double>(done_ - begun_) / seconds : 0});
    }
    return true;
}

Transfer::Outcome Transfer::connect() {
    const auto connection = open_connection(request_.url, request_.stall_seconds);
    if (!connection) return fail(connection.error());
    CURL* c = connection->get();
    judged_ = false;
    heard_ = std::chrono::steady_clock::now();
    file_ = FileHandle();
    curl_slist* headers = nullptr;
    if (done_ > 0) {
        // Not RESUME_FROM: with that, libcurl takes a whole file for an error, where it is only a changed one.
        curl_easy_setopt(c, CURLOPT_RANGE, (std::to_string(done_) + "-").c_str());
        if (!origin_.tag.empty()) headers = curl_slist_append(headers, ("If-Range: " + origin_.tag).c_str());
    }
    const std::unique_ptr<curl_slist, void (*)(curl_slist*)> owner(headers, curl_slist_free_all);
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(
        c, CURLOPT_HEADERFUNCTION, +[](char* data, std::size_t size, std::size_t count, void* self) {
            static_cast<Transfer*>(self)->answer_.take({data, size * count});
            return size * count;
        });
    struct Sink {
        Transfer* self;
        CURL* curl;
    } sink{this, c};
    curl_easy_setopt(c, CURLOPT_WRITEDATA, &sink);
    curl_easy_setopt(
        c, CURLOPT_WRITEFUNCTION, +[](char* data, std::size_t size, std::size_t count, void* to) -> std::size_t {
            auto* s = static_cast<Sink*>(to);
            curl_easy_getinfo(s->curl, CURLINFO_RESPONSE_CODE, &s->self->status_);
            // What an error's answer says is of no use; its number is looked at when the connection is over.
            if (s->self->status_ >= 400) return size * count;
            return s->self->write(std::as_bytes(std::span(data, size * count))) ? size * count : 0;
        });
    curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(c, CURLOPT_XFERINFODATA, this);
    curl_easy_setopt(
        c, CURLOPT_XFERINFOFUNCTION, +[](void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
            return static_cast<Transfer*>(self)->keep_going() ? 0 : 1;
        });
    const CURLcode code = curl_easy_perform(c);
    status_ = 0;
    curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status_);
    return judge(code);
}

Transfer::Outcome Transfer::judge(CURLcode code) {
    if (stopped_)
        return fail(make_error(ErrorCode::Cancelled, "the download of " + request_.url + " was stopped",
                               "Start it again to go on where it is."));
    if (error_) return Outcome::Failed;
    if (status_ == 404 || status_ == 410)
        return fail(make_error(ErrorCode::NotFound,
                               request_.url + " is not there any more (" + std::to_string(status_) + ")",
                               "Look on its makers' page for a new address, or choose a file that you have."));
    if (status_ == 416) {  // nothing after what is there: either all of it, or of another file
        if (origin_.total != 0 && done_ == origin_.total) return Outcome::Done;
        start_over();
        return Outcome::Again;
    }
    if (status_ == 429 || status_ >= 500) return Outcome::Again;
    if (status_ >= 400)
        return fail(make_error(ErrorCode::Environment,
                               request_.url + " is refused by its server (" + std::to_string(status_) + ")",
                               "Fetch the file with a browser and choose it here."));
    switch (code) {
        case CURLE_OK: break;
        case CURLE_UNSUPPORTED_PROTOCOL:
        case CURLE_URL_MALFORMAT:
            return fail(make_error(ErrorCode::InvalidArgument, request_.url + " is no address of a file on the web",
                                   "Give one that begins with https://."));
        case CURLE_TOO_MANY_REDIRECTS:
            return fail(wrong_file("the server sends from one address to the next without end"));
        case CURLE_PEER_FAILED_VERIFICATION:
            return fail(make_error(ErrorCode::Environment,
                                   request_.url + ": the server cannot prove that it is the right one (TLS)",
                                   "Check the date of this machine and its network."));
        default: return Outcome::Again;
    }
    if (!judged_ && !accept_answer())
        return error_ ? Outcome::Failed : Outcome::Again;  // an empty file has no first byte
    return origin_.total == 0 || done_ == origin_.total ? Outcome::Done : Outcome::Again;
}

void Transfer::wait(int milliseconds) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop_, std::chrono::milliseconds(milliseconds), [] { return false; });
}

Result<void> Transfer::finish() {
    if (file_.valid()) {
        if (::fsync(file_.fd()) != 0) return write_error(part_, errno);
        if (const int number = file_.close(); number != 0) return write_error(part_, number);
    }
    // Nothing else tells of that where the hash of what is fetched is not known.
    if (std::error_code failed; fs::file_size(part_, failed) != done_) {
        forget();
        return make_error(ErrorCode::Environment, request_.path + " is being fetched by another process, too",
                          "Wait until that one is done, then start again.");
    }
    if (!request_.sha256.empty()) {
        const auto hash = sha256_of_file(part_);
        if (!hash) return hash.error();
        if (*hash != request_.sha256) {
            forget();
            return wrong_file("its SHA-256 is " + *hash + " instead of " + request_.sha256);
        }
    } else {
        auto file = FileHandle::open_for_reading(part_);
        if (!file) return file.error();
        std::array<std::byte, 512> head{};
        const auto part = std::span(head).first(static_cast<std::size_t>(std::min<std::uint64_t>(done_, head.size())));
        const FileKind kind = file->read_at(0, part) ? file_kind(part, done_) : FileKind::Unknown;
        if (kind == FileKind::Html || kind == FileKind::Empty || kind == FileKind::LfsPointer) {
            forget();
            return wrong_file(kind == FileKind::Html    ? "it is a web page"
                              : kind == FileKind::Empty ? "it is empty"
                                                        : "it is a git-LFS pointer");
        }
    }
    if (std::rename(part_.c_str(), request_.path.c_str()) != 0) return write_error(request_.path, errno);
    std::error_code ignored;
    fs::remove(note_, ignored);
    sync_folder(folder_of(request_.path));
    if (progress_) progress_({done_, done_, 0});
    return {};
}

Result<void> Transfer::run() {
    std::error_code unknown;
    if (!request_.sha256.empty() && fs::is_regular_file(request_.path, unknown)) {
        const auto hash = sha256_of_file(request_.path);
        if (hash && *hash == request_.sha256) return {};
    }
    if (request_.before_connecting) {
        if (auto ok = request_.before_connecting(); !ok) return ok;
    }
    sweep_files_left_here(folder_of(request_.path));  // notes of downloads that were killed while they wrote them
    int idle = 0, pause = request_.retry_milliseconds;
    for (bool first = true;; first = false) {
        if (first) resume_point();
        const std::uint64_t before = done_;
        const Outcome outcome =
            stop_.stop_requested()
                ? fail(make_error(ErrorCode::Cancelled, "the download of " + request_.url + " was stopped"))
                : connect();
        if (outcome == Outcome::Done) return finish();
        if (outcome == Outcome::Failed) {
            // What came with a wrong answer must not be the beginning of a later one.
            if (error_->code == ErrorCode::BadFile) forget();
            return *error_;
        }
        idle = done_ > before ? 0 : idle + 1;
        if (done_ > before) pause = request_.retry_milliseconds;
        // A server that changes its file all the time would have us begin for ever.
        if (idle >= request_.attempts || restarts_ > request_.attempts) {
            return make_error(ErrorCode::Environment,
                              request_.url + " cannot be fetched: the connection fails or breaks off (" +
                                  std::to_string(std::max(idle, restarts_)) + " attempts, " + std::to_string(done_) +
                                  " bytes are here)",
                              "Check the network and start again; it goes on where it is.");
        }
        wait(pause);
        pause = std::min(pause * 2, 30000);
    }
}

}  // namespace

Result<void> download_file(const DownloadRequest& request, const DownloadProgressFn& progress, std::stop_token stop) {
    return Transfer(request, progress, std::move(stop)).run();
}

}  // namespace headroom
