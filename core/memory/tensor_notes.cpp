// Shapes and types of tensors as notes.
#include "core/memory/tensor_notes.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/gpu/gpu_registry.h"

#include <algorithm>

namespace headroom {
namespace {

const char* short_name(at::ScalarType type) {
    switch (type) {
        case at::kDouble: return "fp64";
        case at::kFloat: return "fp32";
        case at::kHalf: return "fp16";
        case at::kBFloat16: return "bf16";
        case at::kLong: return "int64";
        case at::kInt: return "int32";
        case at::kByte: return "uint8";
        case at::kChar: return "int8";
        case at::kBool: return "bool";
        default: return "";
    }
}

ShapeNote note_of(const at::Tensor& tensor, LabelId label) {
    ShapeNote note;
    note.label = label;
    note.dtype = short_name(tensor.scalar_type());
    const std::size_t dimensions = std::min<std::size_t>(tensor.sizes().size(), note.sizes.size());
    for (std::size_t i = 0; i < dimensions; ++i) note.sizes[i] = static_cast<std::int32_t>(tensor.sizes()[i]);
    note.dimensions = static_cast<std::int8_t>(dimensions);
    return note;
}

}  // namespace

bool step_is_recorded() { return cpu_allocator::recording() || BlockBook::any_recording(); }

void describe(const at::Tensor& tensor, LabelId label) {
    if (!tensor.defined() || !step_is_recorded()) return;
    const void* data = tensor.storage().data();
    if (tensor.is_cpu())
        cpu_allocator::describe(data, note_of(tensor, label));
    else if (BlockBook* book = GpuRegistry::process().book(tensor.device().index()))
        book->describe(data, note_of(tensor, label));
}

std::string shape_text(const at::Tensor& tensor) { return shape_text(note_of(tensor, 0)); }

std::string shape_text(const ShapeNote& note) {
    std::string text;
    for (std::int8_t i = 0; i < note.dimensions; ++i)
        text += (i > 0 ? " x " : "") + std::to_string(note.sizes[static_cast<std::size_t>(i)]);
    if (note.dimensions == 0) text = "1";
    return *note.dtype ? text + " " + note.dtype : text;
}

}  // namespace headroom
