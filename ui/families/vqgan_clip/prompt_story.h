// PromptStory: the prompts of text to image as a flat list that a window can edit, and the settings that keep them.
#pragma once

#include "core/api/param.h"
#include "core/api/prompt.h"
#include "core/families/vqgan_clip/imagine_config.h"

namespace headroom::ui {

struct PromptEntry {
    PromptKind kind = PromptKind::Text;
    std::size_t phrase = 0;  ///< which phrase of the story; all but texts: 0 is the only one in force
    Prompt prompt;
    bool operator==(const PromptEntry&) const = default;
};

/// Texts by phrase, then pictures, then noises: the order in which the engine reports their similarity.
using PromptEntries = std::vector<PromptEntry>;

/// The setting that keeps a kind of prompt: "prompts", "prompts.pictures", "prompts.noise".
std::string prompt_key(PromptKind kind);

PromptEntries prompt_entries(const ImagineConfig& config);
/// The settings that keep `entries`, all three keys. Prompts without text are left out, empty phrases closed up.
ParamPatch prompt_patch(const PromptEntries& entries);
std::size_t phrase_count(const PromptEntries& entries);
/// Those that hold in `phrase` and are on, in the engine's order.
PromptEntries prompts_in_force(const PromptEntries& entries, std::size_t phrase);

/// Puts `typed` into the words of entry `at`. '|' and '^' cannot be words: with them the text is read as in a settings file and
/// becomes several prompts, and phrases. Empty: the prompt goes.
void set_prompt_text(PromptEntries& entries, std::size_t at, std::string_view typed);
/// Adds a prompt behind those of its kind and phrase; returns its place.
std::size_t add_prompt(PromptEntries& entries, PromptEntry entry);
/// Moves entry `at` past its neighbour of the same kind, `by` -1 or +1; over a phrase's end it goes into the next phrase. Returns
/// its new place.
std::size_t move_prompt(PromptEntries& entries, std::size_t at, int by);
/// Gives a text a phrase of its own, behind its present one.
void split_phrase(PromptEntries& entries, std::size_t at);

/// Why `path` cannot be a picture prompt (the text form has no way to write it); empty: it can.
std::string path_problem(std::string_view path);

}  // namespace headroom::ui
