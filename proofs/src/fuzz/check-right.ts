import type { DescribedOperation } from "./api-description.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { Actor, Step } from "./step-arbitrary.ts";
import { Violation } from "./violation.ts";

/** With these problems, the caller was never admitted. */
const deadActors = new Set<Actor>(["revoked", "gone", "nobody", "garbage"]);
const readers = new Set<Actor>(["viewer", "scopedRead"]);
/** What belongs to the caller alone, whatever its role. */
const ownPlaces =
  /^\/api\/(?:keys|staging-tokens|notices)|^\/api\/projects\/\{projectId\}\/(?:presence|views)(?:\/|$)/;

/**
 * Checks that the caller of an accepted request had the right to it.
 *
 * @throws Violation
 */
export function checkRight(step: Step, request: BuiltRequest, status: number): void {
  const { actor, operation } = step;
  const place = `${operation.name} as ${actor}`;
  if (deadActors.has(actor))
    throw new Violation("a dead credential is refused", place, String(status));
  if (request.namesForeign && !isOfWholeProject(operation, request))
    throw new Violation("another organization's id is not found", place, request.target);
  const isShared = /"isShared"\s*:\s*true/.test(String(request.body ?? ""));
  const isOwn = ownPlaces.test(operation.path) && !isShared;
  if (readers.has(actor) && !isRead(operation) && !isOwn)
    throw new Violation("a reader changes nothing", place, String(status));
}

/**
 * Paths of many files and the text of a document do not fit into an address: they are sent in a
 * body, although nothing is changed.
 */
function isRead({ method, path }: DescribedOperation): boolean {
  return method === "GET" || /\/(?:files\/read|lint-text|render)$/.test(path);
}

/**
 * Endpoints of a whole project, which do not depend on the specification in the path, as described.
 */
function isOfWholeProject({ name }: DescribedOperation, { target }: BuiltRequest): boolean {
  return (
    name === "listEndpoints" && new URLSearchParams(target.split("?")[1]).get("scope") === "project"
  );
}
