import { EgressError } from "./egress-error.ts";
import type { IpAddress } from "./ip-address.ts";
import { parseIpAddress } from "./ip-address.ts";
import { fixedLimits } from "./limits.ts";

/** A normalized absolute address, without fragment and user name. */
export interface Target {
  readonly href: string;
  /** Scheme, host and port: the scope of credentials (RFC 6454 §4). */
  readonly origin: string;
  /** Without brackets. */
  readonly hostname: string;
  /** Set if the host is an address, not a name. */
  readonly address: IpAddress | undefined;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** Begins with `?`, or is empty. */
  readonly query: string;
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * Number forms of an address (`2130706433`, `0x7f.1`, `①②⑦.0.0.1`) are parsed as the URL standard
 * defines, so all later code sees one form only.
 *
 * @param base - the address that a redirect came from
 * @throws EgressError INVALID_URL, SCHEME_REFUSED, USERINFO_REFUSED
 */
export function parseTarget(text: string, base?: string): Target {
  if (text.length > fixedLimits.urlLength) {
    throw new EgressError(
      "INVALID_URL",
      `The address is longer than ${fixedLimits.urlLength} characters.`,
    );
  }
  const url = URL.parse(text, base);
  if (url === null) {
    throw new EgressError("INVALID_URL", "The address is not an absolute http or https address.");
  }
  const defaultPort = defaultPorts[url.protocol];
  if (defaultPort === undefined) {
    throw new EgressError(
      "SCHEME_REFUSED",
      `The address begins with ${url.protocol}; only http: and https: are sent.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new EgressError(
      "USERINFO_REFUSED",
      "The address contains a user name or password (RFC 9110 §4.2.4). Send an Authorization header instead.",
    );
  }
  normaliseUrl(url);
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  return {
    href: url.href,
    origin: url.origin,
    hostname,
    address: readHost(hostname),
    port: url.port === "" ? defaultPort : Number(url.port),
    path: `${url.pathname}${url.search}`,
    query: url.search,
  };
}

let lastHost: { readonly hostname: string; readonly address: IpAddress | undefined } | undefined;

/** Suites and scans call one host many times in succession. */
function readHost(hostname: string): IpAddress | undefined {
  if (lastHost?.hostname !== hostname) lastHost = { hostname, address: parseIpAddress(hostname) };
  return lastHost.address;
}

function normaliseUrl(url: URL): void {
  const { hostname } = url;
  if (hostname.length > 253 || /^\.|\.\./.test(hostname)) {
    throw new EgressError(
      "INVALID_URL",
      "The host of the address is neither a name nor an IP address.",
    );
  }
  // A final dot would make a second name of the same host, and TLS does not allow it (RFC 6066 §3).
  if (hostname.endsWith(".")) url.hostname = hostname.slice(0, -1);
  // Setting any part parses the whole address again.
  if (url.href.includes("#")) url.hash = "";
}
