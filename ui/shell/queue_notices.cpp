// QueueNotices: their words.
#include "ui/shell/queue_notices.h"

#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/notice_host.h"
#include "ui/widgets/kit.h"

#include <QStatusBar>

namespace headroom::ui {

QueueNotices::QueueNotices(QueueDesk* desk, NoticeHost* notices, QStatusBar* bar) : QObject(desk) {
    const QString id = QStringLiteral("queue");
    auto* words = makeLabel("small", bar);
    words->setContentsMargins(8, 0, 12, 0);
    bar->addPermanentWidget(words);
    words->hide();
    connect(desk, &QueueDesk::failed, notices, [notices, id](const Error& error) { notices->post(id, error); });
    connect(desk, &QueueDesk::added, notices, [notices, id](int runs) {
        notices->post(id, Tone::Ok, tr("%Ln run(s) wait in the queue", nullptr, runs),
                      tr("They start one after another, also when this window is closed."));
    });
    // What a runner that was started in the background could not say to anybody, once.
    connect(desk, &QueueDesk::changed, notices, [desk, notices, told = std::vector<std::string>()]() mutable {
        const std::vector<std::string>& now = desk->snapshot().runner_failures;
        if (std::exchange(told, now) == now) return;
        for (const std::string& failure : now)
            notices->post(QStringLiteral("queue-runner"), Tone::Err, coreText(failure),
                          tr("Runs that wait stay in the queue; Start the queue lets them go on."));
    });
    connect(desk, &QueueDesk::changed, words, [desk, words] {
        const int waiting = desk->waiting();
        words->setText(tr("Queue %1 waiting").arg(countText(waiting)));
        words->setToolTip(coreText(desk->snapshot().next_words));
        words->setVisible(waiting > 0);
    });
}

}  // namespace headroom::ui
