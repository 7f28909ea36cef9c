// Scores of the run that is shown, and the request for more.
#include "ui/panels/scores/scores_panel.h"

#include "core/api/services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/shell/actions.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QComboBox>

namespace headroom::ui {

ScoresPanel::ScoresPanel(SessionBridge* bridge, Actions* actions, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      score_(actions->action(Cmd::Score)),
      controls_(new QWidget(this)),
      stack_(new QStackedWidget(this)),
      view_(new ScoresView) {
    setAccessibleName(tr("Scores"));
    columnIn(this, {}, 0, {{controls_, 0, Qt::AlignRight}, {stack_, 1}});
    empty_ = new EmptyState(
        QStringLiteral("target"), tr("No scores yet"),
        tr("KID, FID, precision, recall and copies of what the run makes, against its data, stand here once it is "
           "scored: at the pace of \"Score every\", or now."),
        stack_);
    first_now_ = empty_->addButton(score_->text(), QStringLiteral("target"));
    stack_->addWidget(empty_);
    stack_->addWidget(view_);
    buildControls();
    connectBridge();
    refresh();
}

void ScoresPanel::buildControls() {
    now_ = makeButton(score_->text(), QStringLiteral("target"), controls_);
    axis_ = named(new QComboBox(controls_), tr("What stands along the x axis"), tr("What stands along the x axis"));
    axis_->addItem(tr("x: images"), static_cast<int>(XAxis::Images));
    axis_->addItem(tr("x: steps"), static_cast<int>(XAxis::Steps));
    axis_->addItem(tr("x: time"), static_cast<int>(XAxis::Time));
    export_ = new IconButton(QStringLiteral("file-export"), tr("Save the scores as a picture"), controls_);
    keep(axis_, QStringLiteral("scores/axis"));
    rowIn(controls_, {8, 2, 12, 2}, 8, {now_, axis_, export_});
    onTheme(this, [this] {
        axis_->setFont(themeFont(TextSize::Small));
        axis_->setFixedHeight(scaled(24));
        now_->setFixedHeight(scaled(24));
    });
    const auto choose = [this] { view_->setXAxis(static_cast<XAxis>(axis_->currentData().toInt())); };
    connect(axis_, &QComboBox::currentIndexChanged, this, choose);
    choose();
    connect(export_, &IconButton::clicked, this, &ScoresPanel::askExport);
    const auto follow = [this] {
        for (QPushButton* button : {now_, first_now_}) {
            button->setEnabled(score_->isEnabled());
            button->setToolTip(score_->toolTip());
        }
    };
    connect(score_, &QAction::changed, this, follow);
    follow();
    for (QPushButton* button : {now_, first_now_}) connect(button, &QPushButton::clicked, score_, &QAction::trigger);
    connect(view_, &ScoresView::stepPointed, this, &ScoresPanel::stepPointed);
}

void ScoresPanel::connectBridge() {
    connect(bridge_, &SessionBridge::runStarted, this, &ScoresPanel::onRunStarted);
    connect(bridge_, &SessionBridge::scoresDone, this, [this](const ScoresDone& done) {
        scores_.insert_or_assign(done.step, done);
        refresh();
    });
    connect(bridge_, &SessionBridge::stepsDone, this,
            [this](const std::vector<StepDone>& steps) { view_->setReached(steps.back()); });
}

void ScoresPanel::onRunStarted(const RunStarted& run) {
    const bool goes_on = run.step > 0 && run.run_dir == run_dir_;
    run_dir_ = run.run_dir;
    if (run.config) kind_ = run.config->model;
    if (goes_on)
        scores_.erase(scores_.upper_bound(run.step), scores_.end());
    else
        scores_.clear();
    refresh();
    view_->plot()->fit();
}

void ScoresPanel::setHistory(const std::vector<ScoresDone>& scores) {
    for (const ScoresDone& one : scores) scores_.try_emplace(one.step, one);
    refresh();
}

void ScoresPanel::refresh() {
    std::vector<ScoresDone> all;
    for (const auto& [step, one] : scores_) all.push_back(one);
    stack_->setCurrentIndex(all.empty() ? 0 : 1);
    now_->setVisible(!all.empty());
    axis_->setEnabled(!all.empty());
    export_->setEnabled(!all.empty());
    view_->setScores(std::move(all), kind_);
}

void ScoresPanel::savePlots(const QString& path) { FileRow::of(this)->write(path, view_->drawnPicture(path)); }

void ScoresPanel::askExport() {
    const QString path = askWhereToWrite(this, QStringLiteral("plots"), tr("Save the scores as a picture"),
                                         QStringLiteral("scores.svg"), tr("Pictures (*.svg *.png *.pdf)"));
    if (!path.isEmpty()) savePlots(path);
}

}  // namespace headroom::ui
