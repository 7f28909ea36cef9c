// CliProcess: one running headroom-cli with folders of its own, its output read line by line.
#pragma once

#include <nlohmann/json.hpp>
#include <sys/types.h>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace headroom::test {

struct CliOptions {
    std::string home;                    ///< XDG data and cache folders and "temporary" are made below it
    std::int64_t file_size_limit = 0;    ///< > 0: no file can grow beyond it, as on a full disk
    std::string program = HEADROOM_CLI;  ///< the studio's tests start the studio
    std::vector<std::pair<std::string, std::string>> variables{};  ///< more of the environment
};

class CliProcess {
public:
    CliProcess(const std::vector<std::string>& arguments, const CliOptions& options);
    ~CliProcess();
    CliProcess(const CliProcess&) = delete;
    CliProcess& operator=(const CliProcess&) = delete;

    /// Reads events until one called `name`; null when the output ended before.
    nlohmann::json wait_for(const std::string& name);
    /// What it prints from here on has no reader, as with "| grep -m1".
    void stop_reading();
    void send(int signal);
    /// True when it has ended; its status waits for finish().
    bool ended() const;
    pid_t pid() const { return pid_; }
    /// Processor time it has used so far, in seconds: what it has done, however busy the machine is.
    double processor_seconds() const;
    /// Reads the rest, waits for the end; the exit status, or 256 + the signal that killed it.
    int finish();

    const std::string& out() const { return out_; }  ///< all of stdout that was read
    std::string err() const;                         ///< all of stderr so far

private:
    std::string error_path_;
    pid_t pid_ = -1;
    std::FILE* pipe_ = nullptr;
    std::string out_;
};

struct CliResult {
    int status = 0;
    std::string out, err;
};

/// Waits for the end.
CliResult result_of(CliProcess& process);
/// Runs to the end.
CliResult run_cli(const std::vector<std::string>& arguments, const CliOptions& options);

}  // namespace headroom::test
