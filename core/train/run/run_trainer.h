// RunTrainer: what every trainer of a run has: settings, device, steps, checkpoints, lending, memory reports. PictureTrainer: one
// that trains networks on a data set. On the worker's thread.
#pragma once

#include "core/engine/backend.h"
#include "core/train/ranks/orders.h"
#include "core/train/run/network_parts.h"
#include "core/train/run/run_memory.h"
#include "core/train/run/run_pictures.h"
#include "core/train/run/state_keeper.h"
#include "core/train/run/step_speed.h"
#include "core/train/score/run_scorer.h"
#include "core/train/score/score_shelf.h"
#include "core/train/step/step_maker.h"
#include "core/train/step/step_number.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class RunTrainer : public Trainer, protected TrainStep, protected KeptState {
public:
    StepOutcome step() override {
        if (!speed_.is_asked()) return steps_.make(emit_);
        return speed_.watched([this] { return steps_.make(emit_); }, [this] { return config_; }, memory_, emit_);
    }
    Result<void> measure_next_step() override;
    Result<std::vector<StepDone>> figures(bool all) override { return steps_.figures(all); }
    TrainConfig config() const override { return config_; }
    TrainConfig own_part() const override { return steps_.own_part(config_); }
    Result<std::shared_ptr<const CheckpointContent>> checkpoint() override { return keeper_.checkpoint(step_); }
    std::shared_ptr<const MemoryReport> memory() override {
        return std::make_shared<const MemoryReport>(memory_.report());
    }
    std::shared_ptr<const StepTimeline> timeline() override {
        return memory_.timeline(named_blocks(), speed_.known(config_));
    }
    /// While the model is parked a step of the past would say what is no longer so.
    Result<std::string> memory_snapshot() override { return memory_.snapshot(named_blocks(), is_built()); }
    Result<void> lend() override {
        auto settled = steps_.settle();
        return settled ? keeper_.lend() : settled;
    }
    Result<void> take_back() override { return keeper_.take_back(); }
    void answer_oom(OomAnswer answer) override { steps_.answer(answer); }

    /// The run's steps are shared out among several processes. Before prepare(). `tell_others`: as StepMaker::tell_others.
    void share_with(StepPeers* peers, std::function<Result<void>(const TrainConfig&)> tell_others = {});
    /// As StepMaker::follow.
    void follow(const TrainConfig& config) { steps_.follow(config); }
    /// What keeps some of so many processes from having work in a step; empty: nothing.
    virtual std::string too_little_for(const TrainConfig& config, int processes) const;
    /// What is the same on all processes between two steps.
    virtual std::vector<at::Tensor> common_state() const = 0;
    /// Of its pictures: as mark_of() in core/train/ranks/orders.h.
    virtual std::string data_mark() const { return {}; }
    std::int64_t steps_made() const { return step_; }
    /// The first so many of the pictures that the run is scored by; none where runs of this kind are not scored. Errors: OutOfMemory, Cancelled.
    virtual Result<ImageList> scored(std::int64_t, const ProgressFn&, const std::stop_token&) { return ImageList(); }
    /// How real the run's discriminator finds pictures `indices` of `data`, which are as large as the run's: a logit each, the mean of its
    /// patches. Empty: it has none, or none that has learnt anything. Errors: OutOfMemory, Cancelled.
    virtual Result<std::vector<double>> judge(const PackedDataset&, const std::vector<std::int64_t>&,
                                              const std::stop_token&) {
        return std::vector<double>{};
    }

    /// A scoring that a run before has left there is gone on with; one that is cut short is left there at the end.
    virtual void keep_scores_on(std::shared_ptr<ScoreShelf>) {}

    /// As StepMaker::estimate_by.
    void estimate_by(std::function<std::optional<Bytes>(const TrainConfig&)> estimate) {
        steps_.estimate_by(std::move(estimate));
    }
    /// "cpu", "cuda:0": where the run trains, once prepared.
    std::string device_id() const { return memory_.memory().id(); }
    DeviceMemory& device_memory() { return memory_.memory(); }
    /// For tests: relief alone has just been tried, so that the next refusal goes down a rung; or it was never tried.
    void note_relief_for_tests(bool tried = true) { steps_.note_relief(tried); }
    /// For tests: a checkpoint's content without its score.
    Result<std::shared_ptr<const CheckpointContent>> state_for_tests() { return keeper_.checkpoint(step_, false); }

