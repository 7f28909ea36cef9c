// MP4 through the ffmpeg program: raw frames into its standard input, a partial file out, renamed when it is whole.
#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/animation/animation.h"
#include "core/io/animation/animation_frame.h"
#include "core/io/files/child_process.h"
#include "core/io/files/partial_name.h"

#include <cerrno>
#include <cstdio>
#include <span>

#include <fcntl.h>
#include <unistd.h>

namespace headroom {
namespace {

/// Removed unless it became the target.
struct Partial {
    std::string path;
    bool keep = false;
    ~Partial() {
        if (!keep) ::unlink(path.c_str());
    }
};

std::vector<std::string> arguments_for(const AnimationFrames& frames, double seconds_per_frame,
                                       const std::string& codec, const std::string& target) {
    char rate[32];
    std::snprintf(rate, sizeof rate, "%.6f", 1.0 / seconds_per_frame);
    std::vector<std::string> out{
        "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size",
        std::to_string(frames.width()) + "x" + std::to_string(frames.height()), "-framerate", rate, "-i", "pipe:0",
        // yuv420p, which every player shows, needs even sides. Without a word on its matrix players take BT.601 or BT.709 by the picture's
        // size; BT.709 is both used and written, into the film's frames and so into its header.
        "-vf",
        "pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:white,scale=out_color_matrix=bt709:out_range=tv,"
        "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709",
        "-pix_fmt", "yuv420p", "-c:v", codec};
    const std::vector<std::string> quality = codec == "libx264"
                                                 ? std::vector<std::string>{"-crf", "18", "-preset", "medium"}
                                                 : std::vector<std::string>{"-q:v", "3"};
    out.insert(out.end(), quality.begin(), quality.end());
    // "file:" keeps a name with a colon from being taken for a protocol.
    for (const std::string& word : {std::string("-movflags"), std::string("+faststart"), std::string("-f"),
                                    std::string("mp4"), std::string("-y"), "file:" + target})
        out.push_back(word);
    return out;
}

struct Attempt {
    int status = 0;
    std::string complaints;
    bool cancelled = false;
};

Result<Attempt> encode(const std::string& program, const std::string& codec, const AnimationFrames& frames,
                       double seconds_per_frame, const std::string& target, std::stop_token stop) {
    ChildProcess child;
    if (auto started = child.start(program, arguments_for(frames, seconds_per_frame, codec, target)); !started)
        return started.error();
    for (std::size_t i = 0; i < frames.count(); ++i) {
        if (stop.stop_requested()) return Attempt{0, {}, true};  // the child is killed
        const auto frame = frames.read(i);
        if (!frame) return frame.error();
        const std::vector<std::uint8_t> rgb = rgb_pixels(*frame);
        if (!child.feed(std::as_bytes(std::span(rgb)))) break;  // its exit status says why
    }
    const int status = child.finish();
    return Attempt{status, child.complaints(), false};
}

/// On the disk and under its name. 0 or an errno value.
int settle(Partial& partial, const std::string& path) {
    FileHandle file(::open(partial.path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file.valid() || ::fsync(file.fd()) != 0 || file.close() != 0 ||
        ::rename(partial.path.c_str(), path.c_str()) != 0)
        return errno;
    partial.keep = true;
    return sync_folder(folder_of(path));
}

}  // namespace

Result<void> write_mp4(const std::string& path, const AnimationFrames& frames, double seconds_per_frame,
                       std::stop_token stop, const std::string& program) {
    if (frames.count() == 0) return make_error(ErrorCode::InvalidArgument, path + ": there are no pictures to write");
    const std::string found = find_program(program);
    if (found.empty()) {
        return make_error(ErrorCode::Environment,
                          path + ": MP4 files are written by the program " + program + ", which is not installed",
                          "Install the package ffmpeg, or choose GIF or WebP.");
    }
    Partial partial{folder_of(path) + "/" + make_partial_name(name_of_path(path))};
    Attempt last;
    for (const char* codec : {"libx264", "mpeg4"}) {
        auto attempt = encode(found, codec, frames, seconds_per_frame, partial.path, stop);
        if (!attempt) return attempt.error();
        if (attempt->cancelled) return make_error(ErrorCode::Cancelled, "the export was stopped");
        last = *attempt;
        if (last.status == 0) break;
    }
    if (last.status != 0) {
        const bool full = last.complaints.find("No space left") != std::string::npos ||
                          last.complaints.find("File too large") != std::string::npos;
        const bool denied = last.complaints.find("Permission denied") != std::string::npos;
        return full || denied
                   ? write_error(path, full ? ENOSPC : EACCES)
                   : make_error(ErrorCode::Environment,
                                path + ": ffmpeg could not write it (exit status " + std::to_string(last.status) + ")",
                                "Choose GIF or WebP; the log has what ffmpeg said.", last.complaints);
    }
    if (const int failed = settle(partial, path)) return write_error(path, failed);
    return {};
}

}  // namespace headroom
