// StagedTray: verdict first, in words; then the figures.
#include "ui/panels/run/staged_tray.h"

#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"

#include <QBuffer>
#include <QGridLayout>
#include <QImage>

namespace headroom::ui {
namespace {

/// The arrow between old and new as a picture in rich text (Roboto has no such character).
QString arrow_image(const QWidget* widget) {
    const int size = scaled(12);
    QByteArray png;
    QBuffer buffer(&png);
    QImage image = Theme::get()
                       .pixmap(QStringLiteral("arrow-narrow-right"), Token::T2, size, widget->devicePixelRatioF())
                       .toImage();
    image.setDevicePixelRatio(1.0);
    image.save(&buffer, "PNG");
    return QStringLiteral(" <img src='data:image/png;base64,%1' width='%2' height='%2' style='vertical-align:middle'> ")
        .arg(QString::fromLatin1(png.toBase64()))
        .arg(size);
}

}  // namespace

StagedTray::StagedTray(ParamEdits* edits, ForecastWatch* forecast, Actions* actions, QWidget* parent)
    : QFrame(parent), edits_(edits), forecast_(forecast) {
    setObjectName(QStringLiteral("tray"));
    setAccessibleName(tr("Staged edits"));
    build(actions);
    connect(edits, &ParamEdits::changed, this, &StagedTray::refresh);
    connect(forecast, &ForecastWatch::changed, this, &StagedTray::refresh);
    connect(&Theme::get(), &Theme::changed, this, [this] {
        arrow_.clear();
        refresh();
    });
    refresh();
}

void StagedTray::build(Actions* actions) {
    empty_ = makeLabel("hint", this, Wrap::On);
    full_ = new QWidget(this);
    title_ = makeLabel("strong", full_);
    verdict_icon_ = new QLabel(full_);
    verdict_ = makeLabel("", full_, Wrap::On);  // a narrow dock is not widened
    bar_ = new MemoryBar(MemoryBar::Kind::Tray, full_);
    peak_ = makeLabel("small", full_, Wrap::On);
    speed_text_ = makeLabel("small", full_, Wrap::On);
    for (QLabel* label : {peak_, speed_text_}) showRichText(label);
    problem_ = makeLabel("bad", full_, Wrap::On);
    auto* figures = new QGridLayout;
    figures->setHorizontalSpacing(16);
    figures->setVerticalSpacing(2);
    figures->addWidget(makeLabel("small", tr("Peak"), full_), 0, 0);
    figures->addWidget(peak_, 0, 1);
    figures->addWidget(makeLabel("small", tr("Speed"), full_), 1, 0);
    figures->addWidget(speed_text_, 1, 1);
    figures->setColumnStretch(1, 1);
    auto* buttons = rowOf({new ActionButton(actions->action(Cmd::ApplyEdits), ActionButton::Look::Primary, full_),
                           new ActionButton(actions->action(Cmd::DiscardEdits), ActionButton::Look::TextOnly, full_)},
                          8);
    make_fit_ = new ActionButton(actions->action(Cmd::MakeFit), ActionButton::Look::TextOnly, full_);
    make_fit_->hide();
    fill(buttons, {make_fit_, stretch()});
    columnIn(full_, {}, 8,
             {rowOf({title_, {verdict_icon_, 1, Qt::AlignRight}, verdict_}, 4), bar_, figures, problem_, buttons});
    columnIn(this, {16, 12, 16, 12}, -1, {empty_, full_});
}

void StagedTray::setSpeed(double per_second) {
    speed_ = per_second;
    if (!edits_->staged().empty() && forecast_->staged()) showFigures(*forecast_->staged());
}

void StagedTray::showVerdict(const Forecast& forecast) {
    const Fit fit = forecast_->fit(forecast);
    const std::optional<Bytes> spare = forecast_->toSpare(forecast);
    struct Look {
        const char *name, *icon;
        Token token;
    };
    const Look look = fit == Fit::Fits    ? Look{"ok", "circle-check", Token::Ok}
                      : fit == Fit::Tight ? Look{"warn", "alert-triangle", Token::Warn}
                      : fit == Fit::No    ? Look{"err", "alert-circle", Token::Err}
                                          : Look{"", "progress", Token::T2};
    QString text = tr("Not measured yet");
    const MemoryUnit unit = unitFor(forecast.peak);  // that of the figures below
    if (fit == Fit::Fits) text = tr("Fits, %1 to spare").arg(sizeText(*spare, unit));
    if (fit == Fit::Tight) text = tr("Tight, %1 to spare").arg(sizeText(*spare, unit));
    if (fit == Fit::No) text = tr("Does not fit, %1 missing").arg(sizeText(-*spare, unit));
    const bool stale = forecast_->stale();
    if (!stale && !forecast_->error().isEmpty()) text = tr("No forecast");
    verdict_->setText(stale ? tr("forecasting") : text);
    restyle(verdict_, "verdict", stale ? "" : look.name);
    setThemedIcon(verdict_icon_, QLatin1String(stale ? "progress" : look.icon), stale ? Token::T2 : look.token, 14);
    make_fit_->setVisible(!stale && fit == Fit::No);
}

void StagedTray::showFigures(const Forecast& forecast) {
    if (arrow_.isEmpty()) arrow_ = arrow_image(this);
    const TrainConfig config = edits_->preview();
    const ModelKind kind = config.model;
    const auto& report = forecast_->report();
    if (forecast.complete && report) {
        const MemoryUnit unit = unitFor(std::max(forecast.peak, report->at_peak.this_process()));
        const Bytes half = {(forecast.high - forecast.low).count / 2};
        QString after =
            half.count > 0 ? figureText(forecast.peak, unit) : leadText(forecast.peak, report->budget, unit);
        if (half.count > 0) after += QStringLiteral(" ± ") + leadText(half, report->budget, unit);
        peak_->setText(figureText(report->at_peak.this_process(), unit) + arrow_ + strongText(after) +
                       QStringLiteral(" ") + tr("of %1").arg(sizeText(report->budget, unit)));
    } else if (forecast.pending) {
        peak_->setText(tr("being measured with two short %1").arg(stepNoun(kind, 2)));
    } else {
        const Bytes fixed = forecast.static_after - forecast.static_before;
        const QString known =
            fixed.count == 0 ? QString() : strongText(tr("%1 fixed").arg(changeText(fixed))) + QStringLiteral(", ");
        peak_->setText(known + tr("activations measured after Apply"));
    }
    peak_->setToolTip(tr("Source: %1").arg(coreText(forecast.source)));
    const double per_step = family_of(config).facts().trains ? static_cast<double>(config.effective_batch()) : 1.0;
    const std::optional<double> factor = forecast_->speedFactor(forecast, config);
    if (speed_ > 0 && factor) {
        // From the speed that is measured, by the factor that the rows tell: the two must not differ.
        speed_text_->setText(numberText(speed_, speed_ < 10 ? 1 : 0) + arrow_ +
                             strongText(paceText(kind, speed_ * *factor)));
    } else if (forecast.complete && forecast.seconds_per_step > 0) {
        speed_text_->setText(strongText(paceText(kind, per_step / forecast.seconds_per_step)));
    } else if (forecast.pending) {
        speed_text_->setText(speed_ > 0 ? tr("%1 now").arg(paceText(kind, speed_)) : tr("forecasting"));
    } else {
        speed_text_->setText(speed_ > 0 ? tr("%1 now, measured after Apply").arg(paceText(kind, speed_))
                                        : tr("measured after Apply"));
    }
}

void StagedTray::refresh() {
    const auto count = static_cast<int>(edits_->staged().size());
    const bool any = count > 0;
    full_->setVisible(any);
    empty_->setVisible(!any);
    restyle(this, "staged", any);
    if (!any) {
        empty_->setText(!edits_->pending().empty()
                            ? tr("Applying at the next %1.").arg(stepNoun(edits_->preview().model))
                        : edits_->staging()
                            ? tr("No staged edits. Change a value to see what it costs before it is applied.")
                            : tr("No staged edits. Before the start, changes apply at once and the forecast follows."));
        return;
    }
    title_->setText(tr("%Ln staged edit(s)", nullptr, static_cast<int>(count)));
    const QString problem = edits_->problem(!forecast_->report() || forecast_->report()->is_cpu);
    sayOrHide(problem_, problem.isEmpty() ? forecast_->error() : problem);
    const auto& forecast = forecast_->staged();
    if (!forecast) return;
    showVerdict(*forecast);
    showFigures(*forecast);
    if (const auto& report = forecast_->report()) {
        const auto& ghost = forecast->complete ? forecast : forecast_->ghost();
        BarData data = budgetBar(*report, unitFor(report->at_peak.this_process()), ghost ? &*ghost : nullptr,
                                 forecast_->pictures());
        data.source = tr("allocator peak, newest %1").arg(stepNoun(edits_->inForce().model));
        bar_->setData(data);
        bar_->setGhostDim(forecast_->stale());
    }
    bar_->setVisible(forecast_->report() != nullptr);
}

}  // namespace headroom::ui
