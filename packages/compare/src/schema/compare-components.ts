import type { DocumentView } from "@lintel/openapi/view";
import { objectOf } from "@lintel/json/value";
import { stepInto } from "@lintel/json/place";
import type { Recorder } from "../report/recorder.ts";
import { beginTally } from "../report/tally.ts";
import { documentRules } from "../rules/document.rules.ts";
import type { SchemaComparer } from "./compare-schemas.ts";
import { modeOf } from "./mode.ts";

export interface ComponentNames {
  readonly kept: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares the schemas of `components` by name, including those that no endpoint uses. */
export function compareComponents(
  before: DocumentView,
  after: DocumentView,
  schemas: SchemaComparer,
  recorder: Recorder,
): ComponentNames {
  const [old, now] = [before, after].map((document) =>
    stepInto(stepInto(document.root, "components"), "schemas"),
  ) as [ReturnType<typeof stepInto>, ReturnType<typeof stepInto>];
  const [oldNames, newNames] = [Object.keys(objectOf(old.value)), Object.keys(objectOf(now.value))];
  const kept = newNames.filter((name) => Object.hasOwn(objectOf(old.value), name));
  const added = newNames.filter((name) => !Object.hasOwn(objectOf(old.value), name));
  const removed = oldNames.filter((name) => !Object.hasOwn(objectOf(now.value), name));
  for (const name of kept) {
    const [from, to] = [stepInto(old, name), stepInto(now, name)];
    if (!schemas.isCompared(from, to)) schemas.compare(from, to, modeOf(null), beginTally());
  }
  const { schemaAdded, schemaRemoved } = documentRules;
  const report = (rule: typeof schemaAdded | typeof schemaRemoved, names: readonly string[]) => {
    for (const name of names) {
      const { at } = stepInto(rule === schemaAdded ? now : old, name);
      recorder.record({ rule, direction: null, at, tally: beginTally(), name });
    }
  };
  report(schemaRemoved, removed);
  report(schemaAdded, added);
  return { kept, added, removed };
}
