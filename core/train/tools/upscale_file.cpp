// The network's widths from the shapes of the file's tensors, and its tensors one after the other.
#include "core/train/tools/upscale_file.h"

#include "core/io/tensors/tensor_stream.h"
#include "core/io/weights/upscaler_names.h"
#include "core/io/weights/value_types.h"
#include "core/models/nn/network.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {
namespace {

/// The network's first convolution, and that of its residual block `n`.
std::string first_convolution(RrdbNames names) { return rrdb_name(names, {}, "conv_first.weight"); }
std::string first_of_block(RrdbNames names, std::int64_t n) {
    return rrdb_name(names, {}, "body." + std::to_string(n) + ".rdb1.conv1.weight");
}

/// The file's tensors by the name that is left without the outermost dictionary's.
class Entries {
public:
    explicit Entries(const TensorStream& stream) {
        // The moving average first: it is what such files are published for.
        for (const std::string& prefix : {"params_ema.", "params.", "state_dict.", ""}) {
            for (std::size_t i = 0; i < stream.entries().size(); ++i) {
                const std::string& name = stream.entries()[i].name;
                if (name.rfind(prefix, 0) == 0) where_.emplace(name.substr(prefix.size()), i);
            }
            if (is_rrdb() || find(kShapesFirst)) break;
            where_.clear();
        }
        for (const auto& [name, i] : where_) shapes_.emplace(name, stream.entries()[i].shape);
    }
    bool is_rrdb() const {
        return find(first_convolution(RrdbNames::BasicSr)) || find(first_convolution(RrdbNames::EsrganModel));
    }
    std::optional<std::size_t> find(const std::string& name) const {
        const auto found = where_.find(name);
        return found == where_.end() ? std::nullopt : std::optional(found->second);
    }
    /// Size `dim` of a tensor of four dimensions; 0 when it is not there.
    std::int64_t side(const std::string& name, std::size_t dim) const {
        const auto found = shapes_.find(name);
        return found == shapes_.end() || found->second.size() != 4 ? 0 : found->second[dim];
    }
    /// How many of first(0), first(1), ... there are.
    template <class Name> std::int64_t count(const Name& name) const {
        std::int64_t n = 0;
        while (find(name(n))) ++n;
        return n;
    }

private:
    std::map<std::string, std::size_t> where_;
    std::map<std::string, std::vector<std::int64_t>> shapes_;
};

struct Recognised {
    RrdbNames names = RrdbNames::BasicSr;
    RrdbShape shape;
    std::string problem;
};

Recognised recognise_rrdb(const Entries& file) {
    Recognised out;
    const bool old = file.find(first_convolution(RrdbNames::EsrganModel)).has_value();
    out.names = old                                                    ? RrdbNames::EsrganModel
                : file.find(first_of_block(RrdbNames::EsrganTrunk, 0)) ? RrdbNames::EsrganTrunk
                                                                       : RrdbNames::BasicSr;
    out.shape.blocks = file.count([&](std::int64_t n) { return first_of_block(out.names, n); });
    out.shape.width = file.side(first_convolution(out.names), 0);
    out.shape.growth = file.side(first_of_block(out.names, 0), 0);
    const std::int64_t in = file.side(first_convolution(out.names), 1);
    for (const std::int64_t square : {1, 2, 4}) {
        if (in == 3 * square * square) out.shape.unshuffle = square;
    }
    if (in != 3 * out.shape.unshuffle * out.shape.unshuffle)
        out.problem = "it takes " + std::to_string(in) + " channels, not those of a colour picture";
    if (out.shape.blocks == 0) out.problem = "it has no residual dense blocks";
    // The old layout numbers its layers: a doubling takes three, and the last convolution has three channels out.
    const auto up = [&](std::int64_t n) {
        const std::string name = rrdb_name(out.names, out.shape, "conv_up" + std::to_string(n + 1) + ".weight");
        return !old || file.side(name, 0) == out.shape.width ? name : std::string("none");
    };
    out.shape.doublings = file.count(up);
    if (out.shape.doublings > 3 || (std::int64_t{1} << out.shape.doublings) < out.shape.unshuffle)
        out.problem = "its factor is none that is known";
    return out;
}

/// Fills `network`; `name_of`: the file's name for a tensor of it.
Result<void> fill(TensorStream& stream, const Entries& entries, const Upscaler& network,
                  const std::function<std::string(const std::string&)>& name_of) {
    const at::NoGradGuard no_grad;
    for (auto& [name, tensor] : nn::named_tensors(network)) {
        const std::string key = name_of(name);
        const auto found = entries.find(key);
        if (!found)
            return make_error(ErrorCode::BadFile, stream.path() + ": " + key + " is missing",
                              "The file is incomplete, or of another network.");
        const TensorEntry& entry = stream.entries()[*found];
        if (at::IntArrayRef(entry.shape) != tensor.sizes())
            return make_error(ErrorCode::BadFile,
                              stream.path() + ": " + key + " has another shape than the rest of the network says",
                              "The file is damaged, or of another network.");
        std::vector<float> floats(static_cast<std::size_t>(tensor.numel()));
        if (auto ok = read_as_floats(stream, *found, floats); !ok) return ok;
        tensor.copy_(at::from_blob(floats.data(), tensor.sizes(), at::kFloat));
    }
    return {};
}

Error not_known(const std::string& path, const std::string& why) {
    return make_error(
        ErrorCode::BadFile, path + ": these weights do not enlarge pictures: " + why,
        "Choose weights of the RRDB kind (ESRGAN, Real-ESRGAN); headroom-cli weights inspect says what a file holds.");
}

}  // namespace

Result<LoadedUpscaler> load_upscaler(const std::string& path) {
    auto stream = TensorStream::open(path);
    if (!stream) return stream.error();
    const Entries entries(*stream);
    LoadedUpscaler out;
    std::function<std::string(const std::string&)> name_of = [](const std::string& name) { return name; };
    if (entries.find(kShapesFirst) && entries.find(kShapesHead)) {
        const std::int64_t blocks =
            entries.count([](std::int64_t n) { return "body." + std::to_string(n) + ".conv1.weight"; });
        const std::int64_t width = entries.side(kShapesFirst, 0);
        if (blocks < 1 || blocks > 256 || width < 1 || width > 4096)
            return not_known(path, "their shapes make no sense");
        out.network = std::make_shared<ShapesUpscaler>(blocks, width);
        out.words =
            "the network of shapes, " + std::to_string(blocks) + " blocks of " + std::to_string(width) + " channels";
    } else if (entries.is_rrdb()) {
        const Recognised found = recognise_rrdb(entries);
        if (!found.problem.empty()) return not_known(path, found.problem);
        const RrdbShape& shape = found.shape;
        if (shape.width < 1 || shape.width > 4096 || shape.growth < 1 || shape.growth > 4096)
            return not_known(path, "their shapes make no sense");
        out.network = std::make_shared<RrdbUpscaler>(shape);
        out.words = "RRDB " + std::to_string(out.network->factors().front()) + "x, " + std::to_string(shape.blocks) +
                    " blocks of " + std::to_string(shape.width) + " channels";
        name_of = [found](const std::string& name) { return rrdb_name(found.names, found.shape, name); };
    } else {
        return not_known(path, "there is neither conv_first.weight nor model.0.weight");
    }
    if (auto ok = fill(*stream, entries, *out.network, name_of); !ok) return ok.error();
    nn::freeze(*out.network);
    out.network->eval();
    return out;
}

}  // namespace headroom
