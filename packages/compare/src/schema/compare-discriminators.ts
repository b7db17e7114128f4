import { objectOf, textOf } from "@lintel/json/value";
import { stepInto } from "@lintel/json/place";
import { alternativeRules } from "../rules/alternative.rules.ts";
import type { Pair } from "./pair.types.ts";
import type { SchemaView } from "./schema-view.types.ts";

export function compareDiscriminators(pair: Pair): void {
  const [before, after] = [readDiscriminator(pair.before), readDiscriminator(pair.after)];
  if (before === null && after === null) return;
  const { discriminatorAdded, discriminatorRemoved, discriminatorChanged } = alternativeRules;
  const detail = { before: before?.property, after: after?.property };
  if (before === null) pair.report(discriminatorAdded, "discriminator", detail);
  else if (after === null) pair.report(discriminatorRemoved, "discriminator", detail);
  else {
    if (before.property !== after.property) {
      pair.report(discriminatorChanged, "discriminator", detail);
    }
    compareMappings(pair, before, after);
  }
}

type Discriminator = NonNullable<ReturnType<typeof readDiscriminator>>;

function readDiscriminator(view: SchemaView) {
  const place = view.discriminator;
  if (place === null) return null;
  const members = objectOf(place.value);
  return {
    place,
    property: textOf(members["propertyName"]),
    mapping: objectOf(members["mapping"]),
    otherwise: textOf(members["defaultMapping"]),
  };
}

/** The targets are not compared here: they may be renamed, and are compared as alternatives. */
function compareMappings(pair: Pair, before: Discriminator, after: Discriminator): void {
  const { mappingAdded, mappingRemoved, defaultMappingChanged } = alternativeRules;
  const report = (rule: typeof mappingAdded | typeof mappingRemoved, from: Discriminator) => {
    const other = from === before ? after : before;
    // A new mapping usually writes down what was implied.
    if (Object.keys(other.mapping).length === 0) return;
    for (const name of Object.keys(from.mapping)) {
      if (Object.hasOwn(other.mapping, name)) continue;
      const { at } = stepInto(stepInto(from.place, "mapping"), name);
      pair.report(rule, "discriminator", { name, at });
    }
  };
  report(mappingRemoved, before);
  report(mappingAdded, after);
  if (before.otherwise !== after.otherwise) {
    pair.report(defaultMappingChanged, "discriminator", {
      before: before.otherwise ?? undefined,
      after: after.otherwise ?? undefined,
    });
  }
}
