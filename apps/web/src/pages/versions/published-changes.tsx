import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Comparison } from "@lintel/contract/shapes/comparison";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { ChangeList } from "./change-list.tsx";
import { SeverityCounts } from "./severity-counts.tsx";
import type { Version } from "./use-versions.ts";
import { neededNumber } from "./version-numbers.ts";

export interface PublishedChangesProps {
  readonly version: Version;
  readonly baseline: Version | null;
}

/** What a version changes for clients, breaking changes first. */
export function PublishedChanges({ version, baseline }: PublishedChangesProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const comparison = useQuery({
    ...api.query("compareSpecVersions", {
      ...place,
      versionId: version.id,
      baselineVersionId: baseline?.id ?? "",
    }),
    enabled: baseline !== null,
  });
  if (baseline === null)
    return (
      <p>
        It is the first version, with {version.endpointCount} endpoints: there is nothing to compare
        it with.
      </p>
    );
  return (
    <QueryView query={comparison}>
      {(value) => <Changes comparison={value} version={version} baseline={baseline} />}
    </QueryView>
  );
}

interface ChangesProps {
  readonly comparison: Comparison;
  readonly version: Version;
  readonly baseline: Version;
}

function Changes({ comparison, version, baseline }: ChangesProps) {
  const { counts, changes, semverBump } = comparison;
  const needed = neededNumber(version.version, baseline.version, semverBump);
  if (changes.length === 0)
    return <p>Nothing changed since {baseline.version}. The two documents mean the same.</p>;
  return (
    <>
      <p>Changes since {baseline.version}:</p>
      <SeverityCounts counts={counts} />
      <ChangeList label="Changes" changes={changes} limit={50} />
      {needed !== null && <NumberAdvice version={version} number={needed} />}
    </>
  );
}

/** The changes need a higher number by semantic versioning. */
function NumberAdvice({ version, number }: { version: Version; number: string }) {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useVersionPlace();
  const rename = useMutation({
    mutationFn: () =>
      api.call("updateSpecVersion", {
        ...place,
        versionId: version.id,
        version: number,
        rowVersion: version.rowVersion,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [api.organization, "listSpecVersions"] }),
  });
  return (
    <div>
      <p>
        By semantic versioning, these changes need {number} or later.{" "}
        <Button isDisabled={rename.isPending} onPress={() => rename.mutate()}>
          Change number to {number}
        </Button>
      </p>
      <Refusal error={rename.error} />
    </div>
  );
}
