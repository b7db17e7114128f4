import { followMembers, type DocumentView } from "@lintel/openapi/view";
import { toCanonicalText } from "@lintel/json/canonical";
import { isObject, listOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";

/** What a caller must present together: schemes by name, each with the required scopes. */
export type Requirement = ReadonlyMap<string, ReadonlySet<string>>;

export interface Scheme {
  readonly place: Place;
  /** The scheme's appearance in requests: equal for schemes that callers use in the same way. */
  readonly definition: string;
}

export function readSchemes(document: DocumentView): Map<string, Scheme> {
  const schemes = stepInto(stepInto(document.root, "components"), "securitySchemes");
  return new Map(
    [...followMembers(document, schemes)].map(([name, place]) => [
      name,
      { place, definition: toCanonicalText(stripTexts(place.value)) },
    ]),
  );
}

/**
 * A scheme offers scopes; the scopes that an endpoint requires are compared with its requirements.
 */
const texts = new Set(["description", "deprecated", "scopes", "bearerFormat"]);

function stripTexts(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !texts.has(name) && !name.startsWith("x-"))
      .map(([name, member]) => [name, stripTexts(member)]),
  );
}

/** The alternatives of `security`; without any, nothing is required. */
export function readRequirements(
  security: unknown,
  rename: (scheme: string) => string,
): readonly Requirement[] {
  const requirements = listOf(security)
    .filter(isObject)
    .map(
      (alternative) =>
        new Map(
          Object.entries(alternative).map(([scheme, scopes]) => [
            rename(scheme),
            new Set(listOf(scopes).filter((scope) => typeof scope === "string")),
          ]),
        ),
    );
  return requirements.length === 0 ? [new Map()] : requirements;
}

/** Whether a caller that meets the first requirement also meets the second. */
export function suffices(given: Requirement, asked: Requirement): boolean {
  return [...asked].every(([scheme, scopes]) => {
    const held = given.get(scheme);
    return held !== undefined && [...scopes].every((scope) => held.has(scope));
  });
}

export function hasSameSchemes(left: Requirement, right: Requirement): boolean {
  return left.size === right.size && [...left.keys()].every((scheme) => right.has(scheme));
}

export function nameRequirement(requirement: Requirement): string {
  if (requirement.size === 0) return "nothing";
  return [...requirement]
    .map(([scheme, scopes]) =>
      scopes.size === 0 ? scheme : `${scheme} (${[...scopes].join(", ")})`,
    )
    .join(" and ");
}
