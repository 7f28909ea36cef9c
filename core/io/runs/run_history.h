// RunHistory store: one SQLite file per run. Steps are batched (at most one commit a second); marks and checkpoints commit at once.
#pragma once

#include "core/api/event.h"
#include "core/api/services.h"
#include "core/api/step_pieces.h"
#include "core/base/result.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// What a run's history is called in its folder, and in an archive of the run.
inline constexpr const char* kHistoryFile = "history.db";
/// The history of the run in a folder.
std::string history_path(const std::string& run_dir);

/// Writer and reader of a run's history. One writer thread at a time.
class HistoryStore {
public:
    /// Opens or makes the file; a damaged one, or a folder in its place, is moved aside (`history.damaged-<n>.db`) and a new one
    /// begun. Error: Disk, Environment (written by a newer Headroom), BadFile (damaged, and cannot be moved).
    static Result<HistoryStore> open(const std::string& path);
    static Result<HistoryStore> open_read_only(const std::string& path);

    HistoryStore(HistoryStore&&) noexcept;
    HistoryStore& operator=(HistoryStore&&) noexcept;
    ~HistoryStore();

    void add_step(const StepDone& step);  ///< buffered
    /// On the disk when they return. What cannot be written is written with what comes then, or by flush().
    Result<void> add_mark(const HistoryMark& mark);
    Result<void> add_sample(std::int64_t step, const std::string& path);
    Result<void> add_scores(const ScoresDone& scores);
    Result<void> flush();
    /// Forgets all that came after `step` (a resume from an earlier checkpoint).
    Result<void> truncate_after(std::int64_t step);

    static constexpr std::size_t kMostShown = 100000;
    /// For pictures: at most `limit` steps, evenly thinned, first and last kept. `recorded`: how many there are.
    std::vector<StepDone> steps(std::size_t limit = kMostShown, std::int64_t* recorded = nullptr) const;
    /// All of them; those that are added meanwhile too. Errors: BadFile, Disk, as `take`.
    Result<void> steps_in_pieces(const TakeSteps& take) const;
    std::vector<HistoryMark> marks() const;
    std::vector<ScoresDone> scores() const;  ///< by step
    std::vector<std::string> samples() const;
    /// Error: something that was asked for could not be read to its end.
    Result<void> read_whole() const;
    /// Looks at the whole file. Error: BadFile.
    Result<void> verify() const;
    bool was_damaged() const;               ///< the earlier file was moved aside
    const std::string& kept_aside() const;  ///< to there; empty otherwise

private:
    struct Impl;
    explicit HistoryStore(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace headroom
