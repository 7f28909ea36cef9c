// QueuePanel: list, commands and foot line, and what each command needs of the row that is chosen.
#include "ui/panels/queue/queue_panel.h"

#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/panels/queue/add_several_dialog.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/panels/queue/queue_model.h"
#include "ui/shell/actions.h"
#include "ui/widgets/column_widths.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/narrowing.h"
#include "ui/widgets/small_header.h"

#include <QDateTimeEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QTreeView>

namespace headroom::ui {
namespace {

bool ended(const QueueItem& item) {
    return item.state == QueueState::Finished || item.state == QueueState::Stopped || item.state == QueueState::Failed;
}

void enable(QAction* action, const QString& why) {
    action->setEnabled(why.isEmpty());
    const QString tip = action->property("tip").toString();
    action->setToolTip(tooltip_of(tip, action->shortcut(), why));
    action->setStatusTip(why.isEmpty() ? tip : why);
}

}  // namespace

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

QueuePanel::QueuePanel(QueueDesk* desk, Actions* actions, std::function<TrainConfig()> settings, QWidget* parent)
    : QWidget(parent),
      desk_(desk),
      settings_(std::move(settings)),
      model_(new QueueModel(desk, this)),
      list_(new QTreeView(this)),
      empty_(new EmptyState(QStringLiteral("playlist-add"), {}, {}, this)),
      words_(shrinking(makeLabel("small", this, Wrap::On))),
      too_big_(styled(named(new QComboBox(this), tr("What happens to a run that is too big")), "small")) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    makeCommands();
    buildList();
    followAction(empty_->addButton(tr("Add this run"), QStringLiteral("playlist-add")),
                 actions->action(Cmd::AddToQueue));
    QWidget* top = head(actions);
    foot_ = makeCommandBar(commands_.mid(0, 8), command(QStringLiteral("queue_remove")), {12, 4, 12, 8}, this);
    columnIn(this, {}, 0, {top, {empty_->inPlaceOf(list_), 1}, foot_});
    connect(desk, &QueueDesk::changed, this, &QueuePanel::refresh);
    connect(desk, &QueueDesk::whenTooBigChanged, this, &QueuePanel::refresh);
    onRoom(this, [this] { fitColumns(); });
    refresh();
}

QueuePanel::~QueuePanel() {
    if (looking_) desk_->look(false);
}

QAction* QueuePanel::make(const QString& name, const QString& text, const char* icon, const QString& tip,
                          std::function<void()> act) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setProperty("tip", tip);
    setThemedIcon(action, QLatin1String(icon));
    connect(action, &QAction::triggered, this, std::move(act));
    commands_ << action;
    return action;
}

