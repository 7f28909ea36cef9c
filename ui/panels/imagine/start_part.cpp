// StartPart: see start_part.h.
#include "ui/panels/imagine/start_part.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::ui {

StartPart::StartPart(ParamEdits* edits, QWidget* parent)
    : FormPart(parent),
      edits_(edits),
      segments_(new SegmentedBar(true, this)),
      list_(new QComboBox(this)),
      text_(new QLabel(this)),
      problem_(new QLabel(this)) {
    const ParamRow* row = find_param("start");
    for (const ParamChoice& choice : row->choices) {
        const QString label = fromUtf8(choice.label);
        const int last = segments_->addSegment(choice.name == "match" ? tr("Match") : label);
        segments_->button(last)->setAccessibleName(label);
        list_->addItem(label, fromUtf8(choice.name));
    }
    segments_->setAccessibleName(tr("Start from"));
    list_->setAccessibleName(tr("Start from"));
    text_->setProperty("role", "hint");
    text_->setWordWrap(true);
    problem_->setProperty("role", "bad");
    problem_->setWordWrap(true);
    problem_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 2, 12, 4);
    column->setSpacing(4);
    column->addWidget(segments_);
    column->addWidget(list_);
    column->addWidget(text_);
    column->addWidget(problem_);
    connect(segments_, &SegmentedBar::currentChanged, this, &StartPart::choose);
    connect(list_, &QComboBox::activated, this, &StartPart::choose);
    connect(edits, &ParamEdits::changed, this, &StartPart::refresh);
    refresh();
    fit();
}

void StartPart::choose(int index) { edits_->propose("start", list_->itemData(index).toString().toStdString()); }

QString StartPart::sentence() const { return text_->text(); }

void StartPart::refresh() {
    const QString name = QString::fromStdString(std::get<std::string>(edits_->valueShown("start")));
    const int index = list_->findData(name);
    segments_->setCurrent(index);
    list_->setCurrentIndex(index);
    const bool built_in = std::get<std::string>(edits_->valueShown("vqgan.file")).empty();
    if (name == QLatin1String("match")) {
        text_->setText(built_in ? tr("The picture of the built-in library that fits the prompts best, then painted on.")
                                : tr("The library belongs to the built-in models; with others this is noise."));
    } else if (name == QLatin1String("codes")) {
        text_->setText(tr("Random codes: mosaics that the prompts turn into things."));
    } else if (name == QLatin1String("gradient")) {
        text_->setText(tr("Two soft runs of colour."));
    } else if (name == QLatin1String("pixels")) {
        text_->setText(tr("Random pixels, encoded."));
    } else {
        text_->setText(tr("A picture of yours, encoded."));
    }
}

bool StartPart::hidesRow(const std::string&) const {
    return std::get<std::string>(edits_->valueShown("start")) != "picture";
}

void StartPart::showProblem(const QString& message) {
    problem_->setText(message);
    problem_->setVisible(!message.isEmpty());
}

void StartPart::setRunActive(bool active) {
    const QString reason = active ? tr("Fixed for this run: it needs a new run.") : QString();
    for (QWidget* w : {static_cast<QWidget*>(segments_), static_cast<QWidget*>(list_)}) {
        w->setEnabled(!active);
        w->setToolTip(reason);
    }
}

void StartPart::fit() {
    const bool room = segments_->sizeHint().width() + 28 <= width();
    segments_->setVisible(room);
    list_->setVisible(!room);
}

void StartPart::resizeEvent(QResizeEvent* event) {
    FormPart::resizeEvent(event);
    fit();
}

}  // namespace headroom::ui
