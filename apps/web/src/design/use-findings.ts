import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output } from "../api/api.ts";
import { useApi } from "../api/scope.ts";
import { useTree, useVersionPlace } from "./use-version.ts";
import type { TreeEndpoint, VersionTree } from "./version-tree.ts";

type Component = VersionTree["components"][number];

type Finding = Output<"lintSpecVersion">["findings"][number];

/** The problems of the version by the id of the endpoint or component that has them: the first 500 of all. */
export function useFindings(): ReadonlyMap<string, readonly Finding[]> {
  const { place } = useVersionPlace();
  const { data: lint } = useQuery(useApi().query("lintSpecVersion", place));
  const { data: tree } = useTree();
  return useMemo(() => {
    const ids = new Map<string, string>();
    for (const each of tree?.endpoints ?? []) ids.set(pointerToEndpoint(each), each.id);
    for (const each of tree?.components ?? []) ids.set(pointerToComponent(each), each.id);
    const found = new Map<string, Finding[]>();
    for (const finding of lint?.findings ?? []) {
      const id = ids.get(finding.pointer.split("/").slice(0, 4).join("/"));
      const own = id === undefined ? undefined : found.get(id);
      if (own !== undefined) own.push(finding);
      else if (id !== undefined) found.set(id, [finding]);
    }
    return found;
  }, [lint, tree]);
}

const escape = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1");

/** Where the document has an endpoint: a JSON Pointer (RFC 6901). */
export const pointerToEndpoint = ({ path, method }: Pick<TreeEndpoint, "path" | "method">) =>
  `/paths/${escape(path)}/${method}`;

export const pointerToComponent = ({ kind, name }: Pick<Component, "kind" | "name">) =>
  `/components/${kind}/${escape(name)}`;

/** `3 problems, 1 error`; null if there are none. */
export function countFindings(findings: readonly Finding[] | undefined): string | null {
  if (findings === undefined || findings.length === 0) return null;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const all = `${findings.length} ${findings.length === 1 ? "problem" : "problems"}`;
  return errors === 0 ? all : `${all}, ${errors} ${errors === 1 ? "error" : "errors"}`;
}
