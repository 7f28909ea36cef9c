// PlaceRow: its words and its button.
#include "ui/panels/run/place_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/models/run_words.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/kit.h"

#include <QLabel>
#include <QPushButton>

namespace headroom::ui {

PlaceRow::PlaceRow(QWidget* parent) : QWidget(parent), words_(new QLabel(this)) {
    auto* row = rowIn(this, {0, 0, 0, 0}, 6);
    auto* icon = new QLabel(this);
    setThemedIcon(icon, QStringLiteral("plug-connected"), Token::Acc, 14);
    words_->setProperty("role", "small");
    words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* detach = new QPushButton(tr("Detach"), this);
    detach->setObjectName(QStringLiteral("detach"));
    detach->setProperty("small", true);
    setThemedIcon(detach, QStringLiteral("plug-connected-x"));
    detach->setToolTip(tr("Show this window's own settings again; the run goes on in its process"));
    row->addWidget(icon);
    row->addWidget(words_, 1);
    row->addWidget(detach);
    connect(detach, &QPushButton::clicked, this, &PlaceRow::detachWanted);
    hide();
}

void PlaceRow::setPlace(const SessionPlace& place) {
    setVisible(place.elsewhere);
    QString words = placeWords(place);
    if (place.watchers > 1) words += tr(", %1 windows and terminals watch it").arg(place.watchers);
    words_->setText(words);
    words_->setToolTip(tr("%1\n%2\nClosing this window leaves the run as it is.").arg(words, fromUtf8(place.address)));
    setAccessibleName(words);
}

}  // namespace headroom::ui
