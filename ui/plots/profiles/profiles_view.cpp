// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/profiles_view.h"

#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/profiles/profiles_paint.h"

#include "models/items/format.h"
#include "models/items/profile_words.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace moe::ui {
namespace {

constexpr const char* kFirstOperator = "mlp_up_proj";
constexpr const char* kFirstModel = "meta-llama/Llama-2-70b-hf";

/// Okabe–Ito, by a device's or fabric's place among all there are, so that it keeps its colour.
QColor placeColour(const std::vector<std::string>& all, const std::string& place) {
    static constexpr std::array<const char*, 6> kColours{"#0072b2", "#009e73", "#d55e00",
                                                         "#cc79a7", "#56b4e9", "#e69f00"};
    const auto at = std::find(all.begin(), all.end(), place) - all.begin();
    return QColor(QLatin1String(kColours[std::size_t(at) % kColours.size()]));
}

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

bool twoKeys(const ProfileOperatorRow& op) {
    return op.axes == ProfileAxes::Prefill || op.axes == ProfileAxes::Decode || op.axes == ProfileAxes::Phase;
}

/// Replaces the entries and keeps the one chosen, else `wanted`, else the first.
/// `keys`: where the data are none (ui/choice_keys.h).
void fill(QComboBox& box, const QStringList& texts, const QVariantList& data, const QVariant& wanted,
          const QStringList& keys = {}) {
    const QVariant before = box.currentData();
    const QSignalBlocker quiet(&box);
    box.clear();
    for (qsizetype i = 0; i < texts.size(); ++i) addEntry(box, keys.value(i), texts[i], data[i]);
    int index = box.findData(before);
    if (index < 0) index = box.findData(wanted);
    box.setCurrentIndex(texts.isEmpty() ? -1 : std::max(index, 0));
}

} // namespace

ProfilesView::ProfilesView(QWidget* parent)
    : PaintedView(items::Words::tr("Measured operator times"), parent) {
    m_op = newChoice("operator", items::Words::tr("Operator"),
                     items::Words::tr("Operator of a layer, or collective"), From::Operator);
    m_model = newChoice("model", items::Words::tr("Model"),
                        items::Words::tr("Model whose shape was profiled"), From::Model);
    m_split = newChoice("parallelism", items::Words::tr("Parallelism"),
                        items::Words::tr("Tensor parallelism, or GPUs of a collective"), From::Split);
    m_key = newChoice("along", items::Words::tr("Along"), items::Words::tr("What runs along the lower axis"),
                      From::Key);
    m_fixed =
        newChoice("held", items::Words::tr("Held"), items::Words::tr("Value of the other key"), From::Fixed);
    auto* shown = new QToolButton;
    shown->setText(items::Words::tr("Show"));
    shown->setToolTip(items::Words::tr("Devices or fabrics laid over each other, and the axes"));
    shown->setPopupMode(QToolButton::InstantPopup);
    shown->setFocusPolicy(Qt::TabFocus);
    m_show = new QMenu(shown);
    shown->setMenu(m_show);
    tools()->insertWidget(tableAction(), shown);
    const auto toggle = [this](const char* key, const QString& name) {
        auto* action = new QAction(name, this);
        action->setObjectName(QLatin1String(key));
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, [this] { refresh(); });
        return action;
    };
    m_logKey = toggle("logarithmic-key-axis", items::Words::tr("Logarithmic key axis"));
    m_logTime = toggle("logarithmic-time-axis", items::Words::tr("Logarithmic time axis"));
    tableAction()->setText(items::Words::tr("Table"));
    tableAction()->setToolTip(items::Words::tr("Show data as table"));
    refresh();
}

QComboBox* ProfilesView::newChoice(const char* key, const QString& name, const QString& toolTip, From from) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(key));
    box->setAccessibleName(name);
    box->setToolTip(toolTip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    // All five and what follows them fit the picture of a small window.
    box->setMaximumWidth(from == From::Operator ? 140 : 118);
    m_choiceActions << tools()->insertWidget(tableAction(), box);
    connect(box, &QComboBox::currentIndexChanged, this, [this, from] { refill(from); });
    return box;
}

