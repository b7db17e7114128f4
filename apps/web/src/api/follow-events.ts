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
const maxWaitMs = 30_000;

/** What the tab that has the stream passes on to the others. */
type Relayed =
  | { readonly kind: "event"; readonly event: LiveEvent }
  | { readonly kind: "gap" }
  | { readonly kind: "state"; readonly isConnected: boolean };

/**
 * Follows the events of an organization, and connects again after a loss. All tabs of the browser share one stream,
 * because a browser keeps few connections to a server: one tab has it, and another takes over when that is closed.
 * Returns a function that stops it.
 */
export function followEvents(organization: string, listener: LiveListener): () => void {
  const stop = new AbortController();
  const name = `lintel-events:${region}:${organization}`;
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }) => relay(listener, data as Relayed));
  const pass = (message: Relayed) => {
    relay(listener, message);
    if (!stop.signal.aborted) channel.postMessage(message);
  };
  const leader: LiveListener = {
    onEvent: (event) => pass({ kind: "event", event }),
    onGap: () => pass({ kind: "gap" }),
    onState: (isConnected) => pass({ kind: "state", isConnected }),
  };
  navigator.locks
    .request(name, { signal: stop.signal }, () => follow(organization, leader, stop.signal))
    // The wait for the lock was stopped.
    .catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
}

function relay(listener: LiveListener, message: Relayed): void {
  if (message.kind === "event") listener.onEvent(message.event);
  else if (message.kind === "gap") listener.onGap();
  else listener.onState(message.isConnected);
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
    waitMs = Math.min(waitMs * 2, maxWaitMs);
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
