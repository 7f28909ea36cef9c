// weights inspect as a person and a script see it, without a tensor library behind it.
#include "app/cli/verbs.h"
#include "core/io/tensors/tensor_buffer.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>

#include <unistd.h>

namespace headroom::cli {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

const std::string kFolder = std::string(HEADROOM_TEST_DATA) + "/weights/";

struct Outcome {
    int status;
    std::string out, err;
};

Outcome command(const std::vector<std::string>& words) {
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const int status = run(headroom_cli(), words, Environment{});
    std::string out = ::testing::internal::GetCapturedStdout();
    return {status, std::move(out), ::testing::internal::GetCapturedStderr()};
}

/// The head of a safetensors file of one tensor of fp32.
std::string head_of(const std::string& name, std::uint64_t numbers) {
    const Json shape = Json::array({numbers}), offsets = Json::array({0, 4 * numbers});
    std::string header = Json{{name, {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", offsets}}}}.dump();
    header.resize((header.size() + 7) / 8 * 8, ' ');
    EXPECT_LT(header.size(), 256u) << "one byte of its length is written";
    std::string length(8, '\0');
    length[0] = static_cast<char>(header.size());
    return length + header;
}

TEST(CliWeights, InspectTellsAVqganInJson) {
    const auto r = command({"weights", "inspect", kFolder + "taming.ckpt", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json report = Json::parse(r.out);
    EXPECT_EQ(report["kind"], "vqgan");
    EXPECT_EQ(report["container"], "zip");
    EXPECT_EQ(report["layout"], "taming");
    EXPECT_EQ(report["architecture"]["codes"], 6);
    EXPECT_EQ(report["architecture"]["multipliers"], Json({1, 2, 2}));
    EXPECT_EQ(report["architecture"]["attention_resolutions"], Json({4}));
    EXPECT_EQ(report["missing"], Json::array());
    EXPECT_EQ(report["precision"].size(), 2u) << "F32 and the counters' I64";
    EXPECT_THAT(report["config"].get<std::string>(), HasSubstr("taming.yaml"));
    const auto expected = Json::parse(test::read_bytes(kFolder + "expected.json"))["taming.ckpt"]["tensors"];
    std::size_t compared = 0;
    for (const Json& t : report["tensors"]) {
        const std::string name = t["name"].get<std::string>();
        if (!name.starts_with("state_dict.") || name.ends_with("num_batches_tracked")) continue;
        ++compared;
        EXPECT_NEAR(t["sum"].get<double>(), expected[name.substr(11)][1].get<double>(), 1e-6) << name;
    }
    EXPECT_GT(compared, 100u);
}

TEST(CliWeights, InspectTellsTheSettingsOfARunThatBeginsWithTheFile) {
    const std::string light = std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt";
    const auto json = command({"weights", "inspect", light, "--json"});
    ASSERT_EQ(json.status, 0) << json.err;
    const Json settings = Json::parse(json.out)["settings"];
    EXPECT_EQ(settings["image.size"], 64);
    EXPECT_EQ(settings["model.latent"], 16);
    EXPECT_EQ(settings["data.grey"], false);
    const auto words = command({"weights", "inspect", light});
    EXPECT_THAT(words.out, HasSubstr("a run that begins with it has\n"));
    EXPECT_THAT(words.out, HasSubstr("    model.latent = 16\n"));
    const std::string vqgan = std::string(HEADROOM_TEST_DATA) + "/networks/vqgan/train/start.ckpt";
    const auto both = command({"weights", "inspect", vqgan, "--json"});
    EXPECT_EQ(Json::parse(both.out)["settings"]["net.codes"], 40);
    EXPECT_EQ(Json::parse(both.out)["settings"]["norm.d"], "batch");
    const auto clip = command({"weights", "inspect", kFolder + "openai_vit.pt", "--json"});
    EXPECT_EQ(Json::parse(clip.out)["settings"], Json::object());
}

TEST(CliWeights, InspectTellsAClipInWords) {
    const auto r = command({"weights", "inspect", kFolder + "openai_vit.pt"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("clip vit (torchscript)"));
    EXPECT_THAT(r.out, HasSubstr("activation quick_gelu"));
    EXPECT_THAT(r.out, HasSubstr("numbers of type F16"));
    EXPECT_THAT(r.out, HasSubstr("not said by the file: how many attention heads"));
    EXPECT_THAT(r.out, HasSubstr("nothing was run"));
}

TEST(CliWeights, NamesInAFileDoNotSteerTheTerminal) {
    const std::string name = "a\x1b[2J\x07"
                             "b\nc\xc2\x9b"
                             "31m\xe2\x80\xae"
                             "d";  // clears the screen, rings, breaks the line, colours, reverses
    const test::TempFolder folder;
    test::write_bytes(folder.file("evil.safetensors"), head_of(name, 1) + std::string("\0\0\xc0\x7f", 4));
    const auto words = command({"weights", "inspect", folder.file("evil.safetensors")});
    ASSERT_EQ(words.status, 0) << words.err;
    const std::string shown = R"(a\u001b[2J\u0007b\u000ac\u009b31m\u202ed)";
    EXPECT_THAT(words.out, HasSubstr("  " + shown + "  F32"));
    EXPECT_THAT(words.out, HasSubstr("warning: "));
    const auto json = command({"weights", "inspect", folder.file("evil.safetensors"), "--json"});
    ASSERT_EQ(json.status, 0) << json.err;
    EXPECT_EQ(Json::parse(json.out)["tensors"][0]["name"], name) << "a script gets the name itself";
    for (const std::string& text : {words.out, words.err, json.out, json.err}) {
        for (const char* steering : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae"})
            EXPECT_EQ(text.find(steering), std::string::npos) << text;
    }
}

TEST(CliWeights, ATensorThatDoesNotFitInMemoryIsNotRead) {
    const auto memory =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
    // More than the machine has; where that is more than any file of weights may have, more than such a file has.
    const std::uint64_t numbers = (std::min(memory, tensor_limits::kFileBytes) + (1u << 30)) / 4;
    const test::TempFolder folder;
    const std::string path = folder.file("huge.safetensors"), head = head_of("a", numbers);
    test::write_bytes(path, head);
    const std::uint64_t size = head.size() + 4 * numbers;
    std::filesystem::resize_file(path, size);  // a hole
    const auto huge = command({"weights", "inspect", path});
    if (size <= tensor_limits::kFileBytes) {
        EXPECT_EQ(huge.status, 3);
        EXPECT_THAT(huge.err, HasSubstr("huge.safetensors needs "));
    } else {
        EXPECT_EQ(huge.status, 2);
        EXPECT_THAT(huge.err, HasSubstr("it is larger than 64 GiB"));
    }
}

TEST(CliWeights, WrongFilesAndConfigurationsAreUsageErrors) {
    const test::TempFolder folder;
    const auto other = command({"weights", "inspect", kFolder + "openai_vit.pt", "--config", kFolder + "taming.yaml"});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err,
                HasSubstr("taming.yaml describes another network: it is of a VQGAN, and the weights are a CLIP"));
    test::write_bytes(folder.file("page.pt"), "<!doctype html><html></html>");
    const auto page = command({"weights", "inspect", folder.file("page.pt")});
    EXPECT_EQ(page.status, 2);
    EXPECT_THAT(page.err, HasSubstr("is a web page"));
    EXPECT_EQ(page.out, "");
    EXPECT_EQ(command({"weights", "inspect", folder.file("none.pt")}).status, 2);
}

}  // namespace
}  // namespace headroom::cli
