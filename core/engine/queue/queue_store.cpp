// Reading, changing and mending the queue's file.
#include "core/engine/queue/queue_store.h"

#include "core/base/clock.h"
#include "core/base/file_errors.h"
#include "core/base/file_lock.h"
#include "core/base/log.h"
#include "core/io/files/atomic_file.h"

#include <algorithm>
#include <filesystem>

#include <sys/stat.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// The first "<path>.damaged-N" that is free.
std::string damaged_name(const std::string& path) {
    std::error_code failed;
    for (int n = 1;; ++n) {
        std::string name = path + ".damaged-" + std::to_string(n);
        if (!fs::exists(name, failed)) return name;
    }
}

/// What tells this file from the one that takes its place, or "" where there is none.
std::string identity(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return {};
    return std::to_string(info.st_ino) + " " + std::to_string(info.st_size) + " " +
           std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec);
}

Error newer(const std::string& path) {
    return make_error(ErrorCode::BadFile, path + " was written by a newer Headroom",
                      "Use that one, or move the file away to begin a new queue.");
}

}  // namespace

Result<void> QueueStore::make_folder() const {
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed) return write_error(folder_, failed.value());
    return {};
}

Result<QueueContent> QueueStore::load() const {
    const std::string now = identity(path());
    {
        const std::lock_guard lock(mutex_);
        if (!now.empty() && now == seen_) return content_;
    }
    auto content = parse();
    if (content) remember(now, *content);
    return content;
}

void QueueStore::remember(std::string file, QueueContent content) const {
    const std::lock_guard lock(mutex_);
    seen_ = std::move(file);
    content_ = std::move(content);
}

Result<QueueContent> QueueStore::parse() const {
    const auto text = read_text(path());
    if (!text) return text.error().code == ErrorCode::NotFound ? Result<QueueContent>(QueueContent{}) : text.error();
    if (is_newer_queue(*text)) return newer(path());
    if (auto read = read_queue(*text, path()); read && read->unreadable == 0) return std::move(read->content);
    FileLock lock;
    if (auto taken = lock.take(folder_ + "/.lock"); !taken) return taken.error();
    return read_and_mend();
}

Result<void> QueueStore::change(const std::function<Result<bool>(QueueContent&)>& edit) const {
    if (auto made = make_folder(); !made) return made;
    FileLock lock;
    if (auto taken = lock.take(folder_ + "/.lock"); !taken) return taken;
    sweep_partial_files(folder_);
    auto content = read_and_mend();
    if (!content) return content.error();
    const auto changed = edit(*content);
    if (!changed) return changed.error();
    if (!*changed) return {};
    ++content->revision;
    if (auto written = write(*content); !written) return written;
    remember(identity(path()), *std::move(content));  // nobody else writes while this has the lock
    return {};
}

Result<void> QueueStore::update(StoredItem& item, const std::function<void(StoredItem&)>& edit) const {
    return change([&](QueueContent& c) -> Result<bool> {
        StoredItem* stored = c.find(item.id);
        if (!stored) return false;
        edit(*stored);
        item = *stored;
        if (item.remove && !is_under_way(item.state))
            std::erase_if(c.items, [&](const StoredItem& i) { return i.id == item.id; });
        return true;
    });
}

Result<QueueContent> QueueStore::read_and_mend() const {
    const auto text = read_text(path());
    if (!text) return text.error().code == ErrorCode::NotFound ? Result<QueueContent>(QueueContent{}) : text.error();
    if (is_newer_queue(*text)) return newer(path());
    auto read = read_queue(*text, path());
    if (read && read->unreadable == 0) return std::move(read->content);
    const std::string aside = damaged_name(path());
    QueueContent content;
    if (read) {
        // What can be read goes on; the whole file is kept for the rest.
        content = std::move(read->content);
        content.notice = std::to_string(read->unreadable) +
                         " runs of the queue could not be read; the file that has them was kept as " + aside + ".";
        if (auto kept = write_text_atomic(aside, *text); !kept) return kept.error();
    } else {
        content.notice = "The queue's file was damaged; it was kept as " + aside + ", and a new one begun.";
        std::error_code failed;
        fs::rename(path(), aside, failed);
        if (failed) return write_error(aside, failed.value());
        // Neither ids nor revisions that others remember come again.
        content.next_id = 1000;
        content.revision = static_cast<std::uint64_t>(unix_ms_now());
    }
    ++content.revision;
    if (auto written = write(content); !written) {
        // The file stays where it was, or whoever comes next would find an empty queue and not be told.
        std::error_code failed;
        if (read)
            fs::remove(aside, failed);
        else
            fs::rename(aside, path(), failed);
        return written.error();
    }
    return content;
}

Result<void> QueueStore::write(const QueueContent& content) const {
    return write_text_atomic(path(), write_queue(content));
}

std::vector<std::string> QueueStore::devices_with(std::string_view tail) const {
    constexpr std::string_view head = "runner-";
    std::vector<std::string> out;
    std::error_code failed;
    for (fs::directory_iterator it(folder_, failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with(head) && name.ends_with(tail))
            out.push_back(name.substr(head.size(), name.size() - head.size() - tail.size()));
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<std::string> QueueStore::live_runners() const {
    std::vector<std::string> out = devices_with(".lock");
    std::erase_if(out, [this](const std::string& device) { return !FileLock::is_held(runner_lock(device)); });
    return out;
}

void QueueStore::note_runner(const std::string& device, const std::string& failure) const {
    if (auto written = write_text_atomic(runner_state(device), failure); !written)
        log_message(LogSeverity::Warn, "the queue cannot note how its runner is: " + written.error().message);
}

void QueueStore::forget_runner(const std::string& device) const {
    std::error_code ignored;
    fs::remove(runner_state(device), ignored);
}

void QueueStore::forget_failed_runners() const {
    for (const std::string& device : devices_with(".state")) {
        if (!FileLock::is_held(runner_lock(device))) forget_runner(device);
    }
}

std::vector<std::string> QueueStore::failed_runners() const {
    std::vector<std::string> out;
    for (const std::string& device : devices_with(".state")) {
        const auto words = read_text(runner_state(device));
        if (!words || FileLock::is_held(runner_lock(device))) continue;
        const std::string of = device == "auto" ? "" : " for " + device;
        out.push_back("The queue's runner" + of +
                      (words->empty() ? " ended without a word; start it again, it goes on where it was."
                                      : " failed: " + *words + "."));
    }
    return out;
}

}  // namespace headroom
