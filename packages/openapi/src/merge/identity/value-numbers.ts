import { isExact } from "@lintel/json/exact-number";
import type { Json } from "@lintel/json/value";

/**
 * The same number for the same JSON text, including the order of members; 0 for an absent value.
 */
export interface NumberOf {
  (value: Json | undefined): number;
}

/** Numbers values, so that a comparison of two numbered values takes constant time. */
export function makeValueNumbers(): NumberOf {
  const ofScalars = new Map<Json, number>();
  const ofTexts = new Map<string, number>();
  const ofContainers = new WeakMap<object, number>();
  let count = 0;

  function look<Key>(known: Map<Key, number>, key: Key): number {
    const number = known.get(key) ?? (count += 1);
    known.set(key, number);
    return number;
  }

  /** Names are preceded by their length, so that no other object has the same text. */
  function describe(value: object): string {
    if (Array.isArray(value)) return `[${value.map((item) => numberOf(item as Json)).join()}`;
    let text = "{";
    for (const [name, member] of Object.entries(value)) {
      text += `${name.length}:${name}${numberOf(member as Json)},`;
    }
    return text;
  }

  const numberOf: NumberOf = (value) => {
    if (value === undefined) return 0;
    // No other value has the same text, because the names of objects are preceded by their lengths.
    if (isExact(value)) return look(ofTexts, `number ${value.text}`);
    if (typeof value !== "object" || value === null) return look(ofScalars, value);
    const number = ofContainers.get(value) ?? look(ofTexts, describe(value));
    ofContainers.set(value, number);
    return number;
  };
  return numberOf;
}
