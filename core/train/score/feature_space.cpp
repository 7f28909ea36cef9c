// The three kinds, in a table by name.
#include "core/train/score/feature_space.h"

#include "core/base/lists.h"
#include "core/io/files/file_stamp.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/network.h"
#include "core/models/score/inception.h"
#include "core/models/score/random_features.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/tools/clip_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

constexpr std::int64_t kSideOfSlow = 224;  ///< px that a published CLIP looks at

class RandomSpace final : public FeatureSpace {
public:
    explicit RandomSpace(at::Device device) : device_(device), network_(device) {}
    at::Tensor input(const ImageBuffer& picture) const override { return square_input(picture, RandomFeatures::kSide); }
    at::Tensor features(const at::Tensor& inputs) override { return network_.forward(inputs.to(device_)).cpu(); }

private:
    at::Device device_;
    RandomFeatures network_;
};

class ClipSpace final : public FeatureSpace {
public:
    ClipSpace(at::Device device, std::shared_ptr<ClipModel> model) : device_(device), model_(std::move(model)) {}
    at::Tensor input(const ImageBuffer& picture) const override {
        return clip_input(picture, model_->config().vision.image, model_->architecture());
    }
    at::Tensor features(const at::Tensor& inputs) override {
        // CLIP was trained by directions alone; of this length a product by the width is their cosine.
        const at::Tensor raw = model_->encode_pictures(inputs.to(device_)).to(at::kCPU, at::kFloat);
        return imagine::unit_rows(raw) * std::sqrt(static_cast<double>(raw.size(1)));
    }
    bool by_angle() const override { return true; }
    bool is_slow() const override { return model_->config().vision.image >= kSideOfSlow; }

private:
    at::Device device_;
    std::shared_ptr<ClipModel> model_;
};

class InceptionSpace final : public FeatureSpace {
public:
    InceptionSpace(at::Device device, InceptionResize resize, std::shared_ptr<InceptionFeatures> network)
        : device_(device), resize_(resize), network_(std::move(network)) {}
    at::Tensor input(const ImageBuffer& picture) const override { return inception_input(picture, resize_); }
    at::Tensor features(const at::Tensor& inputs) override { return network_->forward(inputs.to(device_)).cpu(); }
    bool is_slow() const override { return true; }

private:
    at::Device device_;
    InceptionResize resize_;
    std::shared_ptr<InceptionFeatures> network_;
};

using OpenedSpace = Result<std::unique_ptr<FeatureSpace>>;

OpenedSpace open_random_space(const std::string&, InceptionResize, at::Device device) {
    return std::unique_ptr<FeatureSpace>(std::make_unique<RandomSpace>(device));
}

OpenedSpace open_clip_space(const std::string& file, InceptionResize, at::Device device) {
    auto loaded = load_clip_side(file, ClipSide::Pictures, device);
    if (!loaded) return loaded.error();
    const std::string said = said_beside(loaded->model->architecture());
    auto space = std::make_unique<ClipSpace>(device, std::move(loaded->model));
    space->stamp = said;
    return std::unique_ptr<FeatureSpace>(std::move(space));
}

OpenedSpace open_inception_space(const std::string& file, InceptionResize resize, at::Device device) {
    auto network = load_inception(file);
    if (!network) return network.error();
    nn::move_to(**network, device);
    auto space = std::make_unique<InceptionSpace>(device, resize, *std::move(network));
    space->stamp = name_of(resize);
    return std::unique_ptr<FeatureSpace>(std::move(space));
}

struct SpaceKind {
    std::string_view name;
    enum class File { None, Optional, Needed } file;
    OpenedSpace (*open)(const std::string& file, InceptionResize resize, at::Device device);
};

constexpr std::array<SpaceKind, 3> kSpaceKinds{{{"random", SpaceKind::File::None, open_random_space},
                                                {"clip", SpaceKind::File::Optional, open_clip_space},
                                                {"inception", SpaceKind::File::Needed, open_inception_space}}};

/// What of the calling thread's turn shows in features: runs may round products to TF32, tools never do.
std::string computed_on(at::Device device) {
    if (device.is_cpu()) return "cpu";
    return at::globalContext().allowTF32CuBLAS() ? "gpu, tf32" : "gpu";
}

Error bad_features(const std::string& message) {
    return make_error(ErrorCode::InvalidArgument, "--features: " + message,
                      "Choose of random, clip, clip=FILE and inception=FILE, with commas.");
}

}  // namespace

Result<std::vector<SpaceChoice>> read_space_choices(const std::vector<std::string>& words) {
    std::vector<SpaceChoice> out;
    for (const std::string& list : words) {
        for (const std::string& word : split_list(list, ',')) {
            const std::size_t equals = std::min(word.find('='), word.size());
            SpaceChoice choice{word.substr(0, equals), word.substr(std::min(equals + 1, word.size()))};
            const auto kind = std::find_if(kSpaceKinds.begin(), kSpaceKinds.end(),
                                           [&](const SpaceKind& k) { return k.name == choice.name; });
            if (kind == kSpaceKinds.end()) return bad_features("'" + choice.name + "' is no space of features");
            if (kind->file == SpaceKind::File::None && equals < word.size())
                return bad_features(choice.name + " takes no file");
            if (choice.file.empty() && (kind->file == SpaceKind::File::Needed || equals < word.size()))
                return bad_features(choice.name + " lacks its file");
            if (std::any_of(out.begin(), out.end(), [&](const SpaceChoice& c) { return c.name == choice.name; }))
                return bad_features(choice.name + " stands there twice");
            out.push_back(std::move(choice));
        }
    }
    if (out.empty()) return bad_features("nothing is chosen");
    return out;
}

Result<std::unique_ptr<FeatureSpace>> open_space(const SpaceChoice& choice, InceptionResize resize, at::Device device) {
    const auto kind =
        std::find_if(kSpaceKinds.begin(), kSpaceKinds.end(), [&](const SpaceKind& k) { return k.name == choice.name; });
    if (kind == kSpaceKinds.end()) return bad_features("'" + choice.name + "' is no space of features");
    std::string file = choice.file;
    if (kind->file == SpaceKind::File::Optional) {
        auto found = clip_file(file);
        if (!found) return found.error();
        file = *std::move(found);
    }
    // Before it is read: of a file that is replaced meanwhile it is the earlier one's.
    const std::string stamp = choice.name + " " + file_stamp(file) + " " + computed_on(device) + " ";
    auto space = kind->open(file, resize, device);
    if (!space) return space;
    (*space)->name = choice.name;
    (*space)->file = std::move(file);
    (*space)->stamp.insert(0, stamp);
    return space;
}

}  // namespace headroom
