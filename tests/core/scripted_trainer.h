// A trainer and backend without tensors that do what the test's script says, for tests of session and worker.
#pragma once

#include "core/engine/backend.h"
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/toy_backend.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

namespace headroom {

/// What the test wants of the trainer; shared with the worker's thread.
struct Script {
    std::atomic<std::int64_t> fail_at{-1}, throw_at{-1}, oom_at{-1};
    std::atomic<ErrorCode> fails_as{ErrorCode::OutOfMemory};
    std::atomic<bool> refuse_changes{false}, refuse_sizes{false};
    std::atomic<bool> no_memory_to_save{false};  ///< the state cannot be copied
    std::atomic<bool> saving_throws{false};
    std::atomic<bool> no_memory_to_draw{false}, no_memory_to_reckon{false};  ///< previews, forecasts throw
    std::atomic<int> frames{0};  ///< so many steps, each the last one of a picture of a folder
    std::atomic<int> alive{0};
    std::atomic<int> weights_given{0};  ///< how many runs began with weights
    /// So many steps later their figures are known, as on a device that works behind the program's back; 0: with the step.
    std::atomic<std::int64_t> late{0};
    std::atomic<int> figures_fail{0};  ///< asking for them fails from now on
    std::atomic<std::int64_t> steps{0};
    /// How long a step takes at least. Steps of no length tell faster than a slow machine's threads can read.
    std::atomic<std::chrono::microseconds> step_time{std::chrono::microseconds(0)};
    /// Iterations that a folder of pictures takes in all, whatever the settings say; 0: none is painted on.
    std::atomic<std::int64_t> folder_steps{0};

    /// What a run is scored as; nothing: it cannot be. Set before the run begins.
    std::function<Result<RunScores>(std::int64_t step, std::stop_token)> scores;
    ProgressFn scoring;  ///< what `scores` tells how far it is
    /// A run that goes on does so with other pictures.
    std::atomic<bool> other_data{false};
    /// What of the data the settings keep from the run. Set before the run begins.
    SkippedPictures skipped{};

    /// What a checkpoint of that step scores by itself; nothing: the negative step. Set before the run begins.
    std::function<double(std::int64_t step)> score;
    /// What settings cost. Set before the session is made.
    std::shared_ptr<Forecaster> forecaster;
    /// The image.size at which pictures of the data were asked for last.
    std::atomic<std::int64_t> data_seen_at{0};

