// How source files must look: their length, their first line, and nothing left to do inside.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "source_tree.h"

#include <gtest/gtest.h>

#include <cctype>
#include <regex>
#include <string_view>

namespace headroom::layering {
namespace {

constexpr std::size_t kMostLines = 500;

const std::vector<SourceFile>& all_files() {
    static const std::vector<SourceFile> files =
        read_sources(HEADROOM_SOURCE_DIR, {"core", "ui", "app", "tests", "packaging"});
    return files;
}

TEST(SourceFiles, NoneIsLongerThan500Lines) {
    ASSERT_FALSE(all_files().empty());
    for (const SourceFile& file : all_files()) {
        EXPECT_LE(file.lines.size(), kMostLines)
            << file.path << ":" << file.lines.size() << ": split this file; " << kMostLines << " lines are the limit";
    }
}

TEST(SourceFiles, EachBeginsWithACommentThatSaysWhatItIsFor) {
    for (const SourceFile& file : all_files()) {
        ASSERT_FALSE(file.lines.empty()) << file.path << ":1: the file is empty";
        const std::string& first = file.lines.front();
        EXPECT_TRUE(first.rfind("// ", 0) == 0 || first.rfind("/* ", 0) == 0)
            << file.path << ":1: begins with '" << first << "'";
        EXPECT_FALSE(std::regex_search(first, std::regex("[Ss]ee [a-z0-9_/]+\\.h\\.?$")))
            << file.path << ":1: says what it holds, not where to read that";
    }
}

/// No line of the files under `folder` holds one of `words`.
void expect_none_holds(const std::string& folder, const std::vector<std::string>& words, const std::string& instead) {
    for (const SourceFile& file : all_files()) {
        if (file.path.rfind(folder, 0) != 0) continue;
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            for (const std::string& word : words) {
                EXPECT_EQ(file.lines[i].find(word), std::string::npos)
                    << file.path << ":" << i + 1 << ": holds " << word << instead;
            }
        }
    }
}

// The words are put together here, so that this file does not find itself.
TEST(SourceFiles, NoneLeavesWorkBehind) {
    expect_none_holds("", {std::string("TO") + "DO", std::string("FIX") + "ME"}, "");
}

TEST(SourceFiles, NoTestAsksForTheInstructionsOfTheProcessor) {
    expect_none_holds("tests/", {std::string("builtin_cpu_") + "supports", std::string("cpuid") + ".h"},
                      ": a bound holds on every processor, or compares with float64 (CONTRIBUTING.md)");
}

TEST(SourceFiles, TestsTakeRandomNumbersFromTheirSeed) {
    for (const std::string folder :
         {"tests/core", "tests/torch", "tests/app", "tests/gpu", "tests/ui", "tests/support/f"}) {
        expect_none_holds(folder,
                          {std::string("random_") + "device", std::string("getNonDeterministic") + "Random",
                           std::string("QRandomGenerator::") + "global"},
                          ": test::test_seed() is the seed");
    }
}

/// A folder of one family on any floor, or the list of the built-in ones.
bool is_room(const std::string& path) {
    for (const char* room : {"/dcgan/", "/light_gan/", "/vqgan/", "/vqgan_clip/", "/registry."}) {
        if (path.find(room) != std::string::npos) return true;
    }
    return false;
}

TEST(SourceFiles, AKindOfModelIsNamedInItsRoomsAlone) {
    std::size_t named = 0;
    for (const SourceFile& file : all_files()) {
        if (file.path.rfind("tests/", 0) == 0) continue;
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            for (const std::string_view kind : {"kDcgan", "kLightGan", "kVqgan", "kVqganClip", "ModelKind::"}) {
                const std::size_t at = file.lines[i].find(kind), end = at + kind.size();
                if (at == std::string::npos ||
                    (end < file.lines[i].size() && std::isalnum(static_cast<unsigned char>(file.lines[i][end]))))
                    continue;
                ++named;
                EXPECT_TRUE(is_room(file.path))
                    << file.path << ":" << i + 1
                    << ": names a kind of model; ask its family (core/families/family.h, ui/families/family.h)";
            }
        }
    }
    EXPECT_GT(named, 0u) << "no room names its kind: is it looked for by the right word?";
}

TEST(SourceFiles, HeadersGuardThemselves) {
    for (const SourceFile& file : all_files()) {
        if (file.path.size() < 2 || file.path.compare(file.path.size() - 2, 2, ".h") != 0) continue;
        bool guarded = false;
        for (const std::string& line : file.lines) guarded = guarded || line.rfind("#pragma once", 0) == 0;
        EXPECT_TRUE(guarded) << file.path << ":1: has no #pragma once";
    }
}

}  // namespace
}  // namespace headroom::layering
