import { isIP } from "node:net";

export interface IpAddress {
  readonly family: 4 | 6;
  /** Dotted decimal, or RFC 5952 with the embedded IPv4 address in hexadecimal. */
  readonly text: string;
  /** 4 or 16 bytes in network order. */
  readonly bytes: Uint8Array;
}

/** Reads strict dotted decimal or any IPv6 text; a zone (`%eth0`, RFC 4007 §11) is cut off. */
export function parseIpAddress(text: string): IpAddress | undefined {
  switch (isIP(text)) {
    case 4:
      return makeIpv4(Uint8Array.from(text.split("."), Number));
    case 6:
      return makeIpv6(text.replace(/%.*$/, ""));
    default:
      return undefined;
  }
}

export function makeIpv4(bytes: Uint8Array): IpAddress {
  return { family: 4, text: bytes.join("."), bytes };
}

function makeIpv6(text: string): IpAddress {
  // The URL standard's serializer writes the shortest form and no dotted tail.
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const first = splitGroups(head);
  const last = splitGroups(tail ?? "");
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  const groups = [...first, ...zeros, ...last];
  const bytes = Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
  return { family: 6, text: canonical, bytes };
}

function splitGroups(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
