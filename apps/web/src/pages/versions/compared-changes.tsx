import { useMemo, useState } from "react";
import type { Comparison } from "@lintel/contract/shapes/comparison";
import { Button } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { readFilter, setTerm } from "../../parts/filter-terms.ts";
import { Empty } from "../../parts/view-state.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { filterGroups, filterKeys, groupChanges } from "./change-groups.ts";
import { ChangeGroupView } from "./change-group.tsx";
import { SeverityCounts } from "./severity-counts.tsx";
import { useChangeKeys } from "./use-change-keys.ts";
import { useDocuments } from "./use-documents.ts";
import { useViewed } from "./viewed.ts";
import styles from "./compare.module.css";

/** So many groups are shown at first: a browser takes long to lay out thousands. */
const firstGroups = 60;
/** With more groups than this, lines are shown on demand. */
const maxOpenGroups = 20;

const bumps = {
  major: "Clients break: the next version is a major one.",
  minor: "Clients need not change: the next version is a minor one.",
  patch: "Clients see no difference: the next version is a patch.",
  none: "The two documents mean the same.",
} as const;

export interface ComparedChangesProps {
  readonly comparison: Comparison;
  readonly baseline: string;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

/** The changes by endpoint and component, the most severe first. */
export function ComparedChanges({ comparison, baseline, filter, onFilter }: ComparedChangesProps) {
  const { place } = useVersionPlace();
  const { counts, semverBump, omittedChanges } = comparison;
  const all = useMemo(() => groupChanges(comparison), [comparison]);
  const groups = useMemo(() => filterGroups(all, filter), [all, filter]);
  const viewed = useViewed(place.versionId, baseline);
  const documents = useDocuments(baseline);
  const [limit, setLimit] = useState(firstGroups);
  const list = useChangeKeys((at) => {
    const group = groups[at];
    if (group !== undefined) viewed.toggle(group);
  });
  const severity = readFilter(filter, filterKeys).terms.get("severity")?.[0] ?? null;
  const pick = (next: string) =>
    onFilter(setTerm(filter, "severity", next === severity ? null : next));
  const viewedCount = all.filter((group) => viewed.has(group)).length;
  return (
    <>
      <div className={styles["summary"]}>
        <SeverityCounts counts={counts} picked={severity} onPick={pick} />
        <span>{bumps[semverBump]}</span>
        <span className={styles["muted"]}>
          {viewedCount} of {all.length} viewed
        </span>
      </div>
      {all.length > 0 && <FilterBox label="Filter changes" text={filter} onChange={onFilter} />}
      {all.length > 0 && groups.length === 0 && (
        <Empty text={`No change matches “${filter}”.`}>
          <Button onPress={() => onFilter("")}>Clear filter</Button>
        </Empty>
      )}
      <div ref={list}>
        {groups.slice(0, limit).map((group, at) => (
          <ChangeGroupView
            key={`${group.method ?? ""} ${group.title}`}
            index={at}
            group={group}
            baseline={baseline}
            documents={documents}
            isViewed={viewed.has(group)}
            onViewed={() => viewed.toggle(group)}
            areLinesOpen={groups.length <= maxOpenGroups}
          />
        ))}
      </div>
      {groups.length > limit && (
        <Button onPress={() => setLimit(limit * 4)}>
          Show {Math.min(groups.length - limit, limit * 3)} more
        </Button>
      )}
      {omittedChanges > 0 && (
        <p>{omittedChanges.toLocaleString("en")} more changes are not listed.</p>
      )}
    </>
  );
}
