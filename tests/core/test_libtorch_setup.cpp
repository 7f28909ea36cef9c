// Set-up of LibTorch against a server that breaks off and lies: what is fetched, kept, refused, shared and removed.
#include "core/engine/setup/libtorch_setup.h"

#include "app/cli/verbs.h"
#include "core/engine/setup/wheel_index.h"
#include "core/engine/setup/wheel_unpack.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/file_lock.h"
#include "core/io/files/sha256.h"
#include "tests/support/http_server.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::HttpReply;
using test::HttpRequest;
using test::HttpServer;
using test::TempFolder;
using ::testing::HasSubstr;

/// A small LibTorch, in two wheels as the real one comes.
std::string torch_wheel() {
    test::ZipBuilder zip;
    for (const char* name : {"libc10.so", "libtorch_cpu.so", "libtorch_cuda.so", "libtorch_python.so"})
        zip.add(std::string("torch/lib/") + name, std::string("ELF ") + name + std::string(5000, 'x'));
    zip.add("torch/__init__.py", "import os");
    zip.add("torch-2.0.dist-info/licenses/LICENSE", "BSD");
    return zip.finish();
}
std::string cuda_wheel() {
    test::ZipBuilder zip;
    zip.add("nvidia/cu13/lib/libcudart.so.13", "runtime");
    zip.add("nvidia/cu13/lib/libnvperf_host.so", "profiler");
    return zip.finish();
}

class LibtorchSetup : public ::testing::Test {
protected:
    LibtorchSetup() {
        request_.wheels = {{"torch", "2.0", sha256_of(torch_)}, {"nvidia-cuda", "13.0", sha256_of(cuda_)}};
        request_.version = "2.0";
        request_.place = folder_.file("place");
    }
    /// An index with both wheels; the first `broken` connections for LibTorch end in its middle.
    HttpReply answer(const HttpRequest& request, int& broken) const {
        const auto page = [](const std::string& link) {
            const std::string html = "<html><a href=\"" + link + "\">file</a></html>";
            return HttpReply{"200 OK\r\nContent-Type: text/html\r\nContent-Length: " + std::to_string(html.size()),
                             html};
        };
        if (request.path == "/simple/torch/") return page("../../files/torch.whl#sha256=" + sha256_of(torch_));
        if (request.path == "/simple/nvidia-cuda/") return page("/files/cuda.whl#sha256=" + sha256_of(cuda_));
        if (request.path == "/files/cuda.whl") return test::whole_or_rest(request, cuda_, "\"c\"");
        if (request.path == "/files/torch.whl") {
            if (broken-- > 0)
                return {"200 OK\r\nETag: \"t\"\r\nContent-Length: " + std::to_string(torch_.size()),
                        torch_.substr(0, 1000)};
            return test::whole_or_rest(request, torch_, "\"t\"");
        }
        return {"404 Not Found\r\nContent-Length: 0", ""};
    }
    std::string in_place(const std::string& file) const { return test::read_bytes(folder_.file("place/2.0/" + file)); }
    Result<LibtorchSet> install() { return install_libtorch(request_, {}, stop_.get_token()); }

    TempFolder folder_;
    std::stop_source stop_;
    const std::string torch_ = torch_wheel(), cuda_ = cuda_wheel();
    LibtorchRequest request_;
};

TEST_F(LibtorchSetup, FetchesFromTheIndexAndGoesOnWhereItBrokeOff) {
    int broken = 1, rests = 0;
    HttpServer server([&](const HttpRequest& r) {
        rests += r.first() > 0 ? 1 : 0;
        return answer(r, broken);
    });
    request_.index = server.url("simple");
    const auto set = install();
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ(rests, 1) << "the second connection asks for the rest";
    EXPECT_EQ(in_place("torch/lib/libtorch_cpu.so").size(), 5000u + 4u + 15u);
    EXPECT_EQ(in_place("nvidia/cu13/lib/libcudart.so.13"), "runtime");
    EXPECT_EQ(in_place("torch-2.0.dist-info/licenses/LICENSE"), "BSD");
    for (const char* unwanted : {"torch/lib/libtorch_cuda.so", "torch/lib/libtorch_python.so", "torch/__init__.py",
                                 "nvidia/cu13/lib/libnvperf_host.so"})
        EXPECT_FALSE(fs::exists(folder_.file("place/2.0/") + unwanted)) << unwanted;
    EXPECT_FALSE(fs::exists(folder_.file("place/.wheels-2.0"))) << "what was fetched is not kept twice";
    const auto sets = find_libtorch_sets({folder_.file("place"), "", ""}, "2.0");
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_FALSE(sets[0].gpu);
}

