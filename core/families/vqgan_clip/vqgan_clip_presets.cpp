// Text to image's named sets of values.
#include "core/families/vqgan_clip/vqgan_clip_family.h"

namespace headroom {
namespace {

ParamPatch painted_values(const char* start, std::int64_t side, std::int64_t cuts, std::int64_t iterations, double rate,
                          ParamPatch more) {
    more.insert({{"model", std::string("vqgan-clip")},
                 {"start", std::string(start)},
                 {"picture.width", side},
                 {"picture.height", side},
                 {"cuts.count", cuts},
                 {"steps", iterations},
                 {"latent.rate", rate},
                 {"checkpoint.every", std::int64_t{100}}});
    return more;
}

}  // namespace

std::vector<Preset> vqgan_clip_presets() {
    return {
        {"painted-shapes", "Built-in shapes",
         "The small models that come with Headroom: solids, colours and floors in seconds.",
         painted_values("match", 128, 16, 120, 0.015,
                        {{"pull.weight", 0.5}, {"pull.steps", std::int64_t{240}}, {"preview.every", std::int64_t{4}}})},
        {"painted-classic", "Classic",
         "As the well-known scripts: 256 px, 32 cutouts, Adam at 0.1. For a VQGAN f16 and CLIP ViT-B/32; bench vqgan-clip takes random ones, which cost the same.",
         painted_values("codes", 256, 32, 500, 0.1,
                        {{"pull.weight", 0.0}, {"cuts.chunk", std::int64_t{8}}, {"preview.every", std::int64_t{10}}})},
    };
}

}  // namespace headroom
