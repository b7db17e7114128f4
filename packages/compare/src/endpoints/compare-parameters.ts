import { stepInto } from "@lintel/json/place";
import type { Direction } from "../model/result.types.ts";
import { parameterRules } from "../rules/parameter.rules.ts";
import { compareSerialization } from "./compare-serialization.ts";
import { compareSunsets, readSunset } from "./compare-sunsets.ts";
import { compareDeprecation, compareTexts } from "./compare-texts.ts";
import type { Comparison, OperationPair } from "./comparison.types.ts";
import { listParameters, type Parameter } from "./list-parameters.ts";

export function compareParameters(comparison: Comparison, pair: OperationPair): void {
  const before = listParameters(comparison.before, pair.before);
  const after = listParameters(comparison.after, pair.after);
  const gained = [...after].filter(([key]) => !before.has(key)).map(([, parameter]) => parameter);
  const direction = pair.flow.request;
  for (const [key, parameter] of before) {
    const other = after.get(key) ?? takeMoved(parameter, gained);
    if (other !== null) compareParameter(comparison, pair, parameter, other);
    else {
      comparison.recorder.record({
        rule: pickRemoved(comparison, parameter),
        direction,
        at: parameter.place.at,
        tally: pair.tally,
        name: nameParameter(parameter),
        before: parameter.place.value,
      });
    }
  }
  for (const parameter of gained) {
    const isRequired = readRequired(parameter);
    comparison.recorder.record({
      rule: isRequired ? parameterRules.addedRequired : parameterRules.added,
      direction,
      at: parameter.place.at,
      tally: pair.tally,
      name: nameParameter(parameter),
      after: parameter.place.value,
    });
  }
}

function pickRemoved({ today }: Comparison, { place }: Parameter) {
  const isDeprecated = stepInto(place, "deprecated").value === true;
  const sunset = readSunset(place);
  const isEarly = isDeprecated && sunset !== null && sunset > today;
  return isEarly ? parameterRules.removedBeforeSunset : parameterRules.removed;
}

/** A parameter that is removed from one location and added to another has moved. */
function takeMoved({ name }: Parameter, gained: Parameter[]): Parameter | null {
  const index = gained.findIndex((other) => other.name.toLowerCase() === name.toLowerCase());
  return index < 0 ? null : (gained.splice(index, 1)[0] ?? null);
}

function readRequired(parameter: Parameter): boolean {
  return parameter.in === "path" || stepInto(parameter.place, "required").value === true;
}

function nameParameter({ name, in: where }: Parameter): string {
  return `${name} (${where})`;
}

function compareParameter(
  comparison: Comparison,
  pair: OperationPair,
  from: Parameter,
  to: Parameter,
): void {
  const { isSame, recorder } = comparison;
  if (isSame(from.place.value, to.place.value)) return;
  const { tally } = pair;
  const direction: Direction = pair.flow.request;
  const at = to.place.at;
  const name = nameParameter(to);
  const { moved, becameRequired, becameOptional } = parameterRules;
  if (from.in !== to.in) {
    recorder.record({
      rule: moved,
      direction,
      at,
      tally,
      name: to.name,
      before: from.in,
      after: to.in,
    });
  }
  const [wasRequired, isRequired] = [readRequired(from), readRequired(to)];
  if (wasRequired !== isRequired) {
    const rule = isRequired ? becameRequired : becameOptional;
    recorder.record({ rule, direction, at, tally, name, before: wasRequired, after: isRequired });
  }
  const places = { before: from.place, after: to.place, tally };
  compareSerialization(comparison, places, { direction, name, in: to.in, wasIn: from.in });
  compareDeprecation(comparison, places, name, direction);
  compareSunsets(comparison, places, name, direction);
  compareTexts(comparison, places, direction);
}
