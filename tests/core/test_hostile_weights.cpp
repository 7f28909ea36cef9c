// Weight files that are made to take memory or time: refused with a reason, in no more of either than an honest file takes.
#include "core/io/tensors/tensor_file.h"
#include "core/io/tensors/tensor_stream.h"
#include "core/io/weights/layout.h"
#include "core/io/weights/name_table.h"
#include "core/io/weights/weight_map.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace headroom {
namespace {

using test::Pickle;
using test::TempFolder;
using test::ZipBuilder;
using ::testing::HasSubstr;

constexpr std::int64_t kHuge = std::int64_t{1} << 40;

std::string zipped(const Pickle& pickle, const std::string& content = std::string(16, '\0')) {
    ZipBuilder zip;
    zip.add("m/data.pkl", pickle.bytes());
    zip.add("m/data/0", content);
    return zip.finish();
}

std::string refused(const std::string& bytes, const std::string& name = "model.pt") {
    const TempFolder folder;
    test::write_bytes(folder.file(name), bytes);
    const auto file = read_tensor_file(folder.file(name));
    if (file) return "accepted";
    EXPECT_EQ(file.error().code, ErrorCode::BadFile);
    return file.error().message;
}

std::string repeated(const std::string& what, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += what;
    return out;
}

const std::string kKeep0("q\0", 2), kKeep1("q\1", 2), kKeep2("q\2", 2), kTake0("h\0", 2), kTake1("h\1", 2),
    kTake2("h\2", 2);

TEST(HostileWeights, ManyDictionariesOfOneLongListAreRefused) {
    Pickle p;
    p.raw("(NN\x86" + kKeep0 + "(" + repeated(kTake0, 100000) + "l\x85" + kKeep1);
    p.global("collections", "OrderedDict").raw(kKeep2 + "(" + repeated(kTake2 + kTake1 + "R", 200) + "tt.");
    EXPECT_THAT(refused(zipped(p)), HasSubstr("its lists hold more than 20 million values"));
}

TEST(HostileWeights, LongArgumentsAreNotCopiedForEveryCall) {
    Pickle p;
    p.raw("((")
        .text("storage")
        .global("torch", "FloatStorage")
        .text("0")
        .text("cpu")
        .number(4)
        .raw(repeated("N", 1000) + "tQt.");
    EXPECT_THAT(refused(zipped(p)), HasSubstr("refers to data in an unknown way"));
    Pickle call;
    call.raw("(")
        .global("torch._utils", "_rebuild_tensor_v2")
        .raw("((")
        .text("storage")
        .global("torch", "FloatStorage")
        .text("0")
        .text("cpu")
        .number(4);
    call.raw("tQ").number(0).number(0).number(0).raw(repeated("N", 1000) + "tRt.");
    EXPECT_THAT(refused(zipped(call)), HasSubstr("described in an unknown way"));
}

TEST(HostileWeights, AListOfManyNamesIsGoneThroughOnlySoOften) {
    Pickle p;
    p.raw("(")
        .tensor("FloatStorage", "0", 4, 0, {4}, {1})
        .raw(repeated("N", 2000) + "l" + kKeep0 + "(" + repeated(kTake0, 5000) + "l\x86.");
    EXPECT_THAT(refused(zipped(p)), HasSubstr("refers to more than 5 million values"));
}

TEST(HostileWeights, ManyTensorsOverOneLongRecordAreRefusedAfterAWhile) {
    constexpr std::int64_t count = 1 << 20;
    Pickle p;
    p.raw("}");
    for (int i = 0; i < 1500; ++i)
        p.text("w" + std::to_string(i)).tensor("FloatStorage", "0", count + 1, 1, {count}, {1}).raw("s");
    const TempFolder folder;
    test::write_bytes(folder.file("many.pt"), zipped(p.raw("."), std::string((count + 1) * 4, '\0')));
    auto stream = TensorStream::open(folder.file("many.pt"));
    ASSERT_TRUE(stream) << stream.error().message;
    std::vector<std::byte> room(count * 4);
    Result<void> read;
    for (std::size_t i = 0; i < stream->entries().size() && read; ++i) read = stream->read(i, room);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("in a way that no weight file needs"));
}

TEST(HostileWeights, EmptyTensorsMayClaimAnySize) {
    Pickle p;
    p.raw("}").text("w").tensor("FloatStorage", "0", 4, 0, {0, kHuge, kHuge}, {1, kHuge, 1}).raw("s.");
    EXPECT_EQ(refused(zipped(p)), "accepted");
    const std::vector<TensorEntry> entries{{"quantize.embedding.weight", DType::F32, {4, 4}, 64},
                                           {"decoder.conv_in.weight", DType::F32, {0, kHuge << 22, 3, 3}, 0},
                                           {"decoder.up.9223372036854775807.block.0.conv1.weight", DType::F32, {1}, 4}};
    const NameTable table(entries);
    EXPECT_EQ(table.dim("decoder.conv_in.weight", 1), 0);
    EXPECT_EQ(table.dim("decoder.conv_in.weight", 2), 3);
    EXPECT_EQ(table.count("decoder.up.", 16), 16);
    EXPECT_FALSE(map_weights(entries, "zip").complete());
}

TEST(HostileWeights, NotesOfASafetensorsFileAreCounted) {
    std::string header = "{\"__metadata__\":{\"0\":\"\"";
    for (int i = 1; i <= 100000; ++i) header += ",\"" + std::to_string(i) + "\":\"\"";
    header += "},\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}";
    const std::uint64_t length = header.size();
    EXPECT_THAT(refused(std::string(reinterpret_cast<const char*>(&length), sizeof length) + header, "w.safetensors"),
                HasSubstr("more than 100000 notes"));
}

TEST(HostileWeights, AConfigurationOfFewerLevelsIsAnotherNetwork) {
    VqganArchitecture a;
    a.shape = {.base = 32,
               .multipliers = {1, 1, 1},
               .blocks = 1,
               .attention = {},
               .resolution = 64,
               .z_channels = 32,
               .codes = 8,
               .code_width = 4};
    a.has_encoder = false;
    std::vector<TensorEntry> entries;
    for (const ExpectedTensor& t : vqgan_tensors(a)) entries.push_back({t.name, DType::F32, t.shape, 0});
    WeightMap map = map_weights(entries, "zip");
    ASSERT_TRUE(map.complete());
    NetworkConfig config;
    config.path = "model.yaml";
    config.vqgan = a;
    EXPECT_TRUE(apply_config(map, config));
    // Level 2 would attend, by a list of sides that was made for two levels.
    config.vqgan->shape.multipliers = {1, 1};
    config.vqgan->shape.attention = {16};
    const auto applied = apply_config(map, config);
    ASSERT_FALSE(applied);
    EXPECT_THAT(applied.error().message, HasSubstr("levels (ch_mult) is 2 there, and 3 in the tensors"));
}

}  // namespace
}  // namespace headroom
