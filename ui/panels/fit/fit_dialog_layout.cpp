// FitDialog: its layout: choices and frontier above, plans below, foot line and buttons. In a small window the body scrolls and
// the frontier stands below the plans, so that these follow the choices at once.
#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/fit/fit_budget.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_plot.h"
#include "ui/panels/fit/fit_table.h"
#include "ui/panels/fit/fit_words.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/themed_icon.h"

#include <QCheckBox>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>

#include <algorithm>
#include <iterator>
#include <vector>

namespace headroom::ui {
namespace {

constexpr int kSide = 16;
constexpr int kBeside = 900;  // below, at 100 % text: the frontier stands under the choices

QFrame* line(QWidget* parent) {
    auto* frame = new QFrame(parent);
    frame->setObjectName(QStringLiteral("line"));
    return frame;
}

QLabel* label(const QString& text, const char* role, QWidget* parent) {
    auto* out = new QLabel(text, parent);
    out->setProperty("role", role);
    return out;
}

}  // namespace

void FitDialog::build() {
    setWindowTitle(tr("Make it fit"));
    setWindowModality(Qt::WindowModal);
    resize(Theme::get().scaled(1280), Theme::get().scaled(768));
    setMinimumSize(760, 480);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* body = new QWidget(scroll);
    body->setObjectName(QStringLiteral("scrollBody"));
    body_ = columnIn(body, {0, 0, 0, 0}, 0);
    body_->addWidget(head());
    body_->addWidget(line(body));
    body_->addWidget(plans(), 1);
    scroll->setWidget(body);
    auto* column = columnIn(this, {0, 0, 0, 0}, 0);
    column->addWidget(scroll, 1);
    column->addWidget(line(this));
    column->addWidget(foot());
    column->addWidget(line(this));
    column->addWidget(buttons());
}

QWidget* FitDialog::head() {
    auto* box = new QWidget(this);
    top_ = new QBoxLayout(QBoxLayout::LeftToRight, box);
    top_->setContentsMargins(kSide, 12, kSide, 12);
    top_->setSpacing(24);
    top_->addWidget(choices(), 2);
    top_->addWidget(frontier(), 1);
    return box;
}

QWidget* FitDialog::choices() {
    auto* box = new QWidget(this);
    auto* column = columnIn(box, {0, 0, 0, 0}, 8);
    name_->setProperty("role", "title");
    words_->setProperty("role", "small");
    words_->setText(window_family_of(asked_).fit_words(asked_));
    batch_->setLimits(1, 1000000);
    batch_->setStep(1, false);
    batch_->setFixedWidth(Theme::get().scaled(80));
    batch_->setAccessibleName(tr("Effective batch"));
    batch_->setToolTip(tr("Images per optimiser step, kept by every plan: micro-batch times accumulation"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(name_);
    row->addWidget(words_, 1);
    auto* batch = label(tr("Effective batch"), "label", box);
    row->addWidget(batch);
    row->addWidget(batch_);
    // A picture's cutouts are a setting of its own, which every plan keeps.
    batch->setVisible(family_of(asked_).facts().trains);
    batch_->setVisible(family_of(asked_).facts().trains);
    column->addLayout(row);

    auto* rehearse = label(tr("Rehearse"), "label", box);
    auto* allow = label(tr("Allow"), "label", box);
    const int width = std::max(rehearse->sizeHint().width(), Theme::get().scaled(60));
    rehearse->setFixedWidth(width);
    allow->setFixedWidth(width);
    auto* slider = new QHBoxLayout;
    slider->setSpacing(8);
    slider->addWidget(rehearse, 0, Qt::AlignTop);
    slider->addWidget(budget_, 1);
    column->addLayout(slider);
    sentence_->setProperty("role", "small");
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::RichText);
    column->addWidget(sentence_);

    box_holder_ = new QWidget(box);
    box_grid_ = new QGridLayout(box_holder_);
    box_grid_->setContentsMargins(0, 0, 0, 0);
    box_grid_->setHorizontalSpacing(16);
    box_grid_->setVerticalSpacing(4);
    const QString names[] = {tr("Checkpointing"), tr("Recompute fakes"), tr("Lower precision"), tr("Smaller picture"),
                             tr("Smaller network")};
    for (int i = 0; i < AllowCount; ++i) {
        boxes_[static_cast<std::size_t>(i)] = new QCheckBox(names[i], box_holder_);
        boxes_[static_cast<std::size_t>(i)]->setChecked(i == Checkpointing || i == RecomputeFakes);
        boxes_[static_cast<std::size_t>(i)]->setVisible(offers(static_cast<Allow>(i)));
    }
    box_holder_->setMinimumWidth(1);  // the columns follow the width, not the width the columns
    box_holder_->installEventFilter(this);
    auto* allowed = new QHBoxLayout;
    allowed->setSpacing(8);
    allow->setFixedHeight(boxes_[0]->sizeHint().height());  // on the first row's line
    allowed->addWidget(allow, 0, Qt::AlignTop);
    allowed->addWidget(box_holder_, 1);
    column->addLayout(allowed);
    column->addStretch(1);
    return box;
}

QWidget* FitDialog::frontier() {
    frontier_ = new QWidget(this);
    auto* column = columnIn(frontier_, {0, 0, 0, 0}, 4);
    auto* title = label(tr("Peak against time; click a point to choose its plan"), "small", frontier_);
    title->setWordWrap(true);
    column->addWidget(title);
    plot_->setMinimumSize(Theme::get().scaled(280), Theme::get().scaled(128));
    column->addWidget(plot_, 1);
    return frontier_;
}

QWidget* FitDialog::plans() {
    auto* box = new QWidget(this);
    auto* column = columnIn(box, {0, 0, 0, 0}, 0);
    nothing_box_ = new QWidget(box);
    auto* around = columnIn(nothing_box_, {kSide, 8, kSide, 8});
    around->addWidget(nothing_);
    nothing_box_->hide();
    column->addWidget(nothing_box_);
    retry_ = empty_->addButton(tr("Retry"), QStringLiteral("refresh"));
    stack_->addWidget(empty_);
    stack_->addWidget(table_);
    stack_->setMinimumHeight(Theme::get().scaled(216));
    column->addWidget(stack_, 1);
    return box;
}

QWidget* FitDialog::foot() {
    auto* box = new QWidget(this);
    auto* row = rowIn(box, {kSide, 8, kSide, 8}, 8);
    foot_text_->setWordWrap(true);
    foot_text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    foot_text_->setMinimumHeight(Theme::get().scaled(28));
    bar_->setProperty("thin", true);
    bar_->setTextVisible(false);
    bar_->setFixedWidth(Theme::get().scaled(160));
    bar_->setAccessibleName(tr("Progress of the plans"));
    setThemedIcon(save_, QStringLiteral("file-export"));
    save_->setToolTip(tr("Write the plan with what was measured, its date and device, as JSON"));
    save_->hide();
    row->addWidget(foot_icon_);
    row->addWidget(foot_text_, 1);
    row->addWidget(bar_);
    row->addWidget(save_);
    connect(save_, &QPushButton::clicked, this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save recipe"), QStringLiteral("recipe.json"),
                                                          tr("Recipes (*.json)"));
        if (!path.isEmpty()) saveStamp(path);
    });
    return box;
}

