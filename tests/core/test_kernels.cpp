// Kernels run on the host, against the numbers of core/base/random.h; how a device's kernels are found, compiled and kept.
#include "core/base/random.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/partial_name.h"
#include "core/kernels/device_kernels.h"
#include "core/kernels/host_kernels.h"
#include "core/kernels/kernel_source.h"
#include "tests/core/byte_pictures.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <tuple>
#include <vector>

namespace headroom::kernels {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A driver and a compiler that say what was asked of them.
class ScriptedDriver : public HostKernels {
public:
    std::vector<std::string> loaded;
    std::string own_problem, load_problem, launch_problem;
    std::string load_own(int) noexcept override { return own_problem; }
    std::string architecture(int, int& out) noexcept override {
        out = 90;
        return {};
    }
    std::string load(int, const std::string& image) noexcept override {
        loaded.push_back(image);
        return load_problem;
    }
    std::string launch(int device, const Launch& what) noexcept override {
        return launch_problem.empty() ? HostKernels::launch(device, what) : launch_problem;
    }
};

class ScriptedCompiler : public KernelCompiler {
public:
    int compiled = 0;
    std::string version = "1", problem;
    Result<std::string> key(int architecture) override { return version + " " + std::to_string(architecture); }
    Result<std::string> compile(int) override {
        ++compiled;
        if (!problem.empty()) return make_error(ErrorCode::Environment, problem);
        return "image " + version;
    }
};

class KernelCache : public testing::Test {
protected:
    bool ready(ScriptedDriver& driver) {
        return DeviceKernels(driver, 0, compiler, folder.path() + "/kernels").ready();
    }
    std::vector<std::string> kept() const {
        std::vector<std::string> out;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path() + "/kernels"))
            out.push_back(entry.path().string());
        return out;
    }
    test::TempFolder folder;
    ScriptedCompiler compiler;
};

TEST_F(KernelCache, CodeOfTheProgramIsTakenFirst) {
    ScriptedDriver driver;
    EXPECT_TRUE(ready(driver));
    EXPECT_EQ(compiler.compiled, 0);
    EXPECT_THAT(driver.loaded, IsEmpty());
}

TEST_F(KernelCache, CompilesOnceAndFindsItAgain) {
    ScriptedDriver driver;
    driver.own_problem = "no code for this GPU";
    EXPECT_TRUE(ready(driver));
    EXPECT_TRUE(ready(driver));
    EXPECT_EQ(compiler.compiled, 1);
    EXPECT_THAT(driver.loaded, ElementsAre("image 1", "image 1"));
    EXPECT_EQ(kept().size(), 1u);
}

TEST_F(KernelCache, AnotherCompilerCompilesAnew) {
    ScriptedDriver driver;
    driver.own_problem = "no code for this GPU";
    EXPECT_TRUE(ready(driver));
    compiler.version = "2";
    EXPECT_TRUE(ready(driver));
    EXPECT_EQ(compiler.compiled, 2);
    EXPECT_THAT(driver.loaded, ElementsAre("image 1", "image 2"));
}

TEST_F(KernelCache, ADamagedFileIsCompiledAnew) {
    ScriptedDriver driver;
    driver.own_problem = "no code for this GPU";
    EXPECT_TRUE(ready(driver));
    const std::string path = kept().at(0);
    std::string text = *read_text(path);
    for (const std::string& damaged : {text.substr(0, text.size() - 1), text + "x", std::string("x"), std::string()}) {
        ASSERT_TRUE(write_text_atomic(path, damaged));
        driver.loaded.clear();
        const int before = compiler.compiled;
        EXPECT_TRUE(ready(driver));
        EXPECT_EQ(compiler.compiled, before + 1) << damaged.size();
        EXPECT_THAT(driver.loaded, ElementsAre("image 1"));
        EXPECT_EQ(*read_text(path), text);
    }
}

TEST_F(KernelCache, WhatKilledProgramsLeftHalfWrittenGoes) {
    std::string killed = make_partial_name("a.kernels");
    char& digit = killed[killed.rfind('-') - 1];
    digit = digit == '0' ? '1' : '0';  // of an earlier process with this one's pid
    std::filesystem::create_directory(folder.path() + "/kernels");
    test::write_bytes(folder.path() + "/kernels/" + killed, "half an image");
    ScriptedDriver driver;
    driver.own_problem = "no code for this GPU";
    EXPECT_TRUE(ready(driver));
    EXPECT_EQ(kept().size(), 1u);
}

TEST_F(KernelCache, WithoutKernelsItIsAskedOnceAndNothingIsKept) {
    ScriptedDriver driver;
    driver.own_problem = "no code for this GPU";
    compiler.problem = "no compiler";
    DeviceKernels kernels(driver, 0, compiler, folder.path() + "/kernels");
    EXPECT_FALSE(kernels.ready());
    EXPECT_FALSE(kernels.ready());
    EXPECT_EQ(compiler.compiled, 1);
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/kernels"));
    compiler.problem.clear();
    driver.load_problem = "not for this GPU";
    EXPECT_FALSE(ready(driver));
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/kernels"));
}

