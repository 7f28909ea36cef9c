// WeightFile: a file with a VQGAN, a CLIP or FID's Inception in it, open for loading tensor by tensor under canonical names.
//
//   auto file = WeightFile::open("vqgan.ckpt");                 // recognised, nothing of the data read
//   if (auto ok = file->require_complete(NetworkKind::Vqgan); !ok) return ok.error();
//   for (std::size_t i = 0; i < file->map().tensors.size(); ++i)
//       if (needed(file->map().tensors[i].part)) file->read_floats(i, destination);
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_stream.h"
#include "core/io/weights/weight_map.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// One thread at a time.
class WeightFile {
public:
    /// Opens by content. `config`: a configuration to use; empty: the one that lies beside the weights, if it fits them (if not, a warning
    /// says so). Errors: NotFound, BadFile. A file of another kind of network opens too; map().kind is Unknown then.
    static Result<WeightFile> open(const std::string& path, const std::string& config = {});

    const TensorStream& stream() const { return stream_; }
    TensorStream& stream() { return stream_; }
    const WeightMap& map() const { return map_; }
    /// What the user answers to a question of the map.
    void set_activation(ClipActivation activation);
    void set_heads(std::int64_t vision, std::int64_t text);

    /// Error BadFile: another kind of network, or tensors that are missing or of another shape (the first 20 named).
    /// InvalidArgument: an open question. `kind` Vqgan also accepts GumbelVqgan.
    Result<void> require_complete(NetworkKind kind) const;

    /// Reads map().tensors[index] as row-major float32 into `out`, joined and transposed as the map says. `out` has as many elements
    /// as its shape. Holds at most one tensor of the file besides. Errors: as read_as_floats.
    Result<void> read_floats(std::size_t index, std::span<float> out);

    /// A CLIP's table from token ids to rows of its shortened text table, 0 for tokens it was not shown: unknown_words() takes it.
    /// Empty when the file has none, so knows every token. Errors: as TensorStream::read; BadFile when a row is not in the table.
    Result<std::vector<std::int32_t>> read_token_rows();

private:
    TensorStream stream_;
    WeightMap map_;
};

}  // namespace headroom
