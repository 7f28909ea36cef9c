// Whether a test is compiled with a sanitizer, whose code takes a multiple of the time that users' takes.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HEADROOM_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEADROOM_SANITIZED 1
#endif

namespace headroom::test {

#if defined(HEADROOM_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace headroom::test