const ProfileSet& ProfilesView::set() const {
    static const ProfileSet none;
    return m_catalog && m_catalog->profiles ? *m_catalog->profiles : none;
}
const ProfileOperatorRow* ProfilesView::op() const {
    return profileOperator(m_op->currentData().toString().toStdString());
}
bool ProfilesView::collective() const {
    return op() != nullptr && op()->axes == ProfileAxes::Size;
}

void ProfilesView::setCatalog(const CatalogPtr& catalog) {
    const bool same = m_catalog && catalog && m_catalog->profiles == catalog->profiles;
    m_catalog = catalog;
    if (same) return;
    QStringList texts;
    QVariantList values;
    for (const ProfileOperatorRow* row : profileOperatorChoices(set())) {
        texts << items::tableText(row->label);
        values << QString::fromUtf8(row->name);
    }
    fill(*m_op, texts, values, QString::fromUtf8(kFirstOperator));
    refill(From::Operator);
}

void ProfilesView::choose(const QString& operatorName, const QString& model, double workers) {
    const auto pick = [](QComboBox* box, int index) {
        if (index >= 0) box->setCurrentIndex(index);
    };
    pick(m_op, m_op->findData(operatorName));
    pick(m_model, m_model->findData(model));
    for (std::size_t i = 0; i < m_splits.size(); ++i)
        if (m_splits[i].workers == workers) pick(m_split, int(i));
}

void ProfilesView::refill(From from) {
    if (op() == nullptr) return draw();
    const std::string name = op()->name;
    if (from <= From::Operator) {
        QStringList texts, keys;
        QVariantList values;
        for (const std::string& model : profileModelChoices(set(), name)) {
            texts << text(model).section(QLatin1Char('/'), -1);
            values << text(model);
        }
        fill(*m_model, texts, values, QString::fromUtf8(kFirstModel));
        const bool prefillOnly = op()->axes == ProfileAxes::Prefill,
                   decodeOnly = op()->axes == ProfileAxes::Decode;
        texts.clear(), values.clear();
        // Phase and direction as one choice: bit 1 prefill, bit 0 over the first key.
        if (!prefillOnly)
            texts << items::Words::tr("over KV length") << items::Words::tr("over batch"), values << 0 << 1,
                keys << QStringLiteral("over-kv-length") << QStringLiteral("over-batch");
        if (!decodeOnly)
            texts << items::Words::tr("over chunk") << items::Words::tr("over cached keys"), values << 2 << 3,
                keys << QStringLiteral("over-chunk") << QStringLiteral("over-cached-keys");
        fill(*m_key, texts, values, texts.isEmpty() ? QVariant() : values.first(), keys);
    }
    if (from <= From::Model) {
        m_splits = profileSplitChoices(set(), name, m_model->currentData().toString().toStdString());
        QStringList texts, keys;
        QVariantList values;
        for (const ProfileSplit& split : m_splits) {
            texts << items::profileSplitText(split, collective());
            values << texts.last();
            keys << QString::number(split.workers) +
                        (collective() ? QLatin1Char('/') + QString::number(split.devicesPerNode) : QString());
        }
        fill(*m_split, texts, values, {}, keys);
        fillPlaces();
    }
    m_choiceActions[1]->setVisible(!collective());
    m_choiceActions[3]->setVisible(twoKeys(*op()));
    m_choiceActions[4]->setVisible(twoKeys(*op()));
    if (from < From::Fixed) {
        const QSignalBlocker quiet(m_fixed);
        if (from <= From::Operator || from == From::Key) m_fixed->clear();
    }
    draw();
}

void ProfilesView::fillPlaces() {
    m_show->clear();
    m_places.clear();
    for (const std::string& place :
         profilePlaceChoices(set(), op()->name, m_model->currentData().toString().toStdString())) {
        QAction* action = m_show->addAction(text(place));
        action->setObjectName(text(place));
        m_places << action;
        action->setCheckable(true);
        action->setChecked(!m_hidden.contains(text(place)));
        connect(action, &QAction::toggled, this, [this, name = text(place)](bool shown) {
            m_hidden.removeAll(name);
            if (!shown) m_hidden << name;
            draw();
        });
    }
    m_show->addSeparator();
    m_show->addActions({m_logKey, m_logTime});
}

