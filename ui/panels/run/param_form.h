// ParamForm: the whole schema as foldable groups in a scroll area, with search.
#pragma once

#include "ui/models/forecast_watch.h"
#include "ui/models/param_edits.h"

#include <QScrollArea>

#include <vector>

class QLabel;

namespace headroom::ui {

class EffectiveBatchRow;
class ParamGroup;
class ParamRowView;

class ParamForm : public QScrollArea {
    Q_OBJECT
public:
    ParamForm(ParamEdits* edits, ForecastWatch* forecast, QWidget* parent = nullptr);

    ParamRowView* rowFor(const std::string& key) const;
    void filter(const QString& needle);
    void showProblem(const std::string& key, const QString& message);
    /// Active run: settings that need a new run are off.
    void setActive(bool active);

Q_SIGNALS:
    void inspectWanted();

protected:
    void changeEvent(QEvent* event) override;
    QSize sizeHint() const override;

private:
    void build();
    void refresh();
    void refreshCosts();
    void fitLabels();

    ParamEdits* edits_;
    ForecastWatch* forecast_;
    std::vector<ParamRowView*> rows_;
    std::vector<ParamGroup*> groups_;
    EffectiveBatchRow* effective_ = nullptr;
    QLabel* nothing_ = nullptr;
    QString needle_;
};

}  // namespace headroom::ui
