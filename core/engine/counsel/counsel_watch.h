// CounselWatch: watches a run as it goes and tells by the rules of core/families/counsel_rules.cpp what an experienced person would say.
#pragma once

#include "core/engine/counsel/observations.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// One thread. The same steps, samples and changes give the same words, live or read back from a run's history.
class CounselWatch {
public:
    using TellFn = std::function<void(CounselTold)>;
    explicit CounselWatch(TellFn tell) : tell_(std::move(tell)) {}

    /// A run of `config` begins.
    void begin(const TrainConfig& config, const DataFacts& data);
    void add(const StepDone& step);
    /// Pictures of fixed latents; `path`: the file they are kept in, empty: none.
    void add_sample(std::int64_t step, const ImageList& pictures, const std::string& path);
    /// The run was scored.
    void add_scores(const ScoresDone& scores);
    /// Whether the run is to be scored before its next step, so that it can be told whether a change has moved the score: as it was when the change
    /// was made, or as it is now that the change is judged. Asks once.
    bool asks_for_scores() { return std::exchange(asks_, false); }
    /// Whether it would say so now.
    bool would_ask_for_scores() const { return asks_; }
    /// The run goes on with other pictures: scores against those of before say nothing of what comes.
    void forget_scores();
    /// Pictures of the data as training sees them now, or what they came to: once a run has begun, and again after a change of image.size.
    void add_data_pictures(const ImageList& pictures);
    void add_data(const DataFacts& seen) { seen_.add_data(seen); }
    /// `config` is in force since `step`; `keys`: what is new of it, all at once.
    void changed(const TrainConfig& config, const std::set<std::string>& keys, std::int64_t step, bool automatic);

    /// Whether the rule has what it needs at this moment: enough steps and samples, every figure that it looks at, and its needs
    /// (Condition::is_need). Whether it speaks is up to what it looks for.
    bool can_speak(const CounselRuleRow& row) const;

    /// What stands at this moment, the most urgent first.
    std::vector<CounselNotice> open() const;
    /// The most urgent change that a run under way can make at a step boundary, nothing while another is judged.
    std::optional<CounselNotice> to_change() const;
    /// The change of `notice` was refused: another one is advised, or none.
    void could_not(const CounselNotice& notice);
    /// Whether the rule has spoken and its change was not made yet.
    bool stands(CounselRule rule) const;
    /// Tells once more what stands and which changes are tried, for those who have not heard it yet.
    void repeat() const;

private:
    /// A rule that has spoken.
    struct Spoken {
        CounselNotice notice;
        bool changed = false;    ///< its change was made; it is judged a window later
        bool automatic = false;  ///< by Autopilot
        std::int64_t changed_step = 0;
        double score = 0;                           ///< the run's before the change
        std::optional<ScoresDone> scores{};         ///< likewise, where it is scored
        bool asked_before = false;                  ///< for those of the step at which it was made
        std::optional<std::int64_t> asked_after{};  ///< the step at which those of after it were asked for
        int missed = 0;                             ///< looks in a row at which it was not seen
    };
    /// A change that was made: what its settings were before, and on whose advice.
    struct Made {
        CounselRule rule;
        std::string advice;
        ParamPatch before;
    };
    void look();
    void look_at(const CounselRuleRow& row);
    /// What the rule has said, if it has, is gone.
    void let_go(CounselRule rule);
    /// Whether the change's effect on the run's scores is not known yet and soon will be: they are due, or are asked for here.
    bool awaits_scores(Spoken& spoken, const CounselRuleRow& row);
    /// The run's score before and after the change, as far as they are known.
    void tell_score(CounselTold& told, const Spoken& spoken, std::int64_t window) const;
    void judge(Spoken& spoken, const CounselRuleRow& row);
    std::optional<CounselNotice> seen(const CounselRuleRow& row) const;
    /// The mildest remedy that suits and was not tried in vain.
    void advise(CounselNotice& notice) const;
    bool muted(CounselRule rule) const;
    /// Notes that `spoken`'s change is in force since `step`.
    void note_change(Spoken& spoken, const TrainConfig& before, std::int64_t step, bool automatic);
    /// Who sets back what counsel advised does not want it, whether it helped or not.
    void note_taken_back(const TrainConfig& config);
    Spoken* spoken(CounselRule rule);
    void forget(CounselRule rule);

    TellFn tell_;
    Observations seen_;
    std::vector<Spoken> spoken_;
    std::vector<Made> made_;
    /// Words of remedies that did not help, of which nobody can tell, or that were taken back.
    std::set<std::pair<CounselRule, std::string>> in_vain_;
    std::int64_t next_look_ = 0;
    bool asks_ = false;  ///< for scores
};

}  // namespace headroom
