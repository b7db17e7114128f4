import { Link, Navigate } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { findBaseline, useVersions } from "./use-versions.ts";

/** Leads to the comparison that is meant most often. */
export function CompareStart() {
  const { params } = useVersionPlace();
  const versions = useVersions();
  return (
    <QueryView query={versions}>
      {(rows) => {
        const own = rows.findIndex(({ id }) => id === params.version);
        // The oldest version is the baseline of the next one.
        const next = rows[own - 1];
        const baseline = findBaseline(rows, params.version);
        const to = "/$org/$project/specs/$spec/$version/compare/$baseline";
        if (baseline !== null)
          return <Navigate to={to} params={{ ...params, baseline: baseline.id }} replace />;
        if (next !== undefined)
          return (
            <Navigate
              to={to}
              params={{ ...params, version: next.id, baseline: params.version }}
              replace
            />
          );
        return (
          <Page title="Compare">
            <Empty text="There is no other version to compare with.">
              <Link to="/$org/$project/specs/$spec/$version/versions" params={params}>
                Go to versions
              </Link>
            </Empty>
          </Page>
        );
      }}
    </QueryView>
  );
}
