import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import { useDocPlace } from "./use-doc.ts";

/** A file of one of two versions, or of both with other content. */
export interface FileChange {
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
}

/**
 * The files of the version of the address that differ from those of another one.
 *
 * @param otherId - null: there is none, and every file is new
 */
export function useChanges(otherId: string | null) {
  const api = useApi();
  const { place } = useDocPlace();
  const mine = useQuery(api.query("listDocFiles", place));
  const theirs = useQuery({
    ...api.query("listDocFiles", { ...place, versionId: otherId ?? "" }),
    enabled: otherId !== null,
  });
  const isRead = mine.data !== undefined && (otherId === null || theirs.data !== undefined);
  return {
    data: isRead ? compareFiles(theirs.data?.files ?? [], mine.data.files) : undefined,
    error: mine.error ?? theirs.error,
    refetch: () => {
      void mine.refetch();
      if (otherId !== null) void theirs.refetch();
    },
  };
}

interface File {
  readonly path: string;
  readonly digest: string;
}

export function compareFiles(before: readonly File[], after: readonly File[]): FileChange[] {
  const old = new Map(before.map(({ path, digest }) => [path, digest]));
  const now = new Set(after.map(({ path }) => path));
  const changed = after
    .filter(({ path, digest }) => old.get(path) !== digest)
    .map(({ path }): FileChange => ({ path, kind: old.has(path) ? "changed" : "added" }));
  const removed = before
    .filter(({ path }) => !now.has(path))
    .map(({ path }): FileChange => ({ path, kind: "removed" }));
  return [...changed, ...removed].sort((left, right) => (left.path < right.path ? -1 : 1));
}
