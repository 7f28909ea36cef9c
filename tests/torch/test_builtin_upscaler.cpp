// The built-in network that enlarges shapes, as it is shipped: on scenes that training never saw it is at least a decibel ahead of Lanczos.
#include "core/data/shapes/renderer.h"
#include "core/io/models/builtin_models.h"
#include "core/io/pictures/resample.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/tools/picture_distance.h"
#include "core/train/tools/upscale_file.h"
#include "core/train/vqgan_clip/painted_picture.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <cmath>

namespace headroom {
namespace {

constexpr std::int64_t kFirstHeldOut = 1000000;

ImageBuffer rendered(std::int64_t scene, Variety variety, int size) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(static_cast<std::size_t>(size) *
                                                              static_cast<std::size_t>(size) * 3);
    shapes::render_scene(shapes::make_scene(scene, variety), size, pixels->data());
    return {size, size, 3, std::move(pixels)};
}

TEST(BuiltinUpscaler, IsADecibelAheadOfLanczosOnHeldOutShapes) {
    cpu_allocator::install();
    at::set_num_threads(1);  // beside other tests two threads wait for each other
    const auto weights = find_builtin_upscaler();
    ASSERT_TRUE(weights) << weights.error().message;
    const auto network = load_upscaler(*weights);
    ASSERT_TRUE(network) << network.error().message;
    EXPECT_EQ(network->network->factors(), (std::vector<std::int64_t>{2, 4}));
    for (const int factor : {2, 4}) {
        double net = 0, lanczos = 0;
        for (std::int64_t i = 0; i < 16; ++i) {
            const Variety variety = i % 2 == 0 ? Variety::Centred : Variety::Full;
            const ImageBuffer small = rendered(kFirstHeldOut + i, variety, 64);
            const at::Tensor wanted = tensor_of(rendered(kFirstHeldOut + i, variety, 64 * factor));
            const at::Tensor got = tensor_of(image_of(network->network->enlarge(tensor_of(small), factor)));
            net += picture_distance(got, wanted).mse;
            lanczos +=
                picture_distance(tensor_of(resample(small, 64 * factor, 64 * factor, ResampleFilter::Lanczos)), wanted)
                    .mse;
        }
        EXPECT_GE(10 * std::log10(lanczos / net), 1.0) << factor << "x";
    }
}

}  // namespace
}  // namespace headroom
