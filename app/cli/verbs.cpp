// Finds the verb, reads its options, runs it under a signal watch and turns the outcome into an exit status.
#include "app/cli/verbs.h"

#include "app/cli/completion_values.h"
#include "app/cli/error_json.h"
#include "app/cli/help.h"
#include "app/cli/settings.h"
#include "app/cli/signals.h"
#include "core/base/contained.h"
#include "core/base/lists.h"
#include "core/engine/run_reader.h"
#include "core/engine/studio_services.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <new>
#include <span>
#include <utility>

namespace headroom::cli {
namespace {

bool asks_for_help(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

/// How many leading words make the verb's name; 0: not this verb.
std::size_t match(const std::string& name, std::span<const std::string> words) {
    std::size_t used = 0;
    for (const std::string& part : split_list(name, ' ')) {
        if (used >= words.size() || words[used] != part) return 0;
        ++used;
    }
    return used;
}

/// The verb that `words` begin with, and how many of them are its name; null: there is none.
std::pair<const Verb*, std::size_t> find_verb(const Program& program, std::span<const std::string> words) {
    for (const Verb& verb : program.verbs) {
        if (const std::size_t used = match(verb.syntax.verb, words); used > 0) return {&verb, used};
    }
    return {nullptr, 0};
}

/// How many of the words begin a verb without being one: 2 of "queue add".
std::size_t words_of_group(const Program& program, const std::vector<std::string>& words) {
    const std::vector<std::string> known = beginnings(program);
    std::string said;
    for (std::size_t used = 0; used < words.size(); ++used) {
        said += (used > 0 ? " " : "") + words[used];
        if (std::find(known.begin(), known.end(), said) == known.end()) return used;
    }
    return words.size();
}

std::string first_words(const std::vector<std::string>& words, std::size_t count) {
    return joined({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(count, words.size()))}, " ");
}

/// `group`: how many of the words are those of a group.
Error unknown_verb(const Program& program, const std::vector<std::string>& words, std::size_t group) {
    for (const std::string& name : program.verbs_of_lab) {
        if (match(name, words) > 0)
            return bad("'" + name + "' is a verb of headroom-lab",
                       "It stands beside headroom-cli where Headroom was built.");
    }
    const auto option =
        std::find_if(words.begin(), words.end(), [](const auto& word) { return word.starts_with("-"); });
    const auto plain = static_cast<std::size_t>(std::max(option - words.begin(), std::ptrdiff_t{1}));
    const std::string given = first_words(words, std::min(plain, std::max(group + 1, std::size_t{2})));
    std::vector<std::string> names;
    for (const Verb& v : program.verbs) names.push_back(v.syntax.verb);
    std::string near = nearest(given, names);
    if (near.empty()) near = nearest(words[0], names);
    return bad("'" + given + "': no such verb" + (near.empty() ? "" : "; did you mean '" + near + "'?"),
               program.name + " --help lists them.");
}

Result<ConsoleOptions> console_options(const Args& args) {
    ConsoleOptions options;
    options.json = args.has("--json");
    options.quiet = args.has("--quiet");
    options.log_file = args.get("--log-file");
    if (!args.has("--log-level")) return options;
    const std::vector<std::string> names{"debug", "info", "warn", "error", "off"};
    const auto it = std::find(names.begin(), names.end(), args.get("--log-level"));
    if (it == names.end()) return not_one_of("--log-level", args.get("--log-level"), names);
    options.level = static_cast<LogSeverity>(it - names.begin());
    return options;
}

/// Whether `option` is among the words before "--".
bool has_option(std::span<const std::string> words, std::string_view option) {
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::find(words.begin(), end, option) != end;
}

/// Of the words after a verb's name.
bool wants_help(std::span<const std::string> words) { return has_option(words, "--help") || has_option(words, "-h"); }

/// --runs-dir holds for the processes that this one starts, too.
Result<void> take_runs_folder(const Args& args) {
    if (!args.has("--runs-dir")) return {};
    const std::string folder = args.get("--runs-dir");
    std::error_code ec;
    if (folder.empty()) return bad("--runs-dir: names no folder");
    if (std::filesystem::exists(folder, ec) && !std::filesystem::is_directory(folder, ec))
        return bad("--runs-dir: " + folder + " is no folder");
    setenv("HEADROOM_RUNS", absolute_path(folder).c_str(), 1);
    return {};
}

int execute(const Verb& plain, const std::string& program, std::span<const std::string> words,
            const Environment& environment, Console& console) {
    const Verb verb = with_shared_options(plain, program);
    if (wants_help(words)) {
        console.print(verb_help(verb));
        return 0;
    }
    const auto refuse = [&](const Error& e) {
        console.error(e);
        return exit_status(e.code);
    };
    auto args = parse_args(verb.syntax, words);
    if (!args) return refuse(args.error());
    auto options = console_options(*args);
    if (!options) return refuse(options.error());
    if (auto ok = console.configure(*options); !ok) return refuse(ok.error());
    if (auto ok = take_runs_folder(*args); !ok) return refuse(ok.error());
    if (environment.no_tensors && verb.tensors == Tensors::Needed) return refuse(*environment.no_tensors);
    std::stop_source stop;
    int status = 0;
    {
        const SignalWatch watch([&](int) { stop.request_stop(); });
        const Context context{*args, console, environment, stop.get_token(), verb.model};
        auto outcome = verb.run(context);
        if (!outcome && !(outcome.error().code == ErrorCode::Cancelled && SignalWatch::received() != 0))
            console.error(with_field(outcome.error(), *args));
        status = outcome ? *outcome : exit_status(outcome.error().code);
    }
    if (auto written = console.finish(); !written && status == 0) return refuse(written.error());
    return SignalWatch::received() != 0 && (status == 0 || status == 130) ? 128 + SignalWatch::received() : status;
}

/// "help train dcgan" asks what "train dcgan --help" asks.
std::vector<std::string> help_last(std::vector<std::string> words) {
    if (words.size() < 2 || words[0] != "help" || words[1].starts_with("-")) return words;
    words.erase(words.begin());
    words.emplace_back("--help");
    return words;
}

int dispatch(const Program& program, const std::vector<std::string>& given, const Environment& environment,
             Console& console) {
    const std::vector<std::string> words = help_last(given);
    if (has_option(words, "--json")) console.print_json();  // what is wrong with the words is told so, too
    if (words.empty() || asks_for_help(words[0])) {
        console.print(overview(program, ""));
        return words.empty() ? 2 : 0;
    }
    if (words[0] == "--version") {
        console.print(program.name + " " + environment.version + " (LibTorch " + environment.torch_version + ")\n");
        return 0;
    }
    if (const auto [verb, used] = find_verb(program, words); verb)
        return execute(*verb, program.name, std::span(words).subspan(used), environment, console);
    const std::size_t used = words_of_group(program, words);
    const std::string group = first_words(words, used);
    if (used > 0 && words.size() > used && asks_for_help(words[used])) {
        console.print(overview(program, group + " "));
        return 0;
    }
    const Error error = used == words.size() ? bad("'" + group + "' alone is not a verb",
                                                   program.name + " " + group + " --help lists what can follow.")
                                             : unknown_verb(program, words, used);
    console.error(error);
    return exit_status(error.code);
}

}  // namespace

Verb with_shared_options(Verb verb, const std::string& program) {
    auto& options = verb.syntax.options;
    const auto add = [&](const std::vector<Option>& more) { options.insert(options.end(), more.begin(), more.end()); };
    if (verb.settings) add(setting_options(options, verb.model));
    add(general_options());
    for (const Misplaced& no : verb.syntax.misplaced)
        std::erase_if(options, [&](const Option& o) { return o.name == no.name; });
    verb.syntax.program = program;
    return verb;
}

std::shared_ptr<Backend> Context::backend(TrainGroup group) const {
    return environment.make_backend ? environment.make_backend(std::move(group)) : nullptr;
}

std::unique_ptr<Services> Context::services(TrainGroup group) const {
    return make_studio_services(backend(std::move(group)), StudioOptions{.runs_root = {}, .who = "terminal"});
}

ProgressFn Context::progress() const {
    return [this](const std::string& what, double fraction) {
        if (what.rfind("warning: ", 0) == 0) return console.message(what);  // never skipped, as progress may be
        const int percent = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * 100);
        console.progress(fraction < 0 ? what : what + " " + std::to_string(percent) + " %", fraction);
    };
}

