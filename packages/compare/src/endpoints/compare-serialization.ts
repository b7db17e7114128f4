import { followMembers } from "@lintel/openapi/view";
import { stepInto, type Place } from "@lintel/json/place";
import type { Direction } from "../model/result.types.ts";
import { parameterRules } from "../rules/parameter.rules.ts";
import { modeOf } from "../schema/mode.ts";
import { compareMediaType } from "./compare-content.ts";
import type { Comparison, PlacePair } from "./comparison.types.ts";

interface Described {
  readonly direction: Direction;
  readonly name: string;
  readonly in: string;
  readonly wasIn: string;
}

/** Compares the serialization of a parameter or header, and the schema of its value. */
export function compareSerialization(
  comparison: Comparison,
  pair: PlacePair,
  described: Described,
): void {
  const { before, after, tally } = pair;
  const { direction, name } = described;
  const [from, to] = [stepInto(before, "content"), stepInto(after, "content")];
  if (from.value === undefined && to.value === undefined) {
    compareStyles(comparison, pair, described);
    const [old, now] = [stepInto(before, "schema"), stepInto(after, "schema")];
    comparison.schemas.compare(old, now, modeOf(direction), tally);
    return;
  }
  const [fromType, old] = readContent(comparison, "before", from);
  const [toType, now] = readContent(comparison, "after", to);
  if (fromType.toLowerCase() !== toType.toLowerCase()) {
    comparison.recorder.record({
      rule: parameterRules.contentChanged,
      direction,
      at: to.value === undefined ? after.at : to.at,
      tally,
      name,
      before: fromType,
      after: toType,
    });
    return;
  }
  compareMediaType(comparison, { before: old, after: now, tally }, direction);
}

/** The one media type of `content`, or the style. */
function readContent(
  comparison: Comparison,
  side: "before" | "after",
  content: Place,
): readonly [string, Place] {
  const [first] = followMembers(comparison[side], content);
  return first ?? ["a plain value", content];
}

function compareStyles(comparison: Comparison, pair: PlacePair, described: Described): void {
  const { direction, name } = described;
  const from = readStyle(comparison, "before", pair.before, described.wasIn);
  const to = readStyle(comparison, "after", pair.after, described.in);
  const report = (rule: keyof typeof parameterRules, before: unknown, after: unknown): void => {
    const { tally } = pair;
    const at = pair.after.at;
    comparison.recorder.record({
      rule: parameterRules[rule],
      direction,
      at,
      tally,
      name,
      before,
      after,
    });
  };
  // The new location has other styles.
  if (described.wasIn !== described.in) return;
  const isWrittenOtherwise = from.style !== to.style || from.explode !== to.explode;
  if (isWrittenOtherwise && (from.isCompound || to.isCompound || from.style !== to.style)) {
    report("serializationChanged", nameStyle(from), nameStyle(to));
  }
  if (from.allowsReserved !== to.allowsReserved) {
    report("reservedChanged", from.allowsReserved, to.allowsReserved);
  }
  if (from.allowsEmpty !== to.allowsEmpty) {
    report(to.allowsEmpty ? "emptyAllowed" : "emptyRefused", from.allowsEmpty, to.allowsEmpty);
  }
}

type Style = ReturnType<typeof readStyle>;

function nameStyle({ style, explode }: Style): string {
  return explode ? `${style}, exploded` : style;
}

/** The defaults of OpenAPI 3.2, section 4.12.2.2. */
function readStyle(comparison: Comparison, side: "before" | "after", place: Place, where: string) {
  const usual = where === "query" || where === "cookie" ? "form" : "simple";
  const given = stepInto(place, "style").value;
  const style = typeof given === "string" ? given : usual;
  const explode = stepInto(place, "explode").value;
  return {
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "cookie",
    isCompound: comparison.schemas.isCompound(side, stepInto(place, "schema")),
    allowsReserved: stepInto(place, "allowReserved").value === true,
    allowsEmpty: stepInto(place, "allowEmptyValue").value === true,
  };
}
