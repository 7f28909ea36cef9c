// SimilarityLines: replays what the trainer does with prompts and phrases, step by step.
#include "ui/families/vqgan_clip/similarity_lines.h"

#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "ui/bridge/session_bridge.h"

namespace headroom::ui {
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

int SimilarityLines::find(PromptKind kind, const std::string& text) const {
    const auto at = std::ranges::find_if(lines_, [&](const Line& l) { return l.kind == kind && l.text == text; });
    return at == lines_.end() ? -1 : static_cast<int>(at - lines_.begin());
}

int SimilarityLines::lineFor(PromptKind kind, const std::string& text, double weight) {
    const int known = find(kind, text);
    if (known >= 0) return known;
    lines_.push_back({kind, text, weight, false, kUnknown});
    return static_cast<int>(lines_.size()) - 1;
}

void SimilarityLines::addLines(const PromptEntries& entries) {
    for (const PromptEntry& entry : entries) lineFor(entry.kind, entry.prompt.text, entry.prompt.weight);
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
