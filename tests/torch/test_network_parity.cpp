// The parity verbs' replays of VQGAN, CLIP and VQGAN-CLIP: the files load as users' files do, every figure within the case's tolerance.
#include "core/memory/cpu_allocator.h"
#include "core/train/parity.h"
#include "core/train/tensor_bridge.h"
#include "network_case.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;
using testing::HasSubstr;

struct VerbCase {
    const char* folder;
    ParityKind kind;
    std::size_t least;  ///< figures compared
};

class NetworkParityVerb : public testing::TestWithParam<VerbCase> {};

TEST_P(NetworkParityVerb, IsWithinToleranceAndWritesWhatItComputed) {
    cpu_allocator::install();
    const VerbCase p = GetParam();
    const TempFolder out;
    const auto outcome = run_parity(p.kind, network_cases() + "/" + p.folder, out.path());
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->within) << outcome->first_difference;
    const auto report = nlohmann::json::parse(outcome->report_json);
    EXPECT_GE(report["figures"].size(), p.least);
    const auto written = read_case_tensors(out.file(report["expected"].get<std::string>()));
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_GE(written->size(), p.least);
}

INSTANTIATE_TEST_SUITE_P(Cases, NetworkParityVerb,
                         testing::Values(VerbCase{"vqgan/vq", ParityKind::Vqgan, 12},
                                         VerbCase{"vqgan/gumbel", ParityKind::Vqgan, 3},
                                         VerbCase{"clip/vit", ParityKind::Clip, 2},
                                         VerbCase{"clip/rn", ParityKind::Clip, 2},
                                         VerbCase{"trace", ParityKind::VqganClip, 7}),
                         [](const auto& info) {
                             std::string name = info.param.folder;
                             for (char& c : name) c = c == '/' ? '_' : c;
                             return name;
                         });

TEST(NetworkParity, NoticesAWrongFigureAndNamesIt) {
    const TempFolder folder;
    const std::string wrong = folder.file("vit");
    fs::copy(network_cases() + "/clip/vit", wrong);
    auto tensors = read_tensors(wrong + "/expected.safetensors");
    tensors["text_features"].view(-1)[3].add_(1e-3);
    const TensorCopies copies = copy_tensors(NamedTensors(tensors.begin(), tensors.end()));
    fs::remove(wrong + "/expected.safetensors");
    ASSERT_TRUE(write_safetensors(wrong + "/expected.safetensors", copies.views, {}));
    const auto outcome = run_parity(ParityKind::Clip, wrong, "");
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_FALSE(outcome->within);
    EXPECT_THAT(outcome->first_difference, HasSubstr("text_features differs by 0.001"));
}

TEST(NetworkParity, ACaseOfAnotherKindIsNamed) {
    const auto outcome = run_parity(ParityKind::Vqgan, network_cases() + "/clip/rn", "");
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::BadFile);
    EXPECT_THAT(outcome.error().message, HasSubstr("a case of kind 'clip'"));
    EXPECT_THAT(run_parity(ParityKind::VqganClip, "no/such/case", "").error().message, HasSubstr("no/such/case"));
}

}  // namespace
}  // namespace headroom
