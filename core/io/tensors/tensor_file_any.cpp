// Chooses the reader of a tensor file by its content.
#include "core/io/files/file_kind.h"
#include "core/io/tensors/tensor_file.h"

namespace headroom {

Result<TensorFile> read_tensor_file(const std::string& path) {
    const auto kind = tensor_file_kind(path);
    if (!kind) return kind.error();
    return *kind == FileKind::Safetensors ? read_safetensors(path) : read_torch_file(path);
}

}  // namespace headroom
