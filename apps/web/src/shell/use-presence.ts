import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { presenceBeatMs, type PresencePlace } from "@lintel/contract/words/presence";
import type { Output } from "../api/api.ts";
import { useApi } from "../api/scope.ts";
import { useShownProject } from "./use-shown-project.ts";

export type PresentPerson = Output<"notePresence">["people"][number];

/** This window, for as long as it is open. */
const tabId = crypto.randomUUID();

interface Place {
  readonly placeType: PresencePlace;
  readonly placeId: string;
}

/** What the page shows on which people see each other; null on every other page. */
function useShownPlace(): Place | null {
  const { version, page, suite, finding, doc } = useParams({ strict: false });
  if (page !== undefined && doc !== undefined) return { placeType: "docPage", placeId: page };
  if (suite !== undefined) return { placeType: "suite", placeId: suite };
  if (finding !== undefined) return { placeType: "finding", placeId: finding };
  if (version !== undefined && doc === undefined)
    return { placeType: "specVersion", placeId: version };
  return null;
}

/** Who else has the page open. While it is visible, it says every 15 seconds that it is open. */
export function usePresence(): readonly PresentPerson[] {
  const api = useApi();
  const project = useShownProject();
  const place = useShownPlace();
  const isVisible = useVisibility();
  const { data } = useQuery({
    queryKey: [api.organization, "notePresence", project?.id, place] as const,
    queryFn: () =>
      place === null || project === null
        ? Promise.resolve({ people: [] })
        : api.call("notePresence", { projectId: project.id, tabId, ...place }),
    enabled: place !== null && project !== null && isVisible,
    refetchInterval: presenceBeatMs,
    staleTime: 0,
    // Who was there when the page was last open says nothing.
    gcTime: 0,
    retry: false,
  });
  return place === null ? nobody : (data?.people ?? nobody);
}

const nobody: readonly PresentPerson[] = [];

function useVisibility(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const note = () => setIsVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, []);
  return isVisible;
}
