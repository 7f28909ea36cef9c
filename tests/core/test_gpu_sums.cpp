// Sums of several GPUs, with a stand-in for NCCL: when processes use it, what keeps them from it, and what becomes of its failures.
#include "core/ranks/gpu_sums.h"
#include "tests/support/thread_processes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace headroom::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What a process's stand-in does, and what it was asked for.
struct PaperScript {
    Result<std::string> words = std::string("NCCL 1.2.3");
    std::string card;
    std::string open_fails, work_fails;
    bool counts_wrong = false, never_done = false;
    std::vector<std::string> calls{};
};

/// Adds up in host memory, through the processes' own sums.
class PaperLink final : public GpuLink {
public:
    PaperLink(PaperScript& script, std::shared_ptr<Collective> all) : script_(script), all_(std::move(all)) {}
    ~PaperLink() override { script_.calls.emplace_back("closed"); }

    Result<std::unique_ptr<GpuWork>> begin_reduce(Numbers numbers) override {
        script_.calls.emplace_back("reduce");
        return begin([all = all_, numbers] { return all->reduce(numbers); });
    }
    Result<std::unique_ptr<GpuWork>> begin_broadcast(Numbers numbers, int from) override {
        script_.calls.emplace_back("broadcast");
        return begin([all = all_, numbers, from] { return all->broadcast(numbers, from); });
    }
    Result<std::unique_ptr<GpuWork>> begin_known_sum() override {
        script_.calls.emplace_back("known sum");
        known_ = 1;
        return begin([this] { return all_->reduce({&known_, 1, NumberKind::Float32}); });
    }
    Result<bool> known_sum_is_right() override {
        return !script_.counts_wrong && known_ == static_cast<float>(all_->size());
    }
    void abort() override { script_.calls.emplace_back("abort"); }

private:
    using Compute = std::function<Result<void>()>;
    class Work final : public GpuWork {
    public:
        Work(PaperScript& script, Compute compute) : script_(script), compute_(std::move(compute)) {}
        /// At the second look.
        Result<bool> done() override {
            if (!script_.work_fails.empty()) return make_error(ErrorCode::Environment, script_.work_fails);
            return !script_.never_done && looks_++ > 0;
        }
        Result<void> finish() override { return compute_(); }

    private:
        PaperScript& script_;
        const Compute compute_;
        int looks_ = 0;
    };
    Result<std::unique_ptr<GpuWork>> begin(Compute compute) const {
        return std::unique_ptr<GpuWork>(std::make_unique<Work>(script_, std::move(compute)));
    }

    PaperScript& script_;
    const std::shared_ptr<Collective> all_;
    float known_ = 0;
};

GpuLinks paper_links(PaperScript& script, const std::shared_ptr<Collective>& all) {
    return {[&script] { return script.words; },
            [&script, all](const GpuEnd& end) -> Result<std::unique_ptr<GpuLink>> {
                script.calls.emplace_back("open");
                EXPECT_EQ(end.rank, all->rank());
                EXPECT_EQ(end.size, all->size());
                if (!script.open_fails.empty()) return make_error(ErrorCode::Environment, script.open_fails);
                return std::unique_ptr<GpuLink>(std::make_unique<PaperLink>(script, all));
            }};
}

/// The scripts of two processes with a card each, and what came of their meeting.
struct TwoGpus {
    std::array<PaperScript, 2> scripts{PaperScript{.card = "0000:01:00.0"}, PaperScript{.card = "0000:02:00.0"}};
    std::array<std::string, 2> told;
    std::array<bool, 2> met{};

    using Then = std::function<void(Collective&, GpuSums&)>;
    void meet(const Then& then = {}, double timeout = 60) {
        ThreadProcesses(2, timeout).run([&](const std::shared_ptr<Collective>& all) {
            const auto rank = static_cast<std::size_t>(all->rank());
            const auto meeting = meet_on_gpus(all, {all->rank(), scripts[rank].card}, paper_links(scripts[rank], all));
            ASSERT_TRUE(meeting) << meeting.error().message;
            told[rank] = meeting->words;
            met[rank] = meeting->sums != nullptr;
            if (meeting->sums && then) then(*all, *meeting->sums);
            const auto both_are_done = all->barrier();  // who goes ends what the other waits for
            (void)both_are_done;
        });
    }
    /// Nobody uses it, and both know the same reason.
    void expect_none(const std::string& why) {
        for (const std::size_t rank : {0u, 1u}) {
            EXPECT_FALSE(met[rank]) << rank;
            EXPECT_THAT(told[rank], HasSubstr(why)) << rank;
        }
    }
};

