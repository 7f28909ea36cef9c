// Every #include of the project against the table of layers.
#include "include_rules.h"

#include <gtest/gtest.h>

namespace headroom::layering {
namespace {

TEST(Layering, EveryIncludeIsAllowedInItsLayer) {
    const std::vector<SourceFile> files = read_sources(HEADROOM_SOURCE_DIR, {"core", "ui", "app"});
    ASSERT_GT(files.size(), 30u) << "the sources were not found in " << HEADROOM_SOURCE_DIR;
    std::size_t includes = 0;
    for (const SourceFile& file : files) {
        includes += file.includes.size();
        for (const std::string& problem : broken_rules(file)) ADD_FAILURE() << problem;
    }
    EXPECT_GT(includes, files.size()) << "the #include lines were not recognised";
}

TEST(Layering, TheCommandLineNeverSeesQt) {
    for (const SourceFile& file : read_sources(HEADROOM_SOURCE_DIR, {"app"})) {
        const bool cli =
            file.path == "app/main_cli.cpp" || file.path.rfind("app/cli/", 0) == 0 || layer_of(file.path) == "app/lab";
        if (!cli) continue;
        for (const Include& include : file.includes) {
            const Kind kind = kind_of(include);
            const bool window = kind == Kind::Qt || kind == Kind::QCustomPlot || layer_of(include.target) == "ui";
            EXPECT_FALSE(window) << file.path << ":" << include.line << ": headroom-cli has no Qt; found "
                                 << include.target;
        }
    }
}

}  // namespace
}  // namespace headroom::layering
