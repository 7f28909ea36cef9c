// CLIP: features of pictures and of texts in one space, with OpenAI's and open_clip's state-dict names.
#pragma once

#include "core/io/weights/architecture.h"
#include "core/models/clip/vision.h"

#include <memory>

namespace headroom {

/// Make it with std::make_shared. Its weights count as Role::Clip. Without values until they are loaded or initialise() is called.
/// In evaluation mode unless train() is called. One thread at a time.
class ClipModel : public torch::nn::Module {
public:
    explicit ClipModel(const ClipArchitecture& architecture);
    /// With the mean and deviation of OpenAI's data.
    explicit ClipModel(const ClipConfig& config) : ClipModel(ClipArchitecture{config}) {}
    /// Values as open_clip starts with. A shortened text table knows no token until its rows are loaded.
    void initialise(std::uint64_t seed);

    /// Pictures (N, 3, S, S) in [0, 1] as the model was trained on them: mean 0 and deviation 1 per colour over its data.
    at::Tensor normalised(const at::Tensor& pictures) const;
    /// Normalised pictures (N, 3, S, S) -> features (N, embedding), not normalised. Throws c10::Error when S is not the model's.
    at::Tensor encode_pictures(const at::Tensor& pictures);
    /// Tokens, int64 (N, context): start, words, end (the largest id), zeros -> features (N, embedding), not normalised. Throws
    /// c10::Error when the text side was dropped or the rows have another length.
    at::Tensor encode_texts(const at::Tensor& tokens);

    const ClipArchitecture& architecture() const { return architecture_; }
    const ClipConfig& config() const { return architecture_.shape; }
    /// Acts on the passes that follow.
    void set_mode(const nn::ComputeMode& mode) { mode_ = mode; }
    const nn::ComputeMode& mode() const { return mode_; }
    /// Lets go of the text side's weights: once the prompts are encoded nothing reads them.
    void drop_text();
    bool has_text() const { return transformer_ != nullptr; }
    /// Lets go of the picture side's weights: reading texts needs none of them.
    void drop_pictures();
    bool has_pictures() const { return visual_ != nullptr; }
    /// exp of it scales similarities in training.
    const at::Tensor& logit_scale() const { return logit_scale_; }

private:
    ClipArchitecture architecture_;
    nn::ComputeMode mode_;
    std::shared_ptr<clip::VisionTower> visual_;
    std::shared_ptr<clip::Transformer> transformer_;
    std::shared_ptr<nn::Embedding> tokens_;
    std::shared_ptr<nn::LayerNorm> ln_final_;
    at::Tensor positions_, projection_, logit_scale_;
    at::Tensor token_rows_;  ///< int64 (vocabulary): a row of the text table for each id; undefined: the id itself
};

}  // namespace headroom
