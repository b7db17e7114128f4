import { decodeRowVersion, encodeRowVersion } from "../../../platform/database/row-version.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import { conflict, invalid, Problem } from "../../../platform/problem.ts";
import type { JsonObject } from "@lintel/json/value";

/** @throws Problem CONCURRENCY_CONFLICT if the row was changed after it was read. */
export function checkRowVersion(row: { readonly rowVersion: string }, rowVersion: string): void {
  if (decodeRowVersion(rowVersion) === row.rowVersion) return;
  throw conflict(encodeRowVersion(row.rowVersion));
}

export function refuseBoth(
  input: Readonly<Record<string, unknown>>,
  first: string,
  second: string,
): void {
  const isGiven = (field: string) => input[field] !== undefined && input[field] !== false;
  if (!isGiven(first) || !isGiven(second)) return;
  throw new Problem("MUTUALLY_EXCLUSIVE", `Send ${first} or ${second}, not both.`, {
    fields: [first, second],
  });
}

/**
 * Imported content of a wrong shape is stored as a whole (docs/decisions/0011). Parts that are
 * added to it would hide it.
 */
export function needPieces(rest: JsonObject | null, member: string, field: string): void {
  if (rest === null || !Object.hasOwn(rest, member)) return;
  throw invalid({
    field,
    code: "malformed",
    message: `The imported \`${member}\` has not the shape of OpenAPI and cannot be edited piece by piece: correct the document and import it again.`,
  });
}

/** The position after the last row. */
export const nextPosition = (rows: readonly { readonly position: number }[]): number =>
  rows.reduce((most, { position }) => Math.max(most, position + 1), 0);

/** The data of every event of a part. */
export const ofPart = <Type extends string>(
  { id: endpointId, specId, versionId }: VisibleEndpoint,
  subject: { readonly type: Type; readonly id: string; readonly name: string | null },
) => ({ subject, data: { specId, versionId, endpointId } });
