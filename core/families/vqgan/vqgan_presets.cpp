// A VQGAN's named sets of values.
#include "core/families/vqgan/vqgan_family.h"

namespace headroom {
namespace {

/// Small and coarse: reconstructions to recognise within a minute on two cores.
ParamPatch vqgan_shapes_values() {
    return {{"model", std::string("vqgan")},
            {"data.path", std::string("shapes")},
            {"data.variety", std::string("centred")},
            {"data.count", std::int64_t{12288}},
            {"image.size", std::int64_t{64}},
            {"batch.micro", std::int64_t{16}},
            {"net.base", std::int64_t{64}},
            {"net.multipliers", std::string("1 1")},
            {"net.blocks", std::int64_t{1}},
            {"net.patch", std::int64_t{4}},
            {"net.attention", std::string()},
            {"net.resolution", std::int64_t{64}},
            {"net.z", std::int64_t{64}},
            {"net.codes", std::int64_t{512}},
            {"net.code_width", std::int64_t{16}},
            {"d.layers", std::int64_t{2}},
            {"width.d", std::int64_t{32}},
            {"lr.g", 2e-3},
            {"lr.d", 2e-4},
            {"adam.beta2", 0.9},
            {"ema.half_life", 0.0},
            {"loss.gan", 0.2},
            {"loss.gan_start", std::int64_t{100000}},
            {"loss.gan_most", 10.0},
            {"codebook.restart", std::int64_t{512}},
            {"codebook.decay", 0.95},
            {"preview.every", std::int64_t{50}},
            {"preview.grid", std::int64_t{16}}};
}

/// As imagenet f16-1024 was trained, but for the size of the batch.
ParamPatch vqgan_f16_values(std::int64_t codes) {
    return {{"model", std::string("vqgan")},
            {"image.size", std::int64_t{256}},
            {"batch.micro", std::int64_t{4}},
            {"batch.accumulate", std::int64_t{3}},
            {"net.base", std::int64_t{128}},
            {"net.multipliers", std::string("1 1 2 2 4")},
            {"net.blocks", std::int64_t{2}},
            {"net.patch", std::int64_t{1}},
            {"net.attention", std::string("16")},
            {"net.resolution", std::int64_t{256}},
            {"net.z", std::int64_t{256}},
            {"net.codes", codes},
            {"net.code_width", std::int64_t{256}},
            {"d.layers", std::int64_t{2}},
            {"width.d", std::int64_t{64}},
            {"lr.g", 5.4e-5},
            {"lr.d", 5.4e-5},
            {"adam.beta1", 0.5},
            {"adam.beta2", 0.9},
            {"ema.half_life", 0.0},
            {"loss.gan", 0.8},
            {"loss.gan_start", std::int64_t{3000000}},
            {"loss.gan_most", 1e4},
            {"codebook.restart", std::int64_t{0}},
            {"codebook.decay", 0.0},
            {"preview.every", std::int64_t{200}},
            {"preview.grid", std::int64_t{8}}};
}

/// As the benches of other programs train it: one picture, no warm-up without the discriminator, no loss but L1 that they lack.
ParamPatch vqgan_bench_values(ParamPatch network) {
    ParamPatch out = vqgan_f16_values(16384);
    for (const auto& [key, value] : ParamPatch{{"batch.micro", std::int64_t{1}},
                                               {"batch.accumulate", std::int64_t{1}},
                                               {"lr.g", 4.5e-6},
                                               {"lr.d", 4.5e-6},
                                               {"loss.ssim", 0.0},
                                               {"loss.gan", 0.75},
                                               {"loss.gan_start", std::int64_t{0}}})
        out[key] = value;
    for (const auto& [key, value] : network) out[key] = value;
    return out;
}

}  // namespace

std::vector<Preset> vqgan_presets() {
    return {
        {"vqgan-shapes", "Built-in shapes",
         "A small VQGAN of the built-in shapes, 64 px to 8 x 8 codes: reconstructions to recognise within a minute.",
         vqgan_shapes_values()},
        {"vqgan-f16-1024", "f16, 1024 codes",
         "The VQGAN of the well-known text-to-image scripts: 256 px to 16 x 16 codes, 1,024 of them.",
         vqgan_f16_values(1024)},
        {"vqgan-f16-16384", "f16, 16384 codes", "The same with 16,384 codes.", vqgan_f16_values(16384)},
        {"vqgan-bench", "Bench",
         "f16-16384 with L1 alone and the discriminator from the first step: what bench vqgan measures.",
         vqgan_bench_values({}), true},
        {"vqgan-bench-small", "Small bench", "The same of a network with a twentieth of the arithmetic.",
         vqgan_bench_values({{"image.size", std::int64_t{64}},
                             {"net.base", std::int64_t{32}},
                             {"net.multipliers", std::string("1 2 2")},
                             {"net.blocks", std::int64_t{1}},
                             {"net.resolution", std::int64_t{64}},
                             {"net.z", std::int64_t{64}},
                             {"net.codes", std::int64_t{1024}},
                             {"net.code_width", std::int64_t{64}}}),
         true},
    };
}

}  // namespace headroom
