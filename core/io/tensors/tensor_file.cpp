// Tensor files: what all formats share.
#include "core/io/tensors/tensor_file.h"

#include <algorithm>

namespace headroom {

std::size_t element_size(DType dtype) {
    switch (dtype) {
        case DType::F64:
        case DType::I64: return 8;
        case DType::F32:
        case DType::I32: return 4;
        case DType::F16:
        case DType::BF16:
        case DType::I16: return 2;
        case DType::I8:
        case DType::U8:
        case DType::Bool: break;
    }
    return 1;
}

const TensorView* TensorFile::find(std::string_view name) const {
    const auto it = std::find_if(tensors.begin(), tensors.end(), [&](const TensorView& t) { return t.name == name; });
    return it == tensors.end() ? nullptr : &*it;
}

}  // namespace headroom
