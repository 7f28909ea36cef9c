// Where a user's things are when the environment says little, or nonsense.
#include "core/base/user_folders.h"

#include "tests/support/set_variable.h"

#include <gtest/gtest.h>

#include <string>

#include <pwd.h>
#include <unistd.h>

namespace headroom {
namespace {

using test::SetVariable;

/// The home that the system knows of this user; empty: none, or none of their own.
std::string home_by_the_system() {
    const passwd* const user = ::getpwuid(::getuid());
    return user && ::access(user->pw_dir, W_OK | X_OK) == 0 ? user->pw_dir : std::string();
}

TEST(UserFolders, WithoutAHomeInTheEnvironmentTheyAreWhereTheSystemKnowsOneElseInTmp) {
    const std::string known = home_by_the_system(), base = known.empty() ? "/tmp" : known;
    const SetVariable data("XDG_DATA_HOME", ""), cache("XDG_CACHE_HOME", ""), runs("HEADROOM_RUNS", "");
    const SetVariable temporary("TMPDIR", "/nowhere/at/all");
    for (const char* none : {"", "relative"}) {
        const SetVariable home("HOME", none);
        EXPECT_EQ(default_runs_folder(), base + "/.local/share/headroom/runs");
        EXPECT_EQ(default_models_folder(), base + "/.local/share/headroom/models");
        EXPECT_EQ(default_cache_folder(), base + "/.cache/headroom");
        // Code is not taken from a folder of all users.
        EXPECT_EQ(default_kernel_folder(), known.empty() ? "" : known + "/.cache/headroom/kernels");
        EXPECT_EQ(default_libtorch_folder(), known.empty() ? "" : known + "/.local/share/headroom/libtorch");
    }
}

TEST(UserFolders, RelativeOnesAreIgnored) {
    const SetVariable home("HOME", "/home/me"), cache("XDG_CACHE_HOME", "cache"), data("XDG_DATA_HOME", "data");
    EXPECT_EQ(default_cache_folder(), "/home/me/.cache/headroom");
    EXPECT_EQ(default_kernel_folder(), "/home/me/.cache/headroom/kernels");
    EXPECT_EQ(default_libtorch_folder(), "/home/me/.local/share/headroom/libtorch");
}

}  // namespace
}  // namespace headroom
