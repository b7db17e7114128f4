import type { HttpRequest, HttpResponse, Send } from "@lintel/client/http.types";
import { region } from "./place.ts";

/** Why a person signs in again: the session is over, or a change needs a sign-in of the last minutes. */
export type SignInReason = "ended" | "recent";
type Listener = (reason: SignInReason) => void;
const endListeners = new Set<Listener>();

/** Hears that a call needs another sign-in; returns a function that stops it. */
export function onSessionEnd(listener: Listener): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** Sends with the cookies of the session, and refreshes them when the access token has expired. */
export function sendAs(organization: string | null): Send {
  return async (request) => {
    const first = await sendOnce(request, organization);
    if (first.status !== 401) return first;
    const isTooOld = first.text.includes('"SIGN_IN_REQUIRED"');
    if (!isTooOld && (await refreshSession())) return sendOnce(request, organization);
    for (const listener of endListeners) listener(isTooOld ? "recent" : "ended");
    return first;
  };
}

async function sendOnce(request: HttpRequest, organization: string | null): Promise<HttpResponse> {
  const { url, method, headers, body } = request;
  const named = organization === null ? {} : { "x-svc-organization": organization };
  const response = await fetch(url, { method, headers: { ...headers, ...named }, body });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: new TextDecoder().decode(bytes),
    bytes,
  };
}

let refreshing: Promise<boolean> | null = null;

/** One refresh at a time, also among the tabs of the browser: a refresh token is used once. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= navigator.locks
    .request("lintel-refresh", async () => {
      const headers = { "x-svc-region": region };
      const answer = await fetch("/api/session/refresh", { method: "POST", headers });
      return answer.status === 204;
    })
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}
