import type { IpAddress } from "./ip-address.ts";
import { makeIpv4 } from "./ip-address.ts";

/** An IPv6 form that contains IPv4 addresses, so that a packet may reach an IPv4 network. */
interface EmbeddingForm {
  readonly name: string;
  isMatch(bytes: Uint8Array): boolean;
  /** Offsets of the four bytes of each IPv4 address within the sixteen. */
  readonly places: readonly (readonly [number, number, number, number])[];
  /** Teredo obscures the client's address by inverting its bits. */
  readonly isInverted?: boolean;
  /** The form is only another spelling: only the IPv4 address is checked. */
  readonly isAlias?: boolean;
}

const lastFour = [12, 13, 14, 15] as const;

const embeddingForms: readonly EmbeddingForm[] = [
  {
    name: "IPv4-mapped (RFC 4291 §2.5.5.2)",
    isMatch: (bytes) => startsWith(bytes, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]),
    places: [lastFour],
    isAlias: true,
  },
  {
    name: "NAT64 (RFC 6052 §2.1)",
    isMatch: (bytes) => startsWith(bytes, [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]),
    places: [lastFour],
    isAlias: true,
  },
  {
    name: "local NAT64 (RFC 8215), whose prefix may be 48, 56, 64 or 96 bits long (RFC 6052 §2.2)",
    isMatch: (bytes) => startsWith(bytes, [0, 0x64, 0xff, 0x9b, 0, 1]),
    places: [lastFour, [6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12]],
  },
  {
    name: "IPv4-compatible (RFC 4291 §2.5.5.1)",
    isMatch: (bytes) =>
      startsWith(
        bytes,
        Array.from({ length: 12 }, () => 0),
      ) && !isLowest(bytes),
    places: [lastFour],
  },
  {
    name: "IPv4-translated (RFC 2765 §2.1)",
    isMatch: (bytes) => startsWith(bytes, [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0]),
    places: [lastFour],
  },
  {
    name: "6to4 (RFC 3056 §2)",
    isMatch: (bytes) => startsWith(bytes, [0x20, 0x02]),
    places: [[2, 3, 4, 5]],
  },
  {
    name: "Teredo server (RFC 4380 §4)",
    isMatch: isTeredo,
    places: [[4, 5, 6, 7]],
  },
  {
    name: "Teredo client (RFC 4380 §4)",
    isMatch: isTeredo,
    places: [lastFour],
    isInverted: true,
  },
  {
    name: "ISATAP (RFC 5214 §6.1)",
    isMatch: (bytes) =>
      ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe,
    places: [lastFour],
  },
];

/** Every address that a connection to this one may reach. Each of them must pass the rules. */
export function listCheckedForms(address: IpAddress): readonly IpAddress[] {
  if (address.family === 4) return [address];
  const forms = embeddingForms.filter((form) => form.isMatch(address.bytes));
  const embedded = forms.flatMap((form) =>
    form.places.map((place) => readIpv4(address.bytes, place, form.isInverted === true)),
  );
  return forms.some((form) => form.isAlias) ? embedded : [address, ...embedded];
}

function readIpv4(bytes: Uint8Array, place: readonly number[], isInverted: boolean): IpAddress {
  const mask = isInverted ? 0xff : 0;
  return makeIpv4(Uint8Array.from(place, (offset) => (bytes[offset] ?? 0) ^ mask));
}

function isTeredo(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x20, 0x01, 0, 0]);
}

/** `::` and `::1` are addresses of their own and do not embed 0.0.0.0 and 0.0.0.1. */
function isLowest(bytes: Uint8Array): boolean {
  return bytes[12] === 0 && bytes[13] === 0 && bytes[14] === 0 && (bytes[15] ?? 0) <= 1;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}
