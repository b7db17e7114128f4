import { isObject } from "./value.ts";

/** JSON with members in the order of their names, so that equal values have equal texts. */
export function toCanonicalText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.entries(member).sort(([left], [right]) => compareText(left, right)),
        )
      : member,
  );
}

/** The order of UTF-16 code units, which does not depend on a language. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
