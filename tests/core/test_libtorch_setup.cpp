// Set-up of LibTorch against a server that breaks off and lies: what is fetched, kept, refused, shared and removed.
#include "core/engine/setup/libtorch_setup.h"

#include "app/cli/verbs.h"
#include "core/base/file_lock.h"
#include "core/engine/setup/wheel_index.h"
#include "core/engine/setup/wheel_unpack.h"
#include "core/io/files/atomic_file.h"
#include "tests/support/libtorch_wheels.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

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

class LibtorchSetup : public ::testing::Test {
protected:
    LibtorchSetup() { request_.place = folder_.file("place"); }
    HttpReply answer(const HttpRequest& request, int& broken) const { return wheels_.answer(request, broken); }
    std::string in_place(const std::string& file) const { return test::read_bytes(folder_.file("place/2.0/" + file)); }
    Result<LibtorchSet> install() { return install_libtorch(request_, {}, stop_.get_token()); }

    TempFolder folder_;
    std::stop_source stop_;
    const test::LibtorchWheels wheels_;
    const std::string &torch_ = wheels_.torch, &cuda_ = wheels_.cuda;
    LibtorchRequest request_ = wheels_.request(false);
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

TEST_F(LibtorchSetup, WhatWasFetchedNeedsNoRoomAgain) {
    for (const bool gpu : {false, true}) {
        request_.gpu = gpu;
        const WheelSizes sizes = wheel_sizes(gpu);
        const std::string fetched = folder_.file("place/.wheels-2.0");
        fs::remove_all(fetched);
        EXPECT_EQ(room_needed(request_), sizes.disk);
        fs::create_directories(fetched);
        test::write_bytes(fetched + "/torch-2.0.whl", std::string(5000, 'x'));
        test::write_bytes(fetched + "/nvidia-cuda-13.0.whl.part", std::string(300, 'x'));
        EXPECT_EQ(room_needed(request_), sizes.disk - 5300);
        fs::resize_file(fetched + "/torch-2.0.whl", sizes.disk);  // a hole: it takes no room here
        EXPECT_EQ(room_needed(request_), sizes.disk - sizes.download) << "what is unpacked needs its room all the same";
    }
    request_.bundle = folder_.file("bundle");
    EXPECT_EQ(room_needed(request_), wheel_sizes(true).disk - wheel_sizes(true).download);
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
    const test::SetVariable mirror("HEADROOM_WHEEL_INDEX", "https://mirror.example/simple");
    EXPECT_EQ(*wheel_index(), "https://mirror.example/simple");
    const test::SetVariable wrong("HEADROOM_WHEEL_INDEX", "mirror");
    EXPECT_EQ(wheel_index().error().code, ErrorCode::InvalidArgument);
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
    for (const std::string& rubbish : {std::string("no zip"), test::torch_wheel().substr(0, 3000)}) {
        test::write_bytes(folder.file("w.whl"), rubbish);
        const auto done = unpack_wheel(folder.file("w.whl"), folder.file("out"), false, {}, {});
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, ErrorCode::BadFile);
    }
}

/// headroom-cli setup with a small LibTorch, an index that has it, and places of the test's own.
class SetupVerb : public ::testing::Test {
protected:
    SetupVerb() {
        environment_.libtorch = [this](bool gpu) { return wheels_.request(gpu); };
        environment_.libtorch_places = [this] { return places_; };
    }

    int setup(std::vector<std::string> words) {
        words.insert(words.begin(), "setup");
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        const int status = cli::run(cli::headroom_cli(), words, environment_);
        out_ = ::testing::internal::GetCapturedStdout();
        said_ = ::testing::internal::GetCapturedStderr();
        return status;
    }
    bool user_has() const { return read_libtorch_set(folder_.file("user/2.0")).has_value(); }
    bool system_has() const { return read_libtorch_set(folder_.file("system/2.0")).has_value(); }

    TempFolder folder_;
    const test::LibtorchWheels wheels_;
    int broken_ = 0;
    HttpServer server_{[this](const HttpRequest& r) { return wheels_.answer(r, broken_); }};
    const test::SetVariable index_variable_{"HEADROOM_WHEEL_INDEX", server_.url("simple")};
    const LibtorchPlaces places_{folder_.file("user"), folder_.file("system"), ""};
    cli::Environment environment_;
    std::string out_, said_;
};

TEST_F(SetupVerb, FetchesNothingWithoutConsent) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{}, {"--system"}, {"--save", folder_.file("bundle")}}) {
        EXPECT_EQ(setup(words), 2);
        EXPECT_THAT(said_, HasSubstr("Say --yes to fetch LibTorch 2.0, about "));
        EXPECT_THAT(said_, HasSubstr("from 127.0.0.1 into " + (words.empty()            ? places_.user
                                                               : words[0] == "--system" ? places_.system
                                                                                        : words[1])));
    }
    EXPECT_EQ(server_.connections(), 0);
    EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(SetupVerb, ContraryWishesAreRefused) {
    EXPECT_EQ(setup({"--remove", "--gpu"}), 2);
    EXPECT_EQ(setup({"--save", folder_.file("x"), "--from", folder_.file("y")}), 2);
    EXPECT_EQ(setup({"--save", folder_.file("x"), "--system"}), 2);
    EXPECT_EQ(setup({"--from", folder_.file("nothing")}), 2);
    EXPECT_EQ(setup({"--remove"}), 0);
    EXPECT_THAT(out_, HasSubstr("There was no LibTorch in " + places_.user));
}

