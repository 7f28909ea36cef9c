// SimilarityLines: which curve each prompt of text to image has, over changes of the prompts and phrases of a story. The engine
// reports similarities in the order of the prompts that are on, mostly with their names; here every prompt keeps its own place.
#pragma once

#include "ui/families/vqgan_clip/prompt_story.h"
#include "ui/models/metrics_model.h"
#include "ui/shell/theme.h"

namespace headroom::ui {

/// Window's thread.
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
    int find(PromptKind kind, const std::string& text) const;
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
    void addLines(const PromptEntries& entries);
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
