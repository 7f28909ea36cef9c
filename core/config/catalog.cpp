// The catalog's tables: what can be trained, on what, and the named sets of values to begin with.
#include "core/api/catalog.h"

#include <array>
#include <vector>

namespace headroom {
namespace {

/// Few colours, a close camera, many small steps and one-sided smoothing: what makes shapes recognisable soonest.
ParamPatch shapes_values(std::int64_t size, double rate) {
    // So many pictures are drawn in under ten seconds, and are passed a few times in the first minutes.
    return {{"data.path", std::string("shapes")}, {"data.variety", std::string("demo")}, {"data.count", std::int64_t{12288}},
            {"image.size", size}, {"batch.micro", std::int64_t{16}},
            {"width.g", std::int64_t{32}}, {"width.d", std::int64_t{32}}, {"latent", std::int64_t{64}}, {"lr.g", rate}, {"lr.d", rate},
            {"loss.smoothing", 0.1}, {"ema.half_life", 1100.0}, {"preview.every", std::int64_t{50}}};
}

ParamPatch painted_values(const char* start, std::int64_t side, std::int64_t cuts, std::int64_t iterations, double rate, ParamPatch more) {
    more.insert({{"model", std::string("vqgan-clip")}, {"start", std::string(start)}, {"picture.width", side}, {"picture.height", side}, {"cuts.count", cuts},
                 {"steps", iterations}, {"latent.rate", rate}, {"checkpoint.every", std::int64_t{100}}});
    return more;
}

/// Small and coarse: reconstructions to recognise within a minute on two cores.
ParamPatch vqgan_shapes_values() {
    return {{"model", std::string("vqgan")}, {"data.path", std::string("shapes")}, {"data.variety", std::string("centred")}, {"data.count", std::int64_t{12288}},
            {"image.size", std::int64_t{64}}, {"batch.micro", std::int64_t{16}}, {"net.base", std::int64_t{64}}, {"net.multipliers", std::string("1 1")},
            {"net.blocks", std::int64_t{1}}, {"net.patch", std::int64_t{4}}, {"net.attention", std::string()}, {"net.resolution", std::int64_t{64}},
            {"net.z", std::int64_t{64}}, {"net.codes", std::int64_t{512}}, {"net.code_width", std::int64_t{16}}, {"d.layers", std::int64_t{2}}, {"width.d", std::int64_t{32}},
            {"lr.g", 2e-3}, {"lr.d", 2e-4}, {"adam.beta2", 0.9}, {"ema.half_life", 0.0}, {"loss.gan", 0.2}, {"loss.gan_start", std::int64_t{100000}}, {"loss.gan_most", 10.0},
            {"codebook.restart", std::int64_t{512}}, {"codebook.decay", 0.95}, {"preview.every", std::int64_t{50}}, {"preview.grid", std::int64_t{16}}};
}

/// As imagenet f16-1024 was trained, but for the size of the batch.
ParamPatch vqgan_f16_values(std::int64_t codes) {
    return {{"model", std::string("vqgan")}, {"image.size", std::int64_t{256}}, {"batch.micro", std::int64_t{4}}, {"batch.accumulate", std::int64_t{3}},
            {"net.base", std::int64_t{128}}, {"net.multipliers", std::string("1 1 2 2 4")}, {"net.blocks", std::int64_t{2}}, {"net.patch", std::int64_t{1}},
            {"net.attention", std::string("16")}, {"net.resolution", std::int64_t{256}}, {"net.z", std::int64_t{256}}, {"net.codes", codes},
            {"net.code_width", std::int64_t{256}}, {"d.layers", std::int64_t{2}}, {"width.d", std::int64_t{64}}, {"lr.g", 5.4e-5}, {"lr.d", 5.4e-5}, {"adam.beta1", 0.5},
            {"adam.beta2", 0.9}, {"ema.half_life", 0.0}, {"loss.gan", 0.8}, {"loss.gan_start", std::int64_t{3000000}}, {"loss.gan_most", 1e4},
            {"codebook.restart", std::int64_t{0}}, {"codebook.decay", 0.0}, {"preview.every", std::int64_t{200}}, {"preview.grid", std::int64_t{8}}};
}

/// As the benches of other programs train it: one picture, no warm-up without the discriminator, no loss but L1 that they lack.
ParamPatch vqgan_bench_values(ParamPatch network) {
    ParamPatch out = vqgan_f16_values(16384);
    for (const auto& [key, value] : ParamPatch{{"batch.micro", std::int64_t{1}}, {"batch.accumulate", std::int64_t{1}}, {"lr.g", 4.5e-6}, {"lr.d", 4.5e-6}, {"loss.ssim", 0.0},
                                               {"loss.gan", 0.75}, {"loss.gan_start", std::int64_t{0}}}) out[key] = value;
    for (const auto& [key, value] : network) out[key] = value;
    return out;
}

std::vector<Preset> build_presets() {
    return {
        {"demo", "Demo", "Built-in shapes at 64 px: solids to recognise after a few minutes on two cores.", shapes_values(64, 4e-4)},
        {"quick", "First minute", "Built-in shapes at 32 px: solids to recognise within a minute on two cores.", shapes_values(32, 5e-4)},
        {"classic", "Classic", "The well-known DCGAN: 64 px, width 64, batches of 128, Adam at 2e-4.",
         {{"image.size", std::int64_t{64}}, {"batch.micro", std::int64_t{128}}, {"width.g", std::int64_t{64}}, {"width.d", std::int64_t{64}},
          {"latent", std::int64_t{100}}, {"loss", std::string("bce")}, {"lr.g", 2e-4}, {"lr.d", 2e-4}}},
        {"smaller", "Smaller model", "Depthwise-separable layers and half the width: a fraction of the weights.",
         {{"model.conv", std::string("depthwise")}, {"width.g", std::int64_t{32}}, {"width.d", std::int64_t{32}}, {"width.max", std::int64_t{256}}}},
        {"small-data", "Small data set", "Mirroring and DiffAugment, for a few hundred to a few thousand pictures.",
         {{"data.mirror", true}, {"augment.colour", true}, {"augment.translation", true}, {"augment.cutout", true}}},
        {"painted-shapes", "Built-in shapes", "The small models that come with Headroom: solids, colours and floors in seconds.",
         painted_values("match", 64, 16, 120, 0.015, {{"pull.weight", 0.5}, {"pull.steps", std::int64_t{240}}, {"preview.every", std::int64_t{4}}}), ModelKind::Imagine},
        {"painted-classic", "Classic", "As the well-known scripts: 256 px, 32 cutouts, Adam at 0.1. For a VQGAN f16 and CLIP ViT-B/32.",
         painted_values("codes", 256, 32, 500, 0.1, {{"pull.weight", 0.0}, {"cuts.chunk", std::int64_t{8}}, {"preview.every", std::int64_t{10}}}), ModelKind::Imagine},
        {"vqgan-shapes", "Built-in shapes", "A small VQGAN of the built-in shapes, 64 px to 8 x 8 codes: reconstructions to recognise within a minute.",
         vqgan_shapes_values(), ModelKind::Vqgan},
        {"vqgan-f16-1024", "f16, 1024 codes", "The VQGAN of the well-known text-to-image scripts: 256 px to 16 x 16 codes, 1,024 of them.",
         vqgan_f16_values(1024), ModelKind::Vqgan},
        {"vqgan-f16-16384", "f16, 16384 codes", "The same with 16,384 codes.", vqgan_f16_values(16384), ModelKind::Vqgan},
        {"vqgan-bench", "Bench", "f16-16384 with L1 alone and the discriminator from the first step: what bench vqgan measures.", vqgan_bench_values({}), ModelKind::Vqgan, true},
        {"vqgan-bench-small", "Small bench", "The same of a network with a twentieth of the arithmetic.",
         vqgan_bench_values({{"image.size", std::int64_t{64}}, {"net.base", std::int64_t{32}}, {"net.multipliers", std::string("1 2 2")}, {"net.blocks", std::int64_t{1}},
                             {"net.resolution", std::int64_t{64}}, {"net.z", std::int64_t{64}}, {"net.codes", std::int64_t{1024}}, {"net.code_width", std::int64_t{64}}}), ModelKind::Vqgan, true},
    };
}

}  // namespace

std::span<const ModelInfo> catalog_models() {
    static constexpr std::array<ModelInfo, 3> models{{
        {"dcgan", "DCGAN", "Generator and discriminator of convolutions, 32 to 512 px."},
        {"vqgan-clip", "VQGAN-CLIP", "Paints a picture from words: a VQGAN's codes, judged by CLIP."},
        {"vqgan", "VQGAN", "An autoencoder whose pictures are small grids of learnt codes: stage 1, for text to image."},
    }};
    return models;
}

std::span<const DatasetInfo> catalog_datasets() {
    static constexpr std::array<DatasetInfo, 4> datasets{{
        {"shapes", "Shapes (built-in)", "Shaded solids on a floor, drawn by Headroom itself; nothing to download."},
        {"folder", "Folder of pictures", "JPEG, PNG and WebP, folders within folders too."},
        {"cifar10", "CIFAR-10", "The binary version's files, 32 px."},
        {"mnist", "MNIST", "The IDX files, 28 px, grey."},
    }};
    return datasets;
}

std::span<const Preset> catalog_presets() {
    static const std::vector<Preset> presets = build_presets();
    return presets;
}

const Preset* find_preset(std::string_view id) {
    for (const Preset& preset : catalog_presets()) {
        if (preset.id == id) return &preset;
    }
    return nullptr;
}

}  // namespace headroom