TEST_F(KernelCache, WhatTheDeviceRefusesIsThrown) {
    ScriptedDriver driver;
    DeviceKernels kernels(driver, 0, compiler, {});
    ASSERT_TRUE(kernels.ready());
    float out = 0;
    driver.launch_problem = "CUDA error: out of resources";
    try {
        kernels.launch<StreamNormals>({{}, 1, 1, &out});
        FAIL();
    } catch (const std::runtime_error& e) { EXPECT_THAT(e.what(), HasSubstr("StreamNormals: CUDA error")); }
    kernels.launch<StreamNormals>({{}, 0, 1, &out});  // nothing to do is not asked for
}

class HostRandom : public testing::Test {
protected:
    HostRandom() : kernels(driver, 0, compiler, {}) {}
    HostKernels driver;
    ScriptedCompiler compiler;
    DeviceKernels kernels;
};

TEST_F(HostRandom, NormalsAreThoseOfTheStreams) {
    std::vector<float> out(7 * 131, -9);
    kernels.launch<StreamNormals>({{11, 2, 40, 3, 1}, 7, 131, out.data()});
    for (std::size_t i = 0; i < 7; ++i) {
        RandomStream stream(11, RandomPurpose::Latent, (40 + i) * 3 + 1);
        for (std::size_t k = 0; k < 131; ++k) ASSERT_EQ(out[i * 131 + k], static_cast<float>(stream.normal()));
    }
}

TEST_F(HostRandom, WhatIsAddedToTheFirstCanLieOnTheDevice) {
    std::vector<float> plain(50), moved(50);
    const I64 more = 30;
    Streams streams{1, 2, 5};
    streams.more = &more;
    kernels.launch<StreamNormals>({{1, 2, 35}, 10, 5, plain.data()});
    kernels.launch<StreamNormals>({streams, 10, 5, moved.data()});
    EXPECT_EQ(plain, moved);
}

TEST_F(HostRandom, DrawsAreThoseOfTheStreams) {
    constexpr std::size_t n = 300;
    std::vector<float> uniform(3 * n);
    std::vector<I64> whole(3 * n);
    StreamDraws::Args args{};
    args.streams = {3, 6, -4, 8, 2};
    args.samples = n;
    args.count = 3;
    args.draws[0] = {-0.5, 0.5, false};
    args.draws[1] = {-7, 8, true};
    args.draws[2] = {0.25, 2, false};
    args.out = {uniform.data(), Type::F32};
    args.whole = whole.data();
    kernels.launch<StreamDraws>(args);
    for (std::size_t i = 0; i < n; ++i) {
        RandomStream stream(3, RandomPurpose::DiffAugment, (i - 4) * 8 + 2);
        ASSERT_EQ(uniform[i], static_cast<float>(stream.uniform(-0.5, 0.5)));
        ASSERT_EQ(whole[n + i], -7 + static_cast<I64>(stream.below(16)));
        ASSERT_EQ(uniform[2 * n + i], static_cast<float>(stream.uniform(0.25, 2)));
    }
}

TEST(KernelNumbers, HalvesGoThereAndBack) {
    for (U32 bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<unsigned short>(bits);
        const bool is_nan = (bits & 0x7C00) == 0x7C00 && (bits & 0x3FF) != 0;
        if (is_nan)
            EXPECT_TRUE(std::isnan(from_half(half)));
        else
            ASSERT_EQ(to_half(from_half(half)), half);
        const bool bfloat_nan = (bits & 0x7F80) == 0x7F80 && (bits & 0x7F) != 0;
        if (!bfloat_nan) ASSERT_EQ(to_bfloat(from_bfloat(half)), half);
    }
    // Between two neighbours: the nearer one, in the middle the even one.
    for (U32 bits = 0; bits < 0x7BFF; ++bits) {
        const float low = from_half(static_cast<unsigned short>(bits)),
                    high = from_half(static_cast<unsigned short>(bits + 1));
        const float middle = low + (high - low) / 2;
        ASSERT_EQ(to_half(middle), bits + (bits & 1));
        ASSERT_EQ(to_half(std::nextafter(middle, 0.0f)), bits);
        ASSERT_EQ(to_half(std::nextafter(middle, 1e9f)), bits + 1);
    }
    EXPECT_EQ(to_half(65519.99f), 0x7BFF);
    EXPECT_EQ(to_half(65520.0f), 0x7C00);
}

