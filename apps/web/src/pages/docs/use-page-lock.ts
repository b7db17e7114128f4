import { useCallback, useEffect, useState } from "react";
import { codeOf } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { useDocPlace } from "./use-doc.ts";

/** A lock lasts five minutes. */
const renewMs = 2 * 60_000;

const nameOf = (pageId: string) => `lintel:lock:${pageId}`;

/** The lock that this tab has on a page: renewed while the page is open, and kept over a reload. */
export function usePageLock(pageId: string) {
  const api = useApi();
  const { place } = useDocPlace();
  const [lockId, setLockId] = useState(() => sessionStorage.getItem(nameOf(pageId)));
  const { projectId, docId, versionId } = place;
  const keep = useCallback(
    (id: string | null) => {
      if (id === null) sessionStorage.removeItem(nameOf(pageId));
      else sessionStorage.setItem(nameOf(pageId), id);
      setLockId(id);
    },
    [pageId],
  );
  useEffect(() => {
    if (lockId === null) return undefined;
    const renew = () => {
      const call = { projectId, docId, versionId, pageId, lockId };
      api.call("lockDocPage", call).then(
        (lock) => keep(lock.lockId),
        // Someone released it, or it ran out and another person has it.
        (error: unknown) => codeOf(error) !== null && keep(null),
      );
    };
    renew();
    const timer = setInterval(renew, renewMs);
    return () => clearInterval(timer);
  }, [api, projectId, docId, versionId, pageId, lockId, keep]);
  const call = { ...place, pageId };
  return {
    lockId,
    take: async () => keep((await api.call("lockDocPage", call)).lockId),
    release: async () => {
      if (lockId !== null) await api.call("unlockDocPage", { ...call, lockId });
      keep(null);
    },
    /** Releases the lock of another person, which needs docs:publish. */
    breakLock: async () => {
      await api.call("unlockDocPage", { ...call, force: true });
    },
  };
}
