// GuiOptions: the window's switches.
#include "app/gui_options.h"

#include "app/cli/window_switches.h"
#include "ui/families/registry.h"

#include <QRegularExpression>

namespace headroom {
namespace {

Error bad(const QString& text) {
    return make_error(ErrorCode::InvalidArgument, text.toStdString(), "headroom --help lists the switches.");
}

Result<QSize> parse_size(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^(\\d{3,5})[xX×](\\d{3,5})$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch()) return bad(QStringLiteral("--size: '%1' is not WIDTHxHEIGHT, e.g. 1600x1000").arg(text));
    return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

Result<int> parse_number(const QString& name, const QString& text, int low, int high) {
    bool ok = false;
    const int value = text.toInt(&ok);
    if (!ok || value < low || value > high)
        return bad(QStringLiteral("%1: '%2' is not a number between %3 and %4").arg(name, text).arg(low).arg(high));
    return value;
}

/// Sets the option `name` that takes a value.
Result<void> set_value(GuiOptions& o, const QString& name, const QString& value) {
    if (name == QLatin1String("--demo")) {
        QStringList demos;
        for (const auto* family : ui::window_families()) {
            if (*family->facts().demo_preset) demos << QString::fromUtf8(name_of(family->kind()));
        }
        if (!demos.contains(value))
            return bad(QStringLiteral("--demo: '%1' is not one of %2").arg(value, demos.join(QStringLiteral(", "))));
        o.demo = true;
        o.demo_model = value.toStdString();
    } else if (name == QLatin1String("--open"))
        o.open = value;
    else if (name == QLatin1String("--attach")) {
        if (value.isEmpty() || value == QLatin1String("unix:"))
            return bad(QStringLiteral("--attach: '%1' names no run").arg(value));
        o.attach = value;
    } else if (name == QLatin1String("--imagine")) {
        o.imagine = true;
        o.prompts = value;
    } else if (name == QLatin1String("--screenshot"))
        o.screenshots = value;
    else if (name == QLatin1String("--take-settings"))
        o.settings = value;
    else if (name == QLatin1String("--contact-sheet"))
        o.sheets = value;
    else if (name == QLatin1String("--look"))
        o.look = value;
    else if (name == QLatin1String("--scenes"))
        o.scenes = value;
    else if (name == QLatin1String("--fake"))
        o.fake = value;
    else if (name == QLatin1String("--runs-dir")) {
        if (value.isEmpty()) return bad(QStringLiteral("--runs-dir: names no folder"));
        o.runs = value;
    } else if (name == QLatin1String("--language")) {
        const QStringList known{QStringLiteral("system"), QStringLiteral("en"), QStringLiteral("de"),
                                QStringLiteral("pseudo")};
        if (!known.contains(value))
            return bad(QStringLiteral("--language: '%1' is not system, en, de or pseudo").arg(value));
        o.language = value;
    } else if (name == QLatin1String("--theme")) {
        if (!QStringList{QStringLiteral("dark"), QStringLiteral("light"), QStringLiteral("contrast"),
                         QStringLiteral("system")}
                 .contains(value)) {
            return bad(QStringLiteral("--theme: '%1' is not dark, light, contrast or system").arg(value));
        }
        o.theme = value;
    } else if (name == QLatin1String("--size")) {
        const Result<QSize> size = parse_size(value);
        if (!size) return size.error();
        o.size = *size;
    } else {
        const bool scale = name == QLatin1String("--text-scale");
        const Result<int> number = scale ? parse_number(name, value, 100, 200) : parse_number(name, value, 0, 1000000);
        if (!number) return number.error();
        (scale ? o.text_percent : o.quit_after) = *number;
    }
    return {};
}

bool set_flag(GuiOptions& o, const QString& name) {
    if (name == QLatin1String("--demo"))
        o.demo = true;
    else if (name == QLatin1String("--reset-layout"))
        o.reset_layout = true;
    else if (name == QLatin1String("--safe-mode"))
        o.safe_mode = true;
    else if (name == QLatin1String("--version"))
        o.version = true;
    else if (name == QLatin1String("--help") || name == QLatin1String("-h"))
        o.help = true;
    else
        return false;
    return true;
}

bool takes_value(const QString& name) {
    for (const WindowSwitch& s : kWindowSwitches) {
        if (name == QLatin1String(s.name.data(), static_cast<qsizetype>(s.name.size()))) return !s.value.empty();
    }
    return false;
}

}  // namespace

Result<GuiOptions> parse_gui_options(const QStringList& arguments) {
    GuiOptions options;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const qsizetype equals = arguments[i].indexOf(QLatin1Char('='));
        const QString name = equals > 0 ? arguments[i].left(equals) : arguments[i];
        const bool alone = name != QLatin1String("--demo") || i + 1 >= arguments.size() ||
                           arguments[i + 1].startsWith(QLatin1String("--"));
        if (equals < 0 && alone && set_flag(options, name)) continue;
        if (!name.startsWith(QLatin1Char('-')) && options.dropped.isEmpty()) {
            options.dropped = arguments[i];
            continue;
        }
        if (!takes_value(name)) return bad(QStringLiteral("%1: no such switch").arg(arguments[i]));
        if (equals < 0 && i + 1 >= arguments.size()) return bad(QStringLiteral("%1: a value is missing").arg(name));
        const QString value = equals > 0 ? arguments[i].mid(equals + 1) : arguments[++i];
        if (const Result<void> set = set_value(options, name, value); !set) return set.error();
    }
    return options;
}

QString gui_help() {
    std::string out = "headroom: " + std::string(kWindowSummary) + ".\n\nusage: headroom [FILE] [SWITCHES]\n\n";
    const auto add = [&out](const WindowSwitch& s) {
        std::string left = "  " + std::string(s.name) + (s.value.empty() ? "" : " ") + std::string(s.value);
        constexpr std::size_t column = 30;
        left += left.size() < column ? std::string(column - left.size(), ' ') : "\n" + std::string(column, ' ');
        out += left + std::string(s.help) + "\n";
    };
    add(kWindowFile);
    for (const WindowSwitch& s : kWindowSwitches) add(s);
    add({"--help", "", "Show this help."});
    return QString::fromStdString(out);
}

}  // namespace headroom
