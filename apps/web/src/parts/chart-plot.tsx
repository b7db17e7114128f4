import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ChartProps } from "./chart.types.ts";
import styles from "./chart.module.css";

const height = 180;

const daySeconds = 86_400;

/** The first series in the accent, the others muted: colours are read from the tokens of the theme. */
export function ChartPlot(props: ChartProps) {
  const { label, times, series, max, isDaily } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let plot: UPlot | null = null;
    const draw = () => {
      plot?.destroy();
      const data: UPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])];
      plot = new UPlot(toOptions(element, { label, times, series, max, isDaily }), data, element);
    };
    draw();
    const sizes = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    return () => {
      sizes.disconnect();
      themes.disconnect();
      scheme.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [label, times, series, max, isDaily]);
  return <div ref={place} role="img" aria-label={label} className={styles["plot"]} />;
}

function toOptions(
  element: HTMLElement,
  { series, max, isDaily = false }: ChartProps,
): UPlot.Options {
  const colour = (name: string) => readColour(element, name);
  const axis: UPlot.Axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--border"), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  const days: UPlot.Axis = {
    incrs: [1, 2, 7, 14, 28, 91].map((count) => count * daySeconds),
    values: (_, ticks) => ticks.map((tick) => shortDay.format(new Date(tick * 1000))),
  };
  return {
    width: element.clientWidth,
    height,
    // One series is named by the label.
    legend: { show: series.length > 1, live: false },
    cursor: { show: false },
    scales: { y: { range: (_, __, most) => [0, max ?? Math.max(1, most)] } },
    axes: [isDaily ? { ...axis, ...days } : axis, axis],
    tzDate: (seconds) =>
      isDaily ? UPlot.tzDate(new Date(seconds * 1000), "Etc/UTC") : new Date(seconds * 1000),
    series: [
      {},
      ...series.map(({ name }, at) => ({
        label: name,
        stroke: colour(at === 0 ? "--accent" : "--faint"),
        width: 2,
        ...(at === 0 ? {} : { dash: [6, 4] }),
        spanGaps: true,
      })),
    ],
  };
}

const shortDay = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** A canvas knows no custom properties: the browser works the colour out. */
function readColour(element: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
