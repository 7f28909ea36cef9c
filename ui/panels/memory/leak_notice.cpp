// LeakNotice: when it shows itself, its words and its colours.
#include "ui/panels/memory/leak_notice.h"

#include "ui/widgets/flow_row.h"
#include "ui/widgets/kit.h"

namespace headroom::ui {

LeakNotice::LeakNotice(QWidget* parent) : QFrame(parent), text_(makeLabel("small", this, Wrap::On)) {
    setObjectName(QStringLiteral("leak_notice"));
    setAutoFillBackground(true);
    setAccessibleName(tr("Leak sentinel: slow growth"));
    auto* buttons = new FlowRow(8);
    const auto add = [&](const QString& text, const char* name, const auto& act) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        buttons->addWidget(button);
        connect(button, &QPushButton::clicked, this, act);
    };
    add(tr("Show tensors"), "show_tensors", [this] { Q_EMIT tensorsRequested(); });
    add(tr("Snapshot…"), "snapshot", [this] { Q_EMIT snapshotRequested(); });
    add(tr("Dismiss"), "dismiss", [this] { hide(); });
    rowIn(this, {16, 8, 16, 8}, 8,
          {{makeIcon(QStringLiteral("droplet"), Token::Warn, 14, this), 0, Qt::AlignTop},
           {columnOf({makeLabel("new", accessibleName(), this), text_, buttons}, 4), 1}});
    onTheme(this, [this] {
        QPalette colours = palette();
        colours.setColor(QPalette::Window, themeColor(Token::WarnB));
        setPalette(colours);
    });
    hide();
}

void LeakNotice::showLeak(const QString& message, const QString& hint) {
    text_->setText(message);
    setToolTip(hint);
    setAccessibleDescription(message);
    setVisible(true);
}

QString LeakNotice::message() const { return text_->text(); }

}  // namespace headroom::ui
