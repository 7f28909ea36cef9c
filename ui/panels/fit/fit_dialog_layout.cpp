// FitDialog: its layout: choices and frontier above, plans below, foot line and buttons. In a small window the body scrolls and
// the frontier stands below the plans, so that these follow the choices at once.
#include "core/api/file_endings.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_plot.h"
#include "ui/panels/fit/fit_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/flow_row.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/narrowing.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QMenu>

namespace headroom::ui {

constexpr int kSide = 16;
constexpr int kBeside = 900;  // below, at 100 % text: the frontier stands under the choices

void FitDialog::build() {
    setWindowTitle(tr("Make it fit"));
    setWindowModality(Qt::WindowModal);
    resize(scaled(1280), scaled(768));
    setMinimumSize(760, 480);
    auto* body = new QWidget(this);
    QWidget* asked = choices();
    plot_->setMinimumSize(scaled(280), scaled(128));
    auto* title = makeLabel("small", tr("Peak against time; click a point to choose its plan"), body, Wrap::On);
    QWidget* frontier = boxed(columnOf({title, {plot_, 1}}, 4), body);
    auto* top = rowOf({{asked, 2}, {frontier, 1}}, 24, {kSide, 12, kSide, 12});
    auto* column = columnIn(body, {}, 0, {boxed(top, body), hairline(body), {plans(), 1}});
    QScrollArea* scroll = makeScroll(body, this);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    columnIn(this, {}, 0, {{scroll, 1}, hairline(this), foot(), new FileRow(this), hairline(this), buttons()});
    onResize(this, [=, this] {
        const bool beside = width() >= scaled(kBeside);
        if (beside == (top->indexOf(frontier) >= 0)) return;
        const int side = beside ? 0 : kSide;
        frontier->layout()->setContentsMargins(side, side, side, side);
        if (beside) {
            column->removeWidget(frontier);
            top->addWidget(frontier, 1);
        } else {
            top->removeWidget(frontier);
            column->addWidget(frontier);
        }
    });
}

QWidget* FitDialog::choices() {
    auto* box = new QWidget(this);
    auto* column = columnIn(box, {}, 8);
    words_->setText(window_family_of(asked_).fitWords(asked_));
    batch_->setLimits(1, 1000000);
    batch_->setStep(1, false);
    batch_->setFixedWidth(scaled(80));
    named(batch_, tr("Effective batch"),
          tr("Images per optimiser step, kept by every plan: micro-batch times accumulation"));
    auto* batch = makeLabel("label", tr("Effective batch"), box);
    // A picture's cutouts are a setting of its own, which every plan keeps.
    batch->setVisible(family_of(asked_).facts().trains);
    batch_->setVisible(family_of(asked_).facts().trains);
    column->addLayout(rowOf({name_, {words_, 1}, batch, batch_}, 8));

    auto* rehearse = makeLabel("label", tr("Rehearse"), box);
    auto* allow = makeLabel("label", tr("Allow"), box);
    const int width = std::max(rehearse->sizeHint().width(), scaled(60));
    rehearse->setFixedWidth(width);
    allow->setFixedWidth(width);
    showRichText(sentence_);
    fill(column, {rowOf({{rehearse, 0, Qt::AlignTop}, {budget_, 1}}, 8), sentence_});

    auto* allowances = new FlowRow(16);
    const QString names[] = {tr("Checkpointing"), tr("Recompute fakes"), tr("Lower precision"), tr("Smaller picture"),
                             tr("Smaller network")};
    for (int i = 0; i < AllowCount; ++i) {
        auto* allowed = boxes_[static_cast<std::size_t>(i)] = new QCheckBox(names[i], box);
        allowed->setChecked(i == Checkpointing || i == RecomputeFakes);
        allowed->setVisible(offers(static_cast<Allow>(i)));
        allowances->addWidget(allowed);
    }
    allow->setFixedHeight(boxes_[0]->sizeHint().height());  // on the first row's line
    fill(column, {rowOf({{allow, 0, Qt::AlignTop}, {allowances, 1}}, 8), stretch(1)});
    return box;
}

QWidget* FitDialog::plans() {
    nothing_box_ = boxed(columnOf({nothing_}, 0, {kSide, 8, kSide, 8}), this);
    nothing_box_->hide();
    connect(empty_->addRetry(tr("Retry"), QStringLiteral("refresh")), &QPushButton::clicked, this, &FitDialog::ask);
    QWidget* table = empty_->inPlaceOf(table_);
    table->setMinimumHeight(scaled(216));
    return boxed(columnOf({nothing_box_, {table, 1}}, 0), this);
}

QWidget* FitDialog::foot() {
    foot_text_->setWordWrap(true);
    foot_text_->setMinimumHeight(scaled(28));
    bar_->setFixedWidth(scaled(160));
    save_->setToolTip(tr("Write the plan with what was measured, its date and device, as JSON"));
    save_->hide();
    connect(save_, &QPushButton::clicked, this, [this] {
        const QString path = askWhereToWrite(this, QStringLiteral("recipe"), tr("Save recipe"),
                                             QStringLiteral("plan") + QLatin1String(kRecipeEnding),
                                             tr("Recipes (*.headroom-recipe *.json)"));
        if (!path.isEmpty()) saveStamp(path);
    });
    return boxed(rowOf({foot_icon_, {shrinking(foot_text_), 1}, bar_, save_}, 8, {kSide, 8, kSide, 8}), this);
}

QWidget* FitDialog::buttons() {
    setThemedIcon(rehearse_, QStringLiteral("target"));
    apply_->setDefault(true);
    for (QPushButton* button : {measure_, rehearse_, save_, cancel_}) button->setAutoDefault(false);
    auto* menu = new QMenu(rehearse_);
    for (int steps : {50, 200, 1000})
        menu->addAction(stepsText(asked_.model, steps), this, [this, steps] { rehearse(steps); });
    rehearse_->setMenu(menu);
    // Where the hint is left out, buttons keep their width.
    auto* ends = rowOf({{rowOf({measure_, rehearse_, {shrinking(hint_), 1000}, stretch(1)}, 8), 1},
                        rowOf({stretch(1), cancel_, apply_}, 8)},
                       8, {kSide, 12, kSide, 12});
    QWidget* box = boxed(ends, this);
    const GivesWay words{[this](bool brief) {  // the chosen plan stands in the table as well as on its button
        measure_->setText(brief ? tr("Measure") : tr("Measure this plan"));
        rehearse_->setText(brief ? tr("Rehearse…") : tr("Rehearse %1…").arg(stepsText(asked_.model, 200)));
        apply_->setText(brief ? apply_text_.section(QLatin1Char(':'), 0, 0) : apply_text_);
    }};
    // The hint has two lines at the most; the tooltips say it too.
    ends_ = new Narrowing(this, ends, {hintOf(hint_, 0.6), words, lineOf(ends)});
    return box;
}

}  // namespace headroom::ui
