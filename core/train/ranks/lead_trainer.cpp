// Process 0: what it does itself, and what it tells the others to do.
#include "core/train/ranks/lead_trainer.h"

#include "core/config/config_io.h"
#include "core/memory/libtorch.h"
#include "core/train/ranks/gpu_meeting.h"
#include "core/train/ranks/orders.h"
#include "core/train/ranks/rank_memory.h"

#include <array>
#include <utility>

namespace headroom {
namespace {

/// The bytes of tensors in one number: any difference of a value changes it.
std::int64_t digest_of(const std::vector<at::Tensor>& tensors) {
    const at::NoGradGuard no_grad;
    std::uint64_t digest = 14695981039346656037ull;
    for (const at::Tensor& t : tensors) {
        const at::Tensor row = t.detach().as_strided({t.numel()}, {1});
        const at::Tensor bits = t.element_size() == 4 ? row.view(at::kInt) : row.view(at::kByte);
        digest = (digest ^ static_cast<std::uint64_t>(bits.sum(at::kLong).item<std::int64_t>())) * 1099511628211ull;
    }
    return static_cast<std::int64_t>(digest);
}

constexpr const char* kOneCardEach =
    "The result is the same. For the quicker way start one process for each GPU, with NCCL's module beside the program everywhere.";
constexpr const char* kShareWork =
    "The micro-batches of a step, or the cutouts of an iteration, are shared out: there must be as many as processes or more.";

}  // namespace

bool compares_after(std::int64_t step) { return step == 1 || step % 100 == 0; }

Result<void> compare_states(Collective& all, const RunTrainer& trainer, std::int64_t step) {
    const auto digests = all.vote(digest_of(trainer.common_state()));
    if (!digests) return digests.error();
    for (std::size_t rank = 1; rank < digests->size(); ++rank) {
        if ((*digests)[rank] == digests->front()) continue;
        return make_error(
            ErrorCode::Internal,
            all.peers()[rank].words() + " has other weights than process 0 at step " + std::to_string(step),
            "Resume the run from a checkpoint of before; if it happens again, look at that machine's memory "
            "and whether all have the same kind of processor.");
    }
    return {};
}

LeadTrainer::LeadTrainer(std::unique_ptr<RunTrainer> trainer, TrainGroup group)
    : trainer_(std::move(trainer)), group_(std::move(group)), peers_(group_.all) {}

LeadTrainer::~LeadTrainer() {
    (void)group_.all->tell(
        order_text(failed_ ? Order{OrderKind::End, failed_->message, failed_->code} : Order{OrderKind::End, ""}));
    group_.all->leave("");
}

Result<PreparedRun> LeadTrainer::prepare(const TrainConfig& config, const CheckpointContent* restored,
                                         bool weights_only, ProgressFn progress, EmitFn emit, std::stop_token stop) {
    const bool goes_on = restored && !weights_only;
    trainer_->share_with(&peers_, [this](const TrainConfig& now) { return tell_step(now); });
    if (const auto idle = trainer_->too_little_for(config, peers_.size()); !idle.empty()) {
        if (!goes_on) return failed_because(make_error(ErrorCode::InvalidArgument, idle, kShareWork));
        emit(Warning{"idle-processes", idle, kShareWork});
    }
    // First here: pictures that are packed now need not be packed again on this machine.
    auto prepared = trainer_->prepare(config, restored, weights_only, progress, emit, std::move(stop));
    if (!prepared) return failed_because(prepared.error());
    progress("preparing the other processes", -1);
    if (auto others = prepare_others(restored, weights_only); !others) return failed_because(others.error());
    prepared->device_name += " x " + std::to_string(peers_.size()) + " processes";
    if (trainer_->device_id() == "cpu") return prepared;
    const auto met = meet_on_gpus(group_.all, seat_on(trainer_->device_id()), group_.gpu_links);
    if (!met) return failed_because(met.error());
    peers_.use(met->sums);
    if (met->sums)
        prepared->device_name += ", " + met->words;
    else
        emit(Warning{"host-sums", "The GPUs of the run add up through host memory: " + met->words, kOneCardEach});
    return prepared;
}

Error LeadTrainer::failed_because(const Error& error) {
    failed_ = error;
    return error;
}

Result<void> LeadTrainer::prepare_others(const CheckpointContent* restored, bool weights_only) {
    Collective& all = *group_.all;
    told_ = trainer_->config();
    Order order{OrderKind::Prepare, write_config(told_)};
    order.on_gpu = trainer_->device_id() != "cpu";
    order.weights_only = weights_only;
    order.has_content = restored != nullptr;
    if (auto told = all.tell(order_text(order)); !told) return told;
    if (restored) {
        if (auto sent = send_content(all, *restored); !sent) return sent;
    }
    const std::string mine = trainer_->data_mark();
    const auto marks = exchange_answers(all, mine);
    if (!marks) return marks.error();
    for (std::size_t rank = 1; rank < marks->size(); ++rank) {
        if ((*marks)[rank] != mine)
            return make_error(ErrorCode::InvalidArgument,
                              "data.path: " + all.peers()[rank].words() +
                                  " has other pictures than process 0: " + (*marks)[rank] + " instead of " + mine,
                              "Copy the same folder to every machine.");
    }
    return compare_states(all, *trainer_, trainer_->steps_made());
}

Result<void> LeadTrainer::tell_step(const TrainConfig& config) {
    Order order{OrderKind::Step, config == told_ ? std::string() : write_config(config)};
    told_ = config;
    return group_.all->tell(order_text(order));
}

StepOutcome LeadTrainer::step() {
    if (failed_) return {false, {}, make_error(failed_->code, failed_->message, "Resume the run.")};
    StepOutcome outcome = trainer_->step();
    told_ = trainer_->config();  // rungs within the step were told as they were chosen
    if (outcome.done && compares_after(outcome.metrics.step)) {
        if (auto same = compare_states(*group_.all, *trainer_, outcome.metrics.step); !same) {
            outcome.done = false;
            outcome.error = same.error();
        }
    }
    if (!outcome.done) failed_ = outcome.error;
    if (peers_.stop_is_asked() && !std::exchange(stop_told_, true) && group_.asked_to_stop) group_.asked_to_stop();
    return outcome;
}

Result<void> LeadTrainer::all_do(OrderKind kind, const std::string& settings,
                                 const std::function<Result<void>()>& mine) {
    if (auto told = group_.all->tell(order_text({kind, settings})); !told) return told;
    const Result<void> done = mine();
    const auto answers = exchange_answers(*group_.all, done ? Result<std::string>(std::string()) : done.error());
    return answers ? Result<void>() : answers.error();
}

Result<void> LeadTrainer::apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) {
    const TrainConfig before = trainer_->config();
    const bool returns = !trainer_->needs_other_data(next) && next.data_mirror == before.data_mirror;
    // First here: what is refused here need not be tried elsewhere.
    if (auto applied = trainer_->apply(next, progress, stop); !applied) return applied;
    const auto nothing = [] { return Result<void>(); };
    auto all = all_do(OrderKind::Apply, write_config(trainer_->config()), nothing);
    if (all) {
        told_ = trainer_->config();
        return {};
    }
    // Networks that have grown and a place in other data are not had again by going back: the processes would part without a word.
    if (!returns) {
        failed_ = all.error();
        failed_->message += "; the others had changed their data already";
        return all;
    }
    // Some have it, some do not: all go back.
    if (auto back = trainer_->apply(before, progress, stop); !back) failed_ = back.error();
    if (auto others = all_do(OrderKind::Apply, write_config(trainer_->config()), nothing); !others)
        failed_ = others.error();
    told_ = trainer_->config();
    return all;
}

std::shared_ptr<const MemoryReport> LeadTrainer::memory() {
    auto report = std::make_shared<MemoryReport>(*trainer_->memory());
    add_ranks(*report, *group_.all);
    return report;
}

Result<void> LeadTrainer::lend() {
    auto lent = all_do(OrderKind::Lend, {}, [this] { return trainer_->lend(); });
    if (!lent) (void)all_do(OrderKind::TakeBack, {}, [this] { return trainer_->take_back(); });
    return lent;
}

Result<void> LeadTrainer::take_back() {
    auto back = all_do(OrderKind::TakeBack, {}, [this] { return trainer_->take_back(); });
    if (!back) (void)all_do(OrderKind::Lend, {}, [this] { return trainer_->lend(); });
    return back;
}

}  // namespace headroom