void ProfilesView::draw() {
    m_picture = {};
    if (op() != nullptr && m_split->currentIndex() >= 0) {
        ProfilePictureRequest request;
        request.op = op()->name;
        request.model = m_model->currentData().toString().toStdString();
        request.split = m_splits[std::size_t(m_split->currentIndex())];
        const int way = m_key->currentData().toInt();
        request.prefill = way & 2;
        request.overX = way & 1;
        if (m_fixed->currentIndex() >= 0) request.fixed = m_fixed->currentData().toDouble();
        for (const QAction* action : m_places)
            if (action->isChecked()) request.places.push_back(action->text().toStdString());
        m_picture = profilePicture(set(), *m_catalog, request);
        const QSignalBlocker quiet(m_fixed);
        m_fixed->clear();
        for (const double value : m_picture.fixedChoices)
            m_fixed->addItem(QStringLiteral("%1 %2")
                                 .arg(items::midSentence(items::tableText(m_picture.fixedName)))
                                 .arg(value),
                             value);
        m_fixed->setCurrentIndex(m_fixed->findData(m_picture.fixed));
    }
    refresh();
}

QString ProfilesView::heading() const {
    QStringList parts{items::tableText(op()->label)};
    if (!collective()) parts << m_model->currentText();
    parts << m_split->currentText();
    if (!m_picture.fixedName.empty())
        parts << items::midSentence(items::tableText(m_picture.fixedName)) + QLatin1Char(' ') +
                     items::number(m_picture.fixed, 'g', 6);
    return parts.join(QStringLiteral(" · "));
}

QString ProfilesView::reason() const {
    if (set().tables.empty())
        return items::Words::tr(
            "There are no operator profiles. Open a folder of published tables, or get them "
            "with File ▸ Get published tables….");
    for (const ProfileLine& line : m_picture.lines)
        if (!line.points.empty()) return {};
    return items::Words::tr("No device that is switched on has rows of this operator at this parallelism.");
}

QString ProfilesView::summary() const {
    const QString why = reason();
    return why.isEmpty() ? items::profilePictureSummary(m_picture, heading()) : why;
}

Sheet ProfilesView::sheet() const {
    const QString key = items::tableText(m_picture.keyName) +
                        QStringLiteral(" (%1)").arg(items::tableText(m_picture.keyUnit));
    Sheet sheet{{items::Words::tr("Device"), key, items::Words::tr("Median (ms)"),
                 items::Words::tr("Min (ms)"), items::Words::tr("Max (ms)"), items::Words::tr("Mean (ms)"),
                 items::Words::tr("Std (ms)"), items::Words::tr("Analytic model (ms)"),
                 items::Words::tr("Origin")},
                {}};
    const auto ms = [](const std::optional<double>& seconds) {
        return seconds ? QVariant(1e3 * *seconds) : QVariant(QString());
    };
    for (const ProfileLine& line : m_picture.lines)
        for (const ProfileLine::Point& point : line.points)
            sheet.rows.push_back(
                {QString(),
                 {text(line.place), point.key, ms(point.seconds), ms(point.low), ms(point.high),
                  ms(point.mean), ms(point.std), ms(point.analytic),
                  line.shipped ? items::Words::tr("shipped curve") : items::Words::tr("measured")}});
    return sheet;
}

Hits ProfilesView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    ProfileLook profile;
    profile.logKey = m_logKey->isChecked();
    profile.logTime = m_logTime->isChecked();
    const std::vector<std::string> all = collective() ? profileNetworks(set()) : profileDevices(set());
    for (const ProfileLine& line : m_picture.lines) profile.colours.push_back(placeColour(all, line.place));
    return paintProfiles(painter, size, m_picture, heading(), profile, look);
}

} // namespace moe::ui
