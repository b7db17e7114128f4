import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi, useProject } from "../../api/scope.ts";
import { Chart } from "../../parts/chart.tsx";
import { Section } from "../../parts/page.tsx";

/** The last scans that the chart shows. */
const most = 100;

/** Score and coverage of the last scans of everything; nothing where there are fewer than two. */
export function ScoreChart({ profileId }: { readonly profileId?: string }) {
  const { id: projectId } = useProject();
  const filter = profileId === undefined ? {} : { scanProfileId: profileId };
  const { data } = useQuery(
    useApi().query("listScanRuns", { projectId, ...filter, skip: 0, take: most }),
  );
  const points = useMemo(() => {
    const scans = (data?.items ?? []).filter(
      ({ status, retestedFindingId }) => status === "completed" && retestedFindingId === null,
    );
    const ordered = scans.toReversed();
    return {
      times: ordered.map(({ completedAt, queuedAt }) => Date.parse(completedAt ?? queuedAt) / 1000),
      series: [
        { name: "Score", values: ordered.map(({ securityScore }) => securityScore) },
        {
          name: "Coverage in %",
          values: ordered.map(({ coverage }) => Math.round(coverage * 100)),
        },
      ],
    };
  }, [data]);
  if (points.times.length < 2) return null;
  return (
    <Section title="Score and coverage">
      <Chart
        label="Score and coverage over time"
        times={points.times}
        series={points.series}
        max={100}
      />
    </Section>
  );
}
