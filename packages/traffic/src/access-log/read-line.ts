import { isScanId, scanAgent } from "@lintel/contract/words/scan-mark";

/** A call in an access log. */
export interface LoggedCall {
  readonly method: string;
  /** The target as it was sent, with its query. */
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What identifies the caller; null where the log has nothing. */
  readonly consumer: string | null;
  /** Whether a scan of Lintel sent it, by its `User-Agent` or `X-SVC-Scan`. */
  readonly isScan: boolean;
}

export const logFormats = ["combined", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** The format, by a line of the log. */
export const guessFormat = (line: string): LogFormat =>
  line.trimStart().startsWith("{") ? "json" : "combined";

const requestLine = /^([A-Za-z]{1,20}) (\/\S*|https?:\/\/\S+)(?: HTTP\/[\d.]+)?$/;

/** @param consumerField - the member that names the caller, with dots for members of members */
export function readLine(
  line: string,
  format: LogFormat,
  consumerField?: string,
): LoggedCall | null {
  return format === "json" ? readJson(line, consumerField) : readCombined(line);
}

// host ident user [time] "request" status bytes "referer" "agent" …; quotes in the texts are escaped.
const combined =
  /^\S+ \S+ (.+?) \[([^\]]+)\] "((?:[^"\\]|\\.)*)" \d{3} (?:\S+ "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/;

/** The format `combined` of nginx and Apache, and `common`, its beginning. */
function readCombined(line: string): LoggedCall | null {
  const [, user = "-", time = "", request = "", agent = ""] = combined.exec(line) ?? [];
  const consumer = user === "-" ? null : user;
  return makeCall(request, readTime(time), { consumer, isScan: isScanAgent(agent) });
}

const names = {
  method: ["request_method", "method", "request.method", "requestMethod"],
  target: ["request_uri", "uri", "request.uri", "path", "url", "requestUrl"],
  request: ["request"],
  time: ["time_iso8601", "time", "timestamp", "@timestamp", "time_local", "ts", "msec"],
  consumer: ["consumer", "remote_user", "user"],
  agent: [
    "http_user_agent",
    "user_agent",
    "userAgent",
    "httpRequest.userAgent",
    "request.headers.User-Agent",
  ],
  scan: ["http_x_svc_scan", "x_svc_scan", "request.headers.X-Svc-Scan"],
};

const isScanAgent = (agent: string): boolean => agent.startsWith(`${scanAgent}/`);

/** A line with an object, as nginx, Caddy, Envoy and others write it. */
function readJson(line: string, consumerField?: string): LoggedCall | null {
  const record = parse(line);
  if (record === null) return null;
  const pick = (choices: readonly string[]) =>
    choices.map((name) => readMember(record, name)).find((value) => value !== null) ?? null;
  const method = pick(names.method);
  const target = pick(names.target);
  const request = method === null || target === null ? pick(names.request) : `${method} ${target}`;
  const consumer = pick(consumerField === undefined ? names.consumer : [consumerField]);
  return makeCall(request ?? "", readTime(pick(names.time) ?? ""), {
    consumer: consumer === "-" ? null : consumer,
    isScan: isScanAgent(pick(names.agent) ?? "") || isScanId(pick(names.scan)),
  });
}

function parse(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** A text or a number of an object, or the first of a list; null where there is none, and for an empty text. */
function readMember(record: object, name: string): string | null {
  const whole = Object.getOwnPropertyDescriptor(record, name)?.value as unknown;
  const [first = "", ...rest] = name.split(".");
  const inner = Object.getOwnPropertyDescriptor(record, first)?.value as unknown;
  const value =
    whole === undefined && rest.length > 0 && typeof inner === "object" && inner !== null
      ? readMember(inner, rest.join("."))
      : whole;
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one === "number") return String(one);
  return typeof one === "string" && one !== "" ? one : null;
}

function makeCall(
  request: string,
  at: number | null,
  caller: Pick<LoggedCall, "consumer" | "isScan">,
): LoggedCall | null {
  const [, method, target] = requestLine.exec(request) ?? [];
  if (method === undefined || target === undefined || at === null) return null;
  const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/, "");
  return { method, target: path.startsWith("/") ? path : `/${path}`, at, ...caller };
}

const logTime = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;

/** `10/Oct/2026:13:55:36 +0200`, ISO 8601 with a zone, or seconds since 1970. */
function readTime(text: string): number | null {
  const [, day, month, year, clock, hours, minutes] = logTime.exec(text) ?? [];
  if (day !== undefined) {
    const at = Date.parse(`${day} ${month} ${year} ${clock} GMT${hours}${minutes}`);
    return Number.isNaN(at) ? null : at;
  }
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const at = /(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
