// PromptRow: one prompt: on or off, its words, weight, the key of its curve and its similarity now.
#include "ui/families/vqgan_clip/prompt_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/number_field.h"

#include <QAbstractTextDocumentLayout>
#include <QCheckBox>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QSlider>

namespace headroom::ui {

constexpr int kTextMargin = 2;  // of the document
constexpr int kBorder = 3;      // of the style sheet, focused or not
constexpr int kMostLines = 6;

PromptText::PromptText(QWidget* parent) : QPlainTextEdit(parent) {
    setObjectName(QStringLiteral("prompt"));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(kTextMargin);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(this, &QPlainTextEdit::textChanged, this, &PromptText::fit);
    fit();
}

void PromptText::setWords(const QString& words) {
    if (editing()) return;
    shown_ = words;
    if (toPlainText() != words) setPlainText(words);
}

void PromptText::fit() {
    const double lines =
        std::clamp(document()->documentLayout()->documentSize().height(), 1.0, static_cast<double>(kMostLines));
    const int height = static_cast<int>(std::ceil(lines * fontMetrics().lineSpacing())) + 2 * kTextMargin + 2 * kBorder;
    if (height != minimumHeight()) setFixedHeight(height);
    const bool more = document()->documentLayout()->documentSize().height() > kMostLines;
    setVerticalScrollBarPolicy(more ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

void PromptText::commit() {
    const QString words = toPlainText().simplified();
    document()->setModified(false);
    if (words != shown_.simplified()) Q_EMIT committed(words);  // blanks alone are no edit: a file may have them
    Q_EMIT left();
}

void PromptText::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (event->modifiers() != Qt::NoModifier && event->modifiers() != Qt::KeypadModifier) return event->ignore();
        return commit();
    }
    if (event->key() == Qt::Key_Escape) {
        setPlainText(shown_);
        Q_EMIT escaped();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void PromptText::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) commit();
}

void PromptText::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    fit();
}

void PromptText::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) fit();
}

void PromptText::insertFromMimeData(const QMimeData* source) { insertPlainText(source->text().simplified()); }

namespace {

constexpr double kSliderReach = 2.0;  // of the slider; wider by typing
constexpr int kPerUnit = 100;
constexpr int kLabelFrom = 276;  // below, at 100 % text: no word before the slider

}  // namespace

/// A short sample of the prompt's curve.
class LineKey : public QWidget {
public:
    explicit LineKey(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }
    void setLook(std::optional<SimilarityLines::Look> look) {
        look_ = look;
        update();
    }
    QSize sizeHint() const override { return {scaled(14), scaled(14)}; }

protected:
    void paintEvent(QPaintEvent*) override {
        if (!look_) return;
        QPainter painter(this);
        QPen pen(themeColor(look_->color), 3, Qt::SolidLine, Qt::FlatCap);
        if (look_->style == Qt::DashLine) pen.setDashPattern({1.2, 0.7});
        if (look_->style == Qt::DotLine) pen.setDashPattern({0.6, 0.6});
        painter.setPen(pen);
        painter.drawLine(QPointF(0, height() / 2.0), QPointF(width(), height() / 2.0));
    }

private:
    std::optional<SimilarityLines::Look> look_;
};

PromptRow::PromptRow(QWidget* parent)
    : QFrame(parent),
      check_(new QCheckBox(this)),
      kind_(new QLabel(this)),
      name_(selectable(new QLabel(this))),
      weight_label_(makeLabel("label", tr("Weight"), this)),
      stop_(makeLabel("hint", this)),
      text_(named(
          new PromptText(this), tr("Words of the prompt"),
          tr("Enter takes the words over, Esc takes them back. | parts prompts, ^ the phrases of a story; with them numbers may follow: words:weight:stop."))),
      slider_(new WheeledInFocus<QSlider>(Qt::Horizontal, this)),
      weight_(styled(new NumberField(NumberField::Kind::Real, this), "bare")),
      key_(new LineKey(this)),
      now_(new FigureLabel(this)),
      more_(new IconButton(QStringLiteral("dots-vertical"), tr("More about this prompt"), this)) {
    setObjectName(QStringLiteral("paramRow"));
    check_->setToolTip(tr("Off: the prompt is kept, but nothing looks for it."));
    text_->setPlaceholderText(tr("What to paint"));
    const QString weight_tip = tr(
        "How much this prompt counts. Below 0 the picture is pushed away from it. Wider values than the slider's by typing.");
    slider_->setRange(static_cast<int>(-kSliderReach * kPerUnit), static_cast<int>(kSliderReach * kPerUnit));
    slider_->setSingleStep(5);
    slider_->setPageStep(25);
    slider_->setMinimumWidth(32);
    slider_->setToolTip(weight_tip);
    weight_->setLimits(-1000, 1000);
    weight_->setStep(0.05, false);
    weight_->setDecimals(2);
    weight_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    weight_->setAlignment(Qt::AlignRight);
    weight_->setToolTip(weight_tip);
    now_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    columnIn(
        this, {13, 2, 12, 4}, 0,
        {rowOf({{check_, 0, Qt::AlignTop}, {kind_, 0, Qt::AlignTop}, {name_, 1}, {text_, 1}, {more_, 0, Qt::AlignTop}},
               4),
         rowOf({weight_label_, {slider_, 1}, weight_, key_, now_}, 8, {24, 0, 0, 0}),
         rowOf({stop_}, 0, {24, 0, 0, 0})});
    buildMenu();
    connect(weight_, &NumberField::committed, this, [this](const QString& text) {
        bool ok = false;
        const double typed = text.toDouble(&ok);
        if (ok && std::isfinite(typed))
            Q_EMIT weighted(typed);
        else
            weight_->setValue(entry_.prompt.weight);
    });
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        weight_->setValue(value / static_cast<double>(kPerUnit));
        if (!slider_->isSliderDown()) Q_EMIT weighted(weight_->value());
    });
    connect(slider_, &QSlider::sliderReleased, this,
            [this] { Q_EMIT weighted(slider_->value() / static_cast<double>(kPerUnit)); });
}

