import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6, type Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { toPlain } from "../platform/rate/group-address.ts";

/** Whether an address is one of the operator's proxies, whose `X-Forwarded-For` is believed. */
export type TrustsProxy = (address: string) => boolean;

/** @param proxies addresses, or networks such as 10.0.0.0/8 */
export function createProxyTrust(proxies: readonly string[]): TrustsProxy {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(prefix ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => {
    const plain = toPlain(address);
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** The address of the caller: of the last proxy that is not the operator's. */
    readonly address: string;
  }
}

/** The address of the caller, or of the last proxy that is not the operator's. */
export function addressOf(request: FastifyRequest, trusts: TrustsProxy): string {
  const chain = readChain(request.headers, request.raw.socket);
  // The other deployment appended the address that it saw.
  if (request.cameFromPeer) chain.pop();
  return findSource(chain, trusts);
}

/** The same for a request that no other deployment forwards, such as one to the portal. */
export function addressOfDirect(request: IncomingMessage, trusts: TrustsProxy): string {
  return findSource(readChain(request.headers, request.socket), trusts);
}

/** The addresses that a request came through, the nearest last. */
function readChain(headers: IncomingHttpHeaders, socket: Pick<Socket, "remoteAddress">): string[] {
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => toPlain(address.trim()))
    .filter((address) => address !== "");
  return [...forwarded, toPlain(socket.remoteAddress ?? "")];
}

function findSource(chain: readonly string[], trusts: TrustsProxy): string {
  const source = chain.findLast((address) => !trusts(address)) ?? chain[0] ?? "";
  return isIP(source) === 0 ? "unknown" : source;
}
