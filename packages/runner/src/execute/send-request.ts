import { EgressError } from "@lintel/egress/egress-error";
import type { EgressResponse } from "@lintel/egress/egress.types";
import type { HeaderField, Hop } from "@lintel/egress/hop";
import { followRedirect, readRedirect } from "@lintel/egress/redirects";
import { makeReceived, type Received } from "../response/received.ts";
import { listOrigins } from "./list-origins.ts";
import type { RenderedRequest } from "./render-request.ts";
import { RequestError } from "./request-error.ts";
import type { Run } from "./run-state.ts";

const maxRedirects = 10;
const defaultTimeoutMs = 30_000;

/** A header value for egress: one character per byte, encoded in UTF-8 if it is not ASCII. */
function encodeHeader([name, value]: HeaderField): HeaderField {
  return /[^ -~]/.test(value) ? [name, Buffer.from(value).toString("latin1")] : [name, value];
}

/**
 * Refuses a request that would send a secret of the environment to an origin that is not its own:
 * one that was rendered with a secret, or that contains one for any other reason. The `Host` header
 * counts as an origin, because a proxy or ingress that several sites share forwards the request by
 * it.
 * @throws RequestError
 */
export function guardSecrets(run: Run, hop: Hop, usedSecrets: ReadonlySet<string>): void {
  const { environment } = run.plan;
  if (environment === null) return;
  const origin = listOrigins(hop).find((one) => !environment.ownOrigins.has(one));
  if (origin === undefined) return;
  const names = [...usedSecrets].map((name) => `{{${name}}}`).join(", ");
  const where = `${origin} is not an origin of the environment`;
  if (names !== "") {
    throw new RequestError(`the secret ${names} was not sent: ${where}`);
  }
  const texts = [hop.target.href, ...hop.headers.flat()];
  const body = typeof hop.body === "string" ? hop.body : "";
  if (![...texts, body].some((text) => run.secrets.isIn(text))) return;
  throw new RequestError(`a secret's value was not sent: ${where}`);
}

function sendHop(
  run: Run,
  hop: Hop,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<EgressResponse> {
  return run.tools.egress.send({
    method: hop.method,
    url: hop.target,
    headers: hop.headers.map(encodeHeader),
    ...(hop.body === undefined ? {} : { body: hop.body }),
    timeoutMs,
    maxRedirects: 0,
    isReadOnly: run.plan.environment?.isReadOnly ?? false,
    signal,
  });
}

/** A request that was answered, after its redirects. */
export interface Followed {
  readonly response: EgressResponse;
  readonly elapsedMs: number;
  /** The addresses whose redirects were followed, in order. */
  readonly redirects: readonly string[];
}

/**
 * Sends a request and follows its redirects, by the rules of egress. They are followed here,
 * because only the runner knows which origins may see the request's secrets.
 * @throws RequestError or EgressError
 */
export async function followRequest(
  run: Run,
  request: RenderedRequest,
  headers: readonly HeaderField[],
  usedSecrets: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Followed> {
  const { method, target, body } = request;
  let hop: Hop = { method, target, headers, body };
  let left = request.timeoutMs ?? defaultTimeoutMs;
  let elapsedMs = 0;
  const redirects: string[] = [];
  for (;;) {
    guardSecrets(run, hop, usedSecrets);
    const response = await sendHop(run, hop, left, signal);
    elapsedMs += response.elapsedMs;
    left = Math.max(1, left - response.elapsedMs);
    const location = request.followRedirects
      ? readRedirect(response.status, response.headers)
      : undefined;
    if (location === undefined) return { response, elapsedMs, redirects };
    if (redirects.length >= maxRedirects) {
      throw new EgressError("TOO_MANY_REDIRECTS", `More than ${maxRedirects} redirects in a row.`);
    }
    redirects.push(hop.target.href);
    hop = followRedirect(hop, response.status, location);
  }
}

/** @throws RequestError or EgressError */
export async function sendRequest(...call: Parameters<typeof followRequest>): Promise<Received> {
  const { response, elapsedMs } = await followRequest(...call);
  return makeReceived(response, elapsedMs);
}
