import { findActedOn, findItemPath, findResource } from "../surface/resources.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Bound } from "./baseline.types.ts";

export interface WriteSettings {
  /** The target's data can be thrown away: every write is allowed. */
  readonly isDisposable: boolean;
  /** Operations, as `POST /orders` or by operation id, that are called whatever their names say. */
  readonly allowedOperations: readonly string[];
  /** No write leaves, whatever else is allowed. */
  readonly isReadOnly?: boolean | undefined;
  /** Why no write is sent, where that is not because of the environment. */
  readonly readOnlyReason?: string;
}

export const readOnlyReason = "the environment is read-only";

const isAllowedByName = ({ allowedOperations }: WriteSettings, { id, operationId }: Operation) =>
  allowedOperations.some((name) => name === id || name === operationId);

/**
 * Why an operation is not called; null if it can be. Without a permission of the profile a write is
 * only called where it asks by its name, or its effect can be undone: what it creates has a DELETE, or what it changes was
 * created by the scan.
 */
export function refuseCall(
  surface: Surface,
  operation: Operation,
  bound: readonly Bound[],
  settings: WriteSettings,
): string | null {
  if (operation.isWrite && settings.isReadOnly === true)
    return settings.readOnlyReason ?? readOnlyReason;
  if (isAllowedByName(settings, operation)) return null;
  const { danger } = operation;
  const target = bound.at(-1);
  if (target?.origin === "own" && ["PUT", "PATCH", "DELETE"].includes(operation.method))
    return "it changes the account that the scan uses";
  if (danger !== null && (danger.harmsScan || !settings.isDisposable))
    return `${danger.reason}; allow "${operation.id}" to scan it`;
  if (!operation.isWrite || operation.isAsking || settings.isDisposable) return null;
  if (target?.origin === "created" && isAbout(surface, operation, target)) return null;
  if (operation.method === "POST" && canRemove(surface, operation)) return null;
  return `its effect cannot be undone; allow "${operation.id}", or mark the target as disposable`;
}

/** Whether a call is about the item itself, and creates nothing below it. */
const isAbout = (surface: Surface, operation: Operation, { variable }: Bound): boolean =>
  operation.path.endsWith("}") ||
  !operation.path.includes(`{${variable}}`) ||
  findActedOn(surface, operation) === variable;

function canRemove(surface: Surface, create: Operation): boolean {
  const path = findItemPath(surface, create);
  const remove = path === null ? null : (findResource(surface, path)?.remove ?? null);
  return remove !== null && remove.danger === null;
}
