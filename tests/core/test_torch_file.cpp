// PyTorch files: real ones of several kinds are read exactly, what is written reads back, hostile ones are refused by name.
#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_builder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

namespace headroom {
namespace {

using test::Pickle;
using test::TempFolder;
using test::ZipBuilder;

const std::string kFixtures = std::string(HEADROOM_TEST_DATA) + "/tensor_files/";

template <class T> std::vector<T> values(const TensorFile& file, const std::string& name) {
    const TensorView* tensor = file.find(name);
    if (!tensor) return {};
    std::vector<T> out(tensor->data.size() / sizeof(T));
    if (!out.empty()) std::memcpy(out.data(), tensor->data.data(), tensor->data.size());
    return out;
}

Result<TensorFile> read_bytes_as_file(const std::string& bytes) {
    const TempFolder folder;
    test::write_bytes(folder.file("model.pth"), bytes);
    return read_tensor_file(folder.file("model.pth"));
}

std::string torch_refusal(const std::string& bytes) {
    const auto file = read_bytes_as_file(bytes);
    if (file) return "accepted";
    EXPECT_EQ(file.error().code, ErrorCode::BadFile) << file.error().message;
    EXPECT_NE(file.error().message.find("model.pth"), std::string::npos);
    return file.error().message;
}

#define EXPECT_TORCH_REFUSED(bytes, words)                      \
    do {                                                        \
        const std::string said = torch_refusal(bytes);          \
        EXPECT_NE(said.find(words), std::string::npos) << said; \
    } while (false)

/// A zip around one pickle, with 16 bytes (4 floats) under data/0.
std::string zip_of(const std::string& pickle) {
    ZipBuilder zip;
    zip.add("m/data.pkl", pickle);
    zip.add("m/data/0", std::string("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40", 16));
    return zip.finish();
}

/// {"w": tensor} over data/0 with these figures.
std::string one_tensor(std::int64_t count, std::int64_t offset, std::vector<std::int64_t> shape,
                       std::vector<std::int64_t> strides, const std::string& type = "FloatStorage") {
    Pickle p;
    p.raw("}").text("w").tensor(type, "0", count, offset, shape, strides).raw("s.");
    return zip_of(p.bytes());
}

void expect_the_sample(const TensorFile& file) {
    EXPECT_EQ(values<float>(file, "main.0.weight"), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(file.find("main.0.weight")->shape, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(values<float>(file, "transposed"), (std::vector<float>{0, 3, 1, 4, 2, 5})) << "made contiguous";
    EXPECT_EQ(file.find("transposed")->shape, (std::vector<std::int64_t>{3, 2}));
    EXPECT_EQ(values<float>(file, "slice"), (std::vector<float>{1, 4}));
    EXPECT_EQ(values<float>(file, "expanded"), (std::vector<float>{7, 7, 7}));
    EXPECT_EQ(file.find("half")->dtype, DType::F16);
    EXPECT_EQ(values<std::uint16_t>(file, "half"), (std::vector<std::uint16_t>{0x3c00, 0x4000}));
    EXPECT_EQ(file.find("bf16")->dtype, DType::BF16);
    EXPECT_EQ(values<std::uint16_t>(file, "bf16"), (std::vector<std::uint16_t>{0x3f80, 0x4000}));
    EXPECT_EQ(values<std::int64_t>(file, "num_batches_tracked"), (std::vector<std::int64_t>{7}));
    EXPECT_TRUE(file.find("num_batches_tracked")->shape.empty());
    EXPECT_EQ(file.find("empty")->shape, (std::vector<std::int64_t>{0, 4}));
    EXPECT_EQ(values<float>(file, "tied"), values<float>(file, "main.0.weight"));
    EXPECT_EQ(values<float>(file, "parameter"), (std::vector<float>{1, 1}));
    EXPECT_EQ(values<std::uint8_t>(file, "flags"), (std::vector<std::uint8_t>{1, 0}));
    EXPECT_EQ(values<std::int8_t>(file, "i8"), (std::vector<std::int8_t>{-1}));
    EXPECT_EQ(values<double>(file, "f64"), (std::vector<double>{0.5}));
}

TEST(TorchFile, ReadsRealFilesOfBothContainersAndAllProtocols) {
    for (const std::string name : {"torch_zip.pth", "torch_zip_p4.pth", "torch_zip_p5.pth", "torch_legacy.pth",
                                   "torch_legacy_p4.pth", "torch_deflated.pth"}) {
        SCOPED_TRACE(name);
        const auto file = read_tensor_file(kFixtures + name);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->container, name.find("legacy") == std::string::npos ? "zip" : "legacy");
        expect_the_sample(*file);
        EXPECT_TRUE(file->ignored.empty());
        EXPECT_EQ(file->tensors.front().name, "main.0.weight") << "in stored order";
    }
}

TEST(TorchFile, NestedCheckpointJoinsNamesAndIgnoresForeignObjects) {
    const auto file = read_tensor_file(kFixtures + "torch_checkpoint.ckpt");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(values<float>(*file, "state_dict.decoder.conv.weight"), (std::vector<float>{1, 2}));
    EXPECT_EQ(values<float>(*file, "optimizer_states.0.state.0.exp_avg"), (std::vector<float>{3}));
    EXPECT_EQ(file->ignored.size(), 2u);
    EXPECT_NE(std::find(file->ignored.begin(), file->ignored.end(), "callbacks_library.ModelCheckpoint"),
              file->ignored.end());
    EXPECT_NE(std::find(file->ignored.begin(), file->ignored.end(), "settings_library.AttributeDict"),
              file->ignored.end());
    EXPECT_FALSE(file->warnings.empty());
}

TEST(TorchFile, TorchScriptGivesItsTensorsAndRunsNothing) {
    const auto file = read_tensor_file(kFixtures + "torchscript.pt");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->container, "torchscript");
    EXPECT_EQ(values<float>(*file, "inner.weight"), (std::vector<float>{1, 2, 3, 4}));
    EXPECT_EQ(values<float>(*file, "scale"), (std::vector<float>{9}));
    EXPECT_NE(file->warnings.at(0).find("program"), std::string::npos);
    ZipBuilder zip;
    zip.add("m/data.pkl", Pickle().global("__torch__", "Tool").raw(")\x81}b.").bytes());
    zip.add("m/code/__torch__.py", "class Tool(Module):\n  pass\n");
    zip.add("m/constants.pkl", Pickle().raw(").").bytes());
    EXPECT_TORCH_REFUSED(zip.finish(), "contains a program, not weights");
}

TEST(TorchFile, WrittenFilesReadBackTheSame) {
    const auto source = read_tensor_file(kFixtures + "torch_zip.pth");
    ASSERT_TRUE(source);
    const TempFolder folder;
    const auto hash = write_torch_file(folder.file("out.pth"), source->tensors);
    ASSERT_TRUE(hash) << hash.error().message;
    EXPECT_EQ(*hash, *sha256_of_file(folder.file("out.pth")));
    const auto back = read_tensor_file(folder.file("out.pth"));
    ASSERT_TRUE(back) << back.error().message;
    expect_the_sample(*back);
    ASSERT_EQ(back->tensors.size(), source->tensors.size());
    for (std::size_t i = 0; i < back->tensors.size(); ++i) EXPECT_EQ(back->tensors[i].name, source->tensors[i].name);
    EXPECT_TRUE(write_torch_file(folder.file("none.pth"), {}));
    EXPECT_EQ(write_torch_file(folder.file("no/out.pth"), {}).error().code, ErrorCode::Disk);
}

TEST(TorchFile, EveryCutIsRefused) {
    for (const std::string name : {"torch_zip.pth", "torch_legacy.pth"}) {
        const std::string whole = test::read_bytes(kFixtures + name);
        ASSERT_GT(whole.size(), 500u);
        for (std::size_t n = 0; n < whole.size(); n += n < 32 ? 1 : 37)
            EXPECT_NE(torch_refusal(whole.substr(0, n)), "accepted") << name << " cut at " << n;
        EXPECT_NE(torch_refusal(whole.substr(0, whole.size() - 1)), "accepted");
        EXPECT_NE(torch_refusal(whole + "x"), "accepted") << "trailing bytes";
    }
    EXPECT_TORCH_REFUSED(test::read_bytes(kFixtures + "torch_zip.pth").substr(0, 700), "incomplete");
}

TEST(TorchFile, FlippedBitsAreNoticedOrHarmlessNeverACrash) {
    for (const std::string name : {"torch_zip.pth", "torch_legacy.pth", "torch_deflated.pth"}) {
        const std::string whole = test::read_bytes(kFixtures + name);
        for (std::size_t at = 0; at < whole.size(); at += 23) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
            (void)read_bytes_as_file(changed);
        }
    }
}

TEST(TorchFile, AFlippedBitInATensorNamesItsRecord) {
    std::string bytes = one_tensor(4, 0, {4}, {1});
    const std::size_t at = bytes.find(std::string("\0\0\x80\x3f", 4));
    ASSERT_NE(at, std::string::npos);
    bytes[at] ^= 1;
    EXPECT_TORCH_REFUSED(bytes, "the record 'm/data/0' is damaged (its CRC-32 does not match)");
}

TEST(TorchFile, ForbiddenFunctionsAreRefusedByName) {
    EXPECT_TORCH_REFUSED(zip_of(Pickle().global("posix", "system").raw("(").text("touch owned").raw("tR.").bytes()),
                         "posix.system");
    EXPECT_TORCH_REFUSED(zip_of(Pickle().text("builtins").text("eval").raw("\x93(").text("1").raw("tR.").bytes()),
                         "builtins.eval");
    EXPECT_TORCH_REFUSED(zip_of(Pickle().global("__builtin__", "getattr").raw(".").bytes()), "__builtin__.getattr");
    EXPECT_TORCH_REFUSED(zip_of(Pickle().raw("}").text("callback").global("subprocess", "Popen").raw("(tRs.").bytes()),
                         "subprocess.Popen");
    EXPECT_TORCH_REFUSED(zip_of(Pickle().raw("(S'x'\nios\nsystem\n.").bytes()), "instruction 0x53");
    EXPECT_TORCH_REFUSED(Pickle().global("os", "system").raw("(").text("x").raw("tR.").bytes(), "os.system");
    EXPECT_FALSE(std::filesystem::exists("owned"));
}

TEST(TorchFile, FunctionsThatWouldRunCodeElsewhereAreNamedAndNotRun) {
    Pickle p;
    p.raw("}").text("w").tensor("FloatStorage", "0", 4, 0, {4}, {1}).raw("s");
    p.text("more").global("torch", "load").raw("(").text("https://example.org/x.pth").raw("tRs");
    p.text("hook").global("functools", "partial").raw("s").text("note").global("my_library", "Note").raw(")\x81s.");
    const auto file = read_bytes_as_file(zip_of(p.bytes()));
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(values<float>(*file, "w"), (std::vector<float>{1, 2, 3, 4}));
    ASSERT_EQ(file->warnings.size(), 2u);
    EXPECT_EQ(
        file->warnings[0],
        "it asks to call torch.load, functools.partial, which can run code where Python loads the file. Nothing was run; do not trust its source");
    EXPECT_EQ(file->warnings[1], "Python objects without a meaning here were ignored: my_library.Note");
}

TEST(TorchFile, ViewsOutsideTheirStorageAreRefused) {
    EXPECT_EQ(torch_refusal(one_tensor(4, 0, {2, 2}, {2, 1})), "accepted");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {16777216}, {1}), "reaches outside its data of 4 elements");
    EXPECT_TORCH_REFUSED(one_tensor(4, 1, {4}, {1}), "reaches outside");
    EXPECT_TORCH_REFUSED(one_tensor(4, -268435456, {4}, {1}), "reaches outside");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {2, 2}, {-1, 1}), "reaches outside");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {-1}, {1}), "impossible shape");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {1ll << 62, 4}, {0, 0}), "impossible shape");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {2, 2}, {1ll << 62, 1ll << 62}), "reaches outside");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {1ll << 40}, {0}), "far larger than its file");
    EXPECT_TORCH_REFUSED(one_tensor(16777216, 0, {4}, {1}), "the record 'm/data/0' has 16 bytes, too few");
    EXPECT_TORCH_REFUSED(one_tensor(1ll << 62, 0, {4}, {1}), "too few");
    EXPECT_TORCH_REFUSED(one_tensor(-1, 0, {4}, {1}), "unknown way");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {4}, {1, 1}), "strides");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}),
                         "more than 8 dimensions");
    EXPECT_TORCH_REFUSED(one_tensor(4, 0, {4}, {1}, "QInt8Storage"), "not supported (QInt8Storage)");
    Pickle other;
    other.raw("}").text("w").tensor("FloatStorage", "../../etc/passwd", 4, 0, {4}, {1}).raw("s.");
    EXPECT_TORCH_REFUSED(zip_of(other.bytes()), "is missing");
}

