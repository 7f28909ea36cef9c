// The variables of each launcher.
#include "core/ranks/launch.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

namespace headroom {
namespace {

constexpr int kMostProcesses = 4096;
/// PyTorch's own default.
constexpr int kUsualPort = 29500;

/// How a launcher calls what is wanted of it.
struct Names {
    const char* launcher;
    const char *rank, *size, *local_rank, *local_size;
};
constexpr Names kTorchrun{"torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"};
constexpr Names kOpenMpi{"OpenMPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
                         "OMPI_COMM_WORLD_LOCAL_SIZE"};
constexpr Names kSlurm{"Slurm", "SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"};

Error bad_variable(const std::string& name, const std::string& what) {
    return make_error(ErrorCode::InvalidArgument, "the environment variable " + name + " " + what,
                      "It is the launcher's to set; unset it to train with this process alone.");
}

class Variables {
public:
    explicit Variables(const ReadVariable& read) : read_(read) {}

    bool has(const std::string& name) const { return text(name).has_value(); }
    std::optional<std::string> text(const std::string& name) const {
        auto value = read_(name);
        return value && !value->empty() ? value : std::nullopt;
    }
    /// From `low` to `high`. The first error stays in `problem`.
    int number(const std::string& name, int low, int high, std::optional<int> otherwise = {}) {
        const auto value = text(name);
        if (!value) {
            if (!otherwise && !problem) problem = bad_variable(name, "is missing");
            return otherwise.value_or(low);
        }
        int out = 0;
        const auto [end, failed] = std::from_chars(value->data(), value->data() + value->size(), out);
        if (failed != std::errc() || end != value->data() + value->size() || out < low || out > high) {
            if (!problem)
                problem = bad_variable(name, "is '" + *value + "', not a number from " + std::to_string(low) + " to " +
                                                 std::to_string(high));
            return low;
        }
        return out;
    }

    std::optional<Error> problem;

private:
    const ReadVariable& read_;
};

/// The launcher whose variables are there; null: none. OpenMPI and Slurm set theirs for programs that run alone, too.
const Names* launcher_of(const Variables& v) {
    if (v.has("RANK") || v.has("WORLD_SIZE")) return &kTorchrun;
    if (v.has(kOpenMpi.size)) return &kOpenMpi;
    // An allocation alone (salloc, sbatch) starts one process; a step (srun) starts them all.
    if (v.has(kSlurm.rank) && v.has(kSlurm.size) && v.has("SLURM_STEP_ID")) return &kSlurm;
    return nullptr;
}

/// Slurm: "4" or "4(x2),3"; what stands first is enough for machines that are alike.
int slurm_local_size(const Variables& v, int size) {
    const auto tasks = v.text("SLURM_STEP_TASKS_PER_NODE");
    const int n = tasks ? std::atoi(tasks->c_str()) : 1;
    return std::clamp(n, 1, size);
}

std::string host_of(const Names& names, const Variables& v) {
    if (const auto host = v.text("MASTER_ADDR")) return *host;
    if (&names == &kSlurm) {
        for (const char* list : {"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_NODELIST"}) {
            if (const auto nodes = v.text(list)) return first_host(*nodes);
        }
    }
    return {};
}

/// Without MASTER_PORT: the same for all processes of a job, another one for another job.
int port_of(const Names& names, Variables& v) {
    if (v.has("MASTER_PORT") || &names == &kTorchrun) return v.number("MASTER_PORT", 1, 65535);
    const auto job = v.text(&names == &kSlurm ? "SLURM_JOB_ID" : "PMIX_NAMESPACE");
    std::uint32_t sum = 0;
    for (const char c : job.value_or("")) sum = sum * 31 + static_cast<unsigned char>(c);
    return job ? 20000 + static_cast<int>(sum % 10000) : kUsualPort;
}

}  // namespace

std::optional<std::string> read_environment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
}

std::string first_host(const std::string& node_list) {
    const std::size_t end = node_list.find_first_of(",[");
    std::string name = node_list.substr(0, end);
    if (end == std::string::npos || node_list[end] == ',') return name;
    const std::size_t number_end = node_list.find_first_of("-,]", end + 1);
    name += node_list.substr(end + 1, number_end == std::string::npos ? number_end : number_end - end - 1);
    // "rack[1-2]n[3-4]": what follows the bracket up to the next one belongs to the name.
    const std::size_t closing = node_list.find(']', end);
    if (closing == std::string::npos || closing + 1 >= node_list.size() || node_list[closing + 1] == ',') return name;
    return name + first_host(node_list.substr(closing + 1));
}

Result<std::optional<Launch>> find_launch(const ReadVariable& read) {
    Variables v(read);
    const Names* names = launcher_of(v);
    if (!names) return std::optional<Launch>();
    Launch launch;
    launch.launcher = v.has("HEADROOM_PROCESSES") ? "headroom-cli" : names->launcher;
    GroupPlace& place = launch.place;
    place.size = v.number(names->size, 1, kMostProcesses);
    place.rank = v.number(names->rank, 0, std::max(place.size - 1, 0));
    if (v.problem) return *v.problem;
    if (place.size == 1) return std::optional<Launch>();
    place.local_size =
        names == &kSlurm ? slurm_local_size(v, place.size) : v.number(names->local_size, 1, place.size, place.size);
    place.local_rank = v.number(names->local_rank, 0, place.size - 1, place.rank);
    place.host = host_of(*names, v);
    place.port = port_of(*names, v);
    place.launcher_has_store = v.text("TORCHELASTIC_USE_AGENT_STORE").value_or("") == "True";
    launch.restarts = v.number("TORCHELASTIC_RESTART_COUNT", 0, 1000000, 0);
    place.attempt = v.text("TORCHELASTIC_RUN_ID").value_or("run") + "/" + std::to_string(launch.restarts);
    place.timeout = v.number("HEADROOM_RANK_TIMEOUT", 1, 86400, 120);
    if (v.problem) return *v.problem;
    if (place.host.empty()) {
        // All on one machine: nothing to ask for.
        if (place.local_size < place.size)
            return bad_variable("MASTER_ADDR",
                                "is missing: " + launch.launcher + " does not say where process 0 of the run listens");
        place.host = "127.0.0.1";
    }
    return std::optional<Launch>(launch);
}

}  // namespace headroom
