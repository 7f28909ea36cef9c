// The pickle writer, read back with the repository's own reader and against bytes that CPython 3.11 writes.
#include "core/io/torch_files/pickle_reader.h"
#include "core/io/torch_files/pickle_writer.h"

#include <gtest/gtest.h>

#include <limits>

namespace headroom {
namespace {

Result<PickleTree> read(const std::string& bytes) {
    std::size_t used = 0;
    auto tree = read_pickle(std::as_bytes(std::span(bytes)), "test", &used);
    EXPECT_EQ(used, bytes.size());
    return tree;
}

TEST(PickleWriter, NestedValuesComeBack) {
    PickleWriter w;
    w.begin_dict();
    w.text("list");
    w.begin_list();
    w.integer(7);
    w.text("größer");
    w.begin_tuple();
    w.boolean(true);
    w.none();
    w.end_tuple();
    w.end_list();
    w.item("name", "value");
    w.text("empty");
    w.begin_list();
    w.end_list();
    w.end_dict();
    const std::string bytes = w.take();
    const auto tree = read(bytes);
    ASSERT_TRUE(tree) << tree.error().message;
    ASSERT_TRUE(tree->is(tree->root, PickleKind::Dict));
    const auto& entries = tree->children(tree->root);
    ASSERT_EQ(entries.size(), 6u);
    EXPECT_EQ(tree->text(entries[0]), "list");
    const auto& list = tree->children(entries[1]);
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(tree->at(list[0]).integer, 7);
    EXPECT_EQ(tree->text(list[1]), "größer");
    ASSERT_TRUE(tree->is(list[2], PickleKind::Tuple));
    EXPECT_EQ(tree->at(tree->children(list[2])[0]).integer, 1);
    EXPECT_TRUE(tree->is(tree->children(list[2])[1], PickleKind::None));
    EXPECT_EQ(tree->text(entries[3]), "value");
    EXPECT_TRUE(tree->children(entries[5]).empty());
}

TEST(PickleWriter, WholeNumbersOfEverySizeComeBack) {
    using Limits = std::numeric_limits<std::int64_t>;
    for (const std::int64_t n :
         {std::int64_t{0}, std::int64_t{255}, std::int64_t{256}, std::int64_t{-1}, std::int64_t{1} << 31,
          -(std::int64_t{1} << 31), (std::int64_t{1} << 31) - 1, -(std::int64_t{1} << 31) - 1,
          std::int64_t{140737488355328}, Limits::max(), Limits::min()}) {
        PickleWriter w;
        w.integer(n);
        const std::string bytes = w.take();
        const auto tree = read(bytes);
        ASSERT_TRUE(tree) << n;
        EXPECT_TRUE(tree->is(tree->root, PickleKind::Int)) << n;
        EXPECT_EQ(tree->at(tree->root).integer, n);
    }
}

// pickletools.dis of these bytes by CPython: {'a': [1, 1.5, 18446744073709551615]}
TEST(PickleWriter, BytesAreThoseOfProtocolTwo) {
    PickleWriter w;
    w.begin_dict();
    w.text("a");
    w.begin_list();
    w.integer(1);
    w.real(1.5);
    w.unsigned_integer(std::numeric_limits<std::uint64_t>::max());
    w.end_list();
    w.end_dict();
    const char expected[] = "\x80\x02}(X\x01\x00\x00\x00"
                            "a](K\x01G?\xf8\x00\x00\x00\x00\x00\x00\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00"
                            "eu.";
    EXPECT_EQ(w.take(), std::string(expected, sizeof expected - 1));
}

}  // namespace
}  // namespace headroom
