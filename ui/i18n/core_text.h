// What the engine says in English, in the window's language.
#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace headroom::ui {

/// A sentence of the engine with %1, %2 ... for what changes in it, in this order. What stands for a place is a figure or words of the engine's, which
/// are said in the window's language, or a name, which stays as it is whatever it is called: "2026", "stopped". Names are those in quotes, before a
/// colon at the beginning, after "process", "pid" or "port", and those that `names` tells.
struct CoreSentence {
    constexpr CoreSentence(const char* text, const char* places = "") : source(text), names(places) {}

    const char* source;
    const char* names;  ///< "13": %1 and %3
};

/// The engine's sentences with figures, and its errors: core_sentences.h, errors_of_files.h and the others in resources/translations.
std::vector<CoreSentence> coreSentences();

/// `words` of the engine: names, help and units of settings and families (resources/translations/core_texts.h), and coreSentences(). What is in
/// neither list (lines of the log) comes back as it is. A name alone does not belong here: it may be one of the engine's words.
QString coreText(std::string_view words);

}  // namespace headroom::ui