protected:
    explicit RunTrainer(StepWords words) : steps_(memory_, *this, std::move(words)) {}

    const TrainConfig& settings() const override { return config_; }
    std::int64_t steps_done() const override { return step_; }
    void set_limits() override { memory_.set_limits(config_, preview_need()); }
    /// What a preview takes, as far as the networks are built.
    virtual Bytes preview_need() const { return {}; }
    /// Does what may fail on the device. Errors: OutOfMemory, `no_room`; DeviceLost as RunMemory::device_lost, `when` the device
    /// failed ("while the change was taken on"); Internal: anything else of the tensor library.
    Result<void> on_device(const std::function<Result<void>()>& work, const Error& no_room,
                           const std::string& when) const;
    /// Makes pictures for the window: `draw`'s tensors are previews and may use the reserve. Error OutOfMemory: there was no room.
    Result<void> as_preview(const std::function<Result<void>()>& draw);
    /// False before the networks are built and while they are parked.
    virtual bool is_built() const = 0;
    /// What is known by name; empty without networks.
    virtual std::vector<NamedBlock> named_blocks() const = 0;

    TrainConfig config_;
    EmitFn emit_;
    RunMemory memory_;
    std::int64_t step_ = 0;
    StepPeers* peers_ = nullptr;  ///< the other processes of the run; null: there are none
    StepMaker steps_;
    SpeedWatch speed_;
    StateKeeper keeper_{memory_, *this, emit_};
};

/// A window of a step: its pictures, micro-batch by micro-batch.
struct PictureWindow {
    std::int64_t after = 0;             ///< of its first picture behind the run's position
    std::vector<std::int64_t> samples;  ///< pictures per micro-batch; the last may be short
    std::int64_t total() const { return std::accumulate(samples.begin(), samples.end(), std::int64_t{0}); }
    /// The first picture of micro-batch i, behind the run's position.
    std::int64_t first_of(std::size_t i) const {
        return std::accumulate(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(i), after);
    }
};

