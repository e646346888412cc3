// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_tools.h"

#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/loss/loss_laws.h"

#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>

namespace moe::ui {

namespace {

/// A menu of check boxes: stays open while they are clicked.
class CheckMenu : public QMenu {
public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent* event) override {
        QAction* action = actionAt(event->pos());
        if (action && action->isEnabled() && action->isCheckable())
            action->trigger();
        else
            QMenu::mouseReleaseEvent(event);
    }
};

QToolButton* newMenuButton(const QString& text, const QString& tip, QMenu* menu) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    menu->setParent(button, menu->windowFlags());
    menu->setToolTipsVisible(true);
    return button;
}

} // namespace

LossTools::LossTools(QWidget* parent) : QToolBar(parent) {
    addModes();
    addMenus();
    setState({});
}

void LossTools::addModes() {
    auto* modes = new QActionGroup(this);
    m_model = addAction(items::Words::tr("Model"));
    m_measured = addAction(items::Words::tr("Measured"));
    m_model->setToolTip(items::Words::tr("The fitted loss surface, continuous, with contours"));
    m_model->setObjectName(QStringLiteral("model"));
    m_measured->setObjectName(QStringLiteral("measured"));
    for (QAction* action : {m_model, m_measured}) {
        action->setCheckable(true);
        modes->addAction(action);
        connect(action, &QAction::triggered, this, [this] {
            m_wantsMeasured = m_measured->isChecked();
            showState();
            emit optionsChanged();
        });
    }
    m_model->setChecked(true);
    addSeparator();

    const auto addCombo = [this](const QString& key, const QString& text, const QString& name) {
        auto* label = new QLabel(text);
        auto* combo = new QComboBox;
        combo->setObjectName(key);
        combo->setAccessibleName(name);
        label->setBuddy(combo);
        QList<QAction*> actions{addWidget(label), addWidget(combo)};
        return std::pair(combo, actions);
    };
    std::tie(m_colours, m_modelOnly) = addCombo(QStringLiteral("colour"), items::Words::tr(" Co&lour: "),
                                                items::Words::tr("Colour stands for"));
    addEntry(*m_colours, QStringLiteral("loss"), items::Words::tr("Loss"));
    addEntry(*m_colours, QStringLiteral("uncertainty"), items::Words::tr("Uncertainty"));
    addEntry(*m_colours, QStringLiteral("difference"), items::Words::tr("Δ to base"));
    m_colours->setItemData(
        2, items::Words::tr("Difference to the base scenario at the same learning rate and batch"),
        Qt::ToolTipRole);
    connect(m_colours, &QComboBox::activated, this, [this](int index) {
        m_wantedColour = LossColour(index);
        emit optionsChanged();
    });
    std::tie(m_groups, m_measuredOnly) =
        addCombo(QStringLiteral("group"), items::Words::tr(" &Group: "), items::Words::tr("Measured group"));
    m_groups->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_groups, &QComboBox::activated, this, [this] {
        m_wantedGroup = group();
        showState();
        emit optionsChanged();
    });
    m_use = addAction(items::Words::tr("Use this group's model"));
    connect(m_use, &QAction::triggered, this, &LossTools::useGroupRequested);

    QList<QAction*> always;
    std::tie(m_palettes, always) =
        addCombo(QStringLiteral("palette"), items::Words::tr(" Ma&p: "), items::Words::tr("Palette"));
    for (const QString& name : paletteNames())
        if (name != QLatin1String("difference"))
            m_palettes->addItem(name.left(1).toUpper() + name.mid(1), name);
    m_palettes->setToolTip(
        items::Words::tr("Colours of the map. Cividis reads the same with colour-blind eyes."));
    connect(m_palettes, &QComboBox::currentIndexChanged, this, &LossTools::paletteChanged);
    addSeparator();
}

void LossTools::addMenus() {
    m_show = new CheckMenu;
    const auto addCheck = [this](const char* key, const QString& text, const QString& tip) {
        QAction* action = m_show->addAction(text);
        action->setObjectName(QLatin1String(key));
        action->setToolTip(tip);
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, &LossTools::optionsChanged);
        return action;
    };
    m_contours = addCheck("contours", items::Words::tr("&Contours"),
                          items::Words::tr("Lines of equal loss, labelled with the loss above the best"));
    m_points = addCheck("points", items::Words::tr("Measured p&oints"), {});
    m_regions = addCheck("regions", items::Words::tr("&Near-optimal regions"),
                         items::Words::tr("Where the predicted loss is within 0.1 % and 0.25 % of the best"));
    m_shading =
        addCheck("shading", items::Words::tr("&Uncertainty and instability"),
                 items::Words::tr("Hatched where the model is uncertain by 0.3–1 % (wide), by more (close), "
                                  "and where a run is likely to diverge (falling)"));
    m_modelOnly << addWidget(
        newMenuButton(items::Words::tr("Sho&w"), items::Words::tr("What is drawn over the map"), m_show));
    m_laws = new CheckMenu;
    m_modelOnly << addWidget(newMenuButton(
        items::Words::tr("La&ws"),
        items::Words::tr("Published laws whose best learning rate and batch are marked"), m_laws));
    for (const Law& law : laws()) {
        if (!law.lr.value) continue;
        QAction* action = m_laws->addAction(items::tableText(law.label));
        action->setObjectName(QLatin1String(law.key));
        action->setCheckable(true);
        action->setChecked(isStepLaw(law));
        connect(action, &QAction::toggled, this, &LossTools::optionsChanged);
        m_lawActions.emplace_back(law.key, action);
    }
    m_table = addAction(items::Words::tr("Table"));
    m_table->setObjectName(QLatin1String(kAsTableKey));
    m_table->setCheckable(true);
    m_table->setToolTip(items::Words::tr("Show data as table"));
    connect(m_table, &QAction::toggled, this, &LossTools::optionsChanged);
    m_reset = addAction(items::Words::tr("Reset view"));
    m_reset->setToolTip(items::Words::tr("Show the whole map (double-click the plot, or 0)"));
    connect(m_reset, &QAction::triggered, this, &LossTools::resetRequested);
}

