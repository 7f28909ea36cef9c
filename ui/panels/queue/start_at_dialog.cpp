// StartAtDialog: one field for day and time.
#include "ui/panels/queue/start_at_dialog.h"

#include "ui/bridge/shown_text.h"
#include "ui/widgets/kit.h"

#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QPushButton>

namespace headroom::ui {

StartAtDialog::StartAtDialog(const QString& name, std::int64_t unix_ms, QWidget* parent)
    : QDialog(parent), time_(named(new QDateTimeEdit(this), tr("Not before"))) {
    setWindowTitle(tr("Start at"));
    auto* words = makeLabel("", tr("%1 starts when its turn comes, but not before").arg(toCaption(nameText(name))),
                            this, Wrap::On);
    words->setBuddy(time_);
    const QDateTime now = QDateTime::currentDateTime();
    time_->setMinimumDateTime(now);
    time_->setCalendarPopup(true);
    time_->setDisplayFormat(tr("ddd d MMM yyyy, HH:mm"));
    time_->setDateTime(unix_ms > 0 ? QDateTime::fromMSecsSinceEpoch(unix_ms) : now.addSecs(3600));
    auto* buttons = makeButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setProperty("primary", true);
    QPushButton* at_once = buttons->addButton(tr("As soon as it can"), QDialogButtonBox::ActionRole);
    at_once->setEnabled(unix_ms > 0);
    connect(at_once, &QPushButton::clicked, this, [this] {
        at_once_ = true;
        accept();
    });
    columnIn(this, {16, 16, 16, 16}, 12, {words, time_, buttons});
}

std::int64_t StartAtDialog::unixMs() const { return at_once_ ? 0 : time_->dateTime().toMSecsSinceEpoch(); }

}  // namespace headroom::ui
