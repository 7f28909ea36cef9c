// Rebuilding a generator from files.
#include "core/train/dcgan/stored_generator.h"

#include "core/engine/weights/weight_source.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/registry.h"
#include "core/memory/cpu_memory.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/bare_weights.h"
#include "core/train/dcgan/noise.h"
#include "core/train/run/pictures.h"
#include "core/train/run/stored_sample.h"
#include "core/train/tensor_bridge.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace headroom {
namespace {

struct StoredGenerator {
    DcganSpec spec;
    std::vector<TensorView> tensors;
    std::uint64_t seed = 1;
    std::vector<TensorFile> keep;
    double alpha = 1;  ///< of a fade-in that was under way
};

/// A checkpoint from amid a fade-in draws as the run did.
void take_fade(const CheckpointContent& content, const std::string& owner, StoredGenerator& out) {
    const CheckpointPart* part = find_part(content.parts, "fade");
    const auto state = nlohmann::json::parse(content.state_json, nullptr, false);
    if (!part || state.is_discarded()) return;
    for (TensorView t : part->tensors) {
        if (t.name.rfind(owner + ".", 0) != 0) continue;
        t.name.erase(0, owner.size() + 1);
        out.tensors.push_back(std::move(t));
        out.spec.fade_from = state.value("fade_from", std::int64_t{0});
        out.alpha = state.value("alpha", 1.0);
    }
}

Result<StoredGenerator> take(const CheckpointPart& part, CheckpointContent& content, const std::string& where) {
    const auto shape = recognise_dcgan(part.tensors);
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
    return StoredGenerator{spec_of(*shape), part.tensors, static_cast<std::uint64_t>(content.config.seed),
                           std::move(content.files), 1.0};
}

Result<StoredGenerator> open_files(WeightSource source, const ProgressFn& progress) {
    if (source.generator.empty()) {
        return make_error(ErrorCode::BadFile,
                          source.discriminator + " holds a discriminator; pictures come from a generator",
                          "Name its netG file.");
    }
    source.discriminator.clear();
    std::vector<std::string> warnings;
    auto content = read_bare_weights(source, &warnings);
    if (!content) return content.error();
    for (const std::string& warning : warnings) progress("warning: " + warning, -1);
    return take(content->parts[0], *content, source.generator);
}

Result<StoredGenerator> open_checkpoint(CheckpointContent& content, bool ema, const std::string& where) {
    const CheckpointPart* chosen = ema ? find_part(content.parts, "ema") : nullptr;
    if (!chosen) chosen = find_part(content.parts, "generator");
    if (!chosen)
        return make_error(ErrorCode::BadFile, where + ": no generator in this checkpoint",
                          "Choose a DCGAN checkpoint.");
    auto taken = take(*chosen, content, where);
    if (taken) take_fade(content, chosen->name, *taken);
    return taken;
}

}  // namespace

Result<ImageList> generate_from_stored(const GenerateRequest& request, const ProgressFn& progress,
                                       std::stop_token stop) {
    progress("reading weights", -1);
    auto source = find_weights(request.source, progress);
    if (!source) return source.error();
    std::optional<CheckpointContent> content;
    if (!source->checkpoint.empty()) {
        auto read = RunFolder::read_checkpoint(source->checkpoint);
        if (!read) return read.error();
        content.emplace(std::move(*read));
        const FamilyFacts& facts = family_of(content->config).facts();
        if (facts.trains && facts.kind != kDcgan)
            return sample_from_stored(*content, request, progress, std::move(stop));
    }
    auto stored = content ? open_checkpoint(*content, request.ema, source->checkpoint) : open_files(*source, progress);
    if (!stored) return stored.error();
    const auto memory = cpu_memory();
    const auto turn = memory->turn();
    try {
        Generator g(stored->spec);
        if (auto ok = load_into(nn::named_tensors(g), stored->tensors, request.source); !ok) return ok.error();
        g.set_alpha(stored->alpha);
        const std::uint64_t seed = request.seed == 0 ? stored->seed : request.seed;
        const at::Tensor z =
            (request.walk ? walk_latents(seed, request.count, stored->spec.latent, request.walk_stops)
                          : latents(seed, RandomPurpose::PreviewLatent, 0, request.count, stored->spec.latent)) *
            request.truncation;
        ImageList out;
        for (std::int64_t done = 0; done < z.size(0); done += 64) {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
            progress("drawing", static_cast<double>(done) / static_cast<double>(z.size(0)));
            for (ImageBuffer& picture :
                 render_pictures(g, z.narrow(0, done, std::min<std::int64_t>(64, z.size(0) - done))))
                out.push_back(std::move(picture));
        }
        return out;
    } catch (const c10::OutOfMemoryError& e) {
        return make_error(ErrorCode::OutOfMemory,
                          "not enough memory to draw " + std::to_string(request.count) + " pictures", "Ask for fewer.",
                          e.what_without_backtrace());
    }
}

}  // namespace headroom
