import { eraseVariables } from "@lintel/contract/words/path-template";
import { createHash } from "node:crypto";
import type { FindingPlace } from "./finding.types.ts";

/** What a fingerprint depends on; host, payload, severity and texts are never part of it. */
export interface FingerprintParts {
  readonly guidanceId: string;
  readonly method: string;
  /** The path template; `/` for the whole host. */
  readonly path: string;
  readonly place: FindingPlace;
}

/**
 * The fingerprint `svc/v1` of a weakness: the first 32 hexadecimal digits of SHA-256 over its
 * parts, one in each line. Names of path variables and indexes of arrays do not count.
 */
export function fingerprint({ guidanceId, method, path, place }: FingerprintParts): string {
  const name =
    place.location === "body" ? place.name.replaceAll(/\/\d+(?=\/|$)/g, "/*") : place.name;
  const lines = [
    "svc/v1",
    guidanceId,
    method.toUpperCase(),
    eraseVariables(path),
    place.location,
    name,
  ];
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 32);
}
