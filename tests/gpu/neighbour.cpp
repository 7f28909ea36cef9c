// A neighbour on a card is a program of its own (take_memory.cpp); to the stand-in it is only told.
#include "tests/gpu/gpu_fixture.h"

#ifdef HEADROOM_STAND_IN
#include "tests/support/stand_in/driver.h"
#else
#include "core/io/files/program_start.h"

#include <array>
#include <cstdlib>
#include <string>

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

Neighbour::Neighbour(Bytes bytes) : program_(std::make_unique<Program>()) {
    std::array<int, 2> in{}, out{};
    if (pipe(in.data()) != 0 || pipe(out.data()) != 0) std::abort();
    const auto started =
        start_program({find_companion("headroom_gpu_neighbour"), {std::to_string(bytes.count)}, in[0], out[1]});
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
