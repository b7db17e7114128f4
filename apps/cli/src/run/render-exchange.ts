import type { Exchange } from "@lintel/contract/shapes/test-run";
import { cleanText } from "../output/clean-text.ts";

const maxExcerpt = 200;

/**
 * A short form of a request and its response: method, address, status, and the beginning of the
 * body.
 */
export function excerptExchange({ request, response }: Exchange): string[] {
  const outcome = response === null ? "no response" : String(response.status);
  const head = cleanText(`${request.method} ${request.url} → ${outcome}`);
  const body = response?.body?.replaceAll(/\s+/g, " ").trim() ?? "";
  if (body === "") return [head];
  const text = cleanText(body.slice(0, maxExcerpt));
  return [head, body.length > maxExcerpt ? `${text}…` : text];
}

/**
 * The complete request and response, with a curl line that repeats the request; secrets are masked
 * in both.
 */
export function writeExchange(exchange: Exchange): string[] {
  const { request, response } = exchange;
  const sent = [`${request.method} ${request.url}`, ...listHeaders(request.headers)];
  const received =
    response === null
      ? ["no response"]
      : [String(response.status), ...listHeaders(response.headers)];
  return [
    ...[...sent, ...listBody(request.body)].map((line) => `> ${cleanText(line)}`.trimEnd()),
    ...[...received, ...listBody(response?.body ?? null)].map((line) =>
      `< ${cleanText(line)}`.trimEnd(),
    ),
    cleanText(writeCurl(exchange)),
  ];
}

function listHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function listBody(body: string | null): string[] {
  return body === null || body === "" ? [] : ["", ...body.split(/\r?\n/)];
}

// Headers that curl sets itself, or that would contradict the body as it is shown.
const ownHeaders = new Set(["host", "content-length", "connection", "transfer-encoding"]);

/** The request as a command for a POSIX shell. */
function writeCurl({ request }: Exchange): string {
  const { method, url, headers, body } = request;
  const sent = listHeaders(headers).filter(
    (line) => !ownHeaders.has(line.slice(0, line.indexOf(":")).toLowerCase()),
  );
  return [
    "curl --include",
    ...(method === "GET" ? [] : [method === "HEAD" ? "--head" : `--request ${quote(method)}`]),
    quote(url),
    ...sent.map((line) => `--header ${quote(line)}`),
    ...(body === null || body === "" ? [] : [`--data-raw ${quote(body)}`]),
  ].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
