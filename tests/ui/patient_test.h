// QTest for tests of the window. What they wait for may take a minute, not QTest's five seconds: a machine that is busy, or a
// sanitizer, makes none of them fail.
#pragma once

#include <QTest>

namespace headroom::ui {

constexpr int kPatienceMs = 60000;

}  // namespace headroom::ui

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(what) QTRY_VERIFY_WITH_TIMEOUT((what), headroom::ui::kPatienceMs)
#define QTRY_VERIFY2(what, message) QTRY_VERIFY2_WITH_TIMEOUT((what), message, headroom::ui::kPatienceMs)
#define QTRY_COMPARE(what, expected) QTRY_COMPARE_WITH_TIMEOUT((what), expected, headroom::ui::kPatienceMs)
