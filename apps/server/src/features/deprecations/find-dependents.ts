import { operationKey } from "../../domain/deprecation/operation-key.ts";
import type { VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Dependent } from "./dependent.types.ts";
import {
  selectCases,
  selectOperations,
  selectPredecessors,
  type CallingCase,
} from "./dependents.store.ts";

/**
 * What depends on operations of a version: suites of its project that call one of them, and
 * specifications that name it as a successor.
 *
 * @param keys - the method and path of the operations, such as `get /pets/{}`; null: all
 */
export async function findDependents(
  db: Database,
  version: VisibleVersion,
  projectId: string,
  keys: ReadonlySet<string> | null,
): Promise<Dependent[]> {
  const all = await selectOperations(db, version);
  const operations = all
    .filter(({ method, path }) => keys === null || keys.has(operationKey(method, path)))
    .map(({ method, path }) => ({
      method,
      label: `${method.toUpperCase()} ${path}`,
      pattern: toPattern(path),
    }));
  const cases = await selectCases(db, version.organizationId, projectId);
  const reasons = new Set<string>();
  for (const call of cases) {
    const called = operations.find((operation) => isCallOf(call, operation));
    if (called !== undefined) reasons.add(`the suite ${call.suiteName} calls ${called.label}`);
  }
  const suites = Array.from(reasons, (reason) => ({ projectId, reason }));
  return [...suites, ...(await selectPredecessors(db, version))];
}

interface Operation {
  readonly method: string;
  readonly pattern: RegExp;
}

function isCallOf({ method, url }: CallingCase, operation: Operation): boolean {
  if (url === null || method?.toLowerCase() !== operation.method) return false;
  // The address before the path is a variable, an origin or nothing.
  const path = url.replace(/^(?:\{\{[^{}]*\}\}|https?:\/\/[^/]*)/, "").split(/[?#]/, 1)[0] ?? "";
  return operation.pattern.test(path);
}

/** The end of a path: a base address can have a prefix of its own. */
const toPattern = (path: string): RegExp =>
  new RegExp(
    `(?:^|[^/]|/)${path
      .split(/\{[^{}]*\}/)
      .map(escape)
      .join("[^/]+")}$`,
  );

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
