// Runs of several processes for tests: how they are started, and what two runs' checkpoints have in common.
#pragma once

#include "cli_fixture.h"

#include <sys/types.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom::test {

using Words = std::vector<std::string>;
Words operator+(Words a, const Words& b);

/// A socket of this machine that is bound to a port that was free.
class Port {
public:
    Port();
    ~Port();
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;

    int number() const { return number_; }
    void listen();
    /// One that nobody uses now.
    static int unused();

private:
    const int socket_;
    int number_ = 0;
};

bool somebody_listens(int port);
/// Whether a process has a handler of its own for `signal`.
bool hears(pid_t pid, int signal);

/// What the first step among the events of a run's output says of its memory; null: there is none.
nlohmann::json first_memory(const std::string& out);

/// Names of tensors of two runs' newest checkpoints that differ.
std::string differing(const std::string& a, const std::string& b);
/// The largest difference of Adam's first moments, which are half the gradients after one step, beside the largest of their tensor.
double moments_apart(const std::string& a, const std::string& b);
/// The largest difference of batch norms' running statistics.
double statistics_apart(const std::string& a, const std::string& b);

class ProcessesTest : public CliTest {
protected:
    std::string at(const std::string& name) const { return folder_.file(name); }
    static Words of(int processes) { return {"--processes", std::to_string(processes), "--ordered-sums"}; }
    /// A small DCGAN of the built-in shapes.
    Words train(const std::string& run, const Words& more = {}) const;
    /// A small Light GAN of them, a small VQGAN, and a small painting.
    Words light_gan(const std::string& run, const Words& more = {}) const;
    Words vqgan(const std::string& run, const Words& more = {}) const;
    Words paint(const std::string& run, const Words& more = {}) const;
    /// A run of `words` with `settings` in one process, and others with so many that have its bits.
    using MakeWords = std::function<Words(const std::string& run, const Words& more)>;
    void expect_the_same(const MakeWords& words, const Words& settings, const std::vector<int>& processes) const;
    /// The environment of process `rank` as torchrun sets it.
    CliOptions place(int rank, int size, int port, int timeout = 20) const;
    /// As torchrun starts them.
    std::vector<std::unique_ptr<CliProcess>> start(int size, const Words& words, int timeout = 20) const;
};

}  // namespace headroom::test
