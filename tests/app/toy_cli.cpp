// headroom-cli-toy: the command line with one more family, which no file of the product knows.
#include "app/cli/environment.h"
#include "app/cli/verbs.h"
#include "core/families/registry.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/tensor_library.h"
#include "core/train/bench.h"
#include "core/train/ranks/follower.h"
#include "core/train/start_bench.h"
#include "core/train/torch_backend.h"
#include "tests/support/toy_family.h"
#include "tests/toy/spoiled_sum.h"
#include "tests/toy/toy_training.h"

#include <string>
#include <utility>
#include <vector>

int main(int argc, char** argv) {
    static const headroom::test::ToyFamily toy;
    headroom::add_family(toy);
    headroom::add_train_family(headroom::test::toy_training());
    headroom::set_up_tensor_library();
    headroom::cli::Environment environment;
    environment.version = "toy";
    environment.cpu_kernels = headroom::cpu_kernels;
    environment.has_bf16_kernels = headroom::has_bf16_kernels;
    environment.make_backend = [](headroom::TrainGroup group) {
        group.all = headroom::test::with_a_spoiled_sum(std::move(group.all));
        return headroom::make_torch_backend(std::move(group));
    };
    environment.follow = [](auto all, const auto& options, auto stop) {
        return headroom::follow_run(headroom::test::with_a_spoiled_sum(std::move(all)), options, std::move(stop));
    };
    environment.bench = headroom::run_bench;
    environment.start_bench = headroom::run_start_bench;
    return headroom::cli::run(headroom::cli::headroom_cli(), std::vector<std::string>(argv + 1, argv + argc),
                              environment);
}