Error declined(const Context& c, std::string message, std::string hint) {
    const bool stopped = c.stop.stop_requested();
    return make_error(stopped ? ErrorCode::Cancelled : ErrorCode::InvalidArgument, std::move(message), std::move(hint));
}

Program headroom_cli() {
    Program out{"headroom-cli",
                "Headroom trains image generators inside a memory budget. The studio without its window.",
                {},
                {"parity", "bench forecast", "bench techniques"}};
    for (auto group :
         {train_verbs(),     sample_verbs(),      export_verbs(),      plan_verbs(),      measure_verbs(),
          weight_verbs(),    model_verbs(),       text_verbs(),        clip_verbs(),      reconstruct_verbs(),
          upscale_verbs(),   score_verbs(),       picture_verbs(),     dataset_verbs(),   run_list_verbs(),
          run_verbs(),       run_compare_verbs(), run_counsel_verbs(), run_prune_verbs(), remote_verbs(),
          queue_add_verbs(), queue_verbs(),       config_verbs(),      doctor_verbs(),    self_verbs(),
          setup_verbs()}) {
        std::move(group.begin(), group.end(), std::back_inserter(out.verbs));
    }
    return out;
}

Result<std::string> find_run(const std::string& named, const Services& services) {
    return find_run_folder(named, services.runs_folder());
}

Result<std::string> find_live_run(const std::string& named, const Services& services) {
    return named.rfind("unix:", 0) == 0 ? Result<std::string>(named) : find_run(named, services);
}

Result<std::string> find_source(const std::string& named, const Services& services) {
    std::error_code ec;
    if (std::filesystem::is_regular_file(named, ec)) return named;
    return find_run(named, services);
}

bool uses_tensors(const Program& program, const std::vector<std::string>& given) {
    const std::vector<std::string> words = help_last(given);
    const auto [verb, used] = find_verb(program, words);
    if (!verb || verb->tensors == Tensors::Unused) return false;
    const std::span<const std::string> rest = std::span(words).subspan(used);
    const bool waived = !verb->without_tensors.empty() && has_option(rest, verb->without_tensors);
    return !waived && !wants_help(rest);
}

int run(const Program& program, const std::vector<std::string>& words, const Environment& environment) {
    Console console(program.name);
    int status = exit_status(ErrorCode::Internal);
    try {
        status = dispatch(program, words, environment, console);
    } catch (const std::bad_alloc&) {
        const Error short_of_it = no_memory_left();
        console.error(short_of_it);
        status = exit_status(short_of_it.code);
    } catch (const std::exception& e) {
        console.error(
            make_error(ErrorCode::Internal, "a defect of Headroom ended this command: " + std::string(e.what())));
    }
    // Help that nobody could be given is not done.
    const auto written = console.finish();
    if (written || status != 0) return status;
    console.error(written.error());
    return exit_status(written.error().code);
}

}  // namespace headroom::cli
