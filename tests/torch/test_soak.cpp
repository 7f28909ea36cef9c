// Soak: random live changes and budget cuts through a session with the real trainers. HEADROOM_SOAK_CHANGES sets how many.
#include "core/api/param_schema.h"
#include "core/base/random.h"
#include "core/engine/run/train_session.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/dcgan/dcgan_trainer.h"
#include "tests/support/all_cases.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"
#include "tests/torch/light_gan_fixture.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>

namespace headroom::test {
namespace {

class RealBackend final : public Backend {
public:
    explicit RealBackend(std::string cache) : cache_(std::move(cache)) {}
    std::unique_ptr<Trainer> make_trainer(ModelKind kind) override {
        cpu_allocator::install();
        if (kind == kLightGan) return std::make_unique<LightGanTrainer>(cache_);
        return std::make_unique<DcganTrainer>(cache_);
    }
    std::vector<DeviceInfo> devices() override { return list_devices(); }
    Result<ImageList> generate(const GenerateRequest&, ProgressFn, std::stop_token) override {
        return make_error(ErrorCode::NotFound, "not in this test");
    }
    RoleBytes static_memory(const TrainConfig&, const NetworkLayout&) override { return {}; }

private:
    std::string cache_;
};

TrainConfig soak_config() {
    TrainConfig c;
    c.data_count = 64;
    c.image_size = 32;
    c.edit<DcganConfig>().latent = 8;
    c.edit<DcganConfig>().width_g = c.width_d = 8;
    c.edit<DcganConfig>().norm_g = c.norm_d = NormKind::Instance;
    c.batch_micro = 8;
    c.steps = 0;
    c.threads = 1;
    c.preview_every = 40;
    c.preview_grid = 4;
    c.checkpoint_every = 0;
    c.device = "cpu";
    c.budget = {};
    return c;
}

TrainConfig light_gan_soak_config() {
    TrainConfig c = small_light_gan();
    c.data_count = 64;
    c.batch_micro = 2;
    c.preview_every = 40;
    c.checkpoint_every = 0;
    c.budget = {};
    return c;
}

class Soak : public testing::Test {
protected:
    void SetUp() override {
        cpu_allocator::install();
        baseline_ = cpu_allocator::live_of_all().total();
        session_ =
            make_train_session(std::make_shared<RealBackend>((root_ / "cache").string()), {(root_ / "runs").string()});
        session_->set_wake([this] {
            const std::lock_guard lock(mutex_);
            woken_ = true;
            changed_.notify_all();
        });
    }
    void TearDown() override { session_.reset(); }

    void look_at(const Event& event) {
        if (const auto* memory = std::get_if<MemorySampled>(&event)) {
            const MemoryReport& r = *memory->report;
            ++ledgers_;
            EXPECT_EQ(r.now.total(), r.device_total);
            EXPECT_EQ(r.at_peak.total(), r.device_total);
            if (context_.count == 0) context_ = r.budget - r.reserve - cpu_allocator::smallest_limit();
        } else if (const auto* oom = std::get_if<OomRecovered>(&event)) {
            ++survived_;
            EXPECT_TRUE(oom->survived);
            if (oom->ledger) EXPECT_EQ(oom->ledger->now.total(), oom->ledger->device_total);
        } else if (const auto* applied = std::get_if<ParamApplied>(&event)) {
            if (applied->origin == ChangeOrigin::User) waiting_.erase(applied->key);
        } else if (const auto* refused = std::get_if<ParamRefused>(&event)) {
            ++refused_;
            last_refusal_ = refused->message;
            for (const std::string& key : refused->keys) waiting_.erase(key);
        } else if (const auto* failed = std::get_if<Failed>(&event)) {
            failure_ = failed->error.message;
        } else if (const auto* state = std::get_if<StateChanged>(&event)) {
            state_ = state->to;
            reason_ = state->reason;
        } else if (std::holds_alternative<StepDone>(event)) {
            ++steps_;
        }
    }

    bool until(const std::function<bool()>& enough) {
        const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        for (;;) {
            for (const Event& e : session_->drain_events()) look_at(e);
            if (!failure_.empty()) return false;
            if (enough()) return true;
            std::unique_lock lock(mutex_);
            (void)changed_.wait_for(lock, std::chrono::milliseconds(5), [this] { return woken_; });
            woken_ = false;
            if (std::chrono::steady_clock::now() > give_up) return false;
        }
    }

