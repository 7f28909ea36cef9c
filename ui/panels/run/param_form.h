// ParamForm: all settings of a kind of run as foldable groups in a scroll area, with search.
#pragma once

#include "ui/models/forecast_watch.h"
#include "ui/models/param_edits.h"

#include "core/api/train_config.h"

#include <QScrollArea>

#include <vector>

class QLabel;

namespace headroom::ui {

class EffectiveBatchRow;
class FormPart;
class OneScroll;
class ParamGroup;
class ParamRowView;

class ParamForm : public QScrollArea {
    Q_OBJECT
public:
    /// `parts` stand for some settings; the form takes them over.
    ParamForm(ParamEdits* edits, ForecastWatch* forecast, ModelKind kind, std::vector<FormPart*> parts = {},
              QWidget* parent = nullptr);

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
    FormPart* partFor(std::string_view key) const;
    bool hasNothingToSay(const ParamRowView& row) const;

    ParamEdits* edits_;
    ForecastWatch* forecast_;
    ModelKind kind_;
    std::vector<FormPart*> parts_;
    std::vector<ParamRowView*> rows_;
    std::vector<ParamGroup*> groups_;
    EffectiveBatchRow* effective_ = nullptr;
    OneScroll* scroll_ = nullptr;
    QLabel* nothing_ = nullptr;
    QString needle_;
};

}  // namespace headroom::ui
