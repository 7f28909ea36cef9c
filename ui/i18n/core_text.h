// What the engine says in English, in the window's language.
#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace headroom::ui {

/// The engine's sentences with figures, and its errors: core_sentences.h, errors_of_files.h and the others.
std::vector<const char*> coreSentences();

/// `words` of the engine: names, help and units of settings and families (resources/translations/core_texts.h), and coreSentences(). What is in
/// neither list (names of files, lines of the log) comes back as it is.
QString coreText(std::string_view words);

}  // namespace headroom::ui
