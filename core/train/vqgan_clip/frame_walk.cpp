// Going through a folder's pictures.
#include "core/train/vqgan_clip/frame_walk.h"

#include "core/config/byte_text.h"
#include "core/families/vqgan_clip/frame_list.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

namespace headroom {

namespace fs = std::filesystem;

Result<FrameWalk> FrameWalk::open(const std::string& folder) {
    auto names = list_frames(folder);
    if (!names) return names.error();
    FrameWalk out;
    out.folder_ = folder;
    out.results_ = frame_results(*names);
    out.names_ = std::move(*names);
    return out;
}

nlohmann::json FrameWalk::state() const {
    std::vector<std::string> names;  // JSON holds UTF-8 only, names of files are any bytes
    for (const std::string& name : names_) names.push_back(encode_bytes(name));
    return {{"names", names},          {"at", at_},    {"next", next_}, {"passed", passed_}, {"place", place_},
            {"iteration", iteration_}, {"done", done_}};
}

Result<FrameWalk> FrameWalk::restore(const std::string& folder, const nlohmann::json& state) {
    FrameWalk out;
    out.folder_ = folder;
    try {
        for (const auto& name : state.at("names")) {
            auto bytes = decode_bytes(name.get<std::string>());
            out.names_.push_back(bytes ? std::move(*bytes) : std::string());
        }
        out.at_ = state.at("at").get<std::size_t>();
        out.next_ = state.at("next").get<std::size_t>();
        out.passed_ = state.at("passed").get<std::size_t>();
        out.place_ = state.at("place").get<std::size_t>();
        out.iteration_ = state.at("iteration").get<std::int64_t>();
        out.done_ = state.at("done").get<bool>();
    } catch (const nlohmann::json::exception& e) {
        return make_error(ErrorCode::BadFile, "the checkpoint does not say where in the folder of pictures it was",
                          "Choose an older checkpoint.", e.what());
    }
    const bool sound = out.at_ < out.names_.size() && out.next_ > out.at_ && out.next_ <= out.names_.size() &&
                       out.passed_ <= out.next_ && out.iteration_ >= 0 &&
                       std::all_of(out.names_.begin(), out.names_.end(), [](const std::string& name) {
                           return !name.empty() && fs::path(name).filename() == name;
                       });
    if (!sound)
        return make_error(ErrorCode::BadFile, "the checkpoint's place in the folder of pictures makes no sense",
                          "Choose an older checkpoint.");
    std::error_code ec;
    if (out.next_ < out.names_.size() && !fs::is_directory(folder, ec))
        return make_error(ErrorCode::NotFound,
                          "start.folder: " + folder + ": no such folder, and " +
                              std::to_string(out.names_.size() - out.next_) + " of its pictures are left to do",
                          "Put it back where it was.");
    if (const auto now = list_frames(folder)) out.take_in(*now);
    out.results_ = frame_results(out.names_);
    return out;
}

void FrameWalk::take_in(const std::vector<std::string>& names) {
    const std::set<std::string> known(names_.begin(), names_.end());
    std::copy_if(names.begin(), names.end(), std::back_inserter(names_),
                 [&](const std::string& name) { return known.count(name) == 0; });
    std::sort(names_.begin() + static_cast<std::ptrdiff_t>(next_), names_.end(), natural_less);
}

void FrameWalk::seek(const Read& read, const Passed& passed) {
    while (!waiting_.defined() && next_ < names_.size()) {
        auto picture = read((fs::path(folder_) / names_[next_]).string());
        if (picture) {
            waiting_ = std::move(*picture);
            return;
        }
        passed(picture.error());
        ++next_;
        ++passed_;
    }
}

at::Tensor FrameWalk::enter() {
    at_ = next_++;
    ++place_;
    iteration_ = 0;
    done_ = false;
    return std::exchange(waiting_, at::Tensor());
}

bool FrameWalk::count(std::int64_t iterations) {
    done_ = ++iteration_ >= iterations;
    return done_;
}

std::int64_t FrameWalk::left(std::int64_t iterations) const {
    const std::int64_t here = done_ ? 0 : std::max<std::int64_t>(1, iterations - iteration_);
    return here + static_cast<std::int64_t>(names_.size() - next_) * iterations;
}

FrameProgress FrameWalk::progress(std::int64_t iterations) const {
    return {static_cast<std::int64_t>(place_),
            static_cast<std::int64_t>(names_.size() - passed_),
            iteration_,
            std::max(iterations, iteration_),
            results_[at_],
            done_};
}

}  // namespace headroom
