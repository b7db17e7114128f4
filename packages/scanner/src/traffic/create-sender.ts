import { scanHeader } from "@lintel/contract/words/scan-mark";
import type { ClientCertificate } from "@lintel/egress/client-certificate";
import { EgressError } from "@lintel/egress/egress-error";
import type { Egress, EgressResponse } from "@lintel/egress/egress.types";
import type { Credential, Exchange, Pairs, RequestDraft } from "./exchange.types.ts";
import { createCertificateWatch } from "./certificate-watch.ts";
import { headerOf } from "./header-of.ts";
import { lendEgress, type LentEgress } from "./lend-egress.ts";
import { nameScanner } from "./mark-request.ts";
import type { Pace, ScanClock } from "./pace.ts";
import { ScanEnd } from "./scan-end.ts";

export interface SenderOptions {
  readonly egress: Egress;
  /** The address below which every request goes, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** The value of `X-SVC-Scan`, by which the owner of the target recognizes the requests. */
  readonly scanId: string;
  readonly pace: Pace;
  readonly clock: ScanClock;
  /** Only GET, HEAD, OPTIONS and QUERY leave, and requests for a token to `tokenUrl`. */
  readonly isReadOnly?: boolean | undefined;
  /** An absolute address that gives tokens (RFC 6749 §3.2); it can have another origin. */
  readonly tokenUrl?: string | null | undefined;
}

export interface Sender {
  /** The number of requests sent until now. */
  readonly count: number;
  /** How often the target made the scan slower, by limiting or by answering too late. */
  readonly slowdownCount: number;
  /** Why no request had an answer; null if one had, or none was sent. */
  readonly silence: string | null;
  /**
   * Sends a request to the target, at the pace of the scan. Redirects are not followed. A request
   * that the read-only mode forbids is not sent, and has no answer.
   *
   * @throws ScanEnd if the scan is over, the target is gone, or the address is not of the target
   */
  send(draft: RequestDraft, name: string | null, credential: Credential | null): Promise<Exchange>;
  /**
   * Sends a request without a credential, once: 429 is an answer, and does not change the pace.
   *
   * @throws ScanEnd if the scan is over or the target is gone
   */
  sendOnce(draft: RequestDraft): Promise<Exchange>;
  /** A client for other work of the scan, whose requests count, wait and end like its own. */
  lend(): LentEgress;
  /** Sets when sending ends: at a moment of the scan's clock, or when the signal is aborted. */
  limit(deadline: number, signal: AbortSignal): void;
}

const timeoutMs = 15_000;
const maxBodyBytes = 2 * 1024 * 1024;
/** As many failures in a row mean that the target is gone. */
const maxFailures = 8;
const maxRepeats = 3;
const maxPauseMs = 30_000;
const decoder = new TextDecoder();