TEST(TorchFile, PicklesThatOnlyWantMemoryOrStackAreRefused) {
    EXPECT_TORCH_REFUSED(zip_of(Pickle().raw(std::string("}r\xff\xff\xff\x3f.", 7)).bytes()), "impossible number");
    EXPECT_TORCH_REFUSED(zip_of(Pickle().raw(")" + std::string(200000, '\x85') + ".").bytes()),
                         "nested more than 64 levels");
    // A list that contains itself.
    EXPECT_TORCH_REFUSED(zip_of(Pickle().raw("]q" + std::string(1, '\0') + "h" + std::string(1, '\0') + "a.").bytes()),
                         "nested more than 64 levels");
    // A tree whose every level is the level below, twice.
    std::string tree = ")q" + std::string(1, '\0');
    for (int i = 0; i < 40; ++i) tree += std::string("q") + static_cast<char>(i) + "h" + static_cast<char>(i) + "\x86";
    EXPECT_TORCH_REFUSED(zip_of(Pickle().raw(tree + ".").bytes()), "holds no tensors");
    const auto doubled = Pickle().tensor("FloatStorage", "0", 4, 0, {4}, {1}).raw(tree.substr(1) + ".").bytes();
    EXPECT_TORCH_REFUSED(zip_of(doubled), "more than 100000 tensors");
}

