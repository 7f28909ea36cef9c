// headroom-cli: starts at once. What computes is in the engine's module, which is loaded where a verb needs it; the rest works without LibTorch.
#include "app/cli/environment.h"
#include "app/cli/verbs.h"
#include "app/tensor_cli.h"
#include "core/base/standard_streams.h"
#include "core/engine/setup/engine_library.h"

#include <clocale>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    using namespace headroom;
    reserve_standard_streams();
    std::setlocale(LC_CTYPE, "C.UTF-8");  // names in archives are UTF-8, whatever the terminal is set to
    const std::vector<std::string> words(argv + 1, argv + argc);
    const cli::Program program = cli::headroom_cli();
    cli::Environment environment;
    environment.version = HEADROOM_VERSION;
    environment.torch_version = HEADROOM_TORCH_VERSION;
    if (cli::uses_tensors(program, words)) {
        const Result<void*> library = open_engine_library();
        const auto run = library ? engine_entry<decltype(&headroom_cli_main)>(*library, "headroom_cli_main") : nullptr;
        if (run) return run(argc, argv);
        environment.no_tensors = library ? make_error(ErrorCode::Environment, "the engine is of another build",
                                                      "Install Headroom again, all parts together.")
                                         : library.error();
    }
    return cli::run(program, words, environment);
}
