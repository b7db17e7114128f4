import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { ComparePicker } from "./compare-picker.tsx";
import { ComparedChanges } from "./compared-changes.tsx";
import { OwnDecision, ReviewSection } from "./review-section.tsx";
import { ShareComparison } from "./share-comparison.tsx";
import { useVersions } from "./use-versions.ts";

const route = getRouteApi("/$org/$project/specs/$spec/$version/compare/$baseline");

/** What a version changes against an earlier one, and what people say about it. */
export function ComparePage() {
  const { baseline } = route.useParams();
  const { filter = "" } = route.useSearch();
  const navigate = useNavigate({
    from: "/$org/$project/specs/$spec/$version/compare/$baseline",
  });
  const { place } = useVersionPlace();
  const versions = useVersions();
  const comparison = useQuery(
    useApi().query("compareSpecVersions", { ...place, baselineVersionId: baseline }),
  );
  const [text, setText] = useState(filter);
  const search = (next: string) => {
    setText(next);
    void navigate({ search: { filter: next || undefined }, replace: true });
  };
  const name = (id: string) => versions.data?.find((version) => version.id === id)?.version ?? "…";
  return (
    <Page
      title={`${name(baseline)} → ${name(place.versionId)}`}
      note={versions.data && <ComparePicker versions={versions.data} baseline={baseline} />}
      actions={
        <>
          {versions.data !== undefined && (
            <ShareComparison versions={versions.data} baseline={baseline} />
          )}
          <OwnDecision baseline={baseline} />
        </>
      }
    >
      <QueryView query={comparison}>
        {(value) => (
          <ComparedChanges
            key={`${baseline} ${place.versionId}`}
            comparison={value}
            baseline={baseline}
            filter={text}
            onFilter={search}
          />
        )}
      </QueryView>
      {comparison.data !== undefined && <ReviewSection baseline={baseline} />}
    </Page>
  );
}
