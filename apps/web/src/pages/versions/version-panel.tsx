import { useQuery } from "@tanstack/react-query";
import { useApi, useProject } from "../../api/scope.ts";
import { Panel } from "../../parts/panel.tsx";
import { Properties } from "../../parts/properties.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { statusOf, type Version } from "./use-versions.ts";

export interface VersionPanelProps {
  readonly version: Version;
  readonly onClose: () => void;
}

/** Everything about one version, also when it ends and what follows it. */
export function VersionPanel({ version, onClose }: VersionPanelProps) {
  const { id, specId, title, description, publishedAt, sunsetAt } = version;
  const { id: projectId } = useProject();
  const api = useApi();
  const { data } = useQuery({
    ...api.query("getDeprecationPlan", {
      projectId,
      specId,
      entityType: "specVersion",
      entityId: id,
    }),
    enabled: version.status === "published",
  });
  const { data: specs = [] } = useQuery(api.list("listSpecs", { projectId }));
  const plan = data?.plan ?? null;
  const successor = specs.find((spec) => spec.id === plan?.successorSpecId)?.name ?? null;
  return (
    <Panel title={`Version ${version.version}`} onClose={onClose}>
      <Properties
        items={[
          { name: "Status", value: <Status of={statusOf(version)} /> },
          { name: "Title", value: title },
          { name: "Endpoints", value: version.endpointCount },
          { name: "OpenAPI", value: version.openapiVersion },
          { name: "Created", value: <Time at={version.createdAt} /> },
          { name: "Changed", value: <Time at={version.modifiedAt} /> },
          { name: "Published", value: publishedAt && <Time at={publishedAt} /> },
          { name: "Sunset", value: sunsetAt && <Time at={sunsetAt} /> },
          { name: "Successor", value: successor },
          { name: "Migration", value: plan?.migrationGuide ?? null },
          { name: "Description", value: description },
        ]}
      />
    </Panel>
  );
}
