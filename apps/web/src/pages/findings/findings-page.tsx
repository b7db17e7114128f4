import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { findingSorts } from "@lintel/contract/words/security";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { FilterBox } from "../../parts/filter-box.tsx";
import { Page } from "../../parts/page.tsx";
import type { Sort } from "../../parts/table.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { readFindingFilter, usualFilter } from "./finding-filter.ts";
import { ListViews } from "../views/list-views.tsx";
import viewStyles from "../views/list-views.module.css";
import { findingColumns, FindingTable } from "./finding-table.tsx";
import { SecurityTabs } from "./security-tabs.tsx";
import styles from "./finding.module.css";

const route = getRouteApi("/$org/$project/findings");

/** How long a person types before the list is read again. */
const settleMs = 200;

/** What scans found: filtered and sorted by the server, triaged one by one or together. */
export function FindingsPage() {
  const { q = usualFilter, sort: sortBy = "severity", hide } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/findings" });
  const router = useRouter();
  const canTriage = useCan("security:execute");
  const { id: projectId } = useProject();
  const { data: environments = [] } = useQuery(useApi().query("listEnvironments", { projectId }));
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text === q) return undefined;
    const timer = setTimeout(() => {
      // Another page may be on its way: the person goes there.
      if (router.latestLocation.pathname === router.state.location.pathname)
        void navigate({ search: (old) => ({ ...old, q: text }), replace: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text, q, navigate, router]);
  const { query, problem } = readFindingFilter(q, environments);
  const sort = readSort(sortBy);
  const setSort = ({ key, isDescending }: Sort) =>
    void navigate({ search: (old) => ({ ...old, sort: `${isDescending ? "-" : ""}${key}` }) });
  return (
    <Page
      title="Security"
      note={canTriage ? undefined : "View only"}
      actions={<ExportMenu status={query.status === "open" ? "open" : "all"} />}
    >
      <SecurityTabs current="findings" />
      <div className={styles["filter"]}>
        <div className={viewStyles["row"]}>
          <FilterBox label="Filter findings" text={text} onChange={setText} />
          <ListViews
            list="findings"
            columns={findingColumns}
            onShow={(next) => setText(next["q"] ?? usualFilter)}
          />
        </div>
        {problem !== null && (
          <p role="status" className={styles["problem"]}>
            {problem}
          </p>
        )}
      </div>
      <FindingTable
        text={q}
        query={query}
        hide={hide}
        sort={sort}
        onSort={setSort}
        onClear={() => void navigate({ search: (old) => ({ ...old, q: "" }) })}
      />
    </Page>
  );
}

function readSort(text: string): Sort {
  const key = findingSorts.find((name) => name === text.replace(/^-/, "")) ?? "severity";
  return { key, isDescending: text.startsWith("-") };
}
