// CliTest: headroom-cli in folders of its own, for every test that runs it.
#pragma once

#include "cli_process.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace headroom::test {

class CliTest : public ::testing::Test {
protected:
    CliResult cli(const std::vector<std::string>& words) const { return run_cli(words, options_); }

    TempFolder folder_;
    CliOptions options_{folder_.path()};
};

}  // namespace headroom::test
