// ExportForms: one form per row of the export list, editing the plan.
#include "ui/panels/export/export_forms.h"

#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QStandardItemModel>

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

constexpr double kLeastTruncation = 0.05, kMostTruncation = 2.0;

/// Fields beside each other in a row of the form.
QWidget* beside(std::initializer_list<BoxItem> fields, QWidget* parent) { return boxed(rowOf(fields, 8), parent); }

}  // namespace

ExportForms::ExportForms(ExportPlan* plan, std::vector<ExportFormat> films, QWidget* parent)
    : PageStack(parent), plan_(plan), films_(std::move(films)) {
    gridForm();
    otherForms();
}

void ExportForms::addPage() {
    auto* page = new QWidget(this);
    form_ = new QFormLayout(page);
    form_->setContentsMargins(16, 16, 16, 16);
    form_->setHorizontalSpacing(16);
    form_->setVerticalSpacing(8);
    form_->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form_->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    addWidget(page);
}

void ExportForms::addRow(const QString& text, QWidget* field) {
    auto* label = makeLabel("label", text, this);
    label->setMinimumWidth(scaled(104));
    form_->addRow(label, field);
}

QCheckBox* ExportForms::check(const QString& text, bool ExportPlan::*field) {
    auto* box = new QCheckBox(text, this);
    box->setChecked(plan_->*field);
    connect(box, &QCheckBox::toggled, this, [this, field](bool on) {
        plan_->*field = on;
        Q_EMIT planChanged();
    });
    return box;
}

QSpinBox* ExportForms::spin(int low, int high, int ExportPlan::*field, const QString& name, const QString& suffix) {
    auto* box = named(new QSpinBox(this), name);
    box->setRange(low, high);
    box->setGroupSeparatorShown(true);
    box->setValue(plan_->*field);
    box->setSuffix(suffix);
    connect(box, &QSpinBox::valueChanged, this, [this, field](int value) {
        plan_->*field = value;
        Q_EMIT planChanged();
    });
    return box;
}

QWidget* ExportForms::weightsChoice() {
    auto* bar = named(new SegmentedBar(true, this), tr("Weights"));
    bar->addSegments({tr("EMA"), tr("Raw")});
    connect(bar, &SegmentedBar::currentChanged, this, [this](int i) {
        plan_->ema = i == 0;
        for (SegmentedBar* other : sources_) other->setCurrent(i);
        Q_EMIT planChanged();
    });
    sources_.push_back(bar);
    return bar;
}

void ExportForms::gridForm() {
    addPage();
    step_ = makeLabel("small", this);
    addRow(tr("Source"), beside({weightsChoice(), step_, stretch()}, this));
    addRow(tr("Rows × columns"),
           beside({spin(1, 32, &ExportPlan::rows, tr("Rows")), new QLabel(QStringLiteral("×"), this),
                   spin(1, 32, &ExportPlan::columns, tr("Columns")), stretch()},
                  this));
    cell_ = new QLabel(this);
    addRow(tr("Cell"), cell_);
    auto* latents = named(new QComboBox(this), tr("Latents"));
    latents->addItems({tr("The fixed latents"), tr("New ones from a seed")});
    auto* seed = named(new QSpinBox(this), tr("Seed"));
    seed->setRange(1, 2147483647);
    seed->setGroupSeparatorShown(true);
    seed->setPrefix(tr("Seed "));
    seed->hide();
    const auto apply = [this, latents, seed] {
        seed->setVisible(latents->currentIndex() == 1);
        plan_->seed = latents->currentIndex() == 1 ? static_cast<quint64>(seed->value()) : 0;
        Q_EMIT planChanged();
    };
    connect(latents, &QComboBox::currentIndexChanged, this, apply);
    connect(seed, &QSpinBox::valueChanged, this, apply);
    addRow(tr("Latents"), beside({latents, seed, stretch()}, this));
    addRow(tr("Truncation"), truncation(&ExportPlan::truncation));
    addRow(tr("Batch norm"),
           named(makeLabel("", tr("Eval statistics"), this), tr("Eval statistics"), tr("As in the preview")));
    addRow(tr("Format"), new QLabel(QStringLiteral("PNG"), this));
}

NumberField* ExportForms::truncation(double ExportPlan::*field) {
    auto* box = named(new NumberField(NumberField::Kind::Real, this), tr("Truncation"),
                      tr("Scale of the latents: below 1 the pictures are more alike and cleaner"));
    box->setLimits(kLeastTruncation, kMostTruncation);
    box->setStep(0.05, false);
    box->setDecimals(2);
    box->setValue(plan_->*field);
    connect(box, &NumberField::committed, this, [this, box, field](const QString& text) {
        bool ok = false;
        const double typed = text.toDouble(&ok);
        if (ok && std::isfinite(typed)) plan_->*field = std::clamp(typed, kLeastTruncation, kMostTruncation);
        box->setValue(plan_->*field);
        Q_EMIT planChanged();
    });
    return box;
}

