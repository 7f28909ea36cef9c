// StudioServices: hands each request to the module that does it.
#include "core/engine/studio_services.h"

#include "core/api/session.h"
#include "core/base/user_folders.h"
#include "core/data/dataset.h"
#include "core/engine/export/exporter.h"
#include "core/engine/export/model_export.h"
#include "core/engine/queue/studio_queue.h"
#include "core/engine/recipe/recipe.h"
#include "core/engine/remote/begin_elsewhere.h"
#include "core/engine/remote/live_runs.h"
#include "core/engine/remote/offered_session.h"
#include "core/engine/remote/remote_planner.h"
#include "core/engine/remote/remote_session.h"
#include "core/engine/run/train_session.h"
#include "core/engine/run_reader.h"
#include "core/engine/weights/model_shelf.h"
#include "core/io/runs/run_archive.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom {
namespace {

class StudioServices final : public Services {
public:
    StudioServices(std::shared_ptr<Backend> backend, StudioOptions options)
        : backend_(std::move(backend)), options_(std::move(options)) {
        if (options_.runs_root.empty()) options_.runs_root = default_runs_folder();
    }

    std::unique_ptr<Session> make_session() override {
        remote::ServerOptions offer;
        offer.who = options_.who;
        offer.export_run = [backend = backend_](const ExportRequest& request, const ProgressFn& progress,
                                                std::stop_token stop) {
            return export_from_run(request, *backend, progress, std::move(stop));
        };
        return remote::make_offered_session(make_train_session(backend_, SessionOptions{options_.runs_root}),
                                            std::move(offer));
    }

    std::vector<DeviceInfo> devices() override { return backend_->devices(); }

    Result<DatasetReport> inspect_dataset(DatasetQuery query, ProgressFn progress, std::stop_token stop) override {
        if (query.look && backend_ && query.config.device != "cpu") {
            const auto there = backend_->devices();
            query.on_gpu =
                std::any_of(there.begin(), there.end(), [](const DeviceInfo& d) { return d.usable && d.id != "cpu"; });
        }
        return headroom::inspect_dataset(query, progress, stop);
    }

    std::vector<RunInfo> list_runs() override {
        auto runs = list_run_folders(options_.runs_root);
        remote::look_for_live_runs(runs);
        return runs;
    }

    Result<RunHistory> load_run(std::string run_dir) override {
        auto run = read_run(run_dir);
        if (!run) return run;
        std::vector<RunInfo> one{std::move(run->info)};
        remote::look_for_live_runs(one);
        run->info = std::move(one.front());
        return run;
    }

    Result<void> read_steps(std::string run_dir, const TakeSteps& take) override {
        return headroom::read_steps(run_dir, take);
    }

    Result<void> delete_run(std::string run_dir) override { return delete_run_folder(run_dir); }

    Result<void> annotate_run(std::string run_dir, RunNotes notes) override {
        return annotate_run_folder(run_dir, notes);
    }

    Result<void> keep_favourites(std::string run_dir, std::vector<Favourite> favourites, std::string host) override {
        return keep_favourites_of(run_dir, favourites, host);
    }

    std::vector<Favourite> favourites(std::string run_dir, std::string host) override {
        return favourites_of(run_dir, host);
    }

    Result<ExportDone> export_run(ExportRequest request, ProgressFn progress, std::stop_token stop) override {
        if (request.address.empty()) return export_from_run(request, *backend_, progress, stop);
        if (request.kind == ExportKind::Model) {  // the other process writes elsewhere first
            if (auto free = check_model_target(request.target); !free) return free.error();
        }
        const auto socket = remote::socket_of(request.address);
        if (!socket) return socket.error();
        return remote::export_remotely(*socket, {options_.who}, std::move(request), progress, std::move(stop));
    }

    Result<std::string> make_recipe(TrainConfig config, std::string run_dir, std::stop_token stop) override {
        const auto run = run_dir.empty() ? Result<RunHistory>(Error{}) : read_run(run_dir);
        return headroom::make_recipe(config, run ? &*run : nullptr, *backend_, std::move(stop));
    }

    std::vector<RecipeDifference> recipe_differences(RecipeOrigin origin, TrainConfig config,
                                                     std::stop_token stop) override {
        return headroom::recipe_differences(origin, config, *backend_, std::move(stop));
    }

    Result<std::string> open_archive(std::string path, ProgressFn progress, std::stop_token stop) override {
        return open_run_archive(path, options_.runs_root, progress, std::move(stop));
    }

    Result<UpscaleDone> upscale(UpscaleRequest request, ProgressFn progress, std::stop_token stop) override {
        return backend_->upscale(request, std::move(progress), std::move(stop));
    }

    Result<NearestFound> nearest_in_features(NearestQuery query, ProgressFn progress, std::stop_token stop) override {
        return backend_->nearest_in_features(query, std::move(progress), std::move(stop));
    }

    std::vector<KnownModel> list_models() override { return shelf_.list(); }

    Result<std::string> fetch_model(std::string id, FetchProgressFn progress, std::stop_token stop) override {
        return shelf_.fetch(id, progress, std::move(stop));
    }

    Result<void> delete_model(std::string id) override { return shelf_.remove(id); }

    Result<WeightSummary> look_at_weights(std::string path) override { return summary_of_weights(path); }

    std::vector<ExportFormat> export_formats(ExportKind kind) const override { return headroom::export_formats(kind); }

    Result<std::unique_ptr<Session>> attach(std::string run_or_address) override {
        if (!run_or_address.starts_with("unix:")) {
            auto folder = find_run_folder(run_or_address, options_.runs_root);
            if (!folder) return folder.error();
            run_or_address = *std::move(folder);
        }
        const auto socket = remote::socket_of(run_or_address);
        if (!socket) return socket.error();
        return remote::attach_to(*socket, {{options_.who}});
    }

    Result<std::string> start_elsewhere(RunRequest request, ProgressFn progress, std::stop_token stop) override {
        return remote::begin_elsewhere(options_.headroom_cli, {std::move(request), options_.runs_root}, progress,
                                       std::move(stop));
    }

    std::shared_ptr<Queue> queue() override { return queue_; }

    std::string runs_folder() const override { return options_.runs_root; }

private:
    std::shared_ptr<Backend> backend_;
    StudioOptions options_;
    const ModelShelf shelf_{default_models_folder()};
    const std::shared_ptr<Queue> queue_ = make_queue();
};

}  // namespace

std::unique_ptr<Services> make_studio_services(std::shared_ptr<Backend> backend, StudioOptions options) {
    return std::make_unique<StudioServices>(std::move(backend), std::move(options));
}

}  // namespace headroom