TEST_F(SetupVerb, WithoutAFolderOfTheUserNothingIsFetchedButForAllUsersOrABundle) {
    environment_.libtorch_places = [this] { return LibtorchPlaces{"", places_.system, ""}; };
    EXPECT_EQ(setup({"--yes"}), 4);
    EXPECT_THAT(said_, HasSubstr("HOME is not set"));
    EXPECT_EQ(server_.connections(), 0);
    EXPECT_EQ(setup({"--save", folder_.file("bundle"), "--yes"}), 0) << said_;
    EXPECT_EQ(setup({"--system", "--from", folder_.file("bundle")}), 0) << said_;
    EXPECT_TRUE(system_has());
    EXPECT_EQ(setup({"--system"}), 0) << "it is there";
}

TEST_F(SetupVerb, ForAllUsersGoesIntoTheirPlaceWhereEveryoneReadsIt) {
    ASSERT_EQ(setup({"--yes"}), 0) << said_;
    ASSERT_TRUE(user_has());
    EXPECT_FALSE(system_has());
    const mode_t before = umask(077);
    EXPECT_EQ(setup({"--system", "--yes"}), 0) << said_;
    umask(before);
    ASSERT_TRUE(system_has()) << "one user's set is no set for all";
    EXPECT_THAT(out_, HasSubstr(folder_.file("system/2.0")));
    for (const auto& entry : fs::recursive_directory_iterator(folder_.file("system"))) {
        const auto wanted =
            entry.is_directory() ? fs::perms::others_read | fs::perms::others_exec : fs::perms::others_read;
        if (entry.path().filename() == ".lock") continue;
        EXPECT_EQ(entry.status().permissions() & wanted, wanted) << entry.path();
    }
    const int connections = server_.connections();
    EXPECT_EQ(setup({"--system", "--yes"}), 0);
    EXPECT_EQ(server_.connections(), connections) << "it is in place";
    EXPECT_EQ(setup({"--system", "--gpu", "--yes"}), 0);
    EXPECT_TRUE(read_libtorch_set(folder_.file("system/2.0"))->gpu);
    EXPECT_FALSE(read_libtorch_set(folder_.file("user/2.0"))->gpu);

    EXPECT_EQ(setup({"--system", "--remove", "--json"}), 0);
    EXPECT_THAT(out_, HasSubstr("\"removed\":1"));
    EXPECT_FALSE(system_has());
    EXPECT_TRUE(user_has());
}

TEST_F(SetupVerb, ForAllUsersNeedsRootWhichIsSaidFirst) {
    fs::create_directories(folder_.file("system"));
    fs::permissions(folder_.file("system"), fs::perms::owner_read | fs::perms::owner_exec);
    const uid_t me = geteuid();
    if (me == 0) ASSERT_EQ(seteuid(65534), 0);
    const int fetched = setup({"--system", "--yes"}), removed = setup({"--system", "--remove"});
    if (me == 0) ASSERT_EQ(seteuid(me), 0);
    EXPECT_EQ(fetched, 4);
    EXPECT_EQ(removed, 4);
    EXPECT_THAT(said_, HasSubstr("only root may write"));
    EXPECT_THAT(said_, HasSubstr("sudo headroom-cli setup --system"));
    EXPECT_EQ(server_.connections(), 0);
    fs::permissions(folder_.file("system"), fs::perms::owner_all);
}

TEST_F(SetupVerb, ABundleIsSavedHereAndInstalledThere) {
    broken_ = 1;
    const std::string bundle = folder_.file("a new/bundle");
    ASSERT_EQ(setup({"--save", bundle, "--yes", "--json"}), 0) << said_;
    EXPECT_THAT(out_, HasSubstr("\"folder\":\"" + bundle + "\""));
    EXPECT_FALSE(user_has()) << "only fetched";
    EXPECT_EQ(test::read_bytes(bundle + "/torch-2.0.whl"), wheels_.torch);
    EXPECT_EQ(test::read_bytes(bundle + "/nvidia-cuda-13.0.whl"), wheels_.cuda);
    EXPECT_EQ(std::distance(fs::directory_iterator(bundle), fs::directory_iterator()), 2) << "nothing else is carried";
    const int connections = server_.connections();
    ASSERT_EQ(setup({"--save", bundle, "--yes"}), 0);
    EXPECT_EQ(server_.connections(), connections) << "what is there is not fetched again";

    {
        const test::SetVariable no_index("HEADROOM_WHEEL_INDEX", "no network");
        EXPECT_EQ(setup({"--from", bundle}), 0) << said_;
        EXPECT_TRUE(user_has());
        EXPECT_EQ(setup({"--from", bundle, "--system"}), 0) << said_;
        EXPECT_TRUE(system_has());
    }
    EXPECT_EQ(setup({"--save", folder_.file("another"), "--yes"}), 0) << said_;
    EXPECT_TRUE(fs::exists(folder_.file("another/torch-2.0.whl"))) << "also where LibTorch is in place";
}

TEST(SetupTensors, WhatNeedsLibtorchSaysSoAndTheRestWorks) {
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
