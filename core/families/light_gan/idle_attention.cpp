// Tensors that a discriminator with that attention has and one without lacks.
#include "core/families/light_gan/idle_attention.h"

#include "core/base/random.h"
#include "core/families/light_gan/light_gan_shape.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace headroom {
namespace {

std::vector<float> first_numbers(const LightGanTensor& tensor, RandomStream& random) {
    const bool scales = tensor.name.ends_with(".norm.g");
    std::vector<float> out(static_cast<std::size_t>(tensor.numbers()), scales ? 1.0f : 0.0f);
    if (scales || tensor.name.ends_with(".norm.b") || tensor.name.find(".to_out.") != std::string::npos) return out;
    const std::int64_t fan_in = tensor.numbers() / tensor.shape.front();
    for (float& number : out)
        number = static_cast<float>(random.normal() * std::sqrt(2.0 / static_cast<double>(fan_in)));
    return out;
}

}  // namespace

std::vector<AddedTensor> idle_attention(const TrainConfig& config) {
    auto shape = light_gan_shape(config);
    if (!shape || shape->small_attends) return {};
    std::set<std::string> there;
    for (const LightGanTensor& tensor : discriminator_tensors(*shape)) there.insert(tensor.name);
    shape->small_attends = true;
    std::vector<AddedTensor> out;
    RandomStream random(static_cast<std::uint64_t>(config.seed), RandomPurpose::Init, 23);
    for (const LightGanTensor& tensor : discriminator_tensors(*shape))
        if (!there.contains(tensor.name)) out.push_back({tensor.name, tensor.shape, first_numbers(tensor, random)});
    return out;
}

}  // namespace headroom
