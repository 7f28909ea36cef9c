// PlaceRow: its words and its button.
#include "ui/panels/run/place_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"

namespace headroom::ui {

PlaceRow::PlaceRow(QWidget* parent) : QWidget(parent), words_(shrinking(makeLabel("small", this))) {
    auto* detach = styled(makeButton(tr("Detach"), QStringLiteral("plug-connected-x"), this), "small");
    detach->setObjectName(QStringLiteral("detach"));
    detach->setToolTip(tr("Show this window's own settings again; the run goes on in its process"));
    rowIn(this, {}, 6, {makeIcon(QStringLiteral("plug-connected"), Token::Acc, 14, this), {words_, 1}, detach});
    connect(detach, &QPushButton::clicked, this, &PlaceRow::detachRequested);
    hide();
}

void PlaceRow::setPlace(const SessionPlace& place) {
    setVisible(place.elsewhere);
    QString words = placeWords(place);
    if (place.watchers > 1)
        words += tr(", %Ln window(s) and terminals watch it", nullptr, static_cast<int>(place.watchers));
    words_->setText(words);
    words_->setToolTip(tr("%1\n%2\nClosing this window leaves the run as it is.").arg(words, fromUtf8(place.address)));
    setAccessibleName(words);
}

}  // namespace headroom::ui
