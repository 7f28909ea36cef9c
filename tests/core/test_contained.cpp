// Whatever is thrown becomes an error; what is returned stays.
#include "core/base/contained.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace headroom {
namespace {

TEST(Contained, WhateverIsThrownIsAnError) {
    const auto defect = contained("it failed", [] { throw std::runtime_error("a defect"); });
    ASSERT_FALSE(defect);
    EXPECT_EQ(defect.error().code, ErrorCode::Internal);
    EXPECT_EQ(defect.error().message, "it failed");
    EXPECT_EQ(defect.error().detail, "a defect");
    const auto short_of_it = contained("it failed", []() -> Result<int> { throw std::bad_alloc(); });
    ASSERT_FALSE(short_of_it);
    EXPECT_EQ(short_of_it.error().code, ErrorCode::OutOfMemory);
    const auto no_exception = contained("it failed", [] { throw 7; });
    ASSERT_FALSE(no_exception);
    EXPECT_EQ(no_exception.error().message, "it failed");
}

TEST(Contained, WhatIsReturnedStays) {
    const auto seven = contained("it failed", [] { return Result<int>(7); });
    ASSERT_TRUE(seven);
    EXPECT_EQ(*seven, 7);
    bool called = false;
    EXPECT_TRUE(contained("it failed", [&] { called = true; }));
    EXPECT_TRUE(called);
}

}  // namespace
}  // namespace headroom
