import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi, useProject } from "../../api/scope.ts";
import { Chart } from "../../parts/chart.tsx";
import { countOf } from "../../parts/count-words.ts";
import { Section } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import type { ListedPlan } from "./plan-table.tsx";
import { toDay } from "./show-day.ts";
import styles from "./deprecation.module.css";

const daysBack = 90;

/** How often it is called, by day. */
export function PlanTraffic({ plan }: { readonly plan: ListedPlan }) {
  const { id: projectId } = useProject();
  const { specId, entityType, entityId } = plan;
  const { data } = useQuery(
    useApi().query("getDeprecationPlan", {
      projectId,
      specId,
      entityType,
      entityId,
      includeUsage: true,
      usageDaysBack: daysBack,
    }),
  );
  const usage = data?.usage ?? null;
  const points = useMemo(() => {
    const ordered = [...sumDays(usage?.daily ?? [])];
    return {
      times: ordered.map(([day]) => Date.parse(day) / 1000),
      series: [{ name: "Calls", values: ordered.map(([, requests]) => requests) }],
    };
  }, [usage]);
  if (usage === null) return null;
  return (
    <Section title="Traffic">
      <p className={styles["note"]}>
        {countOf(usage.totalRequests, "call")} of {countOf(usage.consumerCount, "consumer")} in{" "}
        {usage.daysBack} days
        {usage.lastCalledAt !== null && (
          <>
            , the last <Time at={usage.lastCalledAt} />
          </>
        )}
        .
      </p>
      {points.times.length > 1 && (
        <Chart label="Calls by day" times={points.times} series={points.series} isDaily />
      )}
    </Section>
  );
}

const dayMs = 86_400_000;

/** The calls of each day from the first one to the last, also of days without any. */
function sumDays(
  daily: readonly { readonly day: string; readonly requests: number }[],
): Map<string, number> {
  const ordered = daily.map(({ day }) => day).toSorted((left, right) => left.localeCompare(right));
  const [first, last] = [ordered[0], ordered.at(-1)];
  const days = new Map<string, number>();
  if (first === undefined || last === undefined) return days;
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    days.set(toDay(new Date(at).toISOString()), 0);
  for (const { day, requests } of daily) days.set(day, (days.get(day) ?? 0) + requests);
  return days;
}
