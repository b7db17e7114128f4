import { BookshopProblem } from "./problem.ts";

/** A strong validator (RFC 9110 §8.8.3) for the version of a resource. */
export function buildEntityTag(id: number, version: number): string {
  return `"${id}-${version}"`;
}

/**
 * Refuses a change of another version (RFC 9110 §13.1.1).
 * @throws BookshopProblem PRECONDITION_FAILED
 */
export function assertIfMatch(ifMatch: string | undefined, current: string): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  // Strong comparison: a weak tag never matches, so it must not lose its W/.
  if (listEntityTags(ifMatch).includes(current)) return;
  throw new BookshopProblem("PRECONDITION_FAILED", "If-Match names another version.", {
    members: { currentETag: current },
    headers: { etag: current },
  });
}

/** Whether the copy of the caller is current (RFC 9110 §13.1.2), by weak comparison. */
export function isCopyCurrent(ifNoneMatch: string | undefined, current: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return listEntityTags(ifNoneMatch).some((tag) => tag.replace(/^W\//, "") === current);
}

function listEntityTags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
