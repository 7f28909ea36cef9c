// The ledger and the one-step timeline of true training steps: every column adds up, every byte has a role, a phase and an
// owner, and what is left unexplained stays below 2 % of the peak.
#include "core/api/step_tensors.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/cpu_memory.h"
#include "core/memory/gpu/block_book.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/timeline_builder.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/trainer_fixture.h"

#include <gtest/gtest.h>

#include <map>

namespace headroom {
namespace {

using test::attending_light_gan;
using test::LightGanRun;
using test::small_config;
using test::TrainerRun;

struct Shape {
    std::int64_t size;
    Precision precision;
    std::int64_t accumulate = 1;
    GanLoss loss = GanLoss::Bce;
    Checkpointing checkpointing = Checkpointing::Off;
};

std::string name_of_shape(const testing::TestParamInfo<Shape>& info) {
    std::string name = std::to_string(info.param.size) + "_" + std::string(name_of(info.param.precision)) + "_x" +
                       std::to_string(info.param.accumulate);
    name += "_" + std::string(name_of(info.param.loss)) +
            (info.param.checkpointing == Checkpointing::On ? "_checkpointed" : "");
    std::erase(name, '-');
    return name;
}

/// Tensors that other suites of this process keep: the ledger counts them as nobody's.
Bytes kept_elsewhere() {
    cpu_allocator::install();
    (void)cpu_allocator::release_cache();
    return cpu_memory()->counts().live[Role::Other];
}

class Ledger : public testing::TestWithParam<Shape> {
protected:
    Bytes elsewhere() const { return elsewhere_; }

