// Verbs: the table of what a program of the command line can do, and the way from words to an exit status.
#pragma once

#include "app/cli/args.h"
#include "app/cli/console.h"
#include "app/cli/environment.h"
#include "core/api/services.h"

#include <nlohmann/json_fwd.hpp>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom::cli {

/// What a verb has to work with.
struct Context {
    const Args& args;
    Console& console;
    const Environment& environment;
    std::stop_token stop;  ///< a signal asks for an end
    ModelKind model{};     ///< that the verb's settings are of

    /// `group`: the processes of the run that is to be started. Null: the tensor side is not there.
    std::shared_ptr<Backend> backend(TrainGroup group = {}) const;
    /// Where the tensor side is not there: for verbs that do not use it.
    std::unique_ptr<Services> services(TrainGroup group = {}) const;
    /// Shows what is being done.
    ProgressFn progress() const;
};

/// For a question that was answered with no: nothing was done, exit status 2. A signal while it was asked is a wish to stop, as anywhere.
Error declined(const Context& c, std::string message, std::string hint = {});

/// What a verb does with the tensor side of the environment.
enum class Tensors {
    Needed,  ///< cannot do without
    Wished,  ///< says less without
    Unused,  ///< works where LibTorch is not, and starts at once
};

/// One verb. `run` returns the exit status, or the error that ended it.
struct Verb {
    Syntax syntax;
    std::string summary;
    std::string details{};  ///< more for --help; may be empty
    bool settings = false;  ///< takes the settings of the schema
    ModelKind model{};      ///< that settings are of
    Tensors tensors = Tensors::Needed;
    std::string without_tensors{};  ///< the option with which it does not use them after all; empty: there is none
    Result<int> (*run)(const Context&) = nullptr;
    /// JSON Schema of each line that it prints with --json (shape.h); null: lines of events.
    nlohmann::ordered_json (*answer)() = nullptr;
};

std::vector<Verb> train_verbs();
std::vector<Verb> sample_verbs();
std::vector<Verb> export_verbs();
std::vector<Verb> measure_verbs();
std::vector<Verb> plan_verbs();
std::vector<Verb> weight_verbs();
std::vector<Verb> model_verbs();
std::vector<Verb> text_verbs();
std::vector<Verb> clip_verbs();
std::vector<Verb> reconstruct_verbs();
std::vector<Verb> upscale_verbs();
std::vector<Verb> score_verbs();
std::vector<Verb> dataset_verbs();
std::vector<Verb> picture_verbs();
std::vector<Verb> run_verbs();
std::vector<Verb> run_list_verbs();
std::vector<Verb> run_compare_verbs();
std::vector<Verb> run_counsel_verbs();
std::vector<Verb> run_prune_verbs();
std::vector<Verb> remote_verbs();
std::vector<Verb> queue_add_verbs();
std::vector<Verb> queue_verbs();
std::vector<Verb> config_verbs();
std::vector<Verb> doctor_verbs();
/// completions, man, schema: what is said of the verbs themselves.
std::vector<Verb> self_verbs();
std::vector<Verb> setup_verbs();

/// A program that does what its verbs do.
struct Program {
    std::string name;                       ///< "headroom-cli"
    std::string summary;                    ///< the first line of its help
    std::vector<Verb> verbs;                ///< in the order of the help
    std::vector<std::string> verbs_of_lab;  ///< verbs, or groups of them, that are headroom-lab's
};

/// headroom-cli with all its verbs.
Program headroom_cli();

/// A verb with the options that it shares with others: those of its settings, and the general ones.
Verb with_shared_options(Verb verb, const std::string& program);
/// Whether what `words` ask for makes use of the tensor side: not help, not mistakes, not what an option leaves out.
bool uses_tensors(const Program& program, const std::vector<std::string>& words);

/// The whole program after its name. Returns the exit status (`headroom-cli --help`); nothing throws out of it.
int run(const Program& program, const std::vector<std::string>& words, const Environment& environment);

/// A run as it was named: a folder, or the name of one under the runs folder. Error: NotFound.
Result<std::string> find_run(const std::string& named, const Services& services);

/// As find_run; "unix:PATH" of a run's socket stays as it is.
Result<std::string> find_live_run(const std::string& named, const Services& services);

/// Weights as they were named: a weight file, or as find_run. Error: NotFound.
Result<std::string> find_source(const std::string& named, const Services& services);

}  // namespace headroom::cli