    /// Packing at another size takes until release() or until it is stopped.
    std::atomic<bool> packs{false}, packing_fails{false};
    std::atomic<int> packings{0}, cancelled{0};
    void release() {
        const std::lock_guard lock(mutex);
        released = true;
        changed.notify_all();
    }
    /// Steps up to this one may end; a later one is under way until it may.
    void let(std::int64_t step) {
        const std::lock_guard lock(mutex);
        last_allowed = step;
        changed.notify_all();
    }
    /// The step that is under way, or was last.
    std::atomic<std::int64_t> under_way{0};
    /// The list of devices takes until release().
    std::atomic<bool> devices_held{false};
    std::mutex mutex;
    std::condition_variable_any changed;
    bool released = false;
    std::int64_t last_allowed = std::numeric_limits<std::int64_t>::max();
};

class FakeTrainer final : public Trainer {
public:
    explicit FakeTrainer(Script& script) : script_(script) { ++script_.alive; }
    ~FakeTrainer() override { --script_.alive; }

    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                ProgressFn progress, EmitFn emit, std::stop_token) override {
        progress("packing images", 0.5);
        config_ = config;
        if (script_.folder_steps > 0) config_.steps = script_.folder_steps;
        emit_ = std::move(emit);
        if (restored && !weights_only) step_ = restored->step;
        if (script_.other_data) emit_(Warning{std::string(kDataChanged), "the data set is not the one before", ""});
        if (restored && weights_only) ++script_.weights_given;
        if (config.data_path == "nowhere")
            return make_error(ErrorCode::NotFound, "nowhere does not exist", "Choose another folder.");
        PreparedRun out{step_, step_ * 8, 64, "Fake", "Fake device", 10, 20, 0};
        out.skipped = script_.skipped;
        return out;
    }
    StepOutcome step() override {
        StepOutcome out;
        if (const auto time = script_.step_time.load(); time.count() > 0) std::this_thread::sleep_for(time);
        {
            std::unique_lock lock(script_.mutex);
            script_.under_way = step_ + 1;
            script_.changed.wait(lock, [this] { return step_ + 1 <= script_.last_allowed; });
        }
        if (step_ + 1 == script_.throw_at) throw std::runtime_error("a defect");
        if (step_ + 1 == script_.fail_at) {
            out.error = make_error(script_.fails_as, "step does not fit", "Raise the budget.");
            return out;
        }
        ++step_;
        script_.steps = step_;
        if (step_ == script_.oom_at) {
            OomRecovered oom;
            oom.step = step_;
            oom.requested = Bytes{512};
            oom.micro_batch = oom.micro_batches = 1;
            oom.cause = OomCause::FirstStep;
            oom.remedies = {{OomRung::Relief, RemedyOutcome::NotEnough, "caches given back", Bytes{64}, Bytes{32}},
                            {OomRung::MicroBatch, RemedyOutcome::Worked, "micro-batch halved"}};
            oom.before["batch.micro"] = config_.batch_micro;
            config_.batch_micro /= 2;
            oom.after["batch.micro"] = config_.batch_micro;
            oom.tried = {"micro-batch halved"};
            emit_(oom);
        }
        out.done = true;
        out.metrics.step = step_;
        out.metrics.images = step_ * 8;
        out.metrics.loss_g = static_cast<double>(step_);
        if (script_.late > 0) {
            waiting_.push_back(out.metrics);
            out.metrics.loss_g = -1;
            out.told = false;
        }
        if (script_.frames > 0) {
            --script_.frames;
            out.metrics.frame = FrameProgress{step_, step_, 1, 1, "frame" + std::to_string(step_) + ".png", true};
        }
        return out;
    }
    Result<std::vector<StepDone>> figures(bool all) override {
        if (script_.figures_fail > 0) return make_error(ErrorCode::Environment, "the device failed", "Start again.");
        std::vector<StepDone> out;
        while (!waiting_.empty() && (all || waiting_.front().step + script_.late <= step_)) {
            out.push_back(waiting_.front());
            waiting_.pop_front();
        }
        return out;
    }
    Result<void> apply(const TrainConfig& next, ProgressFn, std::stop_token) override {
        if (script_.refuse_changes || (script_.refuse_sizes && next.image_size != config_.image_size))
            return make_error(ErrorCode::OutOfMemory, "the change does not fit");
        config_ = next;
        return {};
    }
    bool needs_other_data(const TrainConfig& next) const override {
        return script_.packs && (next.image_size != config_.image_size || next.data_fit != config_.data_fit);
    }
    Result<void> ready_data(const TrainConfig&, ProgressFn progress, std::stop_token stop) override {
        ++script_.packings;
        progress("packing images", 0.5);
        std::unique_lock lock(script_.mutex);
        if (!script_.changed.wait(lock, stop, [this] { return script_.released; })) {
            ++script_.cancelled;
            return make_error(ErrorCode::Cancelled, "stopped");
        }
        if (script_.packing_fails) return make_error(ErrorCode::Disk, "the disk is full");
        return {};
    }
    TrainConfig config() const override { return config_; }
    Result<SampleReady> sample(const SampleRequest& request) override {
        if (script_.no_memory_to_draw) throw std::bad_alloc();
        if (request.kind == SampleKind::Real) script_.data_seen_at = config_.image_size;
        return test::plain_sample({request.kind, 1, 0, 1.0, 0}, step_, 0, 2, 128);
    }
    Result<std::shared_ptr<const CheckpointContent>> checkpoint() override {
        if (script_.saving_throws) throw std::bad_alloc();
        if (script_.no_memory_to_save)
            return make_error(ErrorCode::OutOfMemory, "no memory to copy the state", "Close other programs.");
        auto c = std::make_shared<CheckpointContent>();
        c->step = step_;
        c->images = step_ * 8;
        c->config = config_;
        c->score = script_.score ? script_.score(step_) : -static_cast<double>(step_);
        return std::shared_ptr<const CheckpointContent>(c);
    }
    Result<RunScores> scores(const ProgressFn& progress, std::stop_token stop) override {
        script_.scoring = progress;
        return script_.scores ? script_.scores(step_, std::move(stop)) : Trainer::scores(progress, std::move(stop));
    }
    std::shared_ptr<const MemoryReport> memory() override { return std::make_shared<MemoryReport>(); }
    std::shared_ptr<const StepTimeline> timeline() override { return nullptr; }
    Result<void> lend() override { return {}; }
    Result<void> take_back() override { return {}; }
    bool reached_limit() const override {
        return (config_.steps > 0 && step_ >= config_.steps) || (config_.images > 0 && step_ * 8 >= config_.images);
    }

private:
    Script& script_;
    TrainConfig config_;
    EmitFn emit_;
    std::int64_t step_ = 0;
    std::deque<StepDone> waiting_;  ///< whose figures come later
};

class FakeBackend final : public Backend {
public:
    explicit FakeBackend(Script& script) : script_(script) {}
    std::unique_ptr<Trainer> make_trainer(ModelKind) override { return std::make_unique<FakeTrainer>(script_); }
    std::vector<DeviceInfo> devices() override {
        std::unique_lock lock(script_.mutex);
        if (script_.devices_held) script_.changed.wait(lock, [this] { return script_.released; });
        return {{"cpu", "Fake", {}, {}, true, ""}};
    }
    std::shared_ptr<Forecaster> forecaster() override { return script_.forecaster; }
    Result<ImageList> generate(const GenerateRequest&, ProgressFn, std::stop_token) override {
        if (script_.no_memory_to_draw) throw std::bad_alloc();
        return ImageList{};
    }
    RoleBytes static_memory(const TrainConfig& config, const NetworkLayout&) override {
        if (script_.no_memory_to_reckon) throw std::bad_alloc();
        RoleBytes bytes;
        bytes[Role::Weights] = {config.own<DcganConfig>().width_g * 1000};
        return bytes;
    }

private:
    Script& script_;
};

}  // namespace headroom
