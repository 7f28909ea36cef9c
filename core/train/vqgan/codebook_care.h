// CodebookCare: what happens to a VQGAN's codes beside gradients: counting their use, moving averages, restart of dead ones.
// A GPU's codes are counted, chosen and restarted there, by masks over all of them: the host asks for nothing and needs no numbers.
// Source: van den Oord et al. 2017, appendix A.1 (moving averages); Dhariwal et al., "Jukebox", 2020 (restarts). On the worker's thread.
#pragma once

#include "core/families/vqgan/vqgan_figures.h"
#include "core/models/vqgan/vqgan.h"
#include "core/train/optim/adam.h"
#include "core/train/ranks/step_peers.h"
#include "core/train/tensor_bridge.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace headroom {

/// A window's pictures as CodebookCare sees them.
struct CodeWindow {
    std::int64_t images_before = 0;      ///< trained on before it
    std::int64_t images = 0, cells = 0;  ///< of the whole window
    std::uint64_t seed = 1;
    double decay = 0;             ///< 0: codes learn by gradient
    std::int64_t restart = 0;     ///< images; 0: never
    std::int64_t first_cell = 0;  ///< of those that this process sees
};

class CodebookCare {
public:
    /// `trained`: its codes mean something already. Otherwise those that the first window does not use begin anew in it, when restarts
    /// are on: a start from the data.
    explicit CodebookCare(const Vqgan& net, bool trained = false);

    /// Averages begin with the codes as they are when `decay` is above 0 and there are none; without decay they are let go of.
    void configure(const Vqgan& net, double decay);

    /// What of the window a GPU reads there: its place in the run and its cells in a random order. Before begin(), and before what was recorded
    /// of another window like it is done again. May throw c10::OutOfMemoryError.
    void bring(const CodeWindow& window);
    /// Before a window's first micro-batch; forgets a window that was not finished. `peers`: processes that see its other micro-batches;
    /// null: none.
    void begin(const CodeWindow& window, StepPeers* peers = nullptr);
    /// One micro-batch: `latents` (n, D, h, w), `indices` (n, h, w). May throw c10::OutOfMemoryError.
    void see(const at::Tensor& latents, const at::Tensor& indices);
    /// With several processes, before finish(): what each has seen becomes what all have. Throws as StepPeers::agree().
    void add_up(const Vqgan& net);
    /// After the optimisers' steps: use is counted, averages and restarted codes are written; `adam` forgets what it knew of the latter.
    /// `epoch_ends`: the window was the last of an epoch. Where it throws c10::OutOfMemoryError, calling it again completes it.
    void finish(Vqgan& net, Adam& adam, bool epoch_ends);
    /// Forgets the window.
    void drop();

    /// Fills the codes' part of `out`; waits for a GPU.
    void tell(VqganFigures& out) const;
    /// The same of a GPU's for figures that come later: 0-dim tensors, and what becomes of their numbers, which begin at `numbers`. Empty
    /// on the CPU.
    std::vector<at::Tensor> figures() const;
    static void write(const double* numbers, std::int64_t codes, VqganFigures& out);
    std::int64_t codes() const { return codes_; }

    /// For checkpoints: use, ages and averages, by name; and the numbers that go into the checkpoint's state.
    NamedTensors tensors() const;
    /// For the ledger.
    NamedTensors averages() const;
    struct Totals {
        std::int64_t restarted = 0;   ///< since the run began
        double last_perplexity = 0;   ///< of the last whole epoch
        std::int64_t last_used = -1;  ///< likewise; -1: there was none
    };
    /// Waits for a GPU.
    Totals totals() const;
    void set_totals(const Totals& totals);

private:
    void choose_restarts();
    /// Whether the latents' sum continues that of the processes before this one: they are kept until it has come.
    bool sums_in_order() const { return peers_ && peers_->ordered() && !peers_->is_first(); }
    void want_sum(const at::Tensor& like);
    void want_fresh(const at::Tensor& like);
    /// What a window makes of the codes, before anything is written.
    struct Outcome {
        at::Tensor size, sum, codes;          ///< undefined without averages
        at::Tensor use;                       ///< (K) int64 on the CPU: in the window
        std::vector<std::int64_t> restarted;  ///< codes
        at::Tensor which, rows;               ///< the same on the device, and what they become
    };
    bool on_device() const { return !use_.is_cpu(); }
    /// The same window on a GPU: which codes begin anew as which of its cells, what they find there, and what becomes of all.
    void choose_on_device();
    void pick_on_device(const at::Tensor& rows);
    void finish_on_device(Vqgan& net, Adam& adam, bool epoch_ends);
    /// What of `adam`'s moments is the codebook's; undefined: it does not train it.
    static std::vector<at::Tensor> moments_of_codes(Vqgan& net, Adam& adam);
    Outcome outcome(const Vqgan& net) const;
    void follow_averages(const Vqgan& net, Outcome& out) const;
    void restart_codes(const Vqgan& net, Outcome& out) const;
    void write_codes(Vqgan& net, Adam& adam, const Outcome& out);
    void count_use(const Outcome& out, bool epoch_ends);

    std::int64_t codes_;
    at::Tensor use_;         ///< (K) int64: in the epoch that is under way
    at::Tensor seen_;        ///< (K) int64: images when last used or restarted
    at::Tensor size_, sum_;  ///< averages: (K) latents per step, (K, D) their sum; undefined without decay

    Totals totals_;                             ///< on the CPU
    at::Tensor restarted_on_device_;            ///< 0-dim int64
    at::Tensor epoch_used_, epoch_perplexity_;  ///< 0-dim float64: of the last whole epoch; below 0: there was none

    CodeWindow window_;
    StepPeers* peers_ = nullptr;
    std::int64_t cell_ = 0;                   ///< of the window, so far
    at::Tensor window_use_, window_sum_;      ///< on the device
    std::vector<std::int64_t> dead_, picks_;  ///< codes to restart, and the window's cells that they become
    at::Tensor fresh_;                        ///< (dead, D); on a GPU (K, D)
    at::Tensor images_there_;                 ///< () int64 on a GPU: window_.images_before
    at::Tensor order_there_;                  ///< (K) int64 on a GPU: the window's cells, each another one
    at::Tensor picks_on_device_;              ///< (K) int64: the window's cell that a code becomes; below 0: none
    std::vector<std::pair<at::Tensor, at::Tensor>> kept_;  ///< codes and latents of micro-batches whose sum waits
};

/// Codes that were used and exp of the entropy of `use` (K), int64 on the CPU; 0 and 0 when nothing was.
std::pair<std::int64_t, double> perplexity_of(const at::Tensor& use);

}  // namespace headroom
