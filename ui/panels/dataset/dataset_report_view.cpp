// DatasetReportView: see dataset_report_view.h.
#include "ui/panels/dataset/dataset_report_view.h"

#include "ui/bridge/qt_format.h"
#include "ui/panels/dataset/rejected_model.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/themed_icon.h"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace headroom::ui {

DatasetReportView::DatasetReportView(QWidget* parent)
    : QWidget(parent),
      rejected_box_(new QWidget(this)),
      rejected_(new RejectedModel(this)),
      rejected_view_(new QTreeView(this)),
      sheet_(new ImageGrid(this)) {
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    kind_ = addFact(form, tr("Kind"));
    images_ = addFact(form, tr("Images"));
    left_out_ = addFact(form, tr("Left out"));
    sides_ = addFact(form, tr("Sides"));
    trained_ = addFact(form, tr("Trained as"));
    auto* copy = new QPushButton(tr("Copy list"), this);
    setThemedIcon(copy, QStringLiteral("copy"));
    copy->setProperty("small", true);
    connect(copy, &QPushButton::clicked, this, &DatasetReportView::copyRejected);
    rejected_view_->setModel(rejected_);
    rejected_view_->setRootIsDecorated(false);
    rejected_view_->setUniformRowHeights(true);
    rejected_view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    rejected_view_->setTextElideMode(Qt::ElideMiddle);
    rejected_view_->setAccessibleName(tr("Files left out"));
    rejected_view_->header()->setDefaultSectionSize(Theme::get().scaled(200));
    auto* box = columnIn(rejected_box_, {0, 0, 0, 0});
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(tr("Files left out"), this);
    title->setProperty("role", "strong");
    head->addWidget(title);
    head->addStretch();
    head->addWidget(copy);
    box->addLayout(head);
    box->addWidget(rejected_view_, 1);
    auto* left = new QVBoxLayout;
    left->setSpacing(16);
    left->addLayout(form);
    left->addWidget(rejected_box_, 1);
    left->addStretch();
    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    auto* caption = new QLabel(tr("As training sees them"), this);
    caption->setProperty("role", "strong");
    right->addWidget(caption);
    right->addWidget(sheet_, 1);
    sheet_->setAccessibleName(tr("Contact sheet"));
    auto* row = rowIn(this, {16, 16, 16, 16}, 16);
    row->addLayout(left, 5);
    row->addLayout(right, 6);
}

QLabel* DatasetReportView::addFact(QFormLayout* form, const QString& name) {
    auto* label = new QLabel(name, this);
    label->setProperty("role", "label");
    auto* value = new QLabel(this);
    value->setObjectName(name);
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    form->addRow(label, value);
    return value;
}

QString DatasetReportView::fact(const QString& name) const {
    const auto* label = findChild<QLabel*>(name);
    return label ? label->text() : QString();
}

void DatasetReportView::setReport(const DatasetReport& report, int image_size) {
    const QString name = QString::fromStdString(report.name);
    kind_->setText(report.kind == "shapes"    ? tr("%1, drawn by Headroom").arg(name)
                   : report.kind == "folder"  ? tr("Folder of pictures, %1").arg(name)
                   : report.kind == "cifar10" ? tr("CIFAR-10, %1").arg(name)
                   : report.kind == "mnist"   ? tr("MNIST, %1").arg(name)
                                              : name);
    images_->setText(countText(report.accepted));
    const auto out = static_cast<qint64>(report.rejected.size());
    const double share =
        report.accepted + out > 0 ? 100.0 * static_cast<double>(out) / static_cast<double>(report.accepted + out) : 0;
    left_out_->setText(out == 0 ? tr("none")
                                : tr("%1 files, %2 %").arg(countText(out), numberText(share, share < 10 ? 2 : 0)));
    sides_->setText(report.smallest_side == report.largest_side
                        ? tr("%1 px").arg(countText(report.smallest_side))
                        : tr("%1 to %2 px").arg(countText(report.smallest_side), countText(report.largest_side)));
    trained_->setText(tr("%1 × %1 px").arg(image_size));
    rejected_->setFiles(report.rejected);
    rejected_box_->setVisible(out > 0);
    sheet_->setImages(toImages(report.thumbnails));
}

void DatasetReportView::copyRejected() {
    QList<int> rows;
    for (const QModelIndex& index : rejected_view_->selectionModel()->selectedRows()) rows.append(index.row());
    QGuiApplication::clipboard()->setText(rejected_->copyText(rows));
}

}  // namespace headroom::ui
