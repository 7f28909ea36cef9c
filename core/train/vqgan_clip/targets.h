// What the CLIPs look for: prompts turned into targets in their feature spaces.
#pragma once

#include "core/api/image_buffer.h"
#include "core/api/prompt.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/vqgan_clip/painters.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headroom {

/// The prompts of `config` that are on at phrase number `phrase` of its story: words, pictures, noise.
struct ActivePrompts {
    PromptSet texts, pictures, noises;
    std::size_t count() const { return texts.size() + pictures.size() + noises.size(); }
};
ActivePrompts active_prompts(const ImagineConfig& config, std::size_t phrase);
/// In the order of their targets.
PromptNames names_of(const ActivePrompts& prompts);
/// Phrases of the story that the text prompts tell.
std::size_t phrases_of(const ImagineConfig& config);

/// How the settings cut for a CLIP that takes pictures of `side` pixels.
imagine::CutSettings cut_settings(const ImagineConfig& config, std::int64_t side);

/// Features of texts by one CLIP, kept, so that its text side is there only while a new text is read.
class TextFeatures {
public:
    /// Reads those of `texts` that are new, with the text side that `load` gives, and forgets what is not among them. What is odd about
    /// a new one (too long, words that the CLIP does not know) goes to `notes`. Error: as `load`; nothing changed.
    Result<void> want(const std::vector<std::string>& texts, const std::function<Result<LoadedClip>()>& load,
                      std::vector<std::string>& notes);
    /// (1, E), of a text that was encoded.
    const at::Tensor& of(const std::string& text) const { return features_.at(text); }
    void clear() { features_.clear(); }

private:
    std::map<std::string, at::Tensor> features_;
};

/// The pixels of picture prompts, kept, so that a run goes on whose pictures were moved away or deleted meanwhile.
class PromptPictures {
public:
    /// Reads those of `prompts` that are new, and forgets what is not among them. Errors: NotFound, BadFile; nothing changed.
    Result<void> want(const PromptSet& prompts);
    /// Of a path that was read.
    const ImageBuffer& of(const std::string& path) const { return pictures_.at(path); }

private:
    std::map<std::string, ImageBuffer> pictures_;
};

/// Every text that is on, in any phrase of the story.
std::vector<std::string> all_texts(const ImagineConfig& config);

/// How pictures of picture prompts are cut: `cutter` and `cuts` of the run, `pixels` its picture's area.
struct PromptCuts {
    const imagine::Cutter* cutter = nullptr;
    std::int64_t cuts = 1, chunk = 0, pixels = 0;
};

/// Targets in the order of `prompts`, whose texts are in `texts` and whose pictures are in `pictures`.
std::vector<imagine::Target> targets_for(ClipModel& clip, const ActivePrompts& prompts, const TextFeatures& texts,
                                         const PromptPictures& pictures, const PromptCuts& cuts);

}  // namespace headroom
