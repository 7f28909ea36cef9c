// The parity verbs' replays of Light GAN, VQGAN, CLIP and VQGAN-CLIP: the files load as users' files do, every figure within the case's tolerance.
#include "app/lab/parity/parity.h"
#include "core/memory/cpu_allocator.h"
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
    EXPECT_EQ(report["figures"].size(), outcome->figures);
    EXPECT_LE(outcome->worst.difference, outcome->worst.allowed);
    ASSERT_FALSE(report["files"].empty());
    for (const auto& file : report["files"]) {
        const auto written = read_case_tensors(out.file(file.get<std::string>() + ".safetensors"));
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_GE(written->size(), 2u);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, NetworkParityVerb,
    testing::Values(VerbCase{"vqgan/vq", ParityKind::Vqgan, 12}, VerbCase{"vqgan/gumbel", ParityKind::Vqgan, 3},
                    VerbCase{"clip/vit", ParityKind::Clip, 2}, VerbCase{"clip/rn", ParityKind::Clip, 2},
                    VerbCase{"vqgan/train", ParityKind::VqganTrain, 240}, VerbCase{"cutouts", ParityKind::Cutouts, 82},
                    VerbCase{".", ParityKind::Optimisers, 18}, VerbCase{"trace", ParityKind::VqganClip, 21}),
    [](const auto& info) {
        std::string name = info.param.folder;
        for (char& c : name) c = c == '/' ? '_' : c;
        return name == "." ? "optimisers" : name;
    });

TEST(NetworkParity, CasesOfLightGanAreFoundAndReplayed) {
    cpu_allocator::install();
    const std::string all = std::string(HEADROOM_TEST_DATA) + "/light_gan";
    const auto cases = find_parity_cases(all);
    ASSERT_TRUE(cases) << cases.error().message;
    EXPECT_EQ(cases->size(), 6u);
    for (const auto& one : *cases) {
        ASSERT_TRUE(one.kind) << one.kind.error().message;
        EXPECT_EQ(*one.kind, ParityKind::LightGan) << one.name;
    }
    const TempFolder out;
    const auto outcome = run_parity(ParityKind::LightGan, all + "/64-narrow", out.path());
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->within) << outcome->first_difference;
    EXPECT_GT(outcome->figures, 80u);
    EXPECT_TRUE(fs::exists(out.file("figures.safetensors")));

    const std::string wrong = out.file("wrong");
    fs::copy(all + "/64-narrow", wrong);
    auto figures = read_tensors(wrong + "/figures.safetensors");
    figures["d.penalty"].mul_(1.001);
    const TensorCopies copies = copy_tensors(NamedTensors(figures.begin(), figures.end()));
    fs::remove(wrong + "/figures.safetensors");
    ASSERT_TRUE(write_safetensors(wrong + "/figures.safetensors", copies.views, {}));
    const auto differs = run_parity(ParityKind::LightGan, wrong, "");
    ASSERT_TRUE(differs) << differs.error().message;
    EXPECT_THAT(differs->first_difference, HasSubstr("d.penalty differs by"));
}

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

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

