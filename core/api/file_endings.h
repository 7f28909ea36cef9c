// What files that travel are called, as desktops know them (packaging/linux/org.headroom.Headroom.mime.xml). Others are read too.
#pragma once

namespace headroom {

inline constexpr const char* kRecipeEnding = ".headroom-recipe";  ///< JSON
inline constexpr const char* kRunEnding = ".headroom-run";        ///< a ZIP: the archive of a run

}  // namespace headroom
