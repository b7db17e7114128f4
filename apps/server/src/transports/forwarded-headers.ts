import type { IncomingMessage } from "node:http";

export const hopHeader = "x-svc-hop";

// RFC 9110 §7.6.1. Trailers are not forwarded, so neither is their announcement.
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

// `Host` is replaced by the upstream's, this server's own 100 answered `Expect` (RFC 9110 §10.1.1), and the last two
// are set again: a hop header of a caller is never forwarded.
const replaced = ["host", "expect", hopHeader, "x-forwarded-for"];

/** The headers for the upstream, as a flat list of names and values with order, case and repetitions preserved. */
export function headersForUpstream(request: IncomingMessage, hop: string): string[] {
  const before = request.headersDistinct["x-forwarded-for"] ?? [];
  return [
    ...endToEnd(request.rawHeaders, replaced),
    "X-Forwarded-For",
    [...before, addressOf(request)].join(", "),
    "X-SVC-Hop",
    hop,
  ];
}

/** The upstream's headers for the caller, as its answer's parser read them. */
export function headersForCaller(raw: readonly (string | Buffer)[]): string[] {
  const texts = raw.map((text) => (typeof text === "string" ? text : text.toString("latin1")));
  return endToEnd(texts, []);
}

function endToEnd(raw: readonly string[], alsoDropped: readonly string[]): string[] {
  const dropped = new Set([...hopByHop, ...alsoDropped]);
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== "connection") continue;
    for (const option of raw[at + 1]?.split(",") ?? []) dropped.add(option.trim().toLowerCase());
  }
  // Both deployments must read the same region, even if the caller lists it as a connection header.
  dropped.delete("x-svc-region");
  return raw.filter((_, at) => !dropped.has(raw[at - (at % 2)]?.toLowerCase() ?? ""));
}

function addressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "") ?? "unknown";
}
