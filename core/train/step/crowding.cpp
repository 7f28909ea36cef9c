// Sums over the threads that there are. One that ended takes its time with it: such a moment says nothing.
#include "core/train/step/crowding.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include <dirent.h>

namespace headroom {
namespace {

constexpr double kSoonest = 0.05;  // seconds
constexpr const char* kTasks = "/proc/self/task";

struct DirCloser {
    void operator()(DIR* dir) const { ::closedir(dir); }
};
struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

std::optional<std::int64_t> waited_by_all() {
    const std::unique_ptr<DIR, DirCloser> tasks(::opendir(kTasks));
    if (!tasks) return std::nullopt;
    std::optional<std::int64_t> sum;
    while (const dirent* task = ::readdir(tasks.get())) {
        if (task->d_name[0] == '.') continue;
        const std::string path = std::string(kTasks) + "/" + task->d_name + "/schedstat";
        const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "re"));
        std::int64_t ran = 0, waited = 0;
        if (file && std::fscanf(file.get(), "%" SCNd64 " %" SCNd64, &ran, &waited) == 2) sum = sum.value_or(0) + waited;
    }
    return sum;
}

}  // namespace

std::optional<double> Crowding::since_last() {
    const double seconds = seconds_since(at_);
    if (waited_ && seconds < kSoonest) return std::nullopt;
    const auto before = std::exchange(waited_, waited_by_all());
    at_ = Clock::now();
    if (!before || !waited_) return std::nullopt;
    return std::max(0.0, 1e-9 * static_cast<double>(*waited_ - *before) / seconds);
}

}  // namespace headroom
