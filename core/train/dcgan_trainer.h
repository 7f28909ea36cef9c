// DcganTrainer: one DCGAN run: data, networks, steps, live changes, out-of-memory recovery, samples and checkpoints.
// Lives on the worker's thread.
#pragma once

#include "core/engine/backend.h"
#include "core/train/device_errors.h"
#include "core/train/gan_networks.h"
#include "core/train/oom_guard.h"
#include "core/train/run_memory.h"
#include "core/train/run_pictures.h"
#include "core/train/state_keeper.h"
#include "core/train/step_maker.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace headroom {

class DcganTrainer final : public Trainer, private TrainStep, private KeptState {
public:
    explicit DcganTrainer(std::string cache_dir);
    ~DcganTrainer() override;

    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                ProgressFn progress, EmitFn emit, std::stop_token stop) override;
    StepOutcome step() override;
    Result<void> apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override;
    bool needs_other_data(const TrainConfig& next) const override { return pictures_.need_others(next, config_); }
    Result<void> ready_data(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override { return pictures_.make_ready(next, progress, std::move(stop)); }
    TrainConfig config() const override { return config_; }
    NetworkLayout layout() const override { return nets_ ? layout_of(nets_->spec) : layout_; }
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
    void estimate_by(std::function<std::optional<Bytes>(const TrainConfig&)> estimate) { steps_.estimate_by(std::move(estimate)); }

    /// "cpu", "cuda:0": where the run trains, once prepared.
    std::string device_id() const { return memory_.memory().id(); }
    DeviceMemory& device_memory() { return memory_.memory(); }
    /// For tests and benches: the networks, and pictures from memory instead of config.data_path.
    GanNetworks& networks() { return *nets_; }
    void use_dataset(std::shared_ptr<const PackedDataset> data) { pictures_.give(std::move(data)); }
    /// For tests: relief alone has just been tried, so that the next refusal goes down a rung.
    void note_relief_for_tests() { steps_.note_relief(); }

private:
    Result<void> restore(const CheckpointContent& content, bool weights_only);
    /// Error: the budget asked for is less than the program itself takes.
    Result<void> check_budget(const TrainConfig& config) const;
    void set_limits() override;
    StepRules rules() const;
    Window make_window(std::int64_t position) const;
    const TrainConfig& settings() const override { return config_; }
    std::int64_t steps_done() const override { return step_; }
    std::int64_t images_done() const override { return images_; }
    void try_step() override;
    void commit(double seconds, StepDone& out) override;
    Bytes undo() override;
    void use_rung(const TrainConfig& config) override;
    void describe(OomScene& scene) const override;
    /// Networks of next.image_size with the weights kept by role; new stages fade in when that is wished.
    void resize_networks(const TrainConfig& next);
    /// Sets how far new stages have faded in, or ends the fade-in when its steps are over.
    void follow_fade();
    /// The generator that pictures show.
    Generator& shown() { return nets_->ema ? *nets_->ema : *nets_->g; }
    /// Sliced Wasserstein distance of the shown generator to the data, over fewer pictures when memory is short (which makes
    /// it larger, so that it never passes for a best one); NaN when there was no room at all.
    double score() override;
    double score_over(std::int64_t pictures, bool on_cpu);
    /// Pictures of `z` by `g`; where the GPU has no room for one, by a copy of it on the CPU.
    ImageList render(Generator& g, const at::Tensor& z);
    std::shared_ptr<const CheckpointContent> copy_state(double score, bool pinned) const override;
    Result<void> put_back(const CheckpointContent& content) override { return restore(content, false); }
    void drop() override;

    RunPictures pictures_;
    TrainConfig config_;
    EmitFn emit_;
    RunMemory memory_;
    std::unique_ptr<GanNetworks> nets_;
    NetworkLayout layout_;              ///< of the networks that are parked
    std::int64_t step_ = 0, images_ = 0, window_images_ = 0;
    std::int64_t fade_done_ = 0;  ///< steps since the networks grew, while new stages fade in
    /// What stands of a step that did not fit to its end: D's part, when no copy of D was kept to undo it. The next try does
    /// the rest; with the same settings that gives the bits of a step that was never refused anything.
    struct Done {
        bool d_stands = false;
        std::int64_t rounds = 0, images = 0, last_window = 0;  ///< D rounds and their pictures; first picture of the last
        StepFigures figures;
    };
    Done done_;
    std::optional<StepGuard> guard_;    ///< of the try that is under way
    StepFigures figures_;               ///< of the try that went well
    bool settled_ = false;              ///< a step with these settings has succeeded, so its peak is known
    double last_norms_ = -1;      ///< run time of the last gradient norms
    StepMaker steps_{memory_, *this, {"step", "Raise the budget, lower the resolution or use narrower networks."}};
    StateKeeper keeper_{memory_, *this, emit_};
};

}  // namespace headroom
