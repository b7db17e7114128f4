import { escapeStep } from "./pointer.ts";

/** The place of a value; its pointer is only written if a change is found there. */
export interface Location {
  readonly parent: Location | null;
  readonly key: string;
}

/** A value of a document with its place. */
export interface Place {
  readonly value: unknown;
  readonly at: Location;
}

export const rootLocation: Location = { parent: null, key: "" };

export function locate(at: Location, ...keys: readonly string[]): Location {
  return keys.reduce<Location>((parent, key) => ({ parent, key }), at);
}

export function stepInto(place: Place, key: string): Place {
  const { value } = place;
  const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, key);
  return {
    value: isThere ? (value as Record<string, unknown>)[key] : undefined,
    at: { parent: place.at, key },
  };
}

/** JSON pointer, RFC 6901 section 3. */
export function writePointer(at: Location): string {
  const keys: string[] = [];
  for (let step = at; step.parent !== null; step = step.parent) keys.push(step.key);
  return keys
    .reverse()
    .map((key) => `/${escapeStep(key)}`)
    .join("");
}
