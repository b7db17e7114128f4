import type { HeaderField, Hop } from "@lintel/egress/hop";
import { RequestError } from "./request-error.ts";

const isHost = ([name]: HeaderField) => name.toLowerCase() === "host";

/** A host with or without a port, without characters that could begin another part of an address. */
const hostText = /^[^\s/?#@\\]+$/;

/**
 * The origins that a request may reach: the address's own and, if the case sets a `Host` header, the one that it names
 * (RFC 9110 §7.2).
 * @throws RequestError if there are several `Host` headers or one does not name a host.
 */
export function listOrigins({ target, headers }: Pick<Hop, "target" | "headers">): string[] {
  const hosts = headers.filter(isHost);
  if (hosts.length > 1) throw new RequestError("the header Host may be sent only once");
  const [host] = hosts;
  if (host === undefined) return [target.origin];
  const [scheme] = target.origin.split("//");
  const url = hostText.test(host[1]) ? URL.parse(`${scheme}//${host[1]}`) : null;
  if (url === null) throw new RequestError(`the header Host is not a valid host: "${host[1]}"`);
  return [target.origin, url.origin];
}
