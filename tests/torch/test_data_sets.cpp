// How many pictures a forecast counts, and when it looks again.
#include "core/train/forecast/data_sets.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace headroom::test {
namespace {

TEST(DataSets, AFolderThatWasMissingIsLookedForAgain) {
    const TempFolder folder;
    TrainConfig config;
    config.data_path = folder.file("pictures");
    DataSets patient, prompt(std::chrono::milliseconds(0));
    EXPECT_FALSE(patient.count(config));
    for (DataSets* sets : {&patient, &prompt}) sets->look(config);
    EXPECT_EQ(patient.count(config), 0) << "not looked for at every question";
    EXPECT_FALSE(prompt.count(config));
    std::filesystem::create_directory(config.data_path);
    std::filesystem::copy_file(std::string(HEADROOM_TEST_DATA) + "/counsel/checkerboard-100.png",
                               folder.file("pictures/one.png"));
    prompt.look(config);
    EXPECT_EQ(prompt.count(config), 1);
}

}  // namespace
}  // namespace headroom::test
