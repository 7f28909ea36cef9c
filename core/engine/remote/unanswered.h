// Unanswered: what was asked of a run and has not been answered yet. After a lost connection was found again it is asked anew: whether it
// arrived is not known, and asking twice does no harm. One thread.
#pragma once

#include "core/api/command.h"

#include <vector>

namespace headroom::remote {

class Unanswered {
public:
    /// `command` is sent. Those without an answer (one step, an answer to an out-of-memory error) are not kept.
    void add(const Command& command);
    /// The run has told this.
    void heard(const Event& event);
    /// What is to be asked anew, oldest first.
    const std::vector<Command>& commands() const { return commands_; }

private:
    std::vector<Command> commands_;
};

}  // namespace headroom::remote