    /// The same of a Light GAN, whose steps take a hundred times as long. `needs`: what its largest picture takes.
    ParamPatch random_light_gan_patch(RandomStream& random, Bytes needs) const {
        const auto pick = [&](auto... of) {
            const std::vector<ParamValue> values{ParamValue(of)...};
            return values[static_cast<std::size_t>(random.below(values.size()))];
        };
        switch (random.below(7)) {
            case 0:
                return {{"batch.micro", pick(std::int64_t{1}, std::int64_t{2}, std::int64_t{4})},
                        {"batch.accumulate", std::int64_t{1}}};
            case 1: return {{"precision", pick(std::string("fp32"), std::string("bf16"))}};
            case 2: return {{"memory.checkpointing", pick(std::string("on"), std::string("off"))}};
            case 3: return {{"augment.adapt", pick(true, false)}, {"loss.gp", pick(0.0, 10.0)}};
            case 4: return {{"ema.half_life", pick(0.0, 100.0)}};
            case 5: return {{"image.size", pick(std::int64_t{64}, std::int64_t{128})}};
            default:
                return {{"memory.budget",
                         context_.count + needs.count * 3 / 2 +
                             static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(needs.count)))}};
        }
    }

    /// Applies `patch` and waits until it is told of, and for a step after it.
    void apply(const ParamPatch& patch, int i) {
        if (const auto applied = session_->apply(patch, ChangeOrigin::User); applied) {
            for (const auto& [key, value] : patch) waiting_.insert(key);
        }
        const std::int64_t before = steps_;
        ASSERT_TRUE(until([&] { return waiting_.empty() && steps_ > before; }))
            << "change " << i << ": " << failure_ << (waiting_.empty() ? std::string() : *waiting_.begin());
    }

    /// One or two random settings of a running run.
    ParamPatch random_patch(RandomStream& random) {
        const auto pick = [&](auto... of) {
            const std::vector<ParamValue> values{ParamValue(of)...};
            return values[static_cast<std::size_t>(random.below(values.size()))];
        };
        const auto whole = [](int n) { return std::int64_t{n}; };
        ParamPatch patch;
        const auto some = [&](std::uint64_t which) {
            switch (which) {
                case 0:
                    patch["batch.micro"] = pick(whole(1), whole(2), whole(4), whole(8), whole(12), whole(24));
                    patch["batch.accumulate"] = pick(whole(1), whole(2));  // what the ladder left must not add up
                    break;
                case 1: patch["batch.accumulate"] = pick(whole(1), whole(1), whole(2)); break;
                case 2: patch["precision"] = pick(std::string("fp32"), std::string("bf16")); break;
                case 3: patch["memory.checkpointing"] = pick(std::string("on"), std::string("off")); break;
                case 4:
                    patch["memory.reuse_fakes"] = pick(std::string("on"), std::string("off"), std::string("auto"));
                    break;
                case 5: patch["ema.half_life"] = pick(0.0, 100.0); break;
                case 6: patch["image.size"] = pick(whole(32), whole(32), whole(64)); break;
                case 7: patch["memory.channels_last"] = pick(true, false); break;
                case 8: patch["lr.g"] = pick(1e-4, 2e-4); break;
                default:
                    // Limits from just above what one picture needs to more than the largest micro-batch does; the reserve of these networks comes on top.
                    patch["memory.budget"] =
                        context_.count + (std::int64_t{14} << 18) + static_cast<std::int64_t>(random.below(5ull << 19));
            }
        };
        some(random.below(14));
        if (random.below(3) == 0) some(random.below(14));
        return patch;
    }

    TempFolder folder_;
    const std::filesystem::path root_ = folder_.path();
    std::unique_ptr<Session> session_;
    Bytes baseline_, context_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool woken_ = false;
    RunState state_ = RunState::Idle;
    std::string reason_, failure_, last_refusal_;
    std::set<std::string> waiting_;
    std::int64_t steps_ = 0, survived_ = 0, refused_ = 0, ledgers_ = 0;
};

