// What the CLIPs look for: prompts turned into targets in their feature spaces.
#pragma once

#include "core/api/prompt.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/imagine/painters.h"

#include <string>
#include <vector>

namespace headroom {

/// The prompts of `config` that are on at phrase number `phrase` of its story: words, pictures, noise.
struct ActivePrompts {
    PromptSet texts, pictures, noises;
    std::size_t count() const { return texts.size() + pictures.size() + noises.size(); }
};
ActivePrompts active_prompts(const ImagineConfig& config, std::size_t phrase);
/// Phrases of the story that the text prompts tell.
std::size_t phrases_of(const ImagineConfig& config);

/// How the settings cut for a CLIP that takes pictures of `side` pixels.
imagine::CutSettings cut_settings(const ImagineConfig& config, std::int64_t side);

/// Where pictures for picture prompts come from and how they are cut: `cutter` and `cuts` of the run, `pixels` its picture's area.
struct PromptCuts {
    const imagine::Cutter* cutter = nullptr;
    std::int64_t cuts = 1, chunk = 0, pixels = 0;
};

/// Targets in the order of `prompts`. What is odd about a prompt (too long, words that the CLIP does not know) goes to `notes`.
/// Errors: NotFound, BadFile (a picture). `clip` must have its text side when there are texts.
Result<std::vector<imagine::Target>> encode_prompts(const LoadedClip& clip, const ActivePrompts& prompts, const PromptCuts& cuts,
                                                    std::vector<std::string>& notes);

}  // namespace headroom