TEST_F(LibtorchSetup, AWheelWithAnotherHashIsRefusedAndNothingIsInstalled) {
    request_.wheels[0].sha256 = std::string(64, 'a');
    const std::string html = "<a href='/files/torch.whl#sha256=" + request_.wheels[0].sha256 + "'>x</a>";
    HttpServer server([&](const HttpRequest& r) {
        if (r.path == "/simple/torch/")
            return HttpReply{"200 OK\r\nContent-Length: " + std::to_string(html.size()), html};
        return HttpReply{"200 OK\r\nContent-Length: " + std::to_string(torch_.size()), torch_};
    });
    request_.index = server.url("simple");
    const auto set = install();
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::BadFile);
    EXPECT_FALSE(fs::exists(folder_.file("place/2.0")));
}

TEST_F(LibtorchSetup, AnIndexWithoutTheWheelIsNamed) {
    HttpServer server([&](const HttpRequest&) { return HttpReply{"404 Not Found\r\nContent-Length: 0", ""}; });
    request_.index = server.url("simple");
    const auto set = install();
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::NotFound);
    EXPECT_THAT(set.error().message, HasSubstr("127.0.0.1 has no torch 2.0"));
    EXPECT_THAT(set.error().hint, HasSubstr("HEADROOM_WHEEL_INDEX"));
}

TEST_F(LibtorchSetup, ABundleNeedsNoNetworkAndGpuReplacesCpu) {
    fs::create_directories(folder_.file("bundle"));
    test::write_bytes(folder_.file("bundle/renamed.whl"), torch_);
    test::write_bytes(folder_.file("bundle/rubbish.whl"), "no zip");
    request_.bundle = folder_.file("bundle");
    auto set = install();
    ASSERT_FALSE(set);
    EXPECT_THAT(set.error().message, HasSubstr("holds no wheel of nvidia-cuda 13.0"));
    test::write_bytes(folder_.file("bundle/b.whl"), cuda_);
    ASSERT_TRUE(install());
    EXPECT_TRUE(in_place("torch/lib/libtorch_cuda.so").empty());
    request_.gpu = true;
    set = install();
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_FALSE(in_place("torch/lib/libtorch_cuda.so").empty());
    EXPECT_TRUE(read_libtorch_set(folder_.file("place/2.0"))->gpu);
    for (const auto& entry : fs::directory_iterator(folder_.file("place")))
        EXPECT_THAT(entry.path().filename().string(), ::testing::AnyOf("2.0", ".lock")) << "the earlier set has gone";
}

TEST_F(LibtorchSetup, AStopKeepsWhatArrivedAndTheEarlierSet) {
    fs::create_directories(folder_.file("place/2.0"));
    test::write_bytes(folder_.file("place/2.0/mine"), "kept");
    int broken = 1000;
    HttpServer server([&](const HttpRequest& r) {
        if (r.path == "/files/torch.whl") stop_.request_stop();
        return answer(r, broken);
    });
    request_.index = server.url("simple");
    const auto set = install();
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(in_place("mine"), "kept");
}

TEST_F(LibtorchSetup, OneSetUpAtATime) {
    fs::create_directories(folder_.file("place"));
    FileLock other;
    ASSERT_TRUE(*other.try_take(folder_.file("place/.lock")));
    const auto set = install();
    ASSERT_FALSE(set);
    EXPECT_THAT(set.error().message, HasSubstr("another set-up is at work"));
}

