import { lazy, Suspense, useState } from "react";
import { Button } from "./button.tsx";
import type { ChartProps } from "./chart.types.ts";
import { LoadingRows } from "./view-state.tsx";
import styles from "./chart.module.css";

const ChartPlot = lazy(async () => ({ default: (await import("./chart-plot.tsx")).ChartPlot }));

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** Lines over time, and the same figures as a table. The drawing is loaded when it is shown. */
export function Chart(props: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <div className={styles["chart"]}>
      <Suspense fallback={<LoadingRows rows={4} />}>
        <ChartPlot {...props} />
      </Suspense>
      <Button kind="quiet" onPress={() => setIsTable(!isTable)} aria-expanded={isTable}>
        {isTable ? "Hide data" : "Show data"}
      </Button>
      {isTable && <ChartTable {...props} />}
    </div>
  );
}

function ChartTable({ label, times, series, isDaily = false }: ChartProps) {
  const format = isDaily ? day : exact;
  return (
    <table className={styles["data"]} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, at) => (
          <tr key={`${time} ${at}`}>
            <th scope="row">{format.format(new Date(time * 1000))}</th>
            {series.map(({ name, values }) => (
              <td key={name}>{values[at] ?? "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
