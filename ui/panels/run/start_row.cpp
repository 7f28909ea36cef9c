// StartRow: the box and the number, which follow the choice of the window.
#include "ui/panels/run/start_row.h"

#include "ui/models/start_choice.h"
#include "ui/widgets/boxes.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

namespace headroom::ui {

StartRow::StartRow(StartChoice* choice, QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    parts_ = rowIn(this, {0, 0, 0, 0}, 6);
    auto* own = new QCheckBox(tr("Process of its own"), this);
    own->setObjectName(QStringLiteral("ownProcess"));
    own->setAccessibleName(tr("Run in a process of its own"));
    count_ = new QWidget(this);
    auto* row = rowIn(count_, {0, 0, 0, 0}, 6);
    auto* label = new QLabel(tr("Processes"), count_);
    label->setProperty("role", "small");
    auto* count = new QSpinBox(count_);
    count->setObjectName(QStringLiteral("processes"));
    count->setRange(1, StartChoice::kMostProcesses);
    count->setAccessibleName(tr("Processes that share the run"));
    count->setToolTip(tr("So many processes of this machine share the run, with one graphics card each where there are "
                         "several. More than one means processes of their own."));
    label->setToolTip(count->toolTip());
    label->setBuddy(count);
    row->addWidget(label);
    row->addWidget(count);
    row->addStretch();
    parts_->addWidget(own_ = own);
    parts_->addStretch();
    parts_->addWidget(count_);
    const auto follow = [choice, own, count] {
        const bool several = choice->processes() > 1;
        const QSignalBlocker quiet_own(own), quiet_count(count);
        own->setChecked(choice->elsewhere());
        own->setEnabled(!several);
        own->setToolTip(several
                            ? tr("Several processes are always processes of their own")
                            : tr("The run goes on when this window is closed or crashes, and the card is free to the "
                                 "last byte when it ends. The window attaches to it at once."));
        count->setValue(choice->processes());
    };
    connect(own, &QCheckBox::toggled, choice, &StartChoice::setOwnProcess);
    connect(count, &QSpinBox::valueChanged, choice, &StartChoice::setProcesses);
    connect(choice, &StartChoice::changed, this, follow);
    follow();
}

void StartRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool beside = own_->sizeHint().width() + count_->sizeHint().width() + 18 <= width();
    parts_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

}  // namespace headroom::ui
