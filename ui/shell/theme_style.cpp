// The style sheet is a template: @token is a colour, px(n) a length at 100 % text, icon(name, token) an image file. Its sides are those of words from
// left to right.
#include "ui/shell/theme_style.h"

#include "ui/shell/theme.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QSvgRenderer>

namespace headroom::ui {

namespace {

QPixmap render(const QByteArray& svg, int size, qreal ratio) {
    if (qRound(size * ratio) <= 0) return {};  // no room for an icon: nothing can be painted on
    QPixmap out(qRound(size * ratio), qRound(size * ratio));
    out.fill(Qt::transparent);
    QSvgRenderer renderer(svg);
    QPainter painter(&out);
    renderer.render(&painter, QRectF(0, 0, out.width(), out.height()));
    painter.end();
    out.setDevicePixelRatio(ratio);
    return out;
}

/// Renders at whatever size and ratio the style asks for, and reads its file only then: most icons stand in menus and on pages that are not open.
class SvgEngine : public QIconEngine {
public:
    SvgEngine(IconCache* cache, const QString& name, const QColor& normal, const QColor& disabled)
        : cache_(cache), name_(name), normal_(normal), disabled_(disabled) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const int side = qMin(rect.width(), rect.height());
        painter->drawPixmap(rect.x(), rect.y() + (rect.height() - side) / 2,
                            cache_->pixmap(name_, colorFor(mode), side, painter->device()->devicePixelRatioF()));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override { return placed(size, mode); }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override {
        return placed(size, mode);
    }
    QIconEngine* clone() const override { return new SvgEngine(*this); }

private:
    /// A button asks for more width than height where text follows: the rest is the gap between icon and text.
    QPixmap placed(const QSize& size, QIcon::Mode mode) {
        const QPixmap icon = cache_->pixmap(name_, colorFor(mode), qMin(size.width(), size.height()), 1.0);
        if (size.width() <= size.height() || size.isEmpty()) return icon;
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        painter.drawPixmap(0, 0, icon);
        return out;
    }
    const QColor& colorFor(QIcon::Mode mode) const { return mode == QIcon::Disabled ? disabled_ : normal_; }

    IconCache* cache_;  ///< the theme's, which outlives all icons
    QString name_;
    QColor normal_, disabled_;
};

/// Icons that point along what is read.
bool turns(const QString& icon) {
    static const QSet<QString> pointing{QStringLiteral("chevron-right"),
                                        QStringLiteral("arrow-narrow-right"),
                                        QStringLiteral("arrow-back-up"),
                                        QStringLiteral("arrow-forward-up"),
                                        QStringLiteral("player-skip-back"),
                                        QStringLiteral("player-skip-forward"),
                                        QStringLiteral("list"),
                                        QStringLiteral("list-details")};
    return QGuiApplication::layoutDirection() == Qt::RightToLeft && pointing.contains(icon);
}

}  // namespace

QByteArray IconCache::svg(const QString& name, const QColor& color) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("icon %s is missing", qUtf8Printable(name));
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"/>";
    }
    QByteArray text = file.readAll();
    text.replace("currentColor", color.name().toLatin1());
    text.replace("stroke-width=\"2\"", "stroke-width=\"1.75\"");
    if (turns(name)) text.replace("  <path", "  <path transform=\"matrix(-1 0 0 1 24 0)\"");
    return text;
}

QPixmap IconCache::pixmap(const QString& name, const QColor& color, int size, qreal device_pixel_ratio) {
    const QString key = QStringLiteral("%1|%2|%3|%4").arg(name, color.name()).arg(size).arg(device_pixel_ratio);
    const auto found = pixmaps_.constFind(key);
    if (found != pixmaps_.constEnd()) return *found;
    return *pixmaps_.insert(key, render(svg(name, color), size, device_pixel_ratio));
}

QIcon IconCache::icon(const QString& name, const QColor& color, const QColor& disabled) {
    const QString key = name + QLatin1Char('|') + color.name();
    const auto found = icons_.constFind(key);
    if (found != icons_.constEnd()) return *found;
    return *icons_.insert(key, QIcon(new SvgEngine(this, name, color, disabled)));
}

