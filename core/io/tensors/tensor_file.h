// Tensor files without a tensor library: named, typed, shaped bytes. safetensors and PyTorch .pth/.pt read and written here.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class DType { F64, F32, F16, BF16, I64, I32, I16, I8, U8, Bool };
template <> struct EnumNames<DType> {
    static constexpr std::array<std::string_view, 10> names{"F64", "F32", "F16", "BF16", "I64",
                                                            "I32", "I16", "I8",  "U8",   "BOOL"};
};

/// Bytes of one element.
std::size_t element_size(DType dtype);

/// A tensor inside a buffer that outlives it; contiguous, row-major, little-endian.
struct TensorView {
    std::string name;
    DType dtype = DType::F32;
    std::vector<std::int64_t> shape;
    std::span<const std::byte> data;
};

/// A loaded file: its tensors in stored order and whatever keeps their bytes alive.
struct TensorFile {
    std::string container;  ///< "safetensors", "zip", "legacy", "torchscript"
    std::vector<TensorView> tensors;
    std::map<std::string, std::string> metadata;  ///< safetensors' __metadata__
    std::vector<std::string> ignored;             ///< objects of a pickle that are no tensors, by name
    std::vector<std::string> warnings;
    std::shared_ptr<const void> storage;

    const TensorView* find(std::string_view name) const;
};

/// Reads by content, whatever the extension. Errors: NotFound, BadFile (what is wrong, which tensor or record, what to do).
/// Loads all or nothing; nothing in a file is ever executed.
Result<TensorFile> read_tensor_file(const std::string& path);
Result<TensorFile> read_safetensors(const std::string& path);
/// PyTorch zip or legacy pickle, by a restricted reader (allow-list of globals, limits, CRCs).
Result<TensorFile> read_torch_file(const std::string& path);

/// Written atomically (temporary file, fsync, rename). Returns the file's SHA-256 in hex. Errors: Disk.
Result<std::string> write_safetensors(const std::string& path, const std::vector<TensorView>& tensors,
                                      const std::map<std::string, std::string>& metadata);
/// A flat state dict that `torch.load(path, weights_only=True)` reads as an OrderedDict of tensors; with a key `within` as a dict that has it
/// there. Tensors that lie at the same bytes share them in the file.
Result<std::string> write_torch_file(const std::string& path, const std::vector<TensorView>& tensors,
                                     std::string_view within = {});

}  // namespace headroom
