// SizePart: the painted picture's sides as one list of usual sizes.
#include "ui/families/vqgan_clip/size_part.h"

#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"

#include <QComboBox>

namespace headroom::ui {

/// Whole cells of every usual VQGAN (8 and 16 pixels).
constexpr QSize kUsual[] = {{64, 64},   {96, 64},   {64, 96},   {128, 128}, {192, 128}, {256, 256},
                            {384, 256}, {256, 384}, {512, 512}, {768, 512}, {512, 768}, {1024, 1024}};

SizePart::SizePart(ParamEdits* edits, QWidget* parent)
    : FormPart(parent),
      edits_(edits),
      label_(makeLabel("label", tr("Size"), this)),
      policy_(makeIcon(policyIcon(find_param("picture.width")->policy), Token::T3, 14, this)),
      sizes_(named(new Unwheeled<QComboBox>(this), tr("Size of the picture"))),
      row_(new QHBoxLayout) {
    const ParamRow* width = find_param("picture.width");
    label_->setBuddy(sizes_);
    named(policy_, policyText(*width), policyText(*width));
    sizes_->setToolTip(helpText(*width));
    sizes_->setAccessibleDescription(coreText(width->help));  // the tip has mark-up
    sizes_->setMinimumContentsLength(6);
    sizes_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row_->setSpacing(8);
    fill(row_, {label_, {sizes_, 1}, policy_});
    columnIn(this, {16, 2, 12, 2}, 4, {row_});
    connect(sizes_, &QComboBox::activated, this, &SizePart::choose);
    connect(edits, &ParamEdits::changed, this, &SizePart::refresh);
    refresh();
}

void SizePart::refresh() {
    const QSize now(static_cast<int>(std::get<std::int64_t>(edits_->valueShown("picture.width"))),
                    static_cast<int>(std::get<std::int64_t>(edits_->valueShown("picture.height"))));
    QList<QSize> wanted(std::begin(kUsual), std::end(kUsual));
    if (!wanted.contains(now)) wanted.prepend(now);
    const QSignalBlocker quiet(sizes_);
    if (sizes_->count() != wanted.size() + 1 || sizes_->itemData(0) != wanted.first()) {  // perhaps it is open
        sizes_->clear();
        for (const QSize& size : wanted) sizes_->addItem(sizeWords(size.width(), size.height()), size);
        sizes_->addItem(tr("Custom…"));
    }
    sizes_->setCurrentIndex(static_cast<int>(wanted.indexOf(now)));
}

void SizePart::choose(int index) {
    const QVariant chosen = sizes_->itemData(index);
    custom_ = !chosen.isValid();
    Q_EMIT rowsChanged();
    if (custom_) return refresh();
    const QSize size = chosen.toSize();
    edits_->proposeAll(
        {{"picture.width", std::int64_t{size.width()}}, {"picture.height", std::int64_t{size.height()}}});
}

bool SizePart::hidesRow(const std::string& key) const { return !custom_ && edits_->stage(key) == EditStage::InForce; }

void SizePart::setLabelWidth(int width) { placeLabel(label_, row_, width); }

}  // namespace headroom::ui
