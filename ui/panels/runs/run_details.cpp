// RunDetails: see run_details.h.
#include "ui/panels/runs/run_details.h"

#include "core/config/config_io.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/run_words.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/shell/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/tab_corner.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace headroom::ui {
namespace {

QStandardItem* cell(const QString& text, bool number = false) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    if (number) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QStandardItem* iconCell(const QString& text, const char* icon, Token token) {
    QStandardItem* item = cell(text);
    item->setIcon(Theme::get().icon(QLatin1String(icon), token));
    return item;
}

}  // namespace

RunDetails::RunDetails(QWidget* parent)
    : QWidget(parent), stack_(new QStackedWidget(this)), empty_(new EmptyState(QStringLiteral("list-details"), tr("No run chosen"), tr("Choose a run above."), this)),
      tabs_(new QTabWidget(this)), corner_(new QLabel(this)), checkpoint_model_(new QStandardItemModel(this)), event_model_(new QStandardItemModel(this)),
      samples_(new ImageGrid(this)), recipe_(new QPlainTextEdit(this)) {
    checkpoints_ = table(checkpoint_model_, tr("Checkpoints"), {tr("Step"), tr("Images"), tr("Size"), tr("Kept because"), tr("Integrity")}, 3);
    events_ = table(event_model_, tr("Events"), {tr("Step"), tr("Images"), tr("Kind"), tr("What happened")}, 2);
    samples_->setSingle(true);
    samples_->setAccessibleName(tr("Newest samples"));
    connect(samples_, &ImageGrid::menuRequested, this, [this](int i, const QPoint& at) { showPictureMenu(samples_, i, at, QStringLiteral("samples")); });
    recipe_->setReadOnly(true);
    recipe_->setFont(Theme::get().mono());
    recipe_->setAccessibleName(tr("Recipe"));
    tabs_->addTab(checkpoints_, tr("Checkpoints"));
    tabs_->addTab(samples_, tr("Samples"));
    tabs_->addTab(recipe_, tr("Recipe"));
    tabs_->addTab(events_, tr("Events"));
    corner_->setProperty("role", "hint");
    corner_->setContentsMargins(8, 0, 12, 0);
    corner_fit_ = new TabCorner(tabs_, corner_);
    stack_->addWidget(empty_);
    stack_->addWidget(tabs_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(stack_);
}

QTreeView* RunDetails::table(QStandardItemModel* model, const QString& name, const QStringList& columns, int figures) {
    model->setHorizontalHeaderLabels(columns);
    for (int i = 0; i < figures; ++i) model->setHeaderData(i, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
    auto* view = new QTreeView(this);
    view->setProperty("role", "table");
    view->setModel(model);
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setAccessibleName(name);
    view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    return view;
}

void RunDetails::clear(const QString& title, const QString& text) {
    empty_->setTitle(title);
    empty_->setText(text);
    stack_->setCurrentIndex(0);
}

void RunDetails::show(const RunDetailsData& data) {
    const RunInfo& info = data.history.info;
    for (QStandardItemModel* model : {checkpoint_model_, event_model_})
        model->setHeaderData(0, Qt::Horizontal, capitalised(stepNoun(info.model)));
    for (QTreeView* view : {checkpoints_, events_})
        view->setColumnHidden(1, info.model == ModelKind::Imagine);  // it sees no images
    tabs_->setTabText(0, tr("Checkpoints of %1").arg(QString::fromStdString(info.name)));
    fillCheckpoints(info);
    fillEvents(data.history);
    samples_->setImages(data.newest_samples.isNull() ? QList<QImage>() : QList<QImage>{data.newest_samples});
    tabs_->setTabText(1, info.model == ModelKind::Imagine ? tr("Picture") : tr("Samples"));
    samples_->setAccessibleName(info.model == ModelKind::Imagine ? tr("Newest picture") : tr("Newest samples"));
    tabs_->setTabEnabled(1, !data.newest_samples.isNull());
    tabs_->setTabToolTip(1, data.newest_samples.isNull() ? info.model == ModelKind::Imagine
                                                               ? tr("This run has no pictures yet")
                                                               : tr("This run has no samples yet")
                                                         : QString());
    recipe_->setPlainText(QString::fromStdString(write_config(data.history.config)));
    Bytes sum;
    for (const CheckpointInfo& c : info.checkpoints) sum += c.size;
    corner_->setText(info.checkpoints.empty() ? tr("No checkpoints yet") : info.checkpoints.size() == 1 ? tr("%1 in 1 file").arg(tensorText(sum))
                                                                   : tr("%1 in %2 files").arg(tensorText(sum)).arg(info.checkpoints.size()));
    corner_fit_->fit();
    stack_->setCurrentIndex(1);
}

void RunDetails::fillCheckpoints(const RunInfo& info) {
    checkpoint_model_->removeRows(0, checkpoint_model_->rowCount());
    std::int64_t newest = -1;
    for (const CheckpointInfo& c : info.checkpoints) newest = std::max(newest, c.step);
    for (const CheckpointInfo& c : info.checkpoints) {
        QStandardItem* why = c.best ? iconCell(tr("Best score"), "star", Token::Acc) : cell(c.step == newest ? tr("Newest") : tr("Rotating"));
        QStandardItem* state = !c.problem.empty() ? iconCell(QString::fromStdString(c.problem), "alert-triangle", Token::Err)
                               : c.verified       ? iconCell(tr("hash verified"), "circle-check", Token::Ok)
                                                  : iconCell(tr("not checked"), "circle", Token::T3);
        QList<QStandardItem*> row{cell(countText(c.step), true), cell(imagesText(c.images), true), cell(tensorText(c.size), true), why, state};
        row.first()->setToolTip(QString::fromStdString(c.path));
        checkpoint_model_->appendRow(row);
    }
}

void RunDetails::fillEvents(const RunHistory& history) {
    event_model_->removeRows(0, event_model_->rowCount());
    for (const HistoryMark& mark : history.marks) {
        const bool recovery = mark.kind.find("oom") != std::string::npos;
        const bool saved = mark.kind.find("checkpoint") != std::string::npos;
        QStandardItem* kind = recovery ? iconCell(tr("Recovery"), "lifebuoy", Token::Warn)
                              : saved  ? iconCell(tr("Checkpoint"), "device-floppy", Token::T2)
                                       : iconCell(tr("Change"), "triangle", Token::Acc);
        event_model_->appendRow({cell(countText(mark.step), true), cell(imagesText(mark.images), true), kind, cell(QString::fromStdString(mark.text))});
    }
}

QString RunDetails::recipe() const { return recipe_->toPlainText(); }

}  // namespace headroom::ui
