// Requests as options.
#include "core/engine/queue/run_words.h"

#include "core/base/lists.h"
#include "core/families/registry.h"

namespace headroom {
namespace {

std::vector<std::string> with_settings(std::vector<std::string> words, const std::string& config_file,
                                       const std::string& device) {
    words.insert(words.end(), {"--json", "--quiet", "--config=" + config_file, "--device=" + device});
    return words;
}

}  // namespace

std::vector<std::string> run_words(const RunRequest& request, const std::string& config_file,
                                   const std::string& device) {
    std::vector<std::string> words =
        with_settings(split_list(family_of(*request.config).facts().verb.name, ' '), config_file, device);
    const auto give = [&](const char* option, const std::string& value) {
        if (!value.empty()) words.push_back(std::string(option) + "=" + value);
    };
    if (request.resume_from.empty()) {
        give("--out", request.run_dir);
        give("--name", request.name);
        give("--from", request.weights_from);
        give("--from-g", request.generator_from);
        give("--from-d", request.discriminator_from);
    } else {
        give("--resume", request.resume_from);
    }
    words.push_back("--wait-for-disk");
    give("--memory-snapshot", request.memory_snapshot);
    if (request.seconds > 0) words.push_back("--for=" + std::to_string(request.seconds) + "s");
    if (request.processes > 1) words.push_back("--processes=" + std::to_string(request.processes));
    return words;
}

std::vector<std::string> plan_words(std::string_view verb, const TrainConfig& config, const std::string& config_file,
                                    const std::string& device) {
    return with_settings({std::string(verb), std::string(name_of(config.model))}, config_file, device);
}

}  // namespace headroom