void QueuePanel::makeCommands() {
    const auto key = [](QAction* action, const QKeySequence& keys) {
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);  // of the list
    };
    const auto say = [this](void (QueueDesk::*what)(const QString&)) {
        return [this, what] { (desk_->*what)(chosen()); };
    };
    key(make(QStringLiteral("queue_attach"), tr("Attach"), "plug-connected", tr("Show and steer it in this window"),
             [this] { Q_EMIT desk_->attachRequested(fromUtf8(desk_->item(chosen())->run_dir)); }),
        Qt::Key_Return);
    make(QStringLiteral("queue_open"), tr("Show in Runs"), "list-details", tr("Its checkpoints, samples and curves"),
         [this] { Q_EMIT desk_->runRequested(fromUtf8(desk_->item(chosen())->run_dir)); });
    key(make(QStringLiteral("queue_up"), tr("Earlier"), "arrow-up", tr("Its turn comes earlier"),
             [this] { moveBy(-1); }),
        QKeySequence(Qt::ALT | Qt::Key_Up));
    key(make(QStringLiteral("queue_down"), tr("Later"), "arrow-down", tr("Its turn comes later"),
             [this] { moveBy(1); }),
        QKeySequence(Qt::ALT | Qt::Key_Down));
    make(QStringLiteral("queue_start_at"), tr("Start at…"), "calendar", tr("Not before a time of your choice"), [this] {
        const QueueItem* item = desk_->item(chosen());
        if (!item) return;
        auto* dialog = new StartAtDialog(fromUtf8(item->name), item->not_before_unix_ms, window());  // may outlive this
        connect(dialog, &QDialog::accepted, desk_,
                [desk = desk_, dialog, id = chosen()] { desk->startAt(id, dialog->unixMs()); });
        openOnce(dialog);
    });
    make(QStringLiteral("queue_retry"), tr("Retry"), "repeat",
         tr("It waits again, at the end; where it has a checkpoint it goes on from it"), say(&QueueDesk::retry));
    make(QStringLiteral("queue_duplicate"), tr("Duplicate"), "copy", tr("Another one like it, at the end"),
         say(&QueueDesk::duplicate));
    key(make(QStringLiteral("queue_remove"), tr("Remove"), "trash",
             tr("Takes it out of the queue; one that runs is stopped with a checkpoint first, and its folder stays"),
             say(&QueueDesk::remove)),
        QKeySequence::Delete);
    make(QStringLiteral("queue_run"), tr("Work through it"), "player-play", tr("Starts the runs one after another"),
         [this] { desk_->startRunners(); });
    make(QStringLiteral("queue_pause"), {}, "player-pause",
         tr("A paused queue starts nothing further; what runs goes on"),
         [this] { desk_->pause(!desk_->snapshot().paused); });
    QAction* stop = make(QStringLiteral("queue_stop_after"), tr("Stop after this one"), "flag",
                         tr("What runs is the last one until you start the queue again"),
                         [this] { desk_->stopAfterCurrent(!desk_->snapshot().stop_after_current); });
    stop->setCheckable(true);
    make(QStringLiteral("queue_add_several"), tr("Add several…"), "layout-grid",
         tr("Runs that differ in some settings, one for each combination"), [this] { addSeveral(); });
    make(QStringLiteral("queue_clear_ended"), tr("Clear what has ended"), "check",
         tr("Forgets it here; runs and their folders stay"), [this] { desk_->clear(false); });
    make(QStringLiteral("queue_clear_all"), tr("Clear what waits, too"), "trash",
         tr("Only what runs stays; runs and their folders stay"), [this] { desk_->clear(true); });
}

QAction* QueuePanel::command(const QString& name) const {
    for (QAction* action : commands_)
        if (action->objectName() == name) return action;
    return nullptr;
}

QWidget* QueuePanel::head(Actions* actions) {
    auto* bar = shrinking(new QWidget(this));
    words_->setMinimumWidth(scaled(80));
    const auto button = [&](QAction* action) {
        return styled(new ActionButton(action, ActionButton::Look::Plain, bar), "small");
    };
    too_big_->addItem(tr("Too big: wait for room"), static_cast<int>(WhenTooBig::Wait));
    too_big_->addItem(tr("Too big: make it fit"), static_cast<int>(WhenTooBig::Fit));
    too_big_->addItem(tr("Too big: mark as failed"), static_cast<int>(WhenTooBig::Fail));
    too_big_->setToolTip(
        tr("For runs that are added from now on. When the turn of one comes and its forecast does not "
           "fit the device: those behind it go first until there is room; or it takes the best plan of "
           "Make it fit that keeps its result; or it is marked as failed."));
    connect(too_big_, &QComboBox::activated, this,
            [this] { desk_->setWhenTooBig(static_cast<WhenTooBig>(too_big_->currentData().toInt())); });
    auto* menu = new QMenu(bar);
    for (const char* name : {"queue_stop_after", "queue_clear_ended", "queue_clear_all"})
        menu->addAction(command(QLatin1String(name)));
    run_button_ = button(command(QStringLiteral("queue_run")));
    auto* commands =
        rowOf({too_big_, run_button_, button(command(QStringLiteral("queue_pause"))),
               button(actions->action(Cmd::AddToQueue)), button(command(QStringLiteral("queue_add_several"))),
               makeMoreButton(tr("More commands of the queue"), menu, bar)},
              8);
    auto* row = rowIn(bar, {12, 4, 12, 4}, 8, {{words_, 1}, commands});
    const auto with = [commands](int words) { return commands->minimumSize().width() + words + 8 + 24; };
    // Add several has what happens to a run that is too big, too.
    new Narrowing(bar, row, {wordsIn(bar), wholeOf(too_big_)}, [this, with] { return with(words_->minimumWidth()); });
    // Words that would take more than two lines beside the commands stand above them.
    new Narrowing(bar, row, {lineOf(row)},
                  [this, with] { return with((words_->fontMetrics().horizontalAdvance(words_->text()) + 1) / 2); });
    return bar;
}