/// What the numbers of PictureBatch are of, brought back to bytes that lie picture by picture, pixel by pixel.
std::vector<std::uint8_t> bytes_of(const PictureBatch::Args& args) {
    const auto plane = static_cast<std::size_t>(args.side) * static_cast<std::size_t>(args.side);
    const auto channels = static_cast<std::size_t>(args.channels);
    std::vector<std::uint8_t> out(static_cast<std::size_t>(args.pictures) * plane * channels);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t picture = i / (plane * channels), pixel = i / channels % plane, channel = i % channels;
        const float x = args.out[args.planes ? picture * plane * channels + channel * plane + pixel : i];
        const float byte = (x + 1.0f) * 127.5f;
        EXPECT_EQ(x, std::round(byte) / 127.5f - 1.0f);  // as LibTorch computes it on the CPU
        out[i] = static_cast<std::uint8_t>(std::lround(byte));
    }
    return out;
}

using HostPictures = HostRandom;

TEST_F(HostPictures, AreThoseThatTheHostGathersByteForByte) {
    for (const auto& [size, channels, count] : {std::tuple(2, 3, 20), {9, 1, 13}, {48, 3, 7}, {64, 3, 5}}) {
        const test::BytePictures data(count, size, channels, 4);
        for (const bool mirror : {false, true}) {
            for (const bool planes : {false, true}) {
                // Over the end of an epoch, and from a position that the device alone knows.
                const std::int64_t first = 2 * count - 4, n = 9;
                const long long more = 3;
                std::vector<std::uint8_t> wanted(static_cast<std::size_t>(n * size * size * channels));
                gather_batch(data, Sampler(count, 11), mirror, first, n, wanted.data());
                std::vector<float> made(wanted.size(), 77);
                PictureBatch::Args args{data.image(0), count,   size, channels, true,       mirror, 11,
                                        first,         nullptr, n,    planes,   made.data()};
                kernels.launch<PictureBatch>(args);
                EXPECT_EQ(bytes_of(args), wanted) << size << " " << mirror << planes;
                std::fill(made.begin(), made.end(), 77.0f);
                args.first = first - more;
                args.more = &more;
                kernels.launch<PictureBatch>(args);
                EXPECT_EQ(bytes_of(args), wanted) << size << " " << mirror << planes;
            }
        }
    }
}

TEST_F(HostPictures, OutOfOrderAreTheFirstOnesAsTheyLie) {
    const test::BytePictures data(6, 17, 3, 4);
    std::vector<float> made(5 * 17 * 17 * 3, 77);
    const PictureBatch::Args args{data.image(0), 6, 17, 3, false, false, 0, 0, nullptr, 5, true, made.data()};
    kernels.launch<PictureBatch>(args);
    EXPECT_EQ(bytes_of(args), std::vector<std::uint8_t>(data.image(0), data.image(5)));
}

TEST(KernelSource, IsWhole) {
    const auto source = kernel_source();
    EXPECT_THAT(source.at(0).text, HasSubstr("HEADROOM_KERNELS(HEADROOM_ENTRY)"));
    for (const SourceText& file : source) {
        EXPECT_FALSE(file.text.empty()) << file.name;
        for (std::size_t at = file.text.find("#include \""); at != std::string::npos;
             at = file.text.find("#include \"", at + 1)) {
            const std::size_t begin = at + 10;
            const std::string wanted = file.text.substr(begin, file.text.find('"', begin) - begin);
            EXPECT_TRUE(
                std::any_of(source.begin(), source.end(), [&](const SourceText& s) { return s.name == wanted; }))
                << file.name << " includes " << wanted;
        }
    }
}

/// For the oldest, the newest and one between, each of which takes ten seconds; for all of them where HEADROOM_ALL_ARCHITECTURES is set.
TEST(KernelSource, IsCompiledByNvrtcOrItIsSaidWhatIsMissing) {
    Nvrtc nvrtc;
    const auto key = nvrtc.key(75);
    if (!key) {
        EXPECT_THAT(key.error().message, HasSubstr("libnvrtc"));
        EXPECT_FALSE(key.error().hint.empty());
        EXPECT_FALSE(nvrtc.compile(75));
        return;
    }
    EXPECT_THAT(*key, HasSubstr("sm_75"));
    const std::vector<int> wanted = std::getenv("HEADROOM_ALL_ARCHITECTURES")
                                        ? std::vector<int>{75, 80, 86, 89, 90, 100, 120}
                                        : std::vector<int>{75, 90, 120};
    for (const int architecture : wanted) {
        const auto image = nvrtc.compile(architecture);
        ASSERT_TRUE(image) << architecture << ": " << image.error().message << "\n" << image.error().detail;
        EXPECT_EQ(image->substr(1, 3), "ELF");
    }
    const auto unknown = nvrtc.compile(3);
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message, HasSubstr("sm_3"));
}

}  // namespace
}  // namespace headroom::kernels
