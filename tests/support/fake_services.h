// FakeServices: devices, data sets, runs and exports without an engine, for tests of the window and for `headroom --fake`.
#pragma once

#include "core/api/services.h"
#include "core/api/session.h"
#include "tests/support/fake_queue.h"
#include "tests/support/temp_folder.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

class FakeSession;

/// How the sessions made by FakeServices move.
enum class FakeMotion {
    ByHand,  ///< only by FakeSession::advance(), for tests
    Frozen,  ///< requests are answered by a thread, the figures stay
    Live,    ///< a thread makes steps
};

/// Answers at once from fixtures; deleting and exporting are recorded, exporting writes a small real file. Thread-safe.
class FakeServices : public Services {
public:
    explicit FakeServices(std::string fixture = "ready", FakeMotion motion = FakeMotion::ByHand);

    std::unique_ptr<Session> make_session() override;
    std::vector<DeviceInfo> devices() override;
    Result<DatasetReport> inspect_dataset(DatasetQuery query, ProgressFn progress, std::stop_token stop) override;
    std::vector<RunInfo> list_runs() override;
    Result<RunHistory> load_run(std::string run_dir) override;
    Result<void> delete_run(std::string run_dir) override;
    Result<void> annotate_run(std::string run_dir, RunNotes notes) override;
    Result<void> keep_favourites(std::string run_dir, std::vector<Favourite> favourites, std::string host) override;
    std::vector<Favourite> favourites(std::string run_dir, std::string host) override;
    Result<std::string> open_archive(std::string path, ProgressFn progress, std::stop_token stop) override;
    Result<ExportDone> export_run(ExportRequest request, ProgressFn progress, std::stop_token stop) override;
    Result<UpscaleDone> upscale(UpscaleRequest request, ProgressFn progress, std::stop_token stop) override;
    Result<NearestFound> nearest_in_features(NearestQuery query, ProgressFn progress, std::stop_token stop) override;
    std::vector<KnownModel> list_models() override;
    Result<std::string> fetch_model(std::string id, FetchProgressFn progress, std::stop_token stop) override;
    Result<void> delete_model(std::string id) override;
    Result<WeightSummary> look_at_weights(std::string path) override;
    Result<std::string> make_recipe(TrainConfig config, std::string run_dir, std::stop_token stop) override;
    std::vector<RecipeDifference> recipe_differences(RecipeOrigin origin, TrainConfig, std::stop_token) override;
    std::vector<ExportFormat> export_formats(ExportKind kind) const override;
    /// Of its own; what the window keeps beside it goes with it.
    std::string runs_folder() const override { return own_.path() + "/runs"; }
    /// A session that plays the story of the run, as if another process did.
    Result<std::unique_ptr<Session>> attach(std::string run_or_address) override;
    Result<std::string> start_elsewhere(RunRequest request, ProgressFn progress, std::stop_token stop) override;
    std::shared_ptr<Queue> queue() override;

    /// The session made last (owned by whoever asked for it), or null.
    FakeSession* session() const;
    /// The session that was attached to last, or null.
    FakeSession* attached() const;
    FakeQueue& fake_queue() const { return *queue_; }
    /// From now on another process trains the run, which attach() plays with `story`.
    void train_elsewhere(const std::string& run_dir, const std::string& story = "story",
                         SessionPlace place = {true, "unix:/run/user/1000/headroom/4711.sock", "studio", 4711, true,
                                               1});
    /// The process of the run has made steps since.
    void step_elsewhere(const std::string& run_dir, std::int64_t step);
    /// It has survived one more out-of-memory error.
    void survive_elsewhere(const std::string& run_dir);
    /// Requests to start a run in a process of its own.
    std::vector<RunRequest> started() const;
    std::vector<ExportRequest> exports() const;
    /// The query for near pictures that came last.
    NearestQuery looked_for() const;
    /// From now on runs have pictures: sheets of samples in a folder that goes with this object.
    void draw_pictures() { drawn_ = true; }
    /// From now on data sets and exports wait until they are cancelled.
    void hold_work();
    /// From now on exports and notes end with `error`, or none.
    void fail_exports(std::optional<Error> error);
    /// From now on exports find a full disk, and sessions that are made have no pictures and no plans.
    void refuse();

private:
    /// The path of the newest sheet of a run, drawn when first asked for; empty: runs have no pictures.
    std::string sheet_of(const RunInfo& run);
    Result<void> wait_while_held(const ProgressFn& progress, const std::string& what, std::stop_token stop);

    mutable std::mutex mutex_;
    std::string fixture_;
    FakeMotion motion_;
    FakeSession *session_ = nullptr, *attached_ = nullptr;
    const std::shared_ptr<FakeQueue> queue_ = std::make_shared<FakeQueue>();
    std::map<std::string, std::string> elsewhere_;  ///< run folders and the stories of their processes
    std::vector<RunRequest> started_;
    NearestQuery looked_for_;
    std::vector<RunInfo> runs_;
    std::map<std::string, std::vector<Favourite>> favourites_;
    const test::TempFolder own_;
    std::vector<ExportRequest> exports_;
    std::optional<Error> failure_;
    bool held_ = false, refuses_ = false;
    std::atomic<bool> drawn_ = false;
    std::optional<test::TempFolder> sheets_;
    std::string here_;  ///< ids of fetched models, each in spaces
    Bytes partial_;     ///< of the VQGAN of the catalogue
};

/// For `headroom --fake FIXTURE`: "story", "ready", "oom", "failed", "preparing"; "elsewhere": ready, while another process trains
/// shapes-128-07 and the queue works; with "-live" appended the run goes on, with "-busy" data sets and exports never end, with "-refused" exports,
/// pictures and plans fail.
std::unique_ptr<Services> make_fake_services(const std::string& fixture);

}  // namespace headroom
