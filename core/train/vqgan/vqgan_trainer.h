// VqganTrainer: one run that trains a VQGAN (stage 1): data, networks, steps, live changes, out-of-memory recovery, reconstructions and
// checkpoints. Lives on the worker's thread.
#pragma once

#include "core/engine/backend.h"
#include "core/models/vqgan/lpips.h"
#include "core/train/run_memory.h"
#include "core/train/run_pictures.h"
#include "core/train/state_keeper.h"
#include "core/train/step_maker.h"
#include "core/train/vqgan/vqgan_networks.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class VqganTrainer final : public Trainer, private TrainStep, private KeptState {
public:
    explicit VqganTrainer(std::string cache_dir);
    ~VqganTrainer() override;

    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                ProgressFn progress, EmitFn emit, std::stop_token stop) override;
    StepOutcome step() override { return steps_.make(emit_); }
    Result<void> apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override;
    bool needs_other_data(const TrainConfig& next) const override { return pictures_.need_others(next, config_); }
    Result<void> ready_data(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override { return pictures_.make_ready(next, progress, std::move(stop)); }
    TrainConfig config() const override { return config_; }
    /// Grid: pictures above their reconstructions. `seed` 0: pictures spread over the data set, else drawn from it.
    Result<SampleReady> sample(const SampleRequest& request) override;
    Result<std::shared_ptr<const CheckpointContent>> checkpoint() override { return keeper_.checkpoint(step_); }
    std::shared_ptr<const MemoryReport> memory() override;
    std::shared_ptr<const StepTimeline> timeline() override;
    Result<std::string> memory_snapshot() override;
    Result<void> lend() override { return keeper_.lend(); }
    Result<void> take_back() override { return keeper_.take_back(); }
    bool reached_limit() const override { return pictures_.reached_limit(config_, step_, images_); }
    void answer_oom(OomAnswer answer) override { steps_.answer(answer); }

    /// Who can tell a configuration's peak better than the ladder's own extrapolation: tensor bytes; may be empty.
    void estimate_by(std::function<std::optional<Bytes>(const TrainConfig&)> estimate) {
        steps_.estimate_by(std::move(estimate));
    }

    /// "cpu", "cuda:0": where the run trains, once prepared.
    std::string device_id() const { return memory_.memory().id(); }
    DeviceMemory& device_memory() { return memory_.memory(); }
    /// For tests and benches: the networks, and pictures from memory instead of config.data_path.
    VqganNetworks& networks() { return *nets_; }
    void use_dataset(std::shared_ptr<const PackedDataset> data) { pictures_.give(std::move(data)); }
    /// For tests: relief alone has just been tried, so that the next refusal goes down a rung.
    void note_relief_for_tests() { steps_.note_relief(); }

private:
    const TrainConfig& settings() const override { return config_; }
    std::int64_t steps_done() const override { return step_; }
    std::int64_t images_done() const override { return images_; }
    void try_step() override;
    void commit(double seconds, StepDone& out) override;
    Bytes undo() override;
    void use_rung(const TrainConfig& config) override;
    void describe(OomScene& scene) const override;

    Result<void> open_data(const TrainConfig& config, const ProgressFn& progress, std::stop_token stop);
    /// The perceptual network of the settings' file, on the device; none without one.
    Result<void> load_perceptual(const ProgressFn& progress);
    Result<void> check_budget(const TrainConfig& config) const;
    void set_limits() override;
    VqganRules rules() const;
    VqganWindow make_window() const;
    CodeWindow code_window(const VqganWindow& window) const;
    at::Tensor gumbel_noise(std::int64_t first, at::IntArrayRef shape) const;

    /// (n, 3, size, size) in [-1, 1] on the device.
    at::Tensor pictures_at(const std::vector<std::int64_t>& indices) const;
    std::vector<std::int64_t> preview_indices(std::int64_t count, std::uint64_t seed, std::int64_t first) const;
    /// Hands pictures and what `net` makes of them to `take`, piece by piece; a piece that has no room is halved.
    using TakePair = std::function<void(const at::Tensor& pictures, const at::Tensor& reconstructions)>;
    void reconstruct(Vqgan& net, const std::vector<std::int64_t>& indices, const TakePair& take) const;
    ImageList pairs(Vqgan& net, const std::vector<std::int64_t>& indices) const;
    /// Mean |difference| of reconstructions; NaN when there was no room.
    double score() override;

    Result<void> restore(const CheckpointContent& content, bool weights_only);
    std::shared_ptr<const CheckpointContent> copy_state(double score, bool pinned) const override;
    Result<void> put_back(const CheckpointContent& content) override;
    void drop() override;

    RunPictures pictures_;
    TrainConfig config_;
    EmitFn emit_;
    RunMemory memory_;
    std::unique_ptr<VqganNetworks> nets_;
    std::shared_ptr<Lpips> lpips_;
    std::int64_t step_ = 0, images_ = 0, window_images_ = 0;
    std::vector<at::Tensor> buffers_before_;  ///< of the try that is under way
    VqganStepFigures figures_;                ///< of the try that went well
    bool with_d_ = false;                     ///< likewise
    double last_norms_ = -1;                  ///< run time of the last gradient norms
    StepMaker steps_{memory_, *this, {"step", "Raise the budget, lower the resolution or use narrower networks."}};
    StateKeeper keeper_{memory_, *this, emit_};
};

}  // namespace headroom
