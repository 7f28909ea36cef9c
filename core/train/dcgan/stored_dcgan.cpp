// The network is recognised by its tensors' shapes: grown ones have widths that no setting tells. How it enlarges is told by the settings.
#include "core/train/dcgan/stored_dcgan.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/bare_weights.h"
#include "core/train/dcgan/dcgan_counters.h"
#include "core/train/tensor_bridge.h"

#include <nlohmann/json.hpp>

#include <sstream>
#include <utility>

namespace headroom {
namespace {

struct StoredNet {
    DcganSpec spec;
    std::vector<TensorView> tensors;
    double alpha = 1;  ///< of a fade-in that was under way
};

/// A checkpoint from amid a fade-in draws as the run did.
void take_fade(const CheckpointContent& content, const std::string& owner, StoredNet& out) {
    const CheckpointPart* part = find_part(content.parts, "fade");
    const auto state = counters_of(content, {kGanCounters, kDcganCounters});
    if (!part || !state) return;
    for (TensorView t : part->tensors) {
        if (t.name.rfind(owner + ".", 0) != 0) continue;
        t.name.erase(0, owner.size() + 1);
        out.tensors.push_back(std::move(t));
        out.spec.fade_from = state->value("fade_from", std::int64_t{0});
        out.alpha = state->value("alpha", 1.0);
    }
}

std::string network_text(const DcganSpec& s) {
    std::ostringstream out;
    out << s.size << "," << s.latent << "," << s.channels << "," << name_of(s.norm_g) << "," << name_of(s.conv) << ","
        << name_of(s.upsampling) << "," << s.fade_from;
    for (const std::int64_t w : s.widths_g) out << "," << w;
    return out.str();
}

}  // namespace

Result<StoredGenerator> stored_dcgan(std::shared_ptr<const CheckpointContent> content, bool ema,
                                     const std::string& where) {
    const CheckpointPart* chosen = ema ? find_part(content->parts, "ema") : nullptr;
    if (!chosen) chosen = find_part(content->parts, "generator");
    if (!chosen)
        return make_error(ErrorCode::BadFile, where + ": no generator in this checkpoint",
                          "Choose a DCGAN checkpoint.");
    const auto shape = recognise_dcgan(chosen->tensors);
    if (!shape || !shape->generator) {
        return make_error(ErrorCode::BadFile,
                          where + ": the tensors are not those of a DCGAN generator" +
                              (shape ? "" : ": " + shape.error().message),
                          "headroom-cli weights inspect says what the file holds.");
    }
    if (shape->channels != 1 && shape->channels != 3) {
        return make_error(ErrorCode::BadFile, where + ": the generator makes pictures of " +
                                                  std::to_string(shape->channels) +
                                                  " channels; only 1 or 3 can be shown");
    }
    StoredNet net{spec_of(*shape), chosen->tensors};
    net.spec.upsampling = upsampling_as(*shape, content->config.own<DcganConfig>().upsampling);
    take_fade(*content, chosen->name, net);
    StoredGenerator out{net.spec.latent, network_text(net.spec), {}};
    out.build = [content = std::move(content), net = std::move(net),
                 where]() -> Result<std::shared_ptr<nn::LatentGenerator>> {
        auto g = std::make_shared<Generator>(net.spec);
        if (auto ok = load_into(nn::named_tensors(*g), net.tensors, where); !ok) return ok.error();
        g->set_alpha(net.alpha);
        return std::shared_ptr<nn::LatentGenerator>(std::move(g));
    };
    return out;
}

}  // namespace headroom