QWidget* FitDialog::buttons() {
    auto* box = new QWidget(this);
    ends_ = new QBoxLayout(QBoxLayout::LeftToRight, box);
    ends_->setContentsMargins(kSide, 12, kSide, 12);
    ends_->setSpacing(8);
    auto* row = new QHBoxLayout;
    auto* closing = new QHBoxLayout;
    for (QHBoxLayout* part : {row, closing}) part->setSpacing(8);
    setThemedIcon(measure_, QStringLiteral("gauge"));
    setThemedIcon(rehearse_, QStringLiteral("target"));
    setThemedIcon(apply_, QStringLiteral("check"), Token::OnFill);
    apply_->setProperty("primary", true);
    apply_->setDefault(true);
    for (QPushButton* button : {measure_, rehearse_, save_, cancel_}) button->setAutoDefault(false);
    auto* menu = new QMenu(rehearse_);
    for (int steps : {50, 200, 1000})
        menu->addAction(stepsText(asked_.model, steps), this, [this, steps] { rehearse(steps); });
    rehearse_->setMenu(menu);
    hint_->setProperty("role", "hint");
    hint_->setWordWrap(true);
    hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(measure_);
    row->addWidget(rehearse_);
    row->addWidget(hint_, 1000);
    row->addStretch(1);  // where the hint is left out, buttons keep their width
    closing->addStretch(1);
    closing->addWidget(cancel_);
    closing->addWidget(apply_);
    ends_->addLayout(row, 1);
    ends_->addLayout(closing);
    return box;
}

void FitDialog::placeBoxes() {
    int widest = 0;
    std::vector<QCheckBox*> offered;
    std::copy_if(boxes_.begin(), boxes_.end(), std::back_inserter(offered),
                 [](const QCheckBox* box) { return !box->isHidden(); });
    for (const QCheckBox* box : offered) widest = std::max(widest, box->sizeHint().width());
    const int columns = std::clamp((box_holder_->width() + 16) / (widest + 16), 1, static_cast<int>(AllowCount));
    if (box_grid_->property("columns").toInt() == columns) return;
    box_grid_->setProperty("columns", columns);
    for (int i = 0; i < static_cast<int>(offered.size()); ++i)
        box_grid_->addWidget(offered[static_cast<std::size_t>(i)], i / columns, i % columns);
    for (int i = 0; i <= AllowCount; ++i) box_grid_->setColumnStretch(i, 0);
    box_grid_->setColumnStretch(AllowCount, 1);
}

void FitDialog::nameButtons(bool brief) {
    measure_->setText(brief ? tr("Measure") : tr("Measure this plan"));
    rehearse_->setText(brief ? tr("Rehearse…") : tr("Rehearse %1…").arg(stepsText(asked_.model, 200)));
    apply_->setText(brief ? apply_text_.section(QLatin1Char(':'), 0, 0) : apply_text_);
    hint_->setVisible(!brief);  // the tooltips say it too
}

void FitDialog::fitButtons() {
    const auto fits = [this] {
        int needed = 2 * kSide + 3 * 8;
        for (const QPushButton* button : {measure_, rehearse_, cancel_, apply_}) needed += button->sizeHint().width();
        return needed <= width();
    };
    bool one_row = true;
    for (bool brief : {false, true}) {  // the chosen plan stands in the table as well as on its button
        nameButtons(brief);
        one_row = fits();
        if (one_row) break;
    }
    ends_->setDirection(one_row ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void FitDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    placeFrontier();
    fitButtons();
}

void FitDialog::placeFrontier() {
    const bool beside = width() >= Theme::get().scaled(kBeside);
    if (beside == (top_->indexOf(frontier_) >= 0)) return;
    const int side = beside ? 0 : kSide;
    frontier_->layout()->setContentsMargins(side, side, side, side);
    if (beside) {
        body_->removeWidget(frontier_);
        top_->addWidget(frontier_, 1);
    } else {
        top_->removeWidget(frontier_);
        body_->addWidget(frontier_);
    }
}

bool FitDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched == box_holder_ && event->type() == QEvent::Resize) placeBoxes();
    return QDialog::eventFilter(watched, event);
}

}  // namespace headroom::ui
