// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_tools.h"

#include "models/engine/scenario/enum_text.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/placement/placement_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

namespace moe::ui {
namespace {

constexpr PlacementAlgorithm kOthers[] = {PlacementAlgorithm::Contiguous,     PlacementAlgorithm::RoundRobin,
                                          PlacementAlgorithm::Random,         PlacementAlgorithm::Lpt,
                                          PlacementAlgorithm::Eplb,           PlacementAlgorithm::EplbSwap,
                                          PlacementAlgorithm::FewestActivated};

} // namespace

PlacementTools::PlacementTools(QWidget* parent)
    : QToolBar(parent),
      m_layerLabel(new QLabel(tr(" &Layer "))),
      m_layerName(new QLabel),
      m_layer(new QSlider(Qt::Horizontal)),
      m_other(new QComboBox),
      m_cluster(new QCheckBox(tr("&Whole cluster"))),
      m_steps(new PlacementSteps(this)) {
    auto* compare = new QLabel(tr(" &Compare with "));
    compare->setBuddy(m_other);
    m_stepsAction = addWidget(m_steps); // first: in a narrow window the last ones are behind the arrow
    addWidget(compare);
    m_other->setAccessibleName(tr("Compare with another placement"));
    m_other->setObjectName(QStringLiteral("other"));
    m_other->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_other->setMinimumContentsLength(10);
    addEntry(*m_other, QStringLiteral("nothing"), tr("nothing"));
    for (const PlacementAlgorithm algorithm : kOthers)
        addEntry(*m_other, QString::fromStdString(std::string(enumText(algorithm))), algorithmText(algorithm),
                 int(algorithm));
    m_other->setToolTip(
        tr("Shows another placement of the same load beside the scenario's, and what it changes."));
    addWidget(m_other);
    m_layerLabel->setBuddy(m_layer);
    m_layer->setObjectName(QStringLiteral("layer"));
    m_layer->setAccessibleName(tr("Layer"));
    m_layer->setFixedWidth(90);
    m_layer->setPageStep(5);
    m_layerName->setMinimumWidth(
        m_layerName->fontMetrics().horizontalAdvance(items::Words::tr(" 888 of 888 ")));
    for (QWidget* widget : {static_cast<QWidget*>(m_layerLabel), static_cast<QWidget*>(m_layer),
                            static_cast<QWidget*>(m_layerName)})
        m_layerActions << addWidget(widget);
    m_clusterAction = addWidget(m_cluster);
    m_cluster->setObjectName(QStringLiteral("cluster"));
    m_cluster->setToolTip(tr("All expert-parallel groups instead of one."));
    m_asTable = addAction(items::Words::tr("Show data as table"));
    m_asTable->setObjectName(QLatin1String(kAsTableKey));
    m_asTable->setCheckable(true);
    connect(m_other, &QComboBox::activated, this, &PlacementTools::changed);
    connect(m_layer, &QSlider::valueChanged, this, &PlacementTools::changed);
    connect(m_cluster, &QCheckBox::toggled, this, &PlacementTools::changed);
    setStudy(nullptr);
    setSteps({}, {});
}

void PlacementTools::setSteps(const std::vector<std::int64_t>& steps, std::optional<std::int64_t> now) {
    m_steps->setSteps(steps, now);
    m_stepsAction->setVisible(!steps.empty());
}

PlacementQuestion PlacementTools::question() const {
    PlacementQuestion question;
    question.layer = m_layer->value();
    if (m_other->currentIndex() > 0)
        question.other = static_cast<PlacementAlgorithm>(m_other->currentData().toInt());
    question.cluster = m_cluster->isChecked();
    return question;
}

void PlacementTools::setQuestion(const PlacementQuestion& question) {
    const QSignalBlocker layer(m_layer), other(m_other), cluster(m_cluster);
    m_layer->setMaximum(std::max(m_layer->maximum(), static_cast<int>(question.layer)));
    m_layer->setValue(static_cast<int>(question.layer));
    m_other->setCurrentIndex(question.other ? m_other->findData(int(*question.other)) : 0);
    m_cluster->setChecked(question.cluster);
}

void PlacementTools::setStudy(const PlacementStudy* study) {
    setVisible(study != nullptr);
    if (!study) return;
    const QSignalBlocker blocker(m_layer);
    m_layer->setMaximum(static_cast<int>(study->layers) - 1);
    m_layerName->setText(items::Words::tr(" %1 of %2 ").arg(study->layer + 1).arg(study->layers));
    m_layer->setToolTip(
        tr("MoE layers differ in which experts are popular. The times of the other tabs are those "
           "of the first layer where the routing is drawn, and of all layers where a table "
           "counts it. This is layer %1 of the model.")
            .arg(study->number));
    for (QAction* action : m_layerActions) action->setVisible(study->layers > 1);
    m_clusterAction->setVisible(study->groups > 1);
}

} // namespace moe::ui
