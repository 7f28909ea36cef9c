// Orders, one after the other.
#include "core/train/ranks/follower.h"

#include "core/api/param_schema.h"
#include "core/base/clock.h"
#include "core/config/config_io.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/family.h"
#include "core/train/ranks/gpu_meeting.h"
#include "core/train/ranks/lead_trainer.h"
#include "core/train/ranks/orders.h"
#include "core/train/ranks/rank_memory.h"
#include "core/train/ranks/settings_text.h"
#include "core/train/run/run_trainer.h"

#include <functional>
#include <optional>
#include <utility>

namespace headroom {
namespace {

class Follower {
public:
    Follower(std::shared_ptr<Collective> all, const FollowOptions& options, std::stop_token stop)
        : all_(std::move(all)), options_(options), stop_(std::move(stop)) {}

    Result<void> run() {
        for (;;) {
            const auto text = all_->hear();
            if (!text) return text.error();
            const auto order = read_order(*text);
            if (!order) return order.error();
            if (order->kind == OrderKind::End) return ended(order->settings, order->code);
            if (auto done = carry_out(*order); !done) return done;
        }
    }

private:
    static Result<void> ended(const std::string& why, ErrorCode code) {
        if (why.empty()) return {};
        return make_error(code, "process 0 has ended the run: " + why);
    }

    Result<void> carry_out(const Order& order) {
        if (order.kind == OrderKind::Prepare) return prepare(order);
        if (!trainer_)
            return make_error(ErrorCode::Internal, "process 0 of the run has not said what is trained",
                              "Start the same version everywhere.");
        switch (order.kind) {
            case OrderKind::Step: return step(order.settings);
            case OrderKind::Apply: return answered(apply(order.settings));
            case OrderKind::Lend: return answered(trainer_->lend());
            case OrderKind::TakeBack: return answered(trainer_->take_back());
            case OrderKind::Prepare:
            case OrderKind::End: break;
        }
        return {};
    }

    /// An error is process 0's to deal with.
    Result<void> answered(const Result<void>& done) {
        const auto all =
            exchange_answers(*all_, done ? Result<std::string>(std::string()) : Result<std::string>(done.error()));
        (void)all;
        return all_is_well();
    }
    Result<void> all_is_well() const { return peers_ && peers_->lost() ? *peers_->lost() : Result<void>(); }

    Result<void> prepare(const Order& order) {
        std::optional<ReceivedContent> content;
        if (order.has_content) {
            auto received = receive_content(*all_);
            if (!received) return received.error();
            content = std::move(*received);
        }
        const auto prepared = make_trainer(order, content ? &content->content : nullptr);
        content.reset();
        const auto answers = exchange_answers(*all_, prepared ? Result<std::string>(trainer_->data_mark())
                                                              : Result<std::string>(prepared.error()));
        if (!answers) return answers.error();
        if (answers->front() != trainer_->data_mark())
            return make_error(ErrorCode::InvalidArgument, "data.path: these are not the pictures of process 0",
                              "Copy the same folder to every machine.");
        if (auto same = compare_states(*all_, *trainer_, trainer_->steps_made()); !same) return same;
        if (!order.on_gpu) return {};
        const auto met = meet_on_gpus(all_, seat_on(trainer_->device_id()), options_.gpu_links);
        if (met) peers_->use(met->sums);
        return met ? Result<void>() : met.error();
    }

    Result<void> make_trainer(const Order& order, const CheckpointContent* content) {
        const auto patch = read_config_patch(order.settings, "the settings of process 0");
        if (!patch) return patch.error();
        auto config = with_patch(TrainConfig{}, *patch);
        if (!config) return config.error();
        config->device = order.on_gpu ? gpu_of(all_->place().local_rank) : "cpu";
        if (!options_.data_path.empty()) config->data_path = options_.data_path;
        own_budget_ = options_.budget.count > 0 && options_.budget != config->budget;
        if (own_budget_) config->budget = options_.budget;
        nn::set_up_own_kernels();  // as process 0, whose backend does: all compute with the same kernels
        trainer_ = train_family_of(config->model).make_trainer();
        peers_.emplace(all_);
        asked_.emplace(stop_, [this] { peers_->ask_to_stop(); });
        trainer_->share_with(&*peers_);
        auto prepared = trainer_->prepare(
            *config, content, order.weights_only, [](const std::string&, double) {}, [](Event) {}, {});
        return prepared ? Result<void>() : prepared.error();
    }

    Result<void> step(const std::string& settings) {
        if (!settings.empty()) {
            const auto config = settings_of_first(settings, trainer_->config());
            if (!config) return config.error();
            trainer_->follow(*config);
        }
        const StepOutcome outcome = trainer_->step();
        if (!outcome.done) return outcome.error;
        if (seconds_since(told_memory_) >= 0.25) {
            told_memory_ = Clock::now();
            tell_memory(*all_, *trainer_->memory());
        }
        return compares_after(outcome.metrics.step) ? compare_states(*all_, *trainer_, outcome.metrics.step)
                                                    : Result<void>();
    }

    Result<void> apply(const std::string& settings) {
        const auto config = settings_of_first(settings, trainer_->config());
        if (!config) return config.error();
        TrainConfig next = *config;
        if (!own_budget_) {
            const auto patch = read_config_patch(settings, "the settings of process 0");
            const auto said = patch ? with_patch(next, *patch) : Result<TrainConfig>(patch.error());
            if (!said) return said.error();
            next.budget = said->budget;
        }
        if (next == trainer_->config()) return {};
        return trainer_->apply(next, [](const std::string&, double) {}, {});
    }

    std::shared_ptr<Collective> all_;
    const FollowOptions& options_;
    std::stop_token stop_;
    std::optional<StepPeers> peers_;
    std::unique_ptr<RunTrainer> trainer_;
    bool own_budget_ = false;  ///< this process has another budget than process 0
    Clock::time_point told_memory_{};
    std::optional<std::stop_callback<std::function<void()>>> asked_;  // last: it uses what stands above
};

}  // namespace

Result<void> follow_run(std::shared_ptr<Collective> all, const FollowOptions& options, std::stop_token stop) {
    auto ended = Follower(all, options, std::move(stop)).run();
    all->leave(ended ? std::string() : ended.error().message);
    return ended;
}

}  // namespace headroom
