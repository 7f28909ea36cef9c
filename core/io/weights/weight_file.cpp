// Opens weights with their configuration and reads mapped tensors as float32.
#include "core/io/weights/weight_file.h"

#include "core/io/tensors/tensor_buffer.h"
#include "core/io/weights/value_types.h"

#include <algorithm>

namespace headroom {
namespace {

NetworkConfig::Style style_of(NameLayout layout) {
    if (layout == NameLayout::HuggingFace) return NetworkConfig::Style::HuggingFace;
    return layout == NameLayout::OpenAi || layout == NameLayout::OpenClip ? NetworkConfig::Style::OpenClip
                                                                          : NetworkConfig::Style::Taming;
}

void transpose(std::span<const float> in, std::size_t rows, std::size_t columns, std::span<float> out) {
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) out[r * columns + c] = in[c * rows + r];
    }
}

std::string first_of(const std::vector<std::string>& lines) {
    constexpr std::size_t most = 20;
    std::string out;
    for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) out += (i ? ", " : "") + lines[i];
    return lines.size() > most ? out + ", and " + std::to_string(lines.size() - most) + " more" : out;
}

}  // namespace

Result<WeightFile> WeightFile::open(const std::string& path, const std::string& config) {
    auto stream = TensorStream::open(path);
    if (!stream) return stream.error();
    WeightFile file;
    file.stream_ = *std::move(stream);
    file.map_ = map_weights(file.stream_.entries(), file.stream_.container());
    WeightMap& map = file.map_;
    const bool may_have_one = is_vqgan(map.kind) || map.kind == NetworkKind::Clip;
    const std::string beside =
        config.empty() && may_have_one ? find_network_config(path, style_of(map.layout)) : config;
    if (beside.empty()) return file;
    const auto read = read_network_config(beside);
    WeightMap with = map;
    const auto applied = read ? apply_config(with, *read) : Result<void>(read.error());
    if (applied) {
        map = std::move(with);
    } else if (!config.empty()) {
        return applied.error();
    } else {
        map.warnings.push_back(applied.error().message + "; it is not used");
    }
    return file;
}

void WeightFile::set_activation(ClipActivation activation) {
    map_.clip.shape.activation = activation;
    map_.clip.knows_activation = true;
    std::erase_if(map_.questions, [](const std::string& q) { return q.find("activation") != std::string::npos; });
}

void WeightFile::set_heads(std::int64_t vision, std::int64_t text) {
    map_.clip.shape.vision.heads = vision;
    map_.clip.shape.text.heads = text;
    std::erase_if(map_.questions, [](const std::string& q) { return q.find("heads") != std::string::npos; });
}

Result<void> WeightFile::require_complete(NetworkKind kind) const {
    const bool right = is_vqgan(kind) ? is_vqgan(map_.kind) : map_.kind == kind;
    if (!right) {
        return make_error(ErrorCode::BadFile,
                          stream_.path() + " holds " + network_words(map_.kind) + " where " + network_words(kind) +
                              " is wanted",
                          "headroom-cli weights inspect says what the file holds.");
    }
    std::vector<std::string> shapes;
    for (const MisshapedTensor& t : map_.misshaped)
        shapes.push_back(t.source + " (" + shape_text(t.found) + " instead of " + shape_text(t.expected) + ")");
    if (!map_.missing.empty()) {
        return make_error(ErrorCode::BadFile,
                          stream_.path() + " lacks " + std::to_string(map_.missing.size()) +
                              " tensors: " + first_of(map_.missing),
                          "The file is incomplete or of a variant that Headroom does not have.");
    }
    if (!shapes.empty()) {
        return make_error(ErrorCode::BadFile,
                          stream_.path() + " has " + std::to_string(shapes.size()) +
                              " tensors of another shape: " + first_of(shapes),
                          "The file is of a variant that Headroom does not have.");
    }
    if (!map_.questions.empty()) {
        return make_error(ErrorCode::InvalidArgument, stream_.path() + " does not say " + map_.questions.front(),
                          "Give its configuration file, or choose.");
    }
    return {};
}

Result<void> WeightFile::read_floats(std::size_t index, std::span<float> out) {
    if (index >= map_.tensors.size())
        return make_error(ErrorCode::Internal, stream_.path() + ": there is no tensor " + std::to_string(index));
    const MappedTensor& tensor = map_.tensors[index];
    std::size_t done = 0;
    for (const std::size_t source : tensor.sources) {
        const TensorEntry& entry = stream_.entries()[source];
        const std::size_t count = static_cast<std::size_t>(entry.bytes) / element_size(entry.dtype);
        if (count > out.size() - done)
            return make_error(ErrorCode::Internal,
                              stream_.path() + ": '" + tensor.name + "' was to be read into too little room");
        const auto part = out.subspan(done, count);
        done += count;
        if (!tensor.transposed) {
            if (auto ok = read_as_floats(stream_, source, part); !ok) return ok;
            continue;
        }
        std::vector<float> flat(count);
        if (auto ok = read_as_floats(stream_, source, flat); !ok) return ok;
        transpose(flat, static_cast<std::size_t>(tensor.shape[0]), static_cast<std::size_t>(tensor.shape[1]), part);
    }
    if (done != out.size())
        return make_error(ErrorCode::Internal,
                          stream_.path() + ": '" + tensor.name + "' was to be read into too much room");
    return {};
}

Result<std::vector<std::int32_t>> WeightFile::read_token_rows() {
    const auto it = std::find_if(map_.tensors.begin(), map_.tensors.end(),
                                 [](const MappedTensor& t) { return t.name == "token_rows"; });
    if (it == map_.tensors.end()) return std::vector<std::int32_t>();
    const std::size_t source = it->sources.front();
    const TensorEntry& entry = stream_.entries()[source];
    auto raw = TensorBuffer::allocate(entry.bytes, stream_.path());
    if (!raw) return raw.error();
    if (auto ok = stream_.read(source, raw->bytes()); !ok) return ok.error();
    std::vector<float> values(static_cast<std::size_t>(it->shape[0]));  // exact for numbers of rows
    to_floats(entry.dtype, raw->bytes(), values);
    std::vector<std::int32_t> rows(values.size());
    for (std::size_t id = 0; id < rows.size(); ++id) {
        if (!(values[id] >= 0 && values[id] < static_cast<float>(map_.clip.shape.text.token_rows)))
            return make_error(ErrorCode::BadFile,
                              stream_.path() + ": token_rows sends token " + std::to_string(id) +
                                  " to a row that the text table does not have",
                              "The file is damaged; get it again.");
        rows[id] = static_cast<std::int32_t>(values[id]);
    }
    return rows;
}

}  // namespace headroom
