"""Charts as Matplotlib draws them: a list of them as JSON on standard input, a PDF for each."""

import json
import sys

import matplotlib

matplotlib.use("pdf")
import matplotlib.pyplot as plt  # noqa: E402

for chart in json.load(sys.stdin):
    plt.rcParams.update({"font.size": chart["fontSize"], "pdf.fonttype": chart.get("fonttype", 3)})
    figure, axes = plt.subplots(figsize=(chart["width"] / 72, chart["height"] / 72))
    labels, series, shape = chart["labels"], chart["series"], chart["shape"]
    places = range(len(labels))
    if shape == "pie":
        axes.pie(series[0]["values"], labels=labels, autopct="%1.0f%%")
    elif shape in ("lying bars", "timeline"):
        axes.barh(labels, series[0]["values"])
    elif shape == "box plot":
        axes.boxplot([one["values"] for one in series])
    else:
        for n, one in enumerate(series):
            if shape in ("bars", "stacked bars", "tree"):
                axes.bar([p + n * 0.25 for p in places], one["values"], 0.25, label=one["name"])
            elif shape in ("scatter", "map"):
                axes.scatter(places, one["values"], label=one["name"])
            else:
                axes.plot(places, one["values"], marker="o", label=one["name"])
        axes.set_xticks(list(places), [label[:7] for label in labels])
        if len(series) > 1:
            axes.legend()
    if shape != "pie":
        axes.set_xlabel(chart["axes"][0])
        axes.set_ylabel(chart["axes"][1])
        axes.grid(chart["hasGrid"])
    if chart["title"] is not None:
        axes.set_title(chart["title"])
    figure.tight_layout()
    figure.savefig(chart["path"])
    plt.close(figure)
