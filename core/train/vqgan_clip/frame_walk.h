// FrameWalk: where a run stands that paints on each picture of a folder in turn: which one, how far, which comes next. Its list is
// made when the run starts; files that come later are taken in when it is resumed, files that are gone by their turn are passed over.
#pragma once

#include "core/api/event.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace headroom {

class FrameWalk {
public:
    using Read = std::function<Result<at::Tensor>(const std::string& path)>;
    using Passed = std::function<void(const Error&)>;

    /// Before the first picture of `folder`. Errors: as list_frames.
    static Result<FrameWalk> open(const std::string& folder);
    /// As state() had it, with the pictures that have come to the folder since among those that are left to do. Errors: BadFile (it is damaged), NotFound (pictures are left to do and the folder is gone).
    static Result<FrameWalk> restore(const std::string& folder, const nlohmann::json& state);
    nlohmann::json state() const;

    /// Reads the picture that comes next, unless it is there, passing over those that cannot be read; `passed` is called once for each.
    void seek(const Read& read, const Passed& passed);
    /// seek() has to read again: at another size.
    void forget_next() { waiting_ = at::Tensor(); }
    /// The next picture, (1, 3, H, W); undefined: there is none, or it was not sought yet.
    const at::Tensor& next() const { return waiting_; }
    /// Begins with the next picture and gives it.
    at::Tensor enter();

    /// One more iteration of `iterations` for a picture is done. True: it was the last one.
    bool count(std::int64_t iterations);
    /// Of the picture that is being painted.
    std::int64_t iteration() const { return iteration_; }
    bool frame_done() const { return done_; }
    bool finished() const { return done_ && !waiting_.defined(); }
    /// Iterations until the end of the run, taking every file that was not tried for a picture.
    std::int64_t left(std::int64_t iterations) const;
    /// For an event.
    FrameProgress progress(std::int64_t iterations) const;
    /// How many files are listed, and how many of them were no pictures.
    std::size_t listed() const { return names_.size(); }
    std::size_t passed_over() const { return passed_; }

private:
    /// Names of files in the folder; those that are not known yet take their places among what was not tried.
    void take_in(const std::vector<std::string>& names);

    std::string folder_;
    std::vector<std::string> names_, results_;
    std::size_t at_ = 0;      ///< the picture that is painted
    std::size_t next_ = 0;    ///< the first that was not tried; with a picture waiting, that one
    std::size_t passed_ = 0;  ///< of those before next_
    std::size_t place_ = 0;   ///< of the picture that is painted, from 1, among those that could be read
    std::int64_t iteration_ = 0;
    bool done_ = false;
    at::Tensor waiting_;
};

}  // namespace headroom
