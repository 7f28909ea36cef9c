// StepPeers: the other processes of a run, as a step sees them: who computes which micro-batches, whether all could, and what their parts
// add up to. On the worker's thread.
#pragma once

#include "core/memory/cpu_allocator.h"
#include "core/memory/device_memory.h"
#include "core/ranks/collective.h"
#include "core/ranks/gpu_sums.h"
#include "core/train/optim/adam.h"

#include <ATen/core/TensorBody.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// How a try stands. The worst of all processes counts.
enum class Fate : int { Fine, NoRoom, Failed };

/// What became of a try on all processes.
struct SharedFate {
    Fate fate = Fate::Fine;
    int rank = 0;               ///< whose it is: of those without room the one that lacked most
    std::string words;          ///< Failed: why
    RefusedAllocation refused;  ///< NoRoom: what was refused there, but for `roles`
    Bytes data_back;            ///< of data sets that have left devices for it, of all processes
};

/// What process 0 has decided after a try that did not fit.
struct NextTry {
    enum class What { Again, Rung, Stop } what = What::Stop;
    std::string settings;  ///< Rung: all of them, as write_config writes them
};

class StepPeers {
public:
    explicit StepPeers(std::shared_ptr<Collective> all) : all_(std::move(all)) {}

    int rank() const { return all_->rank(); }
    int size() const { return all_->size(); }
    bool is_first() const { return rank() == 0; }
    /// Whether this step's gradients are added up in the window's order, which gives the bits of one process.
    bool ordered() const { return ordered_; }
    Collective& all() const { return *all_; }
    /// The run's GPUs add up from one to the other; null: through host memory.
    void use(std::shared_ptr<GpuSums> gpus) { gpus_ = std::move(gpus); }
    /// Whether sums of this tensor can be begun and waited for later.
    bool can_begin(const at::Tensor& sum) const;

    /// Of `count` micro-batches those from first to before second are this process's; process 0 has some when there are any.
    std::pair<std::size_t, std::size_t> share(std::size_t count) const;

    /// Within a try, at the same places everywhere: this process has come here in good order. `figures`: at most kFigures. Returns those of
    /// all, added up in order of rank. Throws c10::Error when another process could not come here: fate() then tells.
    std::vector<double> agree(const std::vector<double>& figures = {});
    static constexpr std::size_t kFigures = 12;
    /// Adds up a tensor of the run's device over all processes, in place. Throws c10::Error as agree().
    void add_up(at::Tensor& sum);
    /// Begins add_up() where can_begin(), which wait_for() ends. Throw likewise.
    std::unique_ptr<Pending> begin_adding_up(const at::Tensor& sum);
    void wait_for(Pending& sum);
    /// `tensor` of process `from` to all. Throws likewise.
    void spread(at::Tensor& tensor, int from);
    /// A list of numbers of each process, in order of rank, whatever their lengths. Throws likewise.
    std::vector<std::vector<float>> gather(const std::vector<float>& mine);

    /// A try of the step begins.
    void begin_try(bool ordered) {
        heard_ = false;
        ordered_ = ordered;
    }
    /// After a try that threw here, for reasons of its own or because agree() did: what became of it on all. `data_back`: as SharedFate, of this
    /// process. Error: the others are lost.
    Result<SharedFate> settle(Fate mine, const std::string& words, const RefusedAllocation& refused,
                              Bytes data_back = {});
    /// Process 0 says what comes next, the others hear it.
    Result<void> decide(const NextTry& next);
    Result<NextTry> hear_decision();

    /// The others are lost: why. Nothing: they are there.
    const std::optional<Error>& lost() const { return lost_; }
    /// Any thread: this process was asked to stop. All know it after the next step.
    void ask_to_stop() { stop_ = true; }
    bool stop_is_asked() const { return stop_asked_; }

private:
    friend class CommonWork;
    [[noreturn]] void lose(const Error& error);
    /// Fates and figures of all, row by row.
    Result<std::vector<double>> exchange(Fate mine, const std::vector<double>& figures);

    std::shared_ptr<Collective> all_;
    std::shared_ptr<GpuSums> gpus_;
    bool ordered_ = false;
    bool in_common_ = false;
    bool heard_ = false;  ///< that a process could not go on with this try
    std::optional<Error> lost_;
    std::atomic<bool> stop_{false};
    bool stop_asked_ = false;
};

/// From one common computation to the next, after all have agreed: nothing may be refused there, and who fails all the same cannot come back
/// to the others.
class CommonWork {
public:
    explicit CommonWork(StepPeers& peers) : peers_(peers) { peers_.in_common_ = true; }
    ~CommonWork() { peers_.in_common_ = std::uncaught_exceptions() > unwinding_; }
    CommonWork(const CommonWork&) = delete;
    CommonWork& operator=(const CommonWork&) = delete;

private:
    StepPeers& peers_;
    const int unwinding_ = std::uncaught_exceptions();
    const LimitSuspension never_refused_;
};

}  // namespace headroom
