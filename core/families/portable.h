// Portable: what a family says of its weights to other programs: the graphs of its networks, Python that loads them, a card's words.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/families/network_graph.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Weights without their values: of a checkpoint, the tensors by which a run draws.
struct StoredWeights {
    const TrainConfig& config;
    std::map<std::string, std::vector<std::int64_t>> shapes;
    std::string state;  ///< the trainer's counters, JSON
};

/// What the pictures beside exported weights were made from: the network's input, drawn from the run's seed.
struct DrawnInput {
    std::string name;  ///< "latents"
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

/// The latents of that grid: (count, latent, 1, 1).
DrawnInput drawn_latents(const TrainConfig& config, int count, std::int64_t latent);

/// The end of a Python module whose load() gives what turns latents into pictures.
inline constexpr std::string_view kDrawsLatents = R"(
if __name__ == "__main__":  # 16 pictures of fresh latents, one below the other
    with torch.no_grad():
        pictures = load()(torch.randn(16, LATENT, 1, 1))
    rows = pictures.clamp(-1, 1).add(1).mul(127.5).round().byte().permute(0, 2, 3, 1).flatten(0, 1)
    Image.fromarray(rows.squeeze(-1).numpy()).save("pictures.png")
)";

struct CardWords {
    std::string_view task;  ///< pipeline_tag of the Hugging Face hub
    std::vector<std::string_view> tags;
    std::string about;    ///< what the network is, one paragraph
    std::string samples;  ///< what the picture beside it shows
};

/// Constant and thread-safe.
class Portable {
public:
    virtual ~Portable() = default;
    /// What the weight file is called: "generator".
    virtual std::string_view file() const = 0;
    /// What the first of graphs() is called as a file: it ends with the graph's name, in whose place others put theirs.
    virtual std::string_view onnx_file() const = 0;
    /// Error: what of the weights has no such form.
    virtual Result<std::vector<NetworkGraph>> graphs(const StoredWeights& weights) const = 0;
    /// A Python module that loads the weights beside it with PyTorch. `file`: their file's name as a literal of Python, in quotes. Error: as above.
    virtual Result<std::string> loader(const StoredWeights& weights, const std::string& file) const = 0;
    /// What a weight file's metadata must say of a network with these settings because its tensors do not tell it.
    virtual std::map<std::string, std::string> metadata(const TrainConfig&) const { return {}; }
    virtual CardWords card(const StoredWeights& weights) const = 0;
    /// What `count` pictures of the run's fixed grid are drawn from; nothing: it draws from no numbers.
    virtual std::optional<DrawnInput> drawn(const StoredWeights&, int) const { return std::nullopt; }
};

}  // namespace headroom
