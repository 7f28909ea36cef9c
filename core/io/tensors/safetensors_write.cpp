// Writes safetensors files: header padded to 64 bytes, wide types first so that every tensor is aligned, streamed, hashed.
#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/tensors/tensor_checks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace headroom {
namespace {

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string make_header(const std::vector<TensorView>& tensors, const std::vector<std::size_t>& order,
                        const std::map<std::string, std::string>& metadata) {
    std::vector<std::uint64_t> begin(tensors.size());
    std::uint64_t at = 0;
    for (const std::size_t i : order) {
        begin[i] = at;
        at += tensors[i].data.size();
    }
    std::string header = "{";
    if (!metadata.empty()) {
        header += "\"__metadata__\":{";
        for (const auto& [key, value] : metadata)
            header += (header.back() == '{' ? "" : ",") + quoted(key) + ":" + quoted(value);
        header += "}";
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const TensorView& tensor = tensors[i];
        std::string shape;
        for (const std::int64_t side : tensor.shape) shape += (shape.empty() ? "" : ",") + std::to_string(side);
        header += (header.size() == 1 ? "" : ",") + quoted(tensor.name) + ":{\"dtype\":\"" +
                  std::string(name_of(tensor.dtype)) + "\",\"shape\":[" + shape + "],\"data_offsets\":[" +
                  std::to_string(begin[i]) + "," + std::to_string(begin[i] + tensor.data.size()) + "]}";
    }
    header += "}";
    header.resize((header.size() + 8 + 63) / 64 * 64 - 8, ' ');
    return header;
}

}  // namespace

Result<std::string> write_safetensors(const std::string& path, const std::vector<TensorView>& tensors,
                                      const std::map<std::string, std::string>& metadata) {
    if (auto ok = check_tensors_to_write(path, tensors); !ok) return ok.error();
    for (const auto& [key, value] : metadata) {
        if (!is_clean_utf8(key) || !is_clean_utf8(value))
            return make_error(ErrorCode::InvalidArgument,
                              "cannot write " + path + ": its metadata '" + shown_name(key) + "' is not clean text");
    }
    // The format forbids holes, so alignment comes from order: stable, widest elements first.
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return element_size(tensors[a].dtype) > element_size(tensors[b].dtype);
    });
    const std::string header = make_header(tensors, order, metadata);

    std::uint64_t total = 8 + header.size();
    for (const TensorView& tensor : tensors) total += tensor.data.size();
    Sha256 hash;
    const auto written = write_stream_atomic(path, total, [&](const WriteFn& write) -> Result<void> {
        const auto put = [&](std::span<const std::byte> bytes) -> Result<void> {
            hash.update(bytes);
            return write(bytes);
        };
        const std::uint64_t length = header.size();
        if (auto ok = put(std::as_bytes(std::span(&length, 1))); !ok) return ok;
        if (auto ok = put(std::as_bytes(std::span(header.data(), header.size()))); !ok) return ok;
        for (const std::size_t i : order) {
            if (auto ok = put(tensors[i].data); !ok) return ok;
        }
        return {};
    });
    if (!written) return written.error();
    return hash.hex();
}

}  // namespace headroom
