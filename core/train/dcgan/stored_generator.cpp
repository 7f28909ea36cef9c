// Rebuilding a generator from files.
#include "core/train/dcgan/stored_generator.h"

#include "core/engine/weights/weight_source.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/registry.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/bare_weights.h"
#include "core/train/gan/noise.h"
#include "core/train/run/pictures.h"
#include "core/train/run/stored_sample.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/tool_room.h"

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
    std::string device;  ///< of its run
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
    return StoredGenerator{
        spec_of(*shape),          part.tensors, static_cast<std::uint64_t>(content.config.seed), content.config.device,
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

/// The generator in `named`; of another family than a DCGAN its checkpoint, and nothing else.
struct Opened {
    std::optional<StoredGenerator> generator;
    std::optional<CheckpointContent> other;
};

Result<Opened> open_stored(const std::string& named, bool ema, const ProgressFn& progress) {
    auto source = find_weights(named, progress);
    if (!source) return source.error();
    Opened out;
    if (source->checkpoint.empty()) {
        auto stored = open_files(*source, progress);
        if (!stored) return stored.error();
        out.generator = std::move(*stored);
        return out;
    }
    auto read = RunFolder::read_checkpoint(source->checkpoint);
    if (!read) return read.error();
    const FamilyFacts& facts = family_of(read->config).facts();
    if (facts.trains && facts.kind != kDcgan) {
        out.other = std::move(*read);
        return out;
    }
    auto stored = open_checkpoint(*read, ema, source->checkpoint);
    if (!stored) return stored.error();
    out.generator = std::move(*stored);
    return out;
}

Result<std::shared_ptr<Generator>> built(const StoredGenerator& stored, const std::string& named, at::Device device) {
    auto g = std::make_shared<Generator>(stored.spec);
    if (auto ok = load_into(nn::named_tensors(*g), stored.tensors, named); !ok) return ok.error();
    g->set_alpha(stored.alpha);
    nn::move_to(*g, device);
    return g;
}

at::Tensor latents_of(const GenerateRequest& request, const StoredGenerator& stored) {
    const std::int64_t width = stored.spec.latent;
    const std::uint64_t seed = request.seed == 0 ? stored.seed : request.seed;
    if (request.latents.empty())
        return request.walk ? walk_latents(seed, request.count, width, request.walk_stops)
                            : latents(seed, RandomPurpose::PreviewLatent, 0, request.count, width);
    const at::Tensor named = chosen_latents(stored.seed, request.latents, width);
    return request.walk ? path_through(named, request.count, request.closed) : named;
}

/// Pictures of `z` by `g`, in pieces between which `stop` is looked at; `done` of `total` were drawn before.
Result<void> draw(Generator& g, const at::Tensor& z, std::int64_t done, std::int64_t total, const ProgressFn& progress,
                  const std::stop_token& stop, ImageList& out) {
    for (std::int64_t at = 0; at < z.size(0); at += 64) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
        progress("drawing", static_cast<double>(done + at) / static_cast<double>(total));
        for (ImageBuffer& picture : render_pictures(g, z.narrow(0, at, std::min<std::int64_t>(64, z.size(0) - at))))
            out.push_back(std::move(picture));
    }
    return {};
}

/// From the weights of `a` to those of `request.blend_with`, which are of the same network.
Result<void> draw_between(Generator& a, const GenerateRequest& request, const at::Tensor& z,
                          const StoredGenerator& stored, const ProgressFn& progress, const std::stop_token& stop,
                          ImageList& out) {
    auto other = open_stored(request.blend_with, request.ema, progress);
    if (!other) return other.error();
    if (!other->generator || !(other->generator->spec == stored.spec)) {
        return make_error(ErrorCode::InvalidArgument,
                          request.blend_with + " is of another network than " + request.source,
                          "Choose two checkpoints of one run, or of runs with the same network.");
    }
    const at::Device device = a.parameters().front().device();
    auto b = built(*other->generator, request.blend_with, device);
    if (!b) return b.error();
    Generator between(stored.spec);
    between.set_alpha(stored.alpha);
    nn::move_to(between, device);
    const auto from = nn::named_tensors(a), to = nn::named_tensors(**b), mixed = nn::named_tensors(between);
    const std::int64_t frames = std::max(request.blend_frames, 2);
    for (std::int64_t f = 0; f < frames; ++f) {
        const double t = static_cast<double>(f) / static_cast<double>(frames - 1);
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            const at::Tensor &x = from[i].second, &y = to[i].second;
            mixed[i].second.copy_(x.is_floating_point() ? at::lerp(x, y, t) : t < 0.5 ? x : y);
        }
        if (auto ok = draw(between, z, f * z.size(0), frames * z.size(0), progress, stop, out); !ok) return ok;
    }
    return {};
}

Result<ImageList> draw_on(const std::string& device, const StoredGenerator& stored, const GenerateRequest& request,
                          const ProgressFn& progress, const std::stop_token& stop) {
    const ToolRoom room{device,
                        {},
                        "drawing the pictures of " + request.source,
                        device == "cpu" ? "Ask for fewer." : "Ask for fewer, or have the CPU draw them."};
    ImageList out;
    auto drawn = run_tool(room, [&](const ToolPlace& place) -> Result<void> {
        auto g = built(stored, request.source, place.device);
        if (!g) return g.error();
        const at::Tensor z = latents_of(request, stored) * request.truncation;
        return request.blend_with.empty() ? draw(**g, z, 0, z.size(0), progress, stop, out)
                                          : draw_between(**g, request, z, stored, progress, stop, out);
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
    if (opened->other) return sample_from_stored(*opened->other, request, progress, std::move(stop));
    const StoredGenerator& stored = *opened->generator;
    return draw_where_there_is_room(request, stored.device, progress, [&](const std::string& device) {
        return draw_on(device, stored, request, progress, stop);
    });
}

}  // namespace headroom
