// What the kernels of crops are told, and their nodes of autograd.
#include "core/models/vqgan_clip/device_crops.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"

namespace headroom::imagine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct Cropping : torch::CustomClassHolder {
    kernels::DeviceKernels* on = nullptr;
    at::Tensor boxes;  ///< (cuts) of CropBox, as bytes; undefined: all of the picture
    std::int64_t cuts = 0, side = 0;
    at::Tensor weights, firsts;  ///< of resampling: (cuts, side, band) float32, (cuts, side) int32

    kernels::Crops crops(const at::Tensor& picture) const {
        const auto height = static_cast<int>(picture.size(2)), width = static_cast<int>(picture.size(3));
        return {boxes.defined() ? static_cast<const kernels::CropBox*>(boxes.const_data_ptr()) : nullptr,
                {0, 0, width, height},
                cuts,
                static_cast<int>(side),
                height,
                width};
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

c10::intrusive_ptr<Cropping> cropping(kernels::DeviceKernels& on, const at::Tensor& boxes, std::int64_t cuts,
                                      std::int64_t side) {
    auto what = c10::make_intrusive<Cropping>();
    what->on = &on;
    what->boxes = boxes;
    what->cuts = cuts;
    what->side = side;
    return what;
}

}  // namespace

kernels::DeviceKernels* crop_kernels(const at::Tensor& picture) {
    const bool fits =
        picture.dim() == 4 && picture.size(0) == 1 && picture.size(1) == 3 && picture.scalar_type() == at::kFloat;
    return fits ? kernels_on(picture.device()) : nullptr;
}

at::Tensor pooled_whole(kernels::DeviceKernels& on, const at::Tensor& picture, std::int64_t side) {
    return PoolNode::apply(picture, cropping(on, {}, 1, side));
}

at::Tensor cropped_at_once(kernels::DeviceKernels& on, const at::Tensor& picture, const CutTables& tables,
                           std::int64_t side) {
    auto what = cropping(on, tables.boxes, tables.count, side);
    if (!tables.weights.defined()) return PoolNode::apply(picture, what);
    what->weights = tables.weights;
    what->firsts = tables.firsts;
    return ResampleNode::apply(picture, what);
}

}  // namespace headroom::imagine
