// Scores of the run that is shown, and the request for more.
#include "ui/panels/scores/scores_panel.h"

#include "core/config/change_mark.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/run_words.h"
#include "ui/shell/actions.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"

namespace headroom::ui {

ScoresPanel::ScoresPanel(SessionBridge* bridge, Actions* actions, QWidget* parent)
    : PlotPanel(tr("Scores"), parent), bridge_(bridge), view_(new ScoresView) {
    QAction* const score = actions->action(Cmd::Score);
    auto* empty = new EmptyState(
        QStringLiteral("target"), tr("No scores yet"),
        tr("KID, FID, precision, recall and copies of what the run makes, against its data, stand here once it is "
           "scored: at the pace of \"Score every\", or now."),
        this);
    QPushButton* const first_now = empty->addButton(score->text(), QStringLiteral("target"));
    now_ = makeButton(score->text(), QStringLiteral("target"), controls_);
    setUp(empty, view_, {now_}, tr("Save the scores as a picture"), QStringLiteral("scores.svg"));
    offerAxes(axis_, true, stepNouns({}));
    keep(axis_, QStringLiteral("scores/axis"));
    onTheme(this, [this] { now_->setFixedHeight(scaled(24)); });
    connect(axis_, &QComboBox::currentIndexChanged, this, [this] { view_->setXAxis(axisOf(axis_)); });
    for (QPushButton* button : {now_, first_now}) followAction(button, score);
    connect(view_, &ScoresView::stepPointed, this, &ScoresPanel::stepPointed);
    connect(bridge_, &SessionBridge::runStarted, this, &ScoresPanel::onRunStarted);
    connect(bridge_, &SessionBridge::scoresDone, this, [this](const ScoresDone& done) {
        scores_.insert_or_assign(done.step, done);
        refresh();
    });
    connect(bridge_, &SessionBridge::stepsDone, this,
            [this](const std::vector<StepDone>& steps) { view_->setReached(steps.back()); });
    connect(bridge_, &SessionBridge::notice, this, [this](const QString& id) {
        if (id == fromUtf8(kDataChanged)) data_changed_ = true;
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (state == RunState::Preparing) data_changed_ = false;
    });
    refresh();
}

void ScoresPanel::onRunStarted(const RunStarted& run) {
    const bool goes_on = run.step > 0 && run.run_dir == run_dir_;
    run_dir_ = run.run_dir;
    if (run.config) kind_ = run.config->model;
    if (!goes_on) {
        scores_.clear();
        other_data_.clear();
    }
    scores_.erase(scores_.upper_bound(run.step), scores_.end());
    other_data_.erase(other_data_.upper_bound(run.step), other_data_.end());
    if (std::exchange(data_changed_, false)) other_data_.insert(run.step);
    refresh();
    view_->plot()->fit();
}

void ScoresPanel::setHistory(const RunHistory& history) {
    for (const ScoresDone& one : history.scores) scores_.try_emplace(one.step, one);
    for (const HistoryMark& mark : history.marks)
        if (mark.kind == kDataMark) other_data_.insert(mark.step);
    refresh();
}

void ScoresPanel::refresh() {
    std::vector<ScoresDone> all;
    for (const auto& [step, one] : scores_) all.push_back(one);
    showPlots(!all.empty());
    now_->setVisible(!all.empty());
    view_->setScores(std::move(all), kind_, other_data_);
}

}  // namespace headroom::ui