void IconCache::clear() {
    pixmaps_.clear();
    icons_.clear();
}

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
    static constexpr std::pair<QPalette::ColorRole, Token> colors[] = {{QPalette::Window, Token::Panel},
                                                                       {QPalette::WindowText, Token::T1},
                                                                       {QPalette::Base, Token::Input},
                                                                       {QPalette::AlternateBase, Token::Raised},
                                                                       {QPalette::Text, Token::T1},
                                                                       {QPalette::PlaceholderText, Token::T3},
                                                                       {QPalette::Button, Token::Raised},
                                                                       {QPalette::ButtonText, Token::T1},
                                                                       {QPalette::BrightText, Token::OnFill},
                                                                       {QPalette::ToolTipBase, Token::Raised},
                                                                       {QPalette::ToolTipText, Token::T1},
                                                                       {QPalette::Highlight, Token::Sel},
                                                                       {QPalette::HighlightedText, Token::T1},
                                                                       {QPalette::Link, Token::Acc},
                                                                       {QPalette::LinkVisited, Token::Acc},
                                                                       {QPalette::Light, Token::Hover},
                                                                       {QPalette::Midlight, Token::Hover},
                                                                       {QPalette::Mid, Token::Line},
                                                                       {QPalette::Dark, Token::Line},
                                                                       {QPalette::Shadow, Token::Win}};
    QPalette p;
    for (const auto& [role, token] : colors) p.setColor(role, theme.color(token));
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, theme.color(Token::T3));
    return p;
}

QString ThemeStyle::imageFile(const QString& icon, const QColor& color) {
    // Named by all that it depends on: what is cached of a path is never that of another theme.
    const QString side = turns(icon) ? QStringLiteral("-turned") : QString();
    const QString path = images_->filePath(QStringLiteral("%1-%2%3.svg").arg(icon, color.name().mid(1), side));
    QFile file(path);
    if (!file.exists() && file.open(QIODevice::WriteOnly)) file.write(IconCache::svg(icon, color));
    return path;
}

QString ThemeStyle::sheet(const Theme& theme) {
    if (!images_) images_.emplace();
    QFile file(QStringLiteral(":/qss/headroom.qss"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString text = QString::fromUtf8(file.readAll());
    QHash<QString, QColor> colors;  // asked for hundreds of times
    for (int i = 0; i < kTokenCount; ++i)
        colors[token_name(static_cast<Token>(i))] = theme.color(static_cast<Token>(i));
    const auto token = [&](const QString& name) {
        if (!colors.contains(name)) qWarning("style sheet: no token %s", qUtf8Printable(name));
        return colors.value(name);
    };
    text =
        replaced(text, QRegularExpression(QStringLiteral("icon\\(([a-z0-9-]+), *([a-z0-9]+)\\)")), [&](const auto& m) {
            return QStringLiteral("url(%1)").arg(imageFile(m.captured(1), token(m.captured(2))));
        });
    text = replaced(text, QRegularExpression(QStringLiteral("px\\((\\d+)\\)")),
                    [&](const auto& m) { return QStringLiteral("%1px").arg(theme.scaled(m.captured(1).toInt())); });
    if (QGuiApplication::layoutDirection() == Qt::RightToLeft) {  // what Qt leaves where it is
        text = replaced(text,
                        QRegularExpression(QStringLiteral("\\b((?:padding|border(?:-top|-bottom)?)-)(left|right)\\b")),
                        [](const auto& m) {
                            const bool left = m.captured(2) == QLatin1String("left");
                            return m.captured(1) + (left ? QLatin1String("right") : QLatin1String("left"));
                        });
        text.replace(QLatin1String("QSlider::sub-page:"), QLatin1String("QSlider::add-page:"));
    }
    return replaced(text, QRegularExpression(QStringLiteral("@([a-z0-9]+)")),
                    [&](const auto& m) { return token(m.captured(1)).name(); });
}

}  // namespace headroom::ui
