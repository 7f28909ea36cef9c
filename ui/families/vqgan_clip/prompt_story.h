// PromptStory: the prompts of text to image as a flat list that a window can edit, the settings that keep them, and the curve that each one has.
#pragma once

#include "core/api/param.h"
#include "core/api/prompt.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "ui/models/metrics_model.h"
#include "ui/shell/theme.h"

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

/// Which curve each prompt has, over changes of the prompts and phrases of a story. The engine reports similarities in the order of the prompts that
/// are on, mostly with their names; here every prompt keeps its own place. Window's thread.
class SimilarityLines : public QObject {
    Q_OBJECT
public:
    struct Line {
        PromptKind kind = PromptKind::Text;
        std::string text;
        double weight = 1.0;
        bool live = false;  ///< among the prompts that hold now
        double now = 0;     ///< newest similarity; NaN: none yet
        bool operator==(const Line&) const = default;
    };
    /// How a curve is drawn; the third and every one that is pushed away are dashed, further ones dotted.
    struct Look {
        Token color = Token::C1;
        Qt::PenStyle style = Qt::SolidLine;
    };

    explicit SimilarityLines(SessionBridge* bridge, QObject* parent = nullptr);

    /// In the order of their first appearance; the first kCurveCount have a curve.
    const std::vector<Line>& lines() const { return lines_; }
    /// The line of a prompt, or -1.
    int find(PromptKind kind, const std::string& text) const {
        const auto at = std::ranges::find_if(lines_, [&](const Line& l) { return l.kind == kind && l.text == text; });
        return at == lines_.end() ? -1 : static_cast<int>(at - lines_.begin());
    }
    Look look(int line) const;
    /// Puts a step's similarities into the curves of their prompts; the run's past may be read again at any time.
    void read(const StepDone& step, MetricsRow& row);

Q_SIGNALS:
    void linesChanged();  ///< another prompt, weight or liveliness
    void valuesChanged();

private:
    struct Change {
        std::int64_t after_step;
        ImagineConfig config;
    };

    void begin(const ImagineConfig& config, std::int64_t step);
    void use(const ImagineConfig& config);
    void aim();
    void replay(std::int64_t step);
    /// The lines of what a step says its similarities are of.
    void follow(const PromptNames& names, bool past);
    void addLines(const PromptEntries& entries) {
        for (const PromptEntry& entry : entries) lineFor(entry.kind, entry.prompt.text, entry.prompt.weight);
    }
    int lineFor(PromptKind kind, const std::string& text, double weight);

    std::vector<Line> lines_;
    std::vector<Change> changes_;  ///< applied, not yet reached by the steps read
    ImagineConfig config_;
    PromptEntries entries_;
    std::vector<int> order_;  ///< line of each similarity that is reported
    std::size_t phrase_ = 0;
    std::int64_t step_ = 0;   ///< newest that was read
    std::int64_t start_ = 0;  ///< where the run went on: steps up to it are its past
    PromptNames followed_;    ///< what order_ stands for; empty: replayed
};

}  // namespace headroom::ui
