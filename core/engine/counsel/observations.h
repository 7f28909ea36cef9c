// Observations: what of a run counsel looks at: its latest steps, its sample pictures, its settings and what is known of its data.
#pragma once

#include "core/api/event.h"
#include "core/engine/counsel/picture_measures.h"
#include "core/families/counsel_rules.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// One thread. Figures are NaN where they cannot be said.
class Observations {
public:
    /// A run of `config` begins; `data`: what is known of its pictures.
    void begin(const TrainConfig& config, const DataFacts& data);
    /// Of another image.size what was measured of smaller pictures says nothing: the gradients of the beginning, and how the data looks, are taken
    /// anew.
    void set_config(const TrainConfig& config);
    /// Settings were changed at `step`: what was before says nothing of what comes.
    void changed_at(std::int64_t step) { since_ = step; }

    void add(const StepDone& step);
    void add_scores(const ScoresDone& scores) { scores_ = scores; }
    void forget_scores() { scores_.reset(); }
    /// The latest; none yet: nothing.
    const std::optional<ScoresDone>& scores() const { return scores_; }
    void add_sample(std::int64_t step, const ImageList& pictures, std::string path);
    /// Pictures of the data, as training sees them at the size of now.
    void add_data_pictures(const ImageList& pictures);
    /// What such pictures came to. What is known stays: later ones are others of the same data.
    void add_data(const DataFacts& seen);

    const TrainConfig& config() const { return config_; }
    std::int64_t step() const { return rows_.empty() ? 0 : rows_.back().step.step; }
    /// What rules look at: the last `window` steps, and the latest so many samples.
    struct Span {
        std::int64_t window = 0;
        std::size_t samples = 0;
    };
    /// The figure over the span; NaN where the window is not full yet, or is too thinly filled.
    double of(Observed what, const Span& span) const;
    /// How many steps at the end of `window` the figure is of.
    std::int64_t steps_of(Observed what, std::int64_t window) const;
    /// The step whose scores the figure is of; nothing: it is none of scores.
    std::optional<std::int64_t> scored_at(Observed what) const;
    /// The latest samples since the settings were changed, oldest first; none where there are not so many.
    struct SampleSeen {
        std::int64_t step = 0;
        std::string path;
    };
    std::vector<SampleSeen> latest_samples(std::size_t count) const;
    /// Whether `window` steps of unchanged settings lie behind.
    bool is_full(std::int64_t window) const;
    /// The family's score of the latest step (ScoreWords::of_latest_step), as a mean over the window; NaN: it has none in each step.
    double score(std::int64_t window) const;

private:
    struct Row {
        StepDone step;
        double advantage = 0;
    };
    struct Sample : SampleSeen {
        PictureMeasures measures{};
        double movement = 0;  ///< from the sample before
    };
    using FigureFn = double (*)(const Row&);
    /// Of the rows in the window, those that are numbers.
    std::vector<double> values(FigureFn figure, std::int64_t window) const;
    std::vector<const Sample*> samples(std::size_t count) const;
    double of_steps(Observed what, std::int64_t window) const;
    double of_samples(Observed what, std::size_t count) const;
    double of_run(Observed what, std::int64_t window) const;
    /// Whether the latest scores are of the settings as they are.
    bool scores_now() const { return scores_ && scores_->step > since_; }
    double growth(FigureFn figure, std::optional<double> beginning, std::int64_t window) const;
    /// What was measured of the data's pictures, at the size of now; NaN: not known.
    double of_data(double DataFacts::*measure) const;

    TrainConfig config_;
    DataFacts data_;
    std::int64_t since_ = 0;
    std::int64_t sized_ = 0;  ///< the last step with another image.size
    std::deque<Row> rows_;
    std::vector<double> first_g_, first_d_;            ///< gradient norms of the beginning, at this size
    std::optional<double> beginning_g_, beginning_d_;  ///< their medians, once there are enough
    std::deque<Sample> samples_;
    std::optional<ScoresDone> scores_;
    GreyPictures latest_;
};

}  // namespace headroom
