// ParamEditor: the field of one parameter, chosen by its type. It shows values and hands typed text on; it judges nothing.
#pragma once

#include "core/api/param.h"

#include <QString>
#include <QWidget>

namespace headroom::ui {

class ParamEditor : public QWidget {
    Q_OBJECT
public:
    /// The editor that suits `row`.
    static ParamEditor* make(const ParamRow& row, QWidget* parent);

    virtual void showValue(const ParamValue& value) = 0;  ///< emits nothing
    /// The value while the field keeps its text, which is being typed or was refused: what is committed or escaped next is told from it.
    virtual void noteValue(const ParamValue&) {}
    /// Whether the field holds text that was typed and not committed yet; showValue() would lose it.
    virtual bool isTyping() const { return false; }
    /// The widget that has the focus and the border.
    virtual QWidget* field() const = 0;
    /// Has the user choose the file or folder that it names, as the button beside it does; nothing where it names none.
    virtual void choose() {}
    /// Whether it stands below its label, for it needs the width of the form.
    virtual bool wantsWidth() const { return false; }
    /// Sets the border: "edited", "bad" or neither.
    void mark(bool edited, bool bad);

Q_SIGNALS:
    void committed(const QString& text);  ///< as parse_param() reads it
    void escaped();
    void inspectRequested();  ///< Path: look at the data set

protected:
    explicit ParamEditor(QWidget* parent) : QWidget(parent) {}
    bool eventFilter(QObject* watched, QEvent* event) override;  ///< Esc in the field
    void adopt(QWidget* field);                                  ///< lays the field out and watches it
};

}  // namespace headroom::ui
