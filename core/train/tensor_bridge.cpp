// Copies in and out of tensors.
#include "core/train/tensor_bridge.h"

#include "core/io/tensors/tensor_buffer.h"
#include "core/io/weights/value_types.h"
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "core/models/nn/pictures.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

namespace headroom {
namespace {

at::ScalarType scalar_type(DType d) {
    switch (d) {
        case DType::F64: return at::kDouble;
        case DType::F32: return at::kFloat;
        case DType::F16: return at::kHalf;
        case DType::BF16: return at::kBFloat16;
        case DType::I64: return at::kLong;
        case DType::I32: return at::kInt;
        case DType::I16: return at::kShort;
        case DType::I8: return at::kChar;
        case DType::U8: return at::kByte;
        case DType::Bool: return at::kBool;
    }
    return at::kFloat;
}

DType dtype_of(at::ScalarType s) {
    switch (s) {
        case at::kDouble: return DType::F64;
        case at::kHalf: return DType::F16;
        case at::kBFloat16: return DType::BF16;
        case at::kLong: return DType::I64;
        case at::kInt: return DType::I32;
        case at::kShort: return DType::I16;
        case at::kChar: return DType::I8;
        case at::kByte: return DType::U8;
        case at::kBool: return DType::Bool;
        default: return DType::F32;
    }
}

const TensorView* view_called(const std::vector<TensorView>& views, const std::string& name) {
    const auto it = std::find_if(views.begin(), views.end(), [&](const TensorView& v) { return v.name == name; });
    return it == views.end() ? nullptr : &*it;
}

}  // namespace

at::Tensor to_tensor(const TensorView& view) {
    at::Tensor t = at::empty(view.shape, at::TensorOptions().dtype(scalar_type(view.dtype)));
    if (!view.data.empty()) std::memcpy(t.mutable_data_ptr(), view.data.data(), view.data.size());
    return t;
}

namespace {

/// A copy of `tensor`, contiguous from `to` on.
TensorView copied_to(std::byte* to, const std::string& name, const at::Tensor& tensor) {
    // A view on memory of our own: copy_ then brings layout and device in one go, without a tensor in between.
    if (tensor.numel() > 0)
        at::from_blob(to, tensor.sizes(), at::TensorOptions().dtype(tensor.scalar_type())).copy_(tensor.detach());
    return {name, dtype_of(tensor.scalar_type()), tensor.sizes().vec(), {to, tensor.nbytes()}};
}

/// In one block: locking pages is slow, and LibTorch rounds each block up to a power of two. Empty when the system has no page-locked memory to
/// give.
std::optional<TensorCopies> copy_pinned(const NamedTensors& tensors) {
    constexpr std::size_t kAligned = 64;
    std::vector<std::size_t> places;
    std::size_t size = 0;
    for (const auto& [name, tensor] : tensors) {
        places.push_back(size);
        size += (tensor.nbytes() + kAligned - 1) / kAligned * kAligned;
    }
    at::Tensor block;
    try {
        block = page_locked({static_cast<std::int64_t>(size)}, at::kByte);
    } catch (const c10::Error&) { return std::nullopt; }
    auto* bytes = static_cast<std::byte*>(block.mutable_data_ptr());
    TensorCopies out;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        out.views.push_back(copied_to(bytes + places[i], tensors[i].first, tensors[i].second));
    out.storage = std::make_shared<at::Tensor>(std::move(block));
    return out;
}

}  // namespace

TensorCopies copy_tensors(const NamedTensors& tensors, bool pinned) {
    at::NoGradGuard no_grad;
    if (pinned) {
        if (auto copies = copy_pinned(tensors)) return std::move(*copies);
    }
    TensorCopies out;
    auto storage = std::make_shared<std::vector<std::vector<std::byte>>>(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const auto& [name, tensor] = tensors[i];
        auto& bytes = (*storage)[i];
        bytes.resize(tensor.nbytes());
        out.views.push_back(copied_to(bytes.data(), name, tensor));
    }
    out.storage = storage;
    return out;
}

std::optional<std::string> first_difference(const NamedTensors& targets, const std::vector<TensorView>& views) {
    std::set<std::string> expected;
    for (const auto& [name, target] : targets) {
        expected.insert(name);
        const std::string shape = shape_text(target.sizes().vec());
        const TensorView* view = view_called(views, name);
        if (!view) return "the tensor " + name + " is missing; the settings want it with shape " + shape;
        if (at::IntArrayRef(view->shape) != target.sizes())
            return "the tensor " + name + " has shape " + shape_text(view->shape) + ", the settings want " + shape;
        // Quantised weights would be taken for what they stand for. A count of batches is a fraction where all of a network was made float64.
        if (target.is_floating_point() && !holds_fractions(view->dtype) && !name.ends_with("num_batches_tracked"))
            return "the tensor " + name + " holds whole numbers (" + std::string(name_of(view->dtype)) +
                   "), the settings want fractions";
    }
    for (const TensorView& view : views) {
        if (!expected.contains(view.name))
            return "the tensor " + shown_name(view.name) + " with shape " + shape_text(view.shape) +
                   " has no place in a network of these settings";
    }
    return std::nullopt;
}

Result<void> load_into(const NamedTensors& targets, const std::vector<TensorView>& views, const std::string& what) {
    if (const auto difference = first_difference(targets, views))
        return make_error(ErrorCode::BadFile, what + ": " + *difference, "The file belongs to another architecture.");
    at::NoGradGuard no_grad;
    for (const auto& [name, target] : targets)
        const_cast<at::Tensor&>(target).copy_(to_tensor(*view_called(views, name)));
    return {};
}

at::Tensor bytes_of(const ImageBuffer& image) {
    at::Tensor bytes = at::empty({image.height, image.width, image.channels}, at::kByte);
    std::copy(image.pixels->begin(), image.pixels->end(), bytes.mutable_data_ptr<std::uint8_t>());
    return bytes.permute({2, 0, 1}).unsqueeze(0);
}

ImageList images_of(const at::Tensor& bytes) {
    ImageList out;
    for (const at::Tensor& planes : bytes.cpu().unbind()) {
        auto pixels = std::make_shared<std::vector<std::uint8_t>>(static_cast<std::size_t>(planes.numel()));
        // A view on the picture's own memory: beside it there need not be room for another tensor.
        at::from_blob(pixels->data(), {planes.size(1), planes.size(2), planes.size(0)}, at::kByte)
            .copy_(planes.permute({1, 2, 0}));
        out.push_back({static_cast<int>(planes.size(2)), static_cast<int>(planes.size(1)),
                       static_cast<int>(planes.size(0)), std::move(pixels)});
    }
    return out;
}

at::Tensor tensor_of(const ImageBuffer& image) { return nn::unit_from_bytes(bytes_of(image)); }

ImageBuffer image_of(const at::Tensor& picture) {
    return images_of(nn::bytes_from_unit(picture.detach().narrow(0, 0, 1).to(at::kCPU, at::kFloat))).front();
}

}  // namespace headroom
