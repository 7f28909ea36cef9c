// PromptRow: see prompt_row.h.
#include "ui/families/vqgan_clip/prompt_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/families/vqgan_clip/line_key.h"
#include "ui/families/vqgan_clip/prompt_text.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/themed_icon.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QStyle>
#include <QWheelEvent>

#include <cmath>

namespace headroom::ui {
namespace {

constexpr double kSliderReach = 2.0;  // of the slider; wider by typing
constexpr int kPerUnit = 100;
constexpr int kLabelFrom = 276;  // below, at 100 % text: no word before the slider

/// A slider that scrolling the form does not move.
class WeightSlider : public QSlider {
public:
    explicit WeightSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {}

protected:
    void wheelEvent(QWheelEvent* event) override {
        if (hasFocus())
            QSlider::wheelEvent(event);
        else
            event->ignore();
    }
};

}  // namespace

PromptRow::PromptRow(QWidget* parent)
    : QFrame(parent),
      check_(new QCheckBox(this)),
      kind_(new QLabel(this)),
      name_(new QLabel(this)),
      weight_label_(new QLabel(tr("Weight"), this)),
      stop_(new QLabel(this)),
      text_(new PromptText(this)),
      slider_(new WeightSlider(this)),
      weight_(new NumberField(NumberField::Kind::Real, this)),
      key_(new LineKey(this)),
      now_(new FigureLabel(this)),
      more_(new IconButton(QStringLiteral("dots-vertical"), tr("More about this prompt"), this)) {
    setObjectName(QStringLiteral("paramRow"));
    check_->setToolTip(tr("Off: the prompt is kept, but nothing looks for it."));
    text_->setPlaceholderText(tr("What to paint"));
    text_->setToolTip(tr(
        "Enter takes the words over, Esc takes them back. | parts prompts, ^ the phrases of a story; with them numbers may follow: words:weight:stop."));
    const QString weight_tip = tr(
        "How much this prompt counts. Below 0 the picture is pushed away from it. Wider values than the slider's by typing.");
    slider_->setRange(static_cast<int>(-kSliderReach * kPerUnit), static_cast<int>(kSliderReach * kPerUnit));
    slider_->setSingleStep(5);
    slider_->setPageStep(25);
    slider_->setMinimumWidth(40);
    slider_->setToolTip(weight_tip);
    weight_->setLimits(-1000, 1000);
    weight_->setStep(0.05, false);
    weight_->setDecimals(2);
    weight_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    weight_->setProperty("bare", true);
    weight_->setAlignment(Qt::AlignRight);
    weight_->setToolTip(weight_tip);
    weight_label_->setProperty("role", "label");
    stop_->setProperty("role", "hint");
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    now_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    build();
    buildMenu();
    connect(check_, &QCheckBox::clicked, this, &PromptRow::turned);
    connect(text_, &PromptText::committed, this, &PromptRow::worded);
    connect(text_, &PromptText::left, this, &PromptRow::left);
    connect(text_, &PromptText::escaped, this, &PromptRow::escaped);
    connect(weight_, &NumberField::escaped, this, &PromptRow::escaped);
    connect(weight_, &NumberField::committed, this, [this](const QString& text) {
        bool ok = false;
        const double typed = text.toDouble(&ok);
        if (ok && std::isfinite(typed))
            Q_EMIT weighted(typed);
        else
            weight_->setValue(entry_.prompt.weight);
    });
    connect(slider_, &QSlider::valueChanged, this, &PromptRow::slide);
    connect(slider_, &QSlider::sliderReleased, this,
            [this] { Q_EMIT weighted(slider_->value() / static_cast<double>(kPerUnit)); });
}

void PromptRow::build() {
    auto* words = new QHBoxLayout;
    words->setSpacing(4);
    words->addWidget(check_, 0, Qt::AlignTop);
    words->addWidget(kind_, 0, Qt::AlignTop);
    words->addWidget(name_, 1);
    words->addWidget(text_, 1);
    words->addWidget(more_, 0, Qt::AlignTop);
    auto* figures = new QHBoxLayout;
    figures->setSpacing(8);
    figures->setContentsMargins(24, 0, 0, 0);
    figures->addWidget(weight_label_);
    figures->addWidget(slider_, 1);
    figures->addWidget(weight_);
    figures->addWidget(key_);
    figures->addWidget(now_);
    auto* column = columnIn(this, {13, 2, 12, 4}, 0);
    column->addLayout(words);
    column->addLayout(figures);
    auto* stop = rowIn(nullptr, {24, 0, 0, 0});
    stop->addWidget(stop_);
    column->addLayout(stop);
}

void PromptRow::buildMenu() {
    auto* menu = new QMenu(more_);
    const auto add = [&](const QString& text, const char* icon, Wish wish) {
        QAction* action = menu->addAction(text, this, [this, wish] { Q_EMIT wished(wish); });
        if (*icon) setThemedIcon(action, QLatin1String(icon));
        return action;
    };
    edit_ = add(tr("Edit the words"), "typography", Wish::Edit);
    choose_ = add(tr("Choose another picture…"), "photo", Wish::ChooseFile);
    add(tr("Stop value…"), "flag", Wish::Stop);
    add(tr("Duplicate"), "copy", Wish::Duplicate);
    up_ = add(tr("Move up"), "chevron-up", Wish::Up);
    down_ = add(tr("Move down"), "chevron-down", Wish::Down);
    own_ = add(tr("A phrase of its own"), "book", Wish::OwnPhrase);
    menu->addSeparator();
    add(tr("Remove"), "trash", Wish::Remove);
    more_->setMenu(menu);
    more_->setPopupMode(QToolButton::InstantPopup);
}

void PromptRow::setEntry(const PromptEntry& entry) {
    entry_ = entry;
    const QString words = QString::fromStdString(entry.prompt.text);
    const bool picture = entry.kind == PromptKind::Picture;
    check_->setChecked(entry.prompt.on);
    kind_->setVisible(entry.kind != PromptKind::Text);
    if (entry.kind != PromptKind::Text) {
        setThemedIcon(kind_, picture ? QStringLiteral("photo") : QStringLiteral("chart-dots"), Token::T2, 14);
        kind_->setToolTip(picture ? tr("A picture to resemble") : tr("A random direction, from this seed"));
    }
    name_->setVisible(picture);
    text_->setVisible(!picture);
    if (picture) {
        const bool there = QFileInfo::exists(words);
        name_->setText(name_->fontMetrics().elidedText(QFileInfo(words).fileName(), Qt::ElideMiddle,
                                                       qMax(80, width() - Theme::get().scaled(110))));
        name_->setToolTip(there ? words : tr("%1 is not there").arg(words));
        name_->setProperty("role", there ? "" : "bad");
    } else {
        text_->setWords(words);
    }
    edit_->setVisible(!picture);
    choose_->setVisible(picture);
    if (!slider_->isSliderDown()) showWeight(entry.prompt.weight);
    const bool stops = std::isfinite(entry.prompt.stop);
    stop_->setVisible(stops);
    if (stops) stop_->setText(tr("no pull once the distance is below %1").arg(numberText(entry.prompt.stop, 2)));
    const QString name = words.isEmpty() ? tr("New prompt") : picture ? QFileInfo(words).fileName() : words;
    setAccessibleName(name);
    check_->setAccessibleName(tr("Look for: %1").arg(name));
    text_->setAccessibleName(tr("Words of the prompt"));
    slider_->setAccessibleName(tr("Weight of: %1").arg(name));
    weight_->setAccessibleName(slider_->accessibleName());
    for (QWidget* part :
         {static_cast<QWidget*>(slider_), static_cast<QWidget*>(weight_), static_cast<QWidget*>(weight_label_)})
        part->setEnabled(entry.prompt.on);
}

void PromptRow::showWeight(double weight) {
    const QSignalBlocker quiet(slider_);
    slider_->setValue(static_cast<int>(std::lround(std::clamp(weight, -kSliderReach, kSliderReach) * kPerUnit)));
    if (!weight_->hasFocus() || weight_->value() != weight) weight_->setValue(weight);
}

void PromptRow::slide(int value) {
    const double weight = value / static_cast<double>(kPerUnit);
    weight_->setValue(weight);
    if (!slider_->isSliderDown()) Q_EMIT weighted(weight);
}

void PromptRow::setStage(const QString& stage) {
    if (property("stage").toString() == stage) return;
    setProperty("stage", stage);
    style()->unpolish(this);
    style()->polish(this);
}

void PromptRow::setSimilarity(std::optional<SimilarityLines::Look> look, double now) {
    key_->setLook(std::isnan(now) ? std::nullopt : look);
    const QString text = std::isnan(now) ? QString() : strongText(numberText(now, 3));
    now_->setMinimumWidth(now_->fontMetrics().horizontalAdvance(QStringLiteral("0.000")) + 4);
    now_->setFigure(text);
    now_->setToolTip(
        text.isEmpty()
            ? QString()
            : tr("Similarity of the cutouts and this prompt: cosine of CLIP's features, mean of this iteration. Higher is closer."));
}

QString PromptRow::similarityText() const { return now_->text(); }

void PromptRow::setMoves(bool up, bool down, bool own_phrase) {
    up_->setEnabled(up);
    down_->setEnabled(down);
    own_->setVisible(own_phrase);
}

void PromptRow::edit() {
    text_->setFocus(Qt::ShortcutFocusReason);
    text_->selectAll();
}

void PromptRow::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    const int field = weight_->fontMetrics().horizontalAdvance(QStringLiteral("−00.00")) + 16;
    if (weight_->width() != field) weight_->setFixedWidth(field);
    const int line =
        fontMetrics().lineSpacing() + 10;  // of words of one line, so that box and menu stand level with them
    check_->setFixedHeight(line);
    kind_->setFixedHeight(line);
    more_->setFixedHeight(line);
    weight_label_->setVisible(width() >= Theme::get().scaled(kLabelFrom));
}

}  // namespace headroom::ui
