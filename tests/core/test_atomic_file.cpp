// Atomic files: the target is old or new and never between, also on a full disk; strays go, live partial files stay.
#include "core/io/files/atomic_file.h"

#include "core/base/file_errors.h"
#include "core/io/files/disk_space.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sha256.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

bool links_work = true;     // false: as on a file system that gives a file no second name
int renames_to_crash = -1;  // so many until the process is killed; below zero: it is not
int renames_to_fail = -1;   // so many until one fails; likewise

}  // namespace

// The C library's, which no test can ask for such a file system or for a crash at such a moment.
extern "C" int link(const char* from, const char* to) noexcept {
    if (links_work) return ::linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}
extern "C" int rename(const char* from, const char* to) noexcept {
    if (renames_to_crash == 0) ::kill(::getpid(), SIGKILL);
    if (renames_to_crash > 0) --renames_to_crash;
    if (renames_to_fail >= 0 && renames_to_fail-- == 0) {
        errno = EIO;
        return -1;
    }
    return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

namespace headroom {
namespace {

namespace fs = std::filesystem;

struct WithoutLinks {
    WithoutLinks() { links_work = false; }
    ~WithoutLinks() { links_work = true; }
};

std::span<const std::byte> bytes_of(const std::string& s) { return std::as_bytes(std::span(s.data(), s.size())); }

std::size_t entries(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AtomicFile, WritesReplacesAndLeavesNothingElse) {
    const test::TempFolder folder;
    const std::string path = folder.file("a.json");
    ASSERT_TRUE(write_text_atomic(path, "one"));
    ASSERT_TRUE(write_text_atomic(path, ""));
    EXPECT_EQ(test::read_bytes(path), "");
    const std::string big(3u << 20, 'x');
    ASSERT_TRUE(write_text_atomic(path, big));
    EXPECT_EQ(*read_text(path), big);
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(AtomicFile, KeepsPermissionsAndFollowsLinks) {
    const test::TempFolder folder;
    test::write_bytes(folder.file("real"), "old");
    ASSERT_EQ(chmod(folder.file("real").c_str(), 0640), 0);
    fs::create_symlink(folder.file("real"), folder.file("link"));
    ASSERT_TRUE(write_text_atomic(folder.file("link"), "new"));
    EXPECT_TRUE(fs::is_symlink(folder.file("link")));
    EXPECT_EQ(test::read_bytes(folder.file("real")), "new");
    struct stat info {};
    ASSERT_EQ(stat(folder.file("real").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(AtomicFile, AbortedProducerLeavesTheTargetAlone) {
    const test::TempFolder folder;
    const std::string path = folder.file("a.bin");
    ASSERT_TRUE(write_text_atomic(path, "old"));
    const auto written = write_stream_atomic(path, 100, [](const WriteFn& write) -> Result<void> {
        if (auto ok = write(bytes_of("half")); !ok) return ok;
        return make_error(ErrorCode::Cancelled, "stopped");
    });
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(test::read_bytes(path), "old");
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(AtomicGroup, FilesGoIntoPlaceTogetherOrNotAtAll) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_text_atomic(folder.file("a"), "old"));
    {
        const AtomicGroup given_up;
        ASSERT_TRUE(write_text_atomic(folder.file("a"), "new"));
        ASSERT_TRUE(write_text_atomic(folder.file("b"), "new"));
        EXPECT_EQ(test::read_bytes(folder.file("a")), "old");
    }
    EXPECT_EQ(test::read_bytes(folder.file("a")), "old");
    EXPECT_EQ(entries(folder.path()), 1u);
    AtomicGroup group;
    ASSERT_TRUE(write_text_atomic(folder.file("a"), "new"));
    ASSERT_TRUE(write_text_atomic(folder.file("b"), "new"));
    ASSERT_TRUE(group.commit());
    EXPECT_EQ(test::read_bytes(folder.file("a")), "new");
    EXPECT_EQ(test::read_bytes(folder.file("b")), "new");
    EXPECT_EQ(entries(folder.path()), 2u);
}

void one_cannot_go_into_place() {
    const test::TempFolder folder;
    for (const char* name : {"a", "d"}) ASSERT_TRUE(write_text_atomic(folder.file(name), "old"));
    {
        AtomicGroup group;
        for (const char* name : {"a", "b", "a", "c", "d"}) ASSERT_TRUE(write_text_atomic(folder.file(name), "new"));
        ASSERT_TRUE(fs::create_directories(folder.file("c/below")));  // meanwhile, by somebody else
        const auto committed = group.commit();
        ASSERT_FALSE(committed);
        EXPECT_EQ(committed.error().message, "cannot write " + folder.file("c") + ": it is a folder");
    }
    EXPECT_EQ(test::read_bytes(folder.file("a")), "old");
    EXPECT_EQ(test::read_bytes(folder.file("d")), "old");
    EXPECT_FALSE(fs::exists(folder.file("b")));
    EXPECT_TRUE(fs::exists(folder.file("c/below")));
    EXPECT_EQ(entries(folder.path()), 3u) << "nothing that was kept aside stays";
}

TEST(AtomicGroup, WhereOneCannotGoIntoPlaceTheOthersAreAsTheyWere) { one_cannot_go_into_place(); }

TEST(AtomicGroup, WithoutLinksTheOthersAreAsTheyWereToo) {
    const WithoutLinks none;
    one_cannot_go_into_place();
}

TEST(AtomicGroup, ACrashAtAnyRenameLosesNoFile) {
    for (const bool links : {true, false}) {
        for (int placed = 0; placed < 3; ++placed) {
            const test::TempFolder folder;
            const std::vector<std::string> files{folder.file("a"), folder.file("b"), folder.file("c")};
            for (const std::string& file : files) ASSERT_TRUE(write_text_atomic(file, "old"));
            const pid_t child = fork();
            if (child == 0) {
                links_work = links;
                AtomicGroup group;
                for (const std::string& file : files) (void)write_text_atomic(file, "new");
                renames_to_crash = placed;
                (void)group.commit();
                _exit(1);
            }
            int status = 0;
            ASSERT_EQ(waitpid(child, &status, 0), child);
            ASSERT_TRUE(WIFSIGNALED(status));
            sweep_partial_files(folder.path());
            for (int i = 0; i < 3; ++i)
                EXPECT_EQ(test::read_bytes(files[static_cast<std::size_t>(i)]), i < placed ? "new" : "old") << links;
            EXPECT_EQ(entries(folder.path()), 3u);
        }
    }
}

TEST(AtomicGroup, AnEarlierFileThatCannotBePutBackIsNoPartialFile) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_text_atomic(folder.file("a"), "old"));
    {
        AtomicGroup group;
        for (const char* name : {"a", "b"}) ASSERT_TRUE(write_text_atomic(folder.file(name), "new"));
        ASSERT_TRUE(fs::create_directories(folder.file("b/below")));
        renames_to_fail = 2;  // both go into place first, as far as they can
        EXPECT_FALSE(group.commit());
        renames_to_fail = -1;
    }
    std::vector<std::string> kept;
    for (const auto& entry : fs::directory_iterator(folder.path()))
        if (const std::string name = entry.path().filename().string(); name != "a" && name != "b") kept.push_back(name);
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_FALSE(is_partial_name(kept.front())) << "the next sweep would take " << kept.front();
    EXPECT_EQ(test::read_bytes(folder.file(kept.front())), "old");
}

TEST(AtomicGroup, FollowsLinks) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_text_atomic(folder.file("real"), "old"));
    fs::create_symlink(folder.file("real"), folder.file("link"));
    AtomicGroup group;
    ASSERT_TRUE(write_text_atomic(folder.file("link"), "new"));
    ASSERT_TRUE(group.commit());
    EXPECT_TRUE(fs::is_symlink(folder.file("link")));
    EXPECT_EQ(test::read_bytes(folder.file("real")), "new");
    EXPECT_EQ(entries(folder.path()), 2u);
}

TEST(AtomicFile, FullDiskAtAnyByteKeepsTheOldFileAndNamesTheNewOne) {
    const test::TempFolder folder;
    const std::string path = folder.file("model.safetensors");
    ASSERT_TRUE(write_text_atomic(path, "old"));
    const std::string content(5000, 'n');
    for (rlim_t limit = 0; limit < 5000; limit += 499) {
        const test::FileSizeLimit full(limit);
        const auto known_size = write_text_atomic(path, content);
        const auto unknown_size =
            write_stream_atomic(path, 0, [&](const WriteFn& write) { return write(bytes_of(content)); });
        for (const auto* written : {&known_size, &unknown_size}) {
            ASSERT_FALSE(*written) << limit;
            EXPECT_EQ(written->error().code, ErrorCode::Disk);
            EXPECT_NE(written->error().message.find(path), std::string::npos);
        }
    }
    EXPECT_EQ(test::read_bytes(path), "old");
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(AtomicFile, MoreThanTheDiskHoldsIsRefusedBeforeWriting) {
    const test::TempFolder folder;
    bool asked = false;
    const auto written = write_stream_atomic(folder.file("huge"), 1ull << 60, [&](const WriteFn&) -> Result<void> {
        asked = true;
        return {};
    });
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::Disk);
    EXPECT_NE(written.error().message.find("the disk is full"), std::string::npos);
    EXPECT_FALSE(asked);
    EXPECT_EQ(entries(folder.path()), 0u);
}

TEST(AtomicFile, AFolderThatTakesNoFilesIsNotCalledFull) {
    const test::TempFolder folder;
    const auto message = [](const std::string& path) {
        const auto written = write_text_atomic(path, "text"), probed = check_new_file(path);
        EXPECT_FALSE(written || probed) << path;
        EXPECT_EQ(written.error().code, ErrorCode::Disk) << path;
        EXPECT_EQ(written.error().message, probed.error().message);
        return written.error().message + ". " + written.error().hint;
    };
    EXPECT_EQ(message("/proc/headroom.png"),
              "cannot write /proc/headroom.png: its folder takes no files. Choose another folder.");
    const std::string below = folder.file("none/a.png");
    EXPECT_EQ(message(below),
              "cannot write " + below + ": its folder does not exist. Make the folder first, or choose another.");
    EXPECT_EQ(write_error("/a", ENOSPC).message, "cannot write /a: the disk is full");
    EXPECT_EQ(write_error("/a", EACCES).message, "cannot write /a: permission denied");
    EXPECT_EQ(write_error("/a", EROFS).message, "cannot write /a: the file system is read-only");
    // To root everything is permitted, so it is nobody for a moment.
    const uid_t me = geteuid();
    ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
    if (me == 0) ASSERT_EQ(seteuid(65534), 0);
    const std::string refused = message(folder.file("a.png"));
    if (me == 0) ASSERT_EQ(seteuid(me), 0);
    EXPECT_NE(refused.find("permission denied. Choose another folder or change its permissions"), std::string::npos)
        << refused;
    ASSERT_EQ(chmod(folder.path().c_str(), 0700), 0);
    EXPECT_TRUE(check_new_file(folder.file("a.png")));
    EXPECT_EQ(entries(folder.path()), 0u) << "the trial leaves nothing";
}

TEST(PathOnDisk, EndsAtWhatIsThereWhereverItIsAsked) {
    const test::TempFolder folder;
    const fs::path home = fs::path(folder.path()).lexically_normal();
    const PathOnDisk below = path_on_disk(home / "x" / ".." / "a" / "b");
    EXPECT_EQ(below.there, home);
    EXPECT_EQ(below.missing, (std::vector<fs::path>{home / "a", home / "a" / "b"}));
    EXPECT_EQ(path_on_disk(folder.path() + "/a/").missing, (std::vector<fs::path>{home / "a"}));
    EXPECT_EQ(nearest_folder(folder.file("a/b")), home.string());
    EXPECT_TRUE(check_new_folder(folder.file("a/b")));
    EXPECT_FALSE(fs::exists(home / "a")) << "nothing was made";
    ASSERT_TRUE(fs::create_directory(home / "a"));
    EXPECT_EQ(path_on_disk(home / "a").there, home / "a");
    EXPECT_TRUE(path_on_disk(home / "a").missing.empty());
    // A file in the way is what is there; a folder can only be made beside it.
    test::write_bytes(folder.file("plain"), "x");
    EXPECT_EQ(path_on_disk(home / "plain" / "a").there, home / "plain");
    EXPECT_EQ(nearest_folder(folder.file("plain/a")), home.string());
    EXPECT_EQ(check_new_folder(folder.file("plain/a")).error().code, ErrorCode::Disk);
    EXPECT_EQ(nearest_folder("/"), "/");
}

TEST(AtomicFile, BadTargetsAreDiskErrors) {
    const test::TempFolder folder;
    test::write_bytes(folder.file("plain"), "x");
    for (const std::string& path :
         {std::string(), folder.path(), folder.path() + "/", folder.file("plain/below"), folder.file("none/below"),
          std::string("/dev/full"), folder.file(std::string(300, 'n'))}) {
        const auto written = write_text_atomic(path, "text");
        ASSERT_FALSE(written) << path;
        EXPECT_EQ(written.error().code, ErrorCode::Disk) << path;
    }
    EXPECT_TRUE(write_text_atomic(folder.file(std::string(250, 'n')), "text")) << "a long name is fine";
}

TEST(AtomicFile, ReadTextRefusesWhatIsNoFileOrTooLarge) {
    const test::TempFolder folder;
    EXPECT_EQ(read_text(folder.file("none")).error().code, ErrorCode::NotFound);
    EXPECT_EQ(read_text(folder.path()).error().code, ErrorCode::BadFile);
    ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
    EXPECT_EQ(read_text(folder.file("pipe")).error().code, ErrorCode::BadFile);
    test::write_bytes(folder.file("big"), std::string(1000, 'x'));
    EXPECT_EQ(read_text(folder.file("big"), 999).error().code, ErrorCode::BadFile);
    EXPECT_TRUE(read_text(folder.file("big"), 1000));
}

TEST(AtomicFile, KilledWritersLeaveOldOrNewAndTheirStraysAreSwept) {
    const test::TempFolder folder;
    const std::string path = folder.file("a.bin");
    const std::string old_text(200000, 'o'), new_text(200000, 'n');
    ASSERT_TRUE(write_text_atomic(path, old_text));
    const pid_t child = fork();
    if (child == 0) {
        (void)write_stream_atomic(path, 0, [&](const WriteFn& write) {
            auto ok = write(bytes_of(new_text));
            kill(getpid(), SIGKILL);
            return ok;
        });
        _exit(1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(test::read_bytes(path), old_text);
    EXPECT_EQ(entries(folder.path()), 2u) << "the partial file of the dead writer";
    sweep_partial_files(folder.path());
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(AtomicFile, SweepTakesOnlyDeadPartialsOfItsOwnKind) {
    const test::TempFolder folder;
    for (const std::string& name : {std::string("a.partial-1-x"), std::string(".a.partial-"),
                                    std::string(".a.partial-x-1"), ".a.partial-" + std::to_string(getppid()) + "-aa"}) {
        test::write_bytes(folder.file(name), "keep");
    }
    std::string earlier = make_partial_name("a"), elsewhere = earlier;
    const auto change = [](char& digit) { digit = digit == '0' ? '1' : '0'; };
    change(earlier[earlier.rfind('-') - 1]);
    test::write_bytes(folder.file(earlier), "left by an earlier process with the same pid");
    change(elsewhere[elsewhere.rfind('-') - 16]);
    test::write_bytes(folder.file(elsewhere), "of another machine that shares the folder: its pids say nothing here");
    test::write_bytes(folder.file(elsewhere + "1"), "so old that nobody writes it any more");
    std::filesystem::last_write_time(folder.file(elsewhere + "1"),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * 8));
    const auto written = write_stream_atomic(folder.file("live"), 0, [&](const WriteFn& write) {
        auto ok = write(bytes_of("text"));
        sweep_partial_files(folder.path());
        return ok;
    });
    EXPECT_TRUE(written) << "a write under way survives a sweep";
    EXPECT_EQ(entries(folder.path()), 6u);
    EXPECT_TRUE(std::filesystem::exists(folder.file(elsewhere)));
}

TEST(Sha256, KnownAnswers) {
    const auto hash = [](const std::string& s) {
        Sha256 h;
        h.update(bytes_of(s));
        return h.hex();
    };
    EXPECT_EQ(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hash(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesDoNotMatter) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text.push_back(static_cast<char>(i * 7));
    Sha256 whole;
    whole.update(bytes_of(text));
    const std::string expected = whole.hex();
    EXPECT_EQ(sha256_of(text), expected);
    for (std::size_t piece : {1u, 3u, 55u, 63u, 64u, 65u, 200u}) {
        Sha256 h;
        for (std::size_t at = 0; at < text.size(); at += piece) h.update(bytes_of(text.substr(at, piece)));
        EXPECT_EQ(h.hex(), expected) << piece;
    }
    const test::TempFolder folder;
    test::write_bytes(folder.file("f"), text);
    EXPECT_EQ(*sha256_of_file(folder.file("f")), expected);
    EXPECT_EQ(sha256_of_file(folder.file("g")).error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace headroom
