// Parts of the welcome page. Pictures come after the first frame: the store reads them beside the window.
#include "ui/panels/welcome/welcome_parts.h"

#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"

#include <QDateTime>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSlider>

namespace headroom::ui {
namespace {

constexpr int kCorner = 5;                           // of a card, within its border
constexpr std::int64_t kStep = 256ll * 1024 * 1024;  // of the budget slider

QString state_words(const RunInfo& run) {
    const QString state = fromUtf8(run.state);
    const QString step = stepPhrase(run.model, countText(run.step));
    if (state == QLatin1String("finished")) return QObject::tr("finished, %1").arg(stepsText(run.model, run.step));
    if (state == QLatin1String("running")) return QObject::tr("running, %1").arg(step);
    if (state == QLatin1String("failed")) return QObject::tr("failed at %1").arg(step);
    if (state == QLatin1String("crashed")) return QObject::tr("interrupted at %1").arg(step);
    return QObject::tr("stopped at %1, saved").arg(step);
}

void switchOff(QPushButton* button, const QString& reason) {
    button->setEnabled(reason.isEmpty());
    button->setToolTip(reason);
    button->setStatusTip(reason);
}

QString freeText(const DeviceInfo& device) {
    return DeviceCard::tr("%1 free, %2 used by other programs.")
        .arg(totalText(device.free), totalText(device.total - device.free));
}

/// The middle of a picture, of that size, within `place` with round corners. Any thread: painting so large a shape may start threads.
QImage filling(const QImage& picture, const QSize& size, const QRect& place, int corner) {
    QImage out(size, QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent);
    const QSizeF part = QSizeF(size).scaled(picture.size(), Qt::KeepAspectRatio);
    const QRectF from(QPointF((picture.width() - part.width()) / 2, (picture.height() - part.height()) / 2), part);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(place), corner, corner);
    QPainter painter(&out);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    painter.setClipPath(shape);
    painter.drawImage(QRectF(out.rect()), picture, from);
    return out;
}

/// "today", "yesterday", "3 days ago", then the date.
QString agoText(std::int64_t unix_ms, std::int64_t now_ms) {
    const QDate day = QDateTime::fromMSecsSinceEpoch(unix_ms).date();
    const qint64 days = day.daysTo(QDateTime::fromMSecsSinceEpoch(now_ms).date());
    if (days <= 0) return QObject::tr("today");
    if (days == 1) return QObject::tr("yesterday");
    if (days < 14) return QObject::tr("%Ln day(s) ago", nullptr, static_cast<int>(days));
    return QLocale().toString(day, QLocale::ShortFormat);
}

}  // namespace

RecentRunRow::RecentRunRow(const RunRow& listed, QWidget* parent)
    : QFrame(parent), run_(listed.info), button_(styled(new QPushButton(this), "small")) {
    const RunInfo& run = run_;
    setObjectName(QStringLiteral("row"));
    const int side = scaled(36);
    auto* picture = new QLabel(this);
    picture->setFixedSize(side, side);
    QPixmap thumbnail = QPixmap::fromImage(listed.thumbnail);
    if (thumbnail.isNull()) thumbnail = themePixmap(QStringLiteral("photo"), Token::T3, side, devicePixelRatioF());
    picture->setPixmap(
        thumbnail.scaled(side, side, Qt::KeepAspectRatioByExpanding, Qt::FastTransformation).copy(0, 0, side, side));
    auto* name = makeLabel("strong", fromUtf8(run.name), this);
    auto* words = makeLabel(
        "small",
        QObject::tr("%1, %2, %3 px, %4")
            .arg(kindWords(run.model), nameText(subjectWords(run)), sizeWords(run.width, run.height), state_words(run)),
        this);
    auto* ago = makeLabel("hint", agoText(run.created_unix_ms, QDateTime::currentMSecsSinceEpoch()), this);
    const QFontMetrics metrics(themeFont(TextSize::Small));
    int widest = 0;  // one width, so that the dates stand in line
    for (const QString& offer : {tr("Continue"), tr("Resume"), tr("Attach"), tr("Show")})
        widest = qMax(widest, metrics.horizontalAdvance(offer));
    button_->setMinimumWidth(widest + scaled(18));
    const QString dir = fromUtf8(run.dir);
    setToolTip(dir);
    setOffer(Offer::Continue, {});
    connect(button_, &QPushButton::clicked, this,
            [this, dir] { Q_EMIT offer_ == Offer::Continue ? continueRequested(dir) : attachRequested(dir); });
    rowIn(this, {16, 8, 16, 8}, 12, {picture, {columnOf({name, words}, 0), 1}, ago, button_});
}

