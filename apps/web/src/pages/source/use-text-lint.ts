import { useCallback, useRef, useState } from "react";
import { useApi } from "../../api/scope.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import type { Lint } from "./source.types.ts";

/** Problems of a text that is not saved, found by the server. Answers about an older text are dropped. */
export function useTextLint(onLint: (lint: Lint) => void) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { projectId, specId, versionId } = place;
  const [lint, setLint] = useState<Lint | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const newest = useRef(0);
  const latest = useRef(onLint);
  latest.current = onLint;
  const check = useCallback(
    async (text: string) => {
      const turn = ++newest.current;
      try {
        const found = await api.call("lintSpecText", { projectId, specId, versionId, text });
        if (turn !== newest.current) return;
        setLint(found);
        setError(null);
        latest.current(found);
      } catch (failure) {
        if (turn === newest.current) setError(failure as Error);
      }
    },
    [api, projectId, specId, versionId],
  );
  return { lint, error, check };
}
