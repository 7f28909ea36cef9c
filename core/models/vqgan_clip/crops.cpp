// Nodes of the crops.
#include "core/models/vqgan_clip/crops.h"

#include "core/io/pictures/resample_kernels.h"
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::imagine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct CropBoxes : torch::CustomClassHolder {
    std::vector<CutBox> boxes;
    std::int64_t side = 0;
};

at::Tensor part(const at::Tensor& picture, const CutBox& box) {
    return picture.narrow(2, static_cast<std::int64_t>(box.y), static_cast<std::int64_t>(box.height))
        .narrow(3, static_cast<std::int64_t>(box.x), static_cast<std::int64_t>(box.width));
}

struct PoolCrop {
    static at::Tensor forward(const at::Tensor& x, std::int64_t side) {
        const at::Tensor mean = at::adaptive_avg_pool2d(x, {side, side});
        return std::get<0>(at::adaptive_max_pool2d(x, {side, side})).add_(mean).div_(2);
    }
    static at::Tensor backward(const at::Tensor& grad, const at::Tensor& x, std::int64_t side) {
        const at::Tensor half = grad / 2;
        at::Tensor out = at::_adaptive_avg_pool2d_backward(half, x);
        // Where the maxima are is found again: kept, it would be eight bytes per number.
        return out.add_(
            at::adaptive_max_pool2d_backward(half, x, std::get<1>(at::adaptive_max_pool2d(x, {side, side}))));
    }
};

struct ResampleCrop {
    static at::Tensor forward(const at::Tensor& x, std::int64_t side) {
        const at::Tensor m = upload_as(resample_matrix(x.size(3), side), x);
        return at::matmul(at::matmul(m, x), m.t());
    }
    static at::Tensor backward(const at::Tensor& grad, const at::Tensor& x, std::int64_t side) {
        const at::Tensor m = upload_as(resample_matrix(x.size(3), side), x);
        return at::matmul(at::matmul(m.t(), grad), m);
    }
};

template <class Crop> class CropNode : public torch::autograd::Function<CropNode<Crop>> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& picture,
                              const c10::intrusive_ptr<CropBoxes>& what) {
        ctx->save_for_backward({picture});
        ctx->saved_data["what"] = c10::IValue::make_capsule(what);
        const std::int64_t side = what->side;
        at::Tensor out =
            at::empty({static_cast<std::int64_t>(what->boxes.size()), picture.size(1), side, side}, picture.options());
        for (std::size_t i = 0; i < what->boxes.size(); ++i) {
            out.narrow(0, static_cast<std::int64_t>(i), 1)
                .copy_(Crop::forward(part(picture, what->boxes[i]).contiguous(), side));
        }
        return out;
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const auto capsule = ctx->saved_data["what"].toCapsule();
        const auto* what = static_cast<const CropBoxes*>(capsule.get());
        const at::Tensor picture = ctx->get_saved_variables()[0];
        at::Tensor in = at::zeros_like(picture, at::MemoryFormat::Contiguous);
        for (std::size_t i = 0; i < what->boxes.size(); ++i) {
            const at::Tensor grad = grads[0].narrow(0, static_cast<std::int64_t>(i), 1).contiguous();
            part(in, what->boxes[i]).add_(Crop::backward(grad, part(picture, what->boxes[i]).contiguous(), what->side));
        }
        return {in, at::Tensor()};
    }
};

template <class Crop> at::Tensor crops(const at::Tensor& picture, const std::vector<CutBox>& boxes, std::int64_t side) {
    require_within(picture.size(2), picture.size(3), boxes);
    auto what = c10::make_intrusive<CropBoxes>();
    what->boxes = boxes;
    what->side = side;
    return CropNode<Crop>::apply(picture, what);
}

/// How far to each side the taps for a shrinking by `ratio` < 1 reach.
std::int64_t lanczos_reach(double ratio) { return static_cast<std::int64_t>(std::ceil(2 / ratio + 1)) - 2; }

