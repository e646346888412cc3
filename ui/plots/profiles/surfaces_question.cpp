// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/surfaces_question.h"

#include "data/number.h"

#include <algorithm>

namespace moe::ui {

const std::vector<const char*>& surfaceOptions() {
    static const std::vector<const char*> options{
        "device",   "op",       "dtype",  "load",   "backend", "x",          "y",
        "map",      "m",        "n",      "k",      "b",       "s",          "heads",
        "kv-heads", "head-dim", "window", "tokens", "hidden",  "expert-ffn", "top-k",
        "experts",  "tp",       "ep",     "ranks",  "bytes",   "nodes",      "sms"};
    return options;
}

QStringList surfaceArguments(const OperatorPictureRequest& request) {
    QStringList arguments;
    for (const std::string& choice : {request.gpu, request.op, request.dtype, request.load, request.backend,
                                      request.x, request.series, std::string(request.map ? "map" : "")})
        arguments << QString::fromStdString(choice);
    for (std::size_t i = kSurfaceChoices; i < surfaceOptions().size(); ++i) {
        QString value;
        for (const auto& [option, number] : request.held)
            if (option == surfaceOptions()[i]) value = QString::fromStdString(numberText(number));
        arguments << value;
    }
    return arguments;
}

OperatorPictureRequest surfaceRequest(const QStringList& arguments) {
    OperatorPictureRequest request;
    std::string map;
    int i = 0;
    for (std::string* choice : {&request.gpu, &request.op, &request.dtype, &request.load, &request.backend,
                                &request.x, &request.series, &map})
        *choice = arguments.value(i++).toStdString();
    request.map = !map.empty();
    for (; i < int(surfaceOptions().size()); ++i)
        if (const std::optional<double> number = parseQuantity(arguments.value(i).toStdString());
            number && *number >= 0)
            request.held.emplace_back(surfaceOptions()[std::size_t(i)], *number);
    return request;
}

} // namespace moe::ui
