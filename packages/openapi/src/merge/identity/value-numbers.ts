import { isExact } from "@lintel/json/exact-number";
import type { Json } from "@lintel/json/value";

/** The same number for the same JSON text, the order of members included; 0 for what is absent. */
export interface NumberOf {
  (value: Json | undefined): number;
}

/** Numbers values so that any two, once numbered, are compared at once, however large. */
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

  /** Names are told by their length, so that no other object has the same text. */
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
    // No other value has the same text: names of objects begin with their lengths.
    if (isExact(value)) return look(ofTexts, `number ${value.text}`);
    if (typeof value !== "object" || value === null) return look(ofScalars, value);
    const number = ofContainers.get(value) ?? look(ofTexts, describe(value));
    ofContainers.set(value, number);
    return number;
  };
  return numberOf;
}
