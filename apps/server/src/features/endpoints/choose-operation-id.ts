import type { Warning } from "@lintel/contract/shapes/design";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { selectOperationIds } from "./endpoint.store.ts";
import { makeUnique, nameOperation } from "./operation-id.rules.ts";
import { operationIdTaken } from "./warnings.ts";

export interface ChosenOperationId {
  readonly operationId: string;
  readonly warnings: readonly Warning[];
}

/**
 * The given operation id, or one from method and path, with a number if another endpoint of the
 * version has it. The caller holds the version's lock.
 */
export async function chooseOperationId(
  { db }: ProjectContext,
  place: VersionPlace,
  wanted: {
    readonly method: string;
    readonly path: string;
    readonly operationId?: string | undefined;
  },
  endpointId: string | null,
): Promise<ChosenOperationId> {
  const given = wanted.operationId?.trim() ?? "";
  const name = given === "" ? nameOperation(wanted.method, wanted.path) : given;
  const operationId = makeUnique(name, await selectOperationIds(db, place, name, endpointId));
  const warnings = operationId === name ? [] : [operationIdTaken(name, operationId)];
  return { operationId, warnings };
}
