// How many pictures a forecast counts, and when it looks again.
#include "core/train/forecast/data_sets.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace headroom::test {
namespace {

void add_picture(const std::string& folder, const std::string& name) {
    std::filesystem::copy_file(std::string(HEADROOM_TEST_DATA) + "/counsel/checkerboard-100.png", folder + "/" + name);
}

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
    add_picture(config.data_path, "one.png");
    prompt.look(config);
    EXPECT_EQ(prompt.count(config), 1);
}

TEST(DataSets, AFolderThatHasChangedIsCountedAgain) {
    const TempFolder folder;
    TrainConfig config;
    config.data_path = folder.path();
    add_picture(folder.path(), "one.png");
    DataSets patient, prompt(std::chrono::milliseconds(0));
    for (DataSets* sets : {&patient, &prompt}) sets->look(config);
    EXPECT_EQ(prompt.count(config), 1) << "nothing has changed";
    const auto before = std::filesystem::last_write_time(folder.path());
    add_picture(folder.path(), "two.png");
    std::filesystem::last_write_time(folder.path(), before + std::chrono::seconds(1));  // clocks of files may be coarse
    EXPECT_EQ(patient.count(config), 1) << "not looked at for every question";
    EXPECT_EQ(prompt.count(config), 1) << "a drive may be slow, and the window's thread asks";
    for (DataSets* sets : {&patient, &prompt}) sets->look(config);
    EXPECT_EQ(patient.count(config), 1);
    EXPECT_EQ(prompt.count(config), 2);
}

}  // namespace
}  // namespace headroom::test