TEST_F(LibtorchSetup, RemoveTakesSetsAndDownloadsAndLeavesTheRest) {
    fs::create_directories(folder_.file("bundle"));
    test::write_bytes(folder_.file("bundle/a.whl"), torch_);
    test::write_bytes(folder_.file("bundle/b.whl"), cuda_);
    request_.bundle = folder_.file("bundle");
    ASSERT_TRUE(install());
    fs::create_directories(folder_.file("place/.wheels-1.9"));
    test::write_bytes(folder_.file("place/notes.txt"), "mine");
    auto removed = remove_libtorch(folder_.file("place"));
    ASSERT_TRUE(removed) << removed.error().message;
    EXPECT_EQ(*removed, 1);
    EXPECT_EQ(test::read_bytes(folder_.file("place/notes.txt")), "mine");
    EXPECT_FALSE(fs::exists(folder_.file("place/2.0")));
    EXPECT_FALSE(fs::exists(folder_.file("place/.wheels-1.9")));
    fs::remove(folder_.file("place/notes.txt"));
    ASSERT_TRUE(remove_libtorch(folder_.file("place")));
    EXPECT_FALSE(fs::exists(folder_.file("place")));
    EXPECT_EQ(*remove_libtorch(folder_.file("place")), 0);
}

TEST(LibtorchSets, AGpuSetIsTakenWhereThereIsADriver) {
    const LibtorchSet user{"/u", "2.0", false}, system{"/s", "2.0", true};
    EXPECT_FALSE(choose_libtorch({}, true));
    EXPECT_EQ(choose_libtorch({user, system}, false)->folder, "/u");
    EXPECT_EQ(choose_libtorch({user, system}, true)->folder, "/s");
    EXPECT_EQ(choose_libtorch({user}, true)->folder, "/u");
}

TEST(LibtorchSets, HalfASetAndABrokenNoteAreNone) {
    const TempFolder folder;
    EXPECT_FALSE(read_libtorch_set(folder.path()));
    for (const char* note : {"", "[]", "{\"libtorch\":7}", "{\"gpu\":true}", "\xff\xfe"}) {
        test::write_bytes(folder.file(kLibtorchNote), note);
        EXPECT_FALSE(read_libtorch_set(folder.path())) << note;
    }
    ASSERT_TRUE(write_libtorch_note({folder.path(), "2.0", true}));
    EXPECT_FALSE(read_libtorch_set(folder.path())) << "its libraries are missing";
}

TEST(LibtorchSets, AnOldDriverIsSaid) {
    const TempFolder folder;
    const auto words = [&](const std::string& text) {
        test::write_bytes(folder.file("version"), text);
        return driver_words(folder.file("version"));
    };
    EXPECT_EQ(words("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27\n"), "");
    EXPECT_THAT(words("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  535.183.01  Release Build\n"),
                HasSubstr("535.183.01; CUDA 13 needs 580"));
    EXPECT_EQ(words("rubbish"), "");
}

TEST(WheelList, ReadsPinsAndNamesABadLine) {
    const std::string hash(64, 'f');
    const auto list = parse_wheel_list("# words\n\ntorch==2.1 --hash=sha256:" + hash + "\n", "f");
    ASSERT_TRUE(list) << list.error().message;
    EXPECT_EQ(list->at(0).words(), "torch 2.1");
    EXPECT_EQ(list->at(0).sha256, hash);
    for (const std::string& bad :
         std::vector<std::string>{"torch", "torch==1", "torch==1 --hash=sha256:12", "../x==1 --hash=sha256:" + hash,
                                  "a b==1 --hash=sha256:" + hash, "torch==1 --hash=md5:" + hash}) {
        const auto refused = parse_wheel_list("# one\n" + bad, "list.txt");
        ASSERT_FALSE(refused) << bad;
        EXPECT_THAT(refused.error().message, HasSubstr("list.txt, line 2"));
    }
}

TEST(WheelList, TheProgramsOwnAreWhole) {
    EXPECT_EQ(pinned_wheels(false).size(), 3u);
    EXPECT_EQ(pinned_wheels(true).size(), 16u);
    EXPECT_THAT(pinned_libtorch(), ::testing::MatchesRegex("[0-9]+[.][0-9]+[.][0-9]+"));
}

