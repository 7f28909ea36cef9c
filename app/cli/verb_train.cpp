// The verb of each family (train dcgan, imagine, ...): new runs, exact resumes and runs from another run's weights.
#include "app/cli/dry_run.h"
#include "app/cli/made_folders.h"
#include "app/cli/option_reader.h"
#include "app/cli/processes.h"
#include "app/cli/resume.h"
#include "app/cli/settings.h"
#include "app/cli/shape.h"
#include "app/cli/train_loop.h"
#include "app/cli/train_request.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/api/session.h"
#include "core/engine/recipe/recipe.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/words.h"
#include "core/ranks/group.h"

#include <unistd.h>
#include <filesystem>
#include <optional>

namespace headroom::cli {
namespace {

/// The run, checkpoint or file that --from names; empty: none. A run may be named by its name under the runs folder.
std::string named_weights(const Args& args, const Services& services) {
    if (!args.has("--from")) return {};
    const std::string named = args.get("--from");
    const auto run = find_run(named, services);
    return run ? *run : named;
}

/// What --from, --from-g and --from-d name, read once before anything is written, so that a damaged file leaves no half-begun run.
/// Nothing: none was named.
Result<std::optional<CheckpointContent>> take_weights(const Args& args, const Services& services, RunRequest& request) {
    request.generator_from = args.get("--from-g");
    request.discriminator_from = args.get("--from-d");
    if (args.has("--from")) {
        if (has_weights(request))
            return bad("--from: names both networks already; use it alone, or --from-g and --from-d");
        request.weights_from = named_weights(args, services);
    }
    if (!has_weights(request)) return std::optional<CheckpointContent>();
    auto content = read_starting_weights(request);
    if (!content) return content.error();
    return std::optional(*std::move(content));
}

/// Weights to begin with are read once before anything is written; of a family whose network they set, its settings are theirs.
Result<TrainConfig> base_settings(const Context& c, Services& services, RunRequest& request) {
    const TrainConfig defaults = default_config(c.model);
    request.config = std::make_shared<const TrainConfig>(defaults);
    auto content = take_weights(c.args, services, request);
    if (!content) return content.error();
    if (!*content || !family_of(c.model).facts().start.set_the_network) return defaults;
    return with_patch(defaults, network_settings((*content)->config));
}

/// A launcher that starts its processes again means the run that they were at.
bool goes_on_again(const Context& c, const std::optional<Launch>& launch) {
    std::error_code ec;
    return launch && launch->restarts > 0 && !c.args.has("--resume") &&
           std::filesystem::exists(std::filesystem::path(c.args.get("--out")) / "config.json", ec);
}

}  // namespace

Result<RunRequest> request_from(const Context& c, Services& services, const std::optional<Launch>& launch) {
    RunRequest request;
    OptionReader options(c.args);
    request.seconds = options.seconds("--for");
    if (options.error()) return *options.error();
    auto patch = settings_from(c.args, {}, c.model);
    if (!patch) return patch.error();
    auto resumed = goes_on_again(c, launch) ? find_run(c.args.get("--out"), services) : resumed_run(c.args, services);
    if (!resumed) return resumed.error();
    if (!resumed->empty()) {
        for (const FamilyOption& o : family_of(c.model).facts().start.options) {
            const std::string option(o.name);
            if (c.args.has(option) && !goes_on_again(c, launch))
                return bad(option + ": a resumed run has its own weights; use one of --resume and " + option);
        }
        if (c.args.has("--name") && !goes_on_again(c, launch))
            return bad("--name: a resumed run keeps the name that it has");
        request.resume_from = *resumed;
        auto config = resumed_config(*resumed, *patch, c.model, c.console);
        if (!config) return config.error();
        request.config = *config;
    } else {
        auto base = base_settings(c, services, request);
        if (!base) return base.error();
        auto config = with_patch(*base, *patch);
        if (!config) return config.error();
        if (const std::string missing = family_of(*config).missing(*config); !missing.empty())
            return bad(std::string(family_of(*config).facts().verb.name) + ": " + missing);
        request.config = std::make_shared<const TrainConfig>(*config);
        request.run_dir = c.args.get("--out");
        request.name = c.args.get("--name");
    }
    request.memory_snapshot = c.args.get("--memory-snapshot");
    if (request.config) {
        if (auto ok = check_startable(*request.config, usable_devices(services.devices()), !request.resume_from.empty(),
                                      origin_of_settings(c.args).data);
            !ok)
            return ok.error();
    }
    return request;
}

namespace {

/// Every process but 0: it does what that one says.
Result<int> follow(const Context& c, const Launch& launch) {
    auto patch = settings_from(c.args, {}, c.model);
    if (!patch) return patch.error();
    auto all = join_group(launch.place);
    if (!all) return all.error();
    FollowOptions options;
    if (const auto path = patch->find("data.path"); path != patch->end())
        options.data_path = std::get<std::string>(path->second);
    if (const auto budget = patch->find("memory.budget"); budget != patch->end())
        options.budget = {std::get<std::int64_t>(budget->second)};
    if (auto ended = c.environment.follow(std::move(*all), options, c.stop); !ended) return ended.error();
    return 0;
}

/// What a recipe was made with and is another here.
void tell_differences(const Context& c, Services& services, const TrainConfig& config) {
    const RecipeOrigin origin = origin_of_settings(c.args);
    if (origin == RecipeOrigin{}) return;
    for (const RecipeDifference& d : services.recipe_differences(origin, config, c.stop))
        c.console.message("note: " + words_of(d));
}

/// Before processes are started: the others would wait for a first one that had refused what it was given. It tells what is to be told.
Result<void> check_request(const Context& c) {
    Console silent("headroom-cli");
    if (auto ok = silent.configure({.quiet = true}); !ok) return ok.error();
    const Context unheard{c.args, silent, c.environment, c.stop, c.model};
    auto request = request_from(unheard, *c.services());
    return request ? Result<void>{} : Result<void>{request.error()};
}

Result<int> train(const Context& c) {
    const auto launch = launch_of(c.args, c.environment, c.stop);
    if (!launch) return launch.error();
    if (*launch && (*launch)->place.rank > 0) return follow(c, **launch);
    const auto processes = processes_wanted(c.args);
    if (!processes) return processes.error();
    if (c.args.has("--dry-run")) {
        const auto services = c.services();
        auto request = request_from(c, *services);
        return request ? dry_run(c, *services, *std::move(request), *processes) : request.error();
    }
    if (!*launch && *processes > 1) {
        if (auto ok = check_request(c); !ok) return ok.error();
        return run_processes(*processes, c);
    }
    auto services = c.services();
    auto request = request_from(c, *services, *launch);
    if (!request) return request.error();
    if (request->resume_from.empty() && request->config) tell_differences(c, *services, *request->config);
    auto folders = MadeFolders::above_all({request->memory_snapshot});  // as those of --log-file
    if (!folders) return folders.error();
    std::stop_source stop;
    const std::stop_callback asked(c.stop, [&] { stop.request_stop(); });
    if (*launch) {
        auto all = join_group((*launch)->place);
        if (!all) return all.error();
        services = c.services({std::move(*all), [&] { stop.request_stop(); }});
    }
    auto session = services->make_session();
    TrainLoop loop(*session, c.console, c.args.get("--control"));
    if (c.args.has("--wait-for-disk") || c.args.has("--control") || isatty(STDERR_FILENO) == 1) loop.wait_for_disk();
    if (auto ended = loop.run(*request, stop.get_token()); !ended) return ended.error();
    return 0;
}

nlohmann::ordered_json train_answer() {
    return {{"anyOf", nlohmann::ordered_json::array({shape::defined("event"), dry_run_shape()})}};
}

void add_processes(std::vector<Option>& options) {
    for (Option& o : process_options()) options.push_back(std::move(o));
}

Verb verb_of(const Family& family) {
    const FamilyFacts& facts = family.facts();
    const auto add = [](std::vector<Option>& out, const std::vector<FamilyOption>& more) {
        for (const FamilyOption& o : more)
            out.push_back({std::string(o.name), std::string(o.value), std::string(o.help)});
    };
    Verb v;
    v.syntax.verb = facts.verb.name;
    v.syntax.positionals = family.words();
    v.syntax.most = v.syntax.positionals.empty() ? 0 : 64;
    v.summary = facts.verb.summary;
    v.details = facts.verb.details;
    if (facts.trains) {
        v.details +=
            (v.details.empty() ? "" : "\n") +
            std::string(
                "--steps is a total: resuming at step 10 with --steps 20 does ten more. A signal (Ctrl+C) saves and stops.\n"
                "Control lines: {\"set\":{\"batch.micro\":8}}, {\"do\":\"pause\"} (or resume, step, sample, checkpoint, score, lend, stop),\n"
                "{\"do\":\"snapshot\",\"path\":\"memory.pickle\"}. A memory snapshot opens in PyTorch's viewer, pytorch.org/memory_viz, CPU runs too.");
    }
    std::vector<Option>& options = v.syntax.options;
    options = {{"--out", "RUN", "The run's folder; without it a new one under the runs folder."},
               {"--resume", "RUN", "Continue a run exactly where its newest checkpoint is.", true}};
    add(options, family.options());
    add(options, facts.start.options);
    options.push_back(
        {"--control", "FILE", "Read commands for the running run, one JSON object per line; - is standard input."});
    options.push_back({"--name", "NAME", "The run's shown name."});
    options.push_back(
        {"--wait-for-disk", "",
         "When the disk is full wait for room and go on, as at a terminal, with --control, in the queue and after runs begin; else the run ends with exit status 5."});
    options.push_back({"--for", "TIME", "Save and stop after so much time by the clock: 2h, 1h30m, 90s."});
    options.push_back(
        {"--dry-run", "", "Forecast the run and say what it would write where; begin and write nothing."});
    add_processes(options);
    options.push_back(
        {"--memory-snapshot", "FILE",
         "Write who held which memory during the first " + step_word(facts.kind) + ", for PyTorch's memory viewer."});
    v.settings = true;
    v.model = facts.kind;
    v.run = train;
    v.answer = train_answer;
    return v;
}

}  // namespace

std::vector<Verb> train_verbs() {
    std::vector<Verb> out;
    for (const Family* family : families()) out.push_back(verb_of(*family));
    return out;
}

}  // namespace headroom::cli