void ExportForms::walkForm() {
    addPage();
    addRow(tr("Source"), weightsChoice());
    auto* seed = spin(1, 2147483647, &ExportPlan::walk_seed, tr("Seed of the walk"));
    seed->setPrefix(tr("Seed "));
    auto* ends = spin(2, 64, &ExportPlan::walk_ends, tr("Ends of the walk"), tr(" pictures"));
    ends->setToolTip(tr("The walk leads through so many pictures of the seed, as Latents shows them"));
    addRow(tr("Through"), beside({seed, ends, stretch()}, this));
    QCheckBox* closed = check(tr("Back to the first"), &ExportPlan::walk_closed);
    closed->setToolTip(tr("The walk ends where it began; otherwise at its last end"));
    addRow({}, closed);
    addRow(tr("Frames"), spin(8, 2000, &ExportPlan::walk_frames, tr("Frames of the walk")));
    addRow(tr("Speed"),
           spin(1, 60, &ExportPlan::walk_per_second, tr("Frames of the walk per second"), tr(" per second")));
    addRow(tr("Truncation"), truncation(&ExportPlan::walk_truncation));
    addRow(tr("Format"), filmChoice(&ExportPlan::walk_film, tr("Format of the walk")));
}

QWidget* ExportForms::filmChoice(QString ExportPlan::*field, const QString& name) {
    auto* choice = named(new QComboBox(this), name);
    auto* items = qobject_cast<QStandardItemModel*>(choice->model());
    for (const ExportFormat& film : films_) {
        const QString format = fromUtf8(film.name);
        choice->addItem(film.available ? filmName(format) : tr("%1 (not available)").arg(filmName(format)), format);
        QStandardItem* item = items->item(choice->count() - 1);
        item->setEnabled(film.available);
        item->setToolTip(coreText(film.note));
    }
    choice->setCurrentIndex(std::max(0, choice->findData(plan_->*field)));
    connect(choice, &QComboBox::currentIndexChanged, this, [this, choice, field] {
        plan_->*field = choice->currentData().toString();
        Q_EMIT planChanged();
    });
    return choice;
}

void ExportForms::otherForms() {
    addPage();
    addRow(tr("Speed"), spin(1, 60, &ExportPlan::frames_per_second, tr("Pictures per second"), tr(" per second")));
    most_ = spin(2, 1000, &ExportPlan::most_frames, tr("Pictures at most"), tr(" pictures"));
    addRow(tr("At most"), most_);
    addRow(tr("Format"), filmChoice(&ExportPlan::film, tr("Format of the history")));
    walkForm();
    addPage();
    addRow(tr("Source"), weightsChoice());
    addRow(tr("Formats"), check(QStringLiteral("safetensors"), &ExportPlan::safetensors));
    addRow({}, check(tr("PyTorch .pth, as the classic example reads it"), &ExportPlan::pth));
    addRow({}, check(tr("A folder as the Hugging Face hub shows it: model card, samples, PyTorch loader"),
                     &ExportPlan::model));
    addRow({}, check(QStringLiteral("ONNX"), &ExportPlan::onnx));
    auto* licence = named(new QLineEdit(plan_->licence, this), tr("Licence of the weights"),
                          tr("As the Hugging Face hub calls it; empty: not said in the card"));
    licence->setPlaceholderText(QStringLiteral("cc-by-4.0"));
    connect(licence, &QLineEdit::textChanged, this, [this](const QString& text) {
        plan_->licence = text;
        Q_EMIT planChanged();
    });
    addRow(tr("Licence"), licence);
    addPage();
    addRow(tr("Formats"), check(QStringLiteral("CSV"), &ExportPlan::csv));
    addRow({}, check(QStringLiteral("JSON"), &ExportPlan::json));
    addRow({}, check(tr("TensorBoard"), &ExportPlan::tensorboard));
    addPage();
    addRow(tr("Formats"), check(QStringLiteral("PNG"), &ExportPlan::plot_png));
    addRow({}, check(QStringLiteral("SVG"), &ExportPlan::plot_svg));
    addRow({}, check(QStringLiteral("PDF"), &ExportPlan::plot_pdf));
    addPage();
    addRow(tr("Format"),
           new QLabel(tr("JSON: every setting, with versions, device, what was measured and the data's fingerprint"),
                      this));
    addPage();
    addRow(
        tr("Format"),
        makeLabel("label",
                  tr("ZIP that holds the run's folder with a hash of each file. Open the archive of a run, in the menu "
                     "File, makes it a run again, here or on another machine; it goes on from its newest checkpoint."),
                  this, Wrap::On));
}

void ExportForms::setSource(const ExportSource& source) {
    step_->setText(source.drawn ? stepWords(source.kind, countText(*source.drawn)) : tr("The newest checkpoint"));
    cell_->setText(tr("%1 px, native size").arg(countText(source.image_size)));
    widget(static_cast<int>(ExportRow::Grid))->setEnabled(!source.single());
    widget(static_cast<int>(ExportRow::Grid))
        ->setToolTip(source.single() ? tr("A painted picture is written as it is") : QString());
    if (source.frames > 0 && source.frames != frames_) {  // a film is wanted whole unless something else is said
        most_->setMaximum(std::min(std::max(source.frames, most_->maximum()), ExportRequest::kMostFrames));
        most_->setValue(std::min(source.frames, ExportRequest::kMostFrames));
    }
    frames_ = source.frames;
    most_->setToolTip(tr("Of more pictures so many are taken, spread evenly"));
    for (SegmentedBar* bar : sources_) {
        bar->setCurrent(plan_->ema ? 0 : 1);
        bar->button(0)->setEnabled(source.ema);
        bar->button(0)->setToolTip(source.ema ? tr("The averaged weights") : tr("This run keeps no average"));
    }
}

}  // namespace headroom::ui