    static TrainConfig config() {
        TrainConfig c = small_config();
        c.image_size = GetParam().size;
        c.precision = GetParam().precision;
        c.batch_accumulate = GetParam().accumulate;
        c.edit<DcganConfig>().loss = GetParam().loss;
        c.checkpointing = GetParam().checkpointing;
        if (c.own<DcganConfig>().loss == GanLoss::WganGp) c.norm_d = NormKind::Instance;
        return c;
    }

private:
    const Bytes elsewhere_ = kept_elsewhere();
};

void expect_column(const LedgerColumn& column, Bytes total) {
    EXPECT_EQ(column.total(), total);
    EXPECT_EQ(column.activations.total(), column.roles[Role::Activations]);
    for (Bytes b : column.activations.bytes) EXPECT_GE(b.count, 0);
    for (Bytes b : column.roles.bytes) EXPECT_GE(b.count, 0);
}

template <class Run> void expect_columns_to_add_up(Run& run, Bytes elsewhere) {
    for (int i = 0; i < 3; ++i) {
        const StepDone step = run.step();
        const auto report = run.trainer->memory();
        expect_column(report->now, report->device_total);
        expect_column(report->at_peak, report->device_total);
        EXPECT_EQ(report->at_peak.this_process(), step.peak);
        EXPECT_LT((report->remainder() - elsewhere).count * 50, report->at_peak.this_process().count);
        // The same against the tensors alone, where no library hides anything.
        const Bytes other = report->at_peak.roles[Role::Other] - elsewhere;
        EXPECT_LT(other.count * 50, report->peak_tensors.count);
        EXPECT_GT(report->at_peak.roles[Role::Activations].count, 0);
        testing::Test::RecordProperty("other_bytes", std::to_string(other.count));
        testing::Test::RecordProperty("peak_tensors", std::to_string(report->peak_tensors.count));
    }
}

/// `all`: a timeline holds all tensors of its steps, and not the largest alone.
template <class Run> void expect_the_timeline_to_be_the_ledger(Run& run, Bytes elsewhere, bool all) {
    run.step();
    const auto report = run.trainer->memory();
    const auto t = run.trainer->timeline();
    ASSERT_TRUE(t);
    EXPECT_EQ(t->peak_tensors, report->peak_tensors);
    const RoleBytes at_peak = bytes_at(*t, t->peak_ms);
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        const auto role = static_cast<Role>(i);
        if (role == Role::Cache) continue;
        const Bytes counted = report->at_peak.roles[role];
        EXPECT_EQ(at_peak[role], role == Role::Other ? counted - elsewhere : counted) << name_of(role);
    }
    EXPECT_EQ(t->peak_activations.bytes, report->at_peak.activations.bytes);
    // Two ways to the same bytes: the events up to each moment, and the tensors' lives.
    const bool held = t->tensors.size() < StepTimeline::kMostTensors;
    ASSERT_TRUE(held || !all) << "the sums below need all of them";
    if (!held) return;
    for (const StepTimeline::Point& point : t->points) {
        RoleBytes lives;
        for (const PeakTensor& tensor : alive_at(*t, point.ms)) lives[tensor.role] += tensor.bytes;
        for (std::size_t i = 0; i < kRoleCount; ++i) {
            EXPECT_EQ(lives.bytes[i], point.bytes.bytes[i])
                << name_of(static_cast<Role>(i)) << " at " << point.ms << " ms of " << t->duration_ms;
        }
    }
}

template <class Run> void expect_owners_and_shapes(Run& run) {
    constexpr double kShapeless = 0.25;  // the largest share of the peak whose shapes nobody noted
    run.step();
    const auto t = run.trainer->timeline();
    ASSERT_TRUE(t);
    Bytes unnamed, unshaped;
    std::map<std::string, Bytes> without;
    for (const PeakTensor& tensor : alive_at(*t, t->peak_ms)) {
        if (tensor.label.empty()) unnamed += tensor.bytes;
        if (tensor.shape.empty() && (tensor.role != Role::Workspace)) {
            unshaped += tensor.bytes;
            without[std::string(name_of(tensor.role)) + ": " + tensor.label] += tensor.bytes;
        }
    }
    EXPECT_LT(unnamed.count * 50, t->peak_tensors.count) << to_text(unnamed);
    std::string who;
    for (const auto& [label, bytes] : without) who += "\n" + label + " " + to_text(bytes);
    EXPECT_LT(static_cast<double>(unshaped.count), kShapeless * static_cast<double>(t->peak_tensors.count)) << who;
}

TEST_P(Ledger, EveryColumnAddsUpAndNothingIsLeftUnexplained) {
    TrainerRun run(config());
    expect_columns_to_add_up(run, elsewhere());
}

TEST_P(Ledger, TheTimelineOfAStepIsItsLedger) {
    TrainerRun run(config());
    expect_the_timeline_to_be_the_ledger(run, elsewhere(), true);
}

TEST_P(Ledger, EveryTensorAtThePeakHasAnOwnerAndTheLargeOnesAShape) {
    TrainerRun run(config());
    expect_owners_and_shapes(run);
}

TrainConfig ledgered_light_gan() {
    TrainConfig c = attending_light_gan();
    c.batch_micro = 2;
    c.edit<LightGanConfig>().gp_weight = 0;
    return c;
}

TEST(LightGanLedger, EveryColumnAddsUpAndNothingIsLeftUnexplained) {
    for (const double penalty : {0.0, 10.0}) {
        SCOPED_TRACE(penalty);
        const Bytes elsewhere = kept_elsewhere();
        TrainConfig c = ledgered_light_gan();
        c.edit<LightGanConfig>().gp_weight = penalty;
        c.edit<LightGanConfig>().gp_every = 1;
        LightGanRun run(c);
        expect_columns_to_add_up(run, elsewhere);
    }
}

TEST(LightGanLedger, TheTimelineOfAStepIsItsLedger) {
    const Bytes elsewhere = kept_elsewhere();
    LightGanRun run(ledgered_light_gan());
    expect_the_timeline_to_be_the_ledger(run, elsewhere, false);
}

TEST(LightGanLedger, EveryTensorAtThePeakHasAnOwnerAndTheLargeOnesAShape) {
    LightGanRun run(ledgered_light_gan());
    expect_owners_and_shapes(run);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Ledger,
                         testing::Values(Shape{64, Precision::Fp32}, Shape{64, Precision::Bf16},
                                         Shape{128, Precision::Fp32}, Shape{128, Precision::Bf16},
                                         Shape{64, Precision::Fp32, 2}, Shape{64, Precision::Fp32, 1, GanLoss::WganGp},
                                         Shape{64, Precision::Bf16, 1, GanLoss::Bce, Checkpointing::On}),
                         name_of_shape);

TEST(LedgerRoles, WhatDoesNotOutliveItsOperationIsWorkspaceFromItsBirthOn) {
    cpu_allocator::install();
    const LabelId label = label_id("an operation");
    cpu_allocator::begin_step(true);
    const RoleBytes before = cpu_allocator::counts().live;
    at::Tensor kept;
    {
        const PhaseScope phase(Phase::G);
        const RoleScope role(Role::Activations);
        const LabelScope scope(label);
        kept = at::empty({1 << 20}, at::kByte);
        at::Tensor temporary = at::empty({3 << 20}, at::kByte);
        EXPECT_EQ((cpu_allocator::counts().at_peak[Role::Activations] - before[Role::Activations]).count, 4 << 20);
        temporary.reset();
    }
    const AllocatorCounts counts = cpu_allocator::counts();
    EXPECT_EQ((counts.at_peak[Role::Activations] - before[Role::Activations]).count, 1 << 20);
    EXPECT_EQ((counts.at_peak[Role::Workspace] - before[Role::Workspace]).count, 3 << 20);
    EXPECT_EQ(counts.at_peak.total() - counts.at_peak[Role::Cache], counts.step_peak);
    EXPECT_EQ(counts.activations_at_peak[Phase::G].count, 1 << 20);
    const StepTimeline t = build_timeline(cpu_allocator::end_step(), 1, {});
    EXPECT_EQ((bytes_at(t, t.peak_ms)[Role::Workspace] - before[Role::Workspace]).count, 3 << 20);
    ASSERT_FALSE(t.largest.empty());
    const auto found =
        std::find_if(t.largest.begin(), t.largest.end(), [](const PeakTensor& p) { return p.bytes.count == 3 << 20; });
    ASSERT_NE(found, t.largest.end());
    EXPECT_EQ(found->role, Role::Workspace);
    EXPECT_EQ(found->label, "an operation");
    kept.reset();
}

TEST(LedgerRoles, AGradientIsOneFromItsBirthOn) {
    cpu_allocator::install();
    const RoleBytes before = cpu_allocator::counts().live;
    cpu_allocator::begin_step(false);
    at::Tensor g;
    {
        const RoleScope role(Role::Workspace);
        g = at::empty({1 << 20}, at::kByte);
        at::Tensor more = at::empty({1 << 20}, at::kByte);  // the peak, before it is known what g is
    }
    cpu_allocator::retag(g.storage().data(), Role::Gradients);
    EXPECT_EQ((cpu_allocator::counts().at_peak[Role::Gradients] - before[Role::Gradients]).count, 1 << 20);
    EXPECT_EQ((cpu_allocator::counts().at_peak[Role::Workspace] - before[Role::Workspace]).count, 1 << 20);
}

TEST(LedgerRoles, AGpusBlocksAreToldApartTheSameWay) {
    BlockBook book;
    char blocks[3] = {};
    book.begin_step(true);
    book.role = Role::Activations;
    book.phase = Phase::DFake;
    book.label = label_id("a GPU's operation");
    book.scope = 7;
    book.allocated(&blocks[0], Bytes{100});
    book.allocated(&blocks[1], Bytes{1000});
    book.refused(Bytes{5000});
    EXPECT_EQ(label_text(book.last_refused().label), "a GPU's operation");
    book.released(&blocks[1]);  // within its scope
    book.scope = 8;
    book.allocated(&blocks[2], Bytes{50});
    book.released(&blocks[0]);  // in another: it was kept
    book.released(&blocks[2]);
    const AllocatorCounts counts = book.counts(0);
    EXPECT_EQ(counts.at_peak[Role::Activations].count, 100);
    EXPECT_EQ(counts.at_peak[Role::Workspace].count, 1000);
    EXPECT_EQ(counts.activations_at_peak[Phase::DFake].count, 100);
    EXPECT_EQ(counts.live_total.count, 0);
    const StepTimeline t = build_timeline(book.end_step(), 1, {});
    EXPECT_EQ(t.peak_tensors.count, 1100);
    ASSERT_EQ(t.largest.size(), 2u);
    EXPECT_EQ(t.largest[0].role, Role::Workspace);
    EXPECT_EQ(t.largest[0].label, "a GPU's operation");
    EXPECT_EQ(t.peak_activations[Phase::DFake].count, 100);
}

}  // namespace
}  // namespace headroom