void LossTools::setState(const State& state) {
    m_state = state;
    fillGroups();
    fillLaws();
    showState();
}

void LossTools::fillGroups() {
    QStringList keys, labels;
    if (m_state.scenarioRuns) {
        keys << QString();
        labels << (m_state.scenarioGroup.isEmpty()
                       ? items::Words::tr("this scenario's")
                       : m_state.scenarioGroup + items::Words::tr(" (this scenario)"));
    }
    for (const LossGroupRow& row : m_state.groups) keys << row.key, labels << row.label;
    QStringList now;
    for (int i = 0; i < m_groups->count(); ++i) now << m_groups->itemText(i);
    if (now == labels) return;
    const QSignalBlocker quiet(m_groups);
    m_groups->clear();
    for (int i = 0; i < keys.size(); ++i)
        addEntry(*m_groups, keys[i].isEmpty() ? QStringLiteral("scenario") : keys[i], labels[i], keys[i]);
    m_groups->setCurrentIndex(std::max(0, m_groups->findData(m_wantedGroup)));
}

void LossTools::fillLaws() {
    for (const auto& [key, action] : m_lawActions) {
        const Law& law = *findLaw(key);
        const LawAnswer* answer = nullptr;
        if (m_state.overlays)
            for (const LawAnswer& candidate : m_state.overlays->laws)
                if (candidate.law == &law) answer = &candidate;
        QString text = items::tableText(law.label);
        if (answer && answer->lr) {
            text += items::Words::tr("   lr %1").arg(rateText(*answer->lr));
            if (answer->batchTokens)
                text += items::Words::tr(", batch %1").arg(tokensText(*answer->batchTokens));
            if (!answer->inDomain) text += items::Words::tr(" (outside its domain)");
        }
        action->setText(text);
        action->setToolTip(lawTip(law, answer));
        action->setEnabled(!answer || answer->lr.has_value());
    }
}

void LossTools::showState() {
    const bool groups = m_groups->count() > 0;
    m_model->setEnabled(m_state.map);
    m_measured->setEnabled(m_state.map && groups);
    m_measured->setToolTip(groups ? items::Words::tr("The measured runs of a group as cells with their loss")
                                  : m_state.noRuns);
    const bool measuredNow = m_wantsMeasured && m_measured->isEnabled();
    (measuredNow ? m_measured : m_model)->setChecked(true);
    for (QAction* action : m_modelOnly) action->setVisible(!measuredNow);
    for (QAction* action : m_measuredOnly) action->setVisible(measuredNow);
    const bool canUse = measuredNow && m_state.canUse && !group().isEmpty() && m_state.canUse(group());
    m_use->setVisible(canUse);
    m_use->setToolTip(
        items::Words::tr("Set this group's model, experts and training tokens in the scenario"));
    for (QWidget* widget : {static_cast<QWidget*>(m_colours), static_cast<QWidget*>(m_palettes)})
        widget->setEnabled(m_state.map);
    for (QAction* action : {m_reset, m_table}) action->setEnabled(m_state.map);
    const auto enable = [this](LossColour colour, bool enabled, const QString& tip) {
        auto* items = qobject_cast<QStandardItemModel*>(m_colours->model());
        QStandardItem* item = items->item(int(colour));
        item->setEnabled(enabled);
        item->setToolTip(tip);
    };
    enable(LossColour::Uncertainty, m_state.spread,
           m_state.spread ? items::Words::tr("Standard deviation of the predicted loss")
                          : items::Words::tr("The fit in use gives no uncertainty."));
    enable(LossColour::Difference, m_state.difference.isEmpty(),
           m_state.difference.isEmpty()
               ? items::Words::tr("This loss less the base's at the same learning rate and batch")
               : m_state.difference);
    m_points->setEnabled(m_state.scenarioRuns);
    m_points->setToolTip(m_state.scenarioRuns
                             ? items::Words::tr("Learning rates and batch sizes that were run")
                             : m_state.noRuns);
    m_shading->setEnabled(m_state.spread);
    const QSignalBlocker quiet(m_colours);
    m_colours->setCurrentIndex(int(options().colour));
}

LossOptions LossTools::options() const {
    LossOptions now;
    now.mode = m_measured->isChecked() && m_measured->isEnabled() ? LossMode::Measured : LossMode::Model;
    if ((m_wantedColour == LossColour::Uncertainty && m_state.spread) ||
        (m_wantedColour == LossColour::Difference && m_state.difference.isEmpty()))
        now.colour = m_wantedColour;
    now.contours = m_contours->isChecked();
    now.points = m_points->isChecked();
    now.regions = m_regions->isChecked();
    now.shading = m_shading->isChecked();
    now.laws.clear();
    for (const auto& [key, action] : m_lawActions)
        if (action->isChecked()) now.laws.push_back(key);
    return now;
}

QString LossTools::paletteName() const {
    return m_palettes->currentData().toString();
}

QString LossTools::group() const {
    return m_groups->currentData().toString();
}

} // namespace moe::ui
