// ParamEditor: what each kind of field shows and commits.
#include "ui/panels/run/param_editor.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/widgets/check_list.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QKeyEvent>
#include <QMenu>

namespace headroom::ui {
namespace {

NumberField::Kind kindOf(const ParamRow& row) {
    if (row.type == ParamType::ByteSize) return NumberField::Kind::Bytes;
    if (row.type == ParamType::Integer) return NumberField::Kind::Integer;
    return row.logarithmic ? NumberField::Kind::Rate : NumberField::Kind::Real;
}

double numberOf(const ParamValue& value) {
    const auto* real = std::get_if<double>(&value);
    return real ? *real : static_cast<double>(std::get<std::int64_t>(value));
}

}  // namespace

ParamEditor::ParamEditor(const ParamRow& row, QWidget* parent) : QWidget(parent), wide_(row.type == ParamType::Set) {
    if (row.type == ParamType::Bool)
        makeFlag();
    else if (row.type == ParamType::Choice || listedPowers(row) > 0)
        makeList(row);
    else if (row.type == ParamType::Set)
        makeSet(row);
    else if (row.type == ParamType::Text || row.type == ParamType::Path)
        makeText(row);
    else
        makeNumber(row);
    rowIn(this, {}, 4, {{field_, 1}});
    field_->installEventFilter(this);
    if (row.key == "data.path") {
        addDataMenu();
    } else if (row.key == "start.folder") {
        choose_ = [this] { chooseFolder(); };
        connect(addButton(tr("Choose a folder of pictures")), &IconButton::clicked, this, choose_);
    } else if (row.type == ParamType::Path) {
        addFileMenu(row);
    }
}

void ParamEditor::makeNumber(const ParamRow& row) {
    auto* field = new NumberField(kindOf(row), this);
    field->setLimits(row.low, row.high);
    field->setStep(row.step, row.logarithmic);
    if (row.type == ParamType::ByteSize)
        field->setZeroText(tr("Automatic"));
    else
        field->setUnit(coreText(row.unit));
    connect(field, &NumberField::committed, this, &ParamEditor::committed);
    connect(field, &NumberField::escaped, this, &ParamEditor::escaped);
    show_ = [field](const ParamValue& value) { field->setValue(numberOf(value)); };
    note_ = [field](const ParamValue& value) { field->noteValue(numberOf(value)); };
    typing_ = [field] { return field->isTyping(); };
    field_ = field;
}

void ParamEditor::makeList(const ParamRow& row) {
    auto* field = new Unwheeled<QComboBox>(this);
    for (const ParamChoice& choice : row.choices) field->addItem(coreText(choice.label), fromUtf8(choice.name));
    for (int i = 0; i < listedPowers(row); ++i) {
        const std::int64_t number = static_cast<std::int64_t>(row.low) << i;
        field->addItem(valueText(row, number), QString::number(number));
    }
    field->setMinimumContentsLength(6);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(field, &QComboBox::activated, this, [this, field] { Q_EMIT committed(field->currentData().toString()); });
    show_ = [field](const ParamValue& value) { field->setCurrentIndex(field->findData(fromUtf8(to_text(value)))); };
    field_ = field;
}

void ParamEditor::makeFlag() {
    auto* field = new QCheckBox(this);
    const auto name = [field](bool on) { field->setText(on ? tr("On") : tr("Off")); };
    connect(field, &QCheckBox::clicked, this, [this, name](bool on) {
        name(on);
        Q_EMIT committed(on ? QStringLiteral("on") : QStringLiteral("off"));
    });
    show_ = [field, name](const ParamValue& value) {
        field->setChecked(std::get<bool>(value));
        name(std::get<bool>(value));
    };
    field_ = field;
}

void ParamEditor::makeSet(const ParamRow& row) {
    QList<CheckList::Option> options;
    for (const ParamChoice& choice : row.choices)
        options.append({fromUtf8(choice.name), coreText(choice.label), coreText(choice.help)});
    auto* field = new CheckList(options, this);
    connect(field, &CheckList::changed, this,
            [this, field] { Q_EMIT committed(field->chosen().join(QLatin1Char(' '))); });
    show_ = [field](const ParamValue& value) {
        field->setChosen(textsOf(set_members(std::get<std::string>(value)), fromUtf8));
    };
    field_ = field;
}

void ParamEditor::makeText(const ParamRow& row) {
    auto* field = new QLineEdit(this);
    connect(field, &QLineEdit::editingFinished, this, [this, field, path = row.type == ParamType::Path] {
        const bool typed = isTyping();
        field->setModified(false);
        QString text = field->text().trimmed();
        // "./" stands before what a recipe leaves to be chosen; who types it means what lies here.
        if (typed && path && text.startsWith(QStringLiteral("./"))) text = QDir::cleanPath(text);
        if (typed || field->text() != shown_) Q_EMIT committed(text);
    });
    note_ = [this](const ParamValue& value) { shown_ = fromUtf8(std::get<std::string>(value)); };
    show_ = [this, field](const ParamValue& value) {
        note_(value);
        field->setText(shown_);
        field->setToolTip(shown_);
    };
    typing_ = [field] { return field->isModified(); };
    field_ = field;
}

IconButton* ParamEditor::addButton(const QString& tip) {
    auto* button = new IconButton(QStringLiteral("folder"), tip, this);
    layout()->addWidget(button);
    return button;
}

QMenu* ParamEditor::addMenu(const QString& tip) {
    IconButton* button = addButton(tip);
    auto* menu = new QMenu(button);
    setPopup(button, menu);
    return menu;
}

void ParamEditor::addFileMenu(const ParamRow& row) {
    const bool several = row.key == "clip.files", picture = fromUtf8(row.key).endsWith(QLatin1String(".picture"));
    const QString filter = picture                     ? pictureFilter()
                           : row.key == "vqgan.config" ? tr("Descriptions (*.yaml *.yml)")
                                                       : weightsFilter();
    QMenu* menu = addMenu(tr("Choose the file: %1").arg(coreText(row.label)));
    const auto choose = [this, filter, picture](bool add) {
        const QString file = askForFile(this, picture ? QStringLiteral("picture") : QStringLiteral("weights"),
                                        tr("Choose a file"), filter);
        if (!file.isEmpty()) Q_EMIT committed(add && !shown_.isEmpty() ? shown_ + QStringLiteral(" | ") + file : file);
    };
    choose_ = [choose] { choose(false); };
    menu->addAction(tr("Choose a file…"), this, choose_);
    if (several) menu->addAction(tr("Add another file…"), this, [choose] { choose(true); });
    menu->addAction(picture ? tr("No picture") : tr("None: the built-in one"), this,
                    [this] { Q_EMIT committed(QString()); });
}

void ParamEditor::addDataMenu() {
    choose_ = [this] { chooseFolder(); };
    QMenu* menu = addMenu(tr("Choose the data"));
    menu->addAction(tr("Built-in shapes"), this, [this] { Q_EMIT committed(QStringLiteral("shapes")); });
    menu->addAction(tr("Folder of pictures…"), this, choose_);
    menu->addSeparator();
    menu->addAction(tr("Look at the data set…"), this, &ParamEditor::inspectRequested);
}

void ParamEditor::chooseFolder() {
    const QString folder = askForFolder(this, QStringLiteral("data"), tr("Choose a folder of pictures"), shown_);
    if (!folder.isEmpty()) Q_EMIT committed(folder);
}

void ParamEditor::mark(bool edited, bool bad) {
    if (field_->property("edited").toBool() == edited && field_->property("bad").toBool() == bad) return;
    field_->setProperty("edited", edited && !bad);
    field_->setProperty("bad", bad);
    repolish(field_);
}

bool ParamEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        watched == field_ && !qobject_cast<NumberField*>(field_)) {
        Q_EMIT escaped();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