TEST(GpuSums, AllThatHaveItUseItAfterASumThatEverybodyKnows) {
    TwoGpus two;
    two.meet([](Collective& all, GpuSums& sums) {
        std::vector<float> numbers{1.0f + static_cast<float>(all.rank()), 10};
        auto first = sums.begin_reduce({numbers.data(), 1, NumberKind::Float32});
        auto second = sums.begin_reduce({numbers.data() + 1, 1, NumberKind::Float32});
        ASSERT_TRUE(first && second);
        ASSERT_TRUE((*first)->wait());
        ASSERT_TRUE((*second)->wait());
        EXPECT_THAT(numbers, ElementsAre(3, 20));
        std::int64_t told = all.rank() + 5;
        ASSERT_TRUE(sums.broadcast({&told, 1, NumberKind::Int64}, 1));
        EXPECT_EQ(told, 6);
    });
    for (const std::size_t rank : {0u, 1u}) {
        EXPECT_TRUE(two.met[rank]);
        EXPECT_EQ(two.told[rank], "NCCL 1.2.3");
        EXPECT_THAT(two.scripts[rank].calls,
                    ElementsAre("open", "known sum", "reduce", "reduce", "broadcast", "closed"));
    }
}

TEST(GpuSums, NobodyUsesWhatOneDoesNotHave) {
    TwoGpus two;
    two.scripts[1].words = make_error(ErrorCode::Environment, "libheadroom_nccl.so is not beside the program");
    two.meet();
    two.expect_none("process 1 (pid 1001 on here): libheadroom_nccl.so is not beside the program");
    TwoGpus versions;
    versions.scripts[1].words = std::string("NCCL 4.5.6");
    versions.meet();
    versions.expect_none("process 1 (pid 1001 on here) has NCCL 4.5.6, process 0 has NCCL 1.2.3");
    for (const PaperScript& script : two.scripts) EXPECT_THAT(script.calls, ElementsAre()) << "nothing is opened";
    for (const PaperScript& script : versions.scripts) EXPECT_THAT(script.calls, ElementsAre());
}

TEST(GpuSums, TwoOnOneCardAddUpThroughHostMemory) {
    TwoGpus two;
    two.scripts[1].card = two.scripts[0].card;
    two.meet();
    two.expect_none("process 0 (pid 1000 on here) and process 1 (pid 1001 on here) share the GPU 0000:01:00.0");
    for (const PaperScript& script : two.scripts) EXPECT_THAT(script.calls, ElementsAre());
}

TEST(GpuSums, AnEndThatCannotBeOpenedIsWaitedForByNobody) {
    TwoGpus two;
    two.scripts[0].open_fails = "no device is found";
    two.meet();
    two.expect_none("process 0 (pid 1000 on here): no device is found");
    EXPECT_THAT(two.scripts[0].calls, ElementsAre("open"));
    EXPECT_THAT(two.scripts[1].calls, ElementsAre("open", "closed"));
}

TEST(GpuSums, ALibraryThatCountsWrongIsNotUsed) {
    TwoGpus two;
    two.scripts[1].counts_wrong = true;
    two.meet();
    two.expect_none("process 1 (pid 1001 on here): the GPUs' first sum came out wrong");
    for (const PaperScript& script : two.scripts) EXPECT_THAT(script.calls, ElementsAre("open", "known sum", "closed"));
}

TEST(GpuSums, AFirstSumThatFailsLeavesTheRunToHostMemory) {
    TwoGpus two;
    for (PaperScript& script : two.scripts) script.work_fails = "unhandled system error";
    two.meet();
    two.expect_none("process 0 (pid 1000 on here): unhandled system error");
    for (const PaperScript& script : two.scripts)
        EXPECT_THAT(script.calls, ElementsAre("open", "known sum", "abort", "closed"));
}

TEST(GpuSums, AProcessThatGoesEndsTheWaitingOfTheOther) {
    TwoGpus two;
    two.meet([&](Collective& all, GpuSums& sums) {
        if (all.rank() == 1) return all.leave("it was killed");
        two.scripts[0].never_done = true;
        float number = 1;
        const auto begun = sums.begin_reduce({&number, 1, NumberKind::Float32});
        // It may have gone before this one begins.
        const auto ended = begun ? (*begun)->wait() : Result<void>(begun.error());
        ASSERT_FALSE(ended);
        EXPECT_THAT(ended.error().message, HasSubstr("process 1 (pid 1001 on here)"));
        if (begun) { EXPECT_EQ(two.scripts[0].calls.back(), "abort"); }
        EXPECT_FALSE(sums.begin_reduce({&number, 1, NumberKind::Float32})) << "nothing more is possible";
    });
}

TEST(GpuSums, ASumThatHangsOrFailsIsAbortedAndBlamed) {
    for (const bool hangs : {true, false}) {
        TwoGpus two;
        two.meet(
            [&](Collective& all, GpuSums& sums) {
                if (all.rank() == 1) return;
                two.scripts[0].never_done = hangs;
                if (!hangs) two.scripts[0].work_fails = "unhandled system error";
                float number = 1;
                const auto begun = sums.begin_reduce({&number, 1, NumberKind::Float32});
                ASSERT_TRUE(begun);
                const auto ended = (*begun)->wait();
                ASSERT_FALSE(ended);
                EXPECT_THAT(ended.error().message,
                            HasSubstr(hangs ? "the GPUs' sum took longer than" : "unhandled system error"));
                EXPECT_EQ(two.scripts[0].calls.back(), "abort");
            },
            hangs ? 2 : 60);
    }
}

}  // namespace
}  // namespace headroom::test
