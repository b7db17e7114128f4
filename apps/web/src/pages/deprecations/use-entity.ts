import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, useProject } from "../../api/scope.ts";

/** Where the choice begins: an endpoint, a version, or nothing. */
export interface EntityStart {
  readonly spec?: string | undefined;
  readonly version?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** What is deprecated: a specification, one of its published versions, and an endpoint of it or all of it. */
export function useEntity(start: EntityStart) {
  const api = useApi();
  const { id: projectId } = useProject();
  const [spec, setSpec] = useState(start.spec ?? "");
  const [version, setVersion] = useState(start.version ?? "");
  const [endpoint, setEndpoint] = useState(start.endpoint ?? "");
  const { data: specs = [] } = useQuery(api.list("listSpecs", { projectId }));
  const specId = spec || (specs[0]?.id ?? "");
  const { data: all = [] } = useQuery({
    ...api.list("listSpecVersions", { projectId, specId }),
    enabled: specId !== "",
  });
  const versions = all.filter(({ status }) => status === "published");
  const versionId = versions.find(({ id }) => id === version)?.id ?? versions[0]?.id ?? "";
  const { data: tree } = useQuery({
    ...api.query("getVersionTree", { projectId, specId, versionId }),
    enabled: versionId !== "",
  });
  const endpoints = (tree?.endpoints ?? []).map(({ id, method, path }) => ({
    value: id,
    name: `${method.toUpperCase()} ${path}`,
  }));
  const isEndpoint = endpoints.some(({ value }) => value === endpoint);
  return {
    specId,
    entityId: isEndpoint ? endpoint : versionId,
    entityType: isEndpoint ? ("endpoint" as const) : ("specVersion" as const),
    isReady: versionId !== "" && tree !== undefined,
    hasNoVersion: specId !== "" && all.length > 0 && versions.length === 0,
    specs: specs.map(({ id, name }) => ({ value: id, name })),
    versions: versions.map((one) => ({ value: one.id, name: one.version })),
    versionId,
    endpoints,
    endpoint: isEndpoint ? endpoint : "",
    setSpec: (id: string) => {
      setSpec(id);
      setVersion("");
      setEndpoint("");
    },
    setVersion: (id: string) => {
      setVersion(id);
      setEndpoint("");
    },
    setEndpoint,
  };
}
