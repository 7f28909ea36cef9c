// Reads codes (I16, count x h x w), features (count x embedding) and captions (U8, lines) from a safetensors file.
#include "core/io/models/start_library.h"

#include "core/io/tensors/tensor_file.h"
#include "core/io/weights/value_types.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace headroom {
namespace {

Error damaged_library(const std::string& path, const std::string& what) {
    return make_error(ErrorCode::BadFile, path + " is no library of starts: " + what,
                      "Install Headroom again, or make the file anew with packaging/train_builtin.sh.");
}

bool normalise(std::span<float> row) {
    const double squares = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
    if (!std::isfinite(squares) || squares <= 0) return false;
    for (float& v : row) v = static_cast<float>(v / std::sqrt(squares));
    return true;
}

std::vector<std::string> lines_of(std::span<const std::byte> bytes) {
    std::vector<std::string> out;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

}  // namespace

Result<std::vector<std::size_t>> StartLibrary::best(std::span<const float> text, std::size_t most) const {
    if (text.size() != embedding || embedding == 0) {
        return make_error(ErrorCode::InvalidArgument,
                          "the library of starts has features of " + std::to_string(embedding) +
                              " numbers, and the text's are " + std::to_string(text.size()),
                          "Use the built-in CLIP, or start from noise or a picture.");
    }
    std::vector<float> score(count());
    for (std::size_t i = 0; i < count(); ++i)
        score[i] = std::inner_product(text.begin(), text.end(),
                                      features.begin() + static_cast<std::ptrdiff_t>(i * embedding), 0.0f);
    std::vector<std::size_t> order(count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    most = std::min(most, order.size());
    // Equal scores in the order of the library, so that the choice is the same everywhere.
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                      [&](std::size_t a, std::size_t b) { return score[a] != score[b] ? score[a] > score[b] : a < b; });
    order.resize(most);
    return order;
}

Result<StartLibrary> read_start_library(const std::string& path) {
    const auto file = read_safetensors(path);
    if (!file) return file.error();
    const TensorView* codes = file->find("codes");
    const TensorView* features = file->find("features");
    const TensorView* captions = file->find("captions");
    for (const auto& [name, view] :
         {std::pair("codes", codes), std::pair("features", features), std::pair("captions", captions)}) {
        if (!view) return damaged_library(path, std::string("it has no tensor '") + name + "'");
    }
    if (codes->dtype != DType::I16 || codes->shape.size() != 3)
        return damaged_library(path, "'codes' is no I16 of three dimensions");
    if (features->shape.size() != 2) return damaged_library(path, "'features' is no matrix");
    if (captions->dtype != DType::U8) return damaged_library(path, "'captions' is no text (U8)");
    StartLibrary out;
    out.captions = lines_of(captions->data);
    const auto count = static_cast<std::size_t>(codes->shape[0]);
    if (count == 0) return damaged_library(path, "it is empty");
    if (out.count() != count || static_cast<std::size_t>(features->shape[0]) != count)
        return damaged_library(path, "it has " + std::to_string(count) + " starts, " +
                                         std::to_string(features->shape[0]) + " features and " +
                                         std::to_string(out.count()) + " captions");
    out.height = static_cast<std::size_t>(codes->shape[1]);
    out.width = static_cast<std::size_t>(codes->shape[2]);
    out.embedding = static_cast<std::size_t>(features->shape[1]);
    if (out.height == 0 || out.width == 0 || out.embedding == 0)
        return damaged_library(path, "its starts or features are empty");
    out.codes.resize(count * out.height * out.width);
    std::memcpy(out.codes.data(), codes->data.data(), out.codes.size() * sizeof(std::uint16_t));
    const std::uint16_t largest = *std::max_element(out.codes.begin(), out.codes.end());
    if (largest > 32767) return damaged_library(path, "a code is negative");
    out.codes_used = largest + std::size_t{1};
    out.features.resize(count * out.embedding);
    to_floats(features->dtype, features->data, out.features);
    for (std::size_t i = 0; i < count; ++i) {
        if (!normalise(std::span(out.features).subspan(i * out.embedding, out.embedding)))
            return damaged_library(path, "the features of start " + std::to_string(i) + " are zero or no numbers");
    }
    return out;
}

}  // namespace headroom