export function createSender(options: SenderOptions): Sender {
  const { egress, pace, clock } = options;
  let [count, failures, slowdownCount, deadline] = [0, 0, 0, Infinity];
  let isAnswered = false;
  let silence: string | null = null;
  let { signal } = new AbortController();
  const certificates = createCertificateWatch();

  function checkEnd(): void {
    if (signal.aborted) throw new ScanEnd("cancelled", "The scan was cancelled.");
    if (clock.now() >= deadline) throw new ScanEnd("budget", "The time budget ended.");
  }

  function slowDown(): void {
    slowdownCount += 1;
    pace.slowDown();
  }

  /** Waits for the pace, and no longer than the scan may take. */
  async function takeTurn(): Promise<void> {
    const turn = pace.take(signal);
    if (deadline === Infinity) await turn;
    else {
      const over = new AbortController();
      const end = clock.wait(Math.max(0, deadline - clock.now()), over.signal);
      await Promise.race([turn, end]).finally(() => over.abort());
    }
    checkEnd();
  }

  async function sendOnce(sent: Sent): Promise<Exchange> {
    await takeTurn();
    count += 1;
    const { name: identity, clientCertificate, ...request } = sent;
    const own = { identity, ...(clientCertificate === null ? {} : { hasCertificate: true }) };
    try {
      const response = await egress.send({
        ...request,
        headers: nameScanner(request.headers),
        body: request.body ?? undefined,
        clientCertificate: clientCertificate ?? undefined,
        maxRedirects: 0,
        timeoutMs: Math.max(1, Math.ceil(Math.min(timeoutMs, deadline - clock.now()))),
        maxBodyBytes,
        isReadOnly: options.isReadOnly === true && !asksForToken(options, request),
        signal,
      } as Parameters<Egress["send"]>[0]);
      failures = 0;
      isAnswered = true;
      certificates.noteAnswer(clientCertificate);
      return { ...own, ...request, ...readAnswer(response) };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      checkEnd();
      if (error.code === "READ_ONLY_BLOCKED")
        return { ...own, ...request, ...noAnswer(error.message), isUnsent: true };
      if (certificates.isRefusal(error.code, clientCertificate))
        return {
          ...own,
          ...request,
          ...noAnswer(error.message),
          isCertificateRefused: true,
          isUnsent: true,
        };
      failures += 1;
      silence = error.message;
      if (error.isRefusal || failures >= maxFailures)
        throw new ScanEnd("targetGone", error.message, isUnsent(error));
      // A target that refuses connections is not relieved by waiting.
      if (error.code === "TIMEOUT") slowDown();
      const kind = isUnsent(error) ? { isUnsent: true } : {};
      return { ...own, ...request, ...noAnswer(error.message), ...kind };
    }
  }

  return {
    get count() {
      return count;
    },
    get slowdownCount() {
      return slowdownCount;
    },
    get silence() {
      return isAnswered ? null : silence;
    },
    limit(moment, ending) {
      [deadline, signal] = [moment, ending];
    },
    sendOnce: (draft) => sendOnce(addCredential(options, draft, null, null)),
    lend: () =>
      lendEgress(
        {
          egress,
          checkEnd,
          scanId: options.scanId,
          signal: () => signal,
          deadline: () => deadline,
        },
        clock,
        async () => {
          await takeTurn();
          count += 1;
        },
      ),
    async send(draft, name, credential) {
      const sent = addCredential(options, draft, name, credential);
      let exchange = await sendOnce(sent);
      for (let repeat = 0; exchange.status === 429 && repeat < maxRepeats; repeat += 1) {
        slowDown();
        const pause = readPause(exchange.responseHeaders);
        await clock.wait(Math.max(0, Math.min(pause, deadline - clock.now())), signal);
        exchange = await sendOnce(sent);
      }
      return exchange;
    },
  };
}

type Sent = Pick<Exchange, "method" | "url" | "headers" | "body"> & {
  readonly name: string | null;
  readonly clientCertificate: ClientCertificate | null;
};

function addCredential(
  options: SenderOptions,
  { method, path, query, headers, body }: RequestDraft,
  name: string | null,
  credential: Credential | null,
): Sent {
  const fields = [...query, ...(credential?.query ?? [])];
  const search = fields.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  const own: Pairs = [
    [scanHeader, options.scanId],
    ...(body === null ? [] : ([["Content-Type", body.mediaType]] as const)),
  ];
  return {
    name,
    clientCertificate: credential?.clientCertificate ?? null,
    method,
    url: `${locate(options, path)}${search === "" ? "" : `?${search}`}`,
    headers: [...own, ...headers, ...(credential?.headers ?? [])],
    body: body?.text ?? null,
  };
}

/** An address of the target, or the one that gives tokens. @throws ScanEnd for another one */
function locate({ baseUrl, tokenUrl }: SenderOptions, path: string): string {
  if (path === tokenUrl) return path;
  const isAbsolute = /^https?:\/\//i.test(path);
  const address = isAbsolute ? path : `${baseUrl.replace(/\/+$/, "")}${path}`;
  const { origin } = new URL(baseUrl);
  if (URL.parse(address)?.origin === origin) return address;
  throw new ScanEnd("signInFailed", `An address is not below ${origin}, where the scan may send.`);
}

function asksForToken(
  { tokenUrl }: SenderOptions,
  { method, url, body }: Pick<Sent, "method" | "url" | "body">,
): boolean {
  return method === "POST" && url === tokenUrl && new URLSearchParams(body ?? "").has("grant_type");
}

type Answer = Pick<Exchange, "status" | "responseHeaders" | "text" | "json">;

function readAnswer({ status, headers, body }: EgressResponse): Answer {
  const text = decoder.decode(body);
  return { status, responseHeaders: headers, text, json: readJson(text) };
}

const isUnsent = ({ isRefusal, code }: EgressError): boolean =>
  isRefusal || code === "DNS_FAILED" || code === "CONNECT_FAILED" || code === "TLS_FAILED";

const noAnswer = (text: string): Answer => ({
  status: 0,
  responseHeaders: [],
  text,
  json: undefined,
});

function readJson(text: string): unknown {
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Retry-After in milliseconds (RFC 9110 §10.2.3); dates are treated as one second. */
function readPause(headers: Pairs): number {
  const seconds = Number(headerOf(headers, "retry-after") ?? "1");
  return Math.min(maxPauseMs, Math.max(1, Number.isFinite(seconds) ? seconds : 1) * 1000);
}
