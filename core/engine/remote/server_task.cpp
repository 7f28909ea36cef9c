// Plans, rehearsals and exports for a client.
#include "core/engine/remote/server_task.h"

#include "core/base/contained.h"
#include "core/base/file_handle.h"
#include "core/io/files/passing_folder.h"

#include <filesystem>
#include <span>
#include <utility>
#include <vector>

namespace headroom::remote {
namespace {

namespace fs = std::filesystem;

ProgressFn telling(const ServerTask::SayFn& say) {
    return [say](const std::string& what, double fraction) { say(Event(Progress{what, fraction})); };
}

template <class T> void answer(const ServerTask::SayFn& say, Result<T> outcome) {
    if (outcome)
        say(Reply(*std::move(outcome)));
    else
        say(Refused{outcome.error()});
}

/// False: nobody listens any more.
Result<bool> send_file(const fs::path& path, const ServerTask::SayFn& say) {
    constexpr std::size_t piece = 1u << 20;
    auto file = FileHandle::open_for_reading(path.string());
    if (!file) return file.error();
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
    const std::string name = path.filename().string();
    if (!say(FilePart{name, {}})) return false;
    for (std::uint64_t at = 0; at < size; at += piece) {
        std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(piece, size - at)), '\0');
        if (!file->read_at(at, std::as_writable_bytes(std::span(bytes.data(), bytes.size()))))
            return make_error(ErrorCode::BadFile, path.string() + ": cannot be read");
        if (!say(FilePart{name, std::move(bytes)})) return false;
    }
    return true;
}

}  // namespace

ServerTask::ServerTask(WorkFn work, std::function<void()> wake)
    : thread_([this, work = std::move(work), wake = std::move(wake)](std::stop_token stop) {
          const SayFn say = [&](Reply reply) {
              {
                  std::unique_lock lock(mutex_);
                  const auto* event = std::get_if<Event>(&reply);
                  const bool progress = event && std::holds_alternative<Progress>(*event);
                  if (progress && said_.size() >= kMostWaiting) return true;  // the next one tells more
                  if (!room_.wait(lock, stop, [this] { return said_.size() < kMostWaiting; })) return false;
                  said_.push_back(std::move(reply));
              }
              wake();
              return true;
          };
          const auto done = contained("what was asked for failed unexpectedly", [&] { work(say, stop); });
          if (!done) say(Refused{done.error()});
          ended_ = true;
          wake();
      }) {}

std::optional<Reply> ServerTask::next() {
    std::optional<Reply> out;
    {
        const std::lock_guard lock(mutex_);
        if (said_.empty()) return out;
        out = std::move(said_.front());
        said_.pop_front();
    }
    room_.notify_one();
    return out;
}

bool ServerTask::waiting() const {
    const std::lock_guard lock(mutex_);
    return !said_.empty();
}

bool ServerTask::over() const {
    if (!ended_) return false;
    const std::lock_guard lock(mutex_);
    return said_.empty();
}

ServerTask::WorkFn fit_work(std::shared_ptr<Planner> planner, FitRequest request) {
    return [planner = std::move(planner), request = std::move(request)](const ServerTask::SayFn& say,
                                                                        std::stop_token stop) {
        answer(say, planner->fit(request, telling(say), std::move(stop)));
    };
}

ServerTask::WorkFn rehearsal_work(std::shared_ptr<Planner> planner, RehearsalRequest request) {
    return [planner = std::move(planner), request = std::move(request)](const ServerTask::SayFn& say,
                                                                        std::stop_token stop) {
        answer(say, planner->rehearse(request, telling(say), std::move(stop)));
    };
}

ServerTask::WorkFn export_work(ExportFn export_run, ExportRequest request) {
    return [export_run = std::move(export_run), request = std::move(request)](const ServerTask::SayFn& say,
                                                                              std::stop_token stop) mutable {
        const PassingFolder place;
        const fs::path name = fs::path(request.target).filename();
        if (place.path().empty() || name.empty())
            return answer(say, Result<ExportDone>(make_error(ErrorCode::Disk, "no temporary folder can be made there",
                                                             "Free some space on the machine that trains.")));
        request.target = (place.path() / name).string();
        request.address.clear();
        auto done = export_run(request, telling(say), std::move(stop));
        if (!done) return answer(say, std::move(done));
        std::error_code ec;
        for (const auto& entry : fs::directory_iterator(place.path(), ec)) {
            const auto sent = send_file(entry.path(), say);
            if (!sent) return answer(say, Result<ExportDone>(sent.error()));
            if (!*sent) return;
        }
        say(Event(ExportDone{name.string(), done->size}));
    };
}

}  // namespace headroom::remote