TEST(TorchFile, BrokenPicklesAreRefused) {
    for (const std::string body : {"",      ".",       "a.",    "s.",   "u.",    "t.",    "R.",
                                   "b.",    "Q.",      "\x81.", "]]s.", "}]a.",  "(.",    "NN.",
                                   "h\5.",  "}(NNNu.", "}]Ns.", "N)R.", "NNb.",  "\x95.", "X\xff\xff\xff\xff.",
                                   "P0\n.", "\x82\1.", "0.",    "2.",   "I1\n.", "cx\n."}) {
        EXPECT_NE(torch_refusal(zip_of(Pickle().raw(body).bytes())), "accepted") << body;
    }
    EXPECT_TORCH_REFUSED(zip_of("\x80\x09."), "protocol 9");
    EXPECT_TORCH_REFUSED(zip_of(Pickle().raw("}.").bytes()), "holds no tensors");
    EXPECT_TORCH_REFUSED(zip_of(Pickle().global("my_models", "Net").raw(")\x81}b.").bytes()),
                         "holds a Python object (my_models.Net)");
    Pickle unsupported;
    unsupported.raw("}").text("w").global("torch._utils", "_rebuild_qtensor").raw("(tRs.");
    EXPECT_TORCH_REFUSED(zip_of(unsupported.bytes()),
                         "is of a kind that is not supported (torch._utils._rebuild_qtensor)");
    Pickle twice;
    twice.raw("}")
        .text("w")
        .tensor("FloatStorage", "0", 4, 0, {4}, {1})
        .raw("s")
        .text("w")
        .tensor("FloatStorage", "0", 4, 0, {4}, {1})
        .raw("s.");
    EXPECT_TORCH_REFUSED(zip_of(twice.bytes()), "'w' is there twice");
    EXPECT_TORCH_REFUSED(Pickle().raw("}.").bytes(), "not one that torch.save made");
}

