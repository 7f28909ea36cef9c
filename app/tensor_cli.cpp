// Puts the command line and the tensor side together.
#include "app/tensor_cli.h"

#include "app/cli/environment.h"
#include "app/cli/verbs.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/tensor_library.h"
#include "core/train/bench.h"
#include "core/train/ranks/follower.h"
#include "core/train/start_bench.h"
#include "core/train/torch_backend.h"

#include <string>
#include <vector>

int headroom_cli_main(int count, char** words) {
    headroom::set_up_tensor_library();
    headroom::cli::Environment environment;
    environment.version = HEADROOM_VERSION;
    environment.torch_version = HEADROOM_TORCH_VERSION;
    environment.cpu_kernels = headroom::cpu_kernels;
    environment.has_bf16_kernels = headroom::has_bf16_kernels;
    environment.make_backend = headroom::make_torch_backend;
    environment.follow = headroom::follow_run;
    environment.bench = headroom::run_bench;
    environment.start_bench = headroom::run_start_bench;
    environment.reconstruct = headroom::reconstruct_picture;
    environment.clip_features = headroom::clip_features;
    environment.score = headroom::score_pictures;
    return headroom::cli::run(headroom::cli::headroom_cli(), std::vector<std::string>(words + 1, words + count),
                              environment);
}
