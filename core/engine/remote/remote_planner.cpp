// Questions that take long, each over a connection of its own: closing it ends the work there.
#include "core/engine/remote/remote_planner.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/engine/export/exporter.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/partial_name.h"

#include <cerrno>
#include <filesystem>
#include <map>
#include <span>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

namespace fs = std::filesystem;

/// Asks and waits for the answer, a T; `take` gets everything else but progress.
template <class T, class Take>
Result<T> ask(const std::string& path, const ClientIdentity& identity, Request request, const ProgressFn& progress,
              const std::stop_token& stop, const Take& take) {
    auto link = ClientLink::open(path, identity, false, false);
    if (!link) return link.error();
    link->say(std::move(request));
    for (;;) {
        auto reply = link->wait(stop);
        if (!reply) return reply.error();
        if (auto* refused = std::get_if<Refused>(&*reply)) return std::move(refused->error);
        if (auto* event = std::get_if<Event>(&*reply)) {
            const auto* told = std::get_if<Progress>(event);
            if (told && progress) progress(told->what, told->fraction);
            if constexpr (std::is_same_v<T, ExportDone>) {
                if (auto* done = std::get_if<ExportDone>(event)) return std::move(*done);
            }
        } else if constexpr (!std::is_same_v<T, ExportDone>) {
            if (auto* answer = std::get_if<T>(&*reply)) return std::move(*answer);
        }
        if (auto taken = take(*reply); !taken) return taken.error();
    }
}

Result<void> nothing_else(const Reply&) { return {}; }

class RemotePlanner final : public Planner {
public:
    RemotePlanner(std::string path, ClientIdentity identity) : path_(std::move(path)), identity_(std::move(identity)) {}

    Result<FitReport> fit(FitRequest request, ProgressFn progress, std::stop_token stop) override {
        return ask<FitReport>(path_, identity_, std::move(request), progress, stop, nothing_else);
    }
    Result<Rehearsal> rehearse(RehearsalRequest request, ProgressFn progress, std::stop_token stop) override {
        return ask<Rehearsal>(path_, identity_, std::move(request), progress, stop, nothing_else);
    }

private:
    const std::string path_;
    const ClientIdentity identity_;
};

/// Files on their way, beside their targets; those that were not put in place go again.
class IncomingFiles {
public:
    /// `wanted`: the name of the file that was asked for; the others come beside it.
    IncomingFiles(std::string folder, std::string wanted) : folder_(std::move(folder)), wanted_(std::move(wanted)) {}
    ~IncomingFiles() {
        for (const auto& [name, file] : files_) ::unlink(file.partial.c_str());
    }
    IncomingFiles(const IncomingFiles&) = delete;
    IncomingFiles& operator=(const IncomingFiles&) = delete;

    Result<void> take(const FilePart& part) {
        // Whoever answers may be of another machine, and a hidden file that nobody asked for is one that a shell or a program reads.
        const bool hidden = part.name.starts_with('.') && part.name != wanted_;
        if (part.name.empty() || part.name == "." || part.name == ".." || hidden ||
            part.name.find('/') != std::string::npos)
            return make_error(ErrorCode::BadFile, "the run's process sent a file without a proper name");
        if (part.bytes.empty()) return begin(part.name);
        const auto it = files_.find(part.name);
        if (it == files_.end())
            return make_error(ErrorCode::BadFile, "the run's process sent a piece of a file that was not begun");
        const int why = it->second.file.write_all(std::as_bytes(std::span(part.bytes)));
        if (why != 0) return write_error(folder_ + "/" + part.name, why);
        return {};
    }

    Result<void> put_in_place() {
        for (auto& [name, file] : files_) {
            if (::fsync(file.file.fd()) != 0) return write_error(folder_ + "/" + name, errno);
            if (const int why = file.file.close(); why != 0) return write_error(folder_ + "/" + name, why);
        }
        AtomicGroup together;
        for (const auto& [name, file] : files_) together.add({folder_ + "/" + name, file.partial, file.target});
        files_.clear();
        return together.commit();
    }

private:
    struct Incoming {
        std::string target, partial;
        FileHandle file;
    };
    Result<void> begin(const std::string& name) {
        const std::string path = folder_ + "/" + name;
        const auto target = resolve_target(path);
        if (!target) return target.error();
        Incoming incoming{*target, folder_of(*target) + "/" + make_partial_name(name_of_path(*target)), {}};
        incoming.file = FileHandle(::open(incoming.partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (!incoming.file.valid()) return write_error(path, errno);
        files_.insert_or_assign(name, std::move(incoming));
        return {};
    }

    std::string folder_, wanted_;
    std::map<std::string, Incoming> files_;
};

}  // namespace

std::shared_ptr<Planner> make_remote_planner(std::string path, ClientIdentity identity) {
    return std::make_shared<RemotePlanner>(std::move(path), std::move(identity));
}

Result<ExportDone> export_remotely(const std::string& path, const ClientIdentity& identity, ExportRequest request,
                                   const ProgressFn& progress, std::stop_token stop) {
    if (auto ok = check_export_target(request); !ok) return ok.error();
    std::error_code ec;
    const std::string target = fs::absolute(request.target, ec).string();
    sweep_files_left_here(folder_of(target));  // of exports that were killed
    request.target = name_of_path(target);
    IncomingFiles files(folder_of(target), request.target);
    auto done = ask<ExportDone>(path, identity, std::move(request), progress, stop, [&](const Reply& reply) {
        const auto* part = std::get_if<FilePart>(&reply);
        return part ? files.take(*part) : Result<void>();
    });
    if (!done) return done;
    if (auto placed = files.put_in_place(); !placed) return placed.error();
    return ExportDone{target, done->size};
}

}  // namespace headroom::remote
