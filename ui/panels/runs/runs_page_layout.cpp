// RunsPage: its layout and actions.
#include "ui/models/runs_model.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/run_delegate.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

namespace headroom::ui {
namespace {

constexpr int kCompareBeside = 1000;  // below, at 100 % text: the comparison stands below the list
constexpr int kRunNameWidth = 220;    // picture, check box and name

}  // namespace

void RunsPage::makeActions() {
    const auto make = [this](const QString& text, const char* icon) {
        auto* action = new QAction(text, this);
        setThemedIcon(action, QLatin1String(icon));
        return action;
    };
    continue_ = make(tr("Continue"), "player-play");
    duplicate_ = make(tr("Duplicate as new"), "copy");
    export_ = make(tr("Export…"), "file-export");
    open_ = make(tr("Open folder"), "folder");
    delete_ = make(tr("Delete…"), "trash");
    delete_->setShortcut(QKeySequence::Delete);
    delete_->setShortcutContext(Qt::WidgetShortcut);
    connect(continue_, &QAction::triggered, this, [this] { Q_EMIT continueRequested(currentRun()); });
    connect(duplicate_, &QAction::triggered, this, [this] {
        if (history_) Q_EMIT duplicateRequested(history_->config);
    });
    connect(export_, &QAction::triggered, this, [this] { Q_EMIT exportRequested(currentRun()); });
    connect(open_, &QAction::triggered, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(currentRun())); });
    connect(delete_, &QAction::triggered, this, &RunsPage::removeCurrent);
}

QWidget* RunsPage::toolRow() {
    auto* bar = new QWidget(this);
    auto* row = rowIn(bar, {12, 8, 12, 8}, 8);
    search_->setPlaceholderText(tr("Find by name, tag or setting"));
    search_->setClearButtonEnabled(true);
    search_->setAccessibleName(tr("Find a run"));
    search_->setMaximumWidth(Theme::get().scaled(260));
    states_->addItem(tr("State: any"), QString());
    for (const char* state : {"running", "stopped", "finished", "failed", "crashed"})
        states_->addItem(runStateText(state), QLatin1String(state));
    states_->setAccessibleName(tr("State"));
    tags_->setAccessibleName(tr("Tag"));
    tags_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* fresh = new QPushButton(tr("New run"), this);
    fresh->setProperty("primary", true);
    setThemedIcon(fresh, QStringLiteral("plus"), Token::OnFill);
    connect(fresh, &QPushButton::clicked, this, &RunsPage::newRunRequested);
    row->addWidget(search_, 1);
    row->addWidget(tags_);
    row->addWidget(states_);
    row->addStretch();
    row->addWidget(fresh);
    return bar;
}

void RunsPage::build() {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    list_->setModel(filter_);
    list_->setItemDelegate(new RunDelegate(list_));
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAllColumnsShowFocus(true);
    list_->setSortingEnabled(true);
    list_->sortByColumn(RunsModel::NameColumn, Qt::AscendingOrder);
    list_->setMouseTracking(true);
    list_->setAccessibleName(tr("Runs"));
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(RunsModel::NameColumn, QHeaderView::Stretch);
    list_->viewport()->installEventFilter(this);
    connect(&Theme::get(), &Theme::changed, this, &RunsPage::fitWidth);
    list_->setContextMenuPolicy(Qt::ActionsContextMenu);
    list_->addActions({continue_, duplicate_, export_, open_, delete_});

    auto* upper = new QWidget(this);
    upper->setObjectName(QStringLiteral("panel"));
    auto* column = columnIn(upper, {0, 0, 0, 0}, 0);
    auto* head = rowIn(nullptr, {16, 8, 16, 0});
    auto* title = new QLabel(tr("Runs"), upper);
    title->setProperty("role", "strong");
    head->addWidget(title);
    head->addWidget(count_);
    head->addStretch();
    column->addLayout(head);
    column->addWidget(toolRow());
    stack_->addWidget(empty_);
    stack_->addWidget(list_);
    column->addWidget(stack_, 1);
    buttons_ = new QWidget(upper);
    auto* actions = rowIn(buttons_, {12, 8, 12, 8}, 8);
    for (QAction* action : {continue_, duplicate_, export_, open_, delete_}) {
        auto* button = new QToolButton(buttons_);
        button->setObjectName(QStringLiteral("button"));
        button->setProperty("small", true);
        button->setDefaultAction(action);
        button->setAccessibleName(action->text());
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        if (action == delete_) actions->addStretch();
        actions->addWidget(button);
    }
    column->addWidget(buttons_);

    auto* left = new QSplitter(Qt::Vertical, this);
    left->addWidget(upper);
    left->addWidget(details_);
    left->setStretchFactor(0, 5);
    left->setStretchFactor(1, 2);
    left->setChildrenCollapsible(false);
    across_ = new QSplitter(Qt::Horizontal, this);
    across_->addWidget(left);
    across_->addWidget(compare_);
    across_->setStretchFactor(0, 5);
    across_->setStretchFactor(1, 3);
    across_->setChildrenCollapsible(false);
    auto* outer = columnIn(this, {0, 0, 0, 0});
    outer->addWidget(across_);
}

void RunsPage::fitWidth() {
    // Where it is narrow the comparison stands below, and only when there is one: the details give way to it.
    const bool narrow = width() < Theme::get().scaled(kCompareBeside);
    const bool comparing = model_->checked().size() >= 2;
    const auto direction = narrow ? Qt::Vertical : Qt::Horizontal;
    if (across_->orientation() != direction) across_->setOrientation(direction);
    compare_->setVisible(!narrow || comparing);
    details_->setVisible(!narrow || !comparing);
    const QList<QToolButton*> buttons = buttons_->findChildren<QToolButton*>();
    for (auto style : {Qt::ToolButtonTextBesideIcon, Qt::ToolButtonIconOnly}) {  // words where they have room
        int needed = 24 + 8 * static_cast<int>(buttons.size());
        for (QToolButton* button : buttons) {
            button->setToolButtonStyle(style);
            const int gap = style == Qt::ToolButtonIconOnly ? 0 : 4;
            button->setIconSize(QSize(Theme::get().scaled(16 + gap), Theme::get().scaled(16)));
            needed += button->sizeHint().width();
        }
        const int room = narrow ? width() : across_->widget(0)->width();
        if (needed <= room) break;
    }
    fitColumns();
}

void RunsPage::fitColumns() {
    const Theme& theme = Theme::get();
    int steps = 36;  // as its heading asks
    for (const QString& noun : stepNouns(model_->kinds()).split(QStringLiteral(", ")))
        steps += 24 + 12 * static_cast<int>(noun.size()) / 5;
    const int widths[] = {0, 150, 132, 164, steps, 104, 84, 96};
    int room = list_->viewport()->width() - theme.scaled(kRunNameWidth);
    // By worth: what finds no room beside the name is left out; the details below have it.
    for (auto column : {RunsModel::StateColumn, RunsModel::StepColumn, RunsModel::KindColumn, RunsModel::ScoreColumn,
                        RunsModel::PeakColumn, RunsModel::TimeColumn, RunsModel::DataColumn}) {
        room -= theme.scaled(widths[column]);
        list_->setColumnHidden(column, room < 0);
        list_->header()->resizeSection(column, theme.scaled(widths[column]));
    }
}

void RunsPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitWidth();
}

bool RunsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == list_->viewport() && event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
