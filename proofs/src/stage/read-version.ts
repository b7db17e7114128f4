import { decodeRowVersion } from "@lintel/server/platform/database/row-version";

/** The counter of a `rowVersion`. */
export function readVersion(value: Readonly<Record<string, unknown>>): number {
  return Number(decodeRowVersion(String(value["rowVersion"])));
}
