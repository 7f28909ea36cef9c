// InputLines: standard input line by line, for as long as nobody asks to stop.
#pragma once

#include <stop_token>
#include <string>
#include <utility>

namespace headroom::cli {

class InputLines {
public:
    explicit InputLines(std::stop_token stop) : stop_(std::move(stop)) {}

    /// The next line, without its end; false: there is none, or a wish to stop came while waiting for it. Blocks.
    bool next(std::string& line);

private:
    /// Reads on; false: nothing more comes.
    bool read_more();

    const std::stop_token stop_;
    std::string pending_;
    bool ended_ = false;
};

}  // namespace headroom::cli
