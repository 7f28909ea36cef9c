// ThreadProcesses: threads in place of the processes of a run, which meet in memory: a Collective without sockets.
#pragma once

#include "core/ranks/collective.h"

#include <functional>
#include <memory>
#include <vector>

namespace headroom::test {

class ThreadProcesses {
public:
    /// All on one machine; `timeout` in seconds.
    explicit ThreadProcesses(int size, double timeout = 60);
    ~ThreadProcesses();

    /// What process `rank` sees. One thread at a time. Who leaves, or is let go of, ends what the others wait for.
    std::shared_ptr<Collective> process(int rank) const;
    /// `life` of every process, each on a thread of its own; returns when all have ended.
    void run(const std::function<void(std::shared_ptr<Collective>)>& life) const;

private:
    class Table;
    class Process;
    std::shared_ptr<Table> table_;
};

}  // namespace headroom::test
