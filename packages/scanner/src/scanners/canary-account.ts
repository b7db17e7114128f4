import { isObject } from "@lintel/json/value";
import { makeRequest } from "../baselines/make-request.ts";
import { deleteRequest } from "../baselines/remove-created.ts";
import { findToken } from "../identities/sign-in.ts";
import { findClosing, type Entrance } from "../surface/entrances.ts";
import type { Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { withHeader, withJson } from "./probing.ts";
import type { Probe } from "./scanner.types.ts";

/** An account that the scan has opened for itself, so that it can be locked without harm. */
export interface Canary {
  /** A request to sign in to it with a password. */
  readonly logIn: (password: string) => RequestDraft;
  readonly password: string;
  /** The answer to the right password. */
  readonly signedIn: Exchange;
  /** Closes the account; what cannot be closed is listed as left behind. */
  close(): Promise<void>;
}

export interface Entrances {
  readonly registration: Entrance;
  readonly login: Entrance;
}

/** Opens an account and signs in to it. @returns why it cannot, as a text */
export async function openCanary(
  probe: Probe,
  { registration, login }: Entrances,
): Promise<Canary | string> {
  const refusal = probe.refuseCall(registration.operation);
  if (refusal !== null) return `no account can be opened for it: ${refusal}`;
  const user = `lintel-${probe.word("account")}@example.com`;
  const password = `Lintel-${probe.word("password")}-1!`;
  const number = await probe.ledger.begin("the scan's own account", registration.operation.id);
  const opened = await register(probe, registration, { user, password });
  const logIn = (given: string) => fillEntrance(probe.surface, login, { user, password: given }, 0);
  // A run with the same seed may have opened it before.
  const signedIn = await probe.send(logIn(password), null);
  const close = async (): Promise<void> => {
    const isClosed = isGranted(signedIn) && (await closeAccount(probe, signedIn));
    await probe.ledger.set(number, { state: isClosed ? "removed" : "left" });
  };
  if (isGranted(signedIn)) return { logIn, password, signedIn, close };
  await probe.ledger.set(number, { state: isGranted(opened) ? "left" : "notCreated" });
  return isGranted(opened)
    ? `the account that it opened cannot sign in: the target answered ${signedIn.status}`
    : `no account can be opened for it: the target answered ${opened.status}`;
}

interface Names {
  readonly user: string;
  readonly password: string;
}

async function register(probe: Probe, entrance: Entrance, names: Names): Promise<Exchange> {
  // The entry in the ledger is the caller's, because the account itself closes it.
  const first = await probe.attempt(fillEntrance(probe.surface, entrance, names, 0));
  return first.status === 400 || first.status === 422
    ? probe.attempt(fillEntrance(probe.surface, entrance, names, 1))
    : first;
}

/** A request of the entrance with these names, and whatever else its schema wants. */
export function fillEntrance(
  surface: Surface,
  { operation, user, password }: Entrance,
  names: Names,
  attempt: number,
): RequestDraft {
  const draft = makeRequest(surface, operation, [], {}, attempt);
  const text = draft.body?.text ?? "{}";
  if (draft.body?.mediaType.includes("json") === false) {
    const form = new URLSearchParams(text);
    form.set(user, names.user);
    form.set(password, names.password);
    return { ...draft, body: { mediaType: draft.body.mediaType, text: form.toString() } };
  }
  const body: unknown = JSON.parse(text);
  const own = { [user]: names.user, [password]: names.password };
  return withJson(draft, { ...(isObject(body) ? body : {}), ...own });
}

async function closeAccount(probe: Probe, { json }: Exchange): Promise<boolean> {
  const closing = findClosing(probe.surface);
  const token = findToken(json);
  if (closing === null || typeof token !== "string") return false;
  const draft = withHeader(deleteRequest(closing.path), "Authorization", `Bearer ${token}`);
  return isGranted(await probe.send(draft, null));
}
