// Networks that enlarge: RRDB against PyTorch, tiles against the whole, memory running out.
#include "core/memory/cpu_allocator.h"
#include "core/models/nn/init.h"
#include "core/models/upscale/tiles.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/upscale_file.h"
#include "network_case.h"
#include "tests/support/temp_folder.h"
#include "upscale_fixture.h"

#include <gmock/gmock.h>

#include <set>
#include <utility>

namespace headroom {
namespace {

using test::TempFolder;
using testing::HasSubstr;

LoadedUpscaler loaded(const std::string& name) {
    cpu_allocator::install();
    auto out = load_upscaler(upscale_data(name));
    EXPECT_TRUE(out) << (out ? "" : out.error().message);
    return out ? *out : LoadedUpscaler{};
}

TEST(RrdbFile, EveryLayoutOfNamesGivesWhatPyTorchGives) {
    TensorMap want = read_tensors(upscale_data("expected.safetensors"));
    for (const char* name : {"first.pth", "second.pth", "basicsr.pth"}) {
        const LoadedUpscaler file = loaded(name);
        EXPECT_EQ(file.words, "RRDB 4x, 2 blocks of 6 channels") << name;
        EXPECT_LE(largest_difference(want["four"], file.network->enlarge(want["picture"], 4)), 2e-6) << name;
    }
    const LoadedUpscaler half = loaded("x2.pth");
    EXPECT_EQ(half.network->factors().front(), 2);
    EXPECT_EQ(half.network->unit(), 2);
    EXPECT_LE(largest_difference(want["two"], half.network->enlarge(want["picture"], 2)), 2e-6);
}

TEST(RrdbFile, ForeignAndDamagedFilesAreNamed) {
    const auto vqgan = load_upscaler(network_cases() + "/vqgan/vq/vq.ckpt");
    ASSERT_FALSE(vqgan);
    EXPECT_THAT(vqgan.error().message, HasSubstr("vq.ckpt: these weights do not enlarge pictures"));
    const TempFolder folder;
    auto tensors = read_tensors(upscale_data("second.pth"));
    tensors.erase("trunk_conv.bias");
    const auto write = [&](const std::string& name) {
        const TensorCopies copies = copy_tensors(NamedTensors(tensors.begin(), tensors.end()));
        EXPECT_TRUE(write_safetensors(folder.file(name), copies.views, {}));
        return load_upscaler(folder.file(name)).error().message;
    };
    EXPECT_THAT(write("a.safetensors"), HasSubstr("trunk_conv.bias is missing"));
    tensors["trunk_conv.bias"] = torch::zeros({7});
    EXPECT_THAT(write("b.safetensors"), HasSubstr("trunk_conv.bias has another shape"));
    tensors["conv_first.weight"] = torch::zeros({6, 5, 3, 3});
    EXPECT_THAT(write("c.safetensors"), HasSubstr("takes 5 channels"));
    EXPECT_EQ(load_upscaler(folder.file("absent.pth")).error().code, ErrorCode::NotFound);
}

std::shared_ptr<ShapesUpscaler> small_network() {
    auto net = std::make_shared<ShapesUpscaler>(2, 8);
    nn::Initialiser(4, 0).layers(*net);
    nn::freeze(*net);
    return net;
}

TileCall call_of(Upscaler& net, std::int64_t factor, const TilePlan& plan) {
    TileCall call;
    call.factor = factor;
    call.unit = net.unit();
    call.reach = net.reach();
    call.plan = plan;
    call.enlarge = [&net, factor](const at::Tensor& tile) { return net.enlarge(tile, factor); };
    call.go_on = [](double) { return true; };
    call.ran_out = [] {};
    return call;
}

TEST(Tiles, AreWhatTheWholeIs) {
    cpu_allocator::install();
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 67, 91});
    for (const std::int64_t factor : {2, 4}) {
        const at::Tensor whole = net->enlarge(picture, factor), out = torch::full_like(whole, 7);
        const TilePlan plan = plan_tiles(91, 67, net->reach(), 1, 32 * 32);
        EXPECT_TRUE(plan.exact);
        EXPECT_EQ(plan.overlap, net->reach());
        const TileOutcome done = enlarge_in_tiles(picture, out, call_of(*net, factor, plan));
        EXPECT_TRUE(done.finished);
        EXPECT_GT(done.tiles, 9);
        EXPECT_LE(largest_difference(whole, out), 1e-5) << factor;
    }
    // One pixel less of overlap shows: the reach is no larger than it must be.
    const at::Tensor whole = net->enlarge(picture, 2), out = torch::zeros_like(whole);
    (void)enlarge_in_tiles(picture, out, call_of(*net, 2, {32, net->reach() - 2, true}));
    EXPECT_GT(largest_difference(whole, out), 1e-5);
}

