// DatasetDialog: see dataset_dialog.h.
#include "ui/panels/dataset/dataset_dialog.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/panels/dataset/dataset_report_view.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/themed_icon.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace headroom::ui {

DatasetDialog::DatasetDialog(Services* services, TrainConfig config, QWidget* parent)
    : QDialog(parent),
      services_(services),
      config_(std::move(config)),
      path_(new QLineEdit(this)),
      fit_(new QComboBox(this)),
      inspect_(new QPushButton(tr("Inspect"), this)),
      use_(new QPushButton(tr("Use this data set"), this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(QStringLiteral("photo-search"), tr("Nothing inspected yet"),
                            tr("Choose a folder, a CIFAR-10 or MNIST file, or the built-in shapes."), this)),
      what_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      view_(new DatasetReportView(this)) {
    setWindowTitle(tr("Data set"));
    resize(1040, 680);
    setMinimumSize(640, 440);
    auto* column = columnIn(this, {0, 0, 0, 0}, 0);
    column->addWidget(sourceRow());
    stack_->addWidget(empty_);
    stack_->addWidget(progressPage());
    stack_->addWidget(view_);
    for (int i = 0; i < 2; ++i) {
        auto* line = new QFrame(this);
        line->setObjectName(QStringLiteral("line"));
        column->addWidget(line);
        if (i == 0) column->addWidget(stack_, 1);
    }
    auto* buttons = rowIn(nullptr, {16, 12, 16, 12}, 8);
    auto* close = new QPushButton(tr("Close"), this);
    use_->setProperty("primary", true);
    setThemedIcon(use_, QStringLiteral("check"), Token::OnFill);
    use_->setDefault(true);
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(use_);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, &QDialog::accept);
    connect(&task_, &BackgroundTask::progress, this, [this](const QString& what, double fraction) {
        what_->setText(what);
        bar_->setRange(0, fraction < 0 ? 0 : 1000);
        if (fraction >= 0) bar_->setValue(qRound(fraction * 1000));
    });
    connect(path_, &QLineEdit::textChanged, this, [this] { setBusy(busy()); });
    setBusy(false);
    if (!config_.data_path.empty()) inspect();
}

QWidget* DatasetDialog::sourceRow() {
    auto* bar = new QWidget(this);
    auto* row = rowIn(bar, {16, 12, 16, 12}, 8);
    path_->setText(QString::fromStdString(config_.data_path));
    path_->setPlaceholderText(tr("Folder, CIFAR-10 or MNIST file, or shapes"));
    path_->setAccessibleName(tr("Data set"));
    auto* browse = new QPushButton(tr("Folder…"), this);
    setThemedIcon(browse, QStringLiteral("folder"));
    auto* shapes = new QPushButton(tr("Built-in shapes"), this);
    setThemedIcon(shapes, QStringLiteral("cube"));
    for (const ParamChoice& choice : find_param("data.fit")->choices) {
        fit_->addItem(fromUtf8(choice.label), fromUtf8(choice.name));
    }
    fit_->setCurrentIndex(static_cast<int>(config_.data_fit));
    fit_->setAccessibleName(tr("How pictures are cut square"));
    fit_->setToolTip(tr("How pictures are cut square"));
    row->addWidget(path_, 1);
    row->addWidget(browse);
    row->addWidget(shapes);
    row->addWidget(fit_);
    row->addWidget(inspect_);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder with pictures"), path_->text());
        if (folder.isEmpty()) return;
        path_->setText(QDir::toNativeSeparators(folder));
        inspect();
    });
    connect(shapes, &QPushButton::clicked, this, [this] {
        path_->setText(QStringLiteral("shapes"));
        inspect();
    });
    connect(fit_, &QComboBox::activated, this, &DatasetDialog::inspect);
    connect(inspect_, &QPushButton::clicked, this, &DatasetDialog::inspect);
    connect(path_, &QLineEdit::returnPressed, this, &DatasetDialog::inspect);
    return bar;
}

QWidget* DatasetDialog::progressPage() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(12);
    bar_->setProperty("thin", true);
    bar_->setTextVisible(false);
    bar_->setFixedWidth(320);
    bar_->setAccessibleName(tr("Inspection"));
    what_->setProperty("role", "small");
    auto* cancel = new QPushButton(tr("Cancel"), this);
    connect(cancel, &QPushButton::clicked, this, &DatasetDialog::cancelInspection);
    column->addStretch();
    for (QWidget* w : {static_cast<QWidget*>(what_), static_cast<QWidget*>(bar_), static_cast<QWidget*>(cancel)})
        column->addWidget(w, 0, Qt::AlignHCenter);
    column->addStretch();
    return page;
}

void DatasetDialog::inspect() {
    if (path_->text().trimmed().isEmpty()) return;
    config_.data_path = path_->text().trimmed().toStdString();
    config_.data_fit = static_cast<FitMode>(fit_->currentIndex());
    DatasetQuery query;
    query.config = config_;
    task_.start(
        [services = services_, query](const BackgroundTask::Report& report, std::stop_token stop) {
            return services->inspect_dataset(query, report, stop);
        },
        [this](Result<DatasetReport> report) { showReport(report); });
    what_->setText(tr("Reading the data set"));
    bar_->setRange(0, 0);
    stack_->setCurrentIndex(1);
    setBusy(true);
}

void DatasetDialog::cancelInspection() {
    task_.cancel();
    setBusy(false);
    empty_->setIcon(QStringLiteral("photo-search"));
    empty_->setTitle(tr("Inspection cancelled"));
    empty_->setText(tr("Nothing was changed."));
    stack_->setCurrentIndex(0);
}

void DatasetDialog::showReport(const Result<DatasetReport>& report) {
    if (report) {
        view_->setReport(*report, static_cast<int>(config_.image_size));
        stack_->setCurrentIndex(2);
    } else {
        empty_->setIcon(QStringLiteral("alert-triangle"), Token::Err);
        empty_->setTitle(QString::fromStdString(report.error().message));
        empty_->setText(QString::fromStdString(report.error().hint));
        stack_->setCurrentIndex(0);
    }
    setBusy(false);
}

void DatasetDialog::setBusy(bool busy) {
    const bool shown = stack_->currentIndex() == 2 && path_->text().trimmed().toStdString() == config_.data_path;
    use_->setEnabled(!busy && shown);
    use_->setToolTip(use_->isEnabled() ? QString()
                     : busy            ? tr("The inspection is still running")
                                       : tr("Inspect a data set that can be read first"));
    inspect_->setEnabled(!busy && !path_->text().trimmed().isEmpty());
}

QString DatasetDialog::message() const { return empty_->accessibleName(); }

ParamPatch DatasetDialog::patch() const {
    return {{"data.path", config_.data_path}, {"data.fit", std::string(name_of(config_.data_fit))}};
}

}  // namespace headroom::ui
