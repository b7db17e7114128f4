import { region } from "./place.ts";
import { readEvents } from "./read-events.ts";
import { refreshSession } from "./send.ts";

/** What happened in the organization, as its event stream says it. */
export interface LiveEvent {
  readonly type: string;
  readonly projectId: string | null;
  readonly subject: { readonly type: string; readonly id: string };
  readonly actor: { readonly type: string; readonly id: string | null };
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LiveListener {
  onEvent(event: LiveEvent): void;
  /** Events may be missing: everything that is shown is read again. */
  onGap(): void;
  onState(isConnected: boolean): void;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** Follows the events of an organization, and connects again after a loss. Returns a function that stops it. */
export function followEvents(organization: string, listener: LiveListener): () => void {
  const stop = new AbortController();
  void follow(organization, listener, stop.signal);
  return () => stop.abort();
}

async function follow(
  organization: string,
  listener: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId = "";
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    try {
      const response = await open(organization, lastEventId, signal);
      if (response.status === 401 && (await refreshSession())) continue;
      if (response.ok && response.body !== null) {
        listener.onState(true);
        waitMs = firstWaitMs;
        for await (const message of readEvents(response.body)) {
          if (message.id !== "") lastEventId = message.id;
          if (message.event === "reset") listener.onGap();
          else if (message.data !== "") listener.onEvent(JSON.parse(message.data) as LiveEvent);
        }
      } else if (response.status < 500 && response.status !== 429) return;
    } catch {
      // The connection is lost: another one is opened below.
    }
    if (signal.aborted) return;
    listener.onState(false);
    await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

function open(organization: string, lastEventId: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {
    accept: "text/event-stream",
    "x-svc-organization": organization,
    "x-svc-region": region,
  };
  if (lastEventId !== "") headers["last-event-id"] = lastEventId;
  return fetch("/api/events", { headers, signal });
}