void QueuePanel::buildList() {
    setUpTable(list_, tr("Queue"));
    // Before the list does: it would choose the neighbour of one that goes, which nobody chose.
    connect(model_, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this](const QModelIndex&, int first, int last) {
        const int chosen = list_->currentIndex().row();
        if (chosen >= first && chosen <= last) list_->selectionModel()->clear();
    });
    list_->setModel(model_);
    list_->setHeader(new SmallHeader(list_));
    list_->setDragDropMode(QAbstractItemView::InternalMove);
    list_->setDropIndicatorShown(true);
    list_->header()->setStretchLastSection(true);
    keep(list_->header(), QStringLiteral("queue/columns"), [this] { fitColumns(); });
    offerActions(list_);
    for (QAction* action : commands_.mid(0, 8)) list_->addAction(action);
    const std::pair<WhenTooBig, QString> choices[] = {{WhenTooBig::Wait, tr("If too big: wait for room")},
                                                      {WhenTooBig::Fit, tr("If too big: make it fit")},
                                                      {WhenTooBig::Fail, tr("If too big: mark as failed")}};
    for (const auto& [what, text] : choices) {
        QAction* action = make(QStringLiteral("queue_too_big_") + fromUtf8(name_of(what)), text, "adjustments",
                               tr("What happens to this run if it does not fit when its turn comes"),
                               [this, what = what] { desk_->setWhenTooBig(chosen(), what); });
        action->setCheckable(true);
        list_->addAction(action);
    }
    list_->addAction(makeColumnWidths(list_));
    connect(list_, &QTreeView::activated, this, [this] {  // Return too, where it does not attach
        for (const char* name : {"queue_attach", "queue_open"}) {
            QAction* action = command(QLatin1String(name));
            if (action->isEnabled()) return action->trigger();
        }
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &QueuePanel::refreshCommands);
}

QString QueuePanel::chosen() const { return list_->currentIndex().data(QueueModel::IdRole).toString(); }

void QueuePanel::refresh() {
    const QueueSnapshot& now = desk_->snapshot();
    const bool none = now.items.empty();
    empty_->giveWay(!none);
    foot_->setVisible(!none);
    empty_->say(desk_->available() ? tr("The queue is empty") : tr("There is no queue here"),
                tr("Runs that are added wait here in order and start one after another, also when this window is "
                   "closed; one that fails does not stop the rest."));
    QString words = coreText(now.next_words);
    if (now.paused)
        words = tr("Paused: nothing further is started");
    else if (now.stop_after_current)
        words = tr("Stops after the run that goes on");
    else if (words.isEmpty() && now.runners.empty() && desk_->waiting() > 0)
        words = tr("Nobody works through it yet");
    for (const std::string& failure : now.runner_failures) words.prepend(coreText(failure) + QLatin1Char(' '));
    words_->setText(words);
    const QString devices = textsOf(now.runners, fromUtf8).join(QStringLiteral(", "));
    words_->setToolTip(devices.isEmpty() ? words : tr("%1\nWorked through on: %2").arg(words, devices));
    const QSignalBlocker quiet(too_big_);
    too_big_->setCurrentIndex(too_big_->findData(static_cast<int>(desk_->whenTooBig())));
    refreshCommands();
}