TEST(WheelIndex, FindsTheFileByItsHashWhereverItsLinkLeads) {
    const Wheel wheel{"torch", "2.0", std::string(64, 'b')};
    const auto found = [&](const std::string& link) {
        return wheel_on_page("<a href=\"x.whl#sha256=" + std::string(64, 'c') + "\">a</a><a class=y href=\"" + link +
                                 "#sha256=" + wheel.sha256 + "\" data-x=\"1\">b</a>",
                             "https://user:word@mirror.example/simple/torch/", wheel);
    };
    EXPECT_EQ(found("https://files.example/t.whl"), "https://files.example/t.whl");
    EXPECT_EQ(found("../../f/t.whl?a=1&amp;b=2"), "https://user:word@mirror.example/f/t.whl?a=1&b=2");
    EXPECT_EQ(found("/t.whl"), "https://user:word@mirror.example/t.whl");
    EXPECT_EQ(found("file:///etc/passwd"), "") << "only the web is asked";
    EXPECT_EQ(wheel_on_page("", "https://m.example/", wheel), "");
    EXPECT_EQ(wheel_on_page("#sha256=" + wheel.sha256, "https://m.example/", wheel), "");
    EXPECT_EQ(host_of("https://user:word@mirror.example/simple"), "mirror.example");
}

TEST(WheelIndex, TheEnvironmentNamesOne) {
    ASSERT_EQ(setenv("HEADROOM_WHEEL_INDEX", "https://mirror.example/simple", 1), 0);
    EXPECT_EQ(*wheel_index(), "https://mirror.example/simple");
    setenv("HEADROOM_WHEEL_INDEX", "mirror", 1);
    EXPECT_EQ(wheel_index().error().code, ErrorCode::InvalidArgument);
    unsetenv("HEADROOM_WHEEL_INDEX");
}

TEST(WheelUnpack, PathsOutOfTheFolderAreNotWanted) {
    for (const char* path :
         {"../torch/lib/libc10.so", "/torch/lib/libc10.so", "torch/lib/../../libc10.so", "torch/lib/", ""})
        EXPECT_FALSE(is_wanted_of_wheel(path, true)) << path;
    EXPECT_TRUE(is_wanted_of_wheel("nvidia/cublas/lib/libcublas.so.13", true));
    EXPECT_FALSE(is_wanted_of_wheel("nvidia/cublas/lib/libcublas.so.13", false));
    EXPECT_FALSE(is_wanted_of_wheel("nvidia/cu13/include/cuda.h", true));
}

TEST(WheelUnpack, RubbishIsABadFile) {
    const TempFolder folder;
    for (const std::string& rubbish : {std::string("no zip"), torch_wheel().substr(0, 3000)}) {
        test::write_bytes(folder.file("w.whl"), rubbish);
        const auto done = unpack_wheel(folder.file("w.whl"), folder.file("out"), false, {}, {});
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, ErrorCode::BadFile);
    }
}

TEST(SetupVerb, IsRefusedWithoutConsentAndWithContraryWishes) {
    setenv("HEADROOM_WHEEL_INDEX", "https://mirror.example/simple", 1);
    const TempFolder home;
    setenv("XDG_DATA_HOME", home.path().c_str(), 1);
    const auto status = [](std::vector<std::string> words) { return cli::run(cli::headroom_cli(), words, {}); };
    EXPECT_EQ(status({"setup", "--remove", "--gpu"}), 2);
    EXPECT_EQ(status({"setup", "--save", home.file("x"), "--from", home.file("y")}), 2);
    EXPECT_EQ(status({"setup", "--from", home.file("nothing")}), 2);
    EXPECT_EQ(status({"setup", "--remove"}), 0);
    unsetenv("XDG_DATA_HOME");
    unsetenv("HEADROOM_WHEEL_INDEX");
}

TEST(SetupVerb, WhatNeedsLibtorchSaysSoAndTheRestWorks) {
    cli::Environment environment;
    environment.no_tensors = make_error(ErrorCode::Environment, "LibTorch is not here");
    const auto program = cli::headroom_cli();
    EXPECT_EQ(cli::run(program, {"train", "dcgan"}, environment), 4);
    EXPECT_EQ(cli::run(program, {"train", "dcgan", "--help"}, environment), 0);
    EXPECT_EQ(cli::run(program, {"doctor"}, environment), 0);
    EXPECT_TRUE(cli::uses_tensors(program, {"train", "dcgan"}));
    EXPECT_TRUE(cli::uses_tensors(program, {"doctor", "--json"}));
    for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                  {"--help"},
                                                  {"train", "dcgan", "--help"},
                                                  {"setup"},
                                                  {"no-such-verb"},
                                                  {"--version"}})
        EXPECT_FALSE(cli::uses_tensors(program, words));
}

}  // namespace
}  // namespace headroom
