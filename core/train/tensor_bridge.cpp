// Copies in and out of tensors.
#include "core/train/tensor_bridge.h"

#include "core/memory/libtorch.h"

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

std::string shape_text(at::IntArrayRef shape) {
    std::string out = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) out += (i ? ", " : "") + std::to_string(shape[i]);
    return out + ")";
}

}  // namespace

at::Tensor to_tensor(const TensorView& view) {
    at::Tensor t = at::empty(view.shape, at::TensorOptions().dtype(scalar_type(view.dtype)));
    if (!view.data.empty()) std::memcpy(t.mutable_data_ptr(), view.data.data(), view.data.size());
    return t;
}

namespace {

/// Empty when the system has no page-locked memory to give.
std::optional<TensorCopies> copy_pinned(const NamedTensors& tensors) {
    auto storage = std::make_shared<std::vector<at::Tensor>>();
    TensorCopies out;
    for (const auto& [name, tensor] : tensors) {
        at::Tensor host;
        try {
            host = at::empty(tensor.sizes(), at::TensorOptions().dtype(tensor.scalar_type()).pinned_memory(true));
        } catch (const c10::Error&) {
            return std::nullopt;
        }
        host.copy_(tensor.detach());
        const auto* bytes = static_cast<const std::byte*>(host.const_data_ptr());
        out.views.push_back({name, dtype_of(tensor.scalar_type()), tensor.sizes().vec(), {bytes, host.nbytes()}});
        storage->push_back(std::move(host));
    }
    out.storage = storage;
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
        bytes.resize(static_cast<std::size_t>(tensor.numel()) * tensor.element_size());
        if (!bytes.empty()) {
            // A view on our own memory: copy_ then brings layout and device in one go, without a tensor in between.
            at::from_blob(bytes.data(), tensor.sizes(), at::TensorOptions().dtype(tensor.scalar_type())).copy_(tensor.detach());
        }
        out.views.push_back({name, dtype_of(tensor.scalar_type()), tensor.sizes().vec(), bytes});
    }
    out.storage = storage;
    return out;
}

Result<void> load_into(const NamedTensors& targets, const std::vector<TensorView>& views, const std::string& what) {
    const auto find = [&](const std::string& name) -> const TensorView* {
        const auto it = std::find_if(views.begin(), views.end(), [&](const TensorView& v) { return v.name == name; });
        return it == views.end() ? nullptr : &*it;
    };
    std::set<std::string> wanted;
    for (const auto& [name, target] : targets) {
        wanted.insert(name);
        const TensorView* view = find(name);
        if (!view) return make_error(ErrorCode::BadFile, what + ": tensor " + name + " is missing", "The file belongs to another architecture.");
        if (at::IntArrayRef(view->shape) != target.sizes()) {
            return make_error(ErrorCode::BadFile, what + ": tensor " + name + " has shape " + shape_text(view->shape) + ", expected " + shape_text(target.sizes()),
                              "The file belongs to another architecture.");
        }
    }
    for (const TensorView& view : views) {
        if (!wanted.contains(view.name)) return make_error(ErrorCode::BadFile, what + ": unexpected tensor " + view.name, "The file belongs to another architecture.");
    }
    at::NoGradGuard no_grad;
    for (const auto& [name, target] : targets) const_cast<at::Tensor&>(target).copy_(to_tensor(*find(name)));
    return {};
}

}  // namespace headroom
