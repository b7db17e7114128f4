import { compareDocuments } from "@lintel/compare/compare-documents";
import type { Change } from "@lintel/compare/model/result.types";

type Json = Readonly<Record<string, unknown>>;

/** The parts of `contract/openapi.json` that the comparison needs. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly [member: string]: unknown;
}

/** The document with only its stable operations. */
export function keepStable(contract: Contract): Contract {
  const paths = Object.entries(contract.paths).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(([, { "x-stability": word }]) => word === "stable");
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)] as const];
  });
  return { ...contract, paths: Object.fromEntries(paths) };
}

export function countOperations({ paths }: Contract): number {
  return Object.values(paths).reduce((count, item) => count + Object.keys(item).length, 0);
}

/** A change that breaks callers, and the name that the changelog must contain. */
export interface Unannounced {
  readonly name: string;
  readonly change: Change;
}

/** Changes that break callers of stable operations and are not described under `## Unreleased`. */
export function findUnannounced(
  baseline: Contract,
  present: Contract,
  changelog: string,
): Unannounced[] {
  const [before, after] = [keepStable(baseline), keepStable(present)];
  const { changes } = compareDocuments(before, after);
  const announced = readUnreleased(changelog);
  return changes
    .filter(({ severity }) => severity === "breaking")
    .map((change) => ({ name: nameSubject(change, before, after), change }))
    .filter(({ name }) => !announced.includes(`\`${name}\``));
}

/** The component that many operations share, else the operation, else the kind of change. */
function nameSubject({ pointer, method, path, rule }: Change, ...documents: Contract[]): string {
  const [, component] = /^\/components\/[^/]+\/([^/]+)/.exec(pointer) ?? [];
  if (component !== undefined) return component;
  const operations = documents.map(({ paths }) => paths[path ?? ""]?.[method?.toLowerCase() ?? ""]);
  const id = operations.find((operation) => operation !== undefined)?.["operationId"];
  return typeof id === "string" ? id : rule;
}

function readUnreleased(changelog: string): string {
  const [, section = ""] = /^## Unreleased$([^]*?)(?=^## |(?![^]))/m.exec(changelog) ?? [];
  return section;
}
