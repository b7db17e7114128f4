import type { ErrorObject } from "ajv";

/** Keywords whose error only says that there is another error below. */
const outer = new Set(["oneOf", "anyOf", "allOf", "if", "$ref", "$dynamicRef", "not"]);
/** Nothing counts as evaluated after a part failed: these errors follow from others. */
const following = new Set(["unevaluatedProperties", "unevaluatedItems"]);

const isAtOrBelow = (error: ErrorObject, place: ErrorObject) =>
  error.instancePath === place.instancePath ||
  error.instancePath.startsWith(`${place.instancePath}/`);

/** The branch of an alternative that an error comes from, or null. */
function branchOf(error: ErrorObject, alternative: ErrorObject): string | null {
  const prefix = `${alternative.schemaPath}/`;
  if (!error.schemaPath.startsWith(prefix) || !isAtOrBelow(error, alternative)) return null;
  return error.schemaPath.slice(prefix.length).split("/", 1)[0] ?? null;
}

/**
 * The errors of all branches except the one with the fewest, which is the most likely intention.
 */
function listOtherBranches(errors: readonly ErrorObject[], alternative: ErrorObject) {
  const branches = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    const branch = branchOf(error, alternative);
    if (branch === null) continue;
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  const [, ...others] = [...branches.values()].sort((left, right) => left.length - right.length);
  return others.flat();
}

/** Whether an error only says that a reference would also have been allowed. */
const isNoReference = ({ keyword, params }: ErrorObject) =>
  keyword === "required" && params["missingProperty"] === "$ref";

/**
 * Reduces many errors about one thing to the relevant ones: of alternatives the nearest, of outer
 * and inner errors the inner.
 */
export function pruneErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const alternatives = errors.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
  const dropped = new Set(alternatives.flatMap((each) => listOtherBranches(errors, each)));
  const near = errors.filter((error) => !dropped.has(error));
  const isWeak = (error: ErrorObject) =>
    outer.has(error.keyword) || following.has(error.keyword) || isNoReference(error);
  const strong = near.filter((error) => !isWeak(error));
  const weak = near.filter(isWeak);
  const isExplained = (error: ErrorObject) => strong.some((other) => isAtOrBelow(other, error));
  const left = weak.filter((error) => !isExplained(error));
  // Of the remaining errors, those about unknown members are reported; else the innermost of the
  // outer errors.
  const unknown = left.filter(({ keyword }) => following.has(keyword));
  const others = left.filter((error) => !unknown.some((other) => isAtOrBelow(other, error)));
  const innermost = others.filter(
    (error) => !others.some((other) => isAtOrBelow(other, error) && isDeeper(other, error)),
  );
  return [...strong, ...unknown, ...innermost];
}

const isDeeper = (error: ErrorObject, other: ErrorObject) =>
  error.instancePath.length > other.instancePath.length;
