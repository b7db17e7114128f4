import { decodeRowVersion, encodeRowVersion } from "../../../platform/database/row-version.ts";
import type { SeenEndpoint } from "../../../domain/design/endpoint-sight.ts";
import { conflict, invalid, Problem } from "../../../platform/problem.ts";
import type { JsonObject } from "@lintel/json/value";

/** @throws Problem CONCURRENCY_CONFLICT where the row was changed after it was read. */
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
 * What was imported in another shape than it should have is kept whole (docs/decisions/0011): parts
 * that are added beside it would hide it.
 */
export function needPieces(rest: JsonObject | null, member: string, field: string): void {
  if (rest === null || !Object.hasOwn(rest, member)) return;
  throw invalid({
    field,
    code: "malformed",
    message: `The imported \`${member}\` has not the shape of OpenAPI and cannot be edited piece by piece: mend the document and import it again.`,
  });
}

/** One past the last of rows in their order. */
export const nextPosition = (rows: readonly { readonly position: number }[]): number =>
  rows.reduce((most, { position }) => Math.max(most, position + 1), 0);

/** What every event of a part says. */
export const ofPart = <Type extends string>(
  { id: endpointId, specId, versionId }: SeenEndpoint,
  subject: { readonly type: Type; readonly id: string; readonly name: string | null },
) => ({ subject, data: { specId, versionId, endpointId } });
