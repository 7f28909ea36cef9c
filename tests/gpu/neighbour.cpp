// A neighbour on a card is this program once more, as a child that takes memory and waits; to the stand-in it is only told.
#include "tests/gpu/gpu_fixture.h"

#ifdef HEADROOM_STAND_IN
#include "tests/support/stand_in/driver.h"
#else
#include "core/io/files/program_start.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <sys/wait.h>
#include <unistd.h>
#endif

namespace headroom::test {

#ifdef HEADROOM_STAND_IN

struct Neighbour::Program {};
Neighbour::Neighbour(Bytes bytes) { stand_in::set_others(bytes); }
Neighbour::~Neighbour() { stand_in::set_others({}); }

#else

struct Neighbour::Program {
    pid_t pid = -1;
    int input = -1;
};

/// Run by Neighbour alone, in a process of its own: HEADROOM_NEIGHBOUR says how much it takes; the end of its input ends it.
TEST(GpuNeighbour, DISABLED_TakesMemory) {
    const char* bytes = std::getenv("HEADROOM_NEIGHBOUR");
    if (!bytes) return;
    const at::Tensor held =
        at::empty({std::atoll(bytes)}, at::TensorOptions().dtype(at::kByte).device(at::kCUDA)).fill_(1);
    (void)held.sum().item<std::int64_t>();
    std::cout << "taken" << std::endl;
    std::cin.get();
}

Neighbour::Neighbour(Bytes bytes) : program_(std::make_unique<Program>()) {
    std::array<int, 2> in{}, out{};
    if (pipe(in.data()) != 0 || pipe(out.data()) != 0) std::abort();
    setenv("HEADROOM_NEIGHBOUR", std::to_string(bytes.count).c_str(), 1);
    const auto started =
        start_program({std::filesystem::read_symlink("/proc/self/exe").string(),
                       {"--gtest_filter=GpuNeighbour.*", "--gtest_also_run_disabled_tests", "--gtest_brief=1"},
                       in[0],
                       out[1]});
    unsetenv("HEADROOM_NEIGHBOUR");
    close(in[0]);
    close(out[1]);
    program_->input = in[1];
    EXPECT_TRUE(started) << (started ? "" : started.error().message);
    if (started) program_->pid = *started;
    std::string said;
    char letter = 0;
    while (said.find("taken") == std::string::npos && read(out[0], &letter, 1) == 1) said += letter;
    EXPECT_NE(said.find("taken"), std::string::npos) << said;
    close(out[0]);
}

Neighbour::~Neighbour() {
    close(program_->input);
    if (program_->pid > 0) waitpid(program_->pid, nullptr, 0);
}

#endif

}  // namespace headroom::test
