// UpscaleDialog: its layout: the part before and after on the left, what is asked for on the right, progress and buttons below.
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/upscale/part_chooser.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/progress_row.h"
#include "ui/widgets/segmented_bar.h"
#include "ui/widgets/themed_icon.h"

#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>

namespace headroom::ui {
namespace {

constexpr int kLookAfterMs = 250;  // after the last change a part is tried anew

QFrame* edge(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setObjectName(QStringLiteral("line"));
    return line;
}

}  // namespace

UpscaleDialog::UpscaleDialog(Services* services, QWidget* parent)
    : QDialog(parent),
      services_(services),
      name_(new QLabel(this)),
      result_(new QLabel(this)),
      words_(new QLabel(this)),
      message_(new QLabel(this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(QStringLiteral("photo-search"), tr("No picture chosen"),
                            tr("A PNG or JPEG file, or any picture of the window by its context menu."), this)),
      pane_(new PicturePane(this)),
      part_(new PartChooser(this)),
      method_(new QComboBox(this)),
      weights_(new QLineEdit(this)),
      budget_(new QLineEdit(this)),
      target_(new QLineEdit(this)),
      choose_weights_(new QPushButton(tr("Choose…"), this)),
      choose_target_(new QPushButton(tr("Choose…"), this)),
      choose_(new QPushButton(tr("Choose a picture…"), this)),
      close_(new QPushButton(tr("Close"), this)),
      open_(new QPushButton(tr("Open folder"), this)),
      start_(new QPushButton(tr("Enlarge"), this)),
      scale_(new SegmentedBar(true, this)),
      progress_(new ProgressRow(tr("Enlarging"), tr("Cancel"), this)) {
    setWindowTitle(tr("Enlarge a picture"));
    resize(Theme::get().scaled(1040), Theme::get().scaled(640));
    setMinimumSize(640, 420);
    settle_.setSingleShot(true);
    settle_.setInterval(kLookAfterMs);
    auto* column = columnIn(this, {0, 0, 0, 0}, 0);
    column->addWidget(headRow());
    column->addWidget(edge(this));
    connect(empty_->addButton(tr("Choose a picture…"), QStringLiteral("photo-plus")), &QPushButton::clicked, this,
            &UpscaleDialog::choosePicture);
    stack_->addWidget(empty_);
    pane_->setContentsMargins(16, 12, 0, 12);  // in line with the row above and the form beside
    stack_->addWidget(pane_);
    for (ImageGrid* grid : {pane_->grid(), pane_->second()}) {
        grid->setSingle(true);
        grid->setGround(Token::Win);
    }
    pane_->grid()->setAccessibleName(tr("A part before"));
    pane_->second()->setAccessibleName(tr("The part after"));
    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(stack_, 1);
    body->addWidget(form());
    column->addLayout(body, 1);
    column->addWidget(edge(this));
    message_->setWordWrap(true);
    message_->setContentsMargins(16, 8, 16, 0);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setAccessibleName(tr("What happened"));
    column->addWidget(message_);
    column->addWidget(progress_);
    auto* buttons = rowIn(nullptr, {16, 12, 16, 12}, 8);
    setThemedIcon(open_, QStringLiteral("folder"));
    start_->setProperty("primary", true);
    setThemedIcon(start_, QStringLiteral("transform"), Token::OnFill);
    start_->setDefault(true);
    buttons->addWidget(open_);
    buttons->addStretch();
    buttons->addWidget(close_);
    buttons->addWidget(start_);
    column->addLayout(buttons);
    connect(open_, &QPushButton::clicked, this, &UpscaleDialog::openFolder);
    connect(close_, &QPushButton::clicked, this, &QDialog::close);
    connect(start_, &QPushButton::clicked, this, &UpscaleDialog::askAndStart);
    connect(progress_, &ProgressRow::cancelled, this, &UpscaleDialog::cancel);
    connect(&work_, &BackgroundTask::progress, progress_, &ProgressRow::setProgress);
    connect(&settle_, &QTimer::timeout, this, &UpscaleDialog::look);
    connect(part_, &PartChooser::centreChanged, this, &UpscaleDialog::lookSoon);
    part_->setEnabled(false);
    setMessage(message_, {}, false);
    refresh();
}

QWidget* UpscaleDialog::headRow() {
    auto* bar = new QWidget(this);
    auto* row = rowIn(bar, {16, 12, 16, 12}, 12);
    name_->setText(tr("Enlarged in tiles, so that it fits beside whatever else is going on."));
    name_->setProperty("role", "small");
    name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setThemedIcon(choose_, QStringLiteral("photo-plus"));
    choose_->setAutoDefault(false);
    connect(choose_, &QPushButton::clicked, this, &UpscaleDialog::choosePicture);
    row->addWidget(name_, 1);
    row->addWidget(choose_);
    return bar;
}

void UpscaleDialog::addRow(QGridLayout* grid, const QString& name, QWidget* field) {
    auto* label = new QLabel(name, this);
    label->setProperty("role", "label");
    label->setBuddy(field);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignVCenter);
    grid->addWidget(field, row, 1);
    if (field == weights_row_) weights_label_ = label;
}

QWidget* UpscaleDialog::fileField(QLineEdit* edit, QPushButton* choose) {
    auto* box = new QWidget(this);
    auto* row = rowIn(box, {0, 0, 0, 0}, 8);
    choose->setAutoDefault(false);
    row->addWidget(edit, 1);
    row->addWidget(choose);
    box->setFocusProxy(edit);
    return box;
}

QWidget* UpscaleDialog::form() {
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(Theme::get().scaled(384));
    auto* panel = new QWidget(scroll);
    panel->setObjectName(QStringLiteral("scrollBody"));
    auto* column = columnIn(panel, {16, 12, 16, 12}, 12);
    column->addWidget(part_);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    method_->addItems({tr("Lanczos"), tr("Network of the built-in shapes"), tr("A file of weights")});
    method_->setItemData(Lanczos, tr("Computed: smooth, invents nothing, needs little"), Qt::ToolTipRole);
    method_->setItemData(Shapes, tr("Trained on the built-in shapes alone"), Qt::ToolTipRole);
    method_->setItemData(OwnFile, tr("A .pth of the RRDB kind: ESRGAN, Real-ESRGAN"), Qt::ToolTipRole);
    method_->setAccessibleName(tr("Method"));
    method_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const char* times : {"2 ×", "3 ×", "4 ×"}) scale_->addSegment(QString::fromUtf8(times));
    scale_->setCurrent(0);
    scale_->setAccessibleName(tr("Times as wide and high"));
    weights_->setPlaceholderText(tr("RRDB weights, .pth"));
    weights_->setAccessibleName(tr("File of weights"));
    budget_->setPlaceholderText(tr("automatic: nine tenths of what is free"));
    budget_->setToolTip(tr("Most bytes of tensors at once, like 512 MiB. Tiles are as large as fit."));
    budget_->setAccessibleName(tr("Memory at most"));
    target_->setAccessibleName(tr("File to write"));
    setThemedIcon(choose_weights_, QStringLiteral("folder"));
    setThemedIcon(choose_target_, QStringLiteral("device-floppy"));
    weights_row_ = fileField(weights_, choose_weights_);
    addRow(grid, tr("Method"), method_);
    addRow(grid, tr("Weights"), weights_row_);
    addRow(grid, tr("Times"), scale_);
    addRow(grid, tr("Result"), result_);
    addRow(grid, tr("Memory"), budget_);
    addRow(grid, tr("Write to"), fileField(target_, choose_target_));
    column->addLayout(grid);
    words_->setWordWrap(true);
    words_->setAccessibleName(tr("What it takes"));
    column->addWidget(words_);
    column->addStretch(1);
    scroll->setWidget(panel);
    connect(method_, &QComboBox::activated, this, &UpscaleDialog::lookSoon);
    connect(scale_, &SegmentedBar::currentChanged, this, [this] {
        nameTarget();
        lookSoon();
    });
    connect(weights_, &QLineEdit::textEdited, this, &UpscaleDialog::lookSoon);
    connect(budget_, &QLineEdit::textEdited, this, &UpscaleDialog::lookSoon);
    connect(target_, &QLineEdit::textEdited, this, [this](const QString& text) {
        own_target_ = !text.trimmed().isEmpty();
        refresh();
    });
    connect(choose_weights_, &QPushButton::clicked, this, &UpscaleDialog::chooseWeights);
    connect(choose_target_, &QPushButton::clicked, this, &UpscaleDialog::chooseTarget);
    return scroll;
}

}  // namespace headroom::ui
