import { useQuery } from "@tanstack/react-query";
import type { Item } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { useVersionPlace } from "../../design/use-version.ts";

export type Version = Item<"listSpecVersions">;

/** The versions of the specification of the address, the newest first. */
export function useVersions() {
  const { place } = useVersionPlace();
  const { projectId, specId } = place;
  return useQuery(useApi().list("listSpecVersions", { projectId, specId }));
}

/**
 * With what a version is compared: the version that was published last before it, or the next older one; null for
 * the first.
 */
export function findBaseline(versions: readonly Version[], id: string): Version | null {
  const older = versions.slice(versions.findIndex((version) => version.id === id) + 1);
  const published = older.filter(({ status }) => status === "published");
  const last = published.sort((a, b) => compareDates(b.publishedAt, a.publishedAt))[0];
  return last ?? older[0] ?? null;
}

const compareDates = (a: string | null, b: string | null) => (a ?? "").localeCompare(b ?? "");

/** What `Status` shows. */
export const statusOf = ({ isDeprecated, status }: Version): string =>
  isDeprecated ? "deprecated" : status;
