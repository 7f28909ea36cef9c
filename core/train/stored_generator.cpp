// Rebuilding a generator from files.
#include "core/train/stored_generator.h"

#include "core/io/run_folder.h"
#include "core/train/noise.h"
#include "core/train/pictures.h"
#include "core/train/tensor_bridge.h"

#include <torch/torch.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace headroom {
namespace {

std::vector<TensorView> without_prefix(std::vector<TensorView> tensors) {
    for (TensorView& t : tensors) {
        if (t.name.rfind("module.", 0) == 0) t.name.erase(0, 7);
    }
    return tensors;
}

/// Layer number of "main.<n>.<rest>", or -1.
int layer_of(const std::string& name) {
    if (name.rfind("main.", 0) != 0) return -1;
    return std::atoi(name.c_str() + 5);
}

struct StoredGenerator {
    DcganSpec spec;
    std::vector<TensorView> tensors;
    std::uint64_t seed = 1;
    std::vector<TensorFile> keep;
};

Result<StoredGenerator> open_checkpoint(const std::string& dir, bool ema) {
    auto content = RunFolder::read_checkpoint(dir);
    if (!content) return content.error();
    StoredGenerator out;
    out.seed = static_cast<std::uint64_t>(content->config.seed);
    const CheckpointPart* chosen = nullptr;
    for (const CheckpointPart& part : content->parts) {
        if (part.name == "generator" && !chosen) chosen = &part;
        if (part.name == "ema" && ema) chosen = &part;
    }
    if (!chosen) return make_error(ErrorCode::BadFile, dir + ": no generator in this checkpoint", "Choose a DCGAN checkpoint.");
    auto spec = infer_generator(chosen->tensors);
    if (!spec) return spec.error();
    out.spec = *spec;
    if (content->config.norm_g == NormKind::Instance) out.spec.norm_g = NormKind::Instance;
    out.tensors = chosen->tensors;
    out.keep = std::move(content->files);
    return out;
}

Result<StoredGenerator> open_source(const std::string& source, bool ema, const ProgressFn& progress) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (!fs::exists(source, ignored)) return make_error(ErrorCode::NotFound, source + " does not exist", "Name a run folder, a checkpoint or a weight file.");
    if (fs::is_directory(source, ignored)) {
        if (fs::exists(fs::path(source) / "manifest.json", ignored)) return open_checkpoint(source, ema);
        auto folder = RunFolder::open(source);
        if (!folder) return folder.error();
        std::vector<std::string> problems;
        auto newest = folder->newest_checkpoint(&problems);
        for (const std::string& problem : problems) progress("warning: " + problem + "; the checkpoint before it is used", -1);
        if (!newest) return newest.error();
        return open_checkpoint(*newest, ema);
    }
    auto file = read_tensor_file(source);
    if (!file) return file.error();
    StoredGenerator out;
    out.tensors = without_prefix(file->tensors);
    out.keep.push_back(std::move(*file));
    auto spec = infer_generator(out.tensors);
    if (!spec) return make_error(spec.error().code, source + ": " + spec.error().message, spec.error().hint);
    out.spec = *spec;
    return out;
}

}  // namespace

Result<DcganSpec> infer_generator(const std::vector<TensorView>& tensors) {
    const auto foreign = [] {
        return make_error(ErrorCode::BadFile, "the tensors are not those of a DCGAN generator", "headroom-cli weights inspect says what the file holds.");
    };
    std::map<int, const TensorView*> convs;  // by layer
    bool norm = false, buffers = false, depthwise = false;
    for (const TensorView& t : tensors) {
        const int layer = layer_of(t.name);
        if (layer < 0) return foreign();
        if (t.name.ends_with(".running_mean")) buffers = true;
        if (t.shape.size() == 1 && t.name.ends_with(".weight")) norm = true;
        if (t.name.ends_with(".depthwise")) depthwise = true;
        if (t.shape.size() == 4 && (t.name.ends_with(".weight") || t.name.ends_with(".pointwise"))) convs[layer] = &t;
    }
    if (convs.size() < 3 || convs.begin()->second->shape[2] != 4) return foreign();
    DcganSpec spec;
    spec.latent = convs.begin()->second->shape[0];
    std::int64_t in = spec.latent;
    for (const auto& [layer, t] : convs) {
        const bool pointwise = t->name.ends_with(".pointwise");
        if ((pointwise ? t->shape[1] : t->shape[0]) != in) return foreign();
        in = pointwise ? t->shape[0] : t->shape[1];
        spec.widths_g.push_back(in);
    }
    spec.channels = spec.widths_g.back();
    spec.widths_g.pop_back();
    if (spec.channels != 1 && spec.channels != 3) return foreign();
    spec.widths_d = spec.widths_g;
    spec.size = std::int64_t{4} << spec.widths_g.size();
    spec.norm_g = !norm ? NormKind::None : buffers ? NormKind::Batch : NormKind::Instance;
    spec.conv = depthwise ? ConvKind::Depthwise : ConvKind::Standard;
    return spec;
}

Result<ImageList> generate_from_stored(const GenerateRequest& request, const ProgressFn& progress, std::stop_token stop) {
    progress("reading weights", -1);
    auto stored = open_source(request.source, request.ema, progress);
    if (!stored) return stored.error();
    try {
        Generator g(stored->spec);
        if (auto ok = load_into(state_dict(g), stored->tensors, request.source); !ok) return ok.error();
        const std::uint64_t seed = request.seed == 0 ? stored->seed : request.seed;
        const at::Tensor z = (request.walk ? walk_latents(seed, request.count, stored->spec.latent, request.walk_stops)
                                           : latents(seed, RandomPurpose::PreviewLatent, 0, request.count, stored->spec.latent)) * request.truncation;
        ImageList out;
        for (std::int64_t done = 0; done < z.size(0); done += 64) {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
            progress("drawing", static_cast<double>(done) / static_cast<double>(z.size(0)));
            for (ImageBuffer& picture : render_pictures(g, z.narrow(0, done, std::min<std::int64_t>(64, z.size(0) - done)))) out.push_back(std::move(picture));
        }
        return out;
    } catch (const c10::OutOfMemoryError& e) {
        return make_error(ErrorCode::OutOfMemory, "not enough memory to draw " + std::to_string(request.count) + " pictures", "Ask for fewer.", e.what_without_backtrace());
    }
}

}  // namespace headroom
