// WindowTools: the tool bar: the switch between pages, commands, the run's name and state; what finds no room is left out.
#pragma once

#include "ui/shell/actions.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/segmented_bar.h"

#include <QActionGroup>
#include <QMainWindow>
#include <QToolBar>

namespace headroom::ui {

class WindowTools : public QObject {
    Q_OBJECT
public:
    WindowTools(Actions* actions, QMainWindow* window)
        : QObject(window),
          window_(window),
          bar_(window->addToolBar(tr("Tool bar"))),
          sharing_(actions->action(Cmd::Export)),
          lending_(actions->action(Cmd::Lend)),
          name_(makeLabel("small", bar_)),
          chip_(new StateChip(bar_)) {
        bar_->setObjectName(QStringLiteral("toolBar"));
        bar_->setMovable(false);
        bar_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        bar_->setContextMenuPolicy(Qt::PreventContextMenu);
        auto* group = new QActionGroup(this);
        auto* spaces = new SegmentedBar(false, bar_);
        for (Cmd cmd : {Cmd::ShowTrain, Cmd::ShowImagine, Cmd::ShowRuns}) {
            group->addAction(actions->action(cmd));
            spaces->addSegment(actions->action(cmd));
        }
        group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
        bar_->addWidget(spaces);
        bar_->addSeparator();
        for (Cmd cmd : {Cmd::Sample, Cmd::Checkpoint, Cmd::Export}) bar_->addAction(actions->action(cmd));
        end_ = bar_->addSeparator();
        for (Cmd cmd : {Cmd::MakeFit, Cmd::Lend}) bar_->addAction(actions->action(cmd));
        auto* gap = new QWidget(bar_);
        gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        gap_ = bar_->addWidget(gap);
        name_action_ = bar_->addWidget(name_);
        bar_->addWidget(chip_);
    }

    QToolBar* bar() const { return bar_; }
    void showRun(const QString& name, RunState state) {
        name_->setText(name);
        chip_->setState(state);
        fit();  // the chip's width follows its word
    }
    /// Export and Lend are in the menus at any width.
    void setNarrow(bool narrow) {
        const bool shown = bar_->widgetForAction(sharing_) != nullptr;
        if (narrow && shown) {
            bar_->removeAction(sharing_);
            bar_->removeAction(lending_);
        } else if (!narrow && !shown) {
            bar_->insertAction(end_, sharing_);
            bar_->insertAction(gap_, lending_);
        }
        fit();
    }
    void fit() {
        const auto icons = [this](int gap) { bar_->setIconSize(QSize(scaled(16 + gap), scaled(16))); };
        icons(4);  // words follow
        name_action_->setVisible(true);
        bar_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        const int room = window_->width();
        if (bar_->sizeHint().width() > room) name_action_->setVisible(false);  // the Run panel has it too
        if (bar_->sizeHint().width() <= room) return;
        bar_->setToolButtonStyle(Qt::ToolButtonIconOnly);
        icons(0);
    }

private:
    QMainWindow* window_;
    QToolBar* bar_;
    QAction *sharing_, *lending_;
    QAction *end_, *gap_, *name_action_;  ///< where Export, Lend and the name stand
    QLabel* name_;
    StateChip* chip_;
};

}  // namespace headroom::ui