TEST(Tiles, OfAnUnshufflingNetworkLieOnItsUnits) {
    const LoadedUpscaler file = loaded("x2.pth");
    at::Tensor picture = torch::rand({1, 3, 151, 173});
    const at::Tensor even = at::replication_pad2d(picture, {0, 1, 0, 1});
    const at::Tensor whole = file.network->enlarge(even, 2).narrow(2, 0, 302).narrow(3, 0, 346),
                     out = torch::zeros_like(whole);
    TilePlan plan = plan_tiles(173, 151, file.network->reach(), 2, 300 * 300);
    EXPECT_EQ(plan.side, 0);  // the whole fits
    plan = {172, file.network->reach(), true};
    (void)enlarge_in_tiles(picture, out, call_of(*file.network, 2, plan));
    EXPECT_LE(largest_difference(whole, out), 1e-5);
}

TEST(Tiles, ThatCannotBeExactAreBlendedWithoutASeam) {
    const LoadedUpscaler file = loaded("first.pth");
    const at::Tensor picture = torch::rand({1, 3, 60, 90});
    const TilePlan plan = plan_tiles(90, 60, file.network->reach(), 1, 40 * 40);
    EXPECT_FALSE(plan.exact);
    const at::Tensor whole = file.network->enlarge(picture, 4), out = torch::zeros_like(whole);
    const TileOutcome done = enlarge_in_tiles(picture, out, call_of(*file.network, 4, plan));
    EXPECT_GT(done.tiles, 1);
    EXPECT_LE((whole - out).norm().item<double>(), 0.01 * whole.norm().item<double>());
    // Tiles of a grey picture that are off by 0.1 in turn up and down: what is blended lies between them, and goes from one to
    // the other over the overlap, rows and columns at once where four meet. Cut side by side they would differ by a step of 0.2.
    const at::Tensor grey = torch::full({1, 3, 60, 90}, 0.5), blended = torch::zeros({1, 3, 240, 360});
    auto call = call_of(*file.network, 4, plan);
    constexpr double kOff = 0.1;
    double sign = 1;
    call.enlarge = [&](const at::Tensor& tile) {
        sign = -sign;
        return at::upsample_nearest2d(tile, {4 * tile.size(2), 4 * tile.size(3)}) + sign * kOff;
    };
    (void)enlarge_in_tiles(grey, blended, call);
    EXPECT_LE(largest_difference(blended, torch::full_like(blended, 0.5)), kOff + 1e-6);
    const double slope = 2 * kOff / static_cast<double>(4 * plan.overlap);
    for (const int axis : {2, 3}) EXPECT_LE(largest(blended.diff(1, axis)), 2 * slope + 1e-6) << axis;
}

TEST(Tiles, RunOutOfMemoryAndGoOnSmaller) {
    cpu_allocator::install();
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 70, 80}), whole = net->enlarge(picture, 2),
                     out = torch::zeros_like(whole);
    auto call = call_of(*net, 2, {64, net->reach(), true});
    int told = 0;
    call.ran_out = [&] { ++told; };
    call.enlarge = [&](const at::Tensor& tile) -> at::Tensor {
        if (tile.size(2) * tile.size(3) > 40 * 40)
            throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "no room");
        return net->enlarge(tile, 2);
    };
    const TileOutcome done = enlarge_in_tiles(picture, out, call);
    EXPECT_TRUE(done.finished);
    EXPECT_EQ(done.halvings, 1);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(done.plan.side, 32);
    EXPECT_LE(largest_difference(whole, out), 1e-5);
    call.enlarge = [](const at::Tensor&) -> at::Tensor {
        throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "no room");
    };
    EXPECT_THROW(enlarge_in_tiles(picture, out, call), c10::OutOfMemoryError);
}

TEST(Tiles, StopWhenAsked) {
    cpu_allocator::install();
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 70, 80}), out = torch::zeros({1, 3, 140, 160});
    auto call = call_of(*net, 2, {32, net->reach(), true});
    double last = 0;
    call.go_on = [&](double done) { return (last = done) < 0.3; };
    EXPECT_FALSE(enlarge_in_tiles(picture, out, call).finished);
    EXPECT_LT(last, 0.6);
}

TEST(Tiles, AreCountedWithTheirSizes) {
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 67, 91});
    for (const TilePlan& plan : {TilePlan{32, 6, true}, TilePlan{24, 3, false}, TilePlan{}}) {
        const TileCount told = count_tiles(91, 67, 1, plan);
        std::int64_t tiles = 0;
        std::set<std::pair<std::int64_t, std::int64_t>> seen, expected;
        auto call = call_of(*net, 2, plan);
        call.enlarge = [&](const at::Tensor& tile) {
            ++tiles;
            seen.emplace(tile.size(3), tile.size(2));
            return torch::zeros({1, 3, 2 * tile.size(2), 2 * tile.size(3)});
        };
        (void)enlarge_in_tiles(picture, torch::zeros({1, 3, 134, 182}), call);
        for (const TileSize& size : told.sizes) expected.emplace(size.width, size.height);
        EXPECT_EQ(told.tiles, tiles);
        EXPECT_EQ(seen, expected);
        EXPECT_EQ(told.sizes.size(), expected.size());
        for (const TileSize& size : told.sizes) EXPECT_LE(size.pixels(), told.sizes.front().pixels());
    }
}

}  // namespace
}  // namespace headroom
