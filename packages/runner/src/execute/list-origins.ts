import type { HeaderField, Hop } from "@lintel/egress/hop";
import { RequestError } from "./request-error.ts";

const isHost = ([name]: HeaderField) => name.toLowerCase() === "host";

/** A host with or without a port, and nothing that could begin another part of an address. */
const hostText = /^[^\s/?#@\\]+$/;

/**
 * The origins that a request may reach: the address's own and, where the case writes a `Host` header,
 * the one that it names (RFC 9110 §7.2).
 * @throws RequestError where there are several `Host` headers or one that names no host.
 */
export function listOrigins({ target, headers }: Pick<Hop, "target" | "headers">): string[] {
  const hosts = headers.filter(isHost);
  if (hosts.length > 1) throw new RequestError("the header Host may be sent once only");
  const [host] = hosts;
  if (host === undefined) return [target.origin];
  const [scheme] = target.origin.split("//");
  const url = hostText.test(host[1]) ? URL.parse(`${scheme}//${host[1]}`) : null;
  if (url === null) throw new RequestError(`the header Host names no host: "${host[1]}"`);
  return [target.origin, url.origin];
}
