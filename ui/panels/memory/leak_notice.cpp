// LeakNotice: when it shows itself, its words and its colours.
#include "ui/panels/memory/leak_notice.h"

#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/kit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom::ui {

LeakNotice::LeakNotice(QWidget* parent)
    : QFrame(parent),
      icon_(new QLabel(this)),
      title_(new QLabel(tr("Leak sentinel: slow growth"), this)),
      text_(new QLabel(this)) {
    setObjectName(QStringLiteral("leak_notice"));
    setAutoFillBackground(true);
    auto* row = rowIn(this, {16, 8, 16, 8}, 8);
    setThemedIcon(icon_, QStringLiteral("droplet"), Token::Warn, 14);
    row->addWidget(icon_, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    row->addLayout(column, 1);
    column->addWidget(title_);
    text_->setWordWrap(true);
    column->addWidget(text_);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    const auto add = [&](const QString& text, const char* name, const auto& act) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setProperty("compact", true);
        buttons->addWidget(button);
        connect(button, &QPushButton::clicked, this, act);
    };
    add(tr("Show tensors"), "show_tensors", [this] { Q_EMIT tensorsRequested(); });
    add(tr("Snapshot…"), "snapshot", [this] { Q_EMIT snapshotRequested(); });
    add(tr("Dismiss"), "dismiss", [this] { hide(); });
    buttons->addStretch(1);
    column->addLayout(buttons);
    connect(&Theme::get(), &Theme::changed, this, &LeakNotice::applyTheme);
    applyTheme();
    hide();
}

void LeakNotice::show(const QString& message, const QString& hint) {
    text_->setText(message);
    setToolTip(hint);
    setAccessibleName(title_->text());
    setAccessibleDescription(message);
    setVisible(true);
}

QString LeakNotice::message() const { return text_->text(); }

void LeakNotice::applyTheme() {
    const Theme& theme = Theme::get();
    styleLabel(title_, TextSize::Small, true, Token::T1);
    styleLabel(text_, TextSize::Small, false, Token::T2);
    QPalette colours = palette();
    colours.setColor(QPalette::Window, theme.color(Token::WarnB));
    setPalette(colours);
}

}  // namespace headroom::ui