void PromptRow::buildMenu() {
    auto* menu = new QMenu(more_);
    const auto add = [&](const QString& text, const char* icon, Command command) {
        QAction* action = menu->addAction(text, this, [this, command] { Q_EMIT commandRequested(command); });
        if (*icon) setThemedIcon(action, QLatin1String(icon));
        return action;
    };
    edit_ = add(tr("Edit the words"), "typography", Command::Edit);
    choose_ = add(tr("Choose another picture…"), "photo", Command::ChooseFile);
    add(tr("Stop value…"), "flag", Command::Stop);
    add(tr("Duplicate"), "copy", Command::Duplicate);
    up_ = add(tr("Move up"), "chevron-up", Command::Up);
    down_ = add(tr("Move down"), "chevron-down", Command::Down);
    own_ = add(tr("A phrase of its own"), "book", Command::OwnPhrase);
    menu->addSeparator();
    add(tr("Remove"), "trash", Command::Remove);
    setPopup(more_, menu);
}

void PromptRow::setEntry(const PromptEntry& entry) {
    entry_ = entry;
    const QString words = fromUtf8(entry.prompt.text);
    const bool picture = entry.kind == PromptKind::Picture;
    check_->setChecked(entry.prompt.on);
    kind_->setVisible(entry.kind != PromptKind::Text);
    if (entry.kind != PromptKind::Text) {
        setThemedIcon(kind_, picture ? QStringLiteral("photo") : QStringLiteral("chart-dots"), Token::T2, 14);
        kind_->setToolTip(picture ? tr("A picture to resemble") : tr("A random direction, from this seed"));
    }
    name_->setVisible(picture);
    text_->setVisible(!picture);
    if (picture)
        lookForFile(words);
    else
        text_->setWords(words);
    edit_->setVisible(!picture);
    choose_->setVisible(picture);
    if (!slider_->isSliderDown()) showWeight(entry.prompt.weight);
    const bool stops = std::isfinite(entry.prompt.stop);
    stop_->setVisible(stops);
    if (stops) stop_->setText(tr("no pull once the distance is below %1").arg(numberText(entry.prompt.stop, 2)));
    const QString name = words.isEmpty() ? tr("New prompt") : picture ? QFileInfo(words).fileName() : words;
    setAccessibleName(name);
    check_->setAccessibleName(tr("Look for: %1").arg(nameText(name)));
    slider_->setAccessibleName(tr("Weight of: %1").arg(nameText(name)));
    weight_->setAccessibleName(slider_->accessibleName());
    for (QWidget* part : std::initializer_list<QWidget*>{slider_, weight_, weight_label_})
        part->setEnabled(entry.prompt.on);
}

void PromptRow::lookForFile(const QString& path) {
    const bool other = std::exchange(file_, path) != path;
    if (other) there_ = true;
    showFile();
    if (!other && looking_.running()) return;  // a disk that does not answer holds one thread
    looking_.start([path] { return QFileInfo::exists(path); },
                   [this](bool there) {
                       there_ = there;
                       showFile();
                   });
}

void PromptRow::showFile() {
    name_->setText(
        name_->fontMetrics().elidedText(QFileInfo(file_).fileName(), Qt::ElideMiddle, qMax(80, width() - scaled(110))));
    name_->setToolTip(there_ ? file_ : tr("%1 is not there").arg(pathText(file_)));
    restyle(name_, "role", there_ ? "" : "bad");
}

void PromptRow::showWeight(double weight) {
    const QSignalBlocker quiet(slider_);
    slider_->setValue(static_cast<int>(std::lround(std::clamp(weight, -kSliderReach, kSliderReach) * kPerUnit)));
    weight_->isTyping() ? weight_->noteValue(weight) : weight_->setValue(weight);
}

void PromptRow::setStage(const QString& stage) { restyle(this, "stage", stage); }

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

void PromptRow::setMoves(bool up, bool down, bool own_phrase) {
    up_->setEnabled(up);
    down_->setEnabled(down);
    own_->setVisible(own_phrase);
}

bool PromptRow::editing() const { return text_->editing() || weight_->isTyping(); }

void PromptRow::edit() {
    text_->setFocus(Qt::ShortcutFocusReason);
    text_->selectAll();
}

QWidget* PromptRow::tabAfter(QWidget* before) {
    for (QWidget* stop : std::initializer_list<QWidget*>{check_, text_, slider_, weight_, more_})
        setTabOrder(std::exchange(before, stop), stop);
    return before;
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
    weight_label_->setVisible(width() >= scaled(kLabelFrom));
}

}  // namespace headroom::ui