/// A copy of the small cases, of both scripts, in one folder.
class FolderOfCases : public testing::Test {
protected:
    FolderOfCases() {
        cpu_allocator::install();
        fs::copy(network_cases(), folder_.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        fs::copy(std::string(HEADROOM_TEST_DATA) + "/parity/plain-f64", folder_.file("plain-f64"));
    }
    std::map<std::string, Result<ParityKind>> found() const {
        std::map<std::string, Result<ParityKind>> out;
        const auto cases = find_parity_cases(folder_.path());
        EXPECT_TRUE(cases) << (cases ? "" : cases.error().message);
        if (!cases) return out;
        for (const ParityCase& c : *cases) out.emplace(c.name, c.kind);
        return out;
    }
    /// What the case `name` is told when it is replayed.
    std::string told(const std::string& name) const {
        const auto cases = find_parity_cases(folder_.path());
        for (const ParityCase& c : *cases) {
            if (c.name != name) continue;
            if (!c.kind) return c.kind.error().message;
            const auto outcome = run_parity(*c.kind, c.folder, "");
            return !outcome ? outcome.error().message : outcome->within ? "" : outcome->first_difference;
        }
        return "not found";
    }
    TempFolder folder_;
};

TEST_F(FolderOfCases, EveryKindIsFoundAndPasses) {
    const auto kinds = found();
    using enum ParityKind;
    const std::map<std::string, ParityKind> wanted{
        {"plain-f64", Dcgan},       {"vqgan/vq", Vqgan},     {"vqgan/gumbel", Vqgan}, {"vqgan/train", VqganTrain},
        {"clip/vit", Clip},         {"clip/rn", Clip},       {"trace", VqganClip},    {"cutouts", Cutouts},
        {"optimisers", Optimisers}, {"tokenizer", Tokenizer}};
    EXPECT_EQ(kinds.size(), wanted.size());
    for (const auto& [name, kind] : wanted) {
        ASSERT_TRUE(kinds.contains(name)) << name;
        ASSERT_TRUE(kinds.at(name)) << name;
        EXPECT_EQ(*kinds.at(name), kind) << name;
    }
    for (const char* name : {"plain-f64", "tokenizer", "optimisers", "clip/rn"}) EXPECT_EQ(told(name), "") << name;
}

TEST_F(FolderOfCases, WhatIsMissingUnknownOrBrokenIsNamed) {
    fs::remove_all(folder_.file("vqgan/gumbel"));
    EXPECT_THAT(told("vqgan/gumbel"), HasSubstr("the case vqgan/gumbel is missing"));
    fs::remove(folder_.file("cutouts/case.json"));
    EXPECT_THAT(told("cutouts"), HasSubstr("cutouts: the case's record is missing"));
    write(folder_.file("trace/trace.json"), R"({"kind": "future"})");
    EXPECT_THAT(told("trace"), HasSubstr("trace.json: a case of the unknown kind 'future'"));
    write(folder_.file("clip/vit/case.json"), "not JSON");
    EXPECT_THAT(told("clip/vit"), HasSubstr("clip/vit/case.json: this is not the record of a parity case"));
    write(folder_.file("tokenizer.jsonl"), "{\"text\": \"a\"}\n");
    EXPECT_THAT(told("tokenizer"), HasSubstr("tokenizer.jsonl: line 1 is not a text with its ids"));
    write(folder_.file("optimisers.json"), R"({"kind": "optimisers"})");
    EXPECT_THAT(told("optimisers"), HasSubstr("its record lacks a figure"));
    fs::resize_file(folder_.file("vqgan/train/start.ckpt"), 1000);
    EXPECT_THAT(told("vqgan/train"), HasSubstr("start.ckpt"));
    fs::remove(folder_.file("vqgan/vq/expected.safetensors"));
    EXPECT_THAT(told("vqgan/vq"), HasSubstr("expected.safetensors"));
    const TempFolder empty;
    EXPECT_THAT(find_parity_cases(empty.path()).error().message, HasSubstr("no parity case is in this folder"));
    EXPECT_THAT(find_parity_cases(empty.file("no")).error().message, HasSubstr("no such folder"));
}

TEST_F(FolderOfCases, LinksToNowhereAreNoneOfThem) {
    fs::create_directory(folder_.file("notes"));
    fs::create_symlink(folder_.file("absent"), folder_.file("notes/link"));
    EXPECT_EQ(found().size(), 10u);
}

TEST_F(FolderOfCases, AWrongTokenIsCounted) {
    std::ifstream in(folder_.file("tokenizer.jsonl"));
    std::string first;
    std::getline(in, first);
    auto line = nlohmann::json::parse(first);
    line["ids"][0] = 321;
    write(folder_.file("tokenizer.jsonl"), first + "\n" + line.dump() + "\n");
    EXPECT_THAT(told("tokenizer"), HasSubstr("ids (texts that differ) differs by 1, allowed 0"));
}

}  // namespace
}  // namespace headroom
