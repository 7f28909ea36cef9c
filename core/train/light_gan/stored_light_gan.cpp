// The network is the one that the settings beside the weights ask for.
#include "core/train/light_gan/stored_light_gan.h"

#include "core/api/param_schema.h"
#include "core/models/light_gan/networks.h"
#include "core/models/nn/network.h"
#include "core/train/tensor_bridge.h"

#include <utility>

namespace headroom {

Result<StoredGenerator> stored_light_gan(std::shared_ptr<const CheckpointContent> content, bool ema,
                                         const std::string& where) {
    const CheckpointPart* chosen = ema ? find_part(content->parts, "ema") : nullptr;
    if (!chosen) chosen = find_part(content->parts, "generator");
    const auto shape = light_gan_shape(content->config);
    if (!shape) return shape.error();
    if (!chosen)
        return make_error(ErrorCode::BadFile, where + ": no generator in this checkpoint",
                          "Choose a checkpoint of a Light GAN's run.");
    StoredGenerator out{shape->latent, {}, {}};
    for (const auto& [key, value] : settings_of(*shape)) out.network += key + "=" + to_text(value) + " ";
    out.build = [content = std::move(content), chosen, shape = *shape,
                 where]() -> Result<std::shared_ptr<nn::LatentGenerator>> {
        auto g = std::make_shared<light_gan::Generator>(shape);
        if (auto ok = load_into(nn::named_tensors(*g), chosen->tensors, where); !ok) return ok.error();
        return std::shared_ptr<nn::LatentGenerator>(std::move(g));
    };
    return out;
}

}  // namespace headroom
