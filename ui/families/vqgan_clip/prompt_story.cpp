// PromptStory: entries from settings and back; the curves replay what the trainer does with prompts and phrases, step by step.
#include "ui/families/vqgan_clip/prompt_story.h"

#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "ui/bridge/session_bridge.h"

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

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

bool about_prompts(const std::string& key) { return key.rfind("prompts", 0) == 0; }

}  // namespace

SimilarityLines::SimilarityLines(SessionBridge* bridge, QObject* parent) : QObject(parent) {
    const auto draft = [this, bridge] {  // prompts of a draft have their colours before the start
        if (is_active(bridge->state()) || bridge->config()->model != kVqganClip) return;
        if (step_ == 0)
            begin(bridge->config()->own<ImagineConfig>(), 0);
        else
            addLines(prompt_entries(bridge->config()->own<ImagineConfig>()));
        Q_EMIT linesChanged();
    };
    connect(bridge, &SessionBridge::draftChanged, this, draft);
    connect(bridge, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        if (run.config && run.config->model == kVqganClip) begin(run.config->own<ImagineConfig>(), run.step);
    });
    connect(bridge, &SessionBridge::paramApplied, this, [this](const ParamApplied& change) {
        if (!about_prompts(change.key)) return;
        TrainConfig base;
        base.edit<ImagineConfig>() = changes_.empty() ? config_ : changes_.back().config;
        if (const Result<TrainConfig> next = with_patch(base, {{change.key, change.new_value}})) {
            addLines(prompt_entries(next->own<ImagineConfig>()));
            changes_.push_back({change.step, next->own<ImagineConfig>()});
            Q_EMIT linesChanged();
        }
    });
    draft();
}

void SimilarityLines::begin(const ImagineConfig& config, std::int64_t step) {
    lines_.clear();
    changes_.clear();
    step_ = start_ = step;
    followed_.clear();
    phrase_ = 0;
    use(config);
    if (step <= 1 || config.story_every <= 0) return;
    phrase_ = static_cast<std::size_t>((step - 1) / config.story_every) % phrase_count(entries_);
    aim();
}

void SimilarityLines::use(const ImagineConfig& config) {
    config_ = config;
    entries_ = prompt_entries(config);
    phrase_ %= phrase_count(entries_);
    addLines(entries_);
    aim();
}

void SimilarityLines::aim() {
    for (Line& line : lines_) line.live = false;
    order_.clear();
    for (const PromptEntry& entry : prompts_in_force(entries_, phrase_)) {
        order_.push_back(lineFor(entry.kind, entry.prompt.text, entry.prompt.weight));
        Line& line = lines_[static_cast<std::size_t>(order_.back())];
        line.live = true;
        line.weight = entry.prompt.weight;
    }
    Q_EMIT linesChanged();
}

int SimilarityLines::lineFor(PromptKind kind, const std::string& text, double weight) {
    const int known = find(kind, text);
    if (known >= 0) return known;
    lines_.push_back({kind, text, weight, false, kUnknown});
    return static_cast<int>(lines_.size()) - 1;
}

SimilarityLines::Look SimilarityLines::look(int line) const {
    static constexpr Token colors[] = {Token::C1, Token::C2, Token::C4, Token::C3};
    if (line < 0 || line >= static_cast<int>(lines_.size())) return {};
    const bool dashed = line % 4 == 2 || lines_[static_cast<std::size_t>(line)].weight < 0;
    return {colors[line % 4], line >= 4 ? Qt::DotLine : dashed ? Qt::DashLine : Qt::SolidLine};
}

void SimilarityLines::replay(std::int64_t step) {
    const std::int64_t every = config_.story_every;
    const std::size_t phrases = phrase_count(entries_);
    if (every <= 0 || phrases < 2) return;  // a phrase begins before step k * every + 1
    const std::int64_t turns = (step - 1) / every - std::max<std::int64_t>(step_ - 1, 0) / every;
    if (turns <= 0) return;
    phrase_ = (phrase_ + static_cast<std::size_t>(turns)) % phrases;
    aim();
}

void SimilarityLines::follow(const PromptNames& names, bool past) {
    if (names == followed_ && !past) return;
    order_.clear();
    const std::size_t known = lines_.size();
    for (const PromptName& name : names) order_.push_back(lineFor(name.kind, name.text, 1.0));
    if (!past) {
        followed_ = names;
        for (Line& line : lines_) line.live = false;
        for (const int at : order_) lines_[static_cast<std::size_t>(at)].live = true;
        for (const PromptEntry& entry : entries_) {
            const int at = find(entry.kind, entry.prompt.text);
            if (at >= 0 && lines_[static_cast<std::size_t>(at)].live)
                lines_[static_cast<std::size_t>(at)].weight = entry.prompt.weight;
        }
    }
    if (!past || lines_.size() != known) Q_EMIT linesChanged();
}

void SimilarityLines::read(const StepDone& step, MetricsRow& row) {
    row.mean.fill(std::numeric_limits<float>::quiet_NaN());
    const bool past = step.step <= start_;
    while (!past && !changes_.empty() && step.step > changes_.front().after_step) {
        const ImagineConfig next = changes_.front().config;
        changes_.erase(changes_.begin());
        followed_.clear();
        use(next);
    }
    static const ImagineFigures unknown;
    const auto* own = step.own<ImagineFigures>();
    const auto& [similarity, names] = own ? *own : unknown;
    if (names && names->size() == similarity.size())
        follow(*names, past);
    else if (past)
        return;  // kept without names: whose it was is not known
    else
        replay(step.step);
    if (!past) step_ = step.step;
    for (std::size_t i = 0; i < similarity.size() && i < order_.size(); ++i) {
        const auto line = static_cast<std::size_t>(order_[i]);
        const auto now = static_cast<float>(similarity[i]);  // as the plot has it: rounded alike
        lines_[line].now = static_cast<double>(now);
        if (line < kCurveCount) row.mean[line] = now;
    }
    if (step.step >= start_) Q_EMIT valuesChanged();
}

}  // namespace headroom::ui
