// Plans and exports that a watcher has the run's process make: their files come here, all or none, and what is thrown there is told.
#include "tests/core/remote_fixture.h"

#include "core/engine/remote/remote_planner.h"
#include "core/io/files/partial_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <new>
#include <stop_token>
#include <string>

namespace headroom {
namespace {

using ::testing::HasSubstr;

using RemoteExportsTest = RemoteTest;

TEST_F(RemoteExportsTest, PlansAndExportsAreMadeThere) {
    options_.export_run = [](const ExportRequest& request, const ProgressFn& progress, std::stop_token) {
        progress("writing", 0.5);
        if (request.format == "bad") return Result<ExportDone>(make_error(ErrorCode::InvalidArgument, "format: no"));
        test::write_bytes(request.target, std::string(3 << 20, 'a'));
        test::write_bytes(std::filesystem::path(request.target).parent_path() / "beside.txt", request.run_dir);
        return Result<ExportDone>(ExportDone{request.target, Bytes{3 << 20}});
    };
    offer();
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    const auto plans = watcher->session().planner()->fit({}, {}, {});
    ASSERT_FALSE(plans);
    EXPECT_EQ(plans.error().message, "this engine cannot forecast") << "the fake one's own words";
    EXPECT_THAT(watcher->session().planner()->rehearse({}, {}, {}).error().message, HasSubstr("under way"));

    const test::TempFolder folder;
    ExportRequest request;
    request.target = folder.file("out.bin");
    std::string killed = make_partial_name("out.bin");
    char& digit = killed[killed.rfind('-') - 1];
    digit = digit == '0' ? '1' : '0';  // of an earlier process with this one's pid
    test::write_bytes(folder.file(killed), "half a file");
    bool told = false;
    auto done = remote::export_remotely(socket_, {}, request, [&](const std::string&, double) { told = true; }, {});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->path, request.target);
    EXPECT_EQ(test::read_bytes(request.target), std::string(3 << 20, 'a'));
    EXPECT_EQ(test::read_bytes(folder.file("beside.txt")), all<RunStarted>().front().run_dir);
    EXPECT_TRUE(told);
    EXPECT_FALSE(std::filesystem::exists(folder.file(killed)));
    request.target = folder.file("other.bin");
    request.format = "bad";
    EXPECT_EQ(remote::export_remotely(socket_, {}, request, {}, {}).error().message, "format: no");
    EXPECT_FALSE(std::filesystem::exists(request.target));
}

TEST_F(RemoteExportsTest, FilesOfAnExportComeTogetherOrNotAtAll) {
    options_.export_run = [](const ExportRequest& request, const ProgressFn&, std::stop_token) {
        const auto folder = std::filesystem::path(request.target).parent_path();
        for (const auto& file : {folder / "a.txt", std::filesystem::path(request.target), folder / "z.txt"})
            test::write_bytes(file, "new");
        return Result<ExportDone>(ExportDone{request.target, Bytes{3}});
    };
    offer();
    start();
    const test::TempFolder folder;
    test::write_bytes(folder.file("a.txt"), "old");
    std::filesystem::create_directory(folder.file("z.txt"));
    ExportRequest wish;
    wish.target = folder.file("out.bin");
    const auto done = remote::export_remotely(socket_, {}, wish, {}, {});
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().message, HasSubstr("z.txt: it is a folder"));
    EXPECT_EQ(test::read_bytes(folder.file("a.txt")), "old");
    EXPECT_FALSE(std::filesystem::exists(wish.target));
}

TEST_F(RemoteExportsTest, AFileComesWhereItsLinkPoints) {
    options_.export_run = [](const ExportRequest& request, const ProgressFn&, std::stop_token) {
        test::write_bytes(request.target, "new");
        return Result<ExportDone>(ExportDone{request.target, Bytes{3}});
    };
    offer();
    start();
    const test::TempFolder folder, elsewhere;
    test::write_bytes(elsewhere.file("real.bin"), "old");
    std::filesystem::create_symlink(elsewhere.file("real.bin"), folder.file("out.bin"));
    ExportRequest wish;
    wish.target = folder.file("out.bin");
    const auto done = remote::export_remotely(socket_, {}, wish, {}, {});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_TRUE(std::filesystem::is_symlink(wish.target));
    EXPECT_EQ(test::read_bytes(elsewhere.file("real.bin")), "new");
}

TEST_F(RemoteExportsTest, WhatIsThrownForAClientIsToldItAndHurtsNobodyElse) {
    options_.export_run = [](const ExportRequest&, const ProgressFn&, std::stop_token) -> Result<ExportDone> {
        throw std::bad_alloc();
    };
    offer();
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    const test::TempFolder folder;
    ExportRequest wish;
    wish.target = folder.file("out.bin");
    const auto done = remote::export_remotely(socket_, {}, wish, {}, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
    script_.no_memory_to_reckon = true;
    const ParamPatch patch{{"batch.micro", std::int64_t{4}}};
    ASSERT_TRUE(watcher->session().forecast(patch));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ForecastReady>().empty(); }));
    const auto answer = watcher->session().forecast(patch);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::OutOfMemory);
    const std::int64_t then = script_.steps;
    EXPECT_TRUE(watcher->until([&] { return watcher->last_step() > then; }));
}

TEST_F(RemoteExportsTest, NoHiddenFileComesThatWasNotAskedFor) {
    options_.export_run = [](const ExportRequest& request, const ProgressFn&, std::stop_token) {
        test::write_bytes(request.target, "asked for");
        test::write_bytes(std::filesystem::path(request.target).parent_path() / ".profile", "not asked for");
        return Result<ExportDone>(ExportDone{request.target, Bytes{9}});
    };
    offer();
    start();
    const test::TempFolder folder;
    ExportRequest wish;
    wish.target = folder.file("out.bin");
    const auto done = remote::export_remotely(socket_, {}, wish, {}, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::BadFile);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace headroom
