// The memory snapshot in PyTorch's format: read back with the repository's own pickle reader, its sums are the counted ones.
// tests/bench/check_snapshot.py has PyTorch's own reader look at one.
#include "core/io/torch_files/pickle_reader.h"
#include "core/memory/gpu/block_book.h"
#include "core/train/run/memory_snapshot.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/trainer_fixture.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>

namespace headroom {
namespace {

using test::attending_light_gan;
using test::LightGanRun;
using test::small_config;
using test::TrainerRun;

/// A dictionary of the pickle by key.
class Node {
public:
    Node(const PickleTree& tree, PickleId id) : tree_(tree), id_(id) {}
    Node operator[](std::string_view key) const {
        const auto& items = tree_.children(id_);
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            if (tree_.text(items[i]) == key) return {tree_, items[i + 1]};
        }
        ADD_FAILURE() << "no " << key;
        return *this;
    }
    std::vector<Node> list() const {
        std::vector<Node> out;
        for (PickleId id : tree_.children(id_)) out.emplace_back(tree_, id);
        return out;
    }
    std::int64_t number() const { return tree_.at(id_).integer; }
    std::string text() const { return std::string(tree_.text(id_)); }

private:
    const PickleTree& tree_;
    PickleId id_;
};

/// What the allocator had at each moment, replayed from the trace backwards and forwards.
struct Replay {
    std::int64_t final_bytes = 0, first_bytes = 0, peak = 0;
    bool frees_match = true, segments_hold_blocks = true;
};

Replay replay(const Node& root, std::size_t device) {
    Replay r;
    std::map<std::int64_t, std::int64_t> alive, segments;
    for (const Node& segment : root["segments"].list()) {
        std::int64_t address = segment["address"].number();
        segments[address] = segment["total_size"].number();
        for (const Node& block : segment["blocks"].list()) {
            r.segments_hold_blocks = r.segments_hold_blocks && block["address"].number() == address;
            address += block["size"].number();
            if (block["state"].text() != "active_allocated") continue;
            alive[block["address"].number()] = block["requested_size"].number();
            r.final_bytes += block["requested_size"].number();
        }
        r.segments_hold_blocks =
            r.segments_hold_blocks && address == segment["address"].number() + segment["total_size"].number();
    }
    const auto trace = root["device_traces"].list().at(device).list();
    std::int64_t bytes = r.final_bytes;
    r.peak = bytes;
    for (auto e = trace.rbegin(); e != trace.rend(); ++e) {
        const std::string action = (*e)["action"].text();
        const std::int64_t address = (*e)["addr"].number(), size = (*e)["size"].number();
        if (action == "free_completed") {
            r.frees_match = r.frees_match && alive.emplace(address, size).second;
            bytes += size;
            const auto segment = segments.upper_bound(address);
            r.segments_hold_blocks = r.segments_hold_blocks && segment != segments.begin() &&
                                     address < std::prev(segment)->first + std::prev(segment)->second;
        } else if (action == "alloc") {
            r.frees_match = r.frees_match && alive[address] == size;
            alive.erase(address);
            bytes -= size;
        } else if (action == "segment_free") {
            segments[address] = size;
        } else if (action == "segment_alloc") {
            segments.erase(address);
        }
        r.peak = std::max(r.peak, bytes);
    }
    r.first_bytes = bytes;
    return r;
}

/// After two steps of `config`; the snapshot names `blocks`.
template <class Run>
void expect_the_counted_sums(const TrainConfig& config, std::initializer_list<const char*> blocks) {
    Run run(config);
    run.steps(2);
    const auto t = run.trainer->timeline();
    ASSERT_TRUE(t);
    const auto bytes = run.trainer->memory_snapshot();
    ASSERT_TRUE(bytes);
    std::size_t used = 0;
    const auto tree = read_pickle(std::as_bytes(std::span(*bytes)), "snapshot", &used);
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_EQ(used, bytes->size());
    const Node root(*tree, tree->root);
    const Replay r = replay(root, 0);
    EXPECT_EQ(r.final_bytes, t->points.back().bytes.total().count);
    EXPECT_EQ(r.peak, t->peak_tensors.count);
    EXPECT_EQ(r.first_bytes, t->points.front().bytes.total().count);
    EXPECT_TRUE(r.frees_match);
    EXPECT_TRUE(r.segments_hold_blocks);
    // Every phase begins and ends.
    std::map<std::string, int> open;
    for (const Node& a : root["external_annotations"].list())
        open[a["name"].text()] += a["stage"].text() == "START" ? 1 : -1;
    EXPECT_EQ(open.size(), 5u);  // d_real, d_fake, d_optimiser, g, g_optimiser
    for (const auto& [name, count] : open) EXPECT_EQ(count, 0) << name;
    for (const char* block : blocks) EXPECT_NE(bytes->find(block), std::string::npos) << block;
}

TEST(MemorySnapshot, SumsAreTheCountedOnes) {
    TrainConfig config = small_config();
    config.precision = Precision::Bf16;
    expect_the_counted_sums<TrainerRun>(config, {"D main.0.weight", "G main.0 conv", "gradient of G main.0.weight"});
}

TEST(MemorySnapshot, SumsOfALightGanAreTheCountedOnes) {
    TrainConfig config = attending_light_gan();
    config.batch_micro = 1;
    config.edit<LightGanConfig>().gp_every = 1;
    expect_the_counted_sums<LightGanRun>(config,
                                         {"D to_logits.3.weight", "G layers.0", "gradient of G out_conv.weight"});
}

TEST(MemorySnapshot, BeforeTheFirstStepItIsThePresent) {
    TrainerRun run(small_config());
    const auto bytes = run.trainer->memory_snapshot();
    ASSERT_TRUE(bytes);
    std::size_t used = 0;
    const auto tree = read_pickle(std::as_bytes(std::span(*bytes)), "snapshot", &used);
    ASSERT_TRUE(tree);
    const Replay r = replay(Node(*tree, tree->root), 0);
    EXPECT_EQ(r.final_bytes, run.trainer->device_memory().counts().live_total.count);
    EXPECT_EQ(r.first_bytes, r.final_bytes);
}

TEST(MemorySnapshot, AGpusBlocksAreSegmentsOfTheirOwn) {
    BlockBook book;
    char blocks[3] = {};
    book.role = Role::Weights;
    book.allocated(&blocks[0], Bytes{1000});
    book.begin_step(true);
    book.phase_noted(Phase::G, 0, true);
    book.allocated(&blocks[1], Bytes{300});
    book.released(&blocks[1]);
    book.allocated(&blocks[2], Bytes{20});
    book.phase_noted(Phase::G, 0, false);
    const std::string bytes = memory_snapshot(book.end_step(), {}, {1, "a GPU", {}});
    std::size_t used = 0;
    const auto tree = read_pickle(std::as_bytes(std::span(bytes)), "snapshot", &used);
    ASSERT_TRUE(tree);
    const Node root(*tree, tree->root);
    ASSERT_EQ(root["device_traces"].list().size(), 2u);
    EXPECT_TRUE(root["device_traces"].list()[0].list().empty());
    const Replay r = replay(root, 1);
    EXPECT_EQ(r.final_bytes, 1020);
    EXPECT_EQ(r.peak, 1300);
    EXPECT_EQ(r.first_bytes, 1000);
    EXPECT_TRUE(r.frees_match);
    EXPECT_TRUE(r.segments_hold_blocks);
}

}  // namespace
}  // namespace headroom