TEST(TorchFile, HostileArchivesAreRefused) {
    const std::string pickle =
        Pickle().raw("}").text("w").tensor("FloatStorage", "0", 4, 0, {4}, {1}).raw("s.").bytes();
    const auto with = [&](const std::string& name, const std::string& content) {
        ZipBuilder zip;
        zip.add("m/data.pkl", pickle);
        zip.add("m/data/0", std::string(16, '\0'));
        zip.add(name, content);
        return zip.finish();
    };
    EXPECT_EQ(torch_refusal(with("m/version", "3\n")), "accepted");
    EXPECT_TORCH_REFUSED(with("m/data/0", std::string(16, '\1')), "'m/data/0' is there twice");
    EXPECT_TORCH_REFUSED(with("n/data.pkl", pickle), "2 records called data.pkl");
    EXPECT_TORCH_REFUSED(with("../../evil", "x"), "leads out of the archive");
    EXPECT_TORCH_REFUSED(with("/etc/passwd", "x"), "absolute");
    EXPECT_TORCH_REFUSED(with("m\\x", "x"), "foreign path");
    EXPECT_TORCH_REFUSED(with(std::string("m\0x", 3), "x"), "not clean text");
    EXPECT_TORCH_REFUSED(with("m/byteorder", "big"), "big-endian");
    ZipBuilder none;
    none.add("word/document.xml", "<x/>");
    EXPECT_TORCH_REFUSED(none.finish(), "without a data.pkl");
    EXPECT_TORCH_REFUSED(ZipBuilder().finish(), "without a data.pkl");

    ZipBuilder encrypted;
    encrypted.flags = 1;
    encrypted.add("m/data.pkl", pickle);
    EXPECT_TORCH_REFUSED(encrypted.finish(), "is encrypted");
    ZipBuilder odd_method;
    odd_method.method = 12;
    odd_method.add("m/data.pkl", pickle);
    EXPECT_TORCH_REFUSED(odd_method.finish(), "packed in an unknown way");
    ZipBuilder bomb;
    bomb.add_deflated("m/data.pkl", std::string(1u << 20, '\0'));
    EXPECT_TORCH_REFUSED(bomb.finish(), "times its size");
    ZipBuilder liar;
    liar.claimed_size = 100;
    liar.add_deflated("m/data.pkl", pickle + pickle + pickle);
    EXPECT_TORCH_REFUSED(liar.finish(), "cannot be unpacked");
    ZipBuilder overlapping;
    overlapping.add("m/data.pkl", pickle);
    overlapping.repeat_last("m/data/0");
    EXPECT_NE(torch_refusal(overlapping.finish()), "accepted");
    EXPECT_TORCH_REFUSED(with("m/version", "3\n") + ZipBuilder().finish(), "directory");
}

TEST(TorchFile, OneThatWasUnpackedAndPackedAnewHasFoldersToo) {
    const std::string pickle =
        Pickle().raw("}").text("w").tensor("FloatStorage", "0", 4, 0, {4}, {1}).raw("s.").bytes();
    ZipBuilder zip;
    zip.add("m/", "");
    zip.add_deflated("m/data.pkl", pickle);
    zip.add_deflated("m/data/", "");  // as some programs pack nothing
    zip.add("m/data/0", std::string("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40", 16));
    const auto file = read_bytes_as_file(zip.finish());
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(values<float>(*file, "w"), (std::vector<float>{1, 2, 3, 4}));
}

TEST(TorchFile, Zip64DirectoriesAreRead) {
    ZipBuilder zip;
    zip.zip64 = true;
    zip.add("m/data.pkl", Pickle().raw("}").text("w").tensor("FloatStorage", "0", 4, 0, {4}, {1}).raw("s.").bytes());
    zip.add("m/data/0", std::string("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40", 16));
    const auto file = read_bytes_as_file(zip.finish());
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(values<float>(*file, "w"), (std::vector<float>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace headroom
