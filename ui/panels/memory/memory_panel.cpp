// MemoryPanel: construction and layout; see memory_panel.h. What it shows is in memory_panel_data.cpp.
#include "ui/panels/memory/memory_panel.h"

#include "ui/bridge/session_bridge.h"
#include "ui/models/ledger_model.h"
#include "ui/panels/memory/leak_notice.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/memory/memory_headline.h"
#include "ui/panels/memory/others_row.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/segmented_bar.h"
#include "ui/widgets/step_timeline_view.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace headroom::ui {
namespace {

constexpr int kNarrow = 380;  // below: smaller padding and short names

QFrame* panelLine(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setObjectName(QStringLiteral("hairline"));
    line->setFrameShape(QFrame::NoFrame);
    line->setAutoFillBackground(true);
    line->setFixedHeight(1);
    return line;
}

}  // namespace

MemoryPanel::MemoryPanel(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent), bridge_(bridge), model_(new LedgerModel(this)) {
    clock_.start();
    build();
    connectBridge();
    connect(&Theme::get(), &Theme::changed, this, &MemoryPanel::applyTheme);
    applyTheme();
    forecastDraft();
    refresh();
    refreshStep();
}

void MemoryPanel::build() {
    setAccessibleName(tr("Memory"));
    auto* outer = columnIn(this, {0, 0, 0, 0}, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(scroll);
    scroll->setWidget(content);
    outer->addWidget(scroll);
    auto* column = columnIn(content, {0, 0, 0, 0}, 0);

    head_ = new QWidget(content);
    auto* head = new QVBoxLayout(head_);
    head->setSpacing(4);
    top_ = new QBoxLayout(QBoxLayout::LeftToRight);
    headline_ = new MemoryHeadline(head_);
    switch_ = new SegmentedBar(true, head_);
    switch_->addSegment(tr("Now"));
    switch_->addSegment(tr("At peak"));
    switch_->setCurrent(1);
    switch_->setAccessibleName(tr("Moment shown in bar and figure"));
    top_->addWidget(headline_, 1);
    top_->addWidget(switch_, 0, Qt::AlignTop | Qt::AlignLeft);
    make_fit_ = new QPushButton(tr("Make it fit…"), head_);
    make_fit_->setProperty("primary", true);
    setThemedIcon(make_fit_, QStringLiteral("adjustments-horizontal"), Token::OnFill);
    make_fit_->hide();
    connect(make_fit_, &QPushButton::clicked, this, &MemoryPanel::makeFitWanted);
    top_->addWidget(make_fit_, 0, Qt::AlignTop | Qt::AlignLeft);
    head->addLayout(top_);
    head->addWidget(headline_->line());
    note_ = new QLabel(head_);
    note_->setWordWrap(true);
    note_->hide();
    head->addWidget(note_);
    column->addWidget(head_);

    bar_box_ = new QWidget(content);
    auto* bar_layout = new QVBoxLayout(bar_box_);
    bar_ = new MemoryBar(MemoryBar::Kind::Full, bar_box_);
    bar_layout->addWidget(bar_);
    column->addWidget(bar_box_);

    ledger_view_ = new LedgerView(model_, content);
    column->addWidget(ledger_view_);
    closure_ = new QWidget(content);
    auto* closure = new QHBoxLayout(closure_);
    closure->setSpacing(8);
    closure_icon_ = new QLabel(closure_);
    closure_text_ = new QLabel(closure_);
    closure_text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    closure->addWidget(closure_icon_);
    closure->addWidget(closure_text_, 1);
    column->addWidget(closure_);
    leak_ = new LeakNotice(content);
    column->addWidget(leak_);
    column->addWidget(panelLine(content));

    column->addWidget(buildStepHeader());
    step_stack_ = new QStackedWidget(content);
    step_empty_ = new EmptyState(QStringLiteral("chart-area-line"), {}, {}, step_stack_);
    step_stack_->addWidget(step_empty_);
    step_box_ = new QWidget(step_stack_);
    auto* step_layout = new QVBoxLayout(step_box_);
    step_view_ = new StepTimelineView(step_box_);
    step_layout->addWidget(step_view_);
    step_stack_->addWidget(step_box_);
    column->addWidget(step_stack_, 1);
    column->addWidget(panelLine(content));
    others_ = new OthersRow(content);
    column->addWidget(others_);
    fitPadding();

    connect(switch_, &SegmentedBar::currentChanged, this, [this](int index) { showAtPeak(index == 1); });
    connect(step_view_, &StepTimelineView::momentActivated, this, &MemoryPanel::showTensors);
    connect(leak_, &LeakNotice::tensorsRequested, this, [this] {
        if (timeline_) showTensors(timeline_->duration_ms, leak_->mapToGlobal(leak_->rect().center()));
    });
    connect(leak_, &LeakNotice::snapshotRequested, this, &MemoryPanel::askForSnapshot);
    connect(others_, &OthersRow::lendRequested, bridge_, &SessionBridge::lend);
    connect(others_, &OthersRow::takeBackRequested, bridge_, &SessionBridge::resume);
}

QWidget* MemoryPanel::buildStepHeader() {
    step_header_ = new QWidget(this);
    auto* row = new QHBoxLayout(step_header_);
    row->setSpacing(8);
    step_title_ = new QLabel(tr("One step"), step_header_);
    step_hint_ = new QLabel(step_header_);
    step_hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    step_hint_->installEventFilter(this);
    auto* snapshot =
        new IconButton(QStringLiteral("database"), tr("Memory snapshot… for PyTorch's memory viewer"), step_header_);
    snapshot->setObjectName(QStringLiteral("memory_snapshot"));
    step_snapshot_ = snapshot;
    connect(snapshot, &IconButton::clicked, this, &MemoryPanel::askForSnapshot);
    auto* save = new IconButton(QStringLiteral("file-export"), tr("Save this picture"), step_header_);
    step_save_ = save;
    row->addWidget(step_title_);
    row->addWidget(step_hint_, 1);
    row->addWidget(snapshot);
    row->addWidget(save);
    connect(save, &IconButton::clicked, this, &MemoryPanel::saveStep);
    return step_header_;
}

void MemoryPanel::connectBridge() {
    connect(bridge_, &SessionBridge::memoryChanged, this, &MemoryPanel::setReport);
    connect(bridge_, &SessionBridge::timelineChanged, this, &MemoryPanel::setTimeline);
    connect(bridge_, &SessionBridge::notice, this,
            [this](const QString& id, const QString& message, const QString& hint) {
                if (id == QLatin1String("leak")) leak_->show(message, hint);
            });
    connect(bridge_, &SessionBridge::sessionReady, this, &MemoryPanel::forecastDraft);
    connect(bridge_, &SessionBridge::draftChanged, this, &MemoryPanel::forecastDraft);
    connect(bridge_, &SessionBridge::runStarted, this, &MemoryPanel::onRunStarted);
    connect(bridge_, &SessionBridge::stateChanged, this, [this] { forecastDraft(); });
}

void MemoryPanel::fitPadding() {
    const int side = width() < Theme::get().scaled(kNarrow) ? 12 : 16;
    head_->layout()->setContentsMargins(side, 12, side, 4);
    bar_box_->layout()->setContentsMargins(side, 4, side, 8);
    closure_->layout()->setContentsMargins(side, 4, side, 8);
    step_header_->layout()->setContentsMargins(side, 4, side - 4, 0);
    step_box_->layout()->setContentsMargins(side, 4, side, 4);
    others_->setPadding(side);
    ledger_view_->setPadding(side);
    stackHeadline();
}

void MemoryPanel::stackHeadline() {
    const QMargins around = head_->layout()->contentsMargins();
    QLabel* sum =
        headline_->line();  // wraps only where it must: a wrapping label makes the whole panel ask for more height
    sum->setWordWrap(sum->fontMetrics().horizontalAdvance(sum->text()) > width() - around.left() - around.right() - 12);
    const QWidget* beside = !make_fit_->isHidden() ? static_cast<QWidget*>(make_fit_) : switch_;
    const int needed =
        headline_->minimumSizeHint().width() + 8 + beside->sizeHint().width() + around.left() + around.right();
    top_->setDirection(!beside->isHidden() && needed > width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void MemoryPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitPadding();
    fitStepHint();
}

bool MemoryPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == step_hint_ && event->type() == QEvent::Resize) fitStepHint();
    return QWidget::eventFilter(watched, event);
}

void MemoryPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!stale_) return;
    refresh();
    refreshStep();
}

void MemoryPanel::applyTheme() {
    const Theme& theme = Theme::get();
    styleLabel(note_, TextSize::Small, false, Token::T3);
    styleLabel(step_title_, TextSize::Body, true, Token::T1);
    styleLabel(step_hint_, TextSize::Small, false, Token::T3);
    for (QFrame* line : findChildren<QFrame*>(QStringLiteral("hairline"))) {
        QPalette palette = line->palette();
        palette.setColor(QPalette::Window, theme.color(Token::Line));
        line->setPalette(palette);
    }
    fitPadding();
    refreshClosure();
}

}  // namespace headroom::ui
