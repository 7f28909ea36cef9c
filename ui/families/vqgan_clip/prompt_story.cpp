// PromptStory: the prompts of text to image as a flat list that a window can edit, and the settings that keep them.
#include "ui/families/vqgan_clip/prompt_story.h"

#include "core/base/lists.h"

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr std::array kKinds{PromptKind::Text, PromptKind::Picture, PromptKind::Noise};

/// Words without what the text form would take for a sign: '~' in front means "off", line ends part nothing.
std::string plain_words(std::string_view typed) {
    std::string_view words = trimmed(typed);
    while (words.starts_with('~')) words = trimmed(words.substr(1));
    std::string out(words);
    std::ranges::replace_if(
        out, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return out;
}

void sort_entries(PromptEntries& entries) {
    std::ranges::stable_sort(entries, {}, [](const PromptEntry& e) { return std::pair(e.kind, e.phrase); });
}

}  // namespace

std::string prompt_key(PromptKind kind) {
    switch (kind) {
        case PromptKind::Text: return "prompts";
        case PromptKind::Picture: return "prompts.pictures";
        case PromptKind::Noise: break;
    }
    return "prompts.noise";
}

PromptEntries prompt_entries(const ImagineConfig& config) {
    PromptEntries out;
    const std::array texts{&config.prompts, &config.picture_prompts, &config.noise_prompts};
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
        const std::vector<PromptSet> story = parse_prompts(*texts[k]);
        for (std::size_t phrase = 0; phrase < story.size(); ++phrase)
            for (const Prompt& prompt : story[phrase]) out.push_back({kKinds[k], phrase, prompt});
    }
    return out;
}

ParamPatch prompt_patch(const PromptEntries& entries) {
    ParamPatch out;
    for (const PromptKind kind : kKinds) {
        std::vector<PromptSet> story;
        for (const PromptEntry& entry : entries) {
            if (entry.kind != kind || entry.prompt.text.empty()) continue;
            if (story.size() <= entry.phrase) story.resize(entry.phrase + 1);
            story[entry.phrase].push_back(entry.prompt);
        }
        out[prompt_key(kind)] = prompts_text(story);
    }
    return out;
}

std::size_t phrase_count(const PromptEntries& entries) {
    std::size_t most = 0;
    for (const PromptEntry& entry : entries)
        if (entry.kind == PromptKind::Text) most = std::max(most, entry.phrase + 1);
    return std::max<std::size_t>(most, 1);
}

PromptEntries prompts_in_force(const PromptEntries& entries, std::size_t phrase) {
    phrase %= phrase_count(entries);
    PromptEntries out;
    for (const PromptEntry& entry : entries) {
        const std::size_t wanted = entry.kind == PromptKind::Text ? phrase : 0;
        if (entry.prompt.on && entry.phrase == wanted && !entry.prompt.text.empty()) out.push_back(entry);
    }
    return out;
}

void set_prompt_text(PromptEntries& entries, std::size_t at, std::string_view typed) {
    if (at >= entries.size()) return;
    const bool several = entries[at].kind != PromptKind::Picture && typed.find_first_of("|^") != std::string_view::npos;
    if (!several) {
        entries[at].prompt.text = plain_words(typed);
        if (entries[at].prompt.text.empty()) entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
        return;
    }
    const PromptEntry old = entries[at];
    const std::vector<PromptSet> story = parse_prompts(typed);
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
    if (story.front().empty()) return;
    for (PromptEntry& entry : entries)
        if (entry.kind == old.kind && entry.phrase > old.phrase) entry.phrase += story.size() - 1;
    PromptEntries fresh;
    for (std::size_t phrase = 0; phrase < story.size(); ++phrase)
        for (const Prompt& prompt : story[phrase]) fresh.push_back({old.kind, old.phrase + phrase, prompt});
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at), fresh.begin(), fresh.end());
    sort_entries(entries);
}

std::size_t add_prompt(PromptEntries& entries, PromptEntry entry) {
    auto place = entries.begin();
    for (auto it = entries.begin(); it != entries.end(); ++it) {
        const bool before = it->kind < entry.kind || (it->kind == entry.kind && it->phrase <= entry.phrase);
        if (before) place = std::next(it);
    }
    return static_cast<std::size_t>(entries.insert(place, std::move(entry)) - entries.begin());
}

std::size_t move_prompt(PromptEntries& entries, std::size_t at, int by) {
    if (at >= entries.size() || (by < 0 && at == 0)) return at;
    const std::size_t other = by < 0 ? at - 1 : at + 1;
    if (other >= entries.size() || entries[other].kind != entries[at].kind) return at;
    if (entries[other].phrase != entries[at].phrase) {  // over the border: it joins the neighbour's phrase
        entries[at].phrase = entries[other].phrase;
        const PromptKind kind = entries[at].kind;  // a phrase that has lost its last prompt closes up
        std::size_t next = 0, last = 0;
        bool first = true;
        for (PromptEntry& entry : entries) {
            if (entry.kind != kind) continue;
            if (!first && entry.phrase != last) ++next;
            last = std::exchange(entry.phrase, next);
            first = false;
        }
        return at;
    }
    std::swap(entries[at], entries[other]);
    return other;
}

void split_phrase(PromptEntries& entries, std::size_t at) {
    if (at >= entries.size() || entries[at].kind != PromptKind::Text) return;
    const std::size_t phrase = entries[at].phrase;
    const auto beside = std::ranges::count_if(
        entries, [&](const PromptEntry& e) { return e.kind == PromptKind::Text && e.phrase == phrase; });
    if (beside < 2) return;
    for (PromptEntry& entry : entries)
        if (entry.kind == PromptKind::Text && entry.phrase > phrase) ++entry.phrase;
    entries[at].phrase = phrase + 1;
    sort_entries(entries);
}

std::string path_problem(std::string_view path) {
    if (path.find_first_of("|^") == std::string_view::npos && !path.starts_with('~')) return {};
    return std::string(path) + ": a picture prompt's path cannot hold | or ^ or begin with ~; copy or rename the file";
}

}  // namespace headroom::ui
