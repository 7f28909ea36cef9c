// One forecast by headroom-cli.
#include "core/engine/plan/probe_elsewhere.h"

#include "core/base/user_folders.h"
#include "core/config/config_io.h"
#include "core/engine/queue/run_child.h"
#include "core/engine/queue/run_words.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/program_start.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>

namespace headroom {
namespace {

/// The settings, in a file as long as it lives.
class SettingsFile {
public:
    SettingsFile() {
        static std::atomic<int> last{0};
        const std::string folder = default_cache_folder() + "/forecast";
        std::error_code ignored;
        std::filesystem::create_directories(folder, ignored);
        path_ = folder + "/settings-" + std::to_string(getpid()) + "-" + std::to_string(++last) + ".json";
    }
    ~SettingsFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    SettingsFile(const SettingsFile&) = delete;
    SettingsFile& operator=(const SettingsFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace

Result<void> probe_elsewhere(const TrainConfig& config, const std::string& device, const std::string& program,
                             const std::stop_token& stop) {
    const std::string cli = program.empty() ? find_companion("headroom-cli") : program;
    if (cli.empty())
        return make_error(ErrorCode::Environment, "headroom-cli is neither beside this program nor in PATH",
                          "Install it: it measures what a run takes while no run has the GPU.");
    const SettingsFile file;
    if (auto written = write_text_atomic(file.path(), write_config(config)); !written) return written;
    const auto launcher = make_launcher(cli);
    if (const auto answer = answer_of(plan_words("forecast", config, file.path(), device), *launcher, stop); !answer)
        return answer.error();
    return {};
}

}  // namespace headroom
