// Words of the timeline's marks, made from events.
#include "ui/models/mark_text.h"

#include "core/api/param_schema.h"
#include "core/api/prompt.h"
#include "core/config/change_mark.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_edits.h"

#include <QCoreApplication>
#include <QLocale>

#include <iterator>

namespace headroom::ui {
namespace {

struct MarkText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

constexpr qsizetype kMostWords = 24;

QString shortReal(double value) {
    if (value != 0.0 && (std::abs(value) < 1e-2 || std::abs(value) >= 1e6)) {
        const QString text = rateText(value);  // "2.0e-4"
        const QString zero = QLocale().decimalPoint() + QStringLiteral("0e");
        return QString(text).replace(zero, QStringLiteral("e"));
    }
    int decimals = 0;
    for (double scaled = std::abs(value); decimals < 4 && std::abs(scaled - std::round(scaled)) > 1e-9; scaled *= 10.0)
        ++decimals;
    return numberText(value, decimals);
}

QString shortCount(std::int64_t value) {
    if (value >= 10000 && value % 1000 == 0) return MarkText::tr("%1 k").arg(countText(value / 1000));
    return countText(value);
}

/// The ladder's patch as "256 × 1", with what it did not name taken from the other patch.
QString batchText(const ParamPatch& patch) {
    const auto value = [&](const char* key) {
        const auto found = patch.find(key);
        return found == patch.end() ? QString() : shortValue(found->first, found->second);
    };
    const QString micro = value("batch.micro");
    const QString accumulate = value("batch.accumulate");
    if (micro.isEmpty()) return {};
    return accumulate.isEmpty() ? micro : micro + QStringLiteral(" × ") + accumulate;
}

/// Recorded as "image.size 128: why".
MetricsMark refusalMark(const RefusalMark& mark, ModelKind kind) {
    const std::size_t end = mark.text.find(": ");
    const std::string asked = mark.text.substr(0, end);
    const std::size_t space = asked.find(' ');
    QString what = fromUtf8(asked);
    const ParamRow* row = find_param(asked.substr(0, space), kind);
    if (row && space != std::string::npos) {
        const std::string written = asked.substr(space + 1);
        const auto value = parse_param(*row, written);
        what = coreText(row->label) + QLatin1Char(' ') +
               (value ? shortValue(std::string(row->key), *value) : fromUtf8(written));
    }
    const QString short_text = MarkText::tr("%1 refused").arg(what);
    const QString why = end == std::string::npos ? QString() : coreText(mark.text.substr(end + 2));
    return {MetricsMark::Kind::Edit, mark.step, mark.images,
            why.isEmpty() ? short_text : MarkText::tr("%1 refused: %2").arg(what, why), short_text};
}

}  // namespace

QString shortValue(const std::string& key, const ParamValue& value) {
    if (const bool* on = std::get_if<bool>(&value)) return *on ? MarkText::tr("on") : MarkText::tr("off");
    if (const auto* count = std::get_if<std::int64_t>(&value)) {
        const ParamRow* row = find_param(key);
        return row && row->type == ParamType::ByteSize ? totalText({*count}) : shortCount(*count);
    }
    if (const double* real = std::get_if<double>(&value)) return shortReal(*real);
    return fromUtf8(std::get<std::string>(value));
}

QString recoveryText(std::string_view recorded) {
    QStringList out;
    for (const QString& part : fromUtf8(recorded).split(QStringLiteral("; "))) {
        const QString tried = part.section(QStringLiteral(": "), 0, 0), came_of_it = part.mid(tried.size() + 2);
        const QStringList results = textsOf(came_of_it.split(QStringLiteral(", "), Qt::SkipEmptyParts),
                                            [](const QString& result) { return coreText(result.toStdString()); });
        out << coreText(tried.toStdString());
        if (!results.isEmpty()) out.last() += QStringLiteral(": ") + results.join(QStringLiteral(", "));
    }
    return out.join(QStringLiteral("; "));
}

QString promptChange(const std::string& before, const std::string& after) {
    const auto flat = [](const std::string& text) {
        std::vector<Prompt> out;
        for (const PromptSet& set : parse_prompts(text)) out.insert(out.end(), set.begin(), set.end());
        return out;
    };
    const std::vector<Prompt> old = flat(before), now = flat(after);
    const auto words = [](const Prompt& prompt) {
        const QString text = fromUtf8(prompt.text);
        return nameText(text.size() > kMostWords ? text.left(kMostWords - 1).trimmed() + QChar(0x2026) : text);
    };
    const auto missing = [](const std::vector<Prompt>& from, const std::vector<Prompt>& in) {
        std::vector<Prompt> out;
        std::ranges::copy_if(from, std::back_inserter(out),
                             [&](const Prompt& p) { return std::ranges::find(in, p) == in.end(); });
        return out;
    };
    const std::vector<Prompt> gone = missing(old, now), fresh = missing(now, old);
    if (gone.empty() && fresh.size() == 1) return QStringLiteral("+ ") + words(fresh.front());
    if (fresh.empty() && gone.size() == 1) return QStringLiteral("− ") + words(gone.front());
    if (gone.size() == 1 && fresh.size() == 1 && gone.front().text == fresh.front().text) {
        const Prompt &a = gone.front(), &b = fresh.front();
        if (a.on != b.on) return (b.on ? MarkText::tr("%1 on") : MarkText::tr("%1 off")).arg(words(b));
        if (a.weight != b.weight)
            return MarkText::tr("%1 %2 to %3").arg(words(b), numberText(a.weight, 2), numberText(b.weight, 2));
    }
    return MarkText::tr("Prompts changed");
}

std::optional<MetricsMark> markOf(const ParamApplied& change, ModelKind kind) {
    if (change.origin == ChangeOrigin::Ladder) return std::nullopt;
    const ParamRow* row = find_param(change.key, kind);
    const QString name = row ? coreText(row->label) : fromUtf8(change.key);
    const QString after = shortValue(change.key, change.new_value);
    MetricsMark mark{MetricsMark::Kind::Edit, change.step, change.images,
                     MarkText::tr("%1 %2 to %3").arg(name, shortValue(change.key, change.old_value), after),
                     name + QLatin1Char(' ') + after};
    if (change.key == "prompts" || change.key == "prompts.pictures" || change.key == "prompts.noise") {
        mark.text = promptChange(std::get<std::string>(change.old_value), std::get<std::string>(change.new_value));
        mark.short_text = MarkText::tr("prompts");
    }
    if (const QString by = ParamEdits::authorOf(change); !by.isEmpty())
        mark.text = MarkText::tr("%1, by %2").arg(mark.text, by);
    return mark;
}

MetricsMark markOf(const OomRecovered& event) {
    const QString words = oomWords(event.survived);
    MetricsMark mark{MetricsMark::Kind::Oom, event.step, event.images, words, words};
    if (!event.survived) {  // what was tried on the way is not in force
        mark.kind = MetricsMark::Kind::OomFatal;
        return mark;
    }
    const QString before = batchText(event.before);
    const QString after = batchText(event.after);
    if (before.isEmpty() || after.isEmpty()) return mark;
    mark.text += MarkText::tr(": %1 to %2").arg(before, after);
    mark.short_text += QStringLiteral(": ") + after;
    return mark;
}

MetricsMark markOf(const HistoryMark& mark, ModelKind kind_of_run) {
    const auto kind = mark.kind == kOomMark       ? MetricsMark::Kind::Oom
                      : mark.kind == "checkpoint" ? MetricsMark::Kind::Checkpoint
                                                  : MetricsMark::Kind::Edit;
    if (kind == MetricsMark::Kind::Checkpoint) return {kind, mark.step, mark.images, {}, {}};
    if (mark.kind == kRefusalMark) return refusalMark({mark.step, mark.images, mark.text}, kind_of_run);
    if (kind == MetricsMark::Kind::Oom) {
        const bool survived = mark.text.starts_with(kOomSurvived);  // what was tried follows
        return {survived ? kind : MetricsMark::Kind::OomFatal, mark.step, mark.images, oomWords(survived), {}};
    }
    if (mark.kind == kDataMark) return {kind, mark.step, mark.images, coreText(mark.text), {}};
    if (const std::size_t colon = mark.text.find(": "); mark.kind == kCounselMark && colon != std::string::npos) {
        const std::string_view words = mark.text;
        const QString rule = coreText(words.substr(0, colon));
        const QString text = QStringLiteral("%1: %2").arg(rule, coreText(words.substr(colon + 2)));
        return {kind, mark.step, mark.images, text, rule};
    }
    if (const auto change = change_of(mark, kind_of_run)) {
        if (auto told = markOf(*change, kind_of_run)) return *std::move(told);
    }
    // Those that cannot be told apart, as they are written but for the key, which people know by its label.
    const std::size_t space = mark.text.find(' ');
    const ParamRow* row = find_param(std::string_view(mark.text).substr(0, space), kind_of_run);
    QString text = fromUtf8(mark.text);
    if (row && space != std::string::npos) text = coreText(row->label) + fromUtf8(mark.text.substr(space));
    return {kind, mark.step, mark.images, text, {}};
}

std::optional<MetricsMark> markOf(const ParamRefused& refused, ModelKind kind) {
    if (!refused.mark) return std::nullopt;
    return refusalMark(*refused.mark, kind);
}

MetricsMark markOf(const CheckpointSaved& event) {
    return {MetricsMark::Kind::Checkpoint, event.step, event.images, {}, {}};
}

}  // namespace headroom::ui
