// The distance, stage by stage, and reading its weights.
#include "core/models/vqgan/lpips.h"

#include "core/base/lists.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/tensors/tensor_stream.h"
#include "core/io/weights/value_types.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace headroom {
namespace {

/// The last convolution of each stage; a pooling follows.
constexpr std::array<std::size_t, Lpips::kStages> kLast{1, 3, 6, 9, 12};
constexpr std::array<std::int64_t, Lpips::kStages> kStageWidths{64, 128, 256, 512, 512};

std::size_t stage_of(std::size_t convolution) {
    return static_cast<std::size_t>(std::lower_bound(kLast.begin(), kLast.end(), convolution) - kLast.begin());
}

/// Each position's features made of length 1. A sum of squares that is zero or has lost its digits has no slope; its root adds
/// nothing to the 1e-10 beside it.
at::Tensor normalised(const at::Tensor& x) {
    constexpr double kNoLength = 1e-36;
    return x / (x.square().sum(1, /*keepdim=*/true).clamp_min(kNoLength).sqrt() + 1e-10);
}

class LpipsReader {
public:
    explicit LpipsReader(const std::string& list) : list_(list) {}

    Result<void> open() {
        for (const std::string& path : split_list(list_)) {
            auto stream = TensorStream::open(path);
            if (!stream) return stream.error();
            streams_.push_back(std::move(*stream));
        }
        return {};
    }

    /// Fills `target` from the tensor that is called one of `names`, behind any prefix that ends with a dot.
    Result<void> read(at::Tensor target, const std::vector<std::string>& names) {
        for (TensorStream& stream : streams_) {
            for (std::size_t i = 0; i < stream.entries().size(); ++i) {
                const bool found = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
                    return ends_as(stream.entries()[i].name, name);
                });
                if (found) return read_entry(stream, i, target);
            }
        }
        return make_error(
            ErrorCode::BadFile, list_ + ": " + names.front() + " is missing",
            "A perceptual loss needs VGG16's convolutions and LPIPS's weights: give one file with both, such as a VQGAN's training checkpoint, or two files separated by |.");
    }

private:
    static bool ends_as(std::string_view whole, std::string_view name) {
        return whole == name || (whole.ends_with(name) && whole[whole.size() - name.size() - 1] == '.');
    }

    static Result<void> read_entry(TensorStream& stream, std::size_t i, at::Tensor& target) {
        const TensorEntry& entry = stream.entries()[i];
        if (at::IntArrayRef(entry.shape) != target.sizes())
            return make_error(ErrorCode::BadFile,
                              stream.path() + ": " + entry.name + " is " + shape_text(entry.shape) + " instead of " +
                                  shape_text(target.sizes().vec()),
                              "The file is of another network than VGG16 with LPIPS.");
        return read_as_floats(stream, i, {target.mutable_data_ptr<float>(), static_cast<std::size_t>(target.numel())});
    }

    std::string list_;
    std::vector<TensorStream> streams_;
};

}  // namespace

Lpips::Lpips() {
    const RoleScope role(Role::Weights);
    std::int64_t in = 3;
    for (std::size_t i = 0; i < kConvolutions; ++i) {
        convolutions.push_back(register_module("features_" + std::to_string(kPlaces[i]),
                                               std::make_shared<nn::Conv2d>(in, kWidths[i], 3, 1, 1)));
        in = kWidths[i];
    }
    for (std::size_t k = 0; k < kStages; ++k)
        weights.push_back(register_buffer("lin_" + std::to_string(k), at::empty({1, kStageWidths[k], 1, 1})));
    shift_ = register_buffer("shift", torch::tensor({-0.030f, -0.088f, -0.188f}).view({1, 3, 1, 1}));
    scale_ = register_buffer("scale", torch::tensor({0.458f, 0.448f, 0.450f}).view({1, 3, 1, 1}));
    nn::freeze(*this);
    eval();
}

at::Tensor Lpips::stage(std::size_t index, at::Tensor h) {
    if (index > 0) h = at::max_pool2d(h, {2, 2}, {2, 2});
    for (std::size_t i = index == 0 ? 0 : kLast[index - 1] + 1; i <= kLast[index]; ++i) {
        h = convolutions[i]->forward(h, {});
        at::relu_(h);  // in place: a frozen convolution keeps its weight alone
    }
    return h;
}

at::Tensor Lpips::distance(const at::Tensor& target, const at::Tensor& picture) {
    static const LabelId seeing = label_id("perceptual network");
    const LabelScope label(seeing);
    const auto scaled = [this](const at::Tensor& x) { return (x - shift_) / scale_; };
    at::Tensor reference, made = scaled(picture), sum;
    {
        const at::NoGradGuard no_grad;
        reference = scaled(target);
    }
    for (std::size_t k = 0; k < kStages; ++k) {
        at::Tensor goal;
        {
            const at::NoGradGuard no_grad;
            reference = stage(k, reference);
            goal = normalised(reference);
        }
        made = stage(k, made);
        // The weighted sum over channels, then the mean over positions and pictures.
        const at::Tensor part = ((normalised(made) - goal).square() * weights[k]).sum(1).mean();
        sum = sum.defined() ? sum + part : part;
    }
    return sum;
}

Result<std::shared_ptr<Lpips>> load_lpips(const std::string& files) {
    LpipsReader reader(files);
    if (auto opened = reader.open(); !opened) return opened.error();
    auto net = std::make_shared<Lpips>();
    const at::NoGradGuard no_grad;
    for (std::size_t i = 0; i < Lpips::kConvolutions; ++i) {
        const std::string place = std::to_string(Lpips::kPlaces[i]),
                          slice = "slice" + std::to_string(stage_of(i) + 1) + "." + place;
        for (const auto& [kind, tensor] : {std::pair<const char*, at::Tensor>(".weight", net->convolutions[i]->weight),
                                           {".bias", net->convolutions[i]->bias}}) {
            if (auto ok = reader.read(tensor, {"features." + place + kind, slice + kind}); !ok) return ok.error();
        }
    }
    for (std::size_t k = 0; k < Lpips::kStages; ++k) {
        const std::string number = std::to_string(k);
        if (auto ok = reader.read(net->weights[k],
                                  {"lin" + number + ".model.1.weight", "lins." + number + ".model.1.weight"});
            !ok)
            return ok.error();
    }
    return net;
}

}  // namespace headroom
