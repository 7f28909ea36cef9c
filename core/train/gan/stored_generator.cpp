// Rebuilding a generator from files and drawing with it.
#include "core/train/gan/stored_generator.h"

#include "core/engine/weights/weight_source.h"
#include "core/families/registry.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/network.h"
#include "core/train/family.h"
#include "core/train/gan/noise.h"
#include "core/train/run/pictures.h"
#include "core/train/run/stored_sample.h"
#include "core/train/tools/tool_room.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace headroom {
namespace {

/// The generator in what was named; of a family without latents its checkpoint, and nothing else.
struct Opened {
    std::shared_ptr<CheckpointContent> content;
    std::optional<StoredGenerator> generator;
};

Result<Opened> open_stored(const std::string& named, bool ema, const ProgressFn& progress) {
    auto source = find_weights(named, progress);
    if (!source) return source.error();
    if (source->checkpoint.empty() && source->whole.empty() && source->generator.empty()) {
        return make_error(ErrorCode::BadFile,
                          source->discriminator + " holds a discriminator; pictures come from a generator",
                          "Name its netG file.");
    }
    source->discriminator.clear();
    std::vector<std::string> warnings;
    auto content = read_weights(*source, &warnings);
    if (!content) return content.error();
    for (const std::string& warning : warnings) progress("warning: " + warning, -1);
    Opened out;
    out.content = std::make_shared<CheckpointContent>(*std::move(content));
    const FamilyFacts& facts = family_of(out.content->config).facts();
    if (facts.trains && !facts.latents) return out;
    const std::string where = !source->checkpoint.empty() ? source->checkpoint
                              : !source->whole.empty()    ? source->whole
                                                          : source->generator;
    auto stored = train_family_of(out.content->config.model).stored_generator(out.content, ema, where);
    if (!stored) return stored.error();
    out.generator = std::move(*stored);
    return out;
}

std::uint64_t seed_of(const Opened& opened) { return static_cast<std::uint64_t>(opened.content->config.seed); }

at::Tensor latents_for(const GenerateRequest& request, const Opened& opened) {
    const std::int64_t width = opened.generator->latent;
    const std::uint64_t seed = request.seed == 0 ? seed_of(opened) : request.seed;
    if (request.latents.empty())
        return request.walk ? walk_latents(seed, request.count, width, request.walk_stops)
                            : latents(seed, RandomPurpose::PreviewLatent, 0, request.count, width);
    const at::Tensor named = truncated(chosen_latents(seed_of(opened), request.latents, width), request.truncations);
    return request.walk ? path_through(named, request.count, request.closed) : named;
}

/// Pictures of `z` by `g`, in pieces between which `stop` is looked at; `done` of `total` were drawn before.
Result<void> draw_latents(nn::LatentGenerator& g, const at::Tensor& z, std::int64_t done, std::int64_t total,
                          const ProgressFn& progress, const std::stop_token& stop, ImageList& out) {
    for (std::int64_t at = 0; at < z.size(0); at += 64) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
        progress("drawing", static_cast<double>(done + at) / static_cast<double>(total));
        for (ImageBuffer& picture : render_pictures(g, z.narrow(0, at, std::min<std::int64_t>(64, z.size(0) - at))))
            out.push_back(std::move(picture));
    }
    return {};
}

Result<std::shared_ptr<nn::LatentGenerator>> built_on(const StoredGenerator& stored, at::Device device) {
    auto g = stored.build();
    if (g) nn::move_to((*g)->module(), device);
    return g;
}

/// From the weights of `a` to those of `request.blend_with`, which are of the same network.
Result<void> draw_between(nn::LatentGenerator& a, const GenerateRequest& request, const at::Tensor& z,
                          const StoredGenerator& stored, const ProgressFn& progress, const std::stop_token& stop,
                          ImageList& out) {
    auto other = open_stored(request.blend_with, request.ema, progress);
    if (!other) return other.error();
    if (!other->generator || other->generator->network != stored.network) {
        return make_error(ErrorCode::InvalidArgument,
                          request.blend_with + " is of another network than " + request.source,
                          "Choose two checkpoints of one run, or of runs with the same network.");
    }
    const at::Device device = a.module().parameters().front().device();
    auto b = built_on(*other->generator, device), between = built_on(stored, device);
    if (!b) return b.error();
    if (!between) return between.error();
    const auto from = nn::named_tensors(a.module()), to = nn::named_tensors((*b)->module()),
               mixed = nn::named_tensors((*between)->module());
    const at::NoGradGuard no_grad;
    const std::int64_t frames = std::max(request.blend_frames, 2);
    for (std::int64_t f = 0; f < frames; ++f) {
        const double t = static_cast<double>(f) / static_cast<double>(frames - 1);
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            const at::Tensor &x = from[i].second, &y = to[i].second;
            mixed[i].second.copy_(x.is_floating_point() ? at::lerp(x, y, t) : t < 0.5 ? x : y);
        }
        if (auto ok = draw_latents(**between, z, f * z.size(0), frames * z.size(0), progress, stop, out); !ok)
            return ok;
    }
    return {};
}

Result<ImageList> draw_on(const std::string& device, const Opened& opened, const GenerateRequest& request,
                          const ProgressFn& progress, const std::stop_token& stop) {
    const ToolRoom room{device,
                        {},
                        "drawing the pictures of " + request.source,
                        device == "cpu" ? "Ask for fewer." : "Ask for fewer, or have the CPU draw them."};
    ImageList out;
    auto drawn = run_tool(room, [&](const ToolPlace& place) -> Result<void> {
        auto g = built_on(*opened.generator, place.device);
        if (!g) return g.error();
        const at::Tensor z = latents_for(request, opened) * common_truncation(request);
        return request.blend_with.empty() ? draw_latents(**g, z, 0, z.size(0), progress, stop, out)
                                          : draw_between(**g, request, z, *opened.generator, progress, stop, out);
    });
    if (!drawn) return drawn.error();
    return out;
}

}  // namespace

Result<ImageList> generate_from_stored(const GenerateRequest& request, const ProgressFn& progress,
                                       std::stop_token stop) {
    progress("reading weights", -1);
    auto opened = open_stored(request.source, request.ema, progress);
    if (!opened) return opened.error();
    if (!opened->generator) return sample_from_stored(*opened->content, request, progress, std::move(stop));
    return draw_where_there_is_room(request, opened->content->config.device, progress, [&](const std::string& device) {
        return draw_on(device, *opened, request, progress, stop);
    });
}

}  // namespace headroom
