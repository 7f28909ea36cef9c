// Picture files that are read: what their names end in and how they begin.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace headroom {

enum class PictureFormat { Jpeg, Png, Webp, Gif };

inline constexpr std::array<std::string_view, 7> kPictureEndings{".png", ".jpg",  ".jpeg", ".webp",
                                                                 ".gif", ".jfif", ".jpe"};

/// Of A to Z, the small one.
constexpr char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Does `name` end in `ending` (small letters), in capitals or not?
inline bool ends_in(std::string_view name, std::string_view ending) {
    return name.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), name.end() - std::ptrdiff_t(ending.size()),
                      [](char e, char n) { return small_letter(n) == e; });
}

/// Does a file's name say that it is a picture which can be read?
inline bool names_picture(std::string_view name) {
    return std::any_of(kPictureEndings.begin(), kPictureEndings.end(),
                       [&](std::string_view ending) { return ends_in(name, ending); });
}

/// How many bytes of a file picture_format_of() looks at.
inline constexpr std::size_t kPictureSignature = 12;

/// The format of a file that begins with `bytes`; nullopt: none that is read.
inline std::optional<PictureFormat> picture_format_of(std::string_view bytes) {
    if (bytes.starts_with("\xFF\xD8\xFF")) return PictureFormat::Jpeg;
    if (bytes.starts_with("\x89PNG\r\n\x1A\n")) return PictureFormat::Png;
    if (bytes.starts_with("RIFF") && bytes.substr(std::min<std::size_t>(8, bytes.size())).starts_with("WEBP"))
        return PictureFormat::Webp;
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return PictureFormat::Gif;
    return std::nullopt;
}

}  // namespace headroom