class PictureTrainer : public RunTrainer {
public:
    ~PictureTrainer() override {
        if (shelf_ && scorer_.has_drawn()) shelf_->put(std::move(scorer_));
    }
    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                ProgressFn progress, EmitFn emit, std::stop_token stop) override;
    Result<void> apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override;
    bool needs_other_data(const TrainConfig& next) const override { return pictures_.need_others(next, config_); }
    Result<void> ready_data(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override {
        return pictures_.make_ready(next, progress, std::move(stop));
    }
    /// With the place that its pictures have.
    TrainConfig own_part() const override;
    Result<void> take_back() override;
    Result<SampleReady> sample(const SampleRequest& request) override;
    Result<RunScores> scores(const ProgressFn& progress, std::stop_token stop) override;
    Result<ImageList> scored(std::int64_t count, const ProgressFn& progress, const std::stop_token& stop) override;
    Result<std::vector<double>> judge(const PackedDataset& data, const std::vector<std::int64_t>& indices,
                                      const std::stop_token& stop) override;
    bool reached_limit() const override { return pictures_.reached_limit(config_, step_, images_); }
    std::vector<at::Tensor> common_state() const override;
    std::string data_mark() const override { return mark_of(pictures_.data()); }
    void keep_scores_on(std::shared_ptr<ScoreShelf> shelf) override {
        shelf_ = std::move(shelf);
        scorer_ = shelf_->take();
    }

    /// For tests and benches: pictures from memory instead of config.data_path.
    void use_dataset(std::shared_ptr<const PackedDataset> data) { pictures_.give(std::move(data)); }

protected:
    explicit PictureTrainer(std::string cache_dir)
        : RunTrainer({"step", "Raise the budget, lower the resolution or use narrower networks."}),
          pictures_(std::move(cache_dir), memory_) {}

    /// `drawn` with the pictures of the data that are nearest to its first one.
    Result<SampleReady> with_nearest(SampleReady drawn, int count) const;

    std::int64_t images_done() const override { return images_; }
    /// What a checkpoint holds: the networks' parts, and a state of what every such run has and what add_state() adds.
    std::shared_ptr<const CheckpointContent> copy_state(double score, bool pinned) const override;
    virtual NetworkParts parts() const = 0;
    virtual void add_state(nlohmann::json&) const {}
    /// Takes on where the run stood; `state` is that of `content`.
    void go_on_from(const CheckpointContent& content, const nlohmann::json& state);
    void describe(OomScene& scene) const override;
    Result<void> put_back(const CheckpointContent& content) override { return restore(content, false); }
    void drop() override;
    Bytes relieve() override { return pictures_.make_room(); }

    /// Error: settings that no network can be built from; before anything is opened.
    virtual Result<void> check(const TrainConfig&) const { return {}; }
    /// Error: pictures that these networks cannot be trained on.
    virtual Result<void> check(const PackedDataset&) const { return {}; }
    /// Fresh networks, all that a run needs. May throw c10::Error.
    virtual Result<void> build(const ProgressFn& progress) = 0;
    /// Likewise with the content of a checkpoint or, with `weights_only`, its networks alone.
    virtual Result<void> restore(const CheckpointContent& content, bool weights_only) = 0;
    virtual void drop_networks() = 0;
    /// The networks take on `next`, config_ is still what was. May throw c10::Error; then take_on(config_) undoes it.
    virtual void take_on(const TrainConfig& next, const ProgressFn& progress) = 0;
    /// config_ is the new one.
    virtual void taken_on() {}
    /// Weights, averages and optimiser state of networks for `config`; of those that are built where they are.
    virtual Bytes fixed_bytes(const TrainConfig& config) const = 0;
    /// Trained numbers of the generator (or VQGAN) and of the discriminator.
    virtual std::pair<std::int64_t, std::int64_t> parameters() const = 0;
    /// The pictures of `request`, which are not the data set's, into `out`. May throw c10::Error.
    virtual Result<void> draw(const SampleRequest& request, SampleReady& out) = 0;

    /// Pictures first .. first + count - 1 of those that the run is scored by: of latents that are always the same, or what the networks make of
    /// scored_pictures() of the data. They leave no trace in the run. May throw c10::Error.
    virtual ImageList draw_scored(std::int64_t first, std::int64_t count) = 0;

    /// D's logits of pictures (N, channels, S, S) in [-1, 1], in evaluation mode: (N, ..). Undefined: there is no discriminator, or it has
    /// not begun to learn.
    virtual at::Tensor logits_of(const at::Tensor&) { return {}; }

    /// The micro-batch that a step is at, from 0; below 0: at none.
    virtual int micro_batch() const = 0;
    /// The windows of the step that comes, as the run stands.
    virtual std::vector<PictureWindow> windows() const { return {}; }
    /// Up to a full one, `after` pictures behind the run's position.
    PictureWindow window_after(std::int64_t after) const;
    /// Pictures behind the run's position, as RunPictures::batch(); while a step is recorded, those that each replay finds there.
    at::Tensor pictures_of(std::int64_t after, std::int64_t count, at::MemoryFormat format) const;
    /// How the steps want them laid out.
    virtual at::MemoryFormat picture_layout() const { return at::MemoryFormat::Contiguous; }
    /// Of a step that can be recorded: its windows, as text.
    std::string text_of_windows() const;
    /// What keeps the step that comes from being recorded, for all that train on pictures; empty: nothing does.
    std::string why_not_recorded() const;
    void begin_recording() override;
    StepRecording end_recording(bool made) override;
    /// What try_step() has just noted of the step, to be noted again by a replay.
    virtual std::function<void()> noted() { return {}; }
    /// Try or replay of a step: numbers that its work reads on the device. Throws c10::Error.
    virtual void bring_numbers() { position_number_.set(pictures_.position, memory_.device()); }
    /// The run's position as the first sample of random numbers.
    nn::FirstSample first_sample() const { return position_number_.first(); }
    bool is_recording() const { return held_pictures_ != nullptr; }
    void drop_numbers() { position_number_.drop(); }

    /// A step over window_images_ pictures is done, in so many seconds.
    void count_step(double seconds, StepDone& out) noexcept;
    /// What the running mean takes of the new weights in the step that is made, over window_images_ pictures. Where its half-life still grows
    /// (TrainConfig::ema_ramp), a recorded step reads it on the device.
    MeanShare share_of_step() const { return {mean_share_after(window_images_), mean_share_there_}; }

    RunPictures pictures_;
    RunScorer scorer_;
    std::shared_ptr<ScoreShelf> shelf_;
    std::int64_t images_ = 0, window_images_ = 0;

private:
    double mean_share_after(std::int64_t images) const {
        return mean_share(images, half_life_after(config_, images_ + images));
    }
    /// Once the limits are those of config_: whether the data set lies on the device. Errors: as on_device(), Cancelled.
    Result<void> place_pictures(const ProgressFn& progress, const std::stop_token& stop);
    struct HeldPictures {
        std::int64_t after, count;
        at::Tensor pictures;
    };
    std::shared_ptr<std::vector<HeldPictures>> held_pictures_;  ///< while a step is recorded
    at::Tensor mean_share_there_;  ///< while one is recorded in which the mean's half-life grows
    StepNumber position_number_;
    /// As a preview, with errors of its own. Errors: as on_device().
    Result<void> in_reserve(const std::function<Result<void>()>& work, const Error& no_room, const std::string& when);
    /// What is kept of features between scores; nothing: whatever it takes. On the CPU it lies in the reserve too or, where nobody has set a budget,
    /// takes a hundredth of it.
    std::optional<Bytes> room_for_features() const;
    Result<RunScores> scores_by_features(const ProgressFn& progress, std::stop_token stop);
    /// What D says of held-out pictures, into `out`; nothing where there are none. Errors: as judge().
    Result<void> ask_discriminator(RunScores& out, const ProgressFn& progress, const std::stop_token& stop);
    /// Pictures 0 .. total - 1 piece by piece, in its turn and as previews; a piece may come again, once room was made. Errors: as on_device(), Cancelled.
    Result<void> look_through(std::int64_t total, std::int64_t at_once, const std::stop_token& stop,
                              const std::function<void(std::int64_t first, std::int64_t count)>& take);
    Result<void> open_pictures(const TrainConfig& config, const ProgressFn& progress, std::stop_token stop);
    /// Error: the budget asked for is less than the program itself takes.
    Result<void> check_budget(const TrainConfig& config) const;
};

}  // namespace headroom
