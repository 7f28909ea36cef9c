// Contact sheets: pictures of every page and dialog of the window, in its themes, sizes and situations, made from the scripted engine; the README's
// pictures are made the same way.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace headroom {

/// Writes into `folder` one sheet per look with a caption to each picture, the pictures themselves in a folder per look, and those of the README in
/// "screenshots". Needs the application and takes some minutes; the windows are real, so this is of no use while one of them is needed. `look`: one
/// look alone, empty: all; "guide": the pictures of the guide instead, which belong in resources/guide/pictures. `words`: only of scenes whose captions
/// hold them, empty: all.
/// Errors: InvalidArgument (this build has no scripted engine, or there is no such look or scene), Internal (something that a scene shows cannot be
/// seen: it is named), Disk.
Result<void> make_contact_sheets(const QString& folder, const QString& look, const QString& words = {});

}  // namespace headroom
