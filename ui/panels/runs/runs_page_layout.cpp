// RunsPage: its layout and actions.
#include "ui/models/runs_model.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/run_delegate.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/tag.h"
#include "ui/widgets/themed_icon.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>

namespace headroom::ui {

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
    connect(duplicate_, &QAction::triggered, this, [this] { if (history_) Q_EMIT duplicateRequested(history_->config); });
    connect(export_, &QAction::triggered, this, [this] { Q_EMIT exportRequested(currentRun()); });
    connect(open_, &QAction::triggered, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(currentRun())); });
    connect(delete_, &QAction::triggered, this, &RunsPage::removeCurrent);
}

QWidget* RunsPage::toolRow() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    search_->setPlaceholderText(tr("Find by name, data or state"));
    search_->setClearButtonEnabled(true);
    search_->setAccessibleName(tr("Find a run"));
    search_->setMaximumWidth(Theme::get().scaled(260));
    states_->addItem(tr("State: any"), QString());
    for (const char* state : {"running", "stopped", "finished", "failed", "crashed"}) states_->addItem(runStateText(state), QLatin1String(state));
    states_->setAccessibleName(tr("State"));
    auto* fresh = new QPushButton(tr("New run"), this);
    fresh->setProperty("primary", true);
    setThemedIcon(fresh, QStringLiteral("plus"), Token::OnFill);
    connect(fresh, &QPushButton::clicked, this, &RunsPage::newRunRequested);
    row->addWidget(search_, 1);
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
    const int widths[] = {0, 150, 124, 72, 112, 84, 96};
    for (int i = 1; i < RunsModel::kColumns; ++i) list_->header()->resizeSection(i, Theme::get().scaled(widths[i]));
    list_->setContextMenuPolicy(Qt::ActionsContextMenu);
    list_->addActions({continue_, duplicate_, export_, open_, delete_});

    auto* upper = new QWidget(this);
    upper->setObjectName(QStringLiteral("panel"));
    auto* column = new QVBoxLayout(upper);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 8, 16, 0);
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
    auto* actions = new QHBoxLayout;
    actions->setContentsMargins(12, 8, 12, 8);
    actions->setSpacing(8);
    for (QAction* action : {continue_, duplicate_, export_, open_, delete_}) {
        auto* button = new QToolButton(upper);
        button->setObjectName(QStringLiteral("button"));
        button->setProperty("small", true);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        if (action == delete_) actions->addStretch();
        actions->addWidget(button);
    }
    column->addLayout(actions);

    auto* left = new QSplitter(Qt::Vertical, this);
    left->addWidget(upper);
    left->addWidget(details_);
    left->setStretchFactor(0, 5);
    left->setStretchFactor(1, 2);
    left->setChildrenCollapsible(false);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->addWidget(left);
    across->addWidget(compare_);
    across->setStretchFactor(0, 5);
    across->setStretchFactor(1, 3);
    across->setChildrenCollapsible(false);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(across);
}

}  // namespace headroom::ui