void RecentRunRow::setOffer(Offer offer, const QString& off_reason) {
    offer_ = offer;
    const QString name = nameText(fromUtf8(run_.name));
    switch (offer) {
        case Offer::Continue:
            named(button_, tr("Continue %1").arg(name))
                ->setText(run_.state == "finished" ? tr("Continue") : tr("Resume"));
            break;
        case Offer::Attach: named(button_, tr("Attach to %1").arg(name))->setText(tr("Attach")); break;
        case Offer::Show: named(button_, tr("Show %1").arg(name))->setText(tr("Show")); break;
    }
    switchOff(button_, off_reason);
}

DeviceCard::DeviceCard(const DeviceInfo& device, QWidget* parent)
    : QFrame(parent),
      device_(device),
      radio_(new QRadioButton(toCaption(coreText(device.name)), this)),
      bar_(new MemoryBar(MemoryBar::Kind::Card, this)) {
    setObjectName(QStringLiteral("card"));
    QFont font = radio_->font();
    font.setWeight(QFont::Medium);
    radio_->setFont(font);
    radio_->setEnabled(device.usable);
    radio_->setAutoExclusive(false);
    auto* total = makeLabel("small", totalText(device.total), this);
    auto* note = makeLabel("small", this, Wrap::On);
    const QString more = capitalised(coreText(device.note));
    note->setText(more.isEmpty() ? freeText(device) : freeText(device) + QLatin1Char(' ') + more);
    auto* column = columnIn(this, {16, 12, 16, 12}, 8, {rowOf({{radio_, 1}, total}), bar_, note});
    if (device.usable) addBudget(column);
    connect(radio_, &QRadioButton::toggled, this, [this](bool on) { restyle(this, "current", on); });
    showBar({});
}

void DeviceCard::setChosen(bool chosen, Bytes budget) {
    radio_->setChecked(chosen);
    showBar(budget);
    if (!slider_ || slider_->isSliderDown()) return;
    const QSignalBlocker quiet(slider_);
    slider_->setValue(static_cast<int>(budget.count / kStep));
    showBudget(slider_->value());
}

void DeviceCard::showBar(Bytes budget) {
    BarData data;
    data.total = device_.total;
    data.unit = MemoryUnit::GiB;
    data.parts = {{BarRole::Others, device_.total - device_.free}, {BarRole::Free, device_.free}};
    if (budget.count > 0) data.budget_end = device_.total - device_.free + budget;
    data.device = device_.id == "cpu" ? tr("RAM") : tr("card");
    data.sentence = nameText(coreText(device_.name)) + QStringLiteral(": ") + freeText(device_);
    bar_->setData(data);
}

void DeviceCard::showBudget(int steps) { figure_->setText(steps == 0 ? tr("Automatic") : totalText({steps * kStep})); }

