// The models of FakeServices: two built in, two to fetch.
#include "tests/support/fake_services.h"
#include "tests/support/fixture_pictures.h"

namespace headroom {
namespace {

KnownModel known(const std::string& id, const std::string& kind, const std::string& name, std::int64_t megabytes) {
    KnownModel out;
    out.id = id;
    out.kind = kind;
    out.name = name;
    out.summary = "The usual choice.";
    out.licence = "MIT";
    out.size = Bytes{megabytes << 20};
    if (id.empty()) {
        out.path = "/share/" + kind + ".safetensors";
    } else {
        out.licence_url = "https://example.org/licence";
        out.source = "https://example.org";
        out.server = "files.example.org";
        out.hash_published = kind == "clip";
    }
    return out;
}

}  // namespace

Result<NearestFound> FakeServices::nearest_in_features(NearestQuery query, ProgressFn progress, std::stop_token stop) {
    if (auto waited = wait_while_held(progress, "looking at Shapes (built-in) (clip)", stop); !waited)
        return waited.error();
    const std::lock_guard lock(mutex_);
    if (failure_) return *failure_;
    looked_for_ = query;
    NearestFound found{query.clip, {}, fixture::samples(0, query.count, query.picture.width, 1.0, 0)};
    for (int i = 0; i < query.count; ++i) found.nearest.push_back({i, 0.125 + 0.01 * i});
    return found;
}

NearestQuery FakeServices::looked_for() const {
    const std::lock_guard lock(mutex_);
    return looked_for_;
}

std::vector<KnownModel> FakeServices::list_models() {
    std::vector<KnownModel> out{known("", "vqgan", "Shapes (built in)", 8), known("", "clip", "Shapes (built in)", 6),
                                known("vqgan_f16", "vqgan", "VQGAN ImageNet f16", 980),
                                known("clip_b32", "clip", "CLIP ViT-B/32", 340)};
    const std::lock_guard lock(mutex_);
    for (KnownModel& model : out) {
        if (model.id.empty()) continue;
        if (here_.find(" " + model.id + " ") != std::string::npos) model.path = "/models/" + model.id + ".ckpt";
        if (model.kind == "vqgan" && !model.is_here()) model.partial = partial_;
    }
    return out;
}

Result<std::string> FakeServices::fetch_model(std::string id, FetchProgressFn progress, std::stop_token stop) {
    progress({Bytes{245 << 20}, Bytes{980 << 20}, 4.0 * (1 << 20)});
    {
        const std::lock_guard lock(mutex_);
        partial_ = Bytes{245 << 20};
    }
    if (auto waited = wait_while_held({}, "", stop); !waited) return waited.error();
    const std::lock_guard lock(mutex_);
    if (failure_) return *failure_;
    here_ += " " + id + " ";
    partial_ = {};
    return "/models/" + id + ".ckpt";
}

Result<void> FakeServices::delete_model(std::string id) {
    const std::lock_guard lock(mutex_);
    if (const auto at = here_.find(" " + id + " "); at != std::string::npos) here_.erase(at, id.size() + 2);
    partial_ = {};
    return {};
}

Result<WeightSummary> FakeServices::look_at_weights(std::string path) {
    if (path.find("missing") != std::string::npos)
        return make_error(ErrorCode::NotFound, path + ": there is no such file", "Choose another.");
    if (path.find("rrdb") != std::string::npos)
        return WeightSummary{path, "upscaler", "network that enlarges pictures", false, "no VQGAN", {}};
    WeightSummary out{path, "clip", "CLIP ViT/32, 224 px, 151.3 million numbers", true, {}, {}};
    if (path.find("part") != std::string::npos) {
        out.usable = false;
        out.problem = path + ": 3 tensors are missing";
    }
    return out;
}

}  // namespace headroom
