// headroom-lab: what measures the engine and compares it with the reference libraries. Users do not need it.
#include "app/lab/verbs.h"
#include "core/base/standard_streams.h"
#include "core/memory/tensor_library.h"

#include <string>
#include <vector>

int main(int argc, char** argv) {
    headroom::reserve_standard_streams();
    headroom::set_up_tensor_library();
    headroom::cli::Environment environment;
    environment.version = HEADROOM_VERSION;
    environment.torch_version = HEADROOM_TORCH_VERSION;
    return headroom::cli::run(headroom::lab::headroom_lab(), std::vector<std::string>(argv + 1, argv + argc),
                              environment);
}
