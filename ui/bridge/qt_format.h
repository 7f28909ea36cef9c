// Number formats of the window: grouping and decimal point from QLocale, true minus, units spelt as the design says.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <QStringList>

#include <functional>
#include <optional>

namespace headroom::ui {

/// The contract's UTF-8 as Qt's text.
QString fromUtf8(std::string_view text);
/// What `text` says of each of `things`, in their order.
template <class Things, class Text> QStringList textsOf(const Things& things, Text text) {
    QStringList out;
    for (const auto& each : things) out << std::invoke(text, each);
    return out;
}
/// The same words as the beginning of a sentence or as a title: its first letter is a capital.
QString capitalised(QString text);

/// The unit of a panel's memory figures. Where that is MiB, amounts of 2 GiB and more are said in GiB all the same, with their unit.
enum class MemoryUnit { GiB, MiB };

/// MiB while `largest` (the process at its peak) is under 1 GiB, so that the figures are not all 0.00; GiB for nothing at all.
/// Above that `current` is kept within 10 % of the border, so that a panel does not flicker between two units.
MemoryUnit unitFor(Bytes largest, MemoryUnit current = MemoryUnit::GiB);
QString unitName(MemoryUnit unit);
/// What one unit is in bytes, and what `bytes` are in units.
constexpr double unitBytes(MemoryUnit unit) { return unit == MemoryUnit::GiB ? 1073741824.0 : 1048576.0; }
constexpr double inUnit(Bytes bytes, MemoryUnit unit) { return static_cast<double>(bytes.count) / unitBytes(unit); }
/// The unit in which `bytes` are said where the panel's is `unit`.
MemoryUnit suitedUnit(Bytes bytes, MemoryUnit unit);
/// Smallest shown amounts in `bytes`, rounded: hundredths of a GiB, or whole MiB.
std::int64_t shownUnits(Bytes bytes, MemoryUnit unit);
/// The figure of so many smallest shown amounts: "4.02", "412", "20.72 GiB" (in MiB).
QString shownText(std::int64_t units, MemoryUnit unit);

/// A number with so many decimals, grouped, with a true minus. NaN: "n/a".
QString numberText(double value, int decimals);
QString countText(std::int64_t value);             ///< "4,210"
QString figureText(Bytes bytes, MemoryUnit unit);  ///< "4.02" or "412", the unit stands elsewhere; "20.72 GiB" in MiB
/// `bytes` before `next`, which is said with its unit ("%1 of %2"): without unit where both have the same.
QString leadText(Bytes bytes, Bytes next, MemoryUnit unit);
QString sizeText(Bytes bytes, MemoryUnit unit);  ///< "4.02 GiB", "412 MiB"
QString totalText(Bytes bytes);                  ///< a total in the unit that suits it: "6.00 GiB", "412 MiB"
QString tensorText(Bytes bytes);                 ///< one tensor or file: "128 MiB", "3.2 KiB", "1.50 GiB"
QString changeText(Bytes change);                ///< "+0.89 GiB", "−12 MiB" under 0.05 GiB, "0.00 GiB"
QString exactText(Bytes bytes);                  ///< "4,316,442,624 bytes"
QString signedPercentText(double percent);       ///< "+5 %", "−6 %", "0 %"
QString percentText(double percent);             ///< "40 %"
QString speedText(double images_per_second);     ///< "172 img/s"; two significant digits below 10
QString durationText(double seconds);            ///< "350 ms", "2.1 s", "3 min 02 s", "1 h 41 min", "2 d 3 h"
QString rateText(double rate);                   ///< a learning rate: "1.0e-4"; 0: "0"
QString imagesText(std::int64_t images);         ///< "640 images", "1,077.8 k images"
QString oomWords(bool survived);                 ///< label of an out-of-memory error: "OOM survived", "Out of memory"

/// A number as people type it: the window's locale first (grouping included), then with a point. "0.001" is a thousandth everywhere.
std::optional<double> typedNumber(QString text);
/// An amount as people type it, "1,5 GiB", as the engine reads it, "1.5GiB"; what is none comes back as it is.
QString plainAmount(const QString& typed);

/// An error's sentence and its hint: "The disk is full. Choose another folder." The command line's option in front is left out.
QString errorText(const Error& error);

}  // namespace headroom::ui
