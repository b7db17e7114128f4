import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { ObjectKind } from "../../grammar/object-kinds.ts";
import type { ConversionRule, Translation } from "../model/rule.types.ts";

/** A rule in the direction of a step, with its number: `1 << index` in masks. */
export interface StepRule {
  readonly code: string;
  readonly index: number;
  readonly translation: Translation;
}

/** The rules for one kind of object, in both directions, by the members that trigger them. */
export interface KindRules {
  readonly forth: readonly StepRule[];
  readonly back: readonly StepRule[];
  readonly callsForth: Calls;
  readonly callsBack: Calls;
  /** The same with both directions exchanged. */
  readonly opposite: KindRules;
}

export interface Calls {
  readonly byMember: ReadonlyMap<string, number>;
  readonly always: number;
  /** Triggered by a member that no `byMember` lists and that no version knows. */
  readonly byUnknown: number;
}

/** The conversion from one version to an adjacent one. */
export interface ConversionStep {
  readonly from: OpenApiVersion;
  readonly to: OpenApiVersion;
  readonly isDown: boolean;
  readonly rulesFor: (kind: ObjectKind | "reference") => KindRules;
}

function listWay(rules: readonly ConversionRule[], way: "down" | "up"): StepRule[] {
  const found = rules.flatMap((rule, index) => {
    const translation = rule[way];
    return translation === undefined ? [] : [{ code: rule.code, index, translation }];
  });
  return way === "down" ? found : found.reverse();
}

function listCalls(rules: readonly StepRule[]): Calls {
  const byMember = new Map<string, number>();
  let [always, byUnknown] = [0, 0];
  for (const { index, translation } of rules) {
    const { watches } = translation;
    if (watches === "absent") always |= 1 << index;
    else if (watches === "unknown") byUnknown |= 1 << index;
    else for (const name of watches) byMember.set(name, (byMember.get(name) ?? 0) | (1 << index));
  }
  return { byMember, always, byUnknown };
}

function arrange(rules: readonly ConversionRule[], isDown: boolean): KindRules {
  // A mask has 31 bits, so that it is a small integer, which is fast.
  if (rules.length > 30) throw new RangeError("Too many rules for one kind of object.");
  const [down, up] = [listWay(rules, "down"), listWay(rules, "up")];
  const [forth, back] = isDown ? [down, up] : [up, down];
  const [callsForth, callsBack] = [listCalls(forth), listCalls(back)];
  const opposite: KindRules = {
    forth: back,
    back: forth,
    callsForth: callsBack,
    callsBack: callsForth,
    get opposite() {
      return made;
    },
  };
  const made: KindRules = { forth, back, callsForth, callsBack, opposite };
  return made;
}

export function makeStep(
  from: OpenApiVersion,
  to: OpenApiVersion,
  isDown: boolean,
  rules: readonly ConversionRule[],
): ConversionStep {
  const known = new Map<ObjectKind | "reference", KindRules>();
  const rulesFor = (kind: ObjectKind | "reference") => {
    const arranged = known.get(kind);
    if (arranged !== undefined) return arranged;
    const own = rules.filter(
      ({ kinds }) => kinds === "every" || (kind !== "reference" && kinds.includes(kind)),
    );
    const made = arrange(own, isDown);
    known.set(kind, made);
    return made;
  };
  return { from, to, isDown, rulesFor };
}
