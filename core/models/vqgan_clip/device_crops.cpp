// What the kernels of crops are told, and their nodes of autograd.
#include "core/models/vqgan_clip/device_crops.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "core/models/vqgan_clip/crops.h"

#include <algorithm>
#include <utility>

namespace headroom::imagine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct Cropping : torch::CustomClassHolder {
    kernels::DeviceKernels* on = nullptr;
    at::Tensor boxes;  ///< (cuts) of CropBox, as bytes
    std::int64_t cuts = 0, side = 0;
    at::Tensor weights, firsts;  ///< of resampling: (cuts, side, band) float32, (cuts, side) int32

    kernels::Crops crops(const at::Tensor& picture) const {
        return {static_cast<const kernels::CropBox*>(boxes.const_data_ptr()), cuts, static_cast<int>(side),
                static_cast<int>(picture.size(2)), static_cast<int>(picture.size(3))};
    }
    kernels::ResampleBands bands() const {
        return {weights.const_data_ptr<float>(), firsts.const_data_ptr<int>(), static_cast<int>(weights.size(2))};
    }
    at::Tensor empty_cuts(const at::Tensor& like, at::ScalarType type) const {
        return at::empty({cuts, 3, side, side}, like.options().dtype(type).memory_format(at::MemoryFormat::Contiguous));
    }
};

const Cropping& cropping_of(const c10::IValue& capsule) {
    return *static_cast<const Cropping*>(static_cast<torch::CustomClassHolder*>(capsule.toCapsule().get()));
}

class PoolNode : public torch::autograd::Function<PoolNode> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& picture,
                              const c10::intrusive_ptr<Cropping>& what) {
        const at::Tensor from = picture.contiguous();
        ctx->save_for_backward({from});
        ctx->saved_data["what"] = c10::IValue::make_capsule(what);
        at::Tensor out = what->empty_cuts(from, at::kFloat);
        what->on->launch<kernels::CropPool>(
            {what->crops(from), from.const_data_ptr<float>(), out.mutable_data_ptr<float>(), nullptr});
        return out;
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const Cropping& what = cropping_of(ctx->saved_data["what"]);
        const at::Tensor picture = ctx->get_saved_variables()[0], grad = grads[0].contiguous();
        // Where the largest are is found again: kept, it would be four bytes per number.
        const at::Tensor where = what.empty_cuts(picture, at::kInt);
        at::Tensor in = at::empty_like(picture);
        what.on->launch<kernels::CropPool>(
            {what.crops(picture), picture.const_data_ptr<float>(), nullptr, where.mutable_data_ptr<int>()});
        what.on->launch<kernels::CropPoolBackward>({what.crops(picture), grad.const_data_ptr<float>(),
                                                    where.const_data_ptr<int>(), in.mutable_data_ptr<float>()});
        return {in, at::Tensor()};
    }
};

class ResampleNode : public torch::autograd::Function<ResampleNode> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& picture,
                              const c10::intrusive_ptr<Cropping>& what) {
        const at::Tensor from = picture.contiguous();
        ctx->saved_data["what"] = c10::IValue::make_capsule(what);
        ctx->saved_data["sizes"] = picture.sizes().vec();
        at::Tensor out = what->empty_cuts(from, at::kFloat);
        what->on->launch<kernels::CropResample>(
            {what->crops(from), what->bands(), from.const_data_ptr<float>(), out.mutable_data_ptr<float>()});
        return out;
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const Cropping& what = cropping_of(ctx->saved_data["what"]);
        const at::Tensor grad = grads[0].contiguous();
        at::Tensor in = at::empty(ctx->saved_data["sizes"].toIntVector(), grad.options());
        what.on->launch<kernels::CropResampleBackward>(
            {what.crops(in), what.bands(), grad.const_data_ptr<float>(), in.mutable_data_ptr<float>()});
        return {in, at::Tensor()};
    }
};

c10::intrusive_ptr<Cropping> cropping(kernels::DeviceKernels& on, const at::Tensor& picture,
                                      const std::vector<CutBox>& boxes, std::int64_t side) {
    auto what = c10::make_intrusive<Cropping>();
    what->on = &on;
    what->cuts = static_cast<std::int64_t>(boxes.size());
    what->side = side;
    std::vector<kernels::CropBox> whole;
    for (const CutBox& b : boxes)
        whole.push_back(
            {static_cast<int>(b.x), static_cast<int>(b.y), static_cast<int>(b.width), static_cast<int>(b.height)});
    what->boxes = upload_structs(whole, picture.device());
    return what;
}

}  // namespace

kernels::DeviceKernels* crop_kernels(const at::Tensor& picture) {
    const bool fits =
        picture.dim() == 4 && picture.size(0) == 1 && picture.size(1) == 3 && picture.scalar_type() == at::kFloat;
    return fits ? kernels_on(picture.device()) : nullptr;
}

at::Tensor pooled_at_once(kernels::DeviceKernels& on, const at::Tensor& picture, const std::vector<CutBox>& boxes,
                          std::int64_t side) {
    return PoolNode::apply(picture, cropping(on, picture, boxes, side));
}

at::Tensor resampled_at_once(kernels::DeviceKernels& on, const at::Tensor& picture, const std::vector<CutBox>& boxes,
                             std::int64_t side) {
    auto what = cropping(on, picture, boxes, side);
    std::vector<ResampleRows> rows;
    std::size_t band = 1;
    for (const CutBox& box : boxes) {
        // A box in whole pixels, as part() of the operators has it.
        rows.push_back(resample_rows(static_cast<std::int64_t>(box.width), side));
        band = std::max(band, rows.back().band());
    }
    const auto n = what->cuts;
    at::Tensor weights = host_buffer({n, side, static_cast<std::int64_t>(band)}, at::kFloat, picture.device()).zero_();
    at::Tensor firsts = host_buffer({n, side}, at::kInt, picture.device());
    float* weight = weights.mutable_data_ptr<float>();
    int* first = firsts.mutable_data_ptr<int>();
    for (const ResampleRows& of_box : rows) {
        for (const ResampleRows::Row& row : of_box.rows) {
            *first++ = static_cast<int>(row.first);
            std::transform(row.weights.begin(), row.weights.end(), weight,
                           [](double w) { return static_cast<float>(w); });
            weight += band;
        }
    }
    what->weights = upload(weights, picture.device());
    what->firsts = upload(firsts, picture.device());
    return ResampleNode::apply(picture, what);
}

}  // namespace headroom::imagine
