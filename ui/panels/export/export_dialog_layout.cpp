// ExportDialog: its layout: list, form and preview side by side, folder and buttons below.
#include "ui/panels/export/export_delegate.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/export/export_forms.h"
#include "ui/panels/export/export_list_model.h"
#include "ui/panels/export/export_preview.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/themed_icon.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QUrl>

namespace headroom::ui {
namespace {

QFrame* line(QWidget* parent, bool vertical = false) {
    auto* frame = new QFrame(parent);
    frame->setObjectName(vertical ? QStringLiteral("vline") : QStringLiteral("line"));
    return frame;
}

QWidget* head(QLabel* title, QLabel* right, QWidget* parent) {
    auto* box = new QWidget(parent);
    box->setMinimumHeight(Theme::get().scaled(40));
    auto* row = rowIn(box, {16, 0, 16, 0});
    title->setProperty("role", "strong");
    row->addWidget(title);
    row->addStretch();
    if (right) {
        right->setProperty("role", "small");
        row->addWidget(right);
    }
    return box;
}

}  // namespace

void ExportDialog::build() {
    setWindowTitle(tr("Export"));
    resize(1184, 784);
    setMinimumSize(760, 480);
    auto* column = columnIn(this, {0, 0, 0, 0}, 0);
    column->addWidget(columns(), 1);
    column->addWidget(line(this));
    column->addWidget(footer());
}

QWidget* ExportDialog::columns() {
    auto* body = new QWidget(this);
    auto* row = rowIn(body, {0, 0, 0, 0}, 0);
    auto* left = new QWidget(body);
    auto* l = columnIn(left, {0, 0, 0, 0}, 0);
    l->addWidget(head(new QLabel(tr("What to export"), left), count_, left));
    l->addWidget(line(left));
    list_->setModel(model_);
    list_->setItemDelegate(new ExportDelegate(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMouseTracking(true);
    list_->setAccessibleName(tr("What to export"));
    l->addWidget(list_, 1);
    auto* notice = new QFrame(left);
    notice->setObjectName(QStringLiteral("notice"));
    notice->setProperty("tone", "info");
    auto* n = rowIn(notice, {12, 8, 12, 8});
    auto* icon = new QLabel(notice);
    setThemedIcon(icon, QStringLiteral("info-circle"), Token::Acc);
    note_->setWordWrap(true);
    note_->setProperty("role", "small");
    n->addWidget(icon, 0, Qt::AlignTop);
    n->addWidget(note_, 1);
    auto* around = columnIn(nullptr, {16, 12, 16, 12});
    around->addWidget(notice);
    l->addLayout(around);
    row->addWidget(left, 344);
    row->addWidget(line(body, true));

    auto* middle = new QWidget(body);
    auto* m = columnIn(middle, {0, 0, 0, 0}, 0);
    m->addWidget(head(form_title_, nullptr, middle));
    m->addWidget(line(middle));
    auto* scroll = new QScrollArea(middle);
    scroll->setWidgetResizable(true);
    forms_->setObjectName(QStringLiteral("scrollBody"));
    scroll->setWidget(forms_);
    m->addWidget(scroll, 1);
    row->addWidget(middle, 392);

    preview_column_ = new QWidget(body);
    auto* p = rowIn(preview_column_, {0, 0, 0, 0}, 0);
    p->addWidget(line(preview_column_, true));
    p->addWidget(preview_, 1);
    row->addWidget(preview_column_, 448);
    return body;
}

QWidget* ExportDialog::footer() {
    auto* foot = new QWidget(this);
    auto* column = columnIn(foot, {16, 8, 16, 12}, 8);
    auto* to = new QHBoxLayout;
    to->setSpacing(8);
    auto* label = new QLabel(tr("To"), foot);
    label->setProperty("role", "label");
    folder_->setAccessibleName(tr("Target folder"));
    folder_->setPlaceholderText(tr("Folder"));
    auto* browse = new QPushButton(foot);
    setThemedIcon(browse, QStringLiteral("folder"));
    browse->setToolTip(tr("Choose the target folder"));
    browse->setAccessibleName(browse->toolTip());
    room_->setProperty("role", "small");
    to->addWidget(label);
    to->addWidget(folder_, 1);
    to->addWidget(browse);
    to->addWidget(room_);
    column->addLayout(to);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    bar_->setProperty("thin", true);
    bar_->setTextVisible(false);
    bar_->setFixedWidth(160);
    bar_->setAccessibleName(tr("Export"));
    status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    status_->setWordWrap(true);
    open_->hide();
    setThemedIcon(open_, QStringLiteral("folder"));
    export_->setProperty("primary", true);
    export_->setDefault(true);
    setThemedIcon(export_, QStringLiteral("file-export"), Token::OnFill);
    row->addWidget(bar_);
    row->addWidget(status_, 1);
    row->addWidget(open_);
    row->addWidget(cancel_);
    row->addWidget(export_);
    column->addLayout(row);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Export to"), folder());
        if (!chosen.isEmpty()) setFolder(chosen);
    });
    connect(open_, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder())); });
    return foot;
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    preview_column_->setVisible(width() >= Theme::get().scaled(960));
}

}  // namespace headroom::ui
