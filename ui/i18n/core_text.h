// What the engine says in English, in the window's language.
#pragma once

#include <QString>

#include <string_view>

namespace headroom::ui {

/// `words` of the engine: names, help and units of settings and families (resources/translations/core_texts.h), and the sentences with figures of
/// core_sentences.h. What is in neither list (names of files, lines of the log) comes back as it is.
QString coreText(std::string_view words);

}  // namespace headroom::ui