void QueuePanel::refreshCommands() {
    const QueueSnapshot& now = desk_->snapshot();
    const QueueItem* item = desk_->item(chosen());
    const QString none = item ? QString() : tr("Choose a run of the queue first");
    const bool waits = item && item->state == QueueState::Waiting;
    const int place = item ? model_->placeOf(chosen()) : -1;
    const auto set = [this](const char* name, const QString& why) { enable(command(QLatin1String(name)), why); };
    const QString not_waiting = !item ? none : waits ? QString() : tr("It does not wait");
    set("queue_up", !not_waiting.isEmpty() ? not_waiting : place == 0 ? tr("It is the next one") : QString());
    set("queue_down", !not_waiting.isEmpty()          ? not_waiting
                      : place == desk_->waiting() - 1 ? tr("It is the last one")
                                                      : QString());
    set("queue_start_at", not_waiting);
    for (const WhenTooBig what : {WhenTooBig::Wait, WhenTooBig::Fit, WhenTooBig::Fail}) {
        QAction* action = command(QStringLiteral("queue_too_big_") + fromUtf8(name_of(what)));
        enable(action, not_waiting);
        action->setChecked(item && item->when_too_big == what);
    }
    const bool again = item && (item->state == QueueState::Failed || item->state == QueueState::Stopped);
    set("queue_retry", !item ? none : again ? QString() : tr("Only what failed or was stopped can be tried again"));
    set("queue_duplicate", none);
    set("queue_remove", none);
    set("queue_open", !item                   ? none
                      : item->run_dir.empty() ? tr("It has not begun: there is nothing to show yet")
                                              : QString());
    set("queue_attach", !item ? none : item->state == QueueState::Running ? QString() : tr("It does not run now"));
    set("queue_run", desk_->waiting() == 0 ? tr("Nothing waits")
                     : !desk_->idle()      ? tr("It is worked through already")
                     : now.paused          ? tr("The queue is paused")
                                           : QString());
    run_button_->setVisible(command(QStringLiteral("queue_run"))->isEnabled());
    command(QStringLiteral("queue_pause"))->setText(now.paused ? tr("Resume") : tr("Pause"));
    setThemedIcon(command(QStringLiteral("queue_pause")),
                  now.paused ? QStringLiteral("player-play") : QStringLiteral("player-pause"));
    command(QStringLiteral("queue_stop_after"))->setChecked(now.stop_after_current);
    set("queue_pause", desk_->available() ? QString() : tr("There is no queue here"));
    set("queue_stop_after", desk_->available() ? QString() : tr("There is no queue here"));
    set("queue_clear_ended", std::ranges::any_of(now.items, ended) ? QString() : tr("Nothing has ended"));
    set("queue_clear_all", now.items.empty() ? tr("The queue is empty") : QString());
}

void QueuePanel::moveBy(int by) {
    const int place = model_->placeOf(chosen()) + by;
    if (place >= 0 && place < desk_->waiting()) desk_->move(chosen(), place);
}

void QueuePanel::addSeveral() {
    auto* dialog = new AddSeveralDialog(settings_(), desk_->whenTooBig(), window());  // may outlive this
    connect(dialog, &QDialog::accepted, desk_, [desk = desk_, dialog] { desk->add(dialog->addition()); });
    openOnce(dialog);
}

void QueuePanel::fitColumns() {
    const int widths[] = {110, 200, 130, 170};
    const bool tight = list_->viewport()->width() < scaled(760);
    for (int column = 0; column < QueueModel::WhatColumn && !userSized(list_->header()); ++column)
        list_->header()->resizeSection(column, scaled(widths[column]) * (tight ? 4 : 5) / 5);
    if (const int usual = list_->columnWidth(QueueModel::StateColumn); !userSized(list_->header())) {
        list_->resizeColumnToContents(QueueModel::StateColumn);  // one word, which says nothing when it is cut
        if (list_->columnWidth(QueueModel::StateColumn) < usual)
            list_->header()->resizeSection(QueueModel::StateColumn, usual);
    }
    list_->setColumnHidden(QueueModel::KindColumn, list_->viewport()->width() < scaled(560));
}

void QueuePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!std::exchange(looking_, true)) desk_->look(true);
    fitColumns();
}

void QueuePanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (std::exchange(looking_, false)) desk_->look(false);
}

}  // namespace headroom::ui
