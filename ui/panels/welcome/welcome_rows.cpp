// Rows of the welcome page.
#include "ui/panels/welcome/welcome_rows.h"

#include "ui/bridge/qt_format.h"
#include "ui/models/run_words.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/memory_bar.h"

#include <QDateTime>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QStyle>
#include <QVBoxLayout>

namespace headroom::ui {
namespace {

constexpr std::int64_t kStep = 256ll * 1024 * 1024;  // of the budget slider

QString state_words(const RunInfo& run) {
    const QString state = QString::fromStdString(run.state);
    const QString step = stepPhrase(run.model, countText(run.step));
    if (state == QLatin1String("finished")) return QObject::tr("finished, %1").arg(stepsText(run.model, run.step));
    if (state == QLatin1String("running")) return QObject::tr("running, %1").arg(step);
    if (state == QLatin1String("failed")) return QObject::tr("failed at %1").arg(step);
    if (state == QLatin1String("crashed")) return QObject::tr("interrupted at %1").arg(step);
    return QObject::tr("stopped at %1, saved").arg(step);
}

}  // namespace

QString agoText(std::int64_t unix_ms, std::int64_t now_ms) {
    const QDate day = QDateTime::fromMSecsSinceEpoch(unix_ms).date();
    const qint64 days = day.daysTo(QDateTime::fromMSecsSinceEpoch(now_ms).date());
    if (days <= 0) return QObject::tr("today");
    if (days == 1) return QObject::tr("yesterday");
    if (days < 14) return QObject::tr("%1 days ago").arg(days);
    return QLocale().toString(day, QLocale::ShortFormat);
}

RecentRunRow::RecentRunRow(const RunInfo& run, QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("row"));
    const int side = Theme::get().scaled(36);
    auto* picture = new QLabel(this);
    picture->setFixedSize(side, side);
    QPixmap thumbnail;
    if (!run.thumbnail_path.empty()) thumbnail.load(QString::fromStdString(run.thumbnail_path));
    if (thumbnail.isNull())
        thumbnail = Theme::get().pixmap(QStringLiteral("photo"), Token::T3, side, devicePixelRatioF());
    picture->setPixmap(
        thumbnail.scaled(side, side, Qt::KeepAspectRatioByExpanding, Qt::FastTransformation).copy(0, 0, side, side));
    auto* name = new QLabel(QString::fromStdString(run.name), this);
    name->setProperty("role", "strong");
    auto* words = new QLabel(
        QObject::tr("%1, %2, %3 px, %4")
            .arg(kindWords(run.model), subjectWords(run), sizeWords(run.width, run.height), state_words(run)),
        this);
    words->setProperty("role", "small");
    auto* ago = new QLabel(agoText(run.created_unix_ms, QDateTime::currentMSecsSinceEpoch()), this);
    ago->setProperty("role", "hint");
    auto* open = new QPushButton(run.state == "finished" ? tr("Continue") : tr("Resume"), this);
    open->setProperty("small", true);
    const QFontMetrics metrics(Theme::get().font(TextSize::Small));  // one width, so that the dates stand in line
    open->setMinimumWidth(qMax(metrics.horizontalAdvance(tr("Continue")), metrics.horizontalAdvance(tr("Resume"))) +
                          Theme::get().scaled(18));
    open->setAccessibleName(tr("Continue %1").arg(name->text()));
    const QString dir = QString::fromStdString(run.dir);
    setToolTip(dir);
    connect(open, &QPushButton::clicked, this, [this, dir] { Q_EMIT opened(dir); });
    auto* lines = new QVBoxLayout;
    lines->setSpacing(0);
    lines->addWidget(name);
    lines->addWidget(words);
    auto* row = rowIn(this, {16, 8, 16, 8}, 12);
    row->addWidget(picture);
    row->addLayout(lines, 1);
    row->addWidget(ago);
    row->addWidget(open);
}

DeviceCard::DeviceCard(const DeviceInfo& device, Bytes budget, QWidget* parent)
    : QFrame(parent), id_(device.id), radio_(new QRadioButton(QString::fromStdString(device.name), this)) {
    setObjectName(QStringLiteral("card"));
    QFont font = radio_->font();
    font.setWeight(QFont::Medium);
    radio_->setFont(font);
    radio_->setEnabled(device.usable);
    radio_->setAutoExclusive(false);
    auto* total = new QLabel(totalText(device.total), this);
    total->setProperty("role", "small");
    auto* note = new QLabel(this);
    note->setProperty("role", "small");
    note->setWordWrap(true);
    const QString free =
        tr("%1 free, %2 used by other programs.").arg(totalText(device.free), totalText(device.total - device.free));
    const QString more = capitalised(QString::fromStdString(device.note));
    note->setText(more.isEmpty() ? free : free + QLatin1Char(' ') + more);
    auto* bar = new MemoryBar(MemoryBar::Kind::Card, this);
    BarData data;
    data.total = device.total;
    data.unit = MemoryUnit::GiB;
    data.parts = {{BarRole::Others, device.total - device.free}, {BarRole::Free, device.free}};
    if (budget.count > 0) data.budget_end = device.total - device.free + budget;
    data.device = device.id == "cpu" ? tr("RAM") : tr("card");
    data.sentence = QString::fromStdString(device.name) + QStringLiteral(": ") + free;
    bar->setData(data);
    auto* top = new QHBoxLayout;
    top->addWidget(radio_, 1);
    top->addWidget(total);
    auto* column = columnIn(this, {16, 12, 16, 12}, 8);
    column->addLayout(top);
    column->addWidget(bar);
    column->addWidget(note);
    if (device.usable) addBudget(device, budget, column);
    connect(radio_, &QRadioButton::toggled, this, [this](bool on) {
        setProperty("current", on);
        style()->unpolish(this);
        style()->polish(this);
    });
}

void DeviceCard::addBudget(const DeviceInfo& device, Bytes budget, QVBoxLayout* column) {
    auto* label = new QLabel(tr("Budget"), this);
    label->setProperty("role", "label");
    auto* slider = new QSlider(Qt::Horizontal, this);
    slider->setRange(0, static_cast<int>(device.total.count / kStep));
    slider->setValue(static_cast<int>(budget.count / kStep));
    slider->setAccessibleName(tr("Budget on %1").arg(QString::fromStdString(device.name)));
    slider->setToolTip(
        tr("Memory that Headroom may use here. At the left end: automatic, what is free less a safety margin."));
    auto* figure = new QLabel(this);
    figure->setProperty("role", "strong");
    figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    figure->setMinimumWidth(figure->fontMetrics().horizontalAdvance(tr("Automatic")) + 4);
    const auto show = [figure](int value) {
        figure->setText(value == 0 ? tr("Automatic") : totalText({value * kStep}));
    };
    show(slider->value());
    connect(slider, &QSlider::valueChanged, this, [this, slider, show](int value) {
        show(value);
        if (!slider->isSliderDown()) Q_EMIT budgetChosen(value * kStep);
    });
    connect(slider, &QSlider::sliderReleased, this, [this, slider] { Q_EMIT budgetChosen(slider->value() * kStep); });
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(label);
    row->addWidget(slider, 1);
    row->addWidget(figure);
    column->addLayout(row);
}

}  // namespace headroom::ui
