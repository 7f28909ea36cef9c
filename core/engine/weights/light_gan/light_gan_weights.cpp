// Takes a checkpoint of lightweight-gan apart.
#include "core/engine/weights/light_gan/light_gan_weights.h"

#include "core/api/param_schema.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/registry.h"
#include "core/io/weights/weight_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace headroom {
namespace {

constexpr std::string_view kOutermost = "GAN.";

/// The tensors whose names begin with `prefix`, without it.
std::vector<TensorView> tensors_of(const std::vector<TensorView>& all, std::string_view prefix) {
    std::vector<TensorView> out;
    for (const TensorView& t : all) {
        std::string_view name = t.name;
        if (name.starts_with(kOutermost)) name.remove_prefix(kOutermost.size());
        if (!name.starts_with(prefix)) continue;
        out.push_back(t);
        out.back().name = name.substr(prefix.size());
    }
    return out;
}

TensorShapes shapes_of(const std::vector<TensorView>& tensors) {
    TensorShapes out;
    for (const TensorView& t : tensors) out.emplace(t.name, t.shape);
    return out;
}

bool opens(const std::vector<TensorView>& generator) {
    return std::any_of(generator.begin(), generator.end(),
                       [](const TensorView& t) { return t.name == "initial_conv.0.weight"; });
}

/// "G.", or all of a file that holds a generator alone, as exports do.
std::vector<TensorView> generator_in(const std::vector<TensorView>& all) {
    std::vector<TensorView> named = tensors_of(all, "G.");
    return named.empty() && opens(all) ? all : named;
}

}  // namespace

bool seems_light_gan(const std::vector<TensorView>& tensors) { return opens(generator_in(tensors)); }

bool has_discriminator(const std::vector<TensorView>& light_gan) { return !tensors_of(light_gan, "D.").empty(); }

Result<LightGanShape> recognise_light_gan(const std::vector<TensorView>& tensors) {
    return recognise_light_gan(shapes_of(generator_in(tensors)), shapes_of(tensors_of(tensors, "D.")));
}

ParamPatch settings_of_light_gan(const WeightFile& file) {
    std::vector<TensorView> tensors;
    for (const TensorEntry& entry : file.stream().entries())
        tensors.push_back({entry.name, entry.dtype, entry.shape, {}});
    const auto shape = recognise_light_gan(tensors);
    return shape ? settings_of(*shape) : ParamPatch{};
}

Result<CheckpointContent> read_light_gan_file(const std::string& path) {
    auto file = read_tensor_file(path);
    if (!file) return file.error();
    CheckpointContent content;
    const std::vector<TensorView> generator = generator_in(file->tensors),
                                  discriminator = tensors_of(file->tensors, "D."),
                                  average = tensors_of(file->tensors, "GE.");
    const auto shape = recognise_light_gan(file->tensors);
    if (!shape) return make_error(ErrorCode::BadFile, path + ": " + shape.error().message, shape.error().hint);
    auto config = with_patch(default_config(kLightGan), settings_of(*shape));
    if (!config)
        return make_error(ErrorCode::BadFile, path + ": " + config.error().message,
                          "Headroom's settings cannot describe this network.");
    content.config = *config;
    content.parts.push_back({"generator", generator, path});
    if (!discriminator.empty()) content.parts.push_back({"discriminator", discriminator, path});
    if (!average.empty()) content.parts.push_back({"ema", average, path});
    content.files.push_back(*std::move(file));
    return content;
}

Result<CheckpointContent> read_light_gan_weights(const std::string& named, std::vector<std::string>* warnings) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    constexpr const char* kName = "Name a run, a checkpoint or a model_N.pt of lightweight-gan.";
    if (!fs::exists(named, ignored)) return make_error(ErrorCode::NotFound, named + " does not exist", kName);
    if (!fs::is_directory(named, ignored)) {
        auto content = read_light_gan_file(named);
        if (content && warnings && !find_part(content->parts, "discriminator"))
            warnings->push_back("only the generator has weights to begin with; the discriminator begins anew");
        return content;
    }
    auto source = find_weights(named, [&](const std::string& what, double) {
        if (warnings) warnings->push_back(what.substr(what.rfind("warning: ", 0) == 0 ? 9 : 0));
    });
    if (!source) return source.error();
    if (source->checkpoint.empty()) return make_error(ErrorCode::BadFile, named + " holds no Light GAN", kName);
    auto content = RunFolder::read_checkpoint(source->checkpoint);
    if (content && family_of(content->config).facts().start.files != kLightGanFiles)
        return make_error(
            ErrorCode::BadFile,
            named + " is of a " + std::string(name_of(content->config.model)) + " run, not of a light-gan run", kName);
    return content;
}

}  // namespace headroom
