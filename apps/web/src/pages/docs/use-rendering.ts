import { useEffect, useRef, useState } from "react";
import type { Output } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { useDocPlace } from "./use-doc.ts";

export type Rendering = Output<"renderDocPage">;

/** How long the text must stay as it is before it is rendered. */
const pauseMs = 250;

/**
 * What readers will see of a text, after a pause in the typing. Only one text is rendered at a time; the last one is
 * shown until the next is ready.
 */
export function useRendering(pageId: string, content: string) {
  const api = useApi();
  const { place } = useDocPlace();
  const [rendering, setRendering] = useState<Rendering | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const running = useRef<Promise<void>>(Promise.resolve());
  const wanted = useRef(0);
  const call = JSON.stringify(place);
  useEffect(() => {
    const own = ++wanted.current;
    const render = async () => {
      if (own !== wanted.current) return;
      try {
        const input = { ...place, pageId, content };
        const made = await api.call("renderDocPage", input);
        if (own !== wanted.current) return;
        setRendering(made);
        setError(null);
      } catch (failure) {
        if (own === wanted.current) setError(failure as Error);
      }
    };
    const timer = setTimeout(() => {
      running.current = running.current.then(render);
    }, pauseMs);
    return () => clearTimeout(timer);
    // `call` changes with the place, which is a new object each time.
  }, [api, call, pageId, content]);
  return { rendering, error };
}
