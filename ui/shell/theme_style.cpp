// The style sheet is a template: @token is a colour, px(n) a length at 100 % text, icon(name, token) an image file.
#include "ui/shell/theme_style.h"

#include "ui/shell/icon_cache.h"
#include "ui/shell/theme_tokens.h"

#include <QFile>
#include <QRegularExpression>

namespace headroom::ui {
namespace {

/// Replaces every match of `pattern` by what `make` returns for it.
template <class F> QString replaced(const QString& text, const QRegularExpression& pattern, F make) {
    QString out;
    out.reserve(text.size());
    qsizetype last = 0;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        out += QStringView(text).mid(last, match.capturedStart() - last);
        out += make(match);
        last = match.capturedEnd();
    }
    out += QStringView(text).mid(last);
    return out;
}

}  // namespace

QPalette ThemeStyle::palette(const Theme& theme) {
    QPalette p;
    const auto c = [&](Token t) { return theme.color(t); };
    p.setColor(QPalette::Window, c(Token::Panel));
    p.setColor(QPalette::WindowText, c(Token::T1));
    p.setColor(QPalette::Base, c(Token::Input));
    p.setColor(QPalette::AlternateBase, c(Token::Raised));
    p.setColor(QPalette::Text, c(Token::T1));
    p.setColor(QPalette::PlaceholderText, c(Token::T3));
    p.setColor(QPalette::Button, c(Token::Raised));
    p.setColor(QPalette::ButtonText, c(Token::T1));
    p.setColor(QPalette::BrightText, c(Token::OnFill));
    p.setColor(QPalette::ToolTipBase, c(Token::Raised));
    p.setColor(QPalette::ToolTipText, c(Token::T1));
    p.setColor(QPalette::Highlight, c(Token::Sel));
    p.setColor(QPalette::HighlightedText, c(Token::T1));
    p.setColor(QPalette::Link, c(Token::Acc));
    p.setColor(QPalette::LinkVisited, c(Token::Acc));
    p.setColor(QPalette::Light, c(Token::Hover));
    p.setColor(QPalette::Midlight, c(Token::Hover));
    p.setColor(QPalette::Mid, c(Token::Line));
    p.setColor(QPalette::Dark, c(Token::Line));
    p.setColor(QPalette::Shadow, c(Token::Win));
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        p.setColor(QPalette::Disabled, role, c(Token::T3));
    }
    return p;
}

QString ThemeStyle::imageFile(const QString& icon, const QColor& color, const QString& tag) {
    const QString path = images_->filePath(QStringLiteral("%1-%2-%3.svg").arg(icon, tag).arg(generation_));
    QFile file(path);
    if (!file.exists() && file.open(QIODevice::WriteOnly)) file.write(IconCache::svg(icon, color));
    return path;
}

QString ThemeStyle::sheet(const Theme& theme) {
    if (!images_) images_.emplace();
    ++generation_;  // a new name per theme, so that no cached picture of the old one is shown
    QFile file(QStringLiteral(":/qss/headroom.qss"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString text = QString::fromUtf8(file.readAll());
    const auto token = [&](const QString& name) {
        for (int i = 0; i < kTokenCount; ++i) {
            if (token_name(static_cast<Token>(i)) == name) return theme.color(static_cast<Token>(i));
        }
        qWarning("style sheet: no token %s", qUtf8Printable(name));
        return QColor();
    };
    text =
        replaced(text, QRegularExpression(QStringLiteral("icon\\(([a-z0-9-]+), *([a-z0-9]+)\\)")), [&](const auto& m) {
            return QStringLiteral("url(%1)").arg(imageFile(m.captured(1), token(m.captured(2)), m.captured(2)));
        });
    text = replaced(text, QRegularExpression(QStringLiteral("px\\((\\d+)\\)")),
                    [&](const auto& m) { return QStringLiteral("%1px").arg(theme.scaled(m.captured(1).toInt())); });
    return replaced(text, QRegularExpression(QStringLiteral("@([a-z0-9]+)")),
                    [&](const auto& m) { return token(m.captured(1)).name(); });
}

}  // namespace headroom::ui
