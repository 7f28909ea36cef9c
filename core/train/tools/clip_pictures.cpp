// Pictures as CLIP looks at them.
#include "core/train/tools/clip_pictures.h"

#include "core/base/lists.h"
#include "core/io/models/builtin_models.h"
#include "core/io/pictures/resample.h"
#include "core/io/weights/weight_file.h"
#include "core/memory/libtorch.h"
#include "core/train/tensor_bridge.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace headroom {

Result<std::string> clip_file(const std::string& path) {
    if (auto files = split_list(path); !files.empty()) return std::move(files.front());
    auto builtin = find_builtin_models();
    if (!builtin) return builtin.error();
    return builtin->clip;
}

Result<ClipArchitecture> clip_architecture(const std::string& path) {
    auto weights = WeightFile::open(path);
    if (!weights) return weights.error();
    return weights->map().clip;
}

std::string said_beside(const ClipArchitecture& clip) {
    std::ostringstream out;
    out << name_of(clip.shape.activation) << " " << clip.shape.vision.heads;
    for (const auto& colours : {clip.mean, clip.deviation}) {
        for (const double one : colours) out << " " << one;
    }
    return out.str();
}

Result<LoadedClip> load_clip_side(const std::string& path, ClipSide side, at::Device device) {
    ImagineConfig files;
    files.clip_files = path;
    auto source = painters_from_files(files);
    if (!source) return source.error();
    return source->clips.front()(side, device);
}

at::Tensor clip_input(const ImageBuffer& image, std::int64_t side, const ClipArchitecture& clip) {
    const int shorter = std::min(image.width, image.height), longer = std::max(image.width, image.height);
    const int s = static_cast<int>(side),
              l = std::max(s, static_cast<int>(static_cast<std::int64_t>(s) * longer / shorter));
    const bool wide = image.width >= image.height;
    const at::Tensor whole =
        tensor_of(resample(image, wide ? l : s, wide ? s : l, ResampleFilter::Bicubic)).expand({-1, 3, -1, -1});
    // Halves to the even pixel, as torchvision's CenterCrop does by Python's round().
    const auto first = [side](std::int64_t length) { return std::lrint(static_cast<double>(length - side) / 2); };
    const at::Tensor middle = whole.narrow(2, first(whole.size(2)), side).narrow(3, first(whole.size(3)), side);
    const auto per_colour = [](const std::array<double, 3>& v) {
        return at::tensor({v[0], v[1], v[2]}, at::kFloat).view({1, 3, 1, 1});
    };
    return (middle - per_colour(clip.mean)) / per_colour(clip.deviation);
}

}  // namespace headroom
