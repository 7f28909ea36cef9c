// Lists of numbers read and written; combinations of a VQGAN's settings checked.
#include "core/families/vqgan/vqgan_shape.h"

#include "core/api/param_schema.h"
#include "core/families/vqgan/vqgan_train_config.h"

#include <charconv>
#include <sstream>
#include <string>

namespace headroom {
namespace {

constexpr std::size_t kMostLevels = 8;

/// The whole numbers of `text` between `low` and `high`, separated by blanks or commas.
Result<std::vector<std::int64_t>> numbers_in(const std::string& key, std::string text, std::int64_t low,
                                             std::int64_t high) {
    for (char& c : text) {
        if (c == ',') c = ' ';
    }
    std::vector<std::int64_t> out;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        std::int64_t value = 0;
        const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (status != std::errc() || end != word.data() + word.size() || value < low || value > high) {
            return make_error(ErrorCode::InvalidArgument, key + ": '" + word + "' is not a whole number between " +
                                                              std::to_string(low) + " and " + std::to_string(high));
        }
        out.push_back(value);
    }
    return out;
}

std::string list_of(const std::vector<std::int64_t>& numbers) {
    std::string out;
    for (const std::int64_t n : numbers) out += (out.empty() ? "" : " ") + std::to_string(n);
    return out;
}

void check_codebook(const VqganTrainConfig& v, std::vector<ParamError>& problems) {
    if (!v.gumbel) return;
    if (v.code_width != v.z_channels)
        problems.push_back(
            {"net.code_width", "net.code_width: Gumbel codes are drawn from latents of net.z channels; set it to " +
                                   std::to_string(v.z_channels) + " as well"});
    if (v.decay > 0)
        problems.push_back(
            {"codebook.decay", "codebook.decay: Gumbel codes are drawn by logits, not by their distance; set it to 0"});
    if (v.restart > 0)
        problems.push_back({"codebook.restart",
                            "codebook.restart: Gumbel codes are drawn by logits, not by their distance; set it to 0"});
}

}  // namespace

Result<VqganConfig> vqgan_shape(const TrainConfig& config) {
    const VqganTrainConfig& v = config.own<VqganTrainConfig>();
    auto multipliers = numbers_in("net.multipliers", v.multipliers, 1, 64);
    if (!multipliers) return multipliers.error();
    if (multipliers->empty() || multipliers->size() > kMostLevels)
        return make_error(ErrorCode::InvalidArgument, "net.multipliers: " + std::to_string(multipliers->size()) +
                                                          " levels are not between 1 and " +
                                                          std::to_string(kMostLevels));
    auto attention = numbers_in("net.attention", v.attention, 1, 4096);
    if (!attention) return attention.error();
    if (v.base % 32 != 0)
        return make_error(ErrorCode::InvalidArgument, "net.base: " + std::to_string(v.base) +
                                                          " is not a multiple of 32, the number of the norms' groups");
    VqganConfig shape;
    shape.base = v.base;
    shape.multipliers = *multipliers;
    shape.blocks = v.blocks;
    shape.attention = *attention;
    shape.resolution = v.resolution;
    shape.z_channels = v.z_channels;
    shape.codes = v.codes;
    shape.code_width = v.code_width;
    shape.gumbel = v.gumbel;
    shape.patch = v.patch;
    return shape;
}

ParamPatch settings_of(const VqganConfig& shape) {
    return {{"net.base", shape.base},
            {"net.multipliers", list_of(shape.multipliers)},
            {"net.blocks", shape.blocks},
            {"net.attention", list_of(shape.attention)},
            {"net.resolution", shape.resolution},
            {"net.z", shape.z_channels},
            {"net.codes", shape.codes},
            {"net.code_width", shape.code_width},
            {"net.gumbel", shape.gumbel},
            {"net.patch", shape.patch}};
}

void check_vqgan(const TrainConfig& c, std::vector<ParamError>& problems) {
    const auto shape = vqgan_shape(c);
    if (!shape) {
        const std::string& message = shape.error().message;
        problems.push_back({message.substr(0, message.find(':')), message});
        return;
    }
    const std::int64_t factor = shape->factor();
    if (c.image_size % factor != 0)
        problems.push_back(
            {"image.size",
             "image.size: " + std::to_string(c.image_size) + " px is no multiple of the " + std::to_string(factor) +
                 " px that one code stands for; choose fewer net.multipliers, a smaller net.patch or larger pictures"});
    if (c.own<VqganTrainConfig>().gan > 0 && (c.image_size >> c.own<VqganTrainConfig>().d_layers) < 4)
        problems.push_back({"d.layers", "d.layers: " + std::to_string(c.own<VqganTrainConfig>().d_layers) +
                                            " layers leave nothing of pictures of " + std::to_string(c.image_size) +
                                            " px; choose fewer"});
    check_codebook(c.own<VqganTrainConfig>(), problems);
    const bool seen = c.own<VqganTrainConfig>().l1 > 0 ||
                      (c.own<VqganTrainConfig>().perceptual_file.empty() ? c.own<VqganTrainConfig>().ssim
                                                                         : c.own<VqganTrainConfig>().perceptual) > 0;
    if (!seen)
        problems.push_back(
            {"loss.l1",
             "loss.l1: nothing asks the reconstruction to resemble its picture; give L1, SSIM or the perceptual loss a weight"});
}

}  // namespace headroom