/// Lanczos-2 taps for such a shrinking, summing to 1.
std::vector<double> lanczos_taps(double ratio) {
    const std::int64_t reach = lanczos_reach(ratio);
    std::vector<double> taps;
    double sum = 0;
    for (std::int64_t k = -reach; k <= reach; ++k) {
        taps.push_back(lanczos_kernel(static_cast<double>(k) * ratio, 2));
        sum += taps.back();
    }
    for (double& tap : taps) tap /= sum;
    return taps;
}

std::int64_t reflected(std::int64_t i, std::int64_t size) {
    if (i < 0) i = -i;
    return i < size ? i : 2 * (size - 1) - i;
}

}  // namespace

std::int64_t longest_row(std::int64_t size, std::int64_t side) {
    const std::int64_t reach = size > side ? lanczos_reach(static_cast<double>(side) / static_cast<double>(size)) : 0;
    return std::min(size, 4 + 2 * reach);  // four numbers of the cubic, each from so many of the picture's
}

ResampleRows resample_rows(std::int64_t size, std::int64_t side) {
    const std::vector<double> taps =
        size > side ? lanczos_taps(static_cast<double>(side) / static_cast<double>(size)) : std::vector<double>{1};
    const auto reach = static_cast<std::int64_t>(taps.size() / 2);
    const double pace = side > 1 ? static_cast<double>(size - 1) / static_cast<double>(side - 1) : 0;
    ResampleRows out;
    for (std::int64_t i = 0; i < side; ++i) {
        const double from = static_cast<double>(i) * pace;
        const auto middle = static_cast<std::int64_t>(std::floor(from));
        // What lies outside is the edge's, or reflected: never further in than the band is wide.
        const std::int64_t first = std::clamp<std::int64_t>(middle - 1 - reach, 0, size - 1),
                           last = std::clamp<std::int64_t>(middle + 2 + reach, 0, size - 1);
        ResampleRows::Row row{first, std::vector<double>(static_cast<std::size_t>(last - first + 1))};
        for (std::int64_t k = middle - 1; k <= middle + 2; ++k) {
            const double weight = cubic_kernel(from - static_cast<double>(k), -.75);
            const std::int64_t at = std::clamp<std::int64_t>(k, 0, size - 1);
            for (std::int64_t j = -reach; j <= reach; ++j) {
                const auto column = static_cast<std::size_t>(reflected(at + j, size) - first);
                row.weights[column] += weight * taps[static_cast<std::size_t>(j + reach)];
            }
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

at::Tensor resample_matrix(std::int64_t size, std::int64_t side) {
    at::Tensor out = at::zeros({side, size}, at::kDouble);
    auto* to = out.mutable_data_ptr<double>();
    for (const ResampleRows::Row& row : resample_rows(size, side).rows) {
        std::copy(row.weights.begin(), row.weights.end(), to + row.first);
        to += size;
    }
    return out;
}

void require_within(std::int64_t height, std::int64_t width, const std::vector<CutBox>& boxes) {
    for (const CutBox& b : boxes) {
        TORCH_CHECK(b.x >= 0 && b.y >= 0 && b.width >= 1 && b.height >= 1 &&
                        b.x + b.width <= static_cast<double>(width) && b.y + b.height <= static_cast<double>(height),
                    "a cut of ", b.width, " x ", b.height, " pixels at (", b.x, ", ", b.y,
                    ") is not within the picture of ", width, " x ", height);
    }
}

at::Tensor pooled_crops(const at::Tensor& picture, const std::vector<CutBox>& boxes, std::int64_t side) {
    return crops<PoolCrop>(picture, boxes, side);
}

at::Tensor resampled_crops(const at::Tensor& picture, const std::vector<CutBox>& boxes, std::int64_t side) {
    return crops<ResampleCrop>(picture, boxes, side);
}

}  // namespace headroom::imagine
