// Loading the CUDA module: every way in which it can be missing or wrong ends in a sentence.
#include "core/memory/gpu/driver_loader.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace headroom::test {
namespace {

const std::string kFolder = STAND_IN_FOLDER;

GpuDriverSearch search_for(const std::string& module, bool driver = true) {
    return {driver, {"/nowhere", kFolder}, module};
}

TEST(GpuDriverLoader, AsksForNothingWithoutADriver) {
    const auto none = load_gpu_driver(search_for("libstand_in_driver.so", false));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::Environment);
    EXPECT_EQ(none.error().message, "no NVIDIA driver was found");
}

TEST(GpuDriverLoader, SaysThatTheModuleIsNotThere) {
    const auto none = load_gpu_driver(search_for("libno_such_module.so"));
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("libno_such_module.so"), std::string::npos);
}

TEST(GpuDriverLoader, RefusesAModuleOfAnotherBuild) {
    const auto other = load_gpu_driver(search_for("libstand_in_driver_other.so"));
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("version 999"), std::string::npos) << other.error().message;
}

TEST(GpuDriverLoader, RefusesALibraryThatIsNoModule) {
    const auto foreign = load_gpu_driver(search_for("libstand_in_driver_foreign.so"));
    ASSERT_FALSE(foreign);
    EXPECT_NE(foreign.error().message.find("entry points"), std::string::npos) << foreign.error().message;
}

TEST(GpuDriverLoader, RefusesAFileThatIsNoLibrary) {
    const auto folder = std::filesystem::temp_directory_path() / ("headroom-loader-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "libheadroom_cuda.so") << "not a library";
    const auto broken = load_gpu_driver({true, {folder.string()}});
    std::filesystem::remove_all(folder);
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().message.find("could not be loaded"), std::string::npos) << broken.error().message;
    EXPECT_FALSE(broken.error().detail.empty());
}

TEST(GpuDriverLoader, LoadsAModuleOfItsOwnVersion) {
    const auto driver = load_gpu_driver(search_for("libstand_in_driver.so"));
    ASSERT_TRUE(driver) << driver.error().message;
    EXPECT_EQ((*driver)->built_for(), "paper");
}

TEST(GpuDriverLoader, TheRealModuleAnswersWithASentence) {
    GpuDriverSearch search = default_gpu_search();
    search.driver_present = true;
    const auto driver = load_gpu_driver(search);
    if (!driver) {
        // The CPU's set of libraries: libtorch_cuda.so misses those that only a GPU needs, and the message names one.
        EXPECT_NE(driver.error().message.find("the CUDA module"), std::string::npos) << driver.error().message;
        EXPECT_NE(driver.error().hint.find("--gpu"), std::string::npos)
            << driver.error().message << driver.error().detail;
        return;
    }
    EXPECT_NE((*driver)->built_for().find("LibTorch 2.11"), std::string::npos);
    std::string problem;
    if ((*driver)->count(problem) > 0) return;
    EXPECT_TRUE(problem.find("driver") != std::string::npos || problem.find("CUDA") != std::string::npos) << problem;
    GpuFacts facts;
    EXPECT_FALSE((*driver)->facts(0, facts).empty());
    EXPECT_FALSE((*driver)->start(0, nullptr).empty()) << "no device to start";
    EXPECT_EQ((*driver)->stats(0).reserved.count, 0);
    (*driver)->empty_cache(0);
    (*driver)->reset_peaks(0);
    EXPECT_FALSE((*driver)->set_fraction(0, 0.5).empty());
    EXPECT_FALSE((*driver)->synchronise(0).empty());
}

TEST(GpuDriverLoader, LooksBesideTheProgram) {
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const GpuDriverSearch search = default_gpu_search();
    const auto looks_in = [&](const std::filesystem::path& p) {
        return std::find(search.folders.begin(), search.folders.end(), p.lexically_normal().string()) !=
               search.folders.end();
    };
    EXPECT_TRUE(looks_in(program / "../lib"));
    EXPECT_EQ(search.module, "libheadroom_cuda.so");
}

}  // namespace
}  // namespace headroom::test
