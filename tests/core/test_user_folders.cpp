// Where a user's things are when the environment says little, or nonsense.
#include "core/base/user_folders.h"

#include "core/kernels/device_kernels.h"
#include "tests/support/set_variable.h"

#include <gtest/gtest.h>

#include <string>

namespace headroom {
namespace {

using test::SetVariable;

TEST(UserFolders, WithoutAHomeAndATemporaryFolderTheyAreInTmp) {
    const SetVariable home("HOME", ""), data("XDG_DATA_HOME", ""), cache("XDG_CACHE_HOME", "");
    const SetVariable temporary("TMPDIR", "/nowhere/at/all");
    EXPECT_EQ(default_models_folder(), "/tmp/.local/share/headroom/models");
    EXPECT_EQ(default_cache_folder(), "/tmp/.cache/headroom");
    for (const std::string& code : {kernels::default_kernel_folder(), default_libtorch_folder()})
        EXPECT_EQ(code, "") << "code is not taken from a folder of all users";
}

TEST(UserFolders, RelativeOnesAreIgnored) {
    const SetVariable home("HOME", "/home/me"), cache("XDG_CACHE_HOME", "cache"), data("XDG_DATA_HOME", "data");
    EXPECT_EQ(default_cache_folder(), "/home/me/.cache/headroom");
    EXPECT_EQ(kernels::default_kernel_folder(), "/home/me/.cache/headroom/kernels");
    EXPECT_EQ(default_libtorch_folder(), "/home/me/.local/share/headroom/libtorch");
}

}  // namespace
}  // namespace headroom
