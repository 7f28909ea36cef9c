// Reads codes (I16, count x h x w), labels (U8, count x attributes), values (U8, attributes), rows (values of all x embedding) and captions (U8, lines)
// from a safetensors file.
#include "core/io/models/start_library.h"

#include "core/io/tensors/tensor_file.h"
#include "core/io/weights/value_types.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace headroom {
namespace {

Error damaged_library(const std::string& path, const std::string& what) {
    return make_error(ErrorCode::BadFile, path + " is no library of starts: " + what,
                      "Install Headroom again, or make the file anew with packaging/train_builtin.sh.");
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

/// The first value that there is none of: (start, attribute).
std::optional<std::pair<std::size_t, std::size_t>> beyond(const StartLibrary& library) {
    for (std::size_t i = 0; i < library.labels.size(); ++i)
        if (const std::size_t k = i % library.values.size(); library.labels[i] >= library.values[k])
            return std::pair(i / library.values.size(), k);
    return std::nullopt;
}

}  // namespace

Result<std::vector<std::size_t>> StartLibrary::best(std::span<const float> text, std::size_t most) const {
    if (text.size() != embedding || embedding == 0) {
        return make_error(ErrorCode::InvalidArgument,
                          "the library of starts has rows of " + std::to_string(embedding) +
                              " numbers, and the text's are " + std::to_string(text.size()),
                          "Use the built-in CLIP, or start from noise or a picture.");
    }
    std::vector<float> agreement(rows.size() / embedding);
    for (std::size_t v = 0; v < agreement.size(); ++v)
        agreement[v] = std::inner_product(text.begin(), text.end(),
                                          rows.begin() + static_cast<std::ptrdiff_t>(v * embedding), 0.0f);
    std::vector<float> score(count(), 0.0f);
    for (std::size_t k = 0, first = 0; k < values.size(); first += values[k++])
        for (std::size_t i = 0; i < count(); ++i) score[i] += agreement[first + labels[i * values.size() + k]];
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
    std::map<std::string, const TensorView*> found;
    for (const char* name : {"codes", "labels", "values", "rows", "captions"}) {
        found[name] = file->find(name);
        if (!found[name]) return damaged_library(path, std::string("it has no tensor '") + name + "'");
    }
    const TensorView &codes = *found["codes"], &labels = *found["labels"], &values = *found["values"],
                     &rows = *found["rows"], &captions = *found["captions"];
    if (codes.dtype != DType::I16 || codes.shape.size() != 3)
        return damaged_library(path, "'codes' is no I16 of three dimensions");
    if (labels.dtype != DType::U8 || labels.shape.size() != 2) return damaged_library(path, "'labels' is no U8 matrix");
    if (values.dtype != DType::U8 || values.shape.size() != 1) return damaged_library(path, "'values' is no U8 vector");
    if (rows.shape.size() != 2) return damaged_library(path, "'rows' is no matrix");
    if (captions.dtype != DType::U8) return damaged_library(path, "'captions' is no text (U8)");
    StartLibrary out;
    out.captions = lines_of(captions.data);
    const auto count = static_cast<std::size_t>(codes.shape[0]);
    if (count == 0) return damaged_library(path, "it is empty");
    if (out.count() != count || static_cast<std::size_t>(labels.shape[0]) != count)
        return damaged_library(path, "it has " + std::to_string(count) + " starts, " + std::to_string(labels.shape[0]) +
                                         " labels and " + std::to_string(out.count()) + " captions");
    for (const std::byte number : values.data) out.values.push_back(std::to_integer<std::size_t>(number));
    out.height = static_cast<std::size_t>(codes.shape[1]);
    out.width = static_cast<std::size_t>(codes.shape[2]);
    out.embedding = static_cast<std::size_t>(rows.shape[1]);
    if (out.height == 0 || out.width == 0 || out.embedding == 0 || out.values.empty())
        return damaged_library(path, "its starts or rows are empty");
    if (static_cast<std::size_t>(labels.shape[1]) != out.values.size() ||
        static_cast<std::size_t>(rows.shape[0]) != std::reduce(out.values.begin(), out.values.end()))
        return damaged_library(path, "its labels or rows are not of the attributes that 'values' tells");
    out.codes.resize(count * out.height * out.width);
    std::memcpy(out.codes.data(), codes.data.data(), out.codes.size() * sizeof(std::uint16_t));
    const std::uint16_t largest = *std::max_element(out.codes.begin(), out.codes.end());
    if (largest > 32767) return damaged_library(path, "a code is negative");
    out.codes_used = largest + std::size_t{1};
    out.labels.resize(labels.data.size());
    std::memcpy(out.labels.data(), labels.data.data(), out.labels.size());
    if (const auto bad = beyond(out))
        return damaged_library(path, "start " + std::to_string(bad->first) + " has a value of attribute " +
                                         std::to_string(bad->second) + " that there is not");
    out.rows.resize(static_cast<std::size_t>(rows.shape[0]) * out.embedding);
    to_floats(rows.dtype, rows.data, out.rows);
    if (!std::ranges::all_of(out.rows, [](float v) { return std::isfinite(v); }))
        return damaged_library(path, "its rows hold what is no number");
    return out;
}

}  // namespace headroom
