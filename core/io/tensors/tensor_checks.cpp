// Refuses to write what could not be read back.
#include "core/io/tensors/tensor_checks.h"

#include "core/io/tensors/tensor_buffer.h"

#include <string_view>
#include <unordered_set>

namespace headroom {

Result<void> check_tensors_to_write(const std::string& path, const std::vector<TensorView>& tensors) {
    std::unordered_set<std::string_view> names;
    for (const TensorView& tensor : tensors) {
        const auto bad = [&](const std::string& what) {
            return make_error(ErrorCode::InvalidArgument,
                              "cannot write " + path + ": the tensor '" + shown_name(tensor.name) + "' " + what);
        };
        if (tensor.name == "__metadata__" || tensor.name.size() > tensor_limits::kNameBytes ||
            !is_clean_utf8(tensor.name))
            return bad("has a name that cannot be used");
        if (!names.insert(tensor.name).second) return bad("is given twice");
        if (tensor.shape.size() > tensor_limits::kDimensions) return bad("has more than 8 dimensions");
        const auto bytes = checked_bytes(tensor.shape, element_size(tensor.dtype));
        if (!bytes || *bytes != tensor.data.size())
            return bad("has " + std::to_string(tensor.data.size()) + " bytes, which does not fit its shape " +
                       shape_text(tensor.shape));
    }
    if (tensors.size() > tensor_limits::kTensors)
        return make_error(ErrorCode::InvalidArgument, "cannot write " + path + ": more than 100000 tensors");
    return {};
}

}  // namespace headroom