void DeviceCard::addBudget(QVBoxLayout* column) {
    auto* label = makeLabel("label", tr("Budget"), this);
    slider_ = new Unwheeled<QSlider>(Qt::Horizontal, this);
    slider_->setRange(0, static_cast<int>(device_.total.count / kStep));
    slider_->setAccessibleName(tr("Budget on %1").arg(nameText(coreText(device_.name))));
    slider_->setToolTip(tr("Memory that Headroom may use here. At 0: automatic, what is free less a safety margin."));
    figure_ = makeLabel("strong", this);
    figure_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    figure_->setMinimumWidth(figure_->fontMetrics().horizontalAdvance(tr("Automatic")) + 4);
    showBudget(0);
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        showBudget(value);
        if (!slider_->isSliderDown()) Q_EMIT budgetChosen(value * kStep);
    });
    connect(slider_, &QSlider::sliderReleased, this, [this] { Q_EMIT budgetChosen(slider_->value() * kStep); });
    column->addLayout(rowOf({label, {slider_, 1}, figure_}, 8));
}

CardPicture::CardPicture(const QString& file, QWidget* parent) : QWidget(parent), file_(file) {
    setBeside(false);
    connect(&PictureStore::get(), &PictureStore::pictureRead, this, [this](const QString& read) {
        if (read == file_) update();
    });
    // Not only when it is painted: no thread can be started while the engine's library is being loaded, and the window would wait.
    PictureStore::get().picture(file_);
}

void CardPicture::setBeside(bool beside) {
    if (std::exchange(beside_, beside) != beside) {  // other corners are round
        fitting_.cancel();
        shown_ = {};
    }
    setSizePolicy(beside ? QSizePolicy::Fixed : QSizePolicy::Expanding,
                  beside ? QSizePolicy::Preferred : QSizePolicy::Fixed);
    updateGeometry();  // the size of letters may be another one
}

QSize CardPicture::sizeHint() const { return {scaled(beside_ ? 160 : 120), scaled(beside_ ? 96 : 128)}; }

void CardPicture::fit(const QSize& pixels) {
    const QImage picture = PictureStore::get().picture(file_);
    if (picture.isNull() || (fitting_.running() && fitted_ == pixels)) return;
    fitted_ = pixels;
    // The card's corners outside, straight towards the words.
    const int corner = qRound(kCorner * devicePixelRatioF());
    QRect place({}, pixels);
    if (!beside_)
        place.setBottom(place.bottom() + corner);
    else if (isRightToLeft())
        place.setLeft(-corner);
    else
        place.setRight(place.right() + corner);
    fitting_.start([picture, pixels, place, corner] { return filling(picture, pixels, place, corner); },
                   [this](const QImage& image) {
                       shown_ = image;
                       update();
                   });
}

void CardPicture::paintEvent(QPaintEvent*) {
    const QSize pixels = size() * devicePixelRatioF();
    if (shown_.size() != pixels) fit(pixels);
    if (!shown_.isNull()) QPainter(this).drawImage(rect(), shown_);
}

StartCard::StartCard(const Words& words, const QString& picture, bool primary, QWidget* parent)
    : QFrame(parent), picture_(new CardPicture(picture, this)), button_(new QPushButton(words.button, this)) {
    setObjectName(QStringLiteral("card"));
    setAccessibleName(words.title);
    auto* title = makeLabel("title", words.title, this, Wrap::On);
    auto* text = makeLabel("label", words.text, this, Wrap::On);
    auto* fact_icon = makeIcon(QStringLiteral("gauge"), Token::T3, 14, this);
    auto* fact = makeLabel("hint", words.fact, this, Wrap::On);
    button_->setProperty("primary", primary);
    setThemedIcon(button_, words.icon, primary ? Token::OnFill : Token::T1);
    auto* column = columnOf({title, text, stretch(), rowOf({{fact_icon, 0, Qt::AlignTop}, {fact, 1}}, 6), button_}, 8,
                            {16, 12, 16, 16});
    parts_ = columnIn(this, {1, 1, 1, 1}, 0, {picture_, {column, 1}});
}

void StartCard::setWide(bool wide) {
    standBeside(parts_, wide);
    picture_->setBeside(wide);
}

void StartCard::setOffReason(const QString& reason) { switchOff(button_, reason); }

}  // namespace headroom::ui