TEST_F(Soak, RandomChangesAndBudgetCutsLoseNothing) {
    const char* wanted = std::getenv("HEADROOM_SOAK_CHANGES");
    const int changes = wanted ? std::atoi(wanted) : all_cases() ? 260 : 160;
    ASSERT_TRUE(session_->start({std::make_shared<const TrainConfig>(soak_config()), "", "", "", "soak"}));
    ASSERT_TRUE(until([&] { return steps_ > 0 && context_.count > 0; })) << failure_;
    RandomStream random(test::test_seed() + 10, RandomPurpose::Score, 1);
    int cuts = 0;
    for (int i = 0; i < changes; ++i) {
        const ParamPatch patch = random_patch(random);
        cuts += static_cast<int>(patch.contains("memory.budget"));
        if (i % 97 == 50) session_->request_sample({SampleKind::Grid, 4, 0, 1.0, 0});
        if (i % 211 == 100) session_->request_checkpoint();
        apply(patch, i);
        if (HasFatalFailure()) return;
        if (i % 251 == 125) {
            session_->lend();
            ASSERT_TRUE(until([&] { return state_ == RunState::Lent; })) << failure_;
            EXPECT_EQ(cpu_allocator::live_of_all().total(), baseline_);
            EXPECT_NE(reason_.find("given back"), std::string::npos) << reason_;
            session_->resume();
            ASSERT_TRUE(until([&] { return state_ == RunState::Running; })) << failure_;
        }
    }
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until([&] { return state_ == RunState::Finished; })) << failure_;
    EXPECT_EQ(cpu_allocator::live_of_all().total(), baseline_) << "a run leaves nothing";
    EXPECT_GT(cuts, changes / 10);
    EXPECT_GT(survived_, changes / 100);  // how many depends on what the process holds beyond tensors
    EXPECT_GT(ledgers_, changes / 4);
    EXPECT_LT(refused_, changes / 4) << last_refusal_;
    RecordProperty("survived", static_cast<int>(survived_));
    RecordProperty("refused", static_cast<int>(refused_));
    std::printf("%d changes, %d budgets, %lld steps, %lld out-of-memory errors survived, %lld changes refused (%s)\n",
                changes, cuts, static_cast<long long>(steps_), static_cast<long long>(survived_),
                static_cast<long long>(refused_), last_refusal_.c_str());
}

TEST_F(Soak, RandomChangesLoseNothingOfALightGan) {
    const char* wanted = std::getenv("HEADROOM_SOAK_CHANGES");
    const int changes = wanted ? std::atoi(wanted) / 20 : 12;
    TrainConfig largest = light_gan_soak_config();
    largest.image_size = 128;
    largest.batch_micro = 1;
    largest.edit<LightGanConfig>().gp_every = 1;
    const Bytes needs = LightGanRun(largest, nullptr, 4).step().peak_tensors;
    ASSERT_TRUE(
        session_->start({std::make_shared<const TrainConfig>(light_gan_soak_config()), "", "", "", "soak-light"}));
    ASSERT_TRUE(until([&] { return steps_ > 0 && context_.count > 0; })) << failure_;
    RandomStream random(test::test_seed() + 11, RandomPurpose::Score, 1);
    for (int i = 0; i < changes; ++i) {
        if (i % 7 == 3) session_->request_sample({SampleKind::Grid, 4, 0, 1.0, 0});
        if (i % 9 == 5) session_->request_checkpoint();
        apply(random_light_gan_patch(random, needs), i);
        if (HasFatalFailure()) return;
        if (i != changes / 2) continue;
        session_->lend();
        ASSERT_TRUE(until([&] { return state_ == RunState::Lent; })) << failure_;
        EXPECT_EQ(cpu_allocator::live_of_all().total(), baseline_);
        session_->resume();
        ASSERT_TRUE(until([&] { return state_ == RunState::Running; })) << failure_;
    }
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until([&] { return state_ == RunState::Finished; })) << failure_;
    EXPECT_EQ(cpu_allocator::live_of_all().total(), baseline_) << "a run leaves nothing";
    EXPECT_GT(ledgers_, 0);
    EXPECT_LT(refused_, changes / 2) << last_refusal_;
}

TEST_F(Soak, ALentRunCanBeSavedAndStopped) {
    ASSERT_TRUE(session_->start({std::make_shared<const TrainConfig>(soak_config()), "", "", "", "lent"}));
    ASSERT_TRUE(until([&] { return steps_ > 2; })) << failure_;
    session_->lend();
    ASSERT_TRUE(until([&] { return state_ == RunState::Lent; }));
    EXPECT_EQ(cpu_allocator::live_of_all().total(), baseline_);
    session_->request_checkpoint();
    bool saved = false;
    ASSERT_TRUE(until([&] {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root_ / "runs"))
            saved = saved || entry.path().filename() == "manifest.json";
        return saved;
    }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until([&] { return state_ == RunState::Finished; })) << failure_;
}

}  // namespace
}  // namespace headroom::test
