// Environment: what the command line needs from outside: the tensor side and where it comes from, as functions, so that tests put a fake there.
#pragma once

#include "core/engine/backend.h"
#include "core/engine/setup/libtorch_setup.h"
#include "core/train/bench.h"
#include "core/train/ranks/follower.h"
#include "core/train/score/score.h"
#include "core/train/start_bench.h"
#include "core/train/tools/clip_features.h"
#include "core/train/tools/reconstruct.h"
#include "core/train/torch_backend.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace headroom::cli {

struct Environment {
    std::string version;
    std::string torch_version;
    std::function<LibtorchRequest(bool gpu)> libtorch = pinned_request;  ///< what setup fetches
    std::function<LibtorchPlaces()> libtorch_places = headroom::libtorch_places;
    std::optional<Error> no_tensors{};  ///< why nothing of what follows is there; verbs that need it end with this
    std::function<std::string()>
        cpu_kernels;  ///< processor and the kernels that LibTorch and oneDNN choose (core/memory/cpu_kernels.h)
    std::function<bool()> has_bf16_kernels;  ///< whether oneDNN multiplies bf16 numbers as such
    std::function<std::shared_ptr<Backend>(TrainGroup)> make_backend;
    std::function<Result<void>(std::shared_ptr<Collective>, const FollowOptions&, std::stop_token)> follow;
    std::function<Result<std::string>(const TrainConfig&, const BenchOptions&, ProgressFn, std::stop_token)> bench;
    std::function<Result<std::string>(const TrainConfig&, const ProgressFn&, std::stop_token)> start_bench;
    std::function<Result<ReconstructReport>(const ReconstructRequest&, ProgressFn, std::stop_token)> reconstruct;
    std::function<Result<ClipReport>(const ClipRequest&, ProgressFn, std::stop_token)> clip_features;
    std::function<Result<ScoreReport>(const ScoreRequest&, const ProgressFn&, std::stop_token)> score;
};

}  // namespace headroom::cli
